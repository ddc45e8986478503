package documents

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Customer is an account as the API shows it (shapes-customer §2.2).
type Customer struct {
	Type                   string     `json:"@type"`
	ID                     int64      `json:"id" about:"ID of the customer"`
	Email                  string     `json:"email" about:"e-mail address" writer:"public"`
	Firstname              string     `json:"firstname" about:"first name" writer:"public"`
	Lastname               string     `json:"lastname" about:"last name" writer:"public"`
	Prefix                 *string    `json:"prefix,omitempty" about:"name prefix, such as Dr." writer:"public"`
	Middlename             *string    `json:"middlename,omitempty" about:"middle name" writer:"public"`
	Suffix                 *string    `json:"suffix,omitempty" about:"name suffix, such as Jr." writer:"public"`
	Gender                 *int64     `json:"gender,omitempty" doc:"1 male, 2 female"`
	Dob                    *string    `json:"dob,omitempty" doc:"date of birth, YYYY-MM-DD" shown:"date"`
	Taxvat                 *string    `json:"taxvat,omitempty" about:"VAT number of the customer" writer:"public"`
	FullName               string     `json:"fullName" about:"full name: first, middle and last name" writer:"public"`
	IsSubscribed           bool       `json:"isSubscribed" about:"whether the address is subscribed to the newsletter"`
	GroupID                int64      `json:"groupId" about:"ID of the customer group"`
	IsActive               bool       `json:"isActive" about:"whether it is active"`
	WebsiteID              int64      `json:"websiteId" about:"ID of the website"`
	StoreID                int64      `json:"storeId" about:"ID of the store view"`
	CreatedIn              string     `json:"createdIn" doc:"name of the store view the account was opened in"`
	DisableAutoGroupChange bool       `json:"disableAutoGroupChange" about:"whether validating the VAT number leaves the customer group unchanged"`
	IsConfirmed            bool       `json:"isConfirmed" about:"whether the e-mail address was confirmed"`
	DefaultBillingAddress  *Address   `json:"defaultBillingAddress,omitempty" about:"default billing address"`
	DefaultShippingAddress *Address   `json:"defaultShippingAddress,omitempty" about:"default shipping address"`
	Addresses              []*Address `json:"addresses" about:"entries of the address book"`
	CreatedAt              string     `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	UpdatedAt              string     `json:"updatedAt" shown:"time" about:"time of the last change, in UTC"`
	Message                *string    `json:"message,omitempty" doc:"after a change of the e-mail address: notice that the new address must be confirmed"`
	Extensions             Extensions `json:"extensions"`
}

// CustomerEcho answers requests that must not reveal whether an account exists (shapes-customer §2.7). It has the e-mail address of the
// request and no data of an account.
type CustomerEcho struct {
	Type                   string     `json:"@type"`
	Email                  string     `json:"email" doc:"e-mail address, as sent" writer:"public"`
	Firstname              string     `json:"firstname" about:"first name" writer:"public"`
	Lastname               string     `json:"lastname" about:"last name" writer:"public"`
	FullName               string     `json:"fullName" about:"full name: first, middle and last name" writer:"public"`
	IsSubscribed           bool       `json:"isSubscribed" about:"whether the address is subscribed to the newsletter"`
	IsActive               bool       `json:"isActive" about:"whether it is active"`
	DisableAutoGroupChange bool       `json:"disableAutoGroupChange" about:"whether validating the VAT number leaves the customer group unchanged"`
	IsConfirmed            bool       `json:"isConfirmed" about:"whether the e-mail address was confirmed"`
	Addresses              []*Address `json:"addresses" about:"entries of the address book"`
	Extensions             Extensions `json:"extensions"`
}

// NewCustomerEcho echoes an e-mail address.
func NewCustomerEcho(email string) CustomerEcho {
	return CustomerEcho{Type: "Customer", Email: email, Addresses: []*Address{}}
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
