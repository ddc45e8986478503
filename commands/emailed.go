package commands

import (
	"context"

	"tradelog/domain"
	"tradelog/domain/giftcard"
	"tradelog/domain/order"
)

// EmailedOrder notes that an order's buyer was sent an e-mail about one of its papers. The same cause is noted once.
func (c *Commands) EmailedOrder(ctx context.Context, orderID int64, paper string, paperID int64, cause string) error {
	_, err := c.orders.Decide(ctx, order.Stream(orderID), func(o order.Order) ([]domain.Event, error) { return o.Emailed(paper, paperID) },
		Named("NoteOrderEmail"), Once("emailed/"+paper+"/"+cause))
	return err
}

// SentGiftCard notes that a gift card went to its recipient. The same cause is noted once.
func (c *Commands) SentGiftCard(ctx context.Context, cardID int64, cause string) error {
	_, err := c.cards.Decide(ctx, giftcard.Stream(cardID), func(s giftcard.State) ([]domain.Event, error) { return s.MarkSent(c.now(ctx)) },
		Named("NoteGiftCardSent"), Once("sent gift card/"+cause))
	return err
}
