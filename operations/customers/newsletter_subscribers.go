package customers

import (
	"context"

	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/customers"
	"tradelog/readmodels/documents"
)

type subscribersInput struct {
	Email string `query:"email" doc:"exact e-mail address"`
}

func (h *newsletterHandlers) subscribers(
	ctx context.Context,
	c *operations.Call,
	in subscribersInput,
) (*documents.Page[documents.Newsletter], error) {
	return h.Reader.Subscribers(ctx, customers.SubscriberFilter{Email: in.Email, Stores: c.AllowedStores()}, c.Page())
}

type subscriberPath struct {
	ID int64 `path:"id" doc:"ID of the subscription"`
}

func (h *newsletterHandlers) subscriber(
	ctx context.Context,
	c *operations.Call,
	in subscriberPath,
) (documents.Doc[documents.Newsletter], error) {
	found, err := h.Reader.Subscribers(ctx, customers.SubscriberFilter{ID: in.ID}, readmodels.Page{Number: 1, Size: 1})
	if err != nil {
		return nil, err
	}
	if len(found.Docs) == 0 {
		return nil, readmodels.ErrNotFound
	}
	shown, err := found.Docs[0].Decode()
	if err != nil {
		return nil, err
	}
	if shown.StoreID != nil {
		if err := c.CheckStoreRow(newsletterResource.Label, *shown.StoreID); err != nil {
			return nil, err
		}
	}
	return found.Docs[0], nil
}
