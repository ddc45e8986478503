// Package stockalert decides which customers are told that a product is in stock again. The alerts of a customer are one stream, named by
// the customer's ID:
//
//	Asked ──┬──▶ Raised      the product is in stock again, and the customer is told once
//	        └──▶ Withdrawn   the customer does not want to know any more, or is forgotten
//
// The events have no personal data: the address is that of the account when the e-mail is sent.
package stockalert

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/fault"
)

// Category is the category of the streams.
const Category = "stockalerts"

// Stream returns the stream of a customer's alerts.
func Stream(customerID int64) string { return domain.Stream(Category, customerID) }

// Switch is the setting that allows stock alerts in a store view.
const Switch = "catalog/productalert/allow_stock"

// Most is the number of products that a customer can wait for at a time.
const Most = 100

// The errors of stock alerts.
var (
	ErrNoProduct = fault.NotFoundf("Product not found")
	ErrNotFound  = fault.NotFoundf("Stock alert not found")
	ErrInStock   = fault.Preconditionf("This product is in stock.")
	ErrOff       = fault.Preconditionf("This store tells nobody when products are in stock again.")
	errFull      = fault.Preconditionf("You can wait for at most %d products; remove some first", Most)
)

type (
	// Asked asks to be told when a product is in stock again.
	Asked struct {
		AlertID   int64 `json:"alertId"`
		ProductID int64 `json:"productId"`
		StoreID   int64 `json:"storeId"` // in which the product must be for sale, and in whose language the e-mail is
	}
	// Withdrawn ends an alert that was not raised.
	Withdrawn struct {
		AlertID int64 `json:"alertId"`
	}
	// Raised ends an alert, because the product is in stock again.
	Raised struct {
		AlertID   int64 `json:"alertId"`
		ProductID int64 `json:"productId"`
		StoreID   int64 `json:"storeId"`
	}
)

func (Asked) EventName() string     { return "StockAlertAsked" }
func (Withdrawn) EventName() string { return "StockAlertWithdrawn" }
func (Raised) EventName() string    { return "StockAlertRaised" }

func EventSpecs() []domain.EventSpec { return domain.Specs(Asked{}, Withdrawn{}, Raised{}) }

// Alert is an alert that is neither raised nor withdrawn.
type Alert struct{ ID, ProductID, StoreID int64 }

// State holds the open alerts of a customer, in the order of asking.
type State struct{ Alerts []Alert }

func New(string) State { return State{} }

// Evolve applies one event. It never modifies a state it is given.
func Evolve(s State, e domain.Event) State {
	switch e := e.(type) {
	case Asked:
		s.Alerts = append(slices.Clip(s.Alerts), Alert{ID: e.AlertID, ProductID: e.ProductID, StoreID: e.StoreID})
	case Withdrawn:
		return s.without(e.AlertID)
	case Raised:
		return s.without(e.AlertID)
	}
	return s
}

func (s State) without(id int64) State {
	s.Alerts = slices.DeleteFunc(slices.Clone(s.Alerts), func(a Alert) bool { return a.ID == id })
	return s
}

// Find returns an alert by its ID. ErrNotFound: there is none, or none any more.
func (s State) Find(id int64) (Alert, error) {
	a, ok := domain.Find(s.Alerts, func(a Alert) bool { return a.ID == id })
	if !ok {
		return a, ErrNotFound
	}
	return a, nil
}

// Of returns the alert about a product in a store view.
func (s State) Of(productID, storeID int64) (Alert, bool) {
	return domain.Find(s.Alerts, func(a Alert) bool { return a.ProductID == productID && a.StoreID == storeID })
}

// Ask asks to be told of a product. Asking again changes nothing. An error of kind Precondition: the customer waits for too many.
func (s State) Ask(a Alert) ([]domain.Event, error) {
	if _, has := s.Of(a.ProductID, a.StoreID); has {
		return nil, nil
	}
	if len(s.Alerts) >= Most {
		return nil, errFull
	}
	return []domain.Event{Asked{AlertID: a.ID, ProductID: a.ProductID, StoreID: a.StoreID}}, nil
}

// Withdraw ends an alert. ErrNotFound: there is none.
func (s State) Withdraw(id int64) ([]domain.Event, error) {
	if _, err := s.Find(id); err != nil {
		return nil, err
	}
	return []domain.Event{Withdrawn{AlertID: id}}, nil
}

// WithdrawAll ends all alerts.
func (s State) WithdrawAll() (all []domain.Event) {
	for _, a := range s.Alerts {
		all = append(all, Withdrawn{AlertID: a.ID})
	}
	return all
}

// Raise ends an alert because its product is in stock again. An alert that has ended meanwhile is left alone.
func (s State) Raise(id int64) []domain.Event {
	a, err := s.Find(id)
	if err != nil {
		return nil
	}
	return []domain.Event{Raised{AlertID: a.ID, ProductID: a.ProductID, StoreID: a.StoreID}}
}
