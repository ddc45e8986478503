package pdf

import (
	"errors"
	"fmt"
	"time"

	"github.com/carlos7ags/folio/barcode"
	"github.com/carlos7ags/folio/content"
	"github.com/carlos7ags/folio/image"
	textfont "github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/shaping"
)

// Size is the size of pages, in points.
type Size struct{ Width, Height float64 }

// The sizes of pages: A4 (ISO 216) and Letter (ANSI).
var (
	A4     = Size{210 * points, 297 * points}
	Letter = Size{8.5 * 72, 11 * 72}
)

// Millimetres returns the width and the height of a page.
func (s Size) Millimetres() (width, height float64) { return s.Width / points, s.Height / points }

// Info describes a file.
type Info struct {
	Title, Author string
	Language      string // of the text, as BCP 47, such as de-DE
	Made          time.Time
	Size          Size // of pages; A4 if zero
	Attachments   []Attachment
	// Invoice is the name of the attachment that is the invoice of the file, for programs (Factur-X 1.0 and ZUGFeRD 2, profile EN 16931).
	// Empty if there is none.
	Invoice string
}

// Attachment is a file within a file.
type Attachment struct {
	Name, Description string
	MediaType         string // such as text/xml
	// Relation to the page: Alternative for the same content in another form, Data, Source, Supplement or Unspecified, the default
	// (ISO 32000-2, 7.11.3).
	Relation string
	Content  []byte
}

// Document is a file being written. A Document is not safe for concurrent use.
type Document struct {
	info      Info
	size      Size
	pages     []*page
	now       *page
	shaper    shaping.HarfbuzzShaper
	segmenter shaping.Segmenter
	wrapper   shaping.LineWrapper
	shaped    map[shaped][]Line
	shapers   map[faceKey]*textfont.Face
	faces     map[*textfont.Face]*face
	programs  map[*typeface]*face
	fonts     []*face
	pictures  []*image.Image
	root      *element
	open      *element // nil while drawings do not belong to the text
}

// New begins a file. It has no page yet.
func New(info Info) *Document {
	if info.Size == (Size{}) {
		info.Size = A4
	}
	d := &Document{
		info: info, size: info.Size, shaped: map[shaped][]Line{}, shapers: map[faceKey]*textfont.Face{}, faces: map[*textfont.Face]*face{},
		programs: map[*typeface]*face{}, root: &element{tag: "Document"},
	}
	d.shaper.SetFontCacheSize(8)
	return d
}

// page is a page being drawn.
type page struct {
	index   int
	content *content.Stream
	marked  *element // of the marked content that is open; artifact for content that is no text
	ids     []*element
	face    *face
	style   Style
	pen     struct {
		color Color
		width float64
	}
	filled Color
	rimmed float64
}

// AddPage begins a page.
func (d *Document) AddPage() {
	d.pages = append(d.pages, &page{index: len(d.pages), content: content.NewStream()})
	d.Select(len(d.pages))
}

// Size returns the size of the pages.
func (d *Document) Size() Size { return d.size }

// Pages returns the number of pages.
func (d *Document) Pages() int { return len(d.pages) }

// Select makes a page the one that is drawn on, such as for page numbers. The first is 1.
func (d *Document) Select(n int) { d.now = d.pages[n-1] }

func (p *page) fill(c Color) {
	if c != p.filled {
		p.content.SetFillColorRGB(c.parts())
		p.filled = c
	}
}

func (c Color) parts() (r, g, b float64) {
	return float64(c.R) / 255, float64(c.G) / 255, float64(c.B) / 255
}

// font chooses the font of the next text. Letters with a rim are filled and drawn with a thin line around.
func (p *page) font(f *face, s Style) {
	if p.face == nil || p.face.name != f.name || p.style.Size != s.Size {
		p.content.SetFont(f.name, s.Size)
	}
	p.face, p.style = f, s
	rim := 0.0
	if f.rim {
		rim = s.Size * 0.028
	}
	if rim == p.rimmed {
		if rim > 0 {
			p.line(s.Color, rim)
		}
		return
	}
	if p.rimmed = rim; rim == 0 {
		p.content.SetTextRenderingMode(0)
		return
	}
	p.content.SetTextRenderingMode(2)
	p.line(s.Color, rim)
}

// line sets the colour and the width in points of lines.
func (p *page) line(c Color, width float64) {
	if c != p.pen.color || p.pen.width == 0 {
		p.content.SetStrokeColorRGB(c.parts())
	}
	if width != p.pen.width {
		p.content.SetLineWidth(width)
	}
	p.pen.color, p.pen.width = c, width
}

// Rule draws a horizontal line.
func (d *Document) Rule(x, y, width, thick float64, c Color) {
	d.artifact()
	d.now.line(c, thick*points)
	d.now.content.MoveTo(x*points, d.size.Height-y*points)
	d.now.content.LineTo((x+width)*points, d.size.Height-y*points)
	d.now.content.Stroke()
}

// Box fills a rectangle.
func (d *Document) Box(x, y, width, height float64, c Color) {
	d.artifact()
	d.now.fill(c)
	d.now.content.Rectangle(x*points, d.size.Height-(y+height)*points, width*points, height*points)
	d.now.content.Fill()
}

// Picture draws a JPEG file into a rectangle. alternative describes the picture, for people who do not see it.
func (d *Document) Picture(x, y, width, height float64, jpeg []byte, alternative string) error {
	picture, err := image.NewJPEG(jpeg)
	if err != nil {
		return fmt.Errorf("print a picture: %w", err)
	}
	d.pictures = append(d.pictures, picture)
	name := pictureName(len(d.pictures) - 1)
	d.figure(x, y, width, height, alternative, func(c *content.Stream) {
		c.SaveState()
		c.ConcatMatrix(width*points, 0, 0, height*points, x*points, d.size.Height-(y+height)*points)
		c.Do(name)
		c.RestoreState()
	})
	return nil
}

func pictureName(i int) string { return fmt.Sprintf("P%d", i+1) }

// Symbology is a kind of bar code.
type Symbology func(text string) (*barcode.Barcode, error)

// Code128 is the bar code of ASCII (ISO/IEC 15417).
var Code128 Symbology = barcode.NewCode128

// errNoBarcode is the error of a text that has no bar code, such as one that is not ASCII.
var errNoBarcode = errors.New("no bar code can be made of this text")

// quietZone is the number of modules without bars on either side of a Code 128.
const quietZone = 10

// Barcode draws a bar code whose bars begin at x, or end there if align is 1. A module, the narrowest bar, is at most 0.4 mm wide, and as
// narrow as needed for the width. The quiet zones that scanners need are beside the bars.
func (d *Document) Barcode(kind Symbology, x, y, width, height float64, align int, text string) error {
	code, err := kind(text)
	if err != nil {
		return errors.Join(errNoBarcode, err)
	}
	const widest = 0.4
	bars := float64(code.Width() - 2*quietZone)
	module := min(widest, width/bars)
	if align == 1 {
		x -= bars * module
	}
	left, whole := x-quietZone*module, float64(code.Width())*module
	d.figure(left, y, whole, height, text, func(c *content.Stream) {
		code.Draw(c, left*points, d.size.Height-(y+height)*points, whole*points, height*points)
	})
	return nil
}

// figure draws something that is no text but belongs to it.
func (d *Document) figure(x, y, width, height float64, alternative string, draw func(*content.Stream)) {
	bottom := d.size.Height - (y+height)*points
	d.In(Figure, func() {
		d.open.alternative = clean(alternative)
		d.open.box = [4]float64{x * points, bottom, (x + width) * points, bottom + height*points}
		d.marked()
		draw(d.now.content)
	})
}
