package directory

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestStripTags(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ given, want string }{
		{"plain", "plain"},
		{"<b>bold</b> and <br/>more", "bold and more"},
		{"<script>alert(1)</script>", "alert(1)"},
		{"<!DOCTYPE x><?php x ?>y", "y"},
		{`<a title="a > b" href='x'>link</a>`, "link"},
		{"<a title = \"a > b\">link</a>", "link"},
		{"<p don't>x", "x"}, // an apostrophe that is no attribute's
		{"1 < 2 > 1", "1 < 2 > 1"},
		{"I <3 NY", "I <3 NY"},
		{"a <", "a <"},
		{"a <b", "a "},
		{"a <b title=\">", "a "},
		{"<<b>b>x", "x"}, // not "<b>x"
		{"<scr<script>ipt>x", "x"},
		{"x <<", "x "},
		{"ä<ö>", "ä<ö>"},
	} {
		if got := StripTags(tt.given); got != tt.want {
			t.Errorf("StripTags(%q) = %q, want %q", tt.given, got, tt.want)
		}
	}
}

func TestNoTagSurvivesStripping(t *testing.T) {
	t.Parallel()
	markup := rapid.SliceOf(rapid.SampledFrom([]string{"<", ">", "/", "b", " ", "\"", "'", "=", "3", "!", "ä"}))
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(markup.Draw(t, "markup"), "")
		got := StripTags(s)
		if len(got) > len(s) || nextTag(got) >= 0 || StripTags(got) != got {
			t.Fatalf("StripTags(%q) = %q", s, got)
		}
	})
}

func TestStrippingIsLinear(t *testing.T) {
	t.Parallel()
	const n = 1 << 20
	for _, s := range []string{
		strings.Repeat("<", n), strings.Repeat("<b", n), strings.Repeat("<b>", n), strings.Repeat("<", n) + strings.Repeat("b>", n),
		strings.Repeat("<a b='", n), strings.Repeat("< ", n),
	} {
		cleanText(s) // takes milliseconds; squared it would be hours, and the test would not end
	}
}

func TestCutCountsCharacters(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		given string
		n     int
		want  string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "abc"},
		{"äöü", 3, "äöü"},
		{"äöüß", 3, "äöü"},
		{"日本語", 2, "日本"},
		{"ab c", 3, "ab"},
		{"", 3, ""},
	} {
		if got := cut(tt.given, tt.n); got != tt.want {
			t.Errorf("cut(%q, %d) = %q, want %q", tt.given, tt.n, got, tt.want)
		}
	}
}

func TestADamagedRegionTableIsRefused(t *testing.T) {
	t.Parallel()
	for _, tsv := range []string{"1\tUS\tAL\n", "2\tUS\tAL\tAlabama\n", "1\tUSA\tAL\tAlabama\n", "x\tUS\tAL\tAlabama\n"} {
		if rows, err := parseRegions(tsv); err == nil {
			t.Errorf("%q read as %+v", tsv, rows)
		}
	}
}

func TestLookUpsDoNotAllocate(t *testing.T) {
	us, _ := FindCountry("US")
	eur, _ := FindCurrency("EUR")
	for name, look := range map[string]func(){
		"FindCountry":   func() { _, _ = FindCountry("deu") },
		"NameIn":        func() { us.NameIn("de_DE") },
		"RegionByID":    func() { RegionByID(12) },
		"ResolveRegion": func() { ResolveRegion("us", "California") },
		"HasRegions":    func() { HasRegions("us") },
		"FindCurrency":  func() { FindCurrency("usd") },
		"Symbol":        func() { eur.Symbol("de_DE") },
		"ValidZone":     func() { ValidZone("Europe/Berlin") },
	} {
		look()
		if n := testing.AllocsPerRun(100, look); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

func TestLocalesAreKeptWithinBounds(t *testing.T) {
	t.Parallel()
	names := perLocale[nameTable]{build: namesFor}
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			names.get("de_" + string([]rune{a, b}))
		}
	}
	if len(names.built) != maxLocales {
		t.Errorf("%d kept, want %d", len(names.built), maxLocales)
	}
}
