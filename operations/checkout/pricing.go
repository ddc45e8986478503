package checkout

import (
	"context"

	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/payment"
	"tradelog/domain/settings"
	"tradelog/domain/shipping"
	"tradelog/domain/shop"
	"tradelog/domain/totals"
	"tradelog/operations"
	"tradelog/readmodels"
)

// priced is a cart with everything that is looked up for it.
type priced struct {
	state    cart.State
	store    shop.Store
	config   settings.View
	base     string // currencies
	currency string
	rate     money.Decimal // base to display
	lines    []pricedLine
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
}

// price looks everything up in the cart's own store. Lines whose product was disabled or deleted meanwhile are left out.
// Answers are remembered: whatever is looked up here must be named by Depends first. The shop and its configuration are
// named for every answer already.
func (h *handlers) price(ctx context.Context, c *operations.Call, s cart.State) (*priced, error) {
	store, ok := c.Shop.Store(s.StoreID)
	if !ok {
		return nil, fault.Preconditionf("The cart's store no longer exists.")
	}
	p := &priced{state: s, store: store, config: c.Shop.Settings.In(store.ID), base: c.Shop.BaseCurrency(store)}
	if err := p.setCurrency(c); err != nil {
		return nil, err
	}
	if err := h.priceLines(ctx, c, p); err != nil {
		return nil, err
	}
	table, err := h.tableOf(ctx, c, store.WebsiteID, p.config)
	if err != nil {
		return nil, err
	}
	p.ship(table)
	p.collect()
	p.payments = paymentMethods(p.config)
	return p, nil
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

func (h *handlers) priceLines(ctx context.Context, c *operations.Call, p *priced) error {
	if len(p.state.Items) == 0 {
		return nil
	}
	ids := make([]int64, len(p.state.Items))
	for i, item := range p.state.Items {
		ids[i] = item.ProductID
	}
	for _, id := range ids {
		if err := c.Depends(ctx, readmodels.ProductScopes(id)...); err != nil {
			return err
		}
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
		p.lines = append(p.lines, pricedLine{item: item, product: product, unit: product.Final(today)})
		p.virtual = p.virtual && isVirtual(product.Type)
	}
	p.virtual = p.virtual && len(p.lines) > 0
	return nil
}

func isVirtual(productType string) bool {
	return productType == "virtual" || productType == "downloadable"
}

// ship lists the methods that can ship the cart to its address, and finds the chosen one among them.
func (p *priced) ship(table shipping.Table) {
	to := p.state.Shipping
	if to == nil || len(p.lines) == 0 {
		return
	}
	parcel := shipping.Parcel{CountryID: to.CountryID, RegionID: to.RegionID, Postcode: to.Postcode, Virtual: p.virtual}
	for _, l := range p.lines {
		row := l.unit.Cents().Mul(l.item.Qty).Cents()
		parcel.Subtotal = parcel.Subtotal.Add(row)
		if isVirtual(l.product.Type) {
			parcel.VirtualSubtotal = parcel.VirtualSubtotal.Add(row)
			continue
		}
		parcel.Qty = parcel.Qty.Add(l.item.Qty)
		if l.product.Weight != nil {
			parcel.Weight = parcel.Weight.Add(l.product.Weight.Mul(l.item.Qty).Stored())
		}
	}
	parcel.SubtotalInclTax = parcel.Subtotal
	p.methods = shipping.Rates(parcel, carriersWith(p.config, table))
	if rate, ok := shipping.Find(p.methods, p.state.Method); ok {
		p.chosen = &rate
	}
}

func (p *priced) collect() {
	in := totals.Input{}
	for _, l := range p.lines {
		in.Lines = append(in.Lines, totals.Line{Qty: l.item.Qty, BasePrice: l.unit, UnitPrice: p.display(l.unit)})
	}
	if p.chosen != nil {
		in.BaseShipping, in.Shipping = p.chosen.Price, p.display(p.chosen.Price)
	}
	p.totals = totals.Collect(in)
}

// display converts an amount of the base currency.
func (p *priced) display(base money.Decimal) money.Decimal {
	if p.base == p.currency {
		return base
	}
	return base.Mul(p.rate).Stored()
}

// purchase is what the payment methods look at.
func (p *priced) purchase() payment.Purchase {
	buy := payment.Purchase{GrandTotal: p.totals.Base.Grand, GiftCards: p.totals.Base.GiftCard, Virtual: p.virtual}
	if p.state.Billing != nil {
		buy.BillingCountry = p.state.Billing.CountryID
	}
	return buy
}

// carriers reads the configuration of the carriers, in the order they are offered.
func carriers(config settings.View) []shipping.Carrier {
	var out []shipping.Carrier
	for _, code := range []string{"flatrate", "freeshipping", tablerate} {
		at := "carriers/" + code + "/"
		c := shipping.Carrier{
			Code: code, Active: config.Flag(at + "active"), Title: config.Text(at + "title"), Name: config.Text(at + "name"),
			Type: config.Text(at + "type"), Price: config.Decimal(at + "price"), Handling: config.Decimal(at + "handling_fee"),
			HandlingPercent: config.Text(at+"handling_type") == "P", ShowUnavailable: config.Flag(at + "showmethod"),
		}
		if config.Flag(at + "sallowspecific") {
			c.Countries = append([]string{}, config.Codes(at+"specificcountry")...)
		}
		if config.Text(at+"free_shipping_subtotal") != "" {
			from := config.Decimal(at + "free_shipping_subtotal")
			c.FreeFrom = &from
		}
		out = append(out, c)
	}
	return out
}

// paymentMethods reads the configuration of the payment methods.
func paymentMethods(config settings.View) []payment.Method {
	var out []payment.Method
	for _, code := range payment.Codes {
		at := "payment/" + code + "/"
		m := payment.Method{
			Code: code, Title: config.Text(at + "title"), Active: config.Flag(at + "active"), SortOrder: config.Int(at + "sort_order"),
			OrderStatus: config.Text(at + "order_status"),
		}
		if config.Flag(at + "allowspecific") {
			m.Countries = append([]string{}, config.Codes(at+"specificcountry")...)
		}
		out = append(out, m)
	}
	return out
}
