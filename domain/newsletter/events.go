package newsletter

import (
	"fmt"

	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/person"
)

type (
	// Subscribed starts a subscription, or repeats one that is not confirmed yet.
	Subscribed struct {
		SubscriberID int64  `json:"subscriberId"`
		CustomerID   int64  `json:"customerId,omitempty"` // 0: a guest
		StoreID      int64  `json:"storeId"`
		Status       Status `json:"status"` // subscribed or not_active
		Email        string `json:"email,omitzero" personal:"true"`
		Code         string `json:"code,omitzero" personal:"true" credential:"true"` // of the links in e-mails
	}
	// Linked links a subscriber to a customer, or changes the e-mail address.
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

// Subject returns the data subject of a subscription: the customer, or a guest.
func Subject(subscriberID, customerID int64) string {
	if customerID != 0 {
		return customer.Subject(customerID)
	}
	return fmt.Sprintf("subscriber-%d", subscriberID)
}

func EventSpecs() []domain.EventSpec {
	return append(domain.Specs(Subscribed{}, Linked{}, Confirmed{}, Unsubscribed{}), person.Spec(Category))
}
