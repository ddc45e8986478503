package locale

import (
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
		"fr_FR": "Montant total|Page 2 sur 3|2 mars 2026|1 234,50 $US|1,5|Allemagne",
		"fr_CA": "Montant total|Page 2 sur 3|2 mars 2026|1 234,50 $ US|1,5|Allemagne",
		"fr":    "Montant total|Page 2 sur 3|2 mars 2026|1 234,50 $US|1,5|Allemagne",
		"es_ES": "Importe total|Página 2 de 3|2 de marzo de 2026|1234,50 US$|1,5|Alemania",
		"es_MX": "Importe total|Página 2 de 3|2 de marzo de 2026|USD 1,234.50|1.5|Alemania",
		"it_IT": "Totale|Pagina 2 di 3|2 marzo 2026|1234,50 USD|1,5|Germania",
		"nl_NL": "Totaalbedrag|Pagina 2 van 3|2 maart 2026|US$ 1.234,50|1,5|Duitsland",
		"nl_BE": "Totaalbedrag|Pagina 2 van 3|2 maart 2026|US$ 1.234,50|1,5|Duitsland",
		"pl_PL": "Razem|Strona 2 z 3|2 marca 2026|1234,50 USD|1,5|Niemcy",
		"pt_PT": "Grand Total|Page 2 of 3|2026-03-02|1 234,50 US$|1,5|Alemanha",
		"pt":    "Grand Total|Page 2 of 3|2026-03-02|US$ 1.234,50|1,5|Alemanha",
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

// TestDates: a language has its own form of a date, with the names of months as dates have them.
func TestDates(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"en_US": "January 1, 2026|May 12, 2026|August 2, 2026|December 31, 2026",
		"de_DE": "1. Januar 2026|12. Mai 2026|2. August 2026|31. Dezember 2026",
		"fr_FR": "1er janvier 2026|12 mai 2026|2 août 2026|31 décembre 2026",
		"es_ES": "1 de enero de 2026|12 de mayo de 2026|2 de agosto de 2026|31 de diciembre de 2026",
		"it_IT": "1 gennaio 2026|12 maggio 2026|2 agosto 2026|31 dicembre 2026",
		"nl_NL": "1 januari 2026|12 mei 2026|2 augustus 2026|31 december 2026",
		"pl_PL": "1 stycznia 2026|12 maja 2026|2 sierpnia 2026|31 grudnia 2026",
	} {
		l := Of(code, nil)
		var got []string
		for _, day := range []string{"2026-01-01", "2026-05-12", "2026-08-02", "2026-12-31"} {
			at, err := time.Parse(time.DateOnly, day)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, l.Date(at))
		}
		if text := strings.Join(got, "|"); text != want {
			t.Errorf("%s: %s\nwant %s", code, text, want)
		}
	}
	if got := Of("fr_FR", nil).Time(time.Date(2026, 3, 1, 23, 30, 0, 0, time.UTC)); got != "1er mars 2026, 23:30:00 UTC" {
		t.Error(got)
	}
}

// TestRefusalsAreTranslated: texts among the arguments of refusals are translated, too, and texts without a translation stay as they are.
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
	Add(files("sv", `{"Kiosk in %s": "Kiosk i %s"}`))
	if got := Of("sv_FI", nil).Translate(Text("Kiosk in %s"), "Åbo"); got != "Kiosk i Åbo" || !Speaks("sv") {
		t.Errorf("%q; languages %v", got, Languages())
	}
	for problem, wrong := range map[string]fstest.MapFS{
		"translates": files("de", `{"Tax": "Abgabe"}`), "unexpected end": files("de", `{`), "not named after a language": files("nowhere", `{}`),
		"and pl has [few many one other]": files("pl", `{"%d lamps": {"one": "%d lampa", "other": "%d lampy"}}`),
		"and de has [one other]":          files("de", `{"%d lamps": {"one": "%d Lampe", "few": "%d Lampen", "other": "%d Lampen"}}`),
		"no count":                        files("de", `{"lamps of %s": {"one": "Lampe von %s", "other": "Lampen von %s"}}`),
		"is a text or an object":          files("de", `{"lamps": 3}`),
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
