#!/bin/sh
# Installs the programs of poppler if possible. Tests read printed papers with these independent programs, and are skipped without them, so
# this script never fails.
set -u
command -v pdftotext >/dev/null 2>&1 && exit 0
"$(dirname "$0")"/debian.sh poppler-utils >/dev/null 2>&1
command -v pdftotext >/dev/null 2>&1 || printf 'There is no pdftotext (package poppler-utils); tests of printed papers are skipped.\n' >&2
exit 0
