package papers

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// The page, in millimetres.
const (
	pageWidth  = 210.0
	pageHeight = 297.0
	margin     = 18.0
	top        = 16.0
	bottom     = 22.0 // distance of the footer's top from the lower edge
	width      = pageWidth - 2*margin
	right      = pageWidth - margin
)

// shade is a colour.
type shade struct{ r, g, b int }

var (
	black  = shade{28, 32, 38}
	grey   = shade{105, 112, 122}
	line   = shade{214, 218, 224}
	band   = shade{241, 243, 246}
	accent = shade{22, 70, 120}
	alarm  = shade{176, 32, 32}
)

// style is the style of a text.
type style struct {
	size  float64 // in points
	bold  bool
	color shade
}

var (
	body  = style{size: 9, color: black}
	small = style{size: 7.5, color: grey}
	label = style{size: 7.5, bold: true, color: accent}
	head  = style{size: 8, bold: true, color: black}
	title = style{size: 19, bold: true, color: black}
)

func (s style) withBold() style {
	s.bold = true
	return s
}
func (s style) withColor(c shade) style {
	s.color = c
	return s
}
func (s style) withSize(n float64) style {
	s.size = n
	return s
}

// height returns the height of a line of text, in millimetres.
func (s style) height() float64 { return s.size * 0.3528 * 1.38 }

// sheet is a PDF file being printed, and the position on its current page.
type sheet struct {
	pdf *fpdf.Fpdf
	y   float64
	// continued is drawn at the top of every page but the first.
	continued func()
	now       style
}

func newSheet(made time.Time, what, by string) *sheet {
	p := fpdf.New("P", "mm", "A4", "")
	p.SetAutoPageBreak(false, 0)
	p.SetMargins(margin, top, margin)
	p.SetCatalogSort(true)
	p.SetCreationDate(made)
	p.SetModificationDate(made)
	p.SetProducer("tradelog", false)
	p.SetTitle(toPrintable(what), true)
	if by != "" {
		p.SetAuthor(toPrintable(by), true)
	}
	p.AddUTF8FontFromBytes("go", "", faces().regular)
	p.AddUTF8FontFromBytes("go", "B", faces().bold)
	s := &sheet{pdf: p}
	s.page()
	return s
}

// page begins a page.
func (s *sheet) page() {
	s.pdf.AddPage()
	s.y, s.now = top, style{}
	if s.pdf.PageNo() > 1 && s.continued != nil {
		s.continued()
	}
}

// room begins a new page unless the given height is left, and reports whether it did.
func (s *sheet) room(height float64) (turned bool) {
	if s.y+height <= pageHeight-bottom {
		return false
	}
	s.page()
	return true
}

func (s *sheet) set(st style) {
	if s.now == st {
		return
	}
	face := ""
	if st.bold {
		face = "B"
	}
	s.pdf.SetFont("go", face, st.size)
	s.pdf.SetTextColor(st.color.r, st.color.g, st.color.b)
	s.now = st
}

// textWidth returns the width of a text.
func (s *sheet) textWidth(st style, text string) float64 {
	s.set(st)
	return s.pdf.GetStringWidth(text)
}

// printText prints a line of text whose top is y; align is -1 left of x, 0 centred on it or 1 ending there.
func (s *sheet) printText(st style, x, y float64, align int, text string) {
	text = toPrintable(text)
	s.set(st)
	switch align {
	case 0:
		x -= s.pdf.GetStringWidth(text) / 2
	case 1:
		x -= s.pdf.GetStringWidth(text)
	}
	s.pdf.Text(x, y+st.size*0.3528*1.02, text)
}

// printFitting prints a text that ends at x, in smaller letters if it is too wide.
func (s *sheet) printFitting(st style, x, y, most float64, text string) {
	for st.size > 4 && s.textWidth(st, toPrintable(text)) > most {
		st.size -= 0.5
	}
	s.printText(st, x, y, 1, text)
}

// wrap breaks a text into lines; a word that is wider than a line is broken too.
func (s *sheet) wrap(st style, most float64, text string) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(toPrintable(text)) {
		joined := word
		if line != "" {
			joined = line + " " + word
		}
		if s.textWidth(st, joined) <= most {
			line = joined
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for line = word; s.textWidth(st, line) > most; {
			n := s.fittingBytes(st, most, line)
			lines, line = append(lines, line[:n]), line[n:]
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// fittingBytes returns the number of bytes of a word that fit on a line, at least one character.
func (s *sheet) fittingBytes(st style, most float64, word string) int {
	last := 0
	for i := range word {
		if last > 0 && s.textWidth(st, word[:i]) > most {
			return last
		}
		last = i
	}
	return max(last, 1)
}

// block prints lines beneath each other and returns the y coordinate of their end.
func (s *sheet) block(st style, x, y float64, align int, lines []string) float64 {
	for _, text := range lines {
		s.printText(st, x, y, align, text)
		y += st.height()
	}
	return y
}

func (s *sheet) rule(y float64, c shade, thick float64) {
	s.pdf.SetDrawColor(c.r, c.g, c.b)
	s.pdf.SetLineWidth(thick)
	s.pdf.Line(margin, y, right, y)
}

func (s *sheet) box(x, y, w, h float64, c shade) {
	s.pdf.SetFillColor(c.r, c.g, c.b)
	s.pdf.Rect(x, y, w, h, "F")
}

// image prints a picture within a box, as large as it fits, and returns its height.
func (s *sheet) image(p *picture, x, y, most, high float64) float64 {
	w, h := most, most*float64(p.height)/float64(p.width)
	if h > high {
		w, h = high*float64(p.width)/float64(p.height), high
	}
	options := fpdf.ImageOptions{ImageType: "JPG"}
	s.pdf.RegisterImageOptionsReader("logo", options, bytes.NewReader(p.jpeg))
	s.pdf.ImageOptions("logo", x, y, w, h, false, options, 0, "")
	return h
}

// number prints the footer of every page. of is the text with the number of the page and of all pages.
func (s *sheet) number(text string, of func(n, count int) string) {
	count := s.pdf.PageCount()
	for n := 1; n <= count; n++ {
		s.pdf.SetPage(n)
		s.now = style{}
		y := pageHeight - bottom + 7
		s.rule(y, line, 0.2)
		s.printText(small, margin, y+2.5, -1, text)
		s.printText(small, right, y+2.5, 1, of(n, count))
	}
}

// bytes returns the finished file.
func (s *sheet) bytes() ([]byte, error) {
	var b bytes.Buffer
	if err := s.pdf.Output(&b); err != nil {
		return nil, fmt.Errorf("print: %w", err)
	}
	return b.Bytes(), nil
}
