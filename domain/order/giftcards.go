package order

import (
	"cmp"
	"slices"

	"tradelog/domain/giftcard"
	"tradelog/domain/totals"
)

// PaidCards returns the gift cards that paid for the order, with their codes.
func (p Placed) PaidCards() []totals.Paid {
	cards := slices.Clone(p.Totals.Cards)
	for i := range cards {
		cards[i].Code = cmp.Or(p.Codes[cards[i].CardID], cards[i].Code)
	}
	return cards
}

// EachCode returns the order with the code of each gift card replaced by the result of change.
func (p Placed) EachCode(change func(code string) (string, error)) (Placed, error) {
	p = p.withCodes()
	for id, code := range p.Codes {
		changed, err := change(code)
		if err != nil {
			return p, err
		}
		p.Codes[id] = changed
	}
	return p, nil
}

// withCodes returns the order with the codes of its gift cards in Codes, where they are sealed.
func (p Placed) withCodes() Placed {
	if len(p.Totals.Cards) > 0 {
		p.Codes, p.Totals.Cards = make(map[int64]string, len(p.Totals.Cards)), p.PaidCards()
	}
	for i, card := range p.Totals.Cards {
		p.Codes[card.CardID], p.Totals.Cards[i].Code = card.Code, ""
	}
	return p
}

// SoldCards describes the gift cards sold by a line of an invoice.
type SoldCards struct {
	InvoiceLineID, LineID int64
	Index                 int // index of the line in the order
	Units                 int64
	Sold                  giftcard.Sold
}

// SoldCards returns the gift cards sold by an invoice. An unpaid invoice has sold none.
func (o Order) SoldCards(invoiceID int64) (out []SoldCards) {
	invoice, ok := o.InvoiceOf(invoiceID)
	if !ok || invoice.State != Paid {
		return nil
	}
	for _, item := range invoice.Lines {
		for index, l := range o.Lines {
			if units := item.Qty.Truncate(); l.ID == item.LineID && l.GiftCard != nil && units.Sign() > 0 {
				out = append(out, SoldCards{InvoiceLineID: item.ID, LineID: l.ID, Index: index, Units: units.Int(), Sold: *l.GiftCard})
			}
		}
	}
	return out
}
