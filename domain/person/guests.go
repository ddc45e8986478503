package person

import (
	"tradelog/domain"
	"tradelog/domain/fault"
)

// GuestCategory is the category of the streams that forget people without an account. Each has one event.
const GuestCategory = "forgetting"

// GuestForgetStarted starts to forget a person without an account. The person's carts and subscriptions then end, and the keys of the
// subjects are deleted. A Forgotten in each stream with the person's data makes read models drop them.
type GuestForgetStarted struct {
	Subjects []string `json:"subjects"` // such as "guest-12"; they do not identify the person
}

func (GuestForgetStarted) EventName() string { return "GuestForgetStarted" }

// GuestSpecs returns the event.
func GuestSpecs() []domain.EventSpec { return domain.Specs(GuestForgetStarted{}) }

// Guest is the state of a stream that forgets a person.
type Guest struct{ Subjects []string }

func NewGuest(string) Guest { return Guest{} }

func EvolveGuest(g Guest, e domain.Event) Guest {
	if e, ok := e.(GuestForgetStarted); ok {
		g.Subjects = e.Subjects
	}
	return g
}

// Forget starts to forget subjects.
func (g Guest) Forget(subjects []string) ([]domain.Event, error) {
	switch {
	case len(g.Subjects) > 0:
		return nil, fault.New(fault.Internal, "the stream forgets somebody already")
	case len(subjects) == 0:
		return nil, fault.New(fault.Internal, "there is nobody to forget")
	}
	return []domain.Event{GuestForgetStarted{Subjects: subjects}}, nil
}
