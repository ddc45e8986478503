package projections

import (
	"context"
	"encoding/json"
	"time"

	"tradelog/domain/giftcard"
	"tradelog/readmodels/documents"
)

// GiftCards keeps gift cards as they are shown, and what carts need to know of them.
var GiftCards = Definition{
	Name: "giftcards", Version: 1, Tables: []string{"gift_cards"}, Events: names(giftcard.EventSpecs()),
	New: func() Projector {
		p := &giftCards{}
		p.rows = newFolded(1000, p.load)
		return p
	},
}

type giftCards struct{ rows *folded[*giftCardRow] }

type giftCardRow struct {
	doc  *documents.GiftCard
	card giftcard.Card
}

var giftCardsTable = &Table{Name: "gift_cards", Keys: 1, Columns: []Column{{"id", "bigint"}, {"code", "text"}, {"status", "text"}, {"expires_at", "timestamptz"},
	{"doc", "text"}, {"card", "text"}, {"version", "bigint"}}}

func (p *giftCards) load(ctx context.Context, w *Writer, ids []int64, found func(int64, *giftCardRow)) error {
	rows, err := w.Query(ctx, `SELECT id, doc, card FROM gift_cards WHERE id = ANY($1)`, ids)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var doc, card []byte
		row := &giftCardRow{}
		if err := rows.Scan(&id, &doc, &card); err != nil {
			return err
		}
		if err := json.Unmarshal(doc, &row.doc); err != nil {
			return err
		}
		if err := json.Unmarshal(card, &row.card); err != nil {
			return err
		}
		found(id, row)
	}
	return rows.Err()
}

// Apply folds each card once for the batch.
func (p *giftCards) Apply(ctx context.Context, w *Writer, events []Event) error {
	rows, err := p.rows.batch(ctx, w, events, func(Event) bool { return true })
	if err != nil {
		return err
	}
	last := map[int64]Event{}
	for _, e := range events {
		id := streamID(e.Stream)
		row := rows[id]
		if row == nil {
			row = &giftCardRow{}
			rows[id] = row
		}
		row.doc = documents.ApplyGiftCard(row.doc, e.Payload, e.At())
		if row.doc == nil {
			continue // a charge taken back of a card that never was
		}
		row.card = giftcard.Evolve(giftcard.State{Card: row.card, Exists: true}, e.Payload).Card
		last[id] = e
		w.Touch(e.Position, e.Stream, "giftcards", "giftcard "+lower(row.card.Code))
	}
	for id, e := range last {
		row := rows[id]
		doc, err := documents.Encode(row.doc)
		if err != nil {
			return At(e, err)
		}
		card, err := documents.Encode(row.card)
		if err != nil {
			return At(e, err)
		}
		var expires *string
		if !row.card.ExpiresAt.IsZero() {
			text := row.card.ExpiresAt.UTC().Format(time.RFC3339)
			expires = &text
		}
		w.Put(giftCardsTable, id, lower(row.card.Code), string(row.card.Status), expires, doc, card, e.Position)
		p.rows.keep(id, row)
	}
	return nil
}
