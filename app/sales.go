package app

import (
	"context"

	salescommands "tradelog/commands/sales"
	"tradelog/domain/order"
	"tradelog/domain/settings"
	"tradelog/internal/pdf"
	"tradelog/operations"
	"tradelog/operations/sales"
	"tradelog/projections"
	rows "tradelog/projections/sales"
	"tradelog/reactions"
	"tradelog/reactions/mails"
)

// salesModule is the module of orders with their shipments, invoices and credit memos.
var salesModule = Module{
	Name:       "sales",
	Streams:    salescommands.Streams(),
	Events:     order.EventSpecs(),
	Sequences:  []projections.Marks{rows.Marks},
	Projectors: []projections.Definition{rows.Orders},
	Settings:   settings.Sales,
	Operations: func(s Services) []*operations.Operation {
		return sales.New(s.Commands.Sales, s.Readers.Sales, s.Readers.Customers, accountOffers(s), pdf.PrintInvoice)
	},
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{reactions.ReturnCanceledStock(s.Commands.Sales), reactions.FinishInvoicing(s.Commands.Sales)}
	},
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{reactions.PaymentSweep(s.Commands.Sales, s.Readers.Sales)}
	},
	Mails: []mails.Kind{mails.OrderConfirmation, mails.OrderComment, mails.ShipmentNotice, mails.ShipmentComment, mails.InvoiceNotice},
	Steps: salesSteps,
}

// accountOffers signs the tokens with which guests open an account from an order.
func accountOffers(s Services) func(ctx context.Context, text string) (string, error) {
	return func(ctx context.Context, text string) (string, error) { return s.Derive(ctx, "account offers", text) }
}
