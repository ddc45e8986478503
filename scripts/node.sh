#!/bin/sh
# Installs Node if necessary, for tests with independent programs. Only tests need it. It looks in PATH and in the
# cache directory. A missing or outdated Node is fetched from the npm registry into the cache directory, with npm, which is
# installed with apt-get if necessary.
#
#   scripts/node.sh                 look, and fetch if need be; silent if nothing was to be done
#   scripts/node.sh --where         the same, and print the program
#   scripts/node.sh --project DIR   the same, install the modules of DIR/package-lock.json beside a copy of DIR, and print the directory
#
# NODE names a program to use instead.

set -eu

oldest=22
fetched=22.23.3
case ${XDG_CACHE_HOME:-} in
/*) cache=$XDG_CACHE_HOME/tradelog/node ;;
*) cache=${HOME:-/tmp}/.cache/tradelog/node ;;
esac

say() { printf '%s\n' "$*" >&2; }

work=''

cannot() {
	[ -z "$work" ] || [ ! -s "$work/output" ] || cat "$work/output" >&2
	say "These tests need Node $oldest or later, and $1."
	say "Install it so that node is in PATH, or name it: NODE=/path/to/node"
	exit 1
}

# usable PROGRAM: succeeds if it is a recent Node.
usable() {
	[ -x "$1" ] || return 1
	major=$("$1" --version 2>/dev/null) || return 1
	major=${major#v}
	major=${major%%.*}
	case $major in '' | *[!0-9]*) return 1 ;; esac
	[ "$major" -ge "$oldest" ]
}

# package: prints the package of the npm registry with Node for this machine.
package() {
	system=$(uname -s | tr '[:upper:]' '[:lower:]')
	case $(uname -m) in
	x86_64 | amd64) machine=x64 ;;
	aarch64 | arm64) machine=arm64 ;;
	*) machine=$(uname -m) ;;
	esac
	printf 'node-%s-%s' "$system" "$machine"
}

look() {
	if [ -n "${NODE:-}" ]; then
		usable "$NODE" || cannot "NODE=$NODE is none"
		node=$NODE
		return
	fi
	for node in "$(command -v node || :)" "$cache/$fetched/node_modules/$(package)/bin/node"; do
		if usable "$node"; then return; fi
	done
	return 1
}

# quietly COMMAND...: shows its output only if the script fails.
quietly() { "$@" >"$work/output" 2>&1; }

begin() {
	[ -z "$work" ] || return 0
	trap '[ -z "$work" ] || rm -rf "$work"' EXIT
	trap 'exit 1' HUP INT TERM
	# Beside its target, so that the result can be renamed.
	{ mkdir -p "$cache" && work=$(mktemp -d "$cache/.work.XXXXXX"); } || cannot "$cache cannot be written to"
}

npm_or_install() {
	command -v npm >/dev/null || "$(dirname "$0")"/debian.sh npm || cannot "there is no npm to fetch it with"
}

fetch() {
	begin
	npm_or_install
	say "Fetching Node $fetched into $cache."
	quietly npm install --no-audit --no-fund --prefix "$work/node" "$(package)@$fetched" || cannot "npm could not fetch $(package)@$fetched"
	# Another run may have finished first; then its result is used.
	mv -T "$work/node" "$cache/$fetched" 2>/dev/null || [ -d "$cache/$fetched" ] || cannot "$cache cannot be written to"
}

# project DIR: sets $place to a copy of DIR with its modules. Modules may contain Go files, so they are not installed in the
# tree. Each state of DIR is copied once.
project() {
	[ -f "$1/package-lock.json" ] || cannot "$1 has no package-lock.json"
	files=$(find "$1" -maxdepth 1 -type f -name '[!.]*' ! -name '*.go' | LC_ALL=C sort)
	# shellcheck disable=SC2086 # names without spaces
	state=$(cat -- $files | cksum | tr ' ' -)
	place=$cache/projects/$state
	[ ! -f "$place/package-lock.json" ] || return 0
	begin
	npm_or_install
	say "Installing what $1/package-lock.json names into $place."
	mkdir -p "$work/project" "$cache/projects"
	# shellcheck disable=SC2086
	cp $files "$work/project/"
	PATH=$(dirname "$node"):$PATH quietly npm ci --no-audit --no-fund --ignore-scripts --prefix "$work/project" || cannot "npm could not install the modules"
	mv -T "$work/project" "$place" 2>/dev/null || [ -f "$place/package-lock.json" ] || cannot "$cache cannot be written to"
}

mode=${1:-}
case $mode in
'' | --where) ;;
--project) [ -n "${2:-}" ] || mode=--help ;;
*) mode=--help ;;
esac
if [ "$mode" = --help ]; then
	say "usage: $0 [--where | --project DIR]"
	exit 2
fi

if ! look; then
	fetch
	look || cannot "it was fetched, but cannot be found"
fi
case $mode in
--where) printf '%s\n' "$node" ;;
--project)
	project "$2"
	printf '%s\n' "$place"
	;;
esac
