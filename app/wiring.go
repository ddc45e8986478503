package app

import (
	"context"

	"tradelog/internal/pdf"
	"tradelog/operations"
	"tradelog/operations/auth"
	"tradelog/operations/catalog"
	"tradelog/operations/checkout"
	"tradelog/operations/coupons"
	"tradelog/operations/customers"
	"tradelog/operations/directory"
	"tradelog/operations/giftcards"
	"tradelog/operations/revocations"
	"tradelog/operations/sales"
	"tradelog/operations/tax"
	"tradelog/quote"
)

// operations are the shop's own, in the order in which documents and tools list them.
func (a *App) operations() [][]*operations.Operation {
	quotes := quote.New(a.Reader, a.Commands)
	return [][]*operations.Operation{
		auth.New(auth.Dependencies{Commands: a.Commands, Reader: a.Reader, Signer: a.Signer, Passwords: a.Passwords}),
		directory.New(),
		catalog.New(a.Commands, a.Reader),
		checkout.New(a.Commands, a.Reader, quotes, func(ctx context.Context, purpose string) (string, error) {
			return a.Secrets.Derive(ctx, "order tokens", purpose)
		}),
		coupons.New(coupons.Dependencies{Commands: a.Commands, Reader: a.Reader, Quotes: quotes}),
		giftcards.New(a.Commands, a.Reader),
		tax.New(a.Commands, a.Reader),
		customers.New(customers.Dependencies{Commands: a.Commands, Reader: a.Reader, Passwords: a.Passwords}),
		sales.New(a.Commands, a.Reader, func(ctx context.Context, text string) (string, error) {
			return a.Secrets.Derive(ctx, "account offers", text)
		}, pdf.PrintInvoice),
		revocations.New(a.Commands, a.Reader),
	}
}
