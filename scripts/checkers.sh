#!/bin/sh
# Provides promtool and systemd-analyze, which check the alert rules and the systemd unit of deploy/. Only tests need them. Missing programs
# are unpacked from Debian's packages in the cache directory and not installed, because installed packages start services.
#
#   scripts/checkers.sh           look, and unpack if need be; silent if nothing was to be done
#   scripts/checkers.sh --where   the same, and print the programs, one a line: promtool, systemd-analyze
#
# PROMTOOL and SYSTEMD_ANALYZE name others to use instead.

set -eu

# shellcheck disable=SC2034 # unpack.sh uses them
needs='The tests of deploy/ need promtool and systemd-analyze'
# shellcheck disable=SC2034
advice='Name them: PROMTOOL=/path/to/promtool SYSTEMD_ANALYZE=/path/to/systemd-analyze'
. "$(dirname "$0")/unpack.sh"
cache=$(cache_of checkers)

look() {
	for promtool in ${PROMTOOL:-"$(command -v promtool || :)" "$cache/root/usr/bin/promtool"}; do
		if [ -x "$promtool" ] && "$promtool" --version >/dev/null 2>&1; then break; fi
		promtool=''
	done
	for analyze in ${SYSTEMD_ANALYZE:-"$(command -v systemd-analyze || :)" "$cache/root/systemd-analyze"}; do
		if [ -x "$analyze" ] && "$analyze" --version >/dev/null 2>&1; then break; fi
		analyze=''
	done
	[ -n "$promtool" ] && [ -n "$analyze" ]
}

# shellcheck disable=SC2046 # names of packages, without spaces
download() {
	quietly apt-get download prometheus
	[ -n "$analyze" ] || quietly apt-get download systemd $(further 'lib[^ ]*' systemd)
}

# finish writes the program that runs systemd-analyze with its libraries, some of which are in a directory of their own.
finish() {
	{
		with_libraries
		cat <<'RUN'
LD_LIBRARY_PATH=$(printf '%s:' "$root"/usr/lib/*-linux-*/systemd "$root"/lib/*-linux-*/systemd)$LD_LIBRARY_PATH
exec "$root/usr/bin/systemd-analyze" "$@"
RUN
	} >"$1/systemd-analyze"
	chmod +x "$1/systemd-analyze"
}

programs() { printf '%s\n' "$promtool" "$analyze"; }

provide 'promtool and systemd-analyze' "$@"
