package trail_test

import (
	"slices"
	"testing"

	"tradelog/app"
	"tradelog/audit/trail"
	"tradelog/domain"
	"tradelog/domain/locale"
)

// TestEveryEventHasASentence: an event type of the shop without a sentence, or without a German one, fails. Events of plain records tell
// what changed.
func TestEveryEventHasASentence(t *testing.T) {
	t.Parallel()
	specs := app.EventSpecs()
	for _, spec := range specs {
		_, plain := spec.New().(domain.Reduced)
		switch english := trail.AllSentences[spec.Name]; {
		case plain && english != "":
			t.Errorf("%s is of a plain record and has a sentence", spec.Name)
		case plain:
		case english == "":
			t.Errorf("%s has no sentence in audit/trail/sentences.json", spec.Name)
		case locale.In("de", english) == english:
			t.Errorf("%s has no German sentence in audit/trail/messages/de.json", spec.Name)
		}
	}
	for name := range trail.AllSentences {
		if !slices.ContainsFunc(specs, func(s domain.EventSpec) bool { return s.Name == name }) {
			t.Errorf("there is a sentence for %s, which no event is", name)
		}
	}
}
