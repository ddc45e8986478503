package platform_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"tradelog/app"
	"tradelog/domain"
	"tradelog/domain/locale"
)

// TestEveryEventHasASentence: every event type of the shop needs an English and a German sentence. Events of plain records describe the
// change.
func TestEveryEventHasASentence(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("../../eventstore/trail/sentences.json")
	if err != nil {
		t.Fatal(err)
	}
	var told map[string]string // the English sentences by event type
	if err := json.Unmarshal(file, &told); err != nil {
		t.Fatal(err)
	}
	specs := app.EventSpecs()
	for _, spec := range specs {
		_, plain := spec.New().(domain.Reduced)
		switch english := told[spec.Name]; {
		case plain && english != "":
			t.Errorf("%s is of a plain record and has a sentence", spec.Name)
		case plain:
		case english == "":
			t.Errorf("%s has no sentence in eventstore/trail/sentences.json", spec.Name)
		case locale.In("de", english) == english:
			t.Errorf("%s has no German sentence in eventstore/trail/messages/de.json", spec.Name)
		}
	}
	for name := range told {
		if !slices.ContainsFunc(specs, func(s domain.EventSpec) bool { return s.Name == name }) {
			t.Errorf("there is a sentence for %s, which no event is", name)
		}
	}
}
