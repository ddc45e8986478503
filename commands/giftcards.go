package commands

import (
	"context"
	"crypto/rand"
	"math/big"

	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/giftcard"
	"tradelog/domain/order"
)

// CreateGiftCard brings a card into being and returns its identifier. A card without a code gets one that is drawn as the store
// view wants them; when that is taken another is drawn.
func (c *Commands) CreateGiftCard(ctx context.Context, draft giftcard.Draft, storeID int64) (int64, error) {
	draft.CardID = 1
	if _, err := (giftcard.State{}).Create(draft); err != nil {
		return 0, err // before anything is claimed
	}
	terms, err := c.facts.GiftCardTerms(ctx, storeID)
	if err != nil {
		return 0, err
	}
	ids, err := c.ids.Next(ctx, "giftcard", 1)
	if err != nil {
		return 0, err
	}
	owner, err := c.claimGiftCode(ctx, &draft, giftcard.Stream(ids[0]), terms)
	if err != nil {
		return 0, err
	}
	draft.CardID = domain.StreamID(owner)
	c.step("gift card: code claimed")
	_, err = c.cards.Decide(ctx, giftcard.Stream(draft.CardID), func(s giftcard.State) ([]domain.Event, error) { return s.Create(draft) }, Named("CreateGiftCard"))
	return draft.CardID, err
}

// claimGiftCode gives a card its code, which is drawn when the draft has none, and returns who has it.
func (c *Commands) claimGiftCode(ctx context.Context, draft *giftcard.Draft, owner string, terms giftcard.Terms) (string, error) {
	given := draft.Code != ""
	for try := 0; ; try++ {
		if !given {
			draft.Code = giftcard.NewCode(terms.Prefix, terms.Format, draw)
		}
		has, err := claimEnding(ctx, c, claim.Code("giftcard", draft.Code), owner, giftcard.ErrCodeTaken(draft.Code), c.cards,
			func(s giftcard.State, _ int64) (bool, []domain.Event) { return s.Exists, s.Abandon() })
		if err == nil || given || try >= 10 {
			return has, err
		}
	}
}

// draw draws a number below n. A code is as good as money, so it must not be guessed.
func draw(n int) int {
	i, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
	if err != nil {
		panic(err) // the system has no randomness
	}
	return int(i.Int64())
}

// AdjustGiftCard sets balance and status of a card.
func (c *Commands) AdjustGiftCard(ctx context.Context, id int64, a giftcard.Adjustment) error {
	_, err := c.cards.Decide(ctx, giftcard.Stream(id), func(s giftcard.State) ([]domain.Event, error) { return s.Adjust(a) }, Named("AdjustGiftCard"), Because(a.Comment))
	return err
}

// GiftCard returns a card as it is now.
func (c *Commands) GiftCard(ctx context.Context, id int64) (giftcard.State, error) {
	return cardAt(ctx, id, c.cards.View)
}

// GlanceAtGiftCard returns a card as this process knows it, for those who charge it next: only then it is found out whether
// the card has changed.
func (c *Commands) GlanceAtGiftCard(ctx context.Context, id int64) (giftcard.State, error) {
	return cardAt(ctx, id, c.cards.Glance)
}

func cardAt(ctx context.Context, id int64, at func(context.Context, string, func(giftcard.State, bool) error) error) (out giftcard.State, err error) {
	err = at(ctx, giftcard.Stream(id), func(s giftcard.State, _ bool) error {
		if !s.Exists {
			return giftcard.ErrNotFound
		}
		out = s
		return nil
	})
	return out, err
}

// ExpireGiftCard ends a card whose time has passed.
func (c *Commands) ExpireGiftCard(ctx context.Context, id int64) error {
	_, err := c.cards.Decide(ctx, giftcard.Stream(id), func(s giftcard.State) ([]domain.Event, error) { return s.Expire(c.now(ctx)), nil }, Named("ExpireGiftCard"))
	return err
}

// chargeCards pays an order with its gift cards, one after the other, and tells which it got to. Repeated, it goes on where
// it stopped.
func (c *Commands) chargeCards(ctx context.Context, p order.Placed) (charged []int64, err error) {
	of := giftcard.Order{ID: p.OrderID, Increment: p.IncrementID}
	for _, card := range p.Totals.Cards {
		if card.Base.Sign() <= 0 {
			continue
		}
		if _, err := c.cards.Decide(ctx, giftcard.Stream(card.CardID), func(s giftcard.State) ([]domain.Event, error) { return s.Charge(of, card.Base, c.now(ctx)) }, Named("ChargeGiftCard")); err != nil {
			return charged, err
		}
		charged = append(charged, card.CardID)
	}
	return charged, nil
}

// returnCharges takes the charges of an order back that will never be.
func (c *Commands) returnCharges(ctx context.Context, of giftcard.Order, cardIDs []int64) error {
	for _, id := range cardIDs {
		if _, err := c.cards.Decide(ctx, giftcard.Stream(id), func(s giftcard.State) ([]domain.Event, error) { return s.UndoCharge(of), nil }, Named("ReturnGiftCardCharge")); err != nil {
			return err
		}
	}
	return nil
}

// creditCard gives a card back what an order had taken of it, once for each reference.
func (c *Commands) creditCard(ctx context.Context, card order.CardRefund, of giftcard.Order, reference, comment string) error {
	days, err := c.facts.GiftCardExtension(ctx)
	if err != nil {
		return err
	}
	refund := giftcard.Refund{Order: of, Reference: reference, Amount: card.Amount, Comment: comment, Extension: days}
	_, err = c.cards.Decide(ctx, giftcard.Stream(card.CardID), func(s giftcard.State) ([]domain.Event, error) { return s.Credit(refund, c.now(ctx)) }, Named("CreditGiftCard"))
	return err
}
