package tax

import (
	"cmp"
	"strconv"

	"tradelog/domain/directory"
	"tradelog/domain/settings"
)

// Algorithm is the step at which taxes are rounded.
type Algorithm int

// The algorithms, tax/calculation/algorithm.
const (
	TotalBase Algorithm = iota // each row; the rounding difference is carried to the next
	RowBase                    // each row separately
	UnitBase                   // each unit, times the quantity
)

// Addresses that taxes may be based on, tax/calculation/based_on.
const (
	byShipping = "shipping"
	byBilling  = "billing"
	byOrigin   = "origin"
)

// Settings holds the configuration of taxes (shapes-sales §2.3). The zero value is the default of every switch.
type Settings struct {
	Algorithm           Algorithm
	PricesIncludeTax    bool     // catalog prices include tax
	ShippingIncludesTax bool     // shipping prices include tax
	BeforeDiscount      bool     // tax is on the price before discount
	DiscountsOnGross    bool     // discounts are on the price with tax
	OnCatalogPrice      bool     // a line with a custom price is taxed on its catalog price
	CrossBorder         bool     // the gross price is the same everywhere, whatever the rate there
	BasedOn             string   // byShipping when empty
	ShippingClass       int64    // product class of shipping; 0: untaxed
	Default             Location // of buyers without an address
	Origin              Location // location that the shop ships from; gross prices include its rates
}

// NewSettings returns the configuration of taxes in a store view. Paths that are not set have the sheet's defaults.
func NewSettings(config settings.View) Settings {
	at := func(path, otherwise string) string { return cmp.Or(config.Text(path), otherwise) }
	number := func(path, otherwise string) int64 {
		n, err := strconv.ParseInt(at(path, otherwise), 10, 64)
		if err != nil {
			return 0
		}
		return n
	}
	on := func(name string) bool { return config.Flag("tax/calculation/" + name) }
	s := Settings{
		PricesIncludeTax: on("price_includes_tax"), ShippingIncludesTax: on("shipping_includes_tax"),
		BeforeDiscount: config.Text("tax/calculation/apply_after_discount") == "0", DiscountsOnGross: on("discount_tax"),
		OnCatalogPrice: on("apply_tax_on"),
		CrossBorder:    on("cross_border_trade_enabled"), BasedOn: at("tax/calculation/based_on", byShipping),
		ShippingClass: number("tax/classes/shipping_tax_class", ""),
		Default: Location{
			CountryID: at("tax/defaults/country", "US"), RegionID: number("tax/defaults/region", "0"),
			Postcode: at("tax/defaults/postcode", "*"),
		},
		Origin: Location{CountryID: at("shipping/origin/country_id", "US"), RegionID: number("shipping/origin/region_id", "12"),
			Postcode: at("shipping/origin/postcode", "90034")},
	}
	switch config.Text("tax/calculation/algorithm") {
	case "ROW_BASE_CALCULATION":
		s.Algorithm = RowBase
	case "UNIT_BASE_CALCULATION":
		s.Algorithm = UnitBase
	}
	return s
}

// Location is a tax destination or origin.
type Location struct {
	CountryID string
	RegionID  int64
	Postcode  string
}

// LocationOf returns the location of an address; without an address, a location without a country.
func LocationOf(a *directory.Address) Location {
	if a == nil {
		return Location{}
	}
	return Location{CountryID: a.CountryID, RegionID: a.RegionID, Postcode: a.Postcode}
}

// Addresses holds the locations that a cart's tax may be based on. A location without a country is missing.
type Addresses struct {
	Billing, Shipping               Location // of the cart
	DefaultBilling, DefaultShipping Location // of the customer's address book
	Virtual                         bool     // nothing is shipped, so the billing address replaces the shipping address
}

// Destination returns the location a cart is taxed at: the cart's address according to BasedOn, else the customer's default address, else
// the shop's default.
func (s Settings) Destination(a Addresses) Location {
	chosen, fallback := a.Shipping, a.DefaultShipping
	switch {
	case s.BasedOn == byOrigin:
		return s.Origin
	case s.BasedOn == byBilling || a.Virtual:
		chosen, fallback = a.Billing, a.DefaultBilling
	}
	if chosen.CountryID != "" {
		return chosen
	}
	if fallback.CountryID != "" {
		return fallback
	}
	return s.Default
}
