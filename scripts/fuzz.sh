#!/bin/sh
# Runs every fuzz target for a time: scripts/fuzz.sh 60s
set -eu
cd "$(dirname "$0")/.."
time=${1:-10s}
grep -rl --include='*_test.go' '^func Fuzz' artifactkit live internal | while read -r file; do
  dir=./$(dirname "$file")
  sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$file" | while read -r name; do
    echo "fuzz $dir $name $time"
    go test -run='^$' -fuzz="^$name\$" -fuzztime="$time" -fuzzminimizetime=2s "$dir" </dev/null
  done
done
