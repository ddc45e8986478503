#!/bin/sh
# Provides the PostgreSQL server programs, with which `tradelog serve` and the tests run private servers. It looks in the same
# places as the program (internal/privatepg: Find). If there are none, root installs a package with apt-get, without its
# database service. Other users get the same package unpacked in the cache directory, where the program finds it.
#
#   scripts/postgres.sh           look, and install if need be; silent if nothing was to be done
#   scripts/postgres.sh --where   the same, and print the directory with the programs
#   scripts/postgres.sh --check   look, print the directory, install nothing
#
# PG_BIN names the directory with initdb and postgres; no other place is searched. TRADELOG_PG_SEARCH, directories or patterns
# joined by colons, replaces the system directories and PATH.

set -eu

oldest=15
cache=''
case ${XDG_CACHE_HOME:-} in
/*) cache=$XDG_CACHE_HOME/tradelog/postgresql ;;
*) case ${HOME:-} in /*) cache=$HOME/.cache/tradelog/postgresql ;; esac ;;
esac

say() { printf '%s\n' "$*" >&2; }

work='' # a temporary directory

cannot() {
	[ -z "$work" ] || [ ! -s "$work/output" ] || cat "$work/output" >&2
	say "tradelog needs the server programs of PostgreSQL $oldest or later, and $1."
	say "Any of these helps:"
	say "  - a package: postgresql on Debian, Ubuntu, Alpine and Arch, postgresql-server on Fedora and RHEL"
	say "  - PG_BIN=/directory/with/initdb/and/postgres"
	say "  - a server of yours: tradelog serve --database postgres://user@host/name, or TRADELOG_DATABASE_URL"
	exit 1
}

# --- looking ---------------------------------------------------------------------------------------------------------

number() { case $1 in '' | *[!0-9]*) return 1 ;; esac; }

# major DIR: sets $major, or fails if DIR has no server programs. The directory names of packages contain the version, which
# saves running a program.
major() {
	[ -f "$1/postgres" ] && [ -x "$1/postgres" ] && [ -f "$1/initdb" ] && [ -x "$1/initdb" ] || return 1
	case $1 in
	*/usr/lib/postgresql/*/bin | */usr/pgsql-*/bin)
		major=${1%/bin}
		major=${major##*/}
		major=${major#pgsql-}
		;;
	*)
		major=$("$1/postgres" --version 2>/dev/null) || return 1
		major=${major#*'(PostgreSQL) '}
		major=${major%%[!0-9]*}
		;;
	esac
	number "$major"
}

# consider DIR: sets $found to it if it is newer than the last one found.
consider() {
	if major "$1" && [ "$major" -ge "$oldest" ] && [ "$major" -gt "$newest" ]; then
		newest=$major
		found=$1
	fi
}

# each LIST: considers the directories or patterns of a list joined by colons.
each() {
	old_ifs=$IFS
	IFS=:
	for entry in $1; do
		[ -z "$entry" ] || consider "$entry"
	done
	IFS=$old_ifs
}

look() {
	found=''
	newest=0
	if [ -n "${PG_BIN:-}" ]; then
		consider "$PG_BIN"
		[ -n "$found" ] || cannot "PG_BIN=$PG_BIN has none"
		return
	fi
	each "${TRADELOG_PG_SEARCH:-/usr/lib/postgresql/*/bin:/usr/pgsql-*/bin}"
	if [ -n "$cache" ]; then
		for dir in "$cache"/*/usr/lib/postgresql/*/bin; do
			consider "$dir"
		done
	fi
	[ -n "${TRADELOG_PG_SEARCH:-}" ] || in_path
	[ -n "$found" ]
}

# in_path considers PATH. Links are followed, as distributions link single programs into /usr/bin.
in_path() {
	old_ifs=$IFS
	IFS=:
	for entry in $PATH; do
		if [ -x "$entry/postgres" ] && program=$(readlink -f "$entry/postgres"); then
			consider "${program%/*}"
		fi
	done
	IFS=$old_ifs
}

# --- installing ------------------------------------------------------------------------------------------------------

# choose: sets $package to the newest package that apt knows.
choose() {
	for version in $(apt-cache pkgnames postgresql- | sed -n 's/^postgresql-\([0-9][0-9]*\)$/\1/p' | sort -rn); do
		[ "$version" -ge "$oldest" ] || return 1
		case $(apt-cache policy "postgresql-$version") in
		*'Candidate: (none)'*) ;;
		*'Candidate: '*)
			package=postgresql-$version
			return 0
			;;
		esac
	done
	return 1
}

# quietly COMMAND...: shows its output only if it is the last command before the script fails.
quietly() { "$@" >"$work/output" 2>&1; }

install_as_root() {
	say "No PostgreSQL server programs found."
	choose || { quietly apt-get update && choose; } || cannot "apt-get knows no package of them"
	say "Installing $package with apt-get. Its programs are used; no database service is set up."

	# The package makes a cluster and starts it, unless a setting prevents it. The setting is for this installation only:
	# the service of a later version may be wanted.
	answers=/etc/postgresql-common/createcluster.d
	made=''
	[ -d "$answers" ] || made=yes
	mkdir -p "$answers"
	echo 'create_main_cluster = false' >"$answers/tradelog-setup.conf"
	installed=yes
	install || { quietly apt-get update && choose && install; } || installed=''
	rm -f "$answers/tradelog-setup.conf"
	[ -z "$made" ] || rmdir "$answers" 2>/dev/null || :
	[ -n "$installed" ] || cannot "apt-get could not install $package"
}

install() {
	quietly env DEBIAN_FRONTEND=noninteractive \
		apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends "$package"
}

# own_lists: fetches package lists for this run, because only root may update the system's.
own_lists() {
	mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial"
	printf 'Dir::State::lists "%s/apt/lists/";\nDir::Cache "%s/apt/cache/";\n' "$work" "$work" >"$work/apt.conf"
	APT_CONFIG=$work/apt.conf
	export APT_CONFIG
	quietly apt-get update
}

# missing: prints the missing shared libraries of the package, as apt would install them, except for the large ones of jit,
# which is off.
missing() {
	apt-get -s --no-install-recommends install "$package" 2>/dev/null |
		sed -n 's/^Inst \(lib[^ ]*\) .*/\1/p' | sed '/-perl$/d; /^libperl/d; /^libllvm/d; /^libz3-/d; /^libpq5$/d'
}

# apt-get downloads into the current directory, hence the subshell.
download() (
	cd "$work"
	# shellcheck disable=SC2046 # names of packages, without spaces
	quietly apt-get download "$package" libpq5 $(missing)
)

install_as_user() {
	say "No PostgreSQL server programs found."
	choose || { own_lists && choose; } || cannot "apt-get knows no package of them"
	say "Unpacking $package in $cache (as an ordinary user, so nothing is installed)."
	# Lists that are too old name files which are no longer there.
	download || { own_lists && choose && download; } || cannot "apt-get could not download $package"
	root=$work/root
	for file in "$work"/*.deb; do
		quietly dpkg-deb -x "$file" "$root" || cannot "dpkg-deb could not unpack $file"
	done
	if [ -d "$root/lib" ] && [ ! -h "$root/lib" ]; then # some packages still keep libraries there
		cp -a "$root/lib/." "$root/usr/lib/"
		rm -rf "${root:?}/lib"
	fi
	rm -rf "$root/usr/share/doc" "$root/usr/share/man" "$root/usr/share/locale" "$root/usr/lib/postgresql/$version/lib/bitcode"
	try "$root" || cannot "those of $package do not work here (a missing library, or a user ID without a name?)"
	# Another run may have finished first; then its result is used.
	mv -T "$root" "$cache/$version" 2>/dev/null || [ -d "$cache/$version" ] || cannot "$cache cannot be written to"
}

# try ROOT: creates a cluster, to check that programs, libraries and data files are found.
try() {
	LD_LIBRARY_PATH=$(printf '%s:' "$1"/usr/lib/*-linux-*)${LD_LIBRARY_PATH:-} \
		quietly "$1/usr/lib/postgresql/$version/bin/initdb" -D "$work/try" --locale=C.UTF-8 --encoding=UTF8 \
		--auth-local=trust --auth-host=reject --no-sync
}

# --- main ------------------------------------------------------------------------------------------------------------

mode=${1:-}
case $mode in
'' | --where | --check) ;;
*)
	say "usage: $0 [--where | --check]"
	exit 2
	;;
esac

if ! look; then
	[ "$mode" != --check ] || cannot "there are none"
	command -v apt-get >/dev/null || cannot "this system has no apt-get to install them with"
	trap '[ -z "$work" ] || rm -rf "$work"' EXIT
	trap 'exit 1' HUP INT TERM
	if [ "$(id -u)" = 0 ]; then
		work=$(mktemp -d) || cannot "there is no temporary directory"
		install_as_root
	else
		[ -n "$cache" ] || cannot "there is no HOME to unpack them in"
		# Beside its target, so that the result can be renamed.
		{ mkdir -p "$cache" && work=$(mktemp -d "$cache/.work.XXXXXX"); } || cannot "they cannot be unpacked in $cache"
		install_as_user
	fi
	look || cannot "they were installed, but cannot be found"
	say "PostgreSQL $newest is in $found."
fi
[ -z "$mode" ] || printf '%s\n' "$found"
