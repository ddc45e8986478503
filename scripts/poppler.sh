#!/bin/sh
# Installs pdftotext of poppler if possible. Tests read printed invoices with this independent program. Without it they parse
# the files themselves, so this script never fails.
set -u
command -v pdftotext >/dev/null 2>&1 && exit 0
say() { printf '%s\n' "$*" >&2; }

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	say "pdftotext not found. Installing poppler-utils with apt-get."
	install() { DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends poppler-utils >/dev/null 2>&1; }
	install || { apt-get update >/dev/null 2>&1 && install; } || :
fi
command -v pdftotext >/dev/null 2>&1 || say "There is no pdftotext (package poppler-utils); tests read printed papers without it."
exit 0
