package sales

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/giftcard"
	"tradelog/domain/order"
)

// GiftCardSettings provides the configuration of gift cards.
type GiftCardSettings interface {
	// GiftCardExtension returns the minimum validity of a card after a refund to it, in days; 0: unchanged.
	GiftCardExtension(ctx context.Context) (int, error)
	// GiftCardTerms returns the configuration for new cards in a store view.
	GiftCardTerms(ctx context.Context, storeID int64) (giftcard.Terms, error)
}

// GiftCards carries out the commands on gift cards.
type GiftCards struct {
	*commands.Engine
	settings GiftCardSettings
	cards    commands.Repository[giftcard.State]
}

// NewGiftCards returns the commands.
func NewGiftCards(e *commands.Engine, settings GiftCardSettings) *GiftCards {
	return &GiftCards{Engine: e, settings: settings, cards: commands.Open(e, giftCards)}
}

var giftCards = commands.Decider[giftcard.State]{
	Category: giftcard.Category, Initial: giftcard.New, Evolve: giftcard.Evolve, Cached: 2000,
	Missing: func(s giftcard.State) error {
		if !s.Exists {
			return giftcard.ErrNotFound
		}
		return nil
	},
}

// GiftCardStreams declares the streams of the area.
func GiftCardStreams() []commands.Streams {
	return []commands.Streams{commands.Declare(giftCards, "giftcard", giftcard.EventSpecs(), giftcard.Created{}, giftcard.Abandoned{})}
}

// CreateGiftCard creates a card and returns its identifier. A card without a code gets a random one in the format of the store view. If the
// code is taken, another one is drawn.
func (c *GiftCards) CreateGiftCard(ctx context.Context, draft giftcard.Draft, storeID int64) (int64, error) {
	draft.CardID = 1
	if _, err := (giftcard.State{}).Create(draft); err != nil {
		return 0, err // before anything is claimed
	}
	terms, err := c.settings.GiftCardTerms(ctx, storeID)
	if err != nil {
		return 0, err
	}
	ids, err := c.Next(ctx, "giftcard", 1)
	if err != nil {
		return 0, err
	}
	owner, err := c.claimGiftCode(ctx, &draft, giftcard.Stream(ids[0]), terms)
	if err != nil {
		return 0, err
	}
	draft.CardID = domain.StreamID(owner)
	c.Step("gift card: code claimed")
	_, err = c.cards.Decide(ctx, giftcard.Stream(draft.CardID), func(s giftcard.State) ([]domain.Event, error) {
		return s.Create(draft)
	}, commands.Named("CreateGiftCard"))
	return draft.CardID, err
}

// claimGiftCode claims a card's code, and returns its owner. It draws a code if the draft has none.
func (c *GiftCards) claimGiftCode(ctx context.Context, draft *giftcard.Draft, owner string, terms giftcard.Terms) (string, error) {
	given := draft.Code != ""
	for try := 0; ; try++ {
		if !given {
			draft.Code = giftcard.NewCode(terms.Prefix, terms.Format, draw)
		}
		has, err := commands.ClaimEnding(ctx, c.Engine, claim.GiftCard(draft.Code), owner, giftcard.ErrCodeTaken(draft.Code),
			c.cards,
			func(s giftcard.State, _ int64) (bool, []domain.Event) { return s.Exists, s.Abandon() })
		if err == nil || given || try >= 10 {
			return has, err
		}
	}
}

// draw returns a random number from 0 to n-1. A code is as good as money, so it must not be guessable.
func draw(n int) int {
	i, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
	if err != nil {
		panic(err) // the system has no randomness
	}
	return int(i.Int64())
}

// AdjustGiftCard sets balance and status of a card.
func (c *GiftCards) AdjustGiftCard(ctx context.Context, id int64, a giftcard.Adjustment) error {
	return c.cards.Change(ctx, id, func(s giftcard.State) ([]domain.Event, error) {
		return s.Adjust(a)
	}, commands.Named("AdjustGiftCard"))
}

// GiftCardOf returns the ID of the card with a code, in any case; 0: none. The card may not be created yet.
func (c *GiftCards) GiftCardOf(ctx context.Context, code string) (int64, error) {
	stream, err := c.Holder(ctx, claim.GiftCard(code))
	if err != nil || stream == "" {
		return 0, err
	}
	return domain.StreamID(stream), nil
}

// GiftCard returns the newest state of a card. giftcard.ErrNotFound: there is none.
func (c *GiftCards) GiftCard(ctx context.Context, id int64) (giftcard.State, error) {
	return c.cards.Get(ctx, id)
}

// StaleGiftCard returns the cached state of a card, for callers who charge it next: charging detects a change.
func (c *GiftCards) StaleGiftCard(ctx context.Context, id int64) (giftcard.State, error) {
	return c.cards.GetStale(ctx, id)
}

// ExpireGiftCard expires a card whose time has passed.
func (c *GiftCards) ExpireGiftCard(ctx context.Context, id int64) error {
	return c.cards.Change(ctx, id, func(s giftcard.State) ([]domain.Event, error) {
		return s.Expire(c.Now(ctx)), nil
	}, commands.Named("ExpireGiftCard"))
}

// MarkSent records that a card was sent to its recipient, once for each cause.
func (c *GiftCards) MarkSent(ctx context.Context, id int64, cause string) error {
	return c.cards.Change(ctx, id, func(s giftcard.State) ([]domain.Event, error) { return s.MarkSent(c.Now(ctx)) },
		commands.Named("NoteGiftCardSent"), commands.Once("sent gift card/"+cause))
}

// Charge lets a process charge the gift cards of an order.
func (c *GiftCards) Charge(ctx context.Context, process *commands.Process, p order.Placed) {
	of := giftcard.Order{ID: p.OrderID, Increment: p.IncrementID}
	for _, card := range p.Totals.Cards {
		if card.Base.Sign() > 0 {
			commands.Join(process, c.cards, c.cards.Stream(card.CardID), func(s giftcard.State) ([]domain.Event, error) {
				return s.Charge(of, card.Base, c.Now(ctx))
			}, commands.Named("ChargeGiftCard"))
		}
	}
}

// ReturnCharges returns the charges of an order that will never be placed.
func (c *GiftCards) ReturnCharges(ctx context.Context, of giftcard.Order, cardIDs []int64) error {
	for _, id := range cardIDs {
		if err := c.cards.Change(ctx, id, func(s giftcard.State) ([]domain.Event, error) { return s.UndoCharge(of), nil },
			commands.Named("ReturnGiftCardCharge")); err != nil {
			return err
		}
	}
	return nil
}

// Credit credits cards with amounts of an order, once for each reference.
func (c *GiftCards) Credit(ctx context.Context, cards []order.CardRefund, of giftcard.Order, reference, comment string) error {
	for _, card := range cards {
		days, err := c.settings.GiftCardExtension(ctx)
		if err != nil {
			return err
		}
		refund := giftcard.Refund{Order: of, Reference: reference, Amount: card.Amount, Comment: comment, Extension: days}
		if err := c.cards.Change(ctx, card.CardID, func(s giftcard.State) ([]domain.Event, error) { return s.Credit(refund, c.Now(ctx)) },
			commands.Named("CreditGiftCard")); err != nil {
			return fmt.Errorf("gift card %d: %w", card.CardID, err)
		}
	}
	return nil
}
