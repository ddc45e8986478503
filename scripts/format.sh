#!/bin/sh
# Formats the Go files: as gofmt does, with lines of at most 140 bytes (a tab counts as one). Lines that cannot be split, such as those with
# long struct tags, stay. test/repository rules the width of the rest.
#
#   scripts/format.sh          format
#   scripts/format.sh --list   print the files that are not formatted, and change nothing
#
# golines is a tool of the module scripts/format, which pins its version and those of its dependencies.

set -eu
cd "$(dirname "$0")/.."

case "${1:-}" in
--list) mode=--list-files ;;
'') mode=--write-output ;;
*)
	echo "usage: scripts/format.sh [--list]" >&2
	exit 2
	;;
esac

golines=$(cd scripts/format && go tool -n golines)
git ls-files -z '*.go' | xargs -0 "$golines" "$mode" --max-len=140 --tab-len=1 --base-formatter=gofmt --no-reformat-tags \
	--shorten-comments --no-ignore-generated
