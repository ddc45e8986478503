package console_test

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tradelog/app"
	"tradelog/console"
	"tradelog/domain/record"
	"tradelog/eventstore/trail"
	"tradelog/test/apptest"
)

// sameWords are words of the registry that are the same in German.
var sameWords = []string{
	"0", "2", "API", "Agent", "Barcode", "Base64", "Block", "Codes", "Downloads", "Fax", "Format", "Global", "GraphQL", "HTML", "ID", "Links",
	"MCP", "Marketing", "OAuth", "Offline", "Online", "Position", "REST", "Region", "Revision", "SOAP", "Stream", "Streams", "System", "Text",
	"Token", "URL", "Version", "Webhook", "Webhooks", "Website",
}

// germanOf reads a German catalogue. Plural forms are joined by a line break.
func germanOf(t *testing.T, name string) map[string]string {
	t.Helper()
	german := map[string]string{}
	for english, forms := range console.CatalogueOf(t, name) {
		german[english] = strings.Join(forms, "\n")
	}
	return german
}

// elsewhere are the words that other packages translate.
func elsewhere(t *testing.T) map[string]string {
	t.Helper()
	german := germanOf(t, "../domain/locale/messages/de.json")
	for english, text := range germanOf(t, "../eventstore/trail/messages/de.json") {
		german[english] = text
	}
	return german
}

// timelineWords returns the words that timelines show, each with an event: names of records, and members of events and records. Within the
// sentence of an event members begin with a small letter.
func timelineWords() map[string]string {
	words := map[string]string{}
	member := func(name, event string) {
		if label := console.Spaced(name); name != "" && name != "-" {
			words[label], words[label[:1]+strings.ToLower(label[1:])] = event, event
		}
	}
	for _, spec := range app.EventSpecs() {
		event := spec.New()
		eachMember(reflect.TypeOf(event), map[reflect.Type]bool{}, func(name string) { member(name, spec.Name) })
		of, plain := event.(interface{ Kind() *record.Kind })
		if !plain {
			continue
		}
		told, _ := strings.CutSuffix(trail.Language("en").Describe(of.Kind().Title+"Created", nil), " created")
		words[told] = spec.Name
		for _, f := range of.Kind().Fields {
			member(f.Name, spec.Name)
		}
	}
	return words
}

// eachMember visits the names of the members of a type's JSON, and of the types within it.
func eachMember(of reflect.Type, seen map[reflect.Type]bool, visit func(name string)) {
	for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice || of.Kind() == reflect.Map {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct || seen[of] {
		return
	}
	seen[of] = true
	for i := range of.NumField() {
		f := of.Field(i)
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); f.IsExported() {
			visit(name)
		}
		eachMember(f.Type, seen, visit)
	}
}

// TestWordsOfTheRegistryAreTranslated: German pages show no word of the registry or of a timeline in English, and labels/ translates no
// other word.
func TestWordsOfTheRegistryAreTranslated(t *testing.T) {
	t.Parallel()
	words := console.RegistryWords(apptest.Start(t).Pipeline.Registry)
	for word, where := range timelineWords() {
		words[word] = where
	}
	if words["Grand total"] == "" || words["Payment review"] == "" {
		t.Fatalf("the walk of the registry misses words: %d found", len(words))
	}
	labels, others := germanOf(t, "labels/messages/de.json"), elsewhere(t)
	for word, where := range words {
		german, known := labels[word]
		if _, other := others[word]; other {
			if known {
				t.Errorf("labels/messages/de.json has %q, which another catalogue translates", word)
			}
			continue
		}
		switch same := slices.Contains(sameWords, word); {
		case same && known && german != word:
			t.Errorf("%q is not the same in German: %q", word, german)
		case !same && !known:
			t.Errorf("labels/messages/de.json has no %q, %s", word, where)
		case !same && (german == word || strings.TrimSpace(german) != german || german == ""):
			t.Errorf("%q is translated as %q", word, german)
		}
	}
	for word := range labels {
		if words[word] == "" {
			t.Errorf("labels/messages/de.json translates %q, which pages do not show", word)
		}
	}
	for _, word := range sameWords {
		if words[word] == "" {
			t.Errorf("%q is no word that pages show", word)
		}
	}
}

// TestExplanationsAreTranslated: forms and settings have German explanations, and help/ translates nothing else.
func TestExplanationsAreTranslated(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	english := console.RegistryHelp(shop.Pipeline.Registry)
	for _, p := range shop.Settings.Paths() {
		for _, text := range []string{p.About, p.Type.String()} {
			if text != "" {
				english[text] = "setting " + p.Name
			}
		}
	}
	if english["text of the comment"] == "" || english["base URL"] == "" || english["0 (off) or 1 (on)"] == "" {
		t.Fatalf("the walk misses explanations: %d found", len(english))
	}
	const file = "help/messages/de.json"
	german := germanOf(t, file)
	same := []string{"HTML"}
	directive := regexp.MustCompile(`\{\{.*?\}\}`)
	for text, where := range english {
		translated, known := german[text]
		switch {
		case !known:
			t.Errorf("%s has no %q, %s", file, text, where)
		case translated == "" || strings.TrimSpace(translated) != translated || translated == text != slices.Contains(same, text),
			!slices.Equal(directive.FindAllString(text, -1), directive.FindAllString(translated, -1)):
			t.Errorf("%s: %q is translated as %q", file, text, translated)
		}
	}
	for text := range german {
		if english[text] == "" {
			t.Errorf("%s translates %q, which nothing says", file, text)
		}
	}
}
