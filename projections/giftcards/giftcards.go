// Package giftcards projects gift cards.
package giftcards

import (
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/giftcard"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// GiftCards stores gift cards as they are shown, and the fields that carts need.
var GiftCards = projections.Definition{
	Name: "giftcards", Version: 3, Private: 3, Tables: []string{"gift_cards"}, Events: projections.EventNames(giftcard.EventSpecs()),
	New: projections.PerStream[giftCardRow]{
		Memory: 1000,
		Query:  `SELECT id, doc, card FROM gift_cards WHERE id = ANY($1)`,
		Scan: func(row pgx.CollectableRow, r *giftCardRow) (id int64, err error) {
			err = row.Scan(&id, projections.JSON(&r.doc), projections.JSON(&r.card))
			return id, err
		},
		Fold: foldGiftCard,
		Put:  putGiftCard,
	}.Projector,
}

type giftCardRow struct {
	doc  *documents.GiftCard
	card giftcard.Card
}

var giftCardsTable = &projections.Table{Name: "gift_cards", Keys: 1, Columns: projections.Columns(`id bigint, status text,
		expires_at timestamptz, doc text, card text, version bigint`)}

// foldGiftCard folds a card with its code sealed.
func foldGiftCard(w *projections.Writer, e projections.Event, r *giftCardRow) (bool, error) {
	if created, ok := e.Payload.(giftcard.Created); ok {
		var err error
		if created.Code, err = w.Seal(created.Code); err != nil {
			return false, err
		}
		e.Payload = created
	}
	r.doc = documents.ApplyGiftCard(r.doc, e.Payload, e.Times())
	if r.doc == nil {
		return false, nil // a charge taken back of a card that never was
	}
	r.card = giftcard.Evolve(giftcard.State{Card: r.card, Exists: true}, e.Payload).Card
	w.Touch(e.Position, scopes.Stream("giftcards", e.Stream), scopes.GiftCards)
	return true, nil
}

func putGiftCard(w *projections.Writer, id int64, r *giftCardRow, last projections.Event) (bool, error) {
	doc, err := documents.Encode(r.doc)
	if err != nil {
		return false, err
	}
	card, err := documents.Encode(r.card)
	if err != nil {
		return false, err
	}
	var expires *string
	if !r.card.ExpiresAt.IsZero() {
		text := r.card.ExpiresAt.UTC().Format(time.RFC3339)
		expires = &text
	}
	w.Put(giftCardsTable, id, string(r.card.Status), expires, doc, card, last.Position)
	return true, nil
}

// Marks finds the identifiers of gift cards.
var Marks = projections.Marks{
	Events: []string{giftcard.Created{}.EventName()},
	Find: func(e projections.Event, mark projections.Mark) {
		mark("giftcard", e.Payload.(giftcard.Created).CardID)
	},
}
