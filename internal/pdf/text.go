package pdf

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/di"
	textfont "github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// Style is the style of a text.
type Style struct {
	Size  float64 // in points
	Bold  bool
	Color Color
	// Exact keeps the letters of a text as they are: words that are broken get no hyphen, as in codes.
	Exact bool
}

// Color is a colour in sRGB.
type Color struct{ R, G, B uint8 }

// em is the size at which texts are shaped: advances are in thousandths of the size of letters, the unit of PDF.
const em = 1000

// points is the number of points in a millimetre.
const points = 72 / 25.4

// Line is a line of shaped text.
type Line struct {
	text  []rune // of its paragraph
	runs  []shaping.Output
	width float64 // in thousandths of the size
}

// Width returns the width of the line in millimetres.
func (l Line) Width(s Style) float64 { return l.width / em * s.Size / points }

// Text returns the text of the line.
func (l Line) Text() string {
	var b strings.Builder
	ordered := slices.Clone(l.runs)
	slices.SortFunc(ordered, func(a, b shaping.Output) int { return a.Runes.Offset - b.Runes.Offset })
	for _, r := range ordered {
		b.WriteString(string(l.text[r.Runes.Offset : r.Runes.Offset+r.Runes.Count]))
	}
	return strings.TrimSpace(b.String())
}

// shaped is the key of lines in the cache of a file.
type shaped struct {
	text string
	bold bool
	most float64 // width in thousandths of the size; 0 for one line
	// exact: no hyphens, see Style
	exact bool
}

// Line shapes a text as one line.
func (d *Document) Line(s Style, text string) Line {
	lines := d.lines(shaped{text, s.Bold, 0, true})
	if len(lines) == 0 {
		return Line{}
	}
	return lines[0]
}

// Lines shapes a text and breaks it into lines of a width. A word that is wider is broken too, with a hyphen where that is sane. Line feeds
// are blanks.
func (d *Document) Lines(s Style, width float64, text string) []Line {
	return d.lines(shaped{text, s.Bold, max(width*points/s.Size*em, 1), s.Exact})
}

func (d *Document) lines(key shaped) []Line {
	if lines, done := d.shaped[key]; done {
		return lines
	}
	lines := d.shape(key)
	d.shaped[key] = lines
	return lines
}

func (d *Document) shape(key shaped) []Line {
	text, soft := softHyphens(composed(key.text))
	if len(text) == 0 {
		return nil
	}
	lines := d.wrap(text, key)
	if !key.exact && breaksWord(text, lines) {
		if hyphenated := d.wrap(d.hyphenate(text, soft, key), key); endWithHyphens(hyphenated) {
			return hyphenated
		}
	}
	return lines
}

// wrap shapes a clean text and breaks it into lines.
func (d *Document) wrap(text []rune, key shaped) []Line {
	direction := base(text)
	runs := d.runs(text, direction, key.bold)
	most := fixed.Int26_6(1<<31 - 1)
	if key.most > 0 {
		most = fixed.Int26_6(key.most * 64)
	}
	wrapped, _ := d.wrapper.WrapParagraphF(shaping.WrapConfig{Direction: direction}, most, text, shaping.NewSliceIterator(runs))
	lines := make([]Line, len(wrapped))
	for i, parts := range wrapped {
		line := Line{text: text}
		for _, part := range parts {
			part.Glyphs = slices.Clone(part.Glyphs)
			line.runs = append(line.runs, part)
			line.width += float64(part.Advance) / 64
		}
		slices.SortStableFunc(line.runs, func(a, b shaping.Output) int { return int(a.VisualIndex - b.VisualIndex) })
		lines[i] = line
	}
	return lines
}

// substitute is printed in place of a character that no font has. Programs still read the character itself (ActualText).
const substitute = unicode.ReplacementChar

// runs shapes a text of one paragraph. Characters that no font has are shaped again as their substitute.
func (d *Document) runs(text []rune, direction di.Direction, bold bool) []shaping.Output {
	shown, lacking := slices.Clone(text), true
	for i, r := range shown {
		if r == softHyphen {
			shown[i] = '-' // the text has one only where a word is broken
		}
	}
	var runs []shaping.Output
	for lacking {
		runs, lacking = nil, false
		for _, input := range d.segmenter.Split(shaping.Input{
			Text: shown, RunEnd: len(shown), Direction: direction, Size: fixed.I(em), Language: language.NewLanguage(d.info.Language),
		}, &faces{document: d, bold: bold}) {
			run := d.shaper.ShapeNoExtents(input)
			for i, g := range run.Glyphs {
				cluster := shown[g.TextIndex():min(g.TextIndex()+g.RunesCount(), len(shown))]
				if g.GlyphID == 0 {
					lacking = substituted(cluster, run.Face) || lacking
				} else if cluster[0] != ' ' {
					// The wrapper takes a glyph without a width for a blank, which takes no room at the end of a line. The shaper computes
					// no widths of the visible parts of glyphs.
					run.Glyphs[i].Width = 1
				}
			}
			runs = append(runs, run)
		}
	}
	return runs
}

// substituted replaces the characters of a cluster that its font lacks: all of them if only their composition is lacking.
func substituted(cluster []rune, face *textfont.Face) (changed bool) {
	lacks := func(r rune) bool {
		_, has := face.NominalGlyph(r)
		return !has
	}
	all := !slices.ContainsFunc(cluster, lacks)
	for i, r := range cluster {
		if r != substitute && (all || lacks(r)) {
			cluster[i], changed = substitute, true
		}
	}
	return changed
}

// clean prepares a text as composed does, and leaves out hyphens for breaking words.
func clean(text string) string {
	shown, _ := softHyphens(composed(text))
	return string(shown)
}

// composed prepares a text: accents are composed, white space and control characters are single blanks. Marks that change the order of
// letters are left out. An override would show another text than the one that was written.
func composed(text string) string {
	if plain(text) {
		return text
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\ufeff', r == '\u200b', r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
			return -1
		case r&0xfffe == 0xfffe, r >= '\ufdd0' && r <= '\ufdef':
			return substitute // a noncharacter, which files must not have
		case r == '\u00a0', r == '\u202f', r == '\u2007':
			return r // they keep words together
		case unicode.IsSpace(r), unicode.IsControl(r):
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	return norm.NFC.String(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' }), " "))
}

// plain reports whether a text is ASCII without control characters and double blanks.
func plain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' || text[i] == ' ' && (i == 0 || i == len(text)-1 || text[i-1] == ' ') {
			return false
		}
	}
	return true
}

// base returns the direction of a paragraph, which is that of its first letter (UAX #9, rule P2).
func base(text []rune) di.Direction {
	for _, r := range text {
		p, _ := bidi.LookupRune(r)
		switch p.Class() {
		case bidi.L:
			return di.DirectionLTR
		case bidi.R, bidi.AL:
			return di.DirectionRTL
		}
	}
	return di.DirectionLTR
}

// face is a font in a file.
type face struct {
	*loaded
	name   string // of the resource
	rim    bool   // whether letters are made bold by a rim
	units  int    // of an em
	glyphs map[uint16]string
}

// faces chooses the font of a character.
type faces struct {
	document *Document
	bold     bool
}

// ResolveFace returns the first font that has a character, or the regular one.
func (f *faces) ResolveFace(r rune) *textfont.Face {
	usual := regular
	if f.bold {
		usual = bold
	}
	first := f.document.face(usual, false)
	if _, has := first.NominalGlyph(r); has {
		return first
	}
	for _, s := range scripts {
		if r < s.first || r > s.last {
			continue
		}
		face := f.document.face(s.face, f.bold)
		if _, has := face.NominalGlyph(r); has {
			return face
		}
	}
	return first
}

// faceKey is a font in one of its weights.
type faceKey struct {
	of  *typeface
	rim bool
}

// face returns a font for the file.
func (d *Document) face(of *typeface, rim bool) *textfont.Face {
	key := faceKey{of, rim}
	if shaped, there := d.shapers[key]; there {
		return shaped
	}
	l := of.load()
	shaped := textfont.NewFace(l.text)
	d.shapers[key] = shaped
	program, there := d.programs[of]
	if !there {
		program = &face{loaded: l, name: fmt.Sprintf("F%d", len(d.programs)+1), units: l.embed.UnitsPerEm(), glyphs: map[uint16]string{}}
		d.programs[of] = program
		d.fonts = append(d.fonts, program)
	}
	weighted := *program
	weighted.rim = rim
	d.faces[shaped] = &weighted
	return shaped
}
