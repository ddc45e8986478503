package wire

import (
	"errors"
	"runtime"
	"strings"
	"testing"
)

// TestAttacksCostNothing reads what must be refused, in a size that a request may have. What the reader allocates meanwhile is
// bounded. It measures the whole process, so no other test runs beside it.
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
		"UTF-16":             {"\xff\xfe<\x00a\x00>\x00", "x\x00", "<\x00/\x00a\x00>\x00"},
		"declared UTF-16":    {`<?xml version="1.0" encoding="UTF-16"?><a>`, "x", "</a>"},
		"not UTF-8":          {"<a>\xe4", "\xe4", "</a>"},
		"no XML":             {"x<", "x", ""},
		"two roots":          {"<a/>", "<a/>", ""},
	} {
		document := []byte(of.begin + strings.Repeat(of.filling, size/len(of.filling)) + of.end)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		root, err := Read(document)
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
		`<?xml version="1.0" encoding="us-ascii"?><a>&#228;</a>`:                             "ä",
		"<a><![CDATA[" + strings.Repeat("<b>", maxTag) + "]]></a>":                           strings.Repeat("<b>", maxTag),
		`<?xml version="1.0" encoding="utf-8"?><a>` + strings.Repeat("ä", 2*maxTag) + "</a>": strings.Repeat("ä", 2*maxTag),
	} {
		if root, err := Read([]byte(document)); err != nil || root.Text != want {
			t.Errorf("%.60q: %v", document, err)
		}
	}
	_, err := Read([]byte("<a " + strings.Repeat("b", maxTag) + "='1'/>"))
	if !errors.Is(err, errTag) {
		t.Error(err)
	}
}
