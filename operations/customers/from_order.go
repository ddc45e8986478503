package customers

import (
	"context"
	"errors"
	"strings"

	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/order"
	"tradelog/domain/person"
	"tradelog/operations"
	"tradelog/operations/passwords"
	"tradelog/readmodels/documents"
)

type fromOrderInput struct {
	Token    string `json:"accountToken" doc:"token from the guest's order details; valid for an hour"`
	Password string `json:"password" doc:"at least 7 characters, or the configured minimum"`
}

// The refusals of an account from an order (shapes-customer §2.9).
var (
	errOfferIncomplete = fault.Invalidf("Account token and password are required.").About(fault.Required, "accountToken", "password")
	errOrderGone       = fault.NotFoundf("Order not found.")
	errHasAccount      = fault.Conflictf("An account with this email already exists. Please log in.")
)

// openFromOrder opens an account for the guest of an order. The token proves the order and not the mailbox, since guests enter any address.
// If confirmation is configured, the account waits for the link in an e-mail (shapes-customer §1 row Q3). If the process ends before the
// order belongs to the customer, a reaction to the registration completes it.
func (h *handlers) openFromOrder(ctx context.Context, c *operations.Call, in fromOrderInput) (documents.Doc[documents.Customer], error) {
	if strings.TrimSpace(in.Token) == "" || strings.TrimSpace(in.Password) == "" {
		return nil, errOfferIncomplete
	}
	if err := customer.CheckPassword("Password", in.Password, c.Config().Int("customer/password/min_password_length")); err != nil {
		return nil, err
	}
	orderID, email, err := order.AcceptOffer(in.Token, c.Now(), func(text string) (string, error) { return h.Sign(ctx, text) })
	if err != nil {
		return nil, err
	}
	placed, err := h.placedOrder(ctx, orderID)
	if err != nil {
		return nil, err
	}
	store, known := c.Shop.Store(placed.StoreID)
	if !known || placed.OrderID == 0 || !person.SameMailbox(placed.Customer.Email, email) {
		return nil, errOrderGone
	}
	if err := h.free(ctx, c, store.WebsiteID, email, 0, errHasAccount); err != nil {
		return nil, err
	}
	hash, err := h.Passwords.Hash(ctx, in.Password)
	if err != nil {
		return nil, err
	}
	buyer, key := placed.Customer, ""
	if c.Shop.Settings.In(store.ID).Flag(confirmation) {
		key = passwords.RandomHex(16)
	}
	id, err := h.Commands.RegisterCustomer(ctx, customer.Registration{
		WebsiteID: store.WebsiteID, StoreID: store.ID, StoreName: store.Name, GroupID: c.Shop.DefaultGroup(store.ID), Active: true,
		Profile:      customer.Profile{Email: email, Firstname: buyer.Firstname, Lastname: buyer.Lastname},
		PasswordHash: hash, Confirmation: key, Welcome: key == "", OrderID: orderID, Address: placed.Billing,
	}, c.Shop.Sharing(store.WebsiteID))
	if errors.Is(err, customer.ErrEmailTaken) {
		err = errHasAccount
	}
	if err != nil {
		return nil, err
	}
	if err := h.Orders.AssignCustomer(ctx, orderID, id); err != nil {
		return nil, err
	}
	c.Created(id)
	return h.show(ctx, c, id)
}

// placedOrder returns the placement of a guest's order, or the zero value if there is none.
func (h *handlers) placedOrder(ctx context.Context, id int64) (placed order.Placed, err error) {
	err = h.Orders.EachEvent(ctx, order.Stream(id), func(e domain.Event, _ domain.Times) {
		if e, ok := e.(order.Placed); ok && e.CustomerID == 0 {
			placed = e
		}
	})
	return placed, err
}
