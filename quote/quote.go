// Package quote computes the price of a cart and the methods that can ship it and pay for it.
//
// A cart is priced at each request, in its own store, so that nothing is stale. Carts that are read and orders that are placed use the same
// function. Package commands/checkout places the orders; Placement is its Quoter.
package quote

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"tradelog/domain/cart"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/payment"
	"tradelog/domain/pricerule"
	"tradelog/domain/settings"
	"tradelog/domain/shipping"
	"tradelog/domain/shop"
	"tradelog/domain/stock"
	"tradelog/domain/tax"
	"tradelog/domain/totals"
	"tradelog/eventstore"
	"tradelog/internal/lru"
	readcatalog "tradelog/readmodels/catalog"
	readcustomers "tradelog/readmodels/customers"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/sales"
)

// errNoStore is the error for a cart whose store was deleted.
var errNoStore = fault.Preconditionf("The cart's store no longer exists.")

// Streams reads the log for placements, since read models may be behind. Package commands implements it.
type Streams interface {
	// Head returns the position of the newest event.
	Head(ctx context.Context) (eventstore.Position, error)
	// GiftCardOf returns the ID of the card with a code, in any case; 0: none.
	GiftCardOf(ctx context.Context, code string) (int64, error)
	// StaleGiftCard returns the cached state of a card.
	StaleGiftCard(ctx context.Context, id int64) (giftcard.State, error)
	// Levels returns the newest stock levels of products, without those that never had one.
	Levels(ctx context.Context, productIDs []int64) (map[int64]stock.Level, error)
	// Customer returns the newest state of an account.
	Customer(ctx context.Context, id int64) (customer.State, error)
}

// Readers holds the readers that quotes use.
type Readers struct {
	Catalog    *readcatalog.Reader
	Checkout   *sales.Carts
	Customers  *readcustomers.Reader
	GiftCards  *sales.GiftCards
	Promotions *sales.PriceRules
	Taxes      *directory.TaxReader
}

// Service prices carts. A Service is safe for concurrent use.
type Service struct {
	Readers
	streams Streams
	shown   lru.Cache[int64, shown] // by cart
}

// New returns a service.
func New(readers Readers, streams Streams) *Service {
	return &Service{readers, streams, lru.New[int64, shown](rememberedCarts)}
}

// At holds the shop, the currency and the time of a quote. The cart determines store and customer.
type At struct {
	Shop     *directory.Shop
	Currency string // display currency; empty: that of the cart's store
	Now      time.Time
}

// Quote is a cart with all data that were looked up for it.
type Quote struct {
	At
	exchange
	Cart       cart.State
	Store      shop.Store
	Totals     totals.Totals
	Until      time.Time // time at which the quote changes without an event; zero: never
	config     settings.View
	group      int64        // of customers
	billing    tax.Location // of the customer's default addresses
	shipping   tax.Location
	lines      []line
	products   lineProducts
	coupon     *pricerule.Offer // that of the cart's coupon; nil if there is none
	ended      cart.EndedCoupon // the coupon of the cart, if it has no effect
	endedCards []int64          // the gift cards of the cart that cannot pay
	notices    []string         // about what has no effect; they stay after it was dropped
	cards      []giftcard.Card  // all cards on the cart, usable or not
	methods    []shipping.Rate  // with prices in the base currency
	chosen     *shipping.Rate
	payments   []payment.Method
	virtual    bool
}

// balances returns a gift card of a cart, from the read model or from the log; nil if there is none.
type balances func(ctx context.Context, card cart.Card) (*giftcard.Card, error)

// TakesCards tells whether a store's carts can be paid with gift cards. If not, cards on a cart pay nothing and prevent its placement, like
// any card that cannot pay.
func TakesCards(store settings.View) bool { return store.Flag("giftcard/general/enabled") }

// cardBalance returns a gift card from the read model. It serves as the balances function of carts that are read.
func (s *Service) cardBalance(ctx context.Context, card cart.Card) (*giftcard.Card, error) {
	return s.GiftCards.Card(ctx, card.CardID)
}

// GiftCardByCode returns a card by its code, in any case, from the read model; nil: there is none.
func (s *Service) GiftCardByCode(ctx context.Context, code string) (*giftcard.Card, error) {
	if len(code) > giftcard.MaxCode {
		return nil, nil // no card has such a code
	}
	id, err := s.streams.GiftCardOf(ctx, code)
	if err != nil || id == 0 {
		return nil, err
	}
	card, err := s.GiftCards.Card(ctx, id)
	if err != nil || card == nil || strings.ToLower(card.Code) != strings.ToLower(code) { // its creation was interrupted
		return nil, err
	}
	return card, nil
}

// present returns a gift card from the log. It serves as the balances function of placements; charging the card detects later changes.
func (s *Service) present(ctx context.Context, card cart.Card) (*giftcard.Card, error) {
	now, err := s.streams.StaleGiftCard(ctx, card.CardID)
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil
	}
	return &now.Card, err
}

// Price looks up all data in the cart's own store and computes the quote. It leaves out lines whose product was disabled or deleted
// meanwhile. Callers must not cache the result beyond Until.
func (s *Service) Price(ctx context.Context, at At, c cart.State) (*Quote, error) {
	return s.price(ctx, at, c, s.cardBalance)
}

// Confirmed returns a quote whose ended parts may be removed from the cart. If it has any, Confirmed waits until the read models that say
// so have caught up with the log, and looks again: a coupon that was just changed stays. Unavailable: the read models take too long.
func (s *Service) Confirmed(ctx context.Context, q *Quote) (*Quote, error) {
	return s.confirmed(ctx, q, s.cardBalance, "giftcards")
}

// couponReaders are the projectors whose rows decide whether a coupon has an effect: by its rule, its customer and the lines of the cart.
var couponReaders = []string{"pricerules", "customers", "products"}

// confirmed is Confirmed with the balances of gift cards and the projectors that these are read from.
func (s *Service) confirmed(ctx context.Context, q *Quote, cards balances, cardReaders ...string) (*Quote, error) {
	var readers []string
	if q.ended.Code != "" {
		readers = couponReaders
	}
	if len(q.endedCards) > 0 {
		readers = slices.Concat(readers, cardReaders)
	}
	if len(readers) == 0 {
		return q, nil
	}
	head, err := s.streams.Head(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.GiftCards.CatchUp(ctx, head, readers...); err != nil {
		return nil, err
	}
	return s.price(ctx, q.At, q.Cart, cards)
}

func (s *Service) price(ctx context.Context, at At, c cart.State, cards balances) (*Quote, error) {
	q := &Quote{At: at, Cart: c}
	var err error
	if q.Store, q.exchange, err = at.exchange(c.StoreID); err != nil {
		return nil, err
	}
	q.config = at.Shop.Settings.In(q.Store.ID)
	if err := s.customer(ctx, q); err != nil {
		return nil, err
	}
	if err := s.priceLines(ctx, q); err != nil {
		return nil, err
	}
	in, err := s.input(ctx, q, cards)
	if err != nil {
		return nil, err
	}
	table, err := s.table(ctx, q.Store.WebsiteID, q.config)
	if err != nil {
		return nil, err
	}
	q.ship(in, table)
	q.Totals = totals.Collect(*in)
	q.payments = payment.Methods(q.config)
	q.findLost()
	return q, nil
}

// customer sets the customer group of the cart, and the locations at which taxes are estimated until the cart has an address.
func (s *Service) customer(ctx context.Context, q *Quote) error {
	if q.Cart.CustomerID == 0 {
		return nil // the guests' group
	}
	known, err := s.Customers.KnownCustomer(ctx, q.Cart.CustomerID)
	switch {
	case err != nil:
		return err
	case known == nil: // the account is so new that the read model does not have it
		q.group = q.Shop.DefaultGroup(q.Store.ID)
	default:
		q.group, q.billing, q.shipping = known.GroupID, known.Billing, known.Shipping
	}
	return nil
}

func (s *Service) priceLines(ctx context.Context, q *Quote) error {
	if len(q.Cart.Items) == 0 {
		return nil
	}
	var err error
	if q.products, err = s.loadProducts(ctx, q.Store.ID, q.Cart.Items); err != nil {
		return err
	}
	q.virtual = true
	for _, item := range q.Cart.Items {
		l, sold := q.products.line(item)
		if !sold {
			q.notices = append(q.notices, fmt.Sprintf("%q is no longer available and will not be ordered.", item.SKU))
			continue
		}
		q.price(&l)
		q.lines = append(q.lines, l)
		q.virtual = q.virtual && l.virtual
	}
	q.virtual = q.virtual && len(q.lines) > 0
	return nil
}

// today returns the date in the cart's store.
func (q *Quote) today() string { return q.Shop.Today(q.Store.ID, q.Now) }

// input returns the input of the totals, without shipping.
func (s *Service) input(ctx context.Context, q *Quote, cards balances) (*totals.Input, error) {
	in := &totals.Input{Tax: tax.NewSettings(q.config), Rate: q.rate}
	taxes, err := s.Taxes.Taxes(ctx)
	if err != nil {
		return nil, err
	}
	to := in.Tax.Destination(tax.Addresses{
		Billing: tax.LocationOf(
			q.Cart.Billing,
		), Shipping: tax.LocationOf(q.Cart.Shipping), DefaultBilling: q.billing, DefaultShipping: q.shipping,
		Virtual: q.virtual,
	})
	rates := taxes.Table.For(q.Store.ID, taxes.ClassOf(q.group), taxes.ClassOf(q.Shop.DefaultGroup(q.Store.ID)), to, in.Tax.Origin)
	if in.Tax.ShippingClass != 0 {
		in.ShippingTax = rates.Rates(in.Tax.ShippingClass)
	}
	for _, l := range q.lines {
		line := totals.Line{Qty: l.item.Qty, BasePrice: l.unit, UnitPrice: q.display(l.unit), GiftCard: l.product.Type == giftcard.ProductType}
		if l.product.TaxClassID != 0 {
			line.Tax = rates.Rates(l.product.TaxClassID)
		}
		if l.item.CustomPrice != nil {
			line.Custom, line.BaseCatalogPrice, line.CatalogPrice = true, l.catalog, q.display(l.catalog)
		}
		in.Lines = append(in.Lines, line)
	}
	q.addParts(in, rates)
	if in.Rules, err = s.rules(ctx, q); err != nil {
		return nil, err
	}
	if !TakesCards(q.config) {
		return in, nil
	}
	for _, card := range q.Cart.Cards {
		found, err := cards(ctx, card)
		if err != nil {
			return nil, err
		}
		if found == nil {
			continue
		}
		q.ends(found.ExpiresAt)
		q.cards = append(q.cards, *found)
		if found.Usable(q.Store.WebsiteID, q.Now) {
			in.Cards = append(in.Cards, totals.Card{ID: found.ID, Code: found.Code, Balance: found.Balance})
		}
	}
	return in, nil
}

// addParts adds the parts of bundles whose parts have the amounts, after the lines of the cart.
func (q *Quote) addParts(in *totals.Input, rates *tax.Lookup) {
	for i, l := range q.lines {
		if !l.dynamic {
			continue
		}
		for n, p := range l.parts {
			q.lines[i].parts[n].total = len(in.Lines)
			line := totals.Line{Qty: p.each.Mul(l.item.Qty), BasePrice: p.unit, UnitPrice: q.display(p.unit), PartOf: i + 1}
			if p.product.TaxClassID != 0 {
				line.Tax = rates.Rates(p.product.TaxClassID)
			}
			in.Lines = append(in.Lines, line)
		}
	}
}

// rules returns the price rules that may apply to the cart.
func (s *Service) rules(ctx context.Context, q *Quote) ([]pricerule.Rule, error) {
	c := q.selects()
	offers, err := s.Promotions.Offers(ctx, c.Coupon, c.CustomerID)
	if err != nil || len(offers) == 0 {
		return nil, err
	}
	for i, o := range offers {
		if q.ends(o.Ends()); o.Dated() {
			q.ends(q.Shop.DayEnd(q.Store.ID, q.Now))
		}
		if o.Code != "" && strings.EqualFold(o.Code, c.Coupon) {
			q.coupon = &offers[i]
		}
	}
	return pricerule.Select(offers, c), nil
}

// selects returns the properties of the cart that select price rules.
func (q *Quote) selects() pricerule.Cart {
	return pricerule.Cart{
		WebsiteID: q.Store.WebsiteID, GroupID: q.group, CustomerID: q.Cart.CustomerID, Coupon: q.Cart.Coupon,
		Moment: pricerule.Moment{Today: q.today(), Now: q.Now},
	}
}

// ends limits Until to the end of something that was looked up. It ignores zero and past times: zero is never, and a past end has had its
// effect.
func (q *Quote) ends(at time.Time) {
	if at.IsZero() || at.Before(q.Now) || !q.Until.IsZero() && q.Until.Before(at) {
		return
	}
	q.Until = at
}

// Lost returns the parts of the cart that have no effect any more: a coupon without discount, and gift cards that cannot pay.
func (q *Quote) Lost() (coupon cart.EndedCoupon, cards []int64) { return q.ended, q.endedCards }

// findLost finds what has no effect any more, and notes it.
func (q *Quote) findLost() {
	if q.Cart.Coupon != "" && q.Totals.Coupon.Code == "" {
		q.ended = cart.EndedCoupon{Code: q.Cart.Coupon, Reason: q.couponEnd()}
	}
	if gone := cmp.Or(q.ended, q.Cart.Ended); gone.Code != "" {
		q.notices = append(q.notices, gone.Error())
	}
	for _, on := range q.Cart.Cards {
		usable := func(card giftcard.Card) bool { return card.ID == on.CardID && card.Usable(q.Store.WebsiteID, q.Now) }
		if !slices.ContainsFunc(q.cards, usable) {
			q.endedCards = append(q.endedCards, on.CardID)
			q.notices = append(q.notices, giftcard.ErrGone(giftcard.Masked(on.Code)).Error())
		}
	}
}

// couponEnd returns the reason why the coupon of the cart has no effect.
func (q *Quote) couponEnd() string {
	o := q.coupon
	if o == nil {
		return string(pricerule.Unknown)
	}
	switch verdict := o.For(q.selects()); {
	case verdict != pricerule.Valid:
		return string(verdict)
	case q.Totals.Base.Subtotal.Less(o.MinimumSubtotal):
		return "The minimum subtotal is " + printer(q.Shop, q.Store.ID)(o.MinimumSubtotal)
	}
	return "No item of the cart meets its conditions"
}
