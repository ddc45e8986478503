package newsletter

import (
	"fmt"

	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/person"
)

type (
	// Subscribed is a subscription, or another one while the first waits to be confirmed.
	Subscribed struct {
		SubscriberID int64  `json:"subscriberId"`
		CustomerID   int64  `json:"customerId,omitempty"` // 0: a guest
		StoreID      int64  `json:"storeId"`
		Status       Status `json:"status"` // subscribed or not_active
		Email        string `json:"email,omitzero" personal:"true"`
		Code         string `json:"code,omitzero" personal:"true" credential:"true"` // that links in e-mails carry
	}
	// Linked says that a customer has the e-mail address of a subscriber, or has it no more.
	Linked struct {
		SubscriberID int64  `json:"subscriberId"`
		CustomerID   int64  `json:"customerId"`
		Email        string `json:"email,omitzero" personal:"true"`
		Code         string `json:"code,omitzero" personal:"true" credential:"true"`
	}
	Confirmed    struct{}
	Unsubscribed struct{}
)

func (Subscribed) EventName() string     { return "NewsletterSubscribed" }
func (Linked) EventName() string         { return "NewsletterSubscriberLinked" }
func (Confirmed) EventName() string      { return "NewsletterConfirmed" }
func (Unsubscribed) EventName() string   { return "NewsletterUnsubscribed" }
func (e Subscribed) DataSubject() string { return Subject(e.SubscriberID, e.CustomerID) }
func (e Linked) DataSubject() string     { return Subject(e.SubscriberID, e.CustomerID) }

// Subject names the person a subscription belongs to: the customer, or a guest.
func Subject(subscriberID, customerID int64) string {
	if customerID != 0 {
		return customer.Subject(customerID)
	}
	return fmt.Sprintf("subscriber-%d", subscriberID)
}

func EventSpecs() []domain.EventSpec {
	return append(domain.Specs(Subscribed{}, Linked{}, Confirmed{}, Unsubscribed{}), person.Spec(Category))
}
