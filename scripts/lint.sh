#!/bin/sh
# Mechanical checks: formatting, vet, tidy modules, stale generated files, shell scripts.
set -eu
cd "$(dirname "$0")/.."

fail=0
complain() { printf 'lint: %s\n' "$*" >&2; fail=1; }

unformatted=$(scripts/format.sh --list)
[ -z "$unformatted" ] || complain "not formatted: run make format, which changes $unformatted"

# make test-all vets deploy, whose modules take as long to compile as half of the shop.
VET=$(go tool -n vet)
export VET
go vet -vettool="$PWD/scripts/vet.sh" ./... || fail=1

for module in . deploy clients/go test/conformance/http/generator scripts/format; do
	if ! (cd "$module" && go mod tidy -diff) >/dev/null 2>&1; then complain "go.mod or go.sum of $module is not tidy: go mod tidy"; fi
done

# The log is the only source of truth: nothing but the store writes it, and nothing outside migrations names its schema.
if git grep -nE '(INSERT INTO|UPDATE|DELETE FROM) (public\.)?events\b' -- '*.go' ':!eventstore' ':!*_test.go' >&2; then complain "only eventstore writes the event log"; fi
if git grep -nE 'float(32|64)' -- 'domain/*.go' 'commands/*.go' ':!*_test.go' >&2; then complain "money and quantities are decimals, never floats"; fi
if git grep -n 'golang-lru' -- '*.go' ':!internal/lru' >&2; then complain "caches are those of internal/lru, which are quicker to compile"; fi
if git grep -nE 'time\.Sleep' -- '*_test.go' >&2; then complain "tests wait for signals and positions, they do not sleep"; fi

if command -v shellcheck >/dev/null 2>&1; then shellcheck scripts/*.sh .ci/run || fail=1; fi

exit $fail
