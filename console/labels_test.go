package console_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"tradelog/console"
	"tradelog/internal/testing/apptest"
)

// sameWords are words of the registry that are the same in German.
var sameWords = []string{
	"0", "2", "API", "Barcode", "Base64", "Downloads", "Fax", "Global", "GraphQL", "HTML", "ID", "Links", "MCP", "OAuth", "Offline", "Online",
	"Position", "REST", "Region", "SOAP", "Streams", "System", "Text", "URL", "Version", "Webhook", "Webhooks", "Website",
}

// germanOf reads a German catalogue. Plural forms are joined by a line break.
func germanOf(t *testing.T, name string) map[string]string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var read map[string]any
	if err := json.Unmarshal(content, &read); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	german := map[string]string{}
	for english, translated := range read {
		switch translated := translated.(type) {
		case string:
			german[english] = translated
		case map[string]any:
			var forms []string
			for _, form := range translated {
				text, _ := form.(string)
				forms = append(forms, text)
			}
			german[english] = strings.Join(forms, "\n")
		}
	}
	return german
}

// elsewhere are the words that other packages translate.
func elsewhere(t *testing.T) map[string]string {
	t.Helper()
	german := germanOf(t, "../domain/locale/messages/de.json")
	for english, text := range germanOf(t, "../audit/trail/messages/de.json") {
		german[english] = text
	}
	return german
}

// TestWordsOfTheRegistryAreTranslated: pages show no word of the registry in English to those who read German, and labels/ translates no
// other word.
func TestWordsOfTheRegistryAreTranslated(t *testing.T) {
	t.Parallel()
	words := console.RegistryWords(apptest.Start(t).Pipeline.Registry)
	if words["Grand total"] == "" || words["Put an order on hold"] == "" || words["Holded"] == "" {
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
