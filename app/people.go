package app

import (
	"context"
	"io"

	domaincontent "tradelog/domain/content"
	"tradelog/domain/fault"
	"tradelog/domain/settings"
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
	// Logo returns the picture that settings.Logo names for e-mails, see mails.Options. It is nil if the file cannot be read.
	Logo func(ctx context.Context, path string) (jpeg []byte, width int)
}

// Library finds a file of the media library by its path below the media root. The version differs for different bytes, and is empty if
// there is no such file. open reads it within ctx.
type Library func(ctx context.Context, path string) (version string, open func() (io.ReadCloser, error))

// library is the Library of the shop.
func (a *App) library(ctx context.Context, path string) (version string, open func() (io.ReadCloser, error)) {
	file, err := a.Readers.Content.MediaFile(ctx, path)
	if err != nil {
		a.Logger.Warn("the media library cannot be read", "path", path, "error", err)
	}
	if err != nil || file == nil || !domaincontent.Published(path) {
		return "", nil
	}
	return file.SHA256, func() (io.ReadCloser, error) {
		content, err := a.Media.Get(ctx, file.Key)
		if err != nil {
			a.Logger.Warn("a media file cannot be read", "path", path, "error", err)
		}
		return content, err
	}
}

// checkLogo refuses a logo that cannot be read. Papers and e-mails without it would show nothing in its place.
func (a *App) checkLogo(path string) error {
	if !a.lacksLogo(context.Background(), path) {
		return nil
	}
	return fault.Invalidf("%s cannot be read: it must be a file of the media library, such as wysiwyg/logo.png, or the path of a file on "+
		"the server; a PNG, JPEG, GIF or WebP of at most 10 MB.", settings.Logo).About(fault.Unknown, settings.Logo)
}

func (a *App) lacksLogo(ctx context.Context, path string) bool {
	if path == "" || a.Services.Printing.Logo == nil {
		return false
	}
	picture, _ := a.Services.Printing.Logo(ctx, path)
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
			Order: func(context.Context, *directory.Shop, *documents.Order) ([]byte, error) { return print() },
			Invoice: func(context.Context, *directory.Shop, *documents.Order, *documents.Invoice) ([]byte, error) {
				return print()
			},
			CreditMemo: func(context.Context, *directory.Shop, *documents.Order, *documents.CreditMemo) ([]byte, error) {
				return print()
			},
			PackingSlip: func(context.Context, *directory.Shop, *documents.Order, *documents.Shipment) ([]byte, error) {
				return print()
			},
		},
		Receipt: func(context.Context, *directory.Shop, *documents.Order, *proof.Receipt, []byte) ([]byte, error) {
			return print()
		},
		GiftCard: func(context.Context, *directory.Shop, int64, *documents.GiftCard) ([]byte, error) { return print() },
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
