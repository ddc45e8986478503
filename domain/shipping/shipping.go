// Package shipping defines the carriers of the shop and their prices (shapes-sales §4).
package shipping

import (
	"slices"
	"strings"

	"tradelog/domain"
	"tradelog/domain/money"
)

// Carrier is the configuration of a carrier, carriers/CODE/*.
type Carrier struct {
	Code   string
	Active bool
	Title  string // of the carrier
	Name   string // of its shipping method
	// Countries limits the carrier to some countries; nil means all.
	Countries []string
	// ShowUnavailable lists the carrier without a method if it does not ship to the address, so that customers see the reason.
	ShowUnavailable bool
	// Price and Type are those of the flat rate: type I is per item, O per order.
	Price money.Decimal
	Type  string
	// Handling is the handling fee: a fixed amount, or a percentage of the price if HandlingPercent is set.
	Handling        money.Decimal
	HandlingPercent bool
	// FreeFrom is the least subtotal for free shipping; nil: none is needed.
	FreeFrom *money.Decimal
	// Table has the prices of a carrier with a table; nil: it offers nothing.
	Table Table
}

// ByTable is the code of the carrier with a table of prices.
const ByTable = "tablerate"

// Table returns the price of a parcel, without handling; ok is false if no row matches.
type Table func(p Parcel) (price money.Decimal, ok bool)

// Parcel describes the goods to ship and their destination. Amounts are in the base currency.
type Parcel struct {
	CountryID string
	RegionID  int64
	Postcode  string

	Qty             money.Decimal // of shippable items
	FreeQty         money.Decimal // of the items that price rules ship for free
	Weight          money.Decimal // of shippable items
	Subtotal        money.Decimal // of everything, without tax
	VirtualSubtotal money.Decimal // part of Subtotal that needs no shipping
	SubtotalInclTax money.Decimal
	Free            bool // price rules ship all of it for free
	Virtual         bool // nothing to ship
}

// free tells whether shipping is free.
func (p Parcel) free() bool { return p.Free || p.Qty.Sign() > 0 && !p.FreeQty.Less(p.Qty) }

// Rate is a method with its price, in the base currency and without tax. A rate without a method code cannot be chosen: its carrier does
// not ship to the address.
type Rate struct {
	CarrierCode, MethodCode   string
	CarrierTitle, MethodTitle string
	Price                     money.Decimal
}

// Code returns the name of a method in requests: carrier_method.
func (r Rate) Code() string { return r.CarrierCode + "_" + r.MethodCode }

// Title returns the titles of carrier and method as one text.
func (r Rate) Title() string { return strings.Trim(r.CarrierTitle+" - "+r.MethodTitle, " -") }

// Rates returns the methods that can ship the parcel, in the order of the carriers. It returns none without a country, or if there is
// nothing to ship.
func Rates(p Parcel, carriers []Carrier) []Rate {
	if p.CountryID == "" || p.Virtual {
		return nil
	}
	var out []Rate
	for _, c := range carriers {
		if !c.Active {
			continue
		}
		if c.Countries != nil && !slices.Contains(c.Countries, p.CountryID) {
			if c.ShowUnavailable {
				out = append(out, Rate{CarrierCode: c.Code, CarrierTitle: c.Title})
			}
			continue
		}
		rate := Rate{CarrierCode: c.Code, CarrierTitle: c.Title, MethodTitle: c.Name}
		switch c.Code {
		case "flatrate":
			rate.MethodCode = "flatrate"
			switch c.Type {
			case "I":
				rate.Price = p.Qty.Sub(p.FreeQty).Mul(c.Price)
			case "O":
				rate.Price = c.Price
			default:
				continue
			}
			rate.Price = withHandling(rate.Price, p, c)
		case "freeshipping":
			if !p.free() && c.FreeFrom != nil && p.SubtotalInclTax.Less(*c.FreeFrom) {
				continue
			}
			rate.MethodCode = "freeshipping"
		case ByTable:
			if c.Table == nil {
				continue
			}
			price, ok := c.Table(p)
			if !ok {
				if c.ShowUnavailable {
					out = append(out, Rate{CarrierCode: c.Code, CarrierTitle: c.Title})
				}
				continue
			}
			rate.MethodCode, rate.Price = "bestway", withHandling(price, p, c)
		default:
			continue
		}
		out = append(out, rate)
	}
	return out
}

// withHandling adds the carrier's handling fee and rounds to cents. Free shipping costs nothing, also no fee.
func withHandling(price money.Decimal, p Parcel, c Carrier) money.Decimal {
	if p.free() {
		return money.Zero
	}
	if c.HandlingPercent {
		return price.Add(price.Mul(c.Handling).Div(money.FromInt(100))).Cents()
	}
	return price.Add(c.Handling).Cents()
}

func Find(rates []Rate, code string) (Rate, bool) {
	return domain.Find(rates, func(r Rate) bool { return r.Code() == code && r.MethodCode != "" })
}
