package locale

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// TestWriting: each language writes in its own way, and one without a catalogue writes English texts, its own amounts and plain dates.
func TestWriting(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 23, 30, 0, 0, time.UTC)
	zone := time.FixedZone("CET", 3600)
	for code, want := range map[string]string{
		"en_US": "Grand Total|Page 2 of 3|March 2, 2026|$1,234.50|1.5|Germany",
		"en_GB": "Grand Total|Page 2 of 3|2 March 2026|US$1,234.50|1.5|Germany",
		"de_DE": "Gesamtsumme|Seite 2 von 3|2. März 2026|1.234,50 $|1,5|Deutschland",
		"de_CH": "Gesamtsumme|Seite 2 von 3|2. März 2026|$ 1’234.50|1.5|Deutschland",
		"de":    "Gesamtsumme|Seite 2 von 3|2. März 2026|1.234,50 $|1,5|Deutschland",
		"fr_FR": "Grand Total|Page 2 of 3|2026-03-02|1 234,50 $US|1,5|Allemagne",
		"fr":    "Grand Total|Page 2 of 3|2026-03-02|1 234,50 $US|1,5|Allemagne",
		"none":  "Grand Total|Page 2 of 3|March 2, 2026|$1,234.50|1.5|Germany",
		"":      "Grand Total|Page 2 of 3|March 2, 2026|$1,234.50|1.5|Germany",
	} {
		l := Of(code, zone)
		got := strings.Join([]string{
			l.Translate(GrandTotal), l.Translate(Text("Page %d of %d"), 2, 3), l.Date(at), l.Money(money.MustParse("1234.5"), "USD"),
			l.Number(money.MustParse("1.5")), strings.Join(l.Lines(directory.Address{CountryID: "DE"}), ""),
		}, "|")
		if got = strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(got); got != want {
			t.Errorf("%s: %s\nwant %s", code, got, want)
		}
	}
	if got := Of("de_DE", nil).Time(at); got != "1. März 2026, 23:30:00 UTC" {
		t.Error(got)
	}
	if got := In("de", "100% of it: %s"); got != "100% of it: %s" {
		t.Error(got)
	}
	var zero Locale
	if got := zero.Date(at) + zero.Translate(Tax) + zero.Money(money.One, "EUR"); got != "March 1, 2026Tax€1.00" {
		t.Error(got)
	}
}

// TestTranslationsKeepTheirParts: a translation shows what its text shows, no less and no more.
func TestTranslationsKeepTheirParts(t *testing.T) {
	t.Parallel()
	parts := regexp.MustCompile(`\{\{.*?\}\}|%%|%[a-z]`)
	of := func(text string) []string { return slices.Sorted(slices.Values(parts.FindAllString(text, -1))) }
	names, err := fs.Glob(messageFiles, "messages/*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("%v, %v", names, err)
	}
	for _, name := range names {
		translations, err := read(messageFiles, name)
		if err != nil {
			t.Fatal(err)
		}
		for english, translated := range translations {
			if !slices.Equal(of(english), of(translated)) || strings.TrimSpace(translated) != translated || translated == "" {
				t.Errorf("%s: %q is translated as %q", name, english, translated)
			}
		}
	}
}

// TestRefusalsAreTranslated: so are texts among their arguments, and what has no translation stays as it is.
func TestRefusalsAreTranslated(t *testing.T) {
	t.Parallel()
	for want, made := range map[string]*fault.Error{
		"Neues Passwort muss mindestens 12 Zeichen haben": fault.Invalidf("%s must be at least %d characters", "New password", 12),
		"Dieser Bestätigungslink ist nicht gültig.":       fault.Invalidf("This confirmation link is not valid."),
		"50% of \"it\" is left":                           fault.Invalidf("50%% of %q is left", "it"),
		"50% is left":                                     {Message: "50% is left"},
	} {
		if got := Of("de_DE", nil).Refusal(made.Format()); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestModulesBringTranslations: a module adds a language and messages, and cannot change those that there are.
func TestModulesBringTranslations(t *testing.T) {
	t.Parallel()
	files := func(language, content string) fstest.MapFS {
		return fstest.MapFS{"messages/" + language + ".json": {Data: []byte(content)}}
	}
	Add(files("nl", `{"Kiosk in %s": "Kiosk te %s"}`))
	if got := Of("nl_BE", nil).Translate(Text("Kiosk in %s"), "Gent"); got != "Kiosk te Gent" || !Speaks("nl") {
		t.Errorf("%q; languages %v", got, Languages())
	}
	for problem, wrong := range map[string]fstest.MapFS{
		"translates": files("de", `{"Tax": "Abgabe"}`), "unexpected end": files("de", `{`), "not named after a language": files("nowhere", `{}`),
	} {
		func() {
			defer func() {
				if said, _ := recover().(string); !strings.Contains(said, problem) {
					t.Errorf("%q, want %q", said, problem)
				}
			}()
			Add(wrong)
		}()
	}
}
