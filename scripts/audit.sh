#!/bin/sh
# Asks whether known vulnerabilities are reached: by the command and the three modules (govulncheck), and among the Node packages
# that the tests install (npm audit; the product has none). Fails on one that is. Where a database does not answer, it says that
# nothing was asked. VULNDB=file:///folder asks a local copy of the database's files instead.
set -eu
cd "$(dirname "$0")/.."
tools=$PWD/dist/tools
GOBIN=$tools go install golang.org/x/vuln/cmd/govulncheck@v1.9.0
out=$(mktemp)
trap 'rm -f "$out"' EXIT

# The check must be able to fail: an invented vulnerability in a function that is called.
if "$tools/govulncheck" -db "file://$PWD/scripts/audit" ./artifactkit >"$out" 2>&1 || ! grep -q GO-0000-0001 "$out"; then
  cat "$out"
  echo "audit: an invented vulnerability was not found" >&2
  exit 1
fi

# go_audit PACKAGES: 3 is govulncheck's word for a vulnerability that is reached.
go_audit() {
  "$tools/govulncheck" ${VULNDB:+-db "$VULNDB"} "$@" >"$out" 2>&1 && code=0 || code=$?
  if [ "$code" -ne 0 ] && [ "$code" -ne 3 ] && grep -q 'fetching vulnerabilities' "$out"; then
    echo "audit: the database of Go's vulnerabilities does not answer: nothing was asked about $*"
    return
  fi
  cat "$out"
  [ "$code" -eq 0 ] || exit "$code"
}
go_audit ./...
GOOS=js GOARCH=wasm go_audit ./wasm/...

for dir in e2e e2e/hosts e2e/hosts/react18 e2e/apps examples/mcp; do
  (cd "$dir" && npm audit --audit-level=high) >"$out" 2>&1 && code=0 || code=$?
  if [ "$code" -ne 0 ] && grep -q 'audit endpoint returned an error' "$out"; then
    echo "audit: the registry does not answer audits: nothing was asked about $dir"
    continue
  fi
  cat "$out"
  [ "$code" -eq 0 ] || exit "$code"
done
