#!/bin/sh
# Installs packages of Debian that tests need, if this user may.
#
#   scripts/debian.sh PACKAGE...     silent if all went well; the output of apt-get otherwise

set -eu

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
	printf 'Only root can install %s here, with apt-get.\n' "$*" >&2
	exit 1
fi
printf 'Installing %s with apt-get.\n' "$*" >&2
output=$(mktemp)
trap 'rm -f "$output"' EXIT
install() { DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends "$@" >"$output" 2>&1; }
# Package lists that are too old name files which are no longer there.
install "$@" || { apt-get update >"$output" 2>&1 && install "$@"; } || {
	cat "$output" >&2
	exit 1
}
