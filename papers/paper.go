package papers

import (
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/internal/pdf"
	"tradelog/readmodels/documents"
)

// paper is what all papers of a sale have in common: the shop's head, a title, facts, tables, notes, page numbers.
type paper struct {
	*sheet
	settings pageSettings
	name     string // of the paper, with its number
	err      error
}

// heading says what a paper is.
type heading struct {
	name    string
	stamp   string // across from the name, such as CANCELED; empty if there is none
	facts   []fact
	barcode string // Code 128 across from the name; empty if there is none
	again   string // second line of the head of further pages
}

// fact is a label with its value. Facts without a value are left out.
type fact struct {
	name  locale.Message
	value string
}

func newPaper(s pageSettings, made string, h heading) *paper {
	at, err := documents.ParseTime(made)
	if err != nil {
		at = time.Unix(0, 0).UTC()
	}
	info := pdf.Info{Title: h.name, Author: s.Name, Language: s.Locale.Tag(), Made: at, Size: s.Size}
	if s.Invoice != nil {
		info.Invoice, info.Attachments = invoiceFile, []pdf.Attachment{{
			Name: invoiceFile, Description: h.name, MediaType: "text/xml", Relation: "Alternative", Content: s.Invoice,
		}}
	}
	p := &paper{sheet: newSheet(info), settings: s, name: h.name}
	p.letterhead(h)
	return p
}

// invoiceFile is the name of the electronic invoice that is attached to a printed one (Factur-X 1.0).
const invoiceFile = "factur-x.xml"

func (p *paper) translate(m locale.Message, args ...any) string {
	return p.settings.Locale.Translate(m, args...)
}

// letterhead prints the sender, the title and the facts.
func (p *paper) letterhead(h heading) {
	p.sender()
	p.rule(p.y, accent, 0.6)
	p.y += 6
	const barcodeWidth, barcodeHeight = 62.0, 12.0
	if h.barcode != "" {
		p.code(h.barcode, p.right, p.y-1, barcodeWidth, barcodeHeight, 1)
	}
	room := p.width
	if h.barcode != "" || h.stamp != "" {
		room -= 66
	}
	if h.stamp != "" {
		p.In(pdf.Paragraph, func() { p.printText(title.withSize(13).withColor(alarm), p.right, p.y+2, 1, h.stamp) })
	}
	facts := p.y
	if h.barcode != "" {
		facts += barcodeHeight + 1
	}
	p.In(pdf.Heading, func() { p.y = max(p.block(title, margin, p.y, -1, p.wrap(title, room, h.name))+2, facts) })
	p.facts(h.facts)
	p.continued = func() {
		p.printText(small, margin, p.y, -1, strings.TrimSuffix(h.name+"  ·  "+h.again, "  ·  "))
		p.printFitting(small, p.right, p.y, p.width/2, 1, p.settings.Name)
		p.y += small.height() + 1.5
		p.rule(p.y, accent, 0.4)
		p.y += 5
	}
}

// sender prints the logo or the name of the shop, and its address.
func (p *paper) sender() {
	const logoWidth, logoHeight = 62, 20
	at, half := p.y, p.width/2-4
	end := at
	big := title.withSize(15).withColor(accent)
	if logo := p.settings.Logo; logo != nil {
		high, err := p.image(&logo.picture, margin, at, logoWidth, logoHeight, p.settings.Name)
		p.fail(err)
		end += high
	} else if p.settings.Name != "" {
		p.In(pdf.Paragraph, func() { end = p.block(big, margin, at, -1, p.wrap(big, half, p.settings.Name)) })
	}
	own := small.withSize(8)
	address := p.fold(own, half, []string{p.settings.Address})
	p.In(pdf.Paragraph, func() { p.y = max(end, p.block(own, p.right, at, 1, address), at+10) + 7 })
}

// facts prints labels and values beside each other, in as many rows as they need.
func (p *paper) facts(all []fact) {
	const wide = 43.0
	x, high := margin, 0.0
	for _, f := range all {
		if f.value == "" {
			continue
		}
		name, value := p.wrap(label, wide-3, p.translate(f.name)), p.wrap(body, wide-3, f.value)
		if x+wide > p.right+3 {
			x, p.y, high = margin, p.y+high+2, 0
		}
		p.In(pdf.Paragraph, func() {
			end := p.block(body, x, p.block(label, x, p.y, -1, name), -1, value)
			high = max(high, end-p.y)
		})
		x += wide
	}
	p.y += high + 6
}

// code prints a bar code that begins at x, or ends there if align is 1, unless the text has none.
func (p *paper) code(text string, x, y, width, height float64, align int) {
	if hasBarcode(text) {
		p.fail(p.Barcode(pdf.Code128, x, y, width, height, align, text))
	}
}

// hasBarcode reports whether a text is short and plain enough for a bar code that scanners read.
func hasBarcode(text string) bool {
	const most = 32
	return text != "" && len(text) <= most && strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}

func (p *paper) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// finish numbers the pages and returns the file.
func (p *paper) finish() ([]byte, error) {
	if p.err != nil {
		return nil, p.err
	}
	footer := p.name
	if p.settings.Name != "" {
		footer = p.settings.Name + "  ·  " + footer
	}
	p.number(footer, func(n, count int) string { return p.translate(pageOf, n, count) })
	return p.Bytes()
}

// address returns an address in lines, with telephone and VAT number.
func (p *paper) address(a *documents.Address) []string {
	if a == nil {
		return nil
	}
	lines := p.settings.Locale.Lines(a.Postal())
	for _, extra := range []fact{{phone, a.Telephone}, {vatID, domain.Value(a.VatID)}} {
		if extra.value != "" {
			lines = append(lines, p.translate(extra.name, extra.value))
		}
	}
	return lines
}

// pair prints two blocks beside each other.
func (p *paper) pair(leftHead locale.Message, left []string, rightHead locale.Message, right []string) {
	half := p.width/2 - 4
	sides := []struct {
		x    float64
		head locale.Message
		text []pdf.Line
	}{{margin, leftHead, p.fold(body, half, left)}, {margin + p.width/2 + 4, rightHead, p.fold(body, half, right)}}
	p.room(label.height() + 2 + float64(max(len(sides[0].text), len(sides[1].text)))*body.height() + 5)
	end := p.y
	for _, side := range sides {
		if len(side.text) == 0 {
			continue
		}
		p.In(pdf.Section, func() {
			p.In(pdf.Subheading, func() { p.printText(label, side.x, p.y, -1, p.translate(side.head)) })
			p.In(pdf.Paragraph, func() { end = max(end, p.block(body, side.x, p.y+label.height()+0.8, -1, side.text)) })
		})
	}
	p.y = end + 5
}

// parties prints to whom and how an order is sold and shipped.
func (p *paper) parties(o *documents.Order) {
	payment := []string{o.PaymentMethodTitle}
	if payment[0] == "" {
		payment[0] = o.PaymentMethod
	}
	if o.IsVirtual || o.ShippingAddress == nil {
		p.pair(soldTo, p.buyer(o), paymentMethod, payment)
		return
	}
	p.pair(soldTo, p.buyer(o), shipTo, p.address(o.ShippingAddress))
	p.pair(paymentMethod, payment, shippingMethod, shippingOf(o))
}

func shippingOf(o *documents.Order) []string {
	if o.ShippingDesc == nil {
		return nil
	}
	return []string{*o.ShippingDesc}
}

// part is a heading with texts of lines.
type part struct {
	heading locale.Message
	texts   []string
}

// partHeight returns the height of a part.
func (p *paper) partHeight(of part) float64 {
	text := p.fold(body, p.width, of.texts)
	if len(text) == 0 {
		return 0
	}
	return label.height() + 0.8 + float64(len(text))*body.height() + 4
}

// part prints a heading with lines of text, on as many pages as they need. Without text it prints nothing.
func (p *paper) part(heading locale.Message, texts []string) {
	text := p.fold(body, p.width, texts)
	if len(text) == 0 {
		return
	}
	p.In(pdf.Section, func() {
		p.room(label.height() + 2*body.height())
		p.In(pdf.Subheading, func() { p.printText(label, margin, p.y, -1, p.translate(heading)) })
		p.y += label.height() + 0.8
		p.In(pdf.Paragraph, func() {
			for _, line := range text {
				p.room(body.height())
				p.printLine(body, margin, p.y, -1, line)
				p.y += body.height()
			}
		})
	})
	p.y += 4
}

// column is a column of a table, in millimetres from the left margin. It has the left edge of text or the right edge of numbers, and its
// width.
type column struct {
	name  locale.Message
	at    float64
	wide  float64
	right bool
}

// cell is a text in a row. Numbers shrink until they fit, texts are broken into lines, of which the additions are smaller ones below.
type cell struct {
	text      string
	exact     bool // a code, which gets no hyphen where it is broken
	additions []string
	// draw draws something below the text that is so high.
	draw func(x, y float64)
	high float64
}

// table prints rows. The head is repeated on every page.
func (p *paper) table(columns []column, rows func(row func(cells []cell))) {
	p.room(30)
	p.In(pdf.Table, func() {
		p.In(pdf.Row, func() { p.tableHead(columns, p.In) })
		begin := p.continued
		p.continued = func() {
			begin()
			p.tableHead(columns, func(_ pdf.Tag, draw func()) { draw() })
		}
		rows(func(cells []cell) { p.row(columns, cells) })
		p.continued = begin
	})
}

// The heights of the head of a table with the gap below it, and of the gap above and below each row, in millimetres.
const (
	tableHeadHeight = 8.5
	tableHeadGap    = 1.5
	rowGap          = 1.2
)

func (p *paper) tableHead(columns []column, in func(tag pdf.Tag, draw func())) {
	p.Box(margin, p.y, p.width, tableHeadHeight-tableHeadGap, band)
	for _, c := range columns {
		in(pdf.HeaderCell, func() {
			align := -1
			if c.right {
				align = 1
			}
			p.printFitting(head, margin+c.at, p.y+1.6, c.wide, align, p.translate(c.name))
		})
	}
	p.y += tableHeadHeight
}

func (p *paper) row(columns []column, cells []cell) {
	const gap, indent = rowGap, 3.0
	texts, additions := make([][]pdf.Line, len(cells)), make([][]pdf.Line, len(cells))
	high := body.height()
	for i, c := range cells {
		if columns[i].right {
			continue
		}
		own := body
		own.Exact = c.exact
		texts[i] = p.wrap(own, columns[i].wide, c.text)
		additions[i] = p.fold(small, columns[i].wide-indent, c.additions)
		high = max(high, float64(len(texts[i]))*body.height()+float64(len(additions[i]))*small.height()+c.high)
	}
	if high < p.high/2 {
		p.room(high + 2*gap)
	}
	begin, page := p.y, p.Pages()
	end := begin
	p.In(pdf.Row, func() {
		for i, c := range cells {
			p.In(pdf.Cell, func() {
				x := margin + columns[i].at
				if columns[i].right {
					p.printFitting(body, x, begin, columns[i].wide, 1, c.text)
					return
				}
				p.y = begin
				p.flow(body, x, texts[i])
				p.flow(small, x+indent, additions[i])
				if c.draw != nil {
					c.draw(x, p.y)
					p.y += c.high
				}
				if p.Pages() == page {
					end = max(end, p.y)
				}
			})
			if p.Pages() > page { // a long row goes on
				begin, end, page = p.y, p.y, p.Pages()
			}
		}
	})
	p.y = max(end, begin+body.height()) + gap
	p.rule(p.y, line, 0.15)
	p.y += gap
}

// flow prints lines, on as many pages as they need.
func (p *paper) flow(st style, x float64, lines []pdf.Line) {
	for _, text := range lines {
		p.room(st.height())
		p.printLine(st, x, p.y, -1, text)
		p.y += st.height()
	}
}

// amount is a named amount of money, in the column of totals.
type amount struct {
	style  style
	name   string
	amount money.Decimal
}

// totals prints amounts below each other, their sum in a band, and more amounts below. They stay on one page, with what follows if a page
// has room for both. after is the height of what follows.
func (p *paper) totals(rows []amount, grand amount, below []amount, currency string, after float64) {
	const amountRoom, nameMost = 34.0, 96.0
	high := 8.0
	fold := func(rows []amount) [][]pdf.Line {
		folded := make([][]pdf.Line, len(rows))
		for n, r := range rows {
			folded[n] = p.wrap(r.style, nameMost, r.name)
			high += float64(len(folded[n]))*r.style.height() + 0.8
		}
		return folded
	}
	above, under := fold(rows), fold(below)
	if high += 14; high+after <= p.high-bottom-top-pageHead {
		high += after
	}
	p.room(high)
	p.y += 4
	list := func(rows []amount, folded [][]pdf.Line) {
		for n, r := range rows {
			p.In(pdf.Row, func() {
				y := p.y
				p.RowHeader(func() { p.y = p.block(r.style, p.right-amountRoom, y, 1, folded[n]) + 0.8 })
				p.In(pdf.Cell, func() { p.printFitting(r.style, p.right-2, y, amountRoom-2, 1, p.settings.amount(r.amount, currency)) })
			})
		}
	}
	p.In(pdf.Table, func() {
		list(rows, above)
		p.y++
		p.Box(p.right-amountRoom-56, p.y, amountRoom+56, 8.5, band)
		p.In(pdf.Row, func() {
			p.RowHeader(func() { p.printText(grand.style, p.right-amountRoom, p.y+2, 1, grand.name) })
			p.In(pdf.Cell, func() {
				p.printFitting(grand.style, p.right-2, p.y+2, amountRoom-2, 1, p.settings.amount(grand.amount, currency))
			})
		})
		p.y += 10
		list(below, under)
	})
	p.y++
}
