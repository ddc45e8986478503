package app

import (
	"context"
	"fmt"
	"time"

	"tradelog/adapters/sandbox"
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
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
	readsales "tradelog/readmodels/sales"
)

// Orders: commands and reader.
var (
	Orders = Share(func(s Services) *salescommands.Orders {
		areas := salescommands.Areas{
			Stock: Catalog.Of(s).Inventory, Rules: Rules.Of(s), Cards: Cards.Of(s), Settings: cardTerms{s}, Mailed: buyersMail(s),
		}
		return salescommands.New(s.Engine, areas, map[string]salescommands.Gateway{sandbox.Method: sandbox.Gateway{Pool: s.Pool}})
	})

	SalesReader = Share(func(s Services) *readsales.Reader { return readsales.New(s.Reader, AccessReader.Of(s).Names) })
)

// salesModule is the module of orders with their shipments, invoices and credit memos.
var salesModule = Module{
	Name:       "sales",
	Streams:    salescommands.Streams(),
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
					i, err := SalesReader.Of(s).Invoice(ctx, id)
					if err != nil {
						return "", err
					}
					return order.Stream(i.OrderID), nil
				}, "InvoiceID", mailedAbout(order.AboutInvoice))},
			{Path: "/credit-memos/{id}", Noun: "credit memo", Permission: "credit-memos", Fold: fold, Empty: empty,
				Find: partOf(func(ctx context.Context, id int64) (string, error) {
					m, err := SalesReader.Of(s).CreditMemo(ctx, id)
					if err != nil {
						return "", err
					}
					return order.Stream(m.OrderID), nil
				}, "MemoID", mailedAbout(order.AboutMemo))},
		}
	},
	Operations: func(s Services) []*operations.Operation {
		return sales.New(Orders.Of(s), SalesReader.Of(s), CustomersReader.Of(s), accountOffers(s), salesPapers(s), s.Printing.EInvoices)
	},
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{reactions.ReturnCanceledStock(Orders.Of(s)), reactions.FinishInvoicing(Orders.Of(s))}
	},
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{reactions.PaymentSweep(Orders.Of(s), SalesReader.Of(s))}
	},
	Mails: []mails.Kind{
		mails.OrderConfirmation, mails.OrderComment, mails.ShipmentNotice, mails.ShipmentComment, mails.InvoiceNotice,
		mails.CreditMemoNotice, mails.OrderCancellation,
	},
}

// buyersMail tells whether a store sends buyers the e-mails of a kind.
func buyersMail(s Services) salescommands.Mailed {
	return func(ctx context.Context, storeID int64, kind string, at time.Time) (bool, error) {
		shop, err := DirectoryReader.Of(s).Shop(ctx)
		if err != nil || s.Infrastructure.Clock().Sub(at) > letter.News {
			return false, err
		}
		return mails.SentToBuyers(shop, storeID, kind), nil
	}
}

// salesPapers makes PDFs.
func salesPapers(s Services) sales.Papers {
	papers := s.Printing.Papers
	papers.Secret = paperSecret(s.Derive)
	return papers
}

// paperSecret returns the secret of the keys with which e-mails link the papers of an order.
func paperSecret(
	derive func(ctx context.Context, name, purpose string) (string, error),
) func(ctx context.Context, orderID int64) (string, error) {
	return func(ctx context.Context, orderID int64) (string, error) {
		return derive(ctx, "paper links", fmt.Sprintf("order %d", orderID))
	}
}

// accountOffers signs the tokens with which guests open an account from an order.
func accountOffers(s Services) func(ctx context.Context, text string) (string, error) {
	return func(ctx context.Context, text string) (string, error) { return s.Derive(ctx, "account offers", text) }
}
