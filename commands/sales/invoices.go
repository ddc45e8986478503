package sales

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/number"
	"tradelog/domain/order"
)

// InvoiceOrder invoices an order and returns the invoice's identifier. If the gateway declines to capture the money at once, the invoice is
// cancelled. If it does not answer, the invoice stays open, InvoiceOrder returns a PendingInvoiceError, and a reaction asks again.
func (c *Orders) InvoiceOrder(ctx context.Context, id int64, invoice order.NewInvoice) (int64, error) {
	ids, err := c.Next(ctx, "invoice", 1)
	if err != nil {
		return 0, err
	}
	o, err := c.Order(ctx, id)
	if err != nil {
		return 0, err
	}
	parts, err := c.Next(ctx, "invoice_item", max(1, len(o.Lines)))
	if err != nil {
		return 0, err
	}
	invoice.ID, invoice.NextID = ids[0], cycleIDs(parts)
	_, invoice.Gateway = c.gateways[o.Payment]
	if invoice.Notify, err = c.willMail(ctx, o, invoice.Notify, order.MailInvoice); err != nil {
		return 0, err
	}
	result, err := c.decide(ctx, id, "InvoiceOrder", func(o order.Order) ([]domain.Event, error) { return o.Invoice(invoice) })
	if err != nil {
		return 0, err
	}
	for _, e := range result.Events {
		if made, ok := e.(order.Invoiced); ok {
			c.Step("invoice: made")
			err := c.FinishInvoice(ctx, id, made.InvoiceID)
			if errors.Is(err, ErrPaymentPending) {
				err = &PendingInvoiceError{made.InvoiceID}
			}
			return made.InvoiceID, err
		}
	}
	return 0, order.ErrNothingToInvoice
}

// cycleIDs returns a function that returns the given identifiers in turn, starting over at the end.
func cycleIDs(ids []int64) func() int64 {
	next := 0
	return func() int64 {
		next++
		return ids[(next-1)%len(ids)]
	}
}

// FinishInvoice takes the steps that follow from an invoice: it numbers the invoice and captures its money if that was requested. It may be
// called any number of times.
func (c *Orders) FinishInvoice(ctx context.Context, orderID, invoiceID int64) error {
	ctx = commands.Apart(ctx)
	if err := c.numberInvoice(ctx, orderID, invoiceID); err != nil {
		return err
	}
	c.Step("invoice: numbered")
	o, err := c.Order(ctx, orderID)
	if err != nil {
		return err
	}
	i, _ := o.InvoiceOf(invoiceID)
	switch {
	case i.Waiting():
		if _, ok := c.gateways[o.Payment]; !ok {
			return fmt.Errorf("invoice %d waits for a gateway, and payment method %q has none", invoiceID, o.Payment)
		}
		ask := c.CaptureInvoice
		if i.Voiding() {
			ask = c.VoidInvoice
		}
		err := ask(ctx, orderID, invoiceID)
		// A concurrent request was faster, so the invoice no longer waits.
		if errors.Is(err, order.ErrInvoiceNotCaptured) || errors.Is(err, order.ErrInvoiceNotVoided) {
			return c.FinishInvoice(ctx, orderID, invoiceID)
		}
		return err
	case i.State == order.Revoked && i.Capture == order.CaptureOnline: // a concurrent request has asked, and was declined
		return errors.Join(declined(nil), c.showNewest(ctx, orderID))
	case i.State == order.Paid && i.Capture == order.CaptureOnline:
		return c.showNewest(ctx, orderID)
	}
	return nil
}

func ignore(err, known error) error {
	if errors.Is(err, known) {
		return nil
	}
	return err
}

func (c *Orders) numberInvoice(ctx context.Context, orderID, invoiceID int64) error {
	o, err := c.Order(ctx, orderID)
	if err != nil {
		return err
	}
	if o.Numbered(invoiceID) {
		return c.showNewest(ctx, orderID)
	}
	increment, err := c.issue(ctx, "invoice", o.StoreID, "invoice-"+strconv.FormatInt(invoiceID, 10))
	if err != nil {
		return err
	}
	return c.change(ctx, orderID, "NumberInvoice", func(o order.Order) ([]domain.Event, error) {
		return o.NumberInvoice(invoiceID, increment)
	})
}

// showNewest makes the response show the newest state of an order, also if another request changed it.
func (c *Orders) showNewest(ctx context.Context, id int64) error {
	return c.change(ctx, id, "", func(order.Order) ([]domain.Event, error) { return nil, nil })
}

// issue returns the number of an existing document in a store's sequence, which has no gaps. A repeated call returns the same number.
func (c *Orders) issue(ctx context.Context, kind string, storeID int64, owner string) (string, error) {
	stream := number.Stream(kind, storeID)
	if _, err := c.numbers.Decide(ctx, stream, func(s number.State) ([]domain.Event, error) {
		_, events := s.Issue(owner)
		return events, nil
	}, commands.Named("IssueNumber")); err != nil {
		return "", err
	}
	var n int64
	err := c.numbers.View(ctx, stream, func(s number.State, _ bool) error {
		n, _ = s.Issue(owner)
		return nil
	})
	return number.IncrementID(storeID, n), err
}

// CaptureInvoice captures the money of an open invoice. It records the request to the gateway first: without an answer it returns
// ErrPaymentPending, and a reaction asks again.
func (c *Orders) CaptureInvoice(ctx context.Context, orderID, invoiceID int64) error {
	o, err := c.Order(ctx, orderID)
	if err != nil {
		return err
	}
	gateway, ok := c.gateways[o.Payment]
	if !ok {
		return order.ErrInvoiceNotCaptured
	}
	if err := c.change(ctx, orderID, "CaptureInvoice", func(o order.Order) ([]domain.Event, error) {
		return o.StartCapture(invoiceID)
	}); err != nil {
		return err
	}
	c.Step("invoice: capture started")
	ctx = commands.Apart(ctx)
	if o, err = c.Order(ctx, orderID); err != nil {
		return err
	}
	i, _ := o.InvoiceOf(invoiceID)
	transaction, err := gateway.Capture(ctx, movement(o, tryKey("invoice", invoiceID, i.Declined), i.Money.Display.Grand))
	c.Step("invoice: captured")
	if err != nil {
		return notMoved(err, func(error) error {
			err := c.change(ctx, orderID, "DeclineCapture", func(o order.Order) ([]domain.Event, error) {
				return o.DeclineCapture(invoiceID, i.Declined, "the payment was declined")
			})
			return err
		})
	}
	return c.change(ctx, orderID, "PayInvoice", func(o order.Order) ([]domain.Event, error) {
		return o.PayInvoice(invoiceID, transaction)
	})
}

// VoidInvoice lets the gateway release the authorised money of an open invoice, and cancels the invoice. It records the request to the
// gateway first: without an answer it returns ErrPaymentPending, and a reaction asks again.
func (c *Orders) VoidInvoice(ctx context.Context, orderID, invoiceID int64) error {
	o, err := c.Order(ctx, orderID)
	if err != nil {
		return err
	}
	gateway, ok := c.gateways[o.Payment]
	if !ok {
		return order.ErrInvoiceNotVoided
	}
	if err := c.change(ctx, orderID, "VoidInvoice", func(o order.Order) ([]domain.Event, error) {
		return o.StartVoid(invoiceID)
	}); err != nil {
		return err
	}
	c.Step("invoice: void started")
	ctx = commands.Apart(ctx)
	if o, err = c.Order(ctx, orderID); err != nil {
		return err
	}
	i, _ := o.InvoiceOf(invoiceID)
	if !i.Voiding() { // there was nothing to release, or a concurrent request was faster
		return c.showNewest(ctx, orderID)
	}
	err = gateway.Void(ctx, movement(o, tryKey("void", invoiceID, i.VoidsDeclined), i.Releasing))
	c.Step("invoice: released")
	if err != nil {
		return notMoved(err, func(error) error {
			err := c.change(ctx, orderID, "DeclineVoid", func(o order.Order) ([]domain.Event, error) {
				return o.DeclineVoid(invoiceID, i.VoidsDeclined, "the release was declined")
			})
			return err
		})
	}
	return c.change(ctx, orderID, "CancelInvoice", func(o order.Order) ([]domain.Event, error) {
		return o.EndVoid(invoiceID)
	})
}

// CancelInvoice cancels an open invoice.
func (c *Orders) CancelInvoice(ctx context.Context, orderID, invoiceID int64, reason string) error {
	return c.change(ctx, orderID, "CancelInvoice", func(o order.Order) ([]domain.Event, error) {
		return o.CancelInvoice(invoiceID, reason)
	})
}
