package app

import (
	"tradelog/domain/fault"
	"tradelog/eventstore/audit/proof"
	tradehttp "tradelog/http"
	"tradelog/operations/sales"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

// Printing makes the documents that people read. Package office implements it, outside of package app. Its fonts and shapers are a fifth of
// the program, and their changes affect nothing else.
type Printing struct {
	Papers    sales.Papers // without its Secret
	Receipt   sales.PrintReceipt
	GiftCard  sales.PrintGiftCard
	EInvoices sales.EInvoices
	// Logo returns the picture of a file for e-mails, see mails.Options. It is nil if the file cannot be read.
	Logo func(path string) (jpeg []byte, width int)
}

// logoSetting has the path of the picture on papers and in e-mails.
const logoSetting = "sales/identity/logo"

// checkLogo refuses a logo that cannot be read. Papers and e-mails without it would show nothing in its place.
func (a *App) checkLogo(path string) error {
	return fault.If(
		a.lacksLogo(path),
		fault.Invalidf("%s cannot be read: it must be the path of a PNG, JPEG, GIF or WebP file on the server, of "+
			"at most 10 MB.", logoSetting).About(fault.Unknown, logoSetting),
	)
}

func (a *App) lacksLogo(path string) bool {
	if path == "" || a.Config.Office.Printing == nil || a.Config.Office.Printing.Logo == nil {
		return false
	}
	picture, _ := a.Config.Office.Printing.Logo(path)
	return picture == nil
}

// Interface is a further interface of a shop.
type Interface struct {
	Endpoints []tradehttp.Endpoint
	// Leave ends live answers, because the program stops.
	Leave func()
}

// Resources lists the resources whose changes the feed tells.
func (a *App) Resources() []string { return a.Services.changes.Resources() }

// unprinted refuses to print, in a program without Printing.
func unprinted() ([]byte, error) {
	return nil, fault.New(fault.Precondition, "This program prints no documents")
}

// alike returns a Printing with one function for every document.
func alike(print func() ([]byte, error)) *Printing {
	return &Printing{
		Papers: sales.Papers{
			Order:       func(*directory.Shop, *documents.Order) ([]byte, error) { return print() },
			Invoice:     func(*directory.Shop, *documents.Order, *documents.Invoice) ([]byte, error) { return print() },
			CreditMemo:  func(*directory.Shop, *documents.Order, *documents.CreditMemo) ([]byte, error) { return print() },
			PackingSlip: func(*directory.Shop, *documents.Order, *documents.Shipment) ([]byte, error) { return print() },
		},
		Receipt:  func(*directory.Shop, *documents.Order, *proof.Receipt, []byte) ([]byte, error) { return print() },
		GiftCard: func(*directory.Shop, int64, *documents.GiftCard) ([]byte, error) { return print() },
		EInvoices: sales.EInvoices{
			Invoice: func(*directory.Shop, *documents.Order, *documents.Invoice, string) ([]byte, error) {
				return print()
			},
			CreditMemo: func(*directory.Shop, *documents.Order, *documents.CreditMemo, string) ([]byte, error) {
				return print()
			},
		},
	}
}
