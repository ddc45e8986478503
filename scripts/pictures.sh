#!/bin/sh
# Makes the pictures of the README in docs/pictures, of a shop with demo data that lives for this alone. It needs bin/tradelog, Node with
# the project test/conformance/console, and Chromium; make pictures sees to that.
set -eu

cd "$(dirname "$0")/.."
node=$(scripts/node.sh --where)
project=$(scripts/node.sh --project test/conformance/console)
chromium=$(scripts/chromium.sh)
goal=$PWD/docs/pictures
work=$(mktemp -d)
shop=''
end() {
	[ -z "$shop" ] || { kill "$shop" 2>/dev/null && wait "$shop" || :; }
	rm -rf "$work"
}
trap end EXIT
trap 'exit 1' HUP INT TERM

bin/tradelog serve --demo --listen 127.0.0.1:0 --data "$work/data" >"$work/said" 2>&1 &
shop=$!
# said WORD: prints what comes behind a word in what the shop has printed.
said() { sed -n "s|^[^/]*$1  *\([^ ]*\).*|\1|p" "$work/said" | head -n 1; }
waited=0
until grep -q '^Ctrl-C stops it' "$work/said"; do
	kill -0 "$shop" 2>/dev/null && [ "$waited" -lt 240 ] || { cat "$work/said" >&2; exit 1; }
	waited=$((waited + 1))
	sleep 1
done
mkdir -p "$goal"
"$node" "$project/pictures.mjs" "$chromium" "$(said console)" "$(said username)" "$(said api_key)" "$goal"
