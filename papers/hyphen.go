package papers

import (
	"encoding/binary"
	"slices"
	"sync"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
)

// face holds the two fonts of a page.
type face struct{ regular, bold []byte }

// faces are the Go fonts with another hyphen: theirs is as wide as a minus sign, because it is made for code, and makes "T-Shirt" and
// "SHOE-36" look as if they were typed with dashes. The glyph of the soft hyphen has the width of a hyphen and takes its place, so that
// the text of the file remains as it was typed.
var faces = sync.OnceValue(func() face {
	return face{withGlyph(goregular.TTF, '-', '\u00ad'), withGlyph(gobold.TTF, '-', '\u00ad')}
})

// withGlyph returns a font in which a character looks like another one, whose outline must not be longer (OpenType: glyf, loca, hmtx).
// It panics if the font cannot be read.
func withGlyph(ttf []byte, of, like rune) []byte {
	font, err := sfnt.Parse(ttf)
	if err != nil {
		panic("pdf: the built-in font cannot be read: " + err.Error())
	}
	var buffer sfnt.Buffer
	to, err := font.GlyphIndex(&buffer, of)
	if err != nil {
		panic(err)
	}
	from, err := font.GlyphIndex(&buffer, like)
	if err != nil {
		panic(err)
	}
	changed := slices.Clone(ttf)
	table := tables(changed)
	outline := func(glyph sfnt.GlyphIndex) []byte {
		loca, at := table["loca"], int(glyph)
		if binary.BigEndian.Uint16(table["head"][50:]) == 0 { // offsets are halved
			return table["glyf"][2*int(binary.BigEndian.Uint16(loca[2*at:])) : 2*int(binary.BigEndian.Uint16(loca[2*at+2:]))]
		}
		return table["glyf"][binary.BigEndian.Uint32(loca[4*at:]):binary.BigEndian.Uint32(loca[4*at+4:])]
	}
	if n := len(outline(from)); n > len(outline(to)) {
		panic("pdf: the outline is too long for its place")
	}
	copy(outline(to), outline(from))
	const metric = 4 // bytes: advance and left side bearing
	copy(table["hmtx"][metric*int(to):][:metric], table["hmtx"][metric*int(from):])
	return changed
}

// tables returns the tables of a font by name. They share its bytes.
func tables(ttf []byte) map[string][]byte {
	all := map[string][]byte{}
	for n := range int(binary.BigEndian.Uint16(ttf[4:])) {
		entry := ttf[12+16*n:]
		at, size := binary.BigEndian.Uint32(entry[8:]), binary.BigEndian.Uint32(entry[12:])
		all[string(entry[:4])] = ttf[at : at+size]
	}
	return all
}
