#!/bin/sh
# Installs what the tests need beyond Go and make: Chromium, Firefox, nginx, Caddy, strace, R with jsonlite, Python with nbformat, Node, the Node packages and the example's Go modules. Does nothing twice.
set -eu
cd "$(dirname "$0")/.."

need=""
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || need="$need chromium"
[ -x "${FIREFOX:-/usr/bin/firefox-esr}" ] || need="$need firefox-esr"
command -v Rscript >/dev/null || need="$need r-base-core"
Rscript -e 'library(jsonlite)' >/dev/null 2>&1 || need="$need r-cran-jsonlite"
command -v node >/dev/null || need="$need nodejs npm"
command -v python3 >/dev/null || need="$need python3"
{ python3 -c 'import nbformat' || /usr/bin/python3 -c 'import nbformat'; } >/dev/null 2>&1 || need="$need python3-nbformat"
command -v strace >/dev/null || need="$need strace"
command -v ip >/dev/null || need="$need iproute2"
[ -x "${NGINX:-/usr/sbin/nginx}" ] || need="$need nginx-light"
[ -x "${CADDY:-/usr/bin/caddy}" ] || need="$need caddy"
if [ -n "$need" ]; then
  if ! command -v apt-get >/dev/null; then
    echo "test-setup: please install:$need" >&2
    exit 1
  fi
  echo "test-setup: installing$need"
  apt-get update -qq
  # shellcheck disable=SC2086 # a list of words
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $need
fi
# The example's own module: a test asks off line whether it is tidy.
(cd examples/go-host && go mod tidy -diff)
for dir in e2e e2e/hosts e2e/hosts/react18 examples/mcp; do
  stamp=$dir/node_modules/.package-lock.json
  if [ ! -f "$stamp" ] || [ "$dir/package-lock.json" -nt "$stamp" ]; then
    (cd "$dir" && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund)
  fi
done
