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
)

// operations are the shop's own, in the order in which documents and tools list them.
func (a *App) operations() [][]*operations.Operation {
	desk := checkout.New(a.Commands, a.Reader, func(ctx context.Context, purpose string) (string, error) {
		return a.Secrets.Derive(ctx, "order tokens", purpose)
	})
	return [][]*operations.Operation{
		auth.New(auth.Dependencies{Commands: a.Commands, Reader: a.Reader, Signer: a.Signer, Passwords: a.Passwords, Merge: desk.Merge}),
		directory.New(),
		catalog.New(a.Commands, a.Reader),
		desk.Operations,
		coupons.New(coupons.Dependencies{Commands: a.Commands, Reader: a.Reader, Preview: desk.Preview}),
		giftcards.New(a.Commands, a.Reader),
		tax.New(a.Commands, a.Reader),
		customers.New(customers.Dependencies{Commands: a.Commands, Reader: a.Reader, Passwords: a.Passwords}),
		sales.New(a.Commands, a.Reader, func(ctx context.Context, text string) (string, error) {
			return a.Secrets.Derive(ctx, "account offers", text)
		}, pdf.PrintInvoice),
		revocations.New(a.Commands, a.Reader),
	}
}
