# shellcheck shell=sh
# Unpacks packages of Debian in a directory, for programs that only tests need. Nothing is installed, so no service starts. Scripts
# read this file with . after they have set:
#
#   needs    a sentence for messages about the user of the programs, such as "The test of connection poolers needs PgBouncer"
#   advice   a line with an alternative
#   cache    the directory; programs are in $cache/root
#
# and call provide at their end.

work=''

say() { printf '%s\n' "$*" >&2; }

cannot() {
	[ -z "$work" ] || [ ! -s "$work/output" ] || cat "$work/output" >&2
	say "$needs, and $1."
	say "$advice"
	exit 1
}

# cache_of NAME: a directory that programs can be run from by other users too, because some refuse to run as root, and other users
# cannot read root's home.
cache_of() {
	if [ "$(id -u)" = 0 ]; then
		printf '%s\n' "/var/cache/tradelog/$1"
		return
	fi
	case ${XDG_CACHE_HOME:-} in
	/*) printf '%s\n' "$XDG_CACHE_HOME/tradelog/$1" ;;
	*) printf '%s\n' "${HOME:-/tmp}/.cache/tradelog/$1" ;;
	esac
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

# further PATTERN PACKAGE...: prints the missing packages that the packages depend on and whose names match.
further() {
	pattern=$1
	shift
	apt-get -s --no-install-recommends install "$@" 2>/dev/null | sed -n "s/^Inst \\($pattern\\) .*/\\1/p"
}

# unpack FINISH DOWNLOAD NAMES: fetches packages with the function DOWNLOAD, which runs in the directory for them, unpacks them, and lets
# the function FINISH complete the directory that it is given. NAMES are for the message.
unpack() {
	if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then cannot "this system has no apt-get to fetch it with"; fi
	trap '[ -z "$work" ] || rm -rf "$work"' EXIT
	trap 'exit 1' HUP INT TERM
	# Beside its target, so that the result can be renamed.
	{ mkdir -p "$cache" && work=$(mktemp -d "$cache/.work.XXXXXX"); } || cannot "$cache cannot be written to"
	say "Unpacking $3 in $cache."
	# Lists that are too old name files which are no longer there.
	(cd "$work" && "$2") || { own_lists && (cd "$work" && "$2"); } || cannot "apt-get could not download it"
	for file in "$work"/*.deb; do
		quietly dpkg-deb -x "$file" "$work/root" || cannot "dpkg-deb could not unpack $file"
	done
	"$1" "$work/root"
	chmod -R a+rX "$work/root"
	# Another run may have finished first; then its result is used.
	mv -T "$work/root" "$cache/root" 2>/dev/null || [ -d "$cache/root" ] || cannot "$cache cannot be written to"
}

# with_libraries: the beginning of a program that runs another one with the libraries which were unpacked beside it.
with_libraries() {
	cat <<'RUN'
#!/bin/sh
root=${0%/*}
LD_LIBRARY_PATH=$(printf '%s:' "$root"/usr/lib/*-linux-* "$root"/lib/*-linux-*)${LD_LIBRARY_PATH:-}
export LD_LIBRARY_PATH
RUN
}

# provide NAMES [--where]: provides the programs of a script. It calls functions of the script: look finds the programs and fails if one is
# missing, download and finish are as for unpack, programs prints the result of look. NAMES are for messages.
provide() {
	names=$1
	shift
	case ${1:-} in
	'' | --where) ;;
	*)
		say "usage: $0 [--where]"
		exit 2
		;;
	esac
	if ! look; then
		unpack finish download "$names"
		look || cannot "what was unpacked does not run"
	fi
	[ -z "${1:-}" ] || programs
}
