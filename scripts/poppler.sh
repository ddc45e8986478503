#!/bin/sh
# Provides pdftotext, pdfinfo and pdfdetach of poppler, with which tests read printed documents. Only tests need them. Missing programs are
# installed from Debian's package, if this user may.
#
#   scripts/poppler.sh           look, and install if need be; silent if nothing was to be done
#   scripts/poppler.sh --where   the same, and print the folder of the programs
#
# POPPLER names another folder to use instead.

set -eu

there() { [ -x "${POPPLER:-$(dirname "$(command -v pdftotext || :)")}/pdftotext" ]; }
there || "$(dirname "$0")"/debian.sh poppler-utils >/dev/null || :
there || {
	printf 'The tests of printed papers need pdftotext, pdfinfo and pdfdetach (package poppler-utils).\n' >&2
	printf 'Install them, or name their folder: POPPLER=/path/to/folder\n' >&2
	exit 1
}
[ -z "${1:-}" ] || printf '%s\n' "${POPPLER:-$(dirname "$(command -v pdftotext)")}"
