package tradelog

import (
	"context"

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
	desk := checkout.New(a.Commands.Checkout, checkout.Areas{
		Customers: a.Commands.Customers, Stock: a.Commands.Catalog.Inventory, Cards: a.Commands.GiftCards, Orders: a.Commands.Sales,
	}, a.Reader, func(ctx context.Context, purpose string) (string, error) {
		return a.Secrets.Derive(ctx, "order tokens", purpose)
	})
	return [][]*operations.Operation{
		auth.New(auth.Dependencies{
			Access: a.Commands.Access, Customers: a.Commands.Customers, Reader: a.Reader, Signer: a.Signer, Passwords: a.Passwords,
			Merge: desk.Merge,
		}),
		directory.New(),
		catalog.New(a.Commands.Catalog, a.Reader),
		desk.Operations,
		coupons.New(coupons.Dependencies{Commands: a.Commands.Promotions, Reader: a.Reader, Preview: desk.Preview}),
		giftcards.New(a.Commands.GiftCards, a.Reader),
		tax.New(a.Commands.Taxes, a.Reader),
		customers.New(customers.Dependencies{Commands: a.Commands.Customers, Taxes: a.Commands.Taxes, Reader: a.Reader,
			Passwords: a.Passwords}),
		sales.New(a.Commands.Sales, a.Reader, func(ctx context.Context, text string) (string, error) {
			return a.Secrets.Derive(ctx, "account offers", text)
		}, PrintInvoice),
		revocations.New(a.Commands.Revocations, a.Commands.Customers, a.Commands.Sales, a.Reader),
	}
}
