package wire

import (
	"encoding/binary"
	"errors"
	"runtime"
	"strings"
	"testing"
	"unicode/utf16"
)

// TestAttacksCostNothing reads large invalid messages, and bounds the memory that the reader allocates. The measurement is of the whole
// process, so the test is not parallel.
func TestAttacksCostNothing(t *testing.T) {
	const size, bound = 8 << 20, 8 << 20
	for name, of := range map[string]struct{ begin, filling, end string }{
		"entities":           {"<!DOCTYPE a [", `<!ENTITY a "&a;&a;&a;">`, "]><a>&a;</a>"},
		"an external one":    {`<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><a>`, "&a;", "</a>"},
		"unknown entities":   {"<a>", "&a;", "</a>"},
		"depth":              {"", "<a>", ""},
		"elements":           {"<a>", "<a/>", "</a>"},
		"attributes":         {"<a", ` a=""`, "/>"},
		"quoted brackets":    {"<a", ` a=">"`, "/>"},
		"name spaces":        {"<a", ` xmlns:a=""`, "/>"},
		"a long attribute":   {`<a b="`, "x", `"/>`},
		"a long name":        {"<", "a", "/>"},
		"a comment":          {"<!--", "x", "--><a/>"},
		"comments":           {"<a>", "<!---->", "</a>"},
		"instructions":       {"<a>", "<?a?>", "</a>"},
		"an instruction":     {"<?a ", "x", "?><a/>"},
		"NUL":                {"<a>\x00", "\x00", "</a>"},
		"control characters": {"<a b='&#1;'>", "x", "</a>"},
		"broken UTF-16":      {"\xff\xfe<\x00a\x00>\x00", "x\x00", "\x00\xd8\x00\x00"},
		"declared UTF-16":    {`<?xml version="1.0" encoding="UTF-16"?><a>`, "x", "</a>"},
		"not UTF-8":          {"<a>\xe4", "\xe4", "</a>"},
		"no XML":             {"x<", "x", ""},
		"two roots":          {"<a/>", "<a/>", ""},
	} {
		document := []byte(of.begin + strings.Repeat(of.filling, size/len(of.filling)) + of.end)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		root, err := readDocument(document)
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%s: read as %+v", name, root)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > bound {
			t.Errorf("%s: %d bytes were allocated (%v)", name, n, err)
		}
	}
}

// TestEncodings reads the encodings that clients declare.
func TestEncodings(t *testing.T) {
	t.Parallel()
	for document, want := range map[string]string{
		`<?xml version="1.0" encoding="ISO-8859-1"?><a>` + "\xe4" + strings.Repeat("x", maxTag) + "</a>": "ä" + strings.Repeat("x", maxTag),
		`<?xml version='1.0' encoding='latin1' standalone="yes"?><a>` + "\xe4</a>":                       "ä",
		"\ufeff<a>ä</a>": "ä",
		`<?xml version="1.0" encoding="windows-1252"?><a>` + "\x80\xfc</a>": "€ü",
		`<?xml version="1.0" encoding="iso-8859-15"?><a>` + "\xa4</a>":      "€",
		wide("\ufeff<a>ä😀</a>", false):                                      "ä😀", wide("\ufeff<a>ä😀</a>", true): "ä😀",
		wide(`<?xml version="1.0" encoding="utf-16"?><a>ä</a>`, false): "ä", wide("<a>ä</a>", true): "ä",
		`<?xml version="1.0" encoding="us-ascii"?><a>&#228;</a>`:                             "ä",
		"<a><![CDATA[" + strings.Repeat("<b>", maxTag) + "]]></a>":                           strings.Repeat("<b>", maxTag),
		`<?xml version="1.0" encoding="utf-8"?><a>` + strings.Repeat("ä", 2*maxTag) + "</a>": strings.Repeat("ä", 2*maxTag),
	} {
		if root, err := readDocument([]byte(document)); err != nil || root.Text != want {
			t.Errorf("%.60q: %v", document, err)
		}
	}
	// The Content-Type precedes the declaration, unless it is wrong.
	for _, c := range []struct{ contentType, document, want string }{
		{"text/xml; charset=ISO-8859-1", "<a>\xfc</a>", "ü"},
		{`text/xml; charset="iso-8859-1"`, `<?xml version="1.0" encoding="UTF-8"?><a>` + "\xfc</a>", "ü"},
		{"text/xml; Charset=Windows-1252", "<a>\x80</a>", "€"},
		{"text/xml; charset=utf-16", wide("<a>ü</a>", true), "ü"},
		{"text/xml; charset=utf-16le", wide("<a>ü</a>", false), "ü"},
		{"text/xml; charset=utf-8", `<?xml version="1.0" encoding="ISO-8859-1"?><a>ü</a>`, "ü"},
		{"text/xml; charset=utf-8", `<?xml version="1.0" encoding="ISO-8859-1"?><a>` + "\xfc</a>", "ü"},
		{"text/xml; charset=utf-8", `<?xml version="1.0" encoding="utf-16"?><a>ü</a>`, "ü"},
		{"text/xml; charset=us-ascii", `<?xml version="1.0" encoding="ISO-8859-1"?><a>` + "\xfc</a>", "ü"},
		{"text/xml;;", "<a>ü</a>", "ü"},
	} {
		if root, err := ReadAs([]byte(c.document), c.contentType); err != nil || root.Text != c.want {
			t.Errorf("%s %q: %v", c.contentType, c.document, err)
		}
	}
	for _, c := range []struct{ contentType, document string }{
		{"text/xml; charset=utf-8", "<a>\xfc</a>"}, {"", "<a>\xfc</a>"}, {"text/xml; charset=utf-16", "<a>x</a>"},
		{"text/xml; charset=koi8-r", "<a/>"},
		{"", "\xff\xfe<\x00a\x00/\x00>"}, {"", "\xff\xfe<\x00a\x00>\x00\x00\xdc<\x00/\x00a\x00>\x00"},
	} {
		if root, err := ReadAs([]byte(c.document), c.contentType); err == nil {
			t.Errorf("%s %q is read as %+v", c.contentType, c.document, root)
		}
	}
	_, err := readDocument([]byte("<a " + strings.Repeat("b", maxTag) + "='1'/>"))
	if !errors.Is(err, errTag) {
		t.Error(err)
	}
}

// wide is a document in UTF-16.
func wide(document string, bigEndian bool) string {
	var out []byte
	for _, unit := range utf16.Encode([]rune(document)) {
		if bigEndian {
			out = binary.BigEndian.AppendUint16(out, unit)
		} else {
			out = binary.LittleEndian.AppendUint16(out, unit)
		}
	}
	return string(out)
}

// TestTextAround checks that text outside of a document is refused, and text beside elements is detected.
func TestTextAround(t *testing.T) {
	t.Parallel()
	for _, document := range []string{"x<a/>", "<a/>x", "<?xml version='1.0'?>x<a/>", "<a/><![CDATA[x]]>", "<a/>\n<!-- c -->&#120;"} {
		if root, err := readDocument([]byte(document)); !errors.Is(err, errMalformed) {
			t.Errorf("%s: %+v, %v", document, root, err)
		}
	}
	for document, want := range map[string]bool{
		"\n<a>\n<b/>\n</a>\n": false, "<a>x<b/></a>": true, "<a><b/>x</a>": true, "<a> <b/> <!-- c --> <b/>x<b/></a>": true, "<a>x</a>": false,
	} {
		if root, err := readDocument([]byte(document)); err != nil || root.Mixed != want {
			t.Errorf("%s: %+v, %v", document, root, err)
		}
	}
}

// TestBinary reads binary values as text.
func TestBinary(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		`type="xsd:base64Binary">TMO8`: "Lü", `type="SOAP-ENC:base64">TM\nO8 `: "Lü", `type="base64Binary">TPw=`: "Lü",
		`type="xsd:base64Binary">`:    "",
		`type="xsd:hexBinary">4cc3bc`: "Lü", `type="xsd:string">TMO8`: "TMO8",
	} {
		root, err := readDocument([]byte("<a " + strings.ReplaceAll(typed, `\n`, "\n") + "</a>"))
		if err != nil {
			t.Fatal(err)
		}
		v, err := NewDecoder(root).Value(root)
		if err != nil || Text(v) != want || Text(String.Coerce(v)) != want {
			t.Errorf("%s: %#v, %v", typed, v, err)
		}
	}
	for _, typed := range []string{`type="xsd:base64Binary">TMO`, `type="xsd:hexBinary">4`} {
		root, err := readDocument([]byte("<a " + typed + "</a>"))
		if err != nil {
			t.Fatal(err)
		}
		if v, err := NewDecoder(root).Value(root); err == nil {
			t.Errorf("%s: %#v", typed, v)
		}
	}
}
