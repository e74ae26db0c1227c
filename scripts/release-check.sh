#!/bin/sh
# A release in small: built for this system, unpacked, and used in a network of its own where only the machine itself can be reached.
# Every address that the command asks for is read off its system calls; one that is not the machine's own is a fault. Run with no
# argument; wants root or user namespaces, and strace.
set -eu
cd "$(dirname "$0")/.."
if [ "${1:-}" != inside ]; then
  dir=$(mktemp -d)
  trap 'rm -rf "$dir"' EXIT
  go run ./internal/gen/release -targets "linux/$(go env GOARCH)" -out "$dir/release"
  (cd "$dir/release" && sha256sum -c --quiet SHA256SUMS)
  tar -xzf "$dir"/release/vitrine-*-linux-*.tar.gz -C "$dir" --strip-components=1
  mkdir "$dir/home"
  HOME=$dir/home DIR=$dir unshare --net --map-root-user sh "$0" inside
  exit
fi

ip link set lo up
cat >"$DIR/asks.sh" <<'E2'
set -eu
"$DIR/vitrine" version
case "$("$DIR/vitrine" version)" in *devel*) echo "release-check: the command does not know its version" >&2; exit 1 ;; esac
"$DIR/vitrine" serve --addr 127.0.0.1:8737 --data "$DIR/data" >"$DIR/serve.log" 2>&1 &
server=$!
tries=0
until "$DIR/vitrine" push --data "$DIR/data" --session check "$DIR/result.json" >"$DIR/push.log" 2>&1; do
  tries=$((tries + 1))
  [ "$tries" -lt 100 ] || { cat "$DIR/serve.log" "$DIR/push.log" >&2; exit 1; }
  sleep 0.1
done
cat "$DIR/push.log"
"$DIR/vitrine" render --format text "$DIR/result.json"
"$DIR/vitrine" export --yes -o "$DIR/out.html" "$DIR/result.jsonl"
"$DIR/vitrine" grep hello "$DIR"
kill "$server"
wait "$server"
E2
echo '{"content":[{"type":"text","text":"hello https://example.invalid/x ![x](https://example.invalid/y)"}]}' | tee "$DIR/result.json" >"$DIR/result.jsonl"
strace -f -qq -e trace=connect,sendto,sendmsg,sendmmsg -o "$DIR/calls" sh "$DIR/asks.sh"
grep -q '127\.0\.0\.1' "$DIR/calls" || { echo "release-check: strace saw nothing" >&2; exit 1; }
if grep -E 'sa_family=AF_(INET|INET6|NETLINK|PACKET)' "$DIR/calls" | grep -vE 'inet_addr\("127\.|"::1"|AF_NETLINK'; then
  echo "release-check: the command asked for another machine" >&2
  exit 1
fi
echo "release-check: $(grep -c . "$DIR/calls") calls, all to this machine"
