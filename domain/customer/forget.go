package customer

import "tradelog/domain"

// ForgetStarted closes an account for good, because its owner is to be forgotten. Carts and subscriptions then end, and the keys of
// personal data are deleted. A person.Forgotten in each of the person's streams, last in this one, makes read models drop the person's
// data.
type ForgetStarted struct {
	CustomerID int64 `json:"customerId"`
}

func (ForgetStarted) EventName() string { return "CustomerForgetStarted" }

// Forget starts to forget the customer. A repeated call changes nothing.
func (s State) Forget() ([]domain.Event, error) {
	switch {
	case s.Forgotten:
		return nil, nil
	case !s.Exists:
		return nil, ErrNotFound
	}
	return []domain.Event{ForgetStarted{CustomerID: s.ID}}, nil
}
