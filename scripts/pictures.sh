#!/bin/sh
# Makes the pictures of the README in docs/pictures, of a temporary shop with demo data. It needs bin/tradelog, Node with
# the project test/conformance/console, and Chromium; make pictures provides them.
set -eu

cd "$(dirname "$0")/.."
node=$(scripts/node.sh --where)
project=$(scripts/node.sh --project test/conformance/console)
chromium=$(scripts/chromium.sh)
goal=$PWD/docs/pictures
. scripts/shop.sh

serve 240 --demo

# said WORD: prints the rest of a line of the shop's output, after a word.
said() { sed -n "s|^[^/]*$1  *\([^ ]*\).*|\1|p" "$work/said" | head -n 1; }
mkdir -p "$goal"
"$node" "$project/pictures.mjs" "$chromium" "$(said console)" "$(said username)" "$(said api_key)" "$goal"
