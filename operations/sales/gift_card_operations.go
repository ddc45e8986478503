package sales

import (
	"context"
	"time"

	"tradelog/commands/sales"
	"tradelog/operations"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
	readsales "tradelog/readmodels/sales"
)

// giftCardResource is the resource of this package.
var giftCardResource = &operations.Resource{
	Name: "GiftCard", Section: "other", Permission: "giftcards", ACL: "sales/giftcard/manage", Label: "gift card",
	Doc: "A card whose balance pays for orders. Carts refer to it by its code.",
}

// balances limits the checks of balances by address (rest-v2 §4.10).
var balances = operations.Limit{Config: "giftcard_balance", Window: time.Minute}

type giftCardHandlers struct {
	commands *sales.GiftCards
	reader   *readsales.GiftCards
	print    PrintGiftCard
}

// PrintGiftCard makes the PDF of a gift card with the settings of a store view.
type PrintGiftCard func(ctx context.Context, shop *directory.Shop, storeID int64, card *documents.GiftCard) ([]byte, error)

// NewGiftCards makes the operations. print makes PDFs.
func NewGiftCards(c *sales.GiftCards, r *readsales.GiftCards, print PrintGiftCard) []*operations.Operation {
	h := &giftCardHandlers{commands: c, reader: r, print: print}
	return []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: giftCardResource, Verb: operations.Get, Method: "GET", Path: "/giftcards/{id}",
			Access: operations.Backend.Access("giftcards/read"), Guard: h.readable, AsOf: true, Summary: "Get a gift card",
			Doc: "Returns a gift card with its balance and all movements.",
		}, h.get),
		operations.Define(operations.Declaration{
			Resource: giftCardResource, Verb: operations.Get, Method: "GET", Path: "/giftcards/{id}/pdf",
			Access: operations.Backend.Access("giftcards/read"), Guard: h.readable, Extra: true,
			Response: operations.Response{Produces: "application/pdf"}, Summary: "Get a gift card as a PDF",
			Doc: "Prints a gift card to hand over: balance, code with a bar code, giver, recipient, message and expiry.",
		}, h.pdf),
		operations.Define(operations.Declaration{
			Resource: giftCardResource, Verb: operations.List, Method: "GET", Path: "/giftcards",
			Access: operations.Backend.Access("giftcards/read"), Paged: true, Extra: true, Tool: operations.Tool{None: true},
			Summary: "List gift cards",
			Doc:     "Lists gift cards with their balances and movements, newest first, or the one with a code.",
		}, h.list),
		operations.Define(operations.Declaration{
			Resource: giftCardResource, Verb: operations.Get, Unrouted: operations.Unrouted{Name: "giftcard.balance", GraphQL: true},
			Access: operations.Public.Access(), Limits: []operations.Limit{balances}, Summary: "Check the balance of a gift card",
			Doc: "Returns what is left on the card with a code, for its holder: without the people that it names.",
		}, h.balance),
		operations.Define(operations.Declaration{
			Resource: giftCardResource, Verb: operations.Update, Unrouted: operations.Unrouted{Name: "giftcard.adjust", GraphQL: true},
			Access: operations.Backend.Access("giftcards/write"), Summary: "Set the balance of the gift card with a code",
			Doc: "Sets the balance of the card with a code, and notes the comment with the movement.",
		}, h.adjust),
		operations.Define(operations.Declaration{
			Resource: giftCardResource, Verb: operations.Create, Method: "POST", Path: "/giftcards",
			Access: operations.Backend.Access("giftcards/create"), Summary: "Create a gift card",
			Doc: "Adds a gift card worth initialBalance, in the base currency of its websites. A missing code is generated. With recipientEmail " +
				"the card is sent at once.",
		}, h.create),
		operations.Define(operations.Declaration{
			Resource: giftCardResource, Verb: operations.Update, Method: "PUT", Path: "/giftcards/{id}",
			Access: operations.Backend.Access("giftcards/write"), Extra: true, Guard: h.writable, Summary: "Change a gift card",
			Doc: "Sets status or balance; nothing else can change. A balance of 0 makes the card used, a higher one makes a used card active, " +
				"unless status is sent.",
		}, h.update),
	}
}
