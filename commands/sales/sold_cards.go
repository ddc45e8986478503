package sales

import (
	"context"
	"fmt"

	"tradelog/domain/claim"
	"tradelog/domain/giftcard"
)

// IssueGiftCards creates the gift cards that a paid invoice has sold, one for each unit. It may be called any number of times, also
// concurrently, see giftcards.Cards.Issue.
func (c *Orders) IssueGiftCards(ctx context.Context, orderID, invoiceID int64) error {
	o, err := c.Order(ctx, orderID)
	if err != nil {
		return err
	}
	sold := o.SoldCards(invoiceID)
	if len(sold) == 0 {
		return nil
	}
	terms, err := c.settings.GiftCardTerms(ctx, o.StoreID)
	if err != nil {
		return err
	}
	placed, _, err := c.Placed(ctx, orderID)
	if err != nil {
		return err
	}
	for _, s := range sold {
		draft := s.Sold.Draft(terms, c.Now(ctx))
		draft.WebsiteIDs, draft.Currency = []int64{placed.WebsiteID}, placed.BaseCurrency
		draft.Bought, draft.BoughtLineID, draft.BoughtIn = giftcard.Order{ID: orderID, Increment: o.Increment}, s.LineID, o.StoreID
		draft.People = placed.Gifts[s.Index]
		for n := range s.Units {
			if err := c.cards.Issue(ctx, claim.Code("sold-giftcard", fmt.Sprintf("%d-%d", s.InvoiceLineID, n+1)), draft,
				terms); err != nil {
				return fmt.Errorf("gift card %d of line %d of invoice %d: %w", n+1, s.LineID, invoiceID, err)
			}
		}
	}
	return nil
}
