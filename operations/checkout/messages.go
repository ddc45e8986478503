package checkout

import (
	"context"

	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/readmodels/documents"
)

// message is a gift message in a request. A blank text removes it.
type message struct {
	Sender    string `json:"sender" doc:"name of the giver"`
	Recipient string `json:"recipient" doc:"name of the recipient"`
	Text      string `json:"message" lines:"many" doc:"message; blank removes it"`
}

type cartMessage struct {
	cartRef
	message
}

type itemMessage struct {
	itemPath
	message
}

func (h *handlers) setMessage(ctx context.Context, c *operations.Call, in cartMessage) (documents.Doc[documents.Cart], error) {
	s := operations.Loaded[cart.State](c)
	if !c.Shop.Settings.In(s.StoreID).Flag("sales/gift_options/allow_order") {
		return nil, fault.Invalidf("Gift messages are not available for this cart")
	}
	return h.message(ctx, c, 0, in.message)
}

func (h *handlers) setItemMessage(ctx context.Context, c *operations.Call, in itemMessage) (documents.Doc[documents.Cart], error) {
	s := operations.Loaded[cart.State](c)
	item, ok := s.Item(in.ItemID)
	if !ok {
		return nil, cart.ErrMessageItem
	}
	products, err := h.quotes.Catalog.CartProducts(ctx, s.StoreID, []int64{item.ProductID})
	if err != nil {
		return nil, err
	}
	allowed := c.Shop.Settings.In(s.StoreID).Flag("sales/gift_options/allow_items")
	if product := products[item.ProductID]; product != nil {
		allowed = allowed && product.Terms.GiftMessages()
	}
	if !allowed {
		return nil, fault.Invalidf("Gift messages are not available for this item")
	}
	return h.message(ctx, c, in.ItemID, in.message)
}

func (h *handlers) message(ctx context.Context, c *operations.Call, itemID int64, m message) (documents.Doc[documents.Cart], error) {
	s, err := h.commands.SetGiftMessage(ctx, operations.Loaded[cart.State](c).ID, itemID,
		cart.Message{Sender: m.Sender, Recipient: m.Recipient, Text: m.Text})
	if err != nil {
		return nil, err
	}
	return h.changed(ctx, c, s, nil)
}

// Removal is always allowed, because a message may be older than the present configuration.
func (h *handlers) removeMessage(ctx context.Context, c *operations.Call, _ cartRef) (operations.Nothing, error) {
	_, err := h.commands.RemoveGiftMessage(ctx, operations.Loaded[cart.State](c).ID, 0)
	return operations.Nothing{}, err
}

func (h *handlers) removeItemMessage(ctx context.Context, c *operations.Call, in itemPath) (operations.Nothing, error) {
	if in.ItemID == 0 {
		return operations.Nothing{}, cart.ErrMessageItem
	}
	_, err := h.commands.RemoveGiftMessage(ctx, operations.Loaded[cart.State](c).ID, in.ItemID)
	return operations.Nothing{}, err
}
