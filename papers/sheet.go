package papers

import (
	"tradelog/domain/lines"
	"tradelog/internal/pdf"
)

// The edges of a page, in millimetres.
const (
	margin   = 18.0
	top      = 16.0
	bottom   = 22.0 // distance of the footer's top from the lower edge
	pageHead = 16.0 // height of the head of further pages, with that of a table
)

var (
	black  = pdf.Color{R: 28, G: 32, B: 38}
	grey   = pdf.Color{R: 95, G: 102, B: 112}
	line   = pdf.Color{R: 214, G: 218, B: 224}
	band   = pdf.Color{R: 241, G: 243, B: 246}
	accent = pdf.Color{R: 22, G: 70, B: 120}
	alarm  = pdf.Color{R: 176, G: 32, B: 32}
)

// style is the style of a text.
type style pdf.Style

var (
	body  = style{Size: 9, Color: black}
	small = style{Size: 7.5, Color: grey}
	label = style{Size: 7.5, Bold: true, Color: accent}
	head  = style{Size: 8, Bold: true, Color: black}
	title = style{Size: 18, Bold: true, Color: black}
)

func (s style) withBold() style {
	s.Bold = true
	return s
}

func (s style) withColor(c pdf.Color) style {
	s.Color = c
	return s
}

func (s style) withSize(n float64) style {
	s.Size = n
	return s
}

// height returns the height of a line of text, in millimetres.
func (s style) height() float64 { return s.Size * 0.3528 * 1.38 }

// sheet is a file being printed, and the position on its current page.
type sheet struct {
	*pdf.Document
	high  float64 // of a page
	width float64 // between the margins
	right float64 // the right margin
	y     float64
	// continued is drawn at the top of every page but the first.
	continued func()
}

func newSheet(info pdf.Info) *sheet {
	s := &sheet{Document: pdf.New(info)}
	var wide float64
	wide, s.high = s.Size().Millimetres()
	s.width, s.right = wide-2*margin, wide-margin
	s.page()
	return s
}

// page begins a page.
func (s *sheet) page() {
	s.AddPage()
	s.y = top
	if s.Pages() > 1 && s.continued != nil {
		s.Decoration(s.continued)
	}
}

// room begins a new page unless the given height is left, and reports whether it did.
func (s *sheet) room(height float64) (turned bool) {
	if s.y+height <= s.high-bottom {
		return false
	}
	s.page()
	return true
}

// printText prints a text on one line whose top is y; align is -1 left of x, 0 centred on it or 1 ending there.
func (s *sheet) printText(st style, x, y float64, align int, text string) {
	s.printLine(st, x, y, align, s.Line(pdf.Style(st), text))
}

func (s *sheet) printLine(st style, x, y float64, align int, text pdf.Line) {
	switch align {
	case 0:
		x -= text.Width(pdf.Style(st)) / 2
	case 1:
		x -= text.Width(pdf.Style(st))
	}
	s.Write(pdf.Style(st), x, y+st.Size*0.3528*1.02, text)
}

// textWidth returns the width of a text on one line.
func (s *sheet) textWidth(st style, text string) float64 {
	return s.Line(pdf.Style(st), text).Width(pdf.Style(st))
}

// printFitting prints a text as printText does, in smaller letters if it is too wide.
func (s *sheet) printFitting(st style, x, y, most float64, align int, text string) {
	if wide := s.textWidth(st, text); wide > most {
		st.Size = max(st.Size*most/wide, 3.5)
	}
	s.printText(st, x, y, align, text)
}

// wrap breaks a text into lines; a word that is wider than a line is broken too, with a hyphen.
func (s *sheet) wrap(st style, most float64, text string) []pdf.Line {
	return s.Lines(pdf.Style(st), most, text)
}

// fold breaks texts into lines of a width. Line breaks of a text stay.
func (s *sheet) fold(st style, most float64, texts []string) (all []pdf.Line) {
	for _, text := range texts {
		for _, line := range lines.Split(text) {
			all = append(all, s.wrap(st, most, line)...)
		}
	}
	return all
}

// block prints lines beneath each other and returns the y coordinate of their end.
func (s *sheet) block(st style, x, y float64, align int, lines []pdf.Line) float64 {
	for _, text := range lines {
		s.printLine(st, x, y, align, text)
		y += st.height()
	}
	return y
}

// paragraph prints a text of any length over the width of the page, on as many pages as it needs.
func (s *sheet) paragraph(tag pdf.Tag, st style, indent float64, text string) {
	s.In(tag, func() {
		for _, line := range s.wrap(st, s.width-indent, text) {
			s.room(st.height())
			s.printLine(st, margin+indent, s.y, -1, line)
			s.y += st.height()
		}
	})
}

// rule draws a line over the width of the page.
func (s *sheet) rule(y float64, c pdf.Color, thick float64) { s.Rule(margin, y, s.width, thick, c) }

// image prints a picture within a box, as large as it fits, and returns its height.
func (s *sheet) image(p *picture, x, y, most, high float64, alternative string) (float64, error) {
	w, h := most, most*float64(p.height)/float64(p.width)
	if h > high {
		w, h = high*float64(p.width)/float64(p.height), high
	}
	return h, s.Picture(x, y, w, h, p.jpeg, alternative)
}

// number prints the footer of every page. of is the text with the number of the page and of all pages.
func (s *sheet) number(text string, of func(n, count int) string) {
	count := s.Pages()
	for n := 1; n <= count; n++ {
		s.Select(n)
		s.Decoration(func() {
			y := s.high - bottom + 7
			s.rule(y, line, 0.2)
			number := of(n, count)
			lines := s.wrap(small, s.width-s.textWidth(small, number)-6, text)
			s.block(small, margin, y+2.5, -1, lines[:min(len(lines), 3)])
			s.printText(small, s.right, y+2.5, 1, number)
		})
	}
}
