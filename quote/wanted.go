package quote

import (
	"context"
	"encoding/json"
	"strings"

	"tradelog/domain"
	"tradelog/domain/cart"
	domaincatalog "tradelog/domain/catalog"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/readmodels/catalog"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// The errors of e-mail addresses of gift cards.
var (
	errRecipientEmail = fault.Invalidf("giftcardRecipientEmail is not a valid email address").About(fault.Format, "giftcardRecipientEmail")
	errSenderEmail    = fault.Invalidf("giftcardSenderEmail is not a valid email address").About(fault.Format, "giftcardSenderEmail")
)

// Choice is a request to add a product to a cart.
type Choice struct {
	SKU   string
	Qty   money.Decimal
	Price *money.Decimal // of one unit, base currency; nil: the catalog price
	Card  Card
	Sent
}

// Card holds the sent options of a gift card product.
type Card struct {
	giftcard.People
	Amount       money.Decimal
	DeliveryDate string // as it was sent
}

// Wanted holds the lines to add to a cart, and the check of the resulting quantities (check 6). Files belong to the first line; they must
// be stored before it is added.
type Wanted struct {
	Items    []cart.Item
	Sellable cart.Sellable
	Files    map[string]SentFile // by custom option
}

// Stored sets the ID and the key of a stored file in the first line.
func (w *Wanted) Stored(option string, id int64, key string) error {
	var members, options map[string]json.RawMessage
	item := &w.Items[0]
	if err := json.Unmarshal(item.Options, &members); err != nil {
		return err
	}
	if err := json.Unmarshal(members["options"], &options); err != nil {
		return err
	}
	file, _ := domaincatalog.FileOf(options[option])
	file.ID, file.Key = id, key
	var err error
	if options[option], err = json.Marshal(file); err != nil {
		return err
	}
	if members["options"], err = json.Marshal(options); err != nil {
		return err
	}
	item.Options, err = json.Marshal(members)
	return err
}

// Wanted checks a request to add a product to a cart of a store, as far as possible without the cart. These are checks 2 to 5 of
// shapes-sales §1.
func (s *Service) Wanted(ctx context.Context, shop *directory.Shop, storeID int64, in Choice) (Wanted, error) {
	if err := cart.CheckQty(in.Qty); err != nil {
		return Wanted{}, err
	}
	product, variant, err := s.product(ctx, storeID, in.SKU)
	if err != nil {
		return Wanted{}, err
	}
	qty, err := wholeQty(product, in.Qty)
	if err != nil {
		return Wanted{}, err
	}
	if err := in.takesFiles(product); err != nil {
		return Wanted{}, err
	}
	if product.Type == "grouped" {
		return s.wantedGroup(ctx, shop, storeID, product, in)
	}
	item := cart.Item{ProductID: product.ID, SKU: product.SKU, Type: product.Type, Qty: qty, CustomPrice: in.Price}
	choice, err := in.Sent.choice(product, shop.Settings.In(storeID).Codes("catalog/custom_options/forbidden_extensions"))
	if err != nil {
		return Wanted{}, refused(err)
	}
	if choice.ChildID = variant; product.Type == "configurable" && variant == 0 {
		if choice.ChildID, err = s.variant(ctx, storeID, product, in.Super); err != nil {
			return Wanted{}, refused(err)
		}
	}
	if item.Options, err = encoded(choice); err != nil {
		return Wanted{}, err
	}
	if product.Type == giftcard.ProductType {
		if err := in.Card.into(&item, shop, storeID, product, choice); err != nil {
			return Wanted{}, refused(err)
		}
	}
	wanted, err := s.lines(ctx, shop, storeID, item)
	wanted.Files = in.Files
	return wanted, err
}

// refused returns the error for a product that cannot be prepared for a cart (check 5).
func refused(reason error) error {
	f, ok := fault.As(reason)
	if !ok {
		return reason
	}
	return fault.Invalidf("Failed to add product: %s", f.Argument())
}

// wantedGroup returns the lines of a grouped product: one for each member with a quantity.
func (s *Service) wantedGroup(ctx context.Context, shop *directory.Shop, storeID int64, group *catalog.Product, in Choice) (Wanted, error) {
	members, err := in.group(group)
	if err != nil {
		return Wanted{}, refused(err)
	}
	found, err := s.Catalog.CartProducts(ctx, storeID, group.Members())
	if err != nil {
		return Wanted{}, err
	}
	var items []cart.Item
	for _, m := range members {
		product := found[m.ProductID]
		if product == nil || !product.Enabled {
			return Wanted{}, refused(fault.Invalidf("Product %d of the group is not available.", m.ProductID).
				About(fault.Unfitting, "superGroup"))
		}
		if err := cart.CheckQty(m.Qty); err != nil {
			return Wanted{}, err
		}
		qty, err := wholeQty(product, m.Qty)
		if err != nil {
			return Wanted{}, err
		}
		item := cart.Item{ProductID: product.ID, SKU: product.SKU, Type: "grouped", Qty: qty, CustomPrice: in.Price}
		if item.Options, err = encoded(domaincatalog.Choice{GroupID: group.ID}); err != nil {
			return Wanted{}, err
		}
		items = append(items, item)
	}
	return s.lines(ctx, shop, storeID, items...)
}

// lines completes lines with their parts. It fails if one cannot be bought as it was chosen.
func (s *Service) lines(ctx context.Context, shop *directory.Shop, storeID int64, items ...cart.Item) (Wanted, error) {
	st, err := s.loadProducts(ctx, storeID, items)
	if err != nil {
		return Wanted{}, err
	}
	var products []*catalog.Product
	for i, item := range items {
		l, ok := st.line(item)
		switch {
		case !ok:
			return Wanted{}, refused(domaincatalog.ErrSoldElsewhere)
		case l.wrong != nil:
			return Wanted{}, refused(l.wrong)
		}
		for _, p := range l.parts {
			items[i].Parts = append(items[i].Parts, cart.Part{ProductID: p.product.ID, Qty: p.each})
		}
		if l.variant != nil {
			items[i].SKU = l.variant.SKU
		}
		products = append(products, l.stockedProducts()...)
	}
	return Wanted{Items: items, Sellable: sellable(shop, products)}, nil
}

// Changed checks a new quantity of a line of a cart. A line whose product is no longer sold is not found, because carts do not show it.
func (s *Service) Changed(ctx context.Context, shop *directory.Shop, storeID int64, item cart.Item, qty money.Decimal) (Wanted, error) {
	if err := cart.CheckQty(qty); err != nil {
		return Wanted{}, err
	}
	st, err := s.loadProducts(ctx, storeID, []cart.Item{item})
	if err != nil {
		return Wanted{}, err
	}
	l, ok := st.line(item)
	if !ok {
		return Wanted{}, cart.ErrItemNotFound(item.ID)
	}
	item.Qty, err = wholeQty(l.product, qty)
	return Wanted{Items: []cart.Item{item}, Sellable: sellable(shop, l.stockedProducts())}, err
}

// product returns the product that a SKU is sold as. A product that is not listed by itself is sold as its configurable product, with
// itself as the variant (shapes-sales §1).
func (s *Service) product(ctx context.Context, storeID int64, sku string) (product *catalog.Product, variant int64, err error) {
	if product, err = s.bySKU(ctx, storeID, sku); err != nil {
		return nil, 0, err
	}
	unavailable := fault.Invalidf("Product '%s' is not available", Clip(sku)).About(fault.Unfitting, "sku")
	switch {
	case !product.Enabled:
		return nil, 0, unavailable
	case product.InCatalog || product.InSearch:
		return product, 0, nil
	case product.Type != "simple" && product.Type != "virtual":
		return nil, 0, unavailable
	}
	parent, err := s.Catalog.SoldAs(ctx, storeID, product.ID, "configurable")
	if err != nil {
		return nil, 0, err
	}
	found, err := s.Catalog.CartProducts(ctx, storeID, []int64{parent})
	if err != nil {
		return nil, 0, err
	}
	if whole := found[parent]; whole != nil && whole.Enabled && (whole.InCatalog || whole.InSearch) {
		return whole, product.ID, nil
	}
	return nil, 0, unavailable
}

func (s *Service) bySKU(ctx context.Context, storeID int64, sku string) (*catalog.Product, error) {
	product, err := s.Catalog.CartProductBySKU(ctx, storeID, strings.TrimSpace(sku))
	if fault.KindOf(err) == fault.NotFound || strings.TrimSpace(sku) == "" {
		return nil, fault.Invalidf("Product with SKU '%s' not found", Clip(sku)).About(fault.Unknown, "sku")
	}
	return product, err
}

// Clip shortens text for use in a message, to 100 bytes.
func Clip(s string) string { return s[:min(len(s), 100)] }

// wholeQty drops the fraction of a quantity, unless the product allows fractions.
func wholeQty(product *catalog.Product, qty money.Decimal) (money.Decimal, error) {
	if product.Level.DecimalQty && product.Type != giftcard.ProductType { // each unit of a gift card is a card
		return qty, nil
	}
	qty = qty.Truncate()
	return qty, cart.CheckQty(qty)
}

// into sets the options of a gift card line, after checking them.
func (in Card) into(item *cart.Item, shop *directory.Shop, storeID int64, product *catalog.Product, choice domaincatalog.Choice) error {
	offer, people := domain.Value(product.Terms.GiftCard), in.People
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
	item.Options, err = json.Marshal(struct {
		giftcard.Wish
		domaincatalog.Choice
	}{wish, choice})
	return err
}

// encoded returns a choice in the form that lines store.
func encoded(choice domaincatalog.Choice) (json.RawMessage, error) {
	if choice.Empty() {
		return nil, nil
	}
	return json.Marshal(choice)
}

// options returns the buyer's choices for a line, for display.
func (q *Quote) options(l line, print func(money.Decimal) string) []documents.CartOption {
	out := folds.ChosenOptions(q.choiceOf(l))
	if l.product.Type == giftcard.ProductType {
		wish := giftcard.ReadWish(l.item.Options)
		out = append(folds.GiftCardOptions(print(wish.Amount), wish.DeliverOn, l.item.People), out...)
	}
	return out
}
