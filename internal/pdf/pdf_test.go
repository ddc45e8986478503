package pdf

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/go-text/typesetting/di"

	"tradelog/test/suite"
)

var plainText = Style{Size: 10}

// made is a file with a text on each line.
func made(t testing.TB, info Info, texts ...string) []byte {
	t.Helper()
	info.Made = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	d := New(info)
	d.AddPage()
	y := 20.0
	for _, text := range texts {
		d.In(Paragraph, func() {
			for _, line := range d.Lines(plainText, 170, text) {
				d.Write(plainText, 20, y, line)
				y += 6
			}
		})
	}
	file, err := d.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// tool runs a program of poppler on a file.
func tool(t testing.TB, file []byte, program string, arguments ...string) string {
	t.Helper()
	return suite.Poppler(t, "../../scripts", file, program, arguments...)
}

// texts are sentences of many scripts, with the marks and ligatures that need shaping.
var texts = map[string]string{
	"Latin": "Größe ł ș Ơ ﬁ “quoted” – € ₺ ½", "Greek": "Καλημέρα κόσμε",
	"Cyrillic": "Счёт-фактура № 5 Їжак", "Vietnamese": "Nguyễn Thị Ánh", "Armenian": "Հաշիվ",
	"Hebrew": "חשבונית שלום", "Arabic": "فاتورة لا السلام", "Persian": "گچ پژ", "Thaana": "ދިވެހި",
	"Devanagari": "चालान क्षत्रिय", "Bengali": "চালান", "Gurmukhi": "ਚਲਾਨ",
	"Gujarati": "ભરતિયું", "Oriya": "ଚାଲାଣ", "Tamil": "விலைப்பட்டியல்",
	"Telugu": "ఇన్వాయిస్", "Kannada": "ಸರಕುಪಟ್ಟಿ", "Malayalam": "ഇൻവോയ്സ്",
	"Sinhala": "ඉන්වොයිසිය", "Thai": "ใบแจ้งหนี้", "Lao": "ໃບເກັບເງິນ",
	"Burmese": "ငွေတောင်းခံလွှာ", "Georgian": "ინვოისი", "Amharic": "ደረሰኝ",
	"Khmer": "វិក្កយបត្រ", "Japanese": "請求書 カタカナ ひらがな 髙𠮷",
	"Chinese": "发票 繁體發票", "Korean": "송장 대한민국", "symbols": "✓ ★ → ☎",
	"emoji": "Anna 😀 a 👍🏽 b ❤️ c 🏳️‍🌈 d 👩‍👧 e 🥑 f 🫶 g 🇩🇪",
}

// TestAllScriptsArePrinted: programs read the written text from the file, in its order.
func TestAllScriptsArePrinted(t *testing.T) {
	t.Parallel()
	for script, text := range texts {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			got := tool(t, made(t, Info{Title: script, Language: "en"}, text), "pdftotext", "-enc", "UTF-8")
			got, want := strings.Join(strings.Fields(clean(got)), " "), clean(text)
			// pdftotext turns the letters of a ligature and of a marked letter around, and guesses blanks beside pictures.
			if script == "Arabic" || script == "Thaana" || script == "emoji" {
				got, want = sorted(got), sorted(want)
			}
			if got != want {
				t.Errorf("%q (%U)\nwant %q (%U)", got, []rune(got), want, []rune(want))
			}
		})
	}
}

// sorted returns the letters of a text in the order of their numbers.
func sorted(text string) string {
	letters := []rune(strings.ReplaceAll(text, " ", ""))
	slices.Sort(letters)
	return string(letters)
}

// TestEveryCharacterIsPrinted: each assigned character of Unicode has a glyph, or that of the substitute, and keeps its own text.
func TestEveryCharacterIsPrinted(t *testing.T) {
	t.Parallel()
	d := New(Info{Language: "en"})
	d.AddPage()
	for first := rune(0); first <= unicode.MaxRune; first += 0x100 {
		var text []rune
		for r := first; r < first+0x100; r++ {
			if unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf, unicode.Co) {
				text = append(text, r, ' ')
			}
		}
		line := d.Line(plainText, string(text))
		d.Write(plainText, 20, 20, line)
		for _, run := range line.runs {
			for _, g := range run.Glyphs {
				if g.GlyphID == 0 {
					t.Errorf("%U has no glyph", line.text[g.TextIndex()])
				}
			}
		}
		if want := clean(string(text)); line.Text() != strings.TrimSpace(want) {
			t.Errorf("%U: text %q, want %q", first, line.Text(), want)
		}
	}
	if _, err := d.Bytes(); err != nil {
		t.Error(err)
	}
}

// TestSubstitutes: programs read characters that no font has, also several in a file, and noncharacters are not written.
func TestSubstitutes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a \U00012000 sign, \U00012001 and \U00012000": "a \U00012000 sign, \U00012001 and \U00012000",
		"a\ufffeb\U0010ffffc\ufdd0d\ufffde":            "a\ufffdb\ufffdc\ufffdd\ufffde",
	} {
		file := made(t, Info{Title: "Signs", Language: "en"}, text)
		if got := strings.Join(strings.Fields(tool(t, file, "pdftotext", "-enc", "UTF-8")), " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestTheStructureIsRead: programs see headings, paragraphs, tables and figures in the order of reading, on all pages.
func TestTheStructureIsRead(t *testing.T) {
	t.Parallel()
	d := New(Info{Title: "A title", Author: "A shop", Language: "de-DE", Made: time.Unix(0, 0), Size: Letter})
	write := func(tag Tag, y float64, text string) {
		d.In(tag, func() { d.Write(plainText, 20, y, d.Line(plainText, text)) })
	}
	d.AddPage()
	write(Heading, 20, "Heading")
	d.In(Table, func() {
		d.In(Row, func() {
			write(HeaderCell, 30, "Column")
			write(HeaderCell, 40, "Other")
		})
		d.AddPage()
		d.In(Row, func() {
			d.RowHeader(func() { d.Write(plainText, 20, 20, d.Line(plainText, "Row")) })
			d.Rule(20, 22, 100, 0.2, Color{})
			write(Cell, 20, "Value")
		})
	})
	if err := d.Barcode(Code128, 20, 60, 80, 10, -1, "A-1"); err != nil {
		t.Fatal(err)
	}
	if err := d.Barcode(Code128, 20, 60, 80, 10, -1, "größer"); !errors.Is(err, errNoBarcode) {
		t.Error(err)
	}
	d.Write(plainText, 20, 200, d.Line(plainText, "page 2"))
	file, err := d.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(strings.Fields(tool(t, file, "pdfinfo", "-struct-text")), " ")
	want := `Document H1 (block) "Heading" Table (block) TR TH: /Scope /Column "Column" TH: /Scope /Column "Other" TR TH: /Scope /Row "Row" ` +
		`TD "Value" Figure`
	if !strings.HasPrefix(got, want) || strings.Contains(got, "page 2") {
		t.Errorf("%s\nwant %s", got, want)
	}
	info := tool(t, file, "pdfinfo")
	for _, want := range []string{"A title", "A shop", "Tagged:          yes", "Pages:           2", "612 x 792 pts (letter)"} {
		if !strings.Contains(info, want) {
			t.Errorf("%q is missing in\n%s", want, info)
		}
	}
}

// TestLinesAreBroken between words, and words that are too wide within.
func TestLinesAreBroken(t *testing.T) {
	t.Parallel()
	d := New(Info{Language: "en"})
	d.AddPage()
	for text, want := range map[string][]string{
		"one two three four": {"one two", "three four"}, "": nil, "\n\t": nil, "soft\u00adware": {"software"}, "a\u202eb": {"ab"},
		strings.Repeat("M", 12): {strings.Repeat("M", 6), strings.Repeat("M", 6)},
	} {
		var got []string
		for _, line := range d.Lines(plainText, 19.5, text) {
			got = append(got, line.Text())
			if line.Width(plainText) > 19.5 {
				t.Errorf("%q is too wide", line.Text())
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if base([]rune("12 שלום")) != di.DirectionRTL || base([]rune("12 shalom שלום")) != di.DirectionLTR {
		t.Error("the direction of a paragraph is that of its first letter")
	}
}

// TestAttachments are read by other programs, and the same input gives the same bytes.
func TestAttachments(t *testing.T) {
	t.Parallel()
	info := Info{Title: "Größe", Language: "en", Invoice: "factur-x.xml", Attachments: []Attachment{
		{Name: "factur-x.xml", Description: "the invoice", MediaType: "text/xml", Relation: "Alternative", Content: []byte("<a/>")},
		{Name: "a.txt", MediaType: "text/plain", Content: []byte("text")},
	}}
	file := made(t, info, "text")
	if list := tool(t, file, "pdfdetach", "-list"); !strings.Contains(list, "2 embedded files") || !strings.Contains(list, "factur-x.xml") {
		t.Error(list)
	}
	if !bytes.Contains(file, []byte("<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>")) || !bytes.Equal(file, made(t, info, "text")) {
		t.Error("the file does not tell its invoice, or is another one the next time")
	}
}
