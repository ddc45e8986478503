package sales

import (
	"time"

	"tradelog/domain/giftcard"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// GiftCards stores gift cards as they are shown, and the fields that carts need.
var GiftCards = projections.Definition{
	Name: "giftcards", Version: 4, Private: 3, Tables: []string{"gift_cards"}, Events: projections.EventNames(giftcard.EventSpecs()),
	Trails: []string{giftcard.Category},
	New: projections.PerStream[giftCardRow]{
		Memory: 1000,
		Table:  "gift_cards",
		Fold:   foldGiftCard,
		Put:    putGiftCard,
	}.Projector,
}

type giftCardRow struct {
	Doc  *documents.GiftCard `db:"doc,json"`
	Card giftcard.Card       `db:"card,json"`
}

var giftCardsTable = projections.TableOf[tables.GiftCardRow]("gift_cards", 1)

// foldGiftCard folds a card with its code sealed.
func foldGiftCard(w *projections.Writer, e projections.Event, r *giftCardRow) (bool, error) {
	if created, ok := e.Payload.(giftcard.Created); ok {
		var err error
		if created.Code, err = w.Seal(created.Code); err != nil {
			return false, err
		}
		e.Payload = created
	}
	r.Doc = folds.ApplyGiftCard(r.Doc, e.Payload, e.Times())
	if r.Doc == nil {
		return false, nil // a charge taken back of a card that never was
	}
	r.Card = giftcard.Evolve(giftcard.State{Card: r.Card, Exists: true}, e.Payload).Card
	w.Touch(e.Position, scopes.Stream("giftcards", e.Stream), scopes.GiftCards)
	return true, nil
}

func putGiftCard(w *projections.Writer, id int64, r *giftCardRow, last projections.Event) (bool, error) {
	doc, err := documents.Encode(r.Doc)
	if err != nil {
		return false, err
	}
	row := tables.GiftCardRow{
		ID: id, GiftCard: tables.GiftCard{Card: r.Card, Doc: doc}, Status: r.Card.Status, Version: last.Position,
	}
	if !r.Card.ExpiresAt.IsZero() {
		expires := r.Card.ExpiresAt.Truncate(time.Second)
		row.ExpiresAt = &expires
	}
	return true, giftCardsTable.Put(w, row)
}

// Marks finds the identifiers of gift cards.
var GiftCardMarks = projections.Marks{
	Events: []string{giftcard.Created{}.EventName()},
	Find: func(e projections.Event, mark projections.Mark) {
		mark("giftcard", e.Payload.(giftcard.Created).CardID)
	},
}
