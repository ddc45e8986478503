// Package office adds the console, printed documents and electronic invoices to the shop.
package office

import (
	"tradelog/app"
	"tradelog/console"
	tradehttp "tradelog/http"
	"tradelog/operations/sales"
	"tradelog/papers"
	"tradelog/papers/einvoice"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

// Add adds all of them to the configuration of a program.
func Add(config *app.Config) {
	config.Office.Printing = printing
	config.Office.Interfaces, config.Office.Console = append(config.Office.Interfaces, pages), console.Path
}

// printing makes the documents of a shop.
func printing(library app.Library) *app.Printing {
	printer := papers.New(papers.Library(library))
	return &app.Printing{
		Papers: sales.Papers{
			Order: printer.Order, Invoice: printer.Invoice, CreditMemo: printer.CreditMemo, PackingSlip: printer.PackingSlip,
		},
		Receipt: printer.Receipt, GiftCard: printer.GiftCard, Logo: printer.MailLogo,
		EInvoices: sales.EInvoices{
			Invoice: func(shop *directory.Shop, o *documents.Order, i *documents.Invoice, form string) ([]byte, error) {
				return einvoice.PrintInvoice(shop, o, i, einvoice.Form(form))
			},
			CreditMemo: func(shop *directory.Shop, o *documents.Order, m *documents.CreditMemo, form string) ([]byte, error) {
				return einvoice.PrintCreditMemo(shop, o, m, einvoice.Form(form))
			},
		},
	}
}

// pages returns the console of a shop.
func pages(a *app.App) app.Interface {
	handler := console.New(console.Options{
		Pipeline: a.Pipeline, Sessions: a.Logins.Sessions, Logger: a.Config.Logger, FeedResources: a.Resources(),
	})
	return app.Interface{Leave: handler.Leave, Endpoints: []tradehttp.Endpoint{{
		Path: console.Path, Protocol: console.Protocol, Extra: true, Live: handler.Live, Routes: handler.Routes(), Serve: handler.Missing(),
		Links: []tradehttp.Link{
			{Path: console.Path, Text: "The console: orders, stock, the log and the engine, for people of the back office"},
		},
	}}}
}
