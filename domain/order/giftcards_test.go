package order

import (
	"reflect"
	"testing"

	"tradelog/domain"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/totals"
)

// TestCodesOfCardsAreApart from the totals of the stored order. Orders of earlier versions have them there.
func TestCodesOfCardsAreApart(t *testing.T) {
	t.Parallel()
	cards := []totals.Paid{{CardID: 1, Code: "GC-A", Base: money.One}, {CardID: 2, Code: "GC-B"}}
	former := Placed{OrderID: 1, IncrementID: "1", Totals: totals.Totals{Cards: cards}}
	events, err := (Order{}).Place(former)
	if err != nil {
		t.Fatal(err)
	}
	placed := events[0].(Placed)
	if want := map[int64]string{1: "GC-A", 2: "GC-B"}; !reflect.DeepEqual(placed.Codes, want) {
		t.Errorf("the codes are %v", placed.Codes)
	}
	for _, card := range placed.Totals.Cards {
		if card.Code != "" {
			t.Errorf("the totals have %s", card.Code)
		}
	}
	for what, p := range map[string]Placed{"placed": placed, "of an earlier version": former} {
		if got := Evolve(Order{}, p).Cards; !reflect.DeepEqual(got, cards) {
			t.Errorf("%s: %+v", what, got)
		}
	}
	if former.Totals.Cards[0].Code != "GC-A" {
		t.Error("the order that was given has changed")
	}
}

func TestWhatAnInvoiceHasSold(t *testing.T) {
	t.Parallel()
	fifty := giftcard.Sold{Amount: money.FromInt(50)}
	placed := Placed{OrderID: 1, IncrementID: "100000001", Lines: []Line{
		{ID: 11, Type: "simple", Qty: money.FromInt(2)}, {ID: 12, Type: "giftcard", Qty: money.FromInt(3), GiftCard: &fifty},
	}}
	invoiced := Invoiced{
		InvoiceID: 5, State: Paid,
		Lines: []InvoicedLine{{ID: 51, LineID: 11, Qty: money.FromInt(2)}, {ID: 52, LineID: 12, Qty: money.FromInt(2)}},
	}
	open := invoiced
	open.State = Open
	two := []SoldCards{{InvoiceLineID: 52, LineID: 12, Index: 1, Units: 2, Sold: fifty}}
	for _, c := range []struct {
		name  string
		given []domain.Event
		want  []SoldCards
	}{
		{"one card for each unit of a paid invoice", []domain.Event{placed, invoiced}, two},
		{"none while it is open", []domain.Event{placed, open}, nil},
		{"as soon as it is paid", []domain.Event{placed, open, InvoicePaid{InvoiceID: 5}}, two},
		{"none of one that was taken back", []domain.Event{placed, open, InvoiceCanceled{InvoiceID: 5}}, nil},
		{"none of another", []domain.Event{placed}, nil},
	} {
		o := NewOrder("")
		for _, e := range c.given {
			o = Evolve(o, e)
		}
		if got := o.SoldCards(5); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}
