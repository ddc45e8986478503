package checkout

import (
	"strings"

	"tradelog/domain/cart"
	"tradelog/domain/customer"
	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

// giftCardInput is what is chosen of a gift card that is bought (shapes-sales §1).
type giftCardInput struct {
	Amount         operations.Loose `json:"giftcardAmount" doc:"of a gift card: what it is worth and costs, in the base currency; one of the product's amounts, or between its limits"`
	SenderName     *string          `json:"giftcardSenderName" maxlength:"255" doc:"of a gift card: who gives it"`
	SenderEmail    *string          `json:"giftcardSenderEmail" maxlength:"255" doc:"of a gift card: e-mail of who gives it"`
	RecipientName  *string          `json:"giftcardRecipientName" maxlength:"255" doc:"of a gift card: who gets it"`
	RecipientEmail *string          `json:"giftcardRecipientEmail" maxlength:"255" doc:"of a gift card: where it is sent to once it is paid"`
	Message        *string          `json:"giftcardMessage" lines:"many" maxlength:"2000" doc:"of a gift card: what it says; left out where the product allows none"`
	DeliveryDate   *string          `json:"giftcardDeliveryDate" doc:"of a gift card: day it is sent on, YYYY-MM-DD in the store's time zone; at once when left out or past"`
}

// The refusals of addresses of gift cards.
var (
	errRecipientEmail = fault.Invalidf("giftcardRecipientEmail is not a valid email address")
	errSenderEmail    = fault.Invalidf("giftcardSenderEmail is not a valid email address")
)

// into puts what was chosen into the line, after the checks of the product.
func (in giftCardInput) into(item *cart.Item, c *operations.Call, storeID int64, product *readmodels.Product) error {
	offer := offerOf(product)
	wish := giftcard.Wish{Amount: in.Amount.Or(money.Zero)}
	if err := offer.Refusal(wish.Amount, printer(c, storeID)); err != nil {
		return err
	}
	trimmed := func(s *string) string { return strings.TrimSpace(text(s)) }
	people := giftcard.People{RecipientName: trimmed(in.RecipientName), RecipientEmail: trimmed(in.RecipientEmail), SenderName: trimmed(in.SenderName), SenderEmail: trimmed(in.SenderEmail)}
	if offer.Message && c.Shop.Settings.In(storeID).Flag("giftcard/general/allow_message") {
		people.Message = trimmed(in.Message)
	}
	switch {
	case people.RecipientEmail != "" && !customer.ValidEmail(people.RecipientEmail):
		return errRecipientEmail
	case people.SenderEmail != "" && !customer.ValidEmail(people.SenderEmail):
		return errSenderEmail
	}
	var err error
	if wish.DeliverOn, err = giftcard.ParseDelivery(text(in.DeliveryDate)); err != nil {
		return err
	}
	item.People = people
	item.Options, err = wish.Options()
	return err
}

func offerOf(product *readmodels.Product) giftcard.Offer {
	if product.Terms.GiftCard == nil {
		return giftcard.Offer{}
	}
	return *product.Terms.GiftCard
}

// printer prints amounts of the base currency of a store. Most carts have none to print, so nothing is looked up before.
func printer(c *operations.Call, storeID int64) func(money.Decimal) string {
	return func(d money.Decimal) string {
		store, _ := c.Shop.Store(storeID)
		currency := c.Shop.BaseCurrency(store)
		return directory.Amount(d, currency, directory.Symbol(currency, c.Shop.Settings.In(storeID).Text("general/locale/code")))
	}
}

// offered refuses gift cards that the shop has stopped selling since they were put into the cart.
func (p *priced) offered(c *operations.Call) error {
	for _, l := range p.lines {
		if l.product.Type != giftcard.ProductType {
			continue
		}
		if err := offerOf(l.product).Refusal(giftcard.ReadWish(l.item.Options).Amount, printer(c, p.store.ID)); err != nil {
			return fault.Preconditionf("%s", err)
		}
	}
	return nil
}

// sold is the gift card on a line of an order; nil on any other line.
func (l pricedLine) sold() *giftcard.Sold {
	if l.product.Type != giftcard.ProductType {
		return nil
	}
	wish := giftcard.ReadWish(l.item.Options)
	return &giftcard.Sold{Amount: wish.Amount, DeliverOn: wish.DeliverOn, Lifetime: offerOf(l.product).Lifetime}
}

// give notes down who gives and gets the gift cards of an order.
func (p *priced) give(placed *order.Placed) {
	for i, l := range p.lines {
		if l.item.People != (giftcard.People{}) {
			if placed.Gifts == nil {
				placed.Gifts = map[int]giftcard.People{}
			}
			placed.Gifts[i] = l.item.People
		}
	}
}

// options are what was chosen, as people read it.
func (l pricedLine) options(print func(money.Decimal) string) []documents.CartOption {
	if l.product.Type != giftcard.ProductType {
		return []documents.CartOption{}
	}
	wish := giftcard.ReadWish(l.item.Options)
	return documents.GiftCardOptions(print(wish.Amount), wish.DeliverOn, l.item.People)
}
