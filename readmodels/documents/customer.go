package documents

import (
	"bytes"
	"encoding/json"
	"slices"

	"tradelog/domain"
	"tradelog/domain/customer"
)

// Customer is an account as the API shows it (shapes-customer §2.2).
type Customer struct {
	Type                   string     `json:"@type"`
	ID                     int64      `json:"id"`
	Email                  string     `json:"email"`
	Firstname              string     `json:"firstname"`
	Lastname               string     `json:"lastname"`
	Prefix                 *string    `json:"prefix,omitempty"`
	Middlename             *string    `json:"middlename,omitempty"`
	Suffix                 *string    `json:"suffix,omitempty"`
	Gender                 *int64     `json:"gender,omitempty" doc:"1 male, 2 female"`
	Dob                    *string    `json:"dob,omitempty" doc:"YYYY-MM-DD"`
	Taxvat                 *string    `json:"taxvat,omitempty"`
	FullName               string     `json:"fullName"`
	IsSubscribed           bool       `json:"isSubscribed"`
	GroupID                int64      `json:"groupId"`
	IsActive               bool       `json:"isActive"`
	WebsiteID              int64      `json:"websiteId"`
	StoreID                int64      `json:"storeId"`
	CreatedIn              string     `json:"createdIn" doc:"the store view the account was opened in"`
	DisableAutoGroupChange bool       `json:"disableAutoGroupChange"`
	IsConfirmed            bool       `json:"isConfirmed"`
	DefaultBillingAddress  *Address   `json:"defaultBillingAddress,omitempty"`
	DefaultShippingAddress *Address   `json:"defaultShippingAddress,omitempty"`
	Addresses              []*Address `json:"addresses"`
	CreatedAt              string     `json:"createdAt"`
	UpdatedAt              string     `json:"updatedAt"`
	Message                *string    `json:"message,omitempty" doc:"of a change by the customer: that the new email waits for its link"`
	Extensions             Extensions `json:"extensions"`
}

func ApplyCustomer(c *Customer, e domain.Event, at domain.Times) *Customer {
	if e, ok := e.(customer.Registered); ok {
		c = &Customer{
			Type: "Customer", ID: e.CustomerID, GroupID: e.GroupID, IsActive: !e.Inactive, WebsiteID: e.WebsiteID, StoreID: e.StoreID,
			CreatedIn: e.StoreName, DisableAutoGroupChange: e.NoAutoGroup, IsConfirmed: e.Confirmation == "", Addresses: []*Address{},
			CreatedAt: Time(at.Occurred), UpdatedAt: Time(at.Recorded),
		}
		c.profile(e.Profile)
		return c
	}
	if c == nil {
		return nil
	}
	switch e := e.(type) {
	case customer.ProfileChanged:
		c.profile(e.Profile)
	case customer.Confirmed:
		c.IsConfirmed = true
	case customer.GroupAssigned:
		c.GroupID = e.GroupID
	case customer.Activated:
		c.IsActive = true
	case customer.Deactivated, customer.ForgetStarted:
		c.IsActive = false
	case customer.AutoGroupSwitched:
		c.DisableAutoGroupChange = e.Off
	case customer.ResetRequested, customer.EmailChangeRequested, customer.TwoFactorPrepared, customer.TwoFactorEnabled,
		customer.TwoFactorDisabled, customer.TwoFactorUsed:
		return c // the document does not change
	default:
		c.applyAddresses(e, at)
	}
	c.UpdatedAt = Time(at.Recorded)
	return c
}

// CustomerEcho answers requests that must not reveal whether an account exists: it has the e-mail address of the request and no data of an
// account (shapes-customer §2.7).
type CustomerEcho struct {
	Type                   string     `json:"@type"`
	Email                  string     `json:"email" doc:"as it was sent"`
	Firstname              string     `json:"firstname"`
	Lastname               string     `json:"lastname"`
	FullName               string     `json:"fullName"`
	IsSubscribed           bool       `json:"isSubscribed"`
	IsActive               bool       `json:"isActive"`
	DisableAutoGroupChange bool       `json:"disableAutoGroupChange"`
	IsConfirmed            bool       `json:"isConfirmed"`
	Addresses              []*Address `json:"addresses"`
	Extensions             Extensions `json:"extensions"`
}

// NewCustomerEcho echoes an e-mail address.
func NewCustomerEcho(email string) CustomerEcho {
	return CustomerEcho{Type: "Customer", Email: email, Addresses: []*Address{}}
}

func (c *Customer) profile(p customer.Profile) {
	c.Email, c.Firstname, c.Lastname, c.FullName = p.Email, p.Firstname, p.Lastname, p.FullName()
	c.Prefix, c.Middlename, c.Suffix = text(p.Prefix), text(p.Middlename), text(p.Suffix)
	c.Gender, c.Dob, c.Taxvat = number(p.Gender), text(p.Dob), text(p.Taxvat)
}

// WithSubscription returns the ready document of a customer with isSubscribed set. The bytes of a member cannot occur in a text.
func WithSubscription(doc Doc[Customer], subscribed bool) Doc[Customer] {
	if !subscribed {
		return doc
	}
	return bytes.Replace(doc, []byte(`"isSubscribed":false`), []byte(`"isSubscribed":true`), 1)
}

// WithMessage returns the ready document of a customer with a message. It does not change the document, which others may share.
func WithMessage(doc Doc[Customer], message string) Doc[Customer] {
	member, _ := json.Marshal(message) // a text can always be written
	return slices.Concat(bytes.TrimSuffix(doc, []byte("}")), []byte(`,"message":`), member, []byte("}"))
}

// Row returns the list form of a customer: no addresses but the default billing one, no subscription.
func (c *Customer) Row() Customer {
	row := *c
	row.Addresses, row.DefaultShippingAddress, row.IsSubscribed = []*Address{}, nil, false
	return row
}
