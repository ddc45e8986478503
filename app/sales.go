package app

import (
	"context"

	"tradelog/domain/order"
	"tradelog/domain/settings"
	"tradelog/internal/pdf"
	"tradelog/operations"
	"tradelog/operations/sales"
	"tradelog/projections"
	"tradelog/reactions"
	"tradelog/reactions/mails"
)

// salesModule is orders with their shipments, invoices and credit memos.
var salesModule = Module{
	Name:   "sales",
	Events: order.EventSpecs(),
	Sequences: []projections.Sequence{
		projections.Numbers(func(e order.Placed, mark func(string, int64)) {
			mark("order", e.OrderID)
			mark("order_address", max(e.BillingID, e.ShippingID))
			projections.MarkIncrement(mark, "order", e.IncrementID)
			for _, l := range e.Lines {
				mark("order_item", l.ID)
			}
		}),
		projections.NumbersStream[order.Abandoned]("order"),
		projections.Numbers(func(e order.Shipped, mark func(string, int64)) {
			mark("shipment", e.ShipmentID)
			projections.MarkIncrement(mark, "shipment", e.IncrementID)
			for _, l := range e.Lines {
				mark("shipment_part", l.ID)
			}
			for _, t := range e.Tracks {
				mark("shipment_part", t.ID)
			}
		}),
		projections.Numbers(func(e order.TrackAdded, mark func(string, int64)) { mark("shipment_part", e.Track.ID) }),
		projections.Numbers(func(e order.ShipmentCommented, mark func(string, int64)) { mark("shipment_part", e.CommentID) }),
		projections.Numbers(func(e order.Invoiced, mark func(string, int64)) {
			mark("invoice", e.InvoiceID)
			for _, l := range e.Lines {
				mark("invoice_item", l.ID)
			}
		}),
		projections.Numbers(func(e order.RefundStarted, mark func(string, int64)) { markMemo(mark, e.CreditMemo) }),
		projections.Numbers(func(e order.Refunded, mark func(string, int64)) { markMemo(mark, e.CreditMemo) }),
	},
	Projectors: []projections.Definition{projections.Orders},
	Settings:   settings.Sales,
	Operations: func(s Services) []*operations.Operation {
		return sales.New(s.Commands, s.Reader, func(ctx context.Context, text string) (string, error) {
			return s.Derive(ctx, "account offers", text)
		}, pdf.PrintInvoice)
	},
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{reactions.ReturnCanceledStock(s.Commands), reactions.FinishPapers(s.Commands)}
	},
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{reactions.PaymentSweep(s.Commands, s.Reader)}
	},
	Mails: []mails.Kind{mails.OrderConfirmation, mails.OrderComment, mails.ShipmentNotice, mails.ShipmentComment, mails.InvoiceNotice},
}

func markMemo(mark func(string, int64), m order.CreditMemo) {
	mark("creditmemo", m.MemoID)
	for _, l := range m.Lines {
		mark("creditmemo_item", l.ID)
	}
}
