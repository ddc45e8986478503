package customers

import (
	"context"
	"strings"

	"tradelog/commands/customers"
	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/newsletter"
	"tradelog/operations"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// The messages of answers.
const (
	subscribed        = "You have been successfully subscribed to the newsletter."
	alreadySubscribed = "You are already subscribed to the newsletter."
	confirmationSent  = "A confirmation email has been sent. Please check your inbox."
	unsubscribed      = "You have been successfully unsubscribed from the newsletter."
	notSubscribed     = "This email address is not subscribed to the newsletter."
)

type newsletterConfirmation = documents.Newsletter

type subscribeInput struct {
	Email   *string `json:"email" doc:"e-mail address of a guest; a logged-in customer's own address is used instead"`
	StoreID *int64  `json:"storeId" doc:"ID of the store view of the newsletter; the request's store by default"`
}

// address returns the e-mail address of a call.
func address(c *operations.Call, sent *string) (string, error) {
	if c.CustomerID() != 0 {
		return c.Principal.Email, nil
	}
	email := strings.ToLower(domain.Trimmed(sent))
	switch {
	case email == "":
		return "", newsletter.ErrEmailRequired
	case !customer.ValidEmail(email):
		return "", newsletter.ErrEmailInvalid
	}
	return email, nil
}

func (h *newsletterHandlers) subscribe(
	ctx context.Context,
	c *operations.Call,
	in subscribeInput,
) (documents.Doc[newsletterConfirmation], error) {
	email, err := address(c, in.Email)
	if err != nil {
		return nil, err
	}
	store := c.Store.ID
	if in.StoreID != nil {
		if store = *in.StoreID; !c.MaySeeStore(store) {
			return nil, fault.Forbiddenf("Token is not authorized for store: %d", store)
		}
		if _, ok := c.Shop.Store(store); !ok {
			return nil, fault.Invalidf("Unknown store ID: %d", store).About(fault.Unknown, "storeId")
		}
	}
	if err := c.Limit(subscriptions, email); err != nil {
		return nil, err
	}
	me, config := c.CustomerID(), c.Shop.Settings.In(store)
	if me == 0 && !config.Flag("newsletter/subscription/allow_guest_subscribe") {
		return nil, newsletter.ErrNoGuests
	}
	confirm := config.Flag("newsletter/subscription/confirm")
	before, after, err := h.Commands.Subscribe(ctx, newsletter.Subscription{Email: email, CustomerID: me, StoreID: store, Confirm: confirm})
	if err != nil {
		return nil, err
	}
	message := subscribed
	if confirm {
		message = confirmationSent
	}
	switch {
	case me == 0:
		first := customers.FirstAppends(email)
		appends := map[newsletter.Status]int{newsletter.Active: first, newsletter.Inactive: first - 1, newsletter.Ended: first - 1}[before.Status]
		reads := first
		if before.Status == "" { // its claim was read once more
			reads--
		}
		if err := h.Commands.Decline(ctx, store, appends, reads); err != nil {
			return nil, err
		}
		return toGuest(email, message)
	case before.Status == newsletter.Active:
		message = alreadySubscribed
	}
	return h.toCustomer(ctx, c, after, message)
}

type unsubscribeInput struct {
	Email *string `json:"email" doc:"e-mail address of a guest; a logged-in customer's own address is used instead"`
}

func (h *newsletterHandlers) unsubscribe(
	ctx context.Context,
	c *operations.Call,
	in unsubscribeInput,
) (documents.Doc[newsletterConfirmation], error) {
	email, err := address(c, in.Email)
	if err != nil {
		return nil, err
	}
	if err := c.Limit(unsubscriptions, in); err != nil {
		return nil, err
	}
	before, after, err := h.Commands.Unsubscribe(ctx, email)
	switch {
	case err != nil:
		return nil, err
	case c.CustomerID() == 0:
		appends := map[newsletter.Status]int{"": 1, newsletter.Ended: 1}[before.Status]
		if err := h.Commands.Decline(ctx, c.Store.ID, appends, 1); err != nil {
			return nil, err
		}
		return toGuest(email, unsubscribed)
	case before.Status == "":
		return toCustomerWithout(c, notSubscribed)
	}
	return h.toCustomer(ctx, c, after, unsubscribed)
}

// toGuest returns the answer to callers who are no customers. It discloses nothing about the subscription.
func toGuest(email, message string) (documents.Doc[newsletterConfirmation], error) {
	return documents.Ready(newsletterConfirmation{Type: newsletterResource.Name, Email: email, Message: &message})
}

// toCustomer shows the subscriber's state in the stream.
func (h *newsletterHandlers) toCustomer(
	ctx context.Context, c *operations.Call, s newsletter.State, message string,
) (documents.Doc[newsletterConfirmation], error) {
	var doc *newsletterConfirmation
	if err := h.Commands.EachEvent(ctx, newsletter.Stream(s.ID), func(e domain.Event, at domain.Times) {
		doc = folds.ApplySubscriber(doc, e, at)
	}); err != nil {
		return nil, err
	}
	if doc == nil {
		return toCustomerWithout(c, message)
	}
	doc.Message = &message
	return documents.Ready(*doc)
}

// toCustomerWithout shows that a customer has no subscription. An empty message is left out.
func toCustomerWithout(c *operations.Call, message string) (documents.Doc[newsletterConfirmation], error) {
	me := c.CustomerID()
	out := newsletterConfirmation{Type: newsletterResource.Name, Email: c.Principal.Email, CustomerID: &me, Status: string(newsletter.Ended)}
	if message != "" {
		out.Message = &message
	}
	return documents.Ready(out)
}

func (h *newsletterHandlers) status(
	ctx context.Context,
	c *operations.Call,
	_ operations.None,
) (documents.Doc[newsletterConfirmation], error) {
	doc, err := h.Reader.Subscriber(ctx, c.CustomerID(), c.Principal.Email)
	if fault.KindOf(err) == fault.NotFound {
		return toCustomerWithout(c, "")
	}
	return doc, err
}
