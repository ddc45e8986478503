#!/bin/sh
# Provides PgBouncer for a test of tradelog behind a connection pooler. Only tests need it. It looks in PATH and in the cache
# directory. Debian's package is unpacked there and not installed, because an installed one starts a service.
#
#   scripts/pgbouncer.sh           look, and unpack if need be; silent if nothing was to be done
#   scripts/pgbouncer.sh --where   the same, and print the program
#
# PGBOUNCER names a program to use instead.

set -eu

# shellcheck disable=SC2034 # unpack.sh uses them
needs='The test of connection poolers needs PgBouncer'
# shellcheck disable=SC2034
advice='Install it (package pgbouncer), or name it: PGBOUNCER=/path/to/pgbouncer'
. "$(dirname "$0")/unpack.sh"
cache=$(cache_of pgbouncer)

usable() { [ -n "$1" ] && [ -x "$1" ] && "$1" --version >/dev/null 2>&1; }

look() {
	if [ -n "${PGBOUNCER:-}" ]; then
		usable "$PGBOUNCER" || cannot "PGBOUNCER=$PGBOUNCER is none"
		program=$PGBOUNCER
		return
	fi
	for program in "$(command -v pgbouncer || :)" /usr/sbin/pgbouncer "$cache/root/pgbouncer"; do
		if usable "$program"; then return; fi
	done
	return 1
}

# shellcheck disable=SC2046 # names of packages, without spaces
download() { quietly apt-get download pgbouncer $(further 'lib[^ ]*' pgbouncer | sed '/-perl$/d; /^libperl/d; /^libpq/d'); }

finish() {
	{
		with_libraries
		printf 'exec "$root/usr/sbin/pgbouncer" "$@"\n'
	} >"$1/pgbouncer"
	chmod +x "$1/pgbouncer"
}

programs() { printf '%s\n' "$program"; }

provide PgBouncer "$@"
