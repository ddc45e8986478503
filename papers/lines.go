package papers

import (
	"tradelog/domain/locale"
	"tradelog/readmodels/documents"
)

// The columns of the table in millimetres: the left edge of text or the right edge of numbers, and the width.
const (
	nameAt, nameWidth = margin + 2, 60.0
	skuAt, skuWidth   = nameAt + nameWidth + 2, 30.0
	priceEnd          = skuAt + skuWidth + 20
	qtyEnd            = priceEnd + 14
	taxEnd            = qtyEnd + 18
	rowEnd            = right - 2
)

func (p *invoicePage) tableHead() {
	const high = 7.0
	p.box(margin, p.y, width, high, band)
	y := p.y + 1.6
	p.printText(head, nameAt, y, -1, p.translate(products))
	p.printText(head, skuAt, y, -1, p.translate(sku))
	for _, c := range []struct {
		x    float64
		room float64
		name locale.Message
	}{
		{priceEnd, 20, price}, {qtyEnd, 12, locale.Qty}, {taxEnd, 17, locale.Tax}, {rowEnd, rowEnd - taxEnd - 1, locale.Subtotal},
	} {
		p.printFitting(head, c.x, y, c.room, p.translate(c.name))
	}
	p.y += high + 1.5
}

// lines prints the table. Its head is repeated on every page.
func (p *invoicePage) lines() {
	p.room(30)
	p.tableHead()
	begin := p.continued
	p.continued = func() {
		begin()
		p.tableHead()
	}
	for _, l := range p.invoice.Items {
		item := p.items[l.OrderItemID]
		if item != nil && item.ParentItemID != nil {
			continue // included in the parent's line
		}
		p.line(l, item)
	}
	p.continued = begin
}

func (p *invoicePage) line(l documents.InvoiceItem, item *documents.Item) {
	names := p.wrap(body, nameWidth, l.Name)
	skus := p.wrap(body.withSize(8), skuWidth, l.SKU)
	var options []string
	for _, o := range chosenOptions(item) {
		options = append(options, p.wrap(small, nameWidth-3, o)...)
	}
	high := max(float64(len(names))*body.height()+float64(len(options))*small.height(), float64(len(skus))*body.withSize(8).height()) + 2.4
	if high < pageHeight/2 {
		p.room(high)
	}
	y := p.y
	p.printFitting(body, priceEnd, y, 20, p.money(l.Price))
	p.printFitting(body, qtyEnd, y, 12, p.settings.Locale.Number(l.Qty))
	p.printFitting(body, taxEnd, y, 17, p.money(l.TaxAmount))
	p.printFitting(body, rowEnd, y, rowEnd-taxEnd-1, p.money(l.RowTotal))
	end := p.block(body.withSize(8), skuAt, y, -1, skus)
	p.y = p.block(body, nameAt, y, -1, names)
	for _, text := range options {
		p.room(small.height())
		p.printText(small, nameAt+3, p.y, -1, text)
		p.y += small.height()
	}
	if p.y >= y { // still on the same page
		p.y = max(p.y, end)
	}
	p.y += 1.2
	p.rule(p.y, line, 0.15)
	p.y += 1.2
}
