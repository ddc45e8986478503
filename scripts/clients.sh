#!/bin/sh
# Makes packages of the client libraries with the types of a shop. make clients calls it for dist/.
#
#   scripts/clients.sh DIST         the types are those of bin/tradelog, which the script starts
#   scripts/clients.sh DIST URL     the types are those of the shop at an address
#
# The npm tarball and the wheel are made by npm and pip. The archives for Go and PHP are those of the complete source.

set -eu

# quietly COMMAND...: shows its output only if it fails.
quietly() { "$@" >"$work/output" 2>&1 || { cat "$work/output" >&2; exit 1; }; }

case $# in
1 | 2) ;;
*)
	printf 'usage: %s DIST [URL]\n' "$0" >&2
	exit 2
	;;
esac
mkdir -p "$1"
dist=$(cd "$1" && pwd)
url=${2:-}
cd "$(dirname "$0")/.."
. scripts/shop.sh
if [ -z "$url" ]; then
	serve 120
	url=$(sed -n 's|.*answers on \(http://[^ ]*\).*|\1|p' "$work/said")
fi
go run ./clients/generate "$url/api/docs.json" "$work/sources" "$work/packages"

# The modules that the library is compiled with are linked into the source.
node=$(scripts/node.sh --where)
source=$work/sources/typescript
ln -s "$(scripts/node.sh --project clients/typescript)/node_modules" "$source/node_modules"
(
	cd "$source"
	PATH=$(dirname "$node"):$PATH
	quietly node node_modules/typescript/bin/tsc
	quietly npm pack --ignore-scripts --pack-destination "$work/packages"
)
quietly "$(scripts/python.sh --tools)" -m pip --disable-pip-version-check wheel --no-build-isolation --no-deps --no-index \
	--wheel-dir "$work/packages" "$work/sources/python"

rm -f "$dist"/*tradelog*client*
cp "$work/packages"/* "$dist"
