package pdf

import (
	"bytes"
	"embed"
	"sync"

	textfont "github.com/go-text/typesetting/font"
	"github.com/klauspost/compress/zstd"

	"github.com/carlos7ags/folio/font"
)

// fontFiles are Noto fonts (SIL Open Font License), which scripts/fonts.sh makes.
//
//go:embed fonts/*.zst
var fontFiles embed.FS

// typeface is a font of the program. A typeface is unpacked when it is first used, and stays in memory.
type typeface struct {
	file string
	load func() *loaded
}

// loaded is an unpacked font. Both readings may be used by several files at once.
type loaded struct {
	text  *textfont.Font // for shaping
	embed font.Face      // for embedding
}

func newTypeface(file string) *typeface {
	return &typeface{file, sync.OnceValue(func() *loaded { return unpack(file) })}
}

// unpack reads a font of the program. It panics if that cannot be read.
func unpack(file string) *loaded {
	packed, err := fontFiles.ReadFile("fonts/" + file + ".zst")
	if err != nil {
		panic("pdf: " + err.Error())
	}
	unpacker, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic("pdf: " + err.Error())
	}
	defer unpacker.Close()
	raw, err := unpacker.DecodeAll(packed, nil)
	if err != nil {
		panic("pdf: the font " + file + ": " + err.Error())
	}
	face, err := textfont.ParseTTF(bytes.NewReader(raw))
	if err != nil {
		panic("pdf: the font " + file + ": " + err.Error())
	}
	embedded, err := font.ParseTTF(raw)
	if err != nil {
		panic("pdf: the font " + file + ": " + err.Error())
	}
	return &loaded{text: face.Font, embed: embedded}
}

// The fonts. Latin, Greek and Cyrillic letters have a bold one; other bold letters are drawn with a rim.
var (
	regular = newTypeface("Sans-Regular.ttf")
	bold    = newTypeface("Sans-Bold.ttf")
	cjk     = newTypeface("CJK.otf")
	emoji   = newTypeface("Emoji.ttf")
)

// script is the font of some ranges of characters.
type script struct {
	first, last rune
	face        *typeface
}

// scripts lists where to look for a character that the fonts for Latin letters lack. Symbols come last, because they overlap.
var scripts = func() (all []script) {
	add := func(file string, ranges ...rune) {
		face := newTypeface(file)
		for i := 0; i < len(ranges); i += 2 {
			all = append(all, script{ranges[i], ranges[i+1], face})
		}
	}
	add("Armenian.ttf", 0x530, 0x58f, 0xfb13, 0xfb17)
	add("Hebrew.ttf", 0x590, 0x5ff, 0xfb1d, 0xfb4f)
	add("Arabic.ttf", 0x600, 0x6ff, 0x750, 0x77f, 0x8a0, 0x8ff, 0xfb50, 0xfdff, 0xfe70, 0xfeff)
	add("Thaana.ttf", 0x780, 0x7bf)
	add("Devanagari.ttf", 0x900, 0x97f, 0x1cd0, 0x1cff, 0xa8e0, 0xa8ff)
	add("Bengali.ttf", 0x980, 0x9ff)
	add("Gurmukhi.ttf", 0xa00, 0xa7f)
	add("Gujarati.ttf", 0xa80, 0xaff)
	add("Oriya.ttf", 0xb00, 0xb7f)
	add("Tamil.ttf", 0xb80, 0xbff)
	add("Telugu.ttf", 0xc00, 0xc7f)
	add("Kannada.ttf", 0xc80, 0xcff)
	add("Malayalam.ttf", 0xd00, 0xd7f)
	add("Sinhala.ttf", 0xd80, 0xdff)
	add("Thai.ttf", 0xe00, 0xe7f)
	add("Lao.ttf", 0xe80, 0xeff)
	add("Myanmar.ttf", 0x1000, 0x109f, 0xa9e0, 0xa9ff, 0xaa60, 0xaa7f)
	add("Georgian.ttf", 0x10a0, 0x10ff, 0x1c90, 0x1cbf, 0x2d00, 0x2d2f)
	add("Ethiopic.ttf", 0x1200, 0x139f, 0x2d80, 0x2ddf, 0xab00, 0xab2f)
	add("Cherokee.ttf", 0x13a0, 0x13ff, 0xab70, 0xabbf)
	add("Khmer.ttf", 0x1780, 0x17ff, 0x19e0, 0x19ff)
	all = append(all, script{0x2010, 0x2bff, cjk}, script{0x2e80, 0x9fff, cjk}, script{0xac00, 0xd7af, cjk}, script{0xf900, 0xfaff, cjk},
		script{0xff00, 0xffef, cjk}, script{0x20000, 0x3ffff, cjk},
		script{0x1f000, 0x1faff, emoji})
	add("Symbols.ttf", 0x20a0, 0x27bf, 0x1f100, 0x1f1ff)
	add("Symbols2.ttf", 0x2190, 0x2bff, 0x1f300, 0x1f6ff)
	return append(all, script{0x2190, 0x3299, emoji}, script{0xe0020, 0xe007f, emoji})
}()
