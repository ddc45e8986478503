package sales

import (
	"context"
	"errors"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/giftcard"
)

var errUnitSold = errors.New("the unit has its card")

// Issue creates the card of a sold unit, unless it exists. It may be called any number of times, also concurrently. One card claims each
// unit, and the next caller completes a card that was begun.
func (c *GiftCards) Issue(ctx context.Context, unit string, draft giftcard.Draft, terms giftcard.Terms) error {
	stream, err := c.cardOfUnit(ctx, unit)
	if err != nil {
		return err
	}
	c.Step("sold gift card: unit claimed")
	var has giftcard.State
	look := func(s giftcard.State, _ bool) error {
		has = s
		return nil
	}
	if err := c.cards.View(ctx, stream, look); err != nil || has.Exists {
		return err
	}
	draft.CardID = domain.StreamID(stream)
	if _, err := c.claimGiftCode(ctx, &draft, stream, terms); err != nil {
		return err
	}
	c.Step("sold gift card: code claimed")
	if _, err := c.cards.Decide(ctx, stream, func(s giftcard.State) ([]domain.Event, error) {
		if s.Exists {
			return nil, nil
		}
		return s.Create(draft)
	}, commands.Named("IssueGiftCard")); err != nil {
		return err
	}
	c.Step("sold gift card: created")
	if err := c.cards.View(ctx, stream, look); err != nil || has.Code == draft.Code {
		return err
	}
	return c.Release(ctx, claim.GiftCard(draft.Code), stream) // another caller was faster
}

// cardOfUnit returns the stream of a unit's card: one that another caller has begun, or a new one. Only a card that was abandoned is
// replaced.
func (c *GiftCards) cardOfUnit(ctx context.Context, unit string) (stream string, err error) {
	begun := func(ctx context.Context, holder string) (alive bool, err error) {
		err = c.cards.View(ctx, holder, func(s giftcard.State, _ bool) error {
			alive = !s.Abandoned
			return nil
		})
		return alive, err
	}
	if stream, err = c.Holder(ctx, unit); err != nil {
		return "", err
	}
	if stream != "" {
		if alive, err := begun(ctx, stream); err != nil || alive {
			return stream, err
		}
	}
	ids, err := c.Next(ctx, "giftcard", 1)
	if err != nil {
		return "", err
	}
	stream, err = c.ClaimUnless(ctx, unit, giftcard.Stream(ids[0]), errUnitSold, begun)
	if errors.Is(err, errUnitSold) {
		return c.Holder(ctx, unit)
	}
	return stream, err
}
