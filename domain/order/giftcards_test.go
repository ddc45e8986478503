package order

import (
	"reflect"
	"testing"

	"tradelog/domain"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
)

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
	two := []SoldCards{{InvoiceLineID: 52, LineID: 12, Place: 1, Units: 2, Sold: fifty}}
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
