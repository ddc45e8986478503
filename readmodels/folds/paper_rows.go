package folds

import (
	"tradelog/domain"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/readmodels/documents"
)

// paperLine is a line of an event that makes an invoice or a credit memo.
type paperLine struct {
	id, lineID, restID int64
	qty                money.Decimal
	money              order.LineMoney
}

// paperRow is a row of an invoice or a credit memo.
type paperRow struct {
	id     int64
	item   *documents.Item // line of the order
	qty    money.Decimal
	money  order.LineMoney
	parent *int64               // line whose row has the amounts of this part
	share  *documents.LineShare // of the parent's amounts; nil if the part has none
}

// paperRows returns the rows of a paper, so that they add up to its subtotal (shapes-sales §10 (2)). Parts have no amounts in their rows:
// the row of a bundle has the sum of its parts. A bundle with prices of its parts has as many units as its parts on the paper make. The
// units of parts beyond these stand for themselves, because the others of their bundle are on another paper.
func paperRows(o *documents.Order, lines []paperLine) (rows []paperRow) {
	units := shownUnits(o, lines)
	sums := map[int64]order.LineMoney{} // of parts, by their whole
	for _, l := range lines {
		item := lineOf(o, l.lineID)
		if item == nil {
			continue
		}
		row := paperRow{id: l.id, item: item, qty: l.qty, money: l.money}
		if qty, whole := units[item.ID]; whole {
			row.qty = qty
		}
		if _, inside := units[domain.Value(item.ParentItemID)]; inside {
			in, rest := row.inside(o, units)
			sums[*item.ParentItemID] = sums[*item.ParentItemID].Plus(in.money)
			rows = append(rows, in.partOf(*item.ParentItemID))
			if row = rest; l.restID != 0 && in.qty.Sign() > 0 {
				row.id = l.restID
			}
		}
		rows = append(rows, row)
	}
	shown := rows[:0]
	for _, row := range rows {
		if row.qty.Sign() > 0 {
			row.money = row.money.Plus(sums[row.item.ID])
			shown = append(shown, row)
		}
	}
	return shown
}

// shownUnits returns the units of each whole on a paper, by line.
func shownUnits(o *documents.Order, lines []paperLine) map[int64]money.Decimal {
	on := make(map[int64]money.Decimal, len(lines))
	for _, l := range lines {
		on[l.lineID] = l.qty
	}
	units := map[int64]money.Decimal{}
	for _, part := range o.Items {
		if part.ParentItemID == nil || part.QtyOrdered.Sign() <= 0 {
			continue
		}
		whole := lineOf(o, *part.ParentItemID)
		moved, there := on[*part.ParentItemID]
		if whole == nil || !there {
			continue
		}
		least, seen := units[whole.ID]
		if is(whole.ProductOptions.Calculations, 0) {
			moved = on[part.ID].Mul(whole.QtyOrdered).Div(part.QtyOrdered).Truncate()
		}
		if !seen || moved.Less(least) {
			units[whole.ID] = moved
		}
	}
	return units
}

// inside divides the row of a part into the units that are in units of its whole on the paper, and the rest.
func (r paperRow) inside(o *documents.Order, units map[int64]money.Decimal) (in, rest paperRow) {
	in, rest = r, r
	whole := lineOf(o, *r.item.ParentItemID)
	rest.qty, rest.money = money.Zero, order.LineMoney{}
	if !is(whole.ProductOptions.Calculations, 0) {
		return in, rest
	}
	in.qty = money.Min(r.qty, units[whole.ID].Mul(r.item.QtyOrdered).Div(whole.QtyOrdered).Stored())
	if rest.qty = r.qty.Sub(in.qty); rest.qty.Sign() > 0 {
		in.money, rest.money = r.money.Divided(in.qty, r.qty)
	}
	return in, rest
}

// partOf returns the row as that of a part, whose amounts are in the row of its whole.
func (r paperRow) partOf(whole int64) paperRow {
	if d := r.money.Display; r.money != (order.LineMoney{}) {
		r.share = &documents.LineShare{RowTotal: d.Row, RowTotalInclTax: d.RowInclTax, TaxAmount: d.Tax, DiscountAmount: d.Discount}
	}
	r.money, r.parent = order.LineMoney{}, &whole
	return r
}

// priced returns a price of a unit, or 0 for a part whose price is in the row of its whole.
func (r paperRow) priced(unit money.Decimal) money.Decimal {
	if r.parent != nil {
		return money.Zero
	}
	return unit
}

// unshown returns the units of lines that an invoice has moved and its rows do not tell.
func unshown(invoiceID int64, lines []paperLine, rows []paperRow) (out []documents.Unshown) {
	for _, l := range lines {
		left := l.qty
		for _, row := range rows {
			if row.item.ID == l.lineID {
				left = left.Sub(row.qty)
			}
		}
		if !left.IsZero() {
			out = append(out, documents.Unshown{InvoiceID: invoiceID, LineID: l.lineID, Qty: left})
		}
	}
	return out
}
