// Package shipping knows the carriers of the shop and what they charge (shapes-sales §4).
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
	Name   string // of its method
	// Countries limits the carrier to some countries; nil means all.
	Countries []string
	// ShowUnavailable lists the carrier without a method where it does not ship to, so that customers see why.
	ShowUnavailable bool
	// Price and Type are of the flat rate: type I is per item, O per order.
	Price money.Decimal
	Type  string
	// Handling is added: a fixed amount, or a percentage when HandlingPercent is set.
	Handling        money.Decimal
	HandlingPercent bool
	// FreeFrom is the subtotal free shipping needs; nil means always.
	FreeFrom *money.Decimal
	// Table has the prices of a carrier that goes by a table; nil: it offers nothing.
	Table Table
}

// ByTable is the code of the carrier that goes by a table.
const ByTable = "tablerate"

// Table finds the price of a parcel, without handling. ok is false when nothing in it fits.
type Table func(p Parcel) (price money.Decimal, ok bool)

// Parcel is what is to be shipped, in the base currency, and where to.
type Parcel struct {
	CountryID string
	RegionID  int64
	Postcode  string

	Qty             money.Decimal // of shippable items
	FreeQty         money.Decimal // of those that price rules ship for nothing
	Weight          money.Decimal // of shippable items
	Subtotal        money.Decimal // of everything, without tax
	VirtualSubtotal money.Decimal // of what is in Subtotal and needs no shipping
	SubtotalInclTax money.Decimal
	Free            bool // price rules ship all of it for nothing
	Virtual         bool // nothing to ship
}

// free tells whether shipping is free.
func (p Parcel) free() bool { return p.Free || p.Qty.Sign() > 0 && !p.FreeQty.Less(p.Qty) }

// Rate is a method with its price, in the base currency and without tax. One without a method code cannot be chosen: its
// carrier does not ship there.
type Rate struct {
	CarrierCode, MethodCode   string
	CarrierTitle, MethodTitle string
	Price                     money.Decimal
}

// Code is how a method is named in requests: carrier_method.
func (r Rate) Code() string { return r.CarrierCode + "_" + r.MethodCode }

// Title is how both titles are shown as one.
func (r Rate) Title() string { return strings.Trim(r.CarrierTitle+" - "+r.MethodTitle, " -") }

// Rates lists the methods that can ship the parcel, in the order of the carriers given. There are none without a country, or if
// there is nothing to ship.
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

// withHandling adds the carrier's handling fee. Free shipping has none.
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
