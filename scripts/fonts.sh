#!/bin/sh
# Makes the fonts of printed documents again: internal/pdf/fonts, from the packages of Noto fonts of Debian 12, and from npm's for emoji.
# Needs apt-get, dpkg, npm, python3, zstd and pyftsubset (package fonttools); 2 minutes.
#
# Fonts are reduced to the characters of living scripts, without instructions for screens. The font for Chinese, Japanese and Korean has one
# glyph for each code point, the Japanese one, and others where Chinese writes it differently (OpenType feature locl).
set -eu
cd "$(dirname "$0")/.."
to=$PWD/internal/pdf/fonts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download fonts-noto-core=20201225-1 fonts-noto-cjk=1:20220127+repack1-1
for package in *.deb; do dpkg -x "$package" .; done
npm pack --silent @fontsource/noto-emoji@5.3.2 | xargs tar xzf
noto=usr/share/fonts/truetype/noto
rm -f "$to"/*.zst

# cut SOURCE NAME UNICODES [OPTION...] writes a font with some of its characters.
cut() {
	source=$1 name=$2 unicodes=$3
	shift 3
	pyftsubset "$source" --unicodes="$unicodes" --no-hinting --notdef-outline --name-IDs=1,2,4,6 --no-recalc-timestamp \
		--drop-tables+=DSIG,MATH --output-file="$name" "$@"
}

pack() { zstd --ultra -22 -q -f "$1" -o "$to/$1.zst"; }

for face in Regular Bold; do
	cut $noto/NotoSans-$face.ttf Sans-$face.ttf \
		'U+20-24F,U+250-2AF,U+2B0-36F,U+370-52F,U+1AB0-1AFF,U+1D00-1DFF,U+1E00-1FFF,U+2000-218F,U+2190-22FF,U+25CC,U+2C60-2C7F,U+A640-A69F,U+A720-A7FF,U+AB30-AB6F,U+FB00-FB06,U+FE20-FE2F,U+FFFD'
	pack Sans-$face.ttf
done
for script in Arabic Armenian Bengali Cherokee Devanagari Ethiopic Georgian Gujarati Gurmukhi Hebrew Kannada Khmer Lao Malayalam Myanmar \
	Oriya Sinhala Tamil Telugu Thaana Thai; do
	cut $noto/NotoSans$script-Regular.ttf $script.ttf '*'
	pack $script.ttf
done
cut $noto/NotoSansSymbols-Regular.ttf Symbols.ttf 'U+20A0-20CF,U+2100-27BF,U+1F100-1F1FF'
pack Symbols.ttf
cut $noto/NotoSansSymbols2-Regular.ttf Symbols2.ttf 'U+2190-2BFF,U+1F300-1F5FF,U+1F600-1F64F,U+1F680-1F6FF'
pack Symbols2.ttf
cut package/files/noto-emoji-emoji-400-normal.woff Emoji.ttf 'U+20,U+200D,U+20E3,U+2190-2BFF,U+3030,U+303D,U+3297,U+3299,U+FE0F,U+1F000-1FAFF,U+E0020-E007F' \
	--layout-features='*' --drop-tables+=STAT,vhea,vmtx --flavor=
pack Emoji.ttf

cut usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc CJK.otf \
	'U+20,U+A0,U+2010-2027,U+2030-205E,U+2160-217F,U+2460-24FF,U+3000-30FF,U+3105-312F,U+3131-318E,U+31F0-31FF,U+3200-33FF,U+4E00-9FFF,U+AC00-D7A3,U+F900-FAFF,U+FF00-FFEF,U+20B9F,U+20BB7' \
	--font-number=0 --layout-features=locl --layout-scripts=hani.ZHS,hani.ZHT --drop-tables+=vmtx,vhea,VORG,GPOS,BASE
# PDF files name the glyphs of such a font by the numbers of its charset. The charset becomes that of the glyphs' order: format 2, one range.
/usr/bin/python3 - CJK.otf <<'PYTHON'
import struct, sys
from fontTools.ttLib import TTFont
path = sys.argv[1]
font = TTFont(path)
top = font["CFF "].cff.topDictIndex[0]
at = font.reader.tables["CFF "].offset + top.rawDict["charset"]
count = font["maxp"].numGlyphs
with open(path, "r+b") as file:
    file.seek(at)
    file.write(struct.pack(">BHH", 2, 1, count - 2))
PYTHON
pack CJK.otf
cat usr/share/doc/fonts-noto-core/copyright usr/share/doc/fonts-noto-cjk/copyright package/LICENSE >"$to/LICENSE"
