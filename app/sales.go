package app

import (
	"context"
	"fmt"
	"time"

	salescommands "tradelog/commands/sales"
	"tradelog/domain/letter"
	"tradelog/domain/order"
	"tradelog/domain/settings"
	"tradelog/eventstore/trail"
	"tradelog/operations"
	"tradelog/operations/sales"
	"tradelog/projections"
	salesrows "tradelog/projections/sales"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	readdirectory "tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// salesModule has orders with their shipments, invoices and credit memos.
var salesModule = Module{
	Name:       "sales",
	Streams:    salescommands.OrderStreams(),
	Events:     order.EventSpecs(),
	Changes:    order.Changes(),
	Sequences:  []projections.Marks{salesrows.OrderMarks},
	Projectors: []projections.Definition{salesrows.Orders},
	Settings:   settings.Sales,
	Trails: func(s Services) []trail.Kind {
		fold, empty := trail.Documents(folds.ApplyOrder), trail.Emptied((*documents.Order).Empty)
		return []trail.Kind{
			{Path: "/orders/{id}", Noun: "order", Permission: "orders", Category: order.Category,
				Find: trail.Numbered(order.Stream), Fold: fold, Empty: empty},
			{Path: "/invoices/{id}", Noun: "invoice", Permission: "invoices", Fold: fold, Empty: empty,
				Find: partOf(func(ctx context.Context, id int64) (string, error) {
					i, err := s.Readers.Sales.Invoice(ctx, id)
					if err != nil {
						return "", err
					}
					return order.Stream(i.OrderID), nil
				}, "InvoiceID", mailedAbout(order.AboutInvoice))},
			{Path: "/credit-memos/{id}", Noun: "credit memo", Permission: "credit-memos", Fold: fold, Empty: empty,
				Find: partOf(func(ctx context.Context, id int64) (string, error) {
					m, err := s.Readers.Sales.CreditMemo(ctx, id)
					if err != nil {
						return "", err
					}
					return order.Stream(m.OrderID), nil
				}, "MemoID", mailedAbout(order.AboutMemo))},
		}
	},
	Operations: func(s Services) []*operations.Operation {
		return sales.New(s.Commands.Sales, s.Readers.Sales, s.Readers.Customers, accountOffers(s), salesPapers(s), s.Printing.EInvoices)
	},
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{reactions.ReturnCanceledStock(s.Commands.Sales), reactions.FinishInvoicing(s.Commands.Sales)}
	},
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{reactions.PaymentSweep(s.Commands.Sales, s.Readers.Sales)}
	},
	Mails: []mails.Kind{
		mails.OrderConfirmation, mails.OrderComment, mails.ShipmentNotice, mails.ShipmentComment, mails.InvoiceNotice,
		mails.CreditMemoNotice, mails.OrderCancellation,
	},
}

// buyersMail tells whether a store sends buyers e-mails of a kind.
func buyersMail(shops *readdirectory.Reader, clock func() time.Time) salescommands.Mailed {
	return func(ctx context.Context, storeID int64, kind string, at time.Time) (bool, error) {
		shop, err := shops.Shop(ctx)
		if err != nil || clock().Sub(at) > letter.News {
			return false, err
		}
		return mails.SentToBuyers(shop, storeID, kind), nil
	}
}

// salesPapers returns the functions that make PDFs.
func salesPapers(s Services) sales.Papers {
	papers := s.Printing.Papers
	papers.Secret = paperSecret(s.Secrets.Derive)
	return papers
}

// paperSecret returns the secret of the keys in the links by which e-mails open the documents of an order.
func paperSecret(
	derive func(ctx context.Context, name, purpose string) (string, error),
) func(ctx context.Context, orderID int64) (string, error) {
	return func(ctx context.Context, orderID int64) (string, error) {
		return derive(ctx, "paper links", fmt.Sprintf("order %d", orderID))
	}
}

// accountOffers signs the tokens with which guests open an account from an order.
func accountOffers(s Services) func(ctx context.Context, text string) (string, error) {
	return func(ctx context.Context, text string) (string, error) {
		return s.Secrets.Derive(ctx, "account offers", text)
	}
}
