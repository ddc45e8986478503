package commands

import (
	"context"
	"errors"
	"fmt"

	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/giftcard"
	"tradelog/domain/order"
)

// IssueGiftCards makes the gift cards that an invoice has sold, one for each unit, once it is paid. It may be called any
// number of times, also at once: each unit is a value that one card has, and a card that was begun is finished by whoever
// comes next.
func (c *Commands) IssueGiftCards(ctx context.Context, orderID, invoiceID int64) error {
	o, err := c.Order(ctx, orderID)
	if err != nil {
		return err
	}
	sold := o.SoldCards(invoiceID)
	if len(sold) == 0 {
		return nil
	}
	terms, err := c.facts.GiftCardTerms(ctx, o.StoreID)
	if err != nil {
		return err
	}
	placed, err := c.placedOrder(ctx, orderID)
	if err != nil {
		return err
	}
	for _, s := range sold {
		draft := s.Sold.Draft(terms, c.now(ctx))
		draft.WebsiteIDs, draft.Currency = []int64{placed.WebsiteID}, placed.BaseCurrency
		draft.Bought, draft.BoughtLineID, draft.BoughtIn = giftcard.Order{ID: orderID, Increment: o.Increment}, s.LineID, o.StoreID
		draft.People = placed.Gifts[s.Place]
		for n := range s.Units {
			if err := c.issueGiftCard(ctx, claim.Code("sold-giftcard", fmt.Sprintf("%d-%d", s.InvoiceLineID, n+1)), draft, terms); err != nil {
				return fmt.Errorf("gift card %d of line %d of invoice %d: %w", n+1, s.LineID, invoiceID, err)
			}
		}
	}
	return nil
}

// placedOrder reads an order as it was placed. Personal data of whoever was forgotten is not in it.
func (c *Commands) placedOrder(ctx context.Context, orderID int64) (placed order.Placed, err error) {
	err = c.EachEvent(ctx, order.Stream(orderID), func(e domain.Event, _ domain.Times) {
		if p, ok := e.(order.Placed); ok {
			placed = p
		}
	})
	return placed, err
}

var errUnitSold = errors.New("the unit has its card")

// issueGiftCard makes the card of a unit, unless it is there.
func (c *Commands) issueGiftCard(ctx context.Context, unit string, draft giftcard.Draft, terms giftcard.Terms) error {
	stream, err := c.cardOfUnit(ctx, unit)
	if err != nil {
		return err
	}
	c.step("sold gift card: unit claimed")
	var has giftcard.State
	look := func(s giftcard.State, _ bool) error { has = s; return nil }
	if err := c.cards.View(ctx, stream, look); err != nil || has.Exists {
		return err
	}
	draft.CardID = domain.StreamID(stream)
	if _, err := c.claimGiftCode(ctx, &draft, stream, terms); err != nil {
		return err
	}
	c.step("sold gift card: code claimed")
	if _, err := c.cards.Decide(ctx, stream, func(s giftcard.State) ([]domain.Event, error) {
		if s.Exists {
			return nil, nil
		}
		return s.Create(draft)
	}, Named("IssueGiftCard")); err != nil {
		return err
	}
	c.step("sold gift card: created")
	if err := c.cards.View(ctx, stream, look); err != nil || has.Code == draft.Code {
		return err
	}
	return c.release(ctx, claim.Code("giftcard", draft.Code), stream) // somebody else was faster
}

// cardOfUnit is the stream of the card of a unit: the one that somebody has begun, or a new one. Only a card that can never
// come into being is replaced.
func (c *Commands) cardOfUnit(ctx context.Context, unit string) (stream string, err error) {
	begun := func(ctx context.Context, holder string) (alive bool, err error) {
		err = c.cards.View(ctx, holder, func(s giftcard.State, _ bool) error { alive = !s.Abandoned; return nil })
		return alive, err
	}
	holder := func(s claim.State, _ bool) error { stream = s.Owner; return nil }
	if err := c.claims.View(ctx, unit, holder); err != nil {
		return "", err
	}
	if stream != "" {
		if alive, err := begun(ctx, stream); err != nil || alive {
			return stream, err
		}
	}
	ids, err := c.ids.Next(ctx, "giftcard", 1)
	if err != nil {
		return "", err
	}
	stream, err = c.claimUnless(ctx, unit, giftcard.Stream(ids[0]), errUnitSold, begun)
	if errors.Is(err, errUnitSold) {
		err = c.claims.View(ctx, unit, holder)
	}
	return stream, err
}
