#!/bin/sh
# Provides xmllint of libxml2, which validates electronic invoices against their schema. Only tests need it. A missing program is
# installed from Debian's package, if this user may.
#
#   scripts/xmllint.sh           look, and install if need be; silent if nothing was to be done
#   scripts/xmllint.sh --where   the same, and print the program
#
# XMLLINT names another to use instead.

set -eu

xmllint=${XMLLINT:-xmllint}
command -v "$xmllint" >/dev/null || "$(dirname "$0")"/debian.sh libxml2-utils || :
command -v "$xmllint" >/dev/null || {
	printf 'The tests of electronic invoices need xmllint (package libxml2-utils).\n' >&2
	printf 'Install it, or name it: XMLLINT=/path/to/xmllint\n' >&2
	exit 1
}
[ -z "${1:-}" ] || command -v "$xmllint"
