package customer

import "tradelog/domain"

// ForgetStarted closes an account for good, because its owner is to be forgotten. Everything else follows from it: carts and
// subscriptions end, the keys of personal data are deleted, and a person.Forgotten in each of the person's streams, this one last,
// makes read models drop what they show of them.
type ForgetStarted struct {
	CustomerID int64 `json:"customerId"`
}

func (ForgetStarted) EventName() string { return "CustomerForgetStarted" }

// Forget begins to forget the customer. Repeating it changes nothing.
func (s State) Forget() ([]domain.Event, error) {
	switch {
	case s.Forgotten:
		return nil, nil
	case !s.Exists:
		return nil, ErrNotFound
	}
	return []domain.Event{ForgetStarted{CustomerID: s.ID}}, nil
}
