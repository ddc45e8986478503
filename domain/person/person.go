// Package person defines the event that ends all personal data of a stream.
//
// If a person is forgotten, the keys of their data subjects are deleted, see domain.Personal. Each stream whose personal data read models
// show then gets a Forgotten, and read models fold the stream again without the key.
package person

import (
	"strings"

	"tradelog/domain"
)

// Forgotten records that the keys of subjects in a stream were deleted. Each category of streams has its own event name, so that readers of
// one category do not read the events of others.
type Forgotten struct {
	category string
	Subjects []string `json:"subjects"`
}

// ForgottenIn returns the event for a category of streams.
func ForgottenIn(category string, subjects []string) Forgotten {
	return Forgotten{category: category, Subjects: subjects}
}

// EventName returns, for example, OrderPersonForgotten.
func (f Forgotten) EventName() string {
	return strings.ToUpper(f.category[:1]) + f.category[1:] + "PersonForgotten"
}

// Spec declares the event for a category of streams.
func Spec(category string) domain.EventSpec {
	return domain.SpecNamed(1, func() Forgotten { return Forgotten{category: category} })
}
