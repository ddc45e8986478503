package checkout

import (
	"context"

	"tradelog/domain/cart"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/payment"
	"tradelog/domain/pricerule"
	"tradelog/domain/settings"
	"tradelog/domain/shipping"
	"tradelog/domain/shop"
	"tradelog/domain/tax"
	"tradelog/domain/totals"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/freshness"
)

// errNoStore: carts outlive their stores.
var errNoStore = fault.Preconditionf("The cart's store no longer exists.")

// priced is a cart with everything that is looked up for it.
type priced struct {
	state    cart.State
	store    shop.Store
	config   settings.View
	group    int64  // of the customer
	base     string // currencies
	currency string
	rate     money.Decimal // base to display
	lines    []pricedLine
	cards    []giftcard.Card // on the cart, usable or not
	methods  []shipping.Rate // base prices
	chosen   *shipping.Rate
	payments []payment.Method
	totals   totals.Totals
	virtual  bool
}

type pricedLine struct {
	item    cart.Item
	product *readmodels.Product
	unit    money.Decimal // base currency
	catalog money.Decimal // unit, but for a price of its own
}

// balances finds the gift cards of a cart: as the read model has them, or as they are at this moment.
type balances func(ctx context.Context, card cart.Card) (*giftcard.Card, error)

// takesCards tells whether a store's carts can be paid with gift cards. Where not, cards that are on a cart pay nothing and do
// not let it be placed, as any that cannot pay.
func takesCards(store settings.View) bool { return store.Flag("giftcard/general/enabled") }

// shown are the balances that readers see.
func (h *handlers) shown(ctx context.Context, card cart.Card) (*giftcard.Card, error) {
	return h.reader.GiftCardByCode(ctx, card.Code)
}

// present are the balances that an order is paid with. The cards have the last word when they are charged.
func (h *handlers) present(ctx context.Context, card cart.Card) (*giftcard.Card, error) {
	now, err := h.Cards.StaleGiftCard(ctx, card.CardID)
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil
	}
	return &now.Card, err
}

// price looks everything up in the cart's own store and adds it up. Lines whose product was disabled or deleted meanwhile are
// left out. It is used for carts that are read and for those that are placed, so that totals are never stale.
//
// Answers are remembered: whatever is looked up here must be named by Depends first. The shop and its configuration are
// named for every answer already.
func (h *handlers) price(ctx context.Context, c *operations.Call, s cart.State, cards balances) (*priced, error) {
	store, ok := c.Shop.Store(s.StoreID)
	if !ok {
		return nil, errNoStore
	}
	p := &priced{state: s, store: store, config: c.Shop.Settings.In(store.ID), base: c.Shop.BaseCurrency(store)}
	if err := p.setCurrency(c); err != nil {
		return nil, err
	}
	if err := c.Depends(ctx, scopesOf(s)...); err != nil {
		return nil, err
	}
	if err := h.customerGroup(ctx, c, p); err != nil {
		return nil, err
	}
	if err := h.priceLines(ctx, c, p); err != nil {
		return nil, err
	}
	in, err := h.input(ctx, c, p, cards)
	if err != nil {
		return nil, err
	}
	table, err := h.tableOf(ctx, c, store.WebsiteID, p.config)
	if err != nil {
		return nil, err
	}
	p.ship(in, table)
	p.totals = totals.Collect(*in)
	p.payments = paymentMethods(p.config)
	return p, nil
}

// scopesOf names what the totals of a cart are made of.
func scopesOf(s cart.State) []freshness.Scope {
	scopes := []freshness.Scope{readmodels.TaxScope, readmodels.AutomaticRulesScope}
	if s.CustomerID != 0 {
		scopes = append(scopes, readmodels.CustomerScope(s.CustomerID))
	}
	if s.Coupon != "" {
		scopes = append(scopes, readmodels.CouponCodeScope(s.Coupon))
	}
	for _, card := range s.Cards {
		scopes = append(scopes, readmodels.GiftCardCodeScope(card.Code))
	}
	for _, item := range s.Items {
		scopes = append(scopes, readmodels.ProductScopes(item.ProductID)...)
	}
	return scopes
}

// setCurrency takes the currency that was asked for, if the cart's store can serve it, or the store's own.
func (p *priced) setCurrency(c *operations.Call) error {
	p.currency = c.Shop.DisplayCurrency(p.store)
	if c.Request.HasCurrency {
		allowed := false
		for _, code := range c.Shop.Currencies(p.store) {
			allowed = allowed || code == c.Currency
		}
		if !allowed {
			return fault.Invalidf("Currency not available for this cart's store: %s", c.Currency)
		}
		p.currency = c.Currency
	}
	p.rate, _ = c.Shop.Rate(p.base, p.currency)
	return nil
}

// customerGroup finds whose prices, taxes and rules the cart has.
func (h *handlers) customerGroup(ctx context.Context, c *operations.Call, p *priced) error {
	if p.state.CustomerID == 0 {
		return nil // the guests' group
	}
	known, err := h.reader.KnownCustomer(ctx, p.state.CustomerID)
	switch {
	case err != nil:
		return err
	case known == nil: // the account is so new that the read model has not got it
		p.group = c.Shop.DefaultGroup(p.store.ID)
	default:
		p.group = known.GroupID
	}
	return nil
}

func (h *handlers) priceLines(ctx context.Context, c *operations.Call, p *priced) error {
	if len(p.state.Items) == 0 {
		return nil
	}
	ids := make([]int64, len(p.state.Items))
	for i, item := range p.state.Items {
		ids[i] = item.ProductID
	}
	products, err := h.reader.Goods(ctx, p.store.ID, ids)
	if err != nil {
		return err
	}
	today := c.Shop.Today(p.store.ID, c.Now())
	p.virtual = true
	for _, item := range p.state.Items {
		product := products[item.ProductID]
		if product == nil || !product.Enabled {
			continue
		}
		line := pricedLine{item: item, product: product, catalog: product.Final(today)}
		if product.Type == giftcard.ProductType {
			line.catalog = giftcard.ReadWish(item.Options).Amount
		}
		if line.unit = line.catalog; item.CustomPrice != nil {
			line.unit = *item.CustomPrice
		}
		p.lines = append(p.lines, line)
		p.virtual = p.virtual && catalog.IsVirtual(product.Type)
	}
	p.virtual = p.virtual && len(p.lines) > 0
	return nil
}

// input is what the totals are computed from, but for shipping.
func (h *handlers) input(ctx context.Context, c *operations.Call, p *priced, cards balances) (*totals.Input, error) {
	in := &totals.Input{Tax: tax.NewSettings(p.config), Rate: p.rate}
	taxes, err := h.reader.Taxes(ctx)
	if err != nil {
		return nil, err
	}
	at := in.Tax.Destination(tax.Addresses{Billing: p.state.Billing, Shipping: p.state.Shipping, Virtual: p.virtual})
	rates := taxes.Table.For(p.store.ID, taxes.ClassOf(p.group), taxes.ClassOf(c.Shop.DefaultGroup(p.store.ID)), at, in.Tax.Origin)
	if in.Tax.ShippingClass != 0 {
		in.ShippingTax = rates.Rates(in.Tax.ShippingClass)
	}
	for _, l := range p.lines {
		line := totals.Line{Qty: l.item.Qty, BasePrice: l.unit, UnitPrice: p.display(l.unit), GiftCard: l.product.Type == giftcard.ProductType}
		if l.product.TaxClassID != 0 {
			line.Tax = rates.Rates(l.product.TaxClassID)
		}
		if l.item.CustomPrice != nil {
			line.Custom, line.BaseCatalogPrice, line.CatalogPrice = true, l.catalog, p.display(l.catalog)
		}
		in.Lines = append(in.Lines, line)
	}
	if in.Rules, err = h.rules(ctx, c, p); err != nil {
		return nil, err
	}
	if !takesCards(p.config) {
		return in, nil
	}
	for _, card := range p.state.Cards {
		found, err := cards(ctx, card)
		if err != nil {
			return nil, err
		}
		if found == nil {
			continue
		}
		c.Until(found.ExpiresAt)
		p.cards = append(p.cards, *found)
		if found.Usable(p.store.WebsiteID, c.Now()) {
			in.Cards = append(in.Cards, totals.Card{ID: found.ID, Code: found.Code, Balance: found.Balance})
		}
	}
	return in, nil
}

// rules are the price rules the cart may get.
func (h *handlers) rules(ctx context.Context, c *operations.Call, p *priced) ([]pricerule.Rule, error) {
	s := p.state
	offers, err := h.reader.Offers(ctx, s.Coupon, s.CustomerID)
	if err != nil || len(offers) == 0 {
		return nil, err
	}
	moment := pricerule.Moment{Today: c.Shop.Today(p.store.ID, c.Now()), Now: c.Now()}
	for _, o := range offers {
		c.Until(o.Ends())
	}
	return pricerule.Select(offers, pricerule.Cart{WebsiteID: p.store.WebsiteID, GroupID: p.group, CustomerID: s.CustomerID, Coupon: s.Coupon, Moment: moment}), nil
}

// ship lists the methods that can ship the cart to its address, and adds the chosen one to what is to be paid.
func (p *priced) ship(in *totals.Input, table shipping.Table) {
	to := p.state.Shipping
	if to == nil || len(p.lines) == 0 {
		return
	}
	free := totals.FreeShipping(*in)
	parcel := shipping.Parcel{
		CountryID: to.CountryID, RegionID: to.RegionID, Postcode: to.Postcode, Virtual: p.virtual,
		Subtotal: free.Subtotal, SubtotalInclTax: free.SubtotalInclTax, Free: free.Shipment,
	}
	for i, l := range p.lines {
		if catalog.IsVirtual(l.product.Type) {
			parcel.VirtualSubtotal = parcel.VirtualSubtotal.Add(free.Rows[i])
			continue
		}
		parcel.Qty, parcel.FreeQty = parcel.Qty.Add(l.item.Qty), parcel.FreeQty.Add(free.Of(i, l.item.Qty))
		if l.product.Weight != nil {
			parcel.Weight = parcel.Weight.Add(l.product.Weight.Mul(l.item.Qty).Stored())
		}
	}
	p.methods = shipping.Rates(parcel, carriersWith(p.config, table))
	if rate, ok := shipping.Find(p.methods, p.state.Method); ok {
		p.chosen = &rate
		in.BaseShipping, in.Shipping = rate.Price, p.display(rate.Price)
	}
}

// display converts an amount of the base currency.
func (p *priced) display(base money.Decimal) money.Decimal {
	if p.base == p.currency {
		return base
	}
	return base.Mul(p.rate).Stored()
}

// inBase converts an amount of the display currency.
func (p *priced) inBase(display money.Decimal) money.Decimal {
	if p.base == p.currency || p.rate.Sign() <= 0 {
		return display
	}
	return display.Div(p.rate).Stored()
}

// lost is what is on the cart and holds no more: a coupon whose rule takes nothing off, and gift cards that cannot pay.
func (p *priced) lost(c *operations.Call) (coupon string, cards []int64) {
	if p.state.Coupon != "" && p.totals.Coupon.Code == "" {
		coupon = p.state.Coupon
	}
	for _, on := range p.state.Cards {
		usable := false
		for _, card := range p.cards {
			usable = usable || card.ID == on.CardID && card.Usable(p.store.WebsiteID, c.Now())
		}
		if !usable {
			cards = append(cards, on.CardID)
		}
	}
	return coupon, cards
}

// purchase is what the payment methods look at.
func (p *priced) purchase() payment.Purchase {
	buy := payment.Purchase{GrandTotal: p.totals.Base.Grand, GiftCards: p.totals.Base.GiftCard, Virtual: p.virtual}
	if p.state.Billing != nil {
		buy.BillingCountry = p.state.Billing.CountryID
	}
	return buy
}
