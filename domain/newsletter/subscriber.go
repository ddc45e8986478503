package newsletter

import (
	"crypto/subtle"
	"strings"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/person"
)

const Category = "subscriber"

func Stream(id int64) string { return domain.Stream(Category, id) }

// The pages that the links in e-mails open, with the parameters id and code.
const (
	ConfirmPath     = "/newsletter/subscriber/confirm"
	UnsubscribePath = "/newsletter/subscriber/unsubscribe"
)

// Status is the status of a subscription. The status is empty if there never was a subscription.
type Status string

const (
	Active   Status = "subscribed"
	Inactive Status = "not_active" // not yet confirmed
	Ended    Status = "unsubscribed"
)

// The errors of subscriptions (shapes-customer §6).
var (
	ErrEmailRequired = fault.Invalidf("Email address is required").About(fault.Required, "email")
	ErrEmailInvalid  = fault.Invalidf("Invalid email address").About(fault.Format, "email")
	ErrNoGuests      = fault.Invalidf("Guest subscription is not allowed. Please login first.")
	ErrLink          = fault.Invalidf("This link is not valid.")
)

type State struct {
	ID         int64
	CustomerID int64
	StoreID    int64
	Email      string
	Code       string
	Status     Status
}

func New(string) State { return State{} }

func Evolve(s State, e domain.Event) State {
	switch e := e.(type) {
	case Subscribed:
		return State{ID: e.SubscriberID, CustomerID: e.CustomerID, StoreID: e.StoreID, Email: e.Email, Code: e.Code, Status: e.Status}
	case Linked:
		s.CustomerID, s.Email, s.Code = e.CustomerID, e.Email, e.Code
	case Confirmed:
		s.Status = Active
	case Unsubscribed:
		s.Status = Ended
	}
	return s
}

// Subscription is a request to subscribe to the newsletter.
type Subscription struct {
	Email      string
	CustomerID int64 // 0: a guest
	StoreID    int64
	Confirm    bool   // the address must be confirmed
	Code       string // used if the subscriber has none yet
}

// Subscribe starts a subscription. An active subscription is only linked to the requesting customer. For one that is not confirmed it asks
// for confirmation again, since the first e-mail may be lost.
func (s State) Subscribe(id int64, d Subscription) []domain.Event {
	customer, code := d.CustomerID, d.Code
	if customer == 0 {
		customer = s.CustomerID // a guest who knows an address is not its owner
	}
	if s.Code != "" {
		code = s.Code
	}
	if s.Status == Active {
		return s.link(customer, s.Email)
	}
	status := Active
	if d.Confirm {
		status = Inactive
	}
	return []domain.Event{Subscribed{
		SubscriberID: id, CustomerID: customer, StoreID: d.StoreID, Status: status, Email: strings.ToLower(d.Email), Code: code,
	}}
}

// link links the subscriber to a customer and an address, unless it has both.
func (s State) link(customerID int64, email string) []domain.Event {
	if s.CustomerID == customerID && strings.EqualFold(s.Email, email) {
		return nil
	}
	return []domain.Event{Linked{SubscriberID: s.ID, CustomerID: customerID, Email: strings.ToLower(email), Code: s.Code}}
}

// Move changes the address of a customer's subscription.
func (s State) Move(customerID int64, email string) []domain.Event {
	if s.Status == "" || s.CustomerID != customerID {
		return nil
	}
	return s.link(customerID, email)
}

// Adopt assigns a guest's subscription to the customer with its e-mail address.
func (s State) Adopt(customerID int64, email string) []domain.Event {
	if s.Status == "" || s.CustomerID != 0 || !person.SameMailbox(s.Email, email) {
		return nil
	}
	return s.link(customerID, s.Email)
}

// Unsubscribe ends a subscription, also an unconfirmed one.
func (s State) Unsubscribe() []domain.Event {
	if s.Status == "" || s.Status == Ended {
		return nil
	}
	return []domain.Event{Unsubscribed{}}
}

// Confirm confirms a subscription. A wrong code gets the same error whether or not there is a subscriber.
func (s State) Confirm(code string) ([]domain.Event, error) {
	if err := s.check(code); err != nil {
		return nil, err
	}
	if s.Status != Inactive {
		return nil, nil // the link is opened a second time, or after the subscription has ended
	}
	return []domain.Event{Confirmed{}}, nil
}

// Leave ends a subscription through the link of an e-mail.
func (s State) Leave(code string) ([]domain.Event, error) {
	if err := s.check(code); err != nil {
		return nil, err
	}
	return s.Unsubscribe(), nil
}

func (s State) check(code string) error {
	if s.Code == "" || subtle.ConstantTimeCompare([]byte(code), []byte(s.Code)) != 1 {
		return ErrLink
	}
	return nil
}
