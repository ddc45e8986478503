package pdf

import "github.com/carlos7ags/folio/core"

// Tag is the type of an element of the structure (ISO 32000-1, 14.8.4).
type Tag string

// The types of elements.
const (
	Heading     Tag = "H1"
	Subheading  Tag = "H2"
	Section     Tag = "Sect"
	Paragraph   Tag = "P"
	Table       Tag = "Table"
	Row         Tag = "TR"
	HeaderCell  Tag = "TH"
	Cell        Tag = "TD"
	Figure      Tag = "Figure"
	artifactTag Tag = "Artifact"
)

// element is an element of the structure: a part of the text. It has its parts, or the parts of pages where it stands, in the order of
// reading.
type element struct {
	tag         Tag
	alternative string
	box         [4]float64
	rowHeader   bool
	kids        []kid
	dict        *core.PdfDictionary
	ref         *core.PdfIndirectReference
}

// kid is an element, or a piece of marked content.
type kid struct {
	element  *element
	page, id int
}

// artifact is content outside of the structure: lines, backgrounds, page numbers.
var artifact = &element{tag: artifactTag}

// In makes an element of the drawings of draw. Elements in it become its parts. Drawings outside of all elements are decoration.
func (d *Document) In(tag Tag, draw func()) {
	d.within(&element{tag: tag}, draw)
}

// RowHeader makes a cell that names its row.
func (d *Document) RowHeader(draw func()) {
	d.within(&element{tag: HeaderCell, rowHeader: true}, draw)
}

func (d *Document) within(e *element, draw func()) {
	before := d.open
	parent := d.root
	if before != nil {
		parent = before
	}
	parent.kids = append(parent.kids, kid{element: e})
	d.open = e
	draw()
	d.open = before
}

// Decoration draws something that is not part of the text, such as a repeated heading, although an element is open.
func (d *Document) Decoration(draw func()) {
	before := d.open
	d.open = nil
	draw()
	d.open = before
}

// marked makes the content that follows part of the open element, or decoration.
func (d *Document) marked() {
	if d.open == nil {
		d.artifact()
		return
	}
	p := d.now
	if p.marked == d.open {
		return
	}
	p.unmark()
	id := len(p.ids)
	p.ids = append(p.ids, d.open)
	d.open.kids = append(d.open.kids, kid{page: p.index, id: id})
	p.content.BeginMarkedContentWithID(string(d.open.tag), id)
	p.marked = d.open
}

// artifact makes the content that follows decoration.
func (d *Document) artifact() {
	if d.now.marked == artifact {
		return
	}
	d.now.unmark()
	d.now.content.BeginMarkedContent(string(artifactTag))
	d.now.marked = artifact
}

func (p *page) unmark() {
	if p.marked != nil {
		p.content.EndMarkedContent()
		p.marked = nil
	}
}

// structure builds the tree of elements and the tree that leads from the content of pages to them (ISO 32000-1, 14.7).
func (d *Document) structure(f *file) *core.PdfIndirectReference {
	tree := dict("StructTreeRoot")
	ref := f.add(tree)
	d.root.build(f, ref)
	tree.Set("K", d.root.ref)
	numbers := core.NewPdfArray()
	for i, p := range d.pages {
		of := core.NewPdfArray()
		for _, e := range p.ids {
			of.Add(e.ref)
		}
		numbers.Add(core.NewPdfInteger(i))
		numbers.Add(f.add(of))
	}
	parents := core.NewPdfDictionary()
	parents.Set("Nums", numbers)
	tree.Set("ParentTree", f.add(parents))
	tree.Set("ParentTreeNextKey", core.NewPdfInteger(len(d.pages)))
	return ref
}

func (e *element) build(f *file, parent *core.PdfIndirectReference) {
	e.dict = dict("StructElem")
	e.ref = f.add(e.dict)
	e.dict.Set("S", core.NewPdfName(string(e.tag)))
	e.dict.Set("P", parent)
	kids := core.NewPdfArray()
	for _, k := range e.kids {
		if k.element != nil {
			k.element.build(f, e.ref)
			kids.Add(k.element.ref)
			continue
		}
		piece := dict("MCR")
		piece.Set("Pg", f.pages[k.page])
		piece.Set("MCID", core.NewPdfInteger(k.id))
		kids.Add(piece)
	}
	e.dict.Set("K", kids)
	e.describe()
}

// describe adds the entries that the type of an element needs (ISO 14289-1, 7.3 and 7.5).
func (e *element) describe() {
	attributes := core.NewPdfDictionary()
	switch {
	case e.tag == Figure:
		e.dict.Set("Alt", core.NewPdfTextString(e.alternative))
		box := core.NewPdfArray()
		for _, n := range e.box {
			box.Add(core.NewPdfReal(n))
		}
		attributes.Set("O", core.NewPdfName("Layout"))
		attributes.Set("BBox", box)
		attributes.Set("Placement", core.NewPdfName("Block"))
	case e.tag == HeaderCell:
		scope := "Column"
		if e.rowHeader {
			scope = "Row"
		}
		attributes.Set("O", core.NewPdfName("Table"))
		attributes.Set("Scope", core.NewPdfName(scope))
	default:
		return
	}
	e.dict.Set("A", attributes)
}

// dict returns a dictionary of a type.
func dict(of string) *core.PdfDictionary {
	d := core.NewPdfDictionary()
	d.Set("Type", core.NewPdfName(of))
	return d
}
