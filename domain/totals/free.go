package totals

import (
	"tradelog/domain/money"
	"tradelog/domain/pricerule"
)

// Free holds the free shipping of a cart, and its subtotals, which the prices of some carriers depend on.
type Free struct {
	Shipment bool            // all lines ship for free
	Units    []money.Decimal // free units of each line; nil: none

	Subtotal        money.Decimal // base currency, before discount
	SubtotalInclTax money.Decimal
	Rows            []money.Decimal // amount of each line in Subtotal
}

// Of returns the number of units of a line that ship for free.
func (f Free) Of(line int, qty money.Decimal) money.Decimal {
	switch {
	case f.Shipment:
		return qty
	case f.Units == nil:
		return money.Zero
	}
	return f.Units[line]
}

// Whole tells whether rules ship all units of a line for free.
func (f Free) Whole(line int, qty money.Decimal) bool {
	return f.Units != nil && qty.Sign() > 0 && !f.Units[line].Less(qty)
}

// FreeShipping computes the free shipping that rules grant. Carriers need it before shipping has a price, so Shipping and BaseShipping of
// the input are ignored.
func FreeShipping(in Input) Free {
	s := newSide(&in, true)
	s.split()
	return s.free()
}

// free returns the free shipping of the applicable rules. A cart whose lines all ship for free ships for free.
func (s *side) free() Free {
	f := Free{Subtotal: s.Subtotal, SubtotalInclTax: s.SubtotalInclTax, Rows: make([]money.Decimal, len(s.rows))}
	for i, r := range s.rows {
		f.Rows[i] = r.RowTotal
	}
	for _, rule := range applicable(s.in.Rules, s.Subtotal) {
		switch rule.FreeShipping {
		case pricerule.ItemsShipFree:
			if f.Units == nil {
				f.Units = make([]money.Decimal, len(s.in.Lines))
			}
			for i, line := range s.in.Lines {
				if !line.NoDiscount {
					f.Units[i] = money.MaxOf(f.Units[i], freeUnits(rule, line.Qty))
				}
			}
		case pricerule.ShipmentShipsFree:
			f.Shipment = true
		}
		if rule.Stop {
			break
		}
	}
	if f.Units != nil && !f.Shipment {
		f.Shipment = len(s.in.Lines) > 0
		for i, line := range s.in.Lines {
			f.Shipment = f.Shipment && f.Whole(i, line.Qty)
		}
	}
	return f
}

func freeUnits(rule *pricerule.Rule, qty money.Decimal) money.Decimal {
	if rule.DiscountQty.Sign() > 0 {
		return money.Min(qty, rule.DiscountQty)
	}
	return qty
}
