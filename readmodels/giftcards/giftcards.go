package giftcards

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"tradelog/domain/giftcard"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// GiftCard is a ready gift card, with the fields that carts need.
type GiftCard struct {
	giftcard.Card
	Doc documents.Doc[documents.GiftCard]
}

// GiftCard reads a card. ErrNotFound: there is none.
func (r *Reader) GiftCard(ctx context.Context, id int64) (*GiftCard, error) {
	g := &GiftCard{}
	err := r.scan(ctx, r.From(ctx, scopes.GiftCard(id)), id, &g.Card, (*[]byte)(&g.Doc))
	if err != nil {
		return nil, err
	}
	g.Doc, err = documents.OpenGiftCard(g.Doc, func(sealed string) (string, error) { return r.Open(ctx, sealed) })
	return g, err
}

// Card returns the fields of a card that a cart needs, from memory while the card has not changed; nil: there is no such card.
func (r *Reader) Card(ctx context.Context, id int64) (*giftcard.Card, error) {
	return r.cards.Get(ctx, id, func(ctx context.Context, from readmodels.Source) (*giftcard.Card, error) {
		card := &giftcard.Card{}
		err := r.scan(ctx, from, id, card, new([]byte))
		if errors.Is(err, readmodels.ErrNotFound) {
			return nil, nil
		}
		return card, err
	}, scopes.GiftCard(id))
}

// scan reads the row of a card. It opens the code of the card; the document keeps its sealed one.
func (r *Reader) scan(ctx context.Context, from readmodels.Source, id int64, card *giftcard.Card, doc *[]byte) error {
	var stored []byte
	err := from.QueryRow(ctx, `SELECT card, doc FROM read.gift_cards WHERE id = $1`, id).Scan(&stored, doc)
	if err == nil {
		err = json.Unmarshal(stored, card)
	}
	if err == nil {
		card.Code, err = r.Open(ctx, card.Code)
	}
	return readmodels.OrNotFound(err)
}

// ExpiredGiftCards lists at most max active cards whose time has passed.
func (r *Reader) ExpiredGiftCards(ctx context.Context, now time.Time, max int) ([]int64, error) {
	return r.IDs(ctx, `SELECT id FROM read.gift_cards WHERE status = 'active' AND expires_at < $1 ORDER BY expires_at LIMIT $2`, now, max)
}
