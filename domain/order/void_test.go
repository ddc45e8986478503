package order

import (
	"errors"
	"testing"

	"tradelog/domain/money"
	"tradelog/domain/totals"
)

// atGateway is an order of four units at 10 with 5 for shipping. Its 45 are authorised, and each of the quantities has an open invoice.
func atGateway(t *testing.T, quantities ...int64) Order {
	t.Helper()
	placed := orderOf(totals.Amounts{Subtotal: d("40"), Shipping: d("5"), Grand: d("45")}, bought(1, "4", "40", "40", "0", "0"))
	placed.Transaction = "T-0"
	o := fold(placed)
	for i, qty := range quantities {
		events, err := o.Invoice(later(int64(i+1), qty))
		o = do(t, o, events, err)
	}
	return o
}

func later(id, qty int64) NewInvoice {
	return NewInvoice{ID: id, Items: []Wanted{{LineID: 1, Qty: n(qty)}}, Gateway: true, Capture: CaptureLater, NextID: ids()}
}

// void releases the amount that an invoice would have taken, and returns it.
func void(t *testing.T, o Order, id int64) (Order, money.Decimal) {
	t.Helper()
	events, err := o.StartVoid(id)
	o = do(t, o, events, err)
	i, _ := o.InvoiceOf(id)
	ended, err := o.EndVoid(id)
	return do(t, o, ended, err), i.Releasing
}

// TestWhatAVoidReleases: no more than the invoice would have taken, as long as others need the rest.
func TestWhatAVoidReleases(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		invoices []int64
		voids    []int64
		released []string
	}{
		{"another one is open", []int64{1, 3}, []int64{1}, []string{"15"}},
		{"and then none is", []int64{1, 3}, []int64{1, 2}, []string{"15", "30"}},
		{"some is not invoiced yet", []int64{1}, []int64{1}, []string{"15"}},
		{"it was the only one", []int64{4}, []int64{1}, []string{"45"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := atGateway(t, c.invoices...)
			for i, id := range c.voids {
				var released money.Decimal
				o, released = void(t, o, id)
				same(t, "released", released, c.released[i])
			}
		})
	}
}

// TestAVoidReleasesWhatNobodyTakes: an amount that was paid in another way is still held, and the last void releases it.
func TestAVoidReleasesWhatNobodyTakes(t *testing.T) {
	t.Parallel()
	o := atGateway(t, 1)
	cash := later(2, 3)
	cash.Capture = CaptureOffline
	events, err := o.Invoice(cash)
	_, released := void(t, do(t, o, events, err), 1)
	same(t, "released", released, "45")
}

// TestOneThingAtATimeWithAnInvoice: while the gateway is asked to release it is neither captured nor cancelled, and the other
// way round.
func TestOneThingAtATimeWithAnInvoice(t *testing.T) {
	t.Parallel()
	o := atGateway(t, 1, 3)
	events, err := o.StartVoid(1)
	o = do(t, o, events, err)
	if again, err := o.StartVoid(1); err != nil || len(again) != 0 {
		t.Errorf("asking again: %v, %v", again, err)
	}
	if _, err := o.CancelInvoice(1, ""); !errors.Is(err, errInvoiceNotCanceled) {
		t.Errorf("cancelled meanwhile: %v", err)
	}
	if _, err := o.StartCapture(1); !errors.Is(err, ErrInvoiceNotCaptured) {
		t.Errorf("captured meanwhile: %v", err)
	}
	second, err := o.StartVoid(2)
	if o = do(t, o, second, err); !o.openAuthorisation().IsZero() {
		t.Errorf("%s is held while all is being released", o.openAuthorisation())
	}
	declined, err := o.DeclineVoid(1, 0, "declined")
	o = do(t, o, declined, err)
	same(t, "held again", o.openAuthorisation(), "15")
	if more, err := o.DeclineVoid(1, 0, "declined"); err != nil || len(more) != 0 {
		t.Errorf("declined twice: %v, %v", more, err)
	}
	if more, err := o.EndVoid(1); err != nil || len(more) != 0 {
		t.Errorf("ended although declined: %v, %v", more, err)
	}
	capture, err := o.StartCapture(1)
	do(t, o, capture, err)
}

// TestWhatWasReleasedIsNotPromisedAgain: units of a voided invoice cannot take amounts from which the other open invoices are captured.
func TestWhatWasReleasedIsNotPromisedAgain(t *testing.T) {
	t.Parallel()
	o, _ := void(t, atGateway(t, 1, 3), 1)
	if _, err := o.Invoice(later(3, 1)); !errors.Is(err, errReleased) {
		t.Errorf("invoiced again: %v", err)
	}
	cash := later(3, 1)
	cash.Capture = CaptureOffline
	events, err := o.Invoice(cash)
	o = do(t, o, events, err)
	start, err := o.StartCapture(2)
	o = do(t, o, start, err)
	paid, err := o.PayInvoice(2, "T-1")
	same(t, "held in the end", do(t, o, paid, err).openAuthorisation(), "0")
}

// TestAVoidWithoutAnAuthorisation only takes the invoice back.
func TestAVoidWithoutAnAuthorisation(t *testing.T) {
	t.Parallel()
	o := atGateway(t, 4)
	o.Transaction = ""
	events, err := o.StartVoid(1)
	if o = do(t, o, events, err); o.Invoices[0].State != Revoked {
		t.Errorf("%+v", o.Invoices[0])
	}
}
