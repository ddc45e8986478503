package pdf

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/carlos7ags/folio/core"
	"github.com/carlos7ags/folio/document"
	"github.com/carlos7ags/folio/font"
)

// srgb is the colour profile of files: that of Debian's package icc-profiles-free, under the zlib licence.
//
//go:embed sRGB.icc
var srgb []byte

// mostObjects is the number of objects that are compressed together, more than any file has.
const mostObjects = 1 << 24

// producer is the name of the program in files.
const producer = "tradelog"

// file is a file being put together.
type file struct {
	*document.Writer
	pages []*core.PdfIndirectReference
}

// add adds an object. The content of a stream is compressed here, because the writer would take a megabyte of memory for each.
func (f *file) add(o core.PdfObject) *core.PdfIndirectReference {
	if stream, is := o.(*core.PdfStream); is && stream.WillCompress() {
		stream.Data = deflate(stream.Data)
		stream.SetCompress(false)
		stream.Dict.Set("Filter", core.NewPdfName("FlateDecode"))
	}
	return f.AddObject(o)
}

// deflaters keeps compressors for other files.
var deflaters = sync.Pool{New: func() any { return zlib.NewWriter(nil) }}

// deflate compresses data.
func deflate(data []byte) []byte {
	var out bytes.Buffer
	w := deflaters.Get().(*zlib.Writer)
	w.Reset(&out)
	if _, err := w.Write(data); err != nil {
		panic("pdf: " + err.Error()) // a buffer takes everything
	}
	if err := w.Close(); err != nil {
		panic("pdf: " + err.Error())
	}
	deflaters.Put(w)
	return out.Bytes()
}

// profile is the compressed colour profile.
var profile = sync.OnceValue(func() []byte { return deflate(srgb) })

// Bytes returns the finished file.
func (d *Document) Bytes() ([]byte, error) {
	f := &file{Writer: document.NewWriter("1.7")}
	catalog := dict("Catalog")
	root := f.add(catalog)
	tree := dict("Pages")
	pages := f.add(tree)
	resources := d.resources(f)
	sum := sha256.New()
	kids := core.NewPdfArray()
	for i, p := range d.pages {
		p.unmark()
		sum.Write(p.content.Bytes())
		page := dict("Page")
		page.Set("Parent", pages)
		page.Set("MediaBox", core.NewPdfArray(core.NewPdfInteger(0), core.NewPdfInteger(0),
			core.NewPdfReal(d.size.Width), core.NewPdfReal(d.size.Height)))
		page.Set("Resources", resources)
		page.Set("Contents", f.add(core.NewPdfStreamCompressed(p.content.Bytes())))
		page.Set("StructParents", core.NewPdfInteger(i))
		page.Set("Tabs", core.NewPdfName("S"))
		ref := f.add(page)
		kids.Add(ref)
		f.pages = append(f.pages, ref)
	}
	tree.Set("Kids", kids)
	tree.Set("Count", core.NewPdfInteger(len(d.pages)))
	catalog.Set("Pages", pages)
	catalog.Set("StructTreeRoot", d.structure(f))
	d.describe(f, catalog)
	d.attach(f, catalog)
	fmt.Fprintf(sum, "%q %q %q %v", d.info.Title, d.info.Author, d.info.Language, d.info.Made.Unix())
	for _, a := range d.info.Attachments {
		sum.Write(a.Content)
	}
	f.SetRoot(root)
	f.SetFileID(sum.Sum(nil)[:16])
	var out bytes.Buffer
	options := document.WriteOptions{UseXRefStream: true, UseObjectStreams: true, ObjectStreamCapacity: mostObjects}
	if _, err := f.WriteToWithOptions(&out, options); err != nil {
		return nil, fmt.Errorf("print: %w", err)
	}
	return out.Bytes(), nil
}

// resources returns the fonts and pictures of all pages.
func (d *Document) resources(f *file) *core.PdfIndirectReference {
	fonts := core.NewPdfDictionary()
	for _, face := range d.fonts {
		if len(face.glyphs) > 0 {
			fonts.Set(face.name, f.add(face.embedded(f)))
		}
	}
	pictures := core.NewPdfDictionary()
	for i, picture := range d.pictures {
		ref, _ := picture.BuildXObject(f.add)
		pictures.Set(pictureName(i), ref)
	}
	all := core.NewPdfDictionary()
	all.Set("Font", fonts)
	all.Set("XObject", pictures)
	return f.add(all)
}

// embedded returns the font with the glyphs that are used. The map from glyphs to text is ours, because a glyph may stand for several
// characters.
func (f *face) embedded(to *file) *core.PdfDictionary {
	used := font.NewEmbeddedFont(f.embed)
	taken := map[string]bool{}
	for _, id := range slices.Sorted(maps.Keys(f.glyphs)) {
		name := f.glyphs[id]
		if utf8.RuneCountInString(name) != 1 || taken[name] { // one of the private characters, so that no two glyphs have the same
			name = string(rune(0xf0000 + int(id)))
		}
		taken[name] = true
		used.EncodeGIDs([]uint16{id}, name)
	}
	streams := 0
	return used.BuildObjects(func(o core.PdfObject) *core.PdfIndirectReference {
		if _, is := o.(*core.PdfStream); is {
			if streams++; streams == 2 { // the map; the first stream is the font itself
				o = core.NewPdfStreamCompressed(toUnicode(f.glyphs))
			}
		}
		return to.add(o)
	})
}

// toUnicode returns the map from glyphs to text (ISO 32000-1, 9.10.3).
func toUnicode(glyphs map[uint16]string) []byte {
	var b bytes.Buffer
	b.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n" +
		"/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n" +
		"/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n")
	const most = 100 // entries of a block
	for ids := range slices.Chunk(slices.Sorted(maps.Keys(glyphs)), most) {
		fmt.Fprintf(&b, "%d beginbfchar\n", len(ids))
		for _, id := range ids {
			fmt.Fprintf(&b, "<%04X> <", id)
			for _, unit := range utf16.Encode([]rune(glyphs[id])) {
				fmt.Fprintf(&b, "%04X", unit)
			}
			b.WriteString(">\n")
		}
		b.WriteString("endbfchar\n")
	}
	b.WriteString("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
	return b.Bytes()
}

// describe adds language, title, colours and the statements of conformance.
func (d *Document) describe(f *file, catalog *core.PdfDictionary) {
	catalog.Set("Lang", core.NewPdfTextString(d.info.Language))
	marked := core.NewPdfDictionary()
	marked.Set("Marked", core.NewPdfBoolean(true))
	catalog.Set("MarkInfo", marked)
	viewer := core.NewPdfDictionary()
	viewer.Set("DisplayDocTitle", core.NewPdfBoolean(true))
	catalog.Set("ViewerPreferences", viewer)

	colours := core.NewPdfStream(profile())
	colours.Dict.Set("Filter", core.NewPdfName("FlateDecode"))
	colours.Dict.Set("N", core.NewPdfInteger(3))
	intent := dict("OutputIntent")
	intent.Set("S", core.NewPdfName("GTS_PDFA1"))
	intent.Set("OutputConditionIdentifier", core.NewPdfLiteralString("sRGB"))
	intent.Set("Info", core.NewPdfLiteralString("sRGB"))
	intent.Set("DestOutputProfile", f.add(colours))
	catalog.Set("OutputIntents", core.NewPdfArray(f.add(intent)))

	metadata := core.NewPdfStream([]byte(d.metadata())) // readable without a reader of PDF, as ISO 19005-3, 6.6.2 asks
	metadata.Dict.Set("Type", core.NewPdfName("Metadata"))
	metadata.Dict.Set("Subtype", core.NewPdfName("XML"))
	catalog.Set("Metadata", f.add(metadata))

	info := core.NewPdfDictionary()
	info.Set("Title", core.NewPdfTextString(clean(d.info.Title)))
	if d.info.Author != "" {
		info.Set("Author", core.NewPdfTextString(clean(d.info.Author)))
	}
	info.Set("Producer", core.NewPdfTextString(producer))
	info.Set("CreationDate", core.NewPdfLiteralString(d.date()))
	info.Set("ModDate", core.NewPdfLiteralString(d.date()))
	f.SetInfo(f.add(info))
}

// date returns the time of the file as PDF writes it.
func (d *Document) date() string { return d.info.Made.UTC().Format("D:20060102150405Z") }

// attach adds the attachments (ISO 19005-3, 6.8).
func (d *Document) attach(f *file, catalog *core.PdfDictionary) {
	if len(d.info.Attachments) == 0 {
		return
	}
	list, names := core.NewPdfArray(), core.NewPdfArray()
	sorted := slices.SortedFunc(slices.Values(d.info.Attachments), func(a, b Attachment) int { return strings.Compare(a.Name, b.Name) })
	for _, a := range sorted {
		content := core.NewPdfStreamCompressed(a.Content)
		content.Dict.Set("Type", core.NewPdfName("EmbeddedFile"))
		content.Dict.Set("Subtype", core.NewPdfName(a.MediaType))
		parameters := core.NewPdfDictionary()
		parameters.Set("Size", core.NewPdfInteger(len(a.Content)))
		parameters.Set("ModDate", core.NewPdfLiteralString(d.date()))
		content.Dict.Set("Params", parameters)
		ref := f.add(content)
		held := core.NewPdfDictionary()
		held.Set("F", ref)
		held.Set("UF", ref)
		spec := dict("Filespec")
		spec.Set("F", core.NewPdfTextString(a.Name))
		spec.Set("UF", core.NewPdfTextString(a.Name))
		spec.Set("EF", held)
		spec.Set("Desc", core.NewPdfTextString(a.Description))
		relation := a.Relation
		if relation == "" {
			relation = "Unspecified"
		}
		spec.Set("AFRelationship", core.NewPdfName(relation))
		entry := f.add(spec)
		list.Add(entry)
		names.Add(core.NewPdfTextString(a.Name))
		names.Add(entry)
	}
	files := core.NewPdfDictionary()
	files.Set("Names", names)
	byName := core.NewPdfDictionary()
	byName.Set("EmbeddedFiles", files)
	catalog.Set("Names", byName)
	catalog.Set("AF", list)
}
