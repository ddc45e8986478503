// Package person has what is common to all data about people: the event that ends it.
//
// Whoever is forgotten loses the keys of their data subjects, see domain.Personal. After that each stream that read models show
// them with gets a Forgotten. What had been folded from the stream with the key is folded again without it.
package person

import (
	"strings"

	"tradelog/domain"
)

// Forgotten says that the keys of people a stream is about are deleted. Each kind of stream has an event name of its own, so that
// nobody reads the events of other kinds.
type Forgotten struct {
	category string
	Subjects []string `json:"subjects"`
}

// ForgottenIn makes the event for a kind of stream.
func ForgottenIn(category string, subjects []string) Forgotten {
	return Forgotten{category: category, Subjects: subjects}
}

// EventName is, for example, OrderPersonForgotten.
func (f Forgotten) EventName() string {
	return strings.ToUpper(f.category[:1]) + f.category[1:] + "PersonForgotten"
}

// Spec declares the event for a kind of stream.
func Spec(category string) domain.EventSpec {
	return domain.SpecNamed(1, func() Forgotten { return Forgotten{category: category} })
}
