package papers

import (
	"cmp"
	"slices"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/readmodels/documents"
)

// packed is a line of a packing slip.
type packed struct {
	item      *documents.Item // of the order; nil if it is not there
	name, sku string
	qty       money.Decimal
}

// errNothingToPack is the error of a packing slip of an order that needs no shipping, or was shipped.
var errNothingToPack = fault.Preconditionf("There is nothing to pack: no line of the order is open for shipping.")

// packingSlipPaper prints the contents of the parcel of a shipment, or, without one, the units of an order that are open for shipping. It
// has no prices. The lines are in the order of their SKUs, which is that of most shelves. Each has a bar code of its SKU, if that is short
// and plain.
func packingSlipPaper(s pageSettings, o *documents.Order, shipment *documents.Shipment) ([]byte, error) {
	if o == nil {
		return nil, errNothing
	}
	lines := openLines(o)
	made := o.UpdatedAt
	h := heading{name: s.Locale.Translate(slipOfOrder, o.IncrementID), barcode: o.IncrementID}
	h.facts = []fact{{orderLabel, o.IncrementID}, {orderDate, s.date(o.CreatedAt)}}
	if shipment != nil {
		lines, made = linesOf(o, shipment), shipment.CreatedAt
		h.name, h.again = s.Locale.Translate(slipNumber, shipment.IncrementID), s.Locale.Translate(locale.OrderNumber, o.IncrementID)
		h.facts = append(h.facts, fact{shippingDate, s.date(shipment.CreatedAt)}, fact{trackingNumbers, tracks(shipment)})
	}
	if len(lines) == 0 {
		return nil, errNothingToPack
	}
	slices.SortStableFunc(lines, func(a, b packed) int { return cmp.Compare(a.sku, b.sku) })
	p := newPaper(s, made, h)
	p.pair(shipTo, p.address(cmp.Or(o.ShippingAddress, o.BillingAddress)), shippingMethod, shippingOf(o))
	p.slip(lines)
	p.part(terms, s.Terms)
	if note := domain.Value(o.CustomerNote); note != "" {
		p.part(notes, []string{note})
	}
	return p.finish()
}

func tracks(s *documents.Shipment) string {
	var all string
	for _, t := range s.Tracks {
		all = joined(", ", all, joined(" ", t.Title, t.TrackNumber))
	}
	return all
}

// slip prints the lines with a box to tick.
func (p *paper) slip(lines []packed) {
	const codeHeight, codeGap, qtyWidth, tickWidth, skuWidth = 7.0, 1.2, 16.0, 16.0, 68.0
	name := p.width - skuWidth - qtyWidth - tickWidth - 8
	columns := []column{
		{name: products, at: 2, wide: name}, {name: sku, at: name + 5, wide: skuWidth},
		{
			name:  locale.Qty,
			at:    p.width - tickWidth - 3,
			wide:  qtyWidth,
			right: true,
		}, {name: picked, at: p.width - 2, wide: tickWidth - 2, right: true},
	}
	p.table(columns, func(row func([]cell)) {
		for _, l := range lines {
			code := cell{text: l.sku, exact: true}
			if hasBarcode(l.sku) {
				code.high = codeHeight + 2*codeGap
				code.draw = func(x, y float64) { p.code(l.sku, x, y+codeGap, skuWidth-10, codeHeight, -1) }
			}
			row([]cell{{text: l.name, additions: p.settings.chosen(l.item)}, code, {text: p.settings.Locale.Number(l.qty)}, {text: tick}})
		}
	})
}

// tick is the box that a packer ticks.
const tick = "☐"

// linesOf returns the lines of a shipment. The parts of a bundle that ships as one are below its line.
func linesOf(o *documents.Order, s *documents.Shipment) (lines []packed) {
	items := o.ItemsByID()
	for _, l := range s.Items {
		lines = append(lines, packed{items[l.OrderItemID], l.Name, l.SKU, l.Qty})
	}
	return withoutParts(lines)
}

// openLines returns the lines of an order of which units are open for shipping.
func openLines(o *documents.Order) (lines []packed) {
	for _, i := range o.Items {
		open := i.QtyOrdered.Sub(i.QtyShipped).Sub(i.QtyCanceled).Sub(i.QtyRefunded)
		if !i.IsVirtual && open.Sign() > 0 {
			lines = append(lines, packed{i, i.Name, i.SKU, open})
		}
	}
	return withoutParts(lines)
}

// withoutParts leaves out the parts of lines that are there themselves: their choices are printed with them.
func withoutParts(lines []packed) []packed {
	there := map[int64]bool{}
	for _, l := range lines {
		if l.item != nil {
			there[l.item.ID] = true
		}
	}
	return slices.DeleteFunc(lines, func(l packed) bool {
		return l.item != nil && l.item.ParentItemID != nil && there[*l.item.ParentItemID]
	})
}
