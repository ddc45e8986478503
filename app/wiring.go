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
	return [][]*operations.Operation{
		auth.New(auth.Dependencies{
			Access: a.Commands.Access, Customers: a.Commands.Customers, Checkout: a.Commands.Checkout, Reader: a.Reader, Signer: a.Signer,
			Passwords: a.Passwords,
		}),
		directory.New(),
		catalog.New(a.Commands.Catalog, a.Reader),
		checkout.New(a.Commands.Checkout, a.Commands.Sales, a.Reader, a.Commands.Quotes, func(ctx context.Context, purpose string) (string, error) {
			return a.Secrets.Derive(ctx, "order tokens", purpose)
		}),
		coupons.New(coupons.Dependencies{Commands: a.Commands.Promotions, Carts: a.Commands.Checkout, Reader: a.Reader, Quotes: a.Commands.Quotes}),
		giftcards.New(a.Commands.GiftCards, a.Reader),
		tax.New(a.Commands.Taxes, a.Reader),
		customers.New(customers.Dependencies{Commands: a.Commands.Customers, Taxes: a.Commands.Taxes, Reader: a.Reader,
			Passwords: a.Passwords}),
		sales.New(a.Commands.Sales, a.Reader, func(ctx context.Context, text string) (string, error) {
			return a.Secrets.Derive(ctx, "account offers", text)
		}, pdf.PrintInvoice),
		revocations.New(a.Commands.Revocations, a.Commands.Customers, a.Commands.Sales, a.Reader),
	}
}
