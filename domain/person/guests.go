package person

import (
	"tradelog/domain"
	"tradelog/domain/fault"
)

// GuestCategory is the kind of streams that forget people who have no account. Each has one event.
const GuestCategory = "forgetting"

// GuestForgetStarted begins to forget a person who has no account. Everything else follows from it: their carts and subscriptions end,
// the keys of the subjects are deleted, and a Forgotten in each stream with their data makes read models drop what they show of it.
type GuestForgetStarted struct {
	Subjects []string `json:"subjects"` // such as "guest-12"; they do not tell who it was
}

func (GuestForgetStarted) EventName() string { return "GuestForgetStarted" }

// GuestSpecs declares the event.
func GuestSpecs() []domain.EventSpec { return domain.Specs(GuestForgetStarted{}) }

// Guest is the state of a stream that forgets somebody.
type Guest struct{ Subjects []string }

func NewGuest(string) Guest { return Guest{} }

func EvolveGuest(g Guest, e domain.Event) Guest {
	if e, ok := e.(GuestForgetStarted); ok {
		g.Subjects = e.Subjects
	}
	return g
}

// Forget begins to forget subjects.
func (g Guest) Forget(subjects []string) ([]domain.Event, error) {
	switch {
	case len(g.Subjects) > 0:
		return nil, fault.New(fault.Internal, "the stream forgets somebody already")
	case len(subjects) == 0:
		return nil, fault.New(fault.Internal, "there is nobody to forget")
	}
	return []domain.Event{GuestForgetStarted{Subjects: subjects}}, nil
}
