#!/bin/sh
# Copies the scripts in console/assets again from their packages in the npm registry. Run it for a new version: name it below and
# in console/assets/LICENSES.
set -eu

htmx=2.0.11
sse=2.2.4

cd "$(dirname "$0")/.."
goal=$PWD/console/assets
command -v npm >/dev/null || scripts/debian.sh npm
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work"

# take PACKAGE VERSION FILE: fetches a package and takes a file of it.
take() {
	tar -xzf "$(npm pack --silent "$1@$2")"
	cp "package/$3" "$goal/"
	printf 'The licence of %s:\n' "$1"
	cat package/LICENSE
	rm -rf package
}

take htmx.org "$htmx" dist/htmx.min.js
take htmx-ext-sse "$sse" dist/sse.min.js
