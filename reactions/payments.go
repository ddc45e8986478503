package reactions

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tradelog/commands"
	"tradelog/commands/sales"
	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/order"
	"tradelog/eventstore"
	"tradelog/readmodels"
)

// FinishPapers does what follows from invoices and refunds, in case the request that made them died before it did: numbers,
// stock, gift cards.
func FinishPapers(c *sales.Orders) Reaction {
	return Reaction{
		Name: "finish-papers", Events: []string{order.Invoiced{}.EventName(), order.Refunded{}.EventName()}, FromStart: true,
		Handle: func(ctx context.Context, e Event) error {
			ctx = commands.WithRequest(ctx, because(e))
			orderID := domain.StreamID(e.Stream)
			switch payload := e.Payload.(type) {
			case order.Invoiced:
				return settled(c.FinishInvoice(ctx, orderID, payload.InvoiceID))
			case order.Refunded:
				return c.FinishMemo(ctx, orderID, payload)
			}
			return nil
		},
	}
}

// IssueGiftCards makes the gift cards that were bought, once their invoice is paid.
func IssueGiftCards(c *sales.Orders) Reaction {
	return Reaction{
		Name: "issue-gift-cards", Events: []string{order.Invoiced{}.EventName(), order.InvoicePaid{}.EventName()}, FromStart: true,
		Handle: func(ctx context.Context, e Event) error {
			invoiceID := int64(0)
			switch payload := e.Payload.(type) {
			case order.Invoiced:
				if payload.State != order.Paid {
					return nil
				}
				invoiceID = payload.InvoiceID
			case order.InvoicePaid:
				invoiceID = payload.InvoiceID
			}
			return c.IssueGiftCards(commands.WithRequest(ctx, because(e)), domain.StreamID(e.Stream), invoiceID)
		},
	}
}

// settled takes an answer of the payment gateway as an answer: a refusal is one, and what is pending is PaymentSweep's.
func settled(err error) error {
	if errors.Is(err, sales.ErrPaymentPending) {
		return nil
	}
	if f, known := fault.As(err); known && f.Kind != fault.Internal && f.Kind != fault.Unavailable {
		return nil
	}
	return err
}

// PaymentSweep asks the payment gateway again about what it has not answered.
func PaymentSweep(c *sales.Orders, r *readmodels.Reader) Sweep {
	return Sweep{Name: "payments", Every: 2 * time.Second, Run: func(ctx context.Context) error {
		pending, err := r.PendingPayments(ctx, 100)
		if err != nil {
			return err
		}
		var failed []error
		for _, p := range pending {
			ctx := commands.WithRequest(ctx, &commands.Request{Actor: eventstore.Actor{Kind: "system", Name: "payments"}})
			finish := c.FinishRefund
			if p.Kind == "invoice" {
				finish = c.FinishInvoice
			}
			if err := settled(finish(ctx, p.OrderID, p.ID)); err != nil {
				failed = append(failed, fmt.Errorf("%s %d of order %d: %w", p.Kind, p.ID, p.OrderID, err))
			}
		}
		return errors.Join(failed...)
	}}
}
