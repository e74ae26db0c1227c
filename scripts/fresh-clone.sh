#!/usr/bin/env bash
# A clone without anything built: go build, go vet and go test of the quick packages work, and the binary reads a result.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
git clone -q . "$dir/clone"
cd "$dir/clone"
go build -o "$dir/vitrine" .
go vet ./...
go test ./app/... ./web/... ./artifactkit ./artifactkit/protocol ./artifactkit/kind/... ./artifactkit/internal/vectest
echo '{"content":[{"type":"text","text":"hello"}]}' | "$dir/vitrine" render --format text - | grep -q hello
echo "a fresh clone builds, vets and tests"
