package giftcards

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"tradelog/domain/giftcard"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// GiftCard is a ready gift card, and what carts need to know of it.
type GiftCard struct {
	giftcard.Card
	Doc documents.Doc[documents.GiftCard]
}

// GiftCard reads a card. ErrNotFound: there is none.
func (r *Reader) GiftCard(ctx context.Context, id int64) (*GiftCard, error) {
	g := &GiftCard{}
	var card []byte
	if err := r.From(ctx, scopes.GiftCard(id)).QueryRow(ctx, `SELECT card, doc FROM read.gift_cards WHERE id = $1`, id).Scan(&card,
		(*[]byte)(&g.Doc)); err != nil {
		return nil, readmodels.OrNotFound(err)
	}
	return g, json.Unmarshal(card, &g.Card)
}

// GiftCardByCode finds what a cart needs to know of a card, from memory while the card has not changed; nil when no card has
// the code. The case of a code does not matter.
func (r *Reader) GiftCardByCode(ctx context.Context, code string) (*giftcard.Card, error) {
	if len(code) > giftcard.MaxCode {
		return nil, nil // no card has such a code
	}
	return r.cards.Get(ctx, strings.ToLower(code), func(ctx context.Context, from readmodels.Source) (*giftcard.Card, error) {
		var card []byte
		err := from.QueryRow(ctx, `SELECT card FROM read.gift_cards WHERE code = $1 ORDER BY id LIMIT 1`, strings.ToLower(code)).Scan(&card)
		if err = readmodels.OrNotFound(err); errors.Is(err, readmodels.ErrNotFound) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		out := &giftcard.Card{}
		return out, json.Unmarshal(card, out)
	}, scopes.GiftCardCode(code))
}

// ExpiredGiftCards lists cards that are called active though their time has passed.
func (r *Reader) ExpiredGiftCards(ctx context.Context, now time.Time, max int) ([]int64, error) {
	return r.IDs(ctx, `SELECT id FROM read.gift_cards WHERE status = 'active' AND expires_at < $1 ORDER BY expires_at LIMIT $2`, now, max)
}
