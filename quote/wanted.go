package quote

import (
	"context"
	"strings"

	"tradelog/domain/cart"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/readmodels/catalog"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

// needsMore are the refusals of products by type. Those types need more than a SKU, which comes with their own resources.
var needsMore = map[string]string{
	"configurable": "Please specify the product's option(s).",
	"grouped":      "Please specify the quantity of product(s).",
	"bundle":       "Please select options for product.",
	"downloadable": "Please specify product link(s).",
}

// The refusals of addresses of gift cards.
var (
	errRecipientEmail = fault.Invalidf("giftcardRecipientEmail is not a valid email address")
	errSenderEmail    = fault.Invalidf("giftcardSenderEmail is not a valid email address")
)

// Choice is what somebody chooses to put into a cart.
type Choice struct {
	SKU   string
	Qty   money.Decimal
	Price *money.Decimal // of one unit, base currency; nil for that of the catalog
	Card  Card
}

// Card is what is chosen of a gift card.
type Card struct {
	giftcard.People
	Amount       money.Decimal
	DeliveryDate string // as it was written
}

// Wanted is a line that a cart may get, and what refuses a quantity of it.
type Wanted struct {
	Item     cart.Item
	Sellable func(money.Decimal) error // check 6, for the quantity the cart would then have
}

// Wanted checks what somebody wants to put into a cart of a store, as far as that needs no cart (shapes-sales §1 checks 2 to 5).
func (s *Service) Wanted(ctx context.Context, shop *directory.Shop, storeID int64, in Choice) (Wanted, error) {
	if err := cart.CheckQty(in.Qty); err != nil {
		return Wanted{}, err
	}
	product, err := s.product(ctx, storeID, in.SKU)
	if err != nil {
		return Wanted{}, err
	}
	if reason, ok := needsMore[product.Type]; ok {
		return Wanted{}, fault.Invalidf("Failed to add product: %s", reason)
	}
	qty, err := whole(product, in.Qty)
	if err != nil {
		return Wanted{}, err
	}
	item := cart.Item{ProductID: product.ID, SKU: product.SKU, Type: product.Type, Qty: qty, CustomPrice: in.Price}
	if product.Type == giftcard.ProductType {
		if err := in.Card.into(&item, shop, storeID, product); err != nil {
			return Wanted{}, fault.Invalidf("Failed to add product: %s", err)
		}
	}
	return Wanted{item, sellable(shop, product)}, nil
}

// Changed checks a new quantity of a line of a cart. A line whose product is no longer sold is not found, as it is not shown.
func (s *Service) Changed(ctx context.Context, shop *directory.Shop, storeID int64, item cart.Item, qty money.Decimal) (Wanted, error) {
	if err := cart.CheckQty(qty); err != nil {
		return Wanted{}, err
	}
	product, err := s.Catalog.Product(ctx, storeID, item.ProductID)
	if fault.KindOf(err) == fault.NotFound || err == nil && !product.Enabled {
		return Wanted{}, cart.ErrItemNotFound(item.ID)
	}
	if err != nil {
		return Wanted{}, err
	}
	item.Qty, err = whole(product, qty)
	return Wanted{item, sellable(shop, product)}, err
}

func (s *Service) product(ctx context.Context, storeID int64, sku string) (*catalog.Product, error) {
	product, err := s.Catalog.GoodBySKU(ctx, storeID, strings.TrimSpace(sku))
	if fault.KindOf(err) == fault.NotFound || strings.TrimSpace(sku) == "" {
		return nil, fault.Invalidf("Product with SKU '%s' not found", Clip(sku))
	}
	if err != nil {
		return nil, err
	}
	if !product.Enabled || !product.InCatalog && !product.InSearch {
		return nil, fault.Invalidf("Product '%s' is not available", Clip(sku))
	}
	return product, nil
}

// Clip shortens what is repeated in a message.
func Clip(s string) string { return s[:min(len(s), 100)] }

// whole drops the fraction of a quantity whose product has none.
func whole(product *catalog.Product, qty money.Decimal) (money.Decimal, error) {
	if product.Level.DecimalQty && product.Type != giftcard.ProductType { // of which each unit is a card
		return qty, nil
	}
	qty = qty.Truncate()
	return qty, cart.CheckQty(qty)
}

// sellable tells whether a cart may have a quantity of a product.
func sellable(shop *directory.Shop, product *catalog.Product) func(money.Decimal) error {
	config := shop.StockConfig()
	return func(qty money.Decimal) error {
		level := product.Level
		if !product.HasLevel {
			level.OwnManage, level.Manage, level.InStock = true, true, false
		}
		if problem := level.Problem(config, qty, product.Name); problem != "" {
			return fault.Preconditionf("%s", problem)
		}
		return nil
	}
}

// into puts what was chosen into the line, after the checks of the product.
func (in Card) into(item *cart.Item, shop *directory.Shop, storeID int64, product *catalog.Product) error {
	offer, people := offerOf(product), in.People
	wish := giftcard.Wish{Amount: in.Amount}
	if err := offer.Refusal(wish.Amount, printer(shop, storeID)); err != nil {
		return err
	}
	if !offer.Message || !shop.Settings.In(storeID).Flag("giftcard/general/allow_message") {
		people.Message = ""
	}
	switch {
	case people.RecipientEmail != "" && !customer.ValidEmail(people.RecipientEmail):
		return errRecipientEmail
	case people.SenderEmail != "" && !customer.ValidEmail(people.SenderEmail):
		return errSenderEmail
	}
	var err error
	if wish.DeliverOn, err = giftcard.ParseDelivery(in.DeliveryDate); err != nil {
		return err
	}
	item.People = people
	item.Options, err = wish.Options()
	return err
}

func offerOf(product *catalog.Product) giftcard.Offer {
	if product.Terms.GiftCard == nil {
		return giftcard.Offer{}
	}
	return *product.Terms.GiftCard
}

// giftCardsOffered refuses gift cards that the shop has stopped selling since they were put into the cart.
func (q *Quote) giftCardsOffered() error {
	for _, l := range q.lines {
		if l.product.Type != giftcard.ProductType {
			continue
		}
		if err := offerOf(l.product).Refusal(giftcard.ReadWish(l.item.Options).Amount, printer(q.Shop, q.Store.ID)); err != nil {
			return fault.Preconditionf("%s", err)
		}
	}
	return nil
}

// options are what was chosen, as people read it.
func (l line) options(print func(money.Decimal) string) []documents.CartOption {
	if l.product.Type != giftcard.ProductType {
		return []documents.CartOption{}
	}
	wish := giftcard.ReadWish(l.item.Options)
	return documents.GiftCardOptions(print(wish.Amount), wish.DeliverOn, l.item.People)
}
