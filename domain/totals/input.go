package totals

import (
	"tradelog/domain/money"
	"tradelog/domain/pricerule"
	"tradelog/domain/tax"
)

// Line is one line of a cart.
type Line struct {
	Qty       money.Decimal
	UnitPrice money.Decimal // display currency, catalog price of one unit: including tax if catalog prices do
	BasePrice money.Decimal // base currency

	Tax tax.Rates // of the product; zero: untaxed

	// Custom tells that the price was set for this cart. CatalogPrice and BaseCatalogPrice are then the prices of the catalog.
	Custom           bool
	CatalogPrice     money.Decimal
	BaseCatalogPrice money.Decimal

	NoDiscount bool // rules do not discount the line
	GiftCard   bool // the product is a gift card, which gift cards do not pay for
	// PartOf is 1 + the index of the bundle that the line is a part of; 0: of none. A bundle with parts is the sum of their prices. Qty is
	// that of the whole cart, not of one bundle.
	PartOf int
}

// Card is a gift card on the cart that is valid in its website.
type Card struct {
	ID      int64
	Code    string
	Balance money.Decimal // base currency
}

// Input holds everything that totals are computed from. Zero values mean an untaxed cart without discounts; only lines and shipping need
// values.
type Input struct {
	Lines        []Line
	Shipping     money.Decimal // display currency, price of the chosen method
	BaseShipping money.Decimal
	ShippingTax  tax.Rates
	Tax          tax.Settings
	Rate         money.Decimal    // base to display currency, for amounts that have only a base price; 0 is 1
	Rules        []pricerule.Rule // in the order of application, see pricerule.Select
	Cards        []Card           // in the order they were applied
}

func (in *Input) rate() money.Decimal {
	if in.Rate.IsZero() {
		return money.One
	}
	return in.Rate
}

// bundles tells for each line whether it is a bundle with parts.
func (in *Input) bundles() []bool {
	out := make([]bool, len(in.Lines))
	for _, l := range in.Lines {
		if l.PartOf > 0 {
			out[l.PartOf-1] = true
		}
	}
	return out
}
