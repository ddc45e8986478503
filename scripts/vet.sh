#!/bin/sh
# The tool that `go vet -vettool` calls once for each package: Go's own vet, except that modules of others are not read. They take half of
# its time, and their own projects check them. All it loses is which of their functions print.
set -eu

vet=$(go tool -n vet)
case " $* " in
*" -V=full "*)
	printf '%s, without modules of others\n' "$("$vet" -V=full)"
	exit
	;;
*.cfg\ ) ;;
*) exec "$vet" "$@" ;;
esac

for config; do :; done # the last argument
facts=$(sed -n 's/^[[:space:]]*"VetxOutput": "\(.*\)",\{0,1\}$/\1/p' "$config")
if grep -q '"VetxOnly": true' "$config" && ! grep -q '"ImportPath": "tradelog' "$config" && [ -n "$facts" ]; then
	: >"$facts"
	exit
fi
exec "$vet" "$@"
