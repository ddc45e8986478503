// Package parking records people's decisions about events that a reaction could not handle. Such an event is parked beside the log. The
// decision about it is in the log, in a stream of the reaction.
package parking

import (
	"strings"

	"tradelog/domain"
	"tradelog/domain/fault"
)

// Category is the category of the streams.
const Category = "reaction"

// Skipped records that a reaction will not handle an event.
type Skipped struct {
	Position int64  `json:"position"`
	Event    string `json:"event"`
	Of       string `json:"of"` // the stream of the event
	Reason   string `json:"reason"`
}

// Retried records that the parked events of a stream were handled again.
type Retried struct {
	Of      string `json:"of"`
	Handled int64  `json:"handled"` // the number of events that succeeded
	Failed  bool   `json:"failed"`  // the next one has failed again
}

// EventName implements domain.Event.
func (Skipped) EventName() string { return "ParkedEventSkipped" }

// EventName implements domain.Event.
func (Retried) EventName() string { return "ParkedEventsRetried" }

// EventSpecs declares the events.
func EventSpecs() []domain.EventSpec { return domain.Specs(Skipped{}, Retried{}) }

// Stream returns the stream of a reaction.
func Stream(reaction string) string { return domain.StreamOf(Category, reaction) }

// State has nothing that a decision needs: the table of parked events decides.
type State struct{}

// New returns the state of an empty stream.
func New(string) State { return State{} }

// Evolve applies an event.
func Evolve(s State, _ domain.Event) State { return s }

// maxReason bounds a reason, in characters.
const maxReason = 500

// Reason returns a reason without surrounding blanks. It refuses an empty one and one that is too long.
func Reason(text string) (string, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return "", fault.Invalidf("reason is required: say why the event need not be handled.").About(fault.Required, "reason")
	case len([]rune(text)) > maxReason:
		return "", fault.Invalidf("reason must have at most %d characters.", maxReason).About(fault.Length, "reason")
	}
	return text, nil
}
