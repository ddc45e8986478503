package sales

import (
	"context"
	"errors"

	"tradelog/domain/order"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/sales"
)

type detailsPath struct {
	IncrementID string `path:"incrementId" doc:"order number, such as 100000001"`
}

// details lets a guest read their order once, with the token from its placement (rest-v2 §4.7 rule 2). Every refusal is that the order
// does not exist. HEAD checks the token but does not use it up.
func (h *handlers) details(ctx context.Context, c *operations.Call, in detailsPath) (documents.Doc[documents.Order], error) {
	id, err := h.reader.OrderID(ctx, in.IncrementID)
	if err != nil {
		return nil, err
	}
	// The number of an unknown order is 0, whose stream is read like any other, so that a refusal takes the same work for every number.
	if err := h.commands.CheckOrderToken(ctx, id, c.Caller.OrderToken); err != nil {
		if errors.Is(err, order.ErrBadToken) {
			return nil, readmodels.ErrNotFound
		}
		return nil, err
	}
	// The token works once, so all steps that can fail come first.
	o, err := h.reader.OrderByIncrement(ctx, in.IncrementID)
	if err != nil {
		return nil, err
	}
	doc, err := h.withOffer(ctx, c, o)
	if err != nil {
		return nil, err
	}
	if err := h.commands.UseOrderToken(ctx, o.ID, c.Caller.OrderToken); err != nil {
		if errors.Is(err, order.ErrBadToken) {
			return nil, readmodels.ErrNotFound
		}
		return nil, err
	}
	return doc, nil
}

// withOffer adds the data for opening an account, unless the e-mail address has one on the order's website.
func (h *handlers) withOffer(ctx context.Context, c *operations.Call, o *sales.Order) ([]byte, error) {
	if o.Email == "" || o.CustomerID != 0 {
		return forBuyers(o), nil
	}
	registered, err := h.registered(ctx, c, o)
	if err != nil || registered {
		return forBuyers(o), err
	}
	var secrets documents.OrderSecrets
	secrets.AccountToken, err = order.OfferAccount(o.ID, o.Email, c.Now(), func(text string) (string, error) { return h.sign(ctx, text) })
	if err != nil {
		return nil, err
	}
	fragment, err := documents.Fragment(secrets)
	return documents.Splice(forBuyers(o), fragment), err
}

func (h *handlers) registered(ctx context.Context, c *operations.Call, o *sales.Order) (bool, error) {
	accounts, err := h.customers.CustomersByEmail(ctx, o.Email)
	if err != nil {
		return false, err
	}
	shared := !c.Shop.Settings.In(0).Flag("customer/account_share/scope")
	store, _ := c.Shop.Store(o.StoreID)
	for _, a := range accounts {
		if shared || a.WebsiteID == store.WebsiteID {
			return true, nil
		}
	}
	return false, nil
}
