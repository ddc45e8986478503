package pdf

import (
	"math"
	"strconv"

	"github.com/go-text/typesetting/shaping"
)

// Write draws a line of text. x is its left edge and y its baseline.
func (d *Document) Write(s Style, x, y float64, line Line) {
	if len(line.runs) == 0 {
		return
	}
	d.marked()
	c := d.now.content
	d.now.fill(s.Color)
	at := x * points
	base := d.size.Height - y*points
	c.BeginText()
	for i := range line.runs {
		run := &line.runs[i]
		face := d.faces[run.Face]
		d.now.font(face, s)
		w := writer{document: d, face: face, run: run, text: line.text, size: s.Size}
		c.SetTextMatrix(1, 0, 0, 1, at, base)
		w.write()
		at += float64(run.Advance) / 64 / em * s.Size
	}
	c.EndText()
}

// writer writes a run of glyphs.
type writer struct {
	document *Document
	face     *face
	run      *shaping.Output
	text     []rune
	size     float64
	rise     float64
	// off is how far the position of the page is behind that of the next glyph, in thousandths of the size.
	off    float64
	array  []byte // elements of the operator TJ
	digits []byte // glyphs in hexadecimal, not yet in array
}

// write writes clusters, which are the smallest pieces of text with glyphs of their own. A cluster whose glyphs do not stand for its text
// by themselves carries it (ActualText, ISO 32000-1, 14.9.4).
func (w *writer) write() {
	glyphs := w.run.Glyphs
	for len(glyphs) > 0 {
		n := min(max(glyphs[0].GlyphsCount(), 1), len(glyphs))
		cluster := glyphs[:n]
		glyphs = glyphs[n:]
		text := w.textOf(cluster[0])
		if n == 1 && w.stands(cluster[0], text) {
			w.glyph(cluster[0])
			continue
		}
		for i := range cluster {
			w.stands(cluster[i], text)
		}
		w.flush()
		w.document.now.content.BeginMarkedContentActualText(text)
		for i := range cluster {
			w.glyph(cluster[i])
		}
		w.flush()
		w.document.now.content.EndMarkedContent()
	}
	w.flush()
	w.setRise(0)
}

// textOf returns the text of a glyph's cluster.
func (w *writer) textOf(g shaping.Glyph) string {
	first := g.TextIndex()
	return string(w.text[first:min(first+g.RunesCount(), len(w.text))])
}

// stands notes that a glyph is used, and reports whether it stands for a text in the whole file.
func (w *writer) stands(g shaping.Glyph, text string) bool {
	id := uint16(g.GlyphID)
	if !w.face.has(id) {
		return true
	}
	before, used := w.face.glyphs[id]
	if !used {
		w.face.glyphs[id] = text
		return true
	}
	return before == text
}

func (w *writer) glyph(g shaping.Glyph) {
	if !w.face.has(uint16(g.GlyphID)) {
		w.off += float64(g.Advance) / 64
		return
	}
	const tolerance = 0.75 // in thousandths of the size: less than a hundredth of a point
	if rise := float64(g.YOffset) / 64 / em * w.size; math.Abs(rise-w.rise) > 0.01 {
		w.flush()
		w.setRise(rise)
	}
	offset := float64(g.XOffset) / 64
	if move := w.off + offset; math.Abs(move) > tolerance {
		w.move(move)
		w.off -= move
	}
	const hexadecimal = "0123456789ABCDEF"
	id := uint16(g.GlyphID)
	w.digits = append(w.digits, hexadecimal[id>>12], hexadecimal[id>>8&15], hexadecimal[id>>4&15], hexadecimal[id&15])
	w.off += float64(g.Advance)/64 - float64(w.face.width(id))
}

// has reports whether the font has a glyph. The shaper gives another number to characters that are never shown, such as a mark that joins
// letters.
func (f *face) has(id uint16) bool { return int(id) < f.embed.NumGlyphs() }

// width returns the advance of a glyph as the file has it, in thousandths of the size.
func (f *face) width(id uint16) int { return f.embed.GlyphAdvance(id) * em / f.units }

// move moves the next glyph to the right.
func (w *writer) move(by float64) {
	w.endGlyphs()
	w.array = strconv.AppendFloat(w.array, -by, 'f', 1, 64)
	w.array = append(w.array, ' ')
}

func (w *writer) endGlyphs() {
	if len(w.digits) > 0 {
		w.array = append(append(append(w.array, '<'), w.digits...), '>')
		w.digits = w.digits[:0]
	}
}

func (w *writer) flush() {
	w.endGlyphs()
	if len(w.array) > 0 {
		w.document.now.content.AppendBytes(append(append([]byte{'['}, w.array...), "] TJ\n"...))
		w.array = w.array[:0]
	}
}

func (w *writer) setRise(rise float64) {
	if rise != w.rise {
		w.document.now.content.SetTextRise(rise)
		w.rise = rise
	}
}
