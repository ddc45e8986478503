package totals

import (
	"tradelog/domain/money"
	"tradelog/domain/pricerule"
)

// Free is the free shipping of a cart, with its subtotals, by which some carriers charge.
type Free struct {
	Shipment bool            // everything
	Units    []money.Decimal // of each line; nil: none

	Subtotal        money.Decimal // base currency, before discount
	SubtotalInclTax money.Decimal
	Rows            []money.Decimal // of each line, what it adds to Subtotal
}

// Of is how many units of a line are shipped for nothing.
func (f Free) Of(line int, qty money.Decimal) money.Decimal {
	switch {
	case f.Shipment:
		return qty
	case f.Units == nil:
		return money.Zero
	}
	return f.Units[line]
}

// Whole tells whether rules ship all of a line for nothing.
func (f Free) Whole(line int, qty money.Decimal) bool {
	return f.Units != nil && qty.Sign() > 0 && !f.Units[line].Less(qty)
}

// FreeShipping computes the free shipping that rules grant. Carriers need it before shipping has a price, so Shipping and
// BaseShipping of the input do not matter.
func FreeShipping(in Input) Free {
	s := newSide(&in, true)
	s.split()
	return s.free()
}

// free is the free shipping of the rules that hold. A cart all of whose lines ship for nothing ships for nothing.
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
