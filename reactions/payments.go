package reactions

import (
	"context"
	"errors"
	"time"

	"tradelog/commands/sales"
	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/order"
	readsales "tradelog/readmodels/sales"
)

// FinishInvoicing completes invoices and refunds that a crash interrupted: numbers, stock and gift cards.
func FinishInvoicing(c *sales.Orders) Reaction {
	return finish("finish-papers", func(ctx context.Context, e Event) error {
		orderID := domain.StreamID(e.Stream)
		switch payload := e.Payload.(type) {
		case order.Invoiced:
			return refusalIsAnswer(c.FinishInvoice(ctx, orderID, payload.InvoiceID))
		case order.Refunded:
			return c.FinishMemo(ctx, orderID, payload)
		}
		return nil
	}, order.Invoiced{}.EventName(), order.Refunded{}.EventName())
}

// IssueGiftCards creates the gift cards that were bought once their invoice is paid.
func IssueGiftCards(c *sales.Orders) Reaction {
	return finish("issue-gift-cards", func(ctx context.Context, e Event) error {
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
		return c.IssueGiftCards(ctx, domain.StreamID(e.Stream), invoiceID)
	}, order.Invoiced{}.EventName(), order.InvoicePaid{}.EventName())
}

// refusalIsAnswer treats a refusal of the payment gateway as an answer. Pending payments are left to PaymentSweep.
func refusalIsAnswer(err error) error {
	if errors.Is(err, sales.ErrPaymentPending) {
		return nil
	}
	if f, known := fault.As(err); known && f.Kind != fault.Internal && f.Kind != fault.Unavailable {
		return nil
	}
	return err
}

// PaymentSweep asks the payment gateway again about unanswered requests.
func PaymentSweep(c *sales.Orders, r *readsales.Reader) Sweep {
	return Sweep{Name: "payments", Every: 2 * time.Second, Run: func(ctx context.Context) error {
		pending, err := r.PendingPayments(ctx, 100)
		if err != nil {
			return err
		}
		return each(pending, "settle", func(p readsales.PendingPayment) error {
			finish := c.FinishRefund
			if p.Kind == "invoice" {
				finish = c.FinishInvoice
			}
			return refusalIsAnswer(finish(BySystem(ctx, "payments"), p.OrderID, p.ID))
		})
	}}
}
