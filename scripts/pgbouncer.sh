#!/bin/sh
# Provides PgBouncer for a test of tradelog behind a connection pooler. Only tests need it. It looks in PATH and in the cache
# directory. Debian's package is unpacked there and not installed, because an installed one starts a service.
#
#   scripts/pgbouncer.sh           look, and unpack if need be; silent if nothing was to be done
#   scripts/pgbouncer.sh --where   the same, and print the program
#
# PGBOUNCER names a program to use instead.

set -eu

case ${XDG_CACHE_HOME:-} in
/*) cache=$XDG_CACHE_HOME/tradelog/pgbouncer ;;
*) cache=${HOME:-/tmp}/.cache/tradelog/pgbouncer ;;
esac
# PgBouncer does not run as root, and other users cannot read root's home.
if [ "$(id -u)" = 0 ]; then cache=/var/cache/tradelog/pgbouncer; fi
work=''

say() { printf '%s\n' "$*" >&2; }

cannot() {
	[ -z "$work" ] || [ ! -s "$work/output" ] || cat "$work/output" >&2
	say "The test of connection poolers needs PgBouncer, and $1."
	say "Install it (package pgbouncer), or name it: PGBOUNCER=/path/to/pgbouncer"
	exit 1
}

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

quietly() { "$@" >"$work/output" 2>&1; }

# own_lists: fetches package lists for this run, because only root may update the system's.
own_lists() {
	mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial"
	printf 'Dir::State::lists "%s/apt/lists/";\nDir::Cache "%s/apt/cache/";\n' "$work" "$work" >"$work/apt.conf"
	APT_CONFIG=$work/apt.conf
	export APT_CONFIG
	quietly apt-get update
}

# libraries: prints the missing shared libraries of the package.
libraries() {
	apt-get -s --no-install-recommends install pgbouncer 2>/dev/null | sed -n 's/^Inst \(lib[^ ]*\) .*/\1/p' | sed '/-perl$/d; /^libperl/d; /^libpq/d'
}

# apt-get downloads into the current directory, hence the subshell.
download() (
	cd "$work"
	# shellcheck disable=SC2046 # names of packages, without spaces
	quietly apt-get download pgbouncer $(libraries)
)

unpack() {
	if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then cannot "this system has no apt-get to fetch it with"; fi
	trap '[ -z "$work" ] || rm -rf "$work"' EXIT
	trap 'exit 1' HUP INT TERM
	# Beside its goal, so that the result can be renamed.
	{ mkdir -p "$cache" && work=$(mktemp -d "$cache/.work.XXXXXX"); } || cannot "$cache cannot be written to"
	say "Unpacking PgBouncer in $cache."
	# Lists that are too old name files which are no longer there.
	download || { own_lists && download; } || cannot "apt-get could not download it"
	for file in "$work"/*.deb; do
		quietly dpkg-deb -x "$file" "$work/root" || cannot "dpkg-deb could not unpack $file"
	done
	cat >"$work/root/pgbouncer" <<'RUN'
#!/bin/sh
root=${0%/*}
LD_LIBRARY_PATH=$(printf '%s:' "$root"/usr/lib/*-linux-* "$root"/lib/*-linux-*)${LD_LIBRARY_PATH:-}
export LD_LIBRARY_PATH
exec "$root/usr/sbin/pgbouncer" "$@"
RUN
	chmod -R a+rX "$work/root"
	chmod +x "$work/root/pgbouncer"
	# Another run may have been quicker; then its result is as good.
	mv -T "$work/root" "$cache/root" 2>/dev/null || [ -d "$cache/root" ] || cannot "$cache cannot be written to"
}

case ${1:-} in
'' | --where) ;;
*)
	say "usage: $0 [--where]"
	exit 2
	;;
esac
if ! look; then
	unpack
	look || cannot "it was unpacked, but does not run"
fi
[ -z "${1:-}" ] || printf '%s\n' "$program"
