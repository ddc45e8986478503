package sales

import (
	"context"
	"errors"
	"time"

	"tradelog/domain/giftcard"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// GiftCards reads gift cards. Make it with NewGiftCards.
type GiftCards struct {
	*readmodels.Reader
	cards readmodels.Cache[int64, *giftcard.Card]
}

// NewGiftCards makes a reader.
func NewGiftCards(engine *readmodels.Reader) *GiftCards {
	r := &GiftCards{Reader: engine}
	r.cards = readmodels.NewCache[int64, *giftcard.Card](engine, 5000)
	return r
}

// GiftCard is a ready gift card, with the fields that carts need.
type GiftCard = tables.GiftCard

var giftCardColumns = tables.Of[GiftCard]()

// GiftCard reads a card. ErrNotFound: there is none.
func (r *GiftCards) GiftCard(ctx context.Context, id int64) (*GiftCard, error) {
	g, err := r.read(ctx, r.From(ctx, scopes.GiftCard(id)), id)
	if err != nil {
		return nil, err
	}
	g.Doc, err = documents.OpenGiftCard(g.Doc, func(sealed string) (string, error) { return r.Open(ctx, sealed) })
	return g, err
}

// GiftCardFilter chooses cards for a list. Zero values do not filter.
type GiftCardFilter struct {
	ID       int64
	Status   string
	Websites []int64 // those that the caller may see, of which a card needs one; nil: all
}

// GiftCards lists cards, the newest first.
func (r *GiftCards) GiftCards(ctx context.Context, f GiftCardFilter, page readmodels.Page) (*documents.Page[documents.GiftCard], error) {
	w, of := readmodels.Where{}, scopes.GiftCards
	if f.ID != 0 {
		w.Add("id = $?", f.ID)
		of = scopes.GiftCard(f.ID)
	}
	if f.Status != "" {
		w.Add("status = $?", f.Status)
	}
	if f.Websites != nil {
		w.Add("EXISTS (SELECT FROM json_array_elements_text(doc::json->'websiteIds') AS w WHERE w::bigint = ANY($?))", f.Websites)
	}
	return readmodels.List[documents.GiftCard](ctx, r.Reader, readmodels.Query{
		Table: "read.gift_cards", Column: "doc", Where: w, Order: readmodels.ByID, Page: page, Scopes: []scopes.Scope{of},
		Open: func(doc []byte) ([]byte, error) {
			return documents.OpenGiftCard(doc, func(sealed string) (string, error) { return r.Open(ctx, sealed) })
		},
	})
}

// Card returns the fields of a card that a cart needs, from memory while the card has not changed; nil: there is no such card.
func (r *GiftCards) Card(ctx context.Context, id int64) (*giftcard.Card, error) {
	return r.cards.Get(ctx, id, func(ctx context.Context, from readmodels.Source) (*giftcard.Card, error) {
		g, err := r.read(ctx, from, id)
		if errors.Is(err, readmodels.ErrNotFound) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		return &g.Card, nil
	}, scopes.GiftCard(id))
}

// read reads the row of a card. It opens the code of the card; the document keeps its sealed one.
func (r *GiftCards) read(ctx context.Context, from readmodels.Source, id int64) (*GiftCard, error) {
	g, err := giftCardColumns.Read(from.QueryRow(ctx, "SELECT "+giftCardColumns.SQL()+" FROM read.gift_cards WHERE id = $1", id))
	if err == nil {
		g.Code, err = r.Open(ctx, g.Code)
	}
	return g, readmodels.OrNotFound(err)
}

// ExpiredGiftCards lists at most max active cards whose time has passed.
func (r *GiftCards) ExpiredGiftCards(ctx context.Context, now time.Time, max int) ([]int64, error) {
	return r.IDs(ctx, `SELECT id FROM read.gift_cards WHERE status = 'active' AND expires_at < $1 ORDER BY expires_at LIMIT $2`, now, max)
}
