#!/bin/sh
# Installs pdftotext of poppler if possible. Tests read printed invoices with this independent program. Without it they parse
# the files themselves, so this script never fails.
set -u
command -v pdftotext >/dev/null 2>&1 && exit 0
"$(dirname "$0")"/debian.sh poppler-utils >/dev/null 2>&1
command -v pdftotext >/dev/null 2>&1 || printf 'There is no pdftotext (package poppler-utils); tests read printed papers without it.\n' >&2
exit 0
