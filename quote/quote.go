// Package quote tells what a cart costs and how it can be shipped and paid, in a shop, at a moment, for its customer.
//
// A cart is priced each time somebody asks, in its own store, so that nothing goes stale. Read carts and placed orders use the
// same function. Package commands places the orders; Placement is its Quoter.
package quote

import (
	"context"
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
	readcatalog "tradelog/readmodels/catalog"
	readcheckout "tradelog/readmodels/checkout"
	readcustomers "tradelog/readmodels/customers"
	"tradelog/readmodels/directory"
	readgiftcards "tradelog/readmodels/giftcards"
	readpromotions "tradelog/readmodels/promotions"
	readtaxes "tradelog/readmodels/taxes"
)

// errNoStore: carts outlive their stores.
var errNoStore = fault.Preconditionf("The cart's store no longer exists.")

// Streams are what a placement asks the streams for, since read models may be behind. Package commands implements it.
type Streams interface {
	// GiftCardOf returns the number of the card that has a code, in any case; 0: none has.
	GiftCardOf(ctx context.Context, code string) (int64, error)
	// StaleGiftCard returns a card as it is cached.
	StaleGiftCard(ctx context.Context, id int64) (giftcard.State, error)
	// CheckStock tells whether the stock covers lines, without reserving them.
	CheckStock(ctx context.Context, lines []stock.Line) error
	// Customer returns an account as it is now.
	Customer(ctx context.Context, id int64) (customer.State, error)
}

// Readers are where quotes are looked up.
type Readers struct {
	Catalog    *readcatalog.Reader
	Checkout   *readcheckout.Reader
	Customers  *readcustomers.Reader
	GiftCards  *readgiftcards.Reader
	Promotions *readpromotions.Reader
	Taxes      *readtaxes.Reader
}

// Service prices carts. It may be used by several goroutines.
type Service struct {
	Readers
	streams Streams
}

// New makes a service.
func New(readers Readers, streams Streams) *Service { return &Service{readers, streams} }

// At tells in which shop, in which currency and at which moment a cart is priced. The cart names store and customer.
type At struct {
	Shop     *directory.Shop
	Currency string // display currency; empty for that of the cart's store
	Now      time.Time
}

// Quote is a cart with everything that is looked up for it.
type Quote struct {
	At
	exchange
	Cart     cart.State
	Store    shop.Store
	Totals   totals.Totals
	Until    time.Time // when the quote changes by itself; zero for never
	config   settings.View
	group    int64     // of the customer
	billing  tax.Place // of the customer's default addresses
	shipping tax.Place
	lines    []line
	stuff    stuff
	cards    []giftcard.Card // on the cart, usable or not
	methods  []shipping.Rate // base prices
	chosen   *shipping.Rate
	payments []payment.Method
	virtual  bool
}

// balances finds the gift cards of a cart: as the read model has them, or as they are at this moment.
type balances func(ctx context.Context, card cart.Card) (*giftcard.Card, error)

// TakesCards tells whether a store's carts can be paid with gift cards. Where not, cards that are on a cart pay nothing and do
// not let it be placed, as any that cannot pay.
func TakesCards(store settings.View) bool { return store.Flag("giftcard/general/enabled") }

// shown are the balances that readers see.
func (s *Service) shown(ctx context.Context, card cart.Card) (*giftcard.Card, error) {
	return s.GiftCards.Card(ctx, card.CardID)
}

// GiftCardByCode finds a card by its code, in any case, as carts show it; nil: there is none.
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

// present are the balances that an order is paid with. The cards have the last word when they are charged.
func (s *Service) present(ctx context.Context, card cart.Card) (*giftcard.Card, error) {
	now, err := s.streams.StaleGiftCard(ctx, card.CardID)
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil
	}
	return &now.Card, err
}

// Price looks everything up in the cart's own store and adds it up. Lines whose product was disabled or deleted meanwhile are
// left out. Callers that remember the result end it at Until.
func (s *Service) Price(ctx context.Context, at At, c cart.State) (*Quote, error) {
	return s.price(ctx, at, c, s.shown)
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
	return q, nil
}

// customer finds whose prices, taxes and rules the cart has, and where taxes are estimated for as long as it has no address.
func (s *Service) customer(ctx context.Context, q *Quote) error {
	if q.Cart.CustomerID == 0 {
		return nil // the guests' group
	}
	known, err := s.Customers.KnownCustomer(ctx, q.Cart.CustomerID)
	switch {
	case err != nil:
		return err
	case known == nil: // the account is so new that the read model has not got it
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
	if q.stuff, err = s.stuff(ctx, q.Store.ID, q.Cart.Items); err != nil {
		return err
	}
	q.virtual = true
	for _, item := range q.Cart.Items {
		l, sold := q.stuff.line(item)
		if !sold {
			continue
		}
		q.price(&l)
		q.lines = append(q.lines, l)
		q.virtual = q.virtual && l.virtual
	}
	q.virtual = q.virtual && len(q.lines) > 0
	return nil
}

// today is the date in the cart's store.
func (q *Quote) today() string { return q.Shop.Today(q.Store.ID, q.Now) }

// input is what the totals are computed from, but for shipping.
func (s *Service) input(ctx context.Context, q *Quote, cards balances) (*totals.Input, error) {
	in := &totals.Input{Tax: tax.NewSettings(q.config), Rate: q.rate}
	taxes, err := s.Taxes.Taxes(ctx)
	if err != nil {
		return nil, err
	}
	to := in.Tax.Destination(tax.Addresses{
		Billing: tax.PlaceOf(q.Cart.Billing), Shipping: tax.PlaceOf(q.Cart.Shipping), DefaultBilling: q.billing, DefaultShipping: q.shipping,
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

// addParts adds the parts of bundles that have the amounts, after the lines of the cart.
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

// rules are the price rules the cart may get.
func (s *Service) rules(ctx context.Context, q *Quote) ([]pricerule.Rule, error) {
	c := q.Cart
	offers, err := s.Promotions.Offers(ctx, c.Coupon, c.CustomerID)
	if err != nil || len(offers) == 0 {
		return nil, err
	}
	for _, o := range offers {
		q.ends(o.Ends())
	}
	return pricerule.Select(offers, pricerule.Cart{
		WebsiteID: q.Store.WebsiteID, GroupID: q.group, CustomerID: c.CustomerID, Coupon: c.Coupon,
		Moment: pricerule.Moment{Today: q.today(), Now: q.Now},
	}), nil
}

// ends notes when something that was looked up ends. Zero is never; an end that has passed has had its effect.
func (q *Quote) ends(at time.Time) {
	if at.IsZero() || at.Before(q.Now) || !q.Until.IsZero() && q.Until.Before(at) {
		return
	}
	q.Until = at
}

// Lost is what is on the cart and holds no more: a coupon whose rule takes nothing off, and gift cards that cannot pay.
func (q *Quote) Lost() (coupon string, cards []int64) {
	if q.Cart.Coupon != "" && q.Totals.Coupon.Code == "" {
		coupon = q.Cart.Coupon
	}
	for _, on := range q.Cart.Cards {
		usable := func(card giftcard.Card) bool { return card.ID == on.CardID && card.Usable(q.Store.WebsiteID, q.Now) }
		if !slices.ContainsFunc(q.cards, usable) {
			cards = append(cards, on.CardID)
		}
	}
	return coupon, cards
}
