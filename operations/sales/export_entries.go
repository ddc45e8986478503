package sales

import (
	"bytes"
	"encoding/csv"
	"strconv"

	"tradelog/domain"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/spreadsheet"
	"tradelog/eventstore"
	"tradelog/readmodels/documents"
)

// entry is a document in an export for bookkeeping. Amounts are those of the document, so those of a credit memo are positive too.
type entry struct {
	Document       string  `json:"document"` // order, invoice or creditMemo
	ID             int64   `json:"id"`
	Number         string  `json:"number"`
	Date           string  `json:"date"` // of the document, in UTC
	State          string  `json:"state"`
	OrderID        int64   `json:"orderId"`
	OrderNumber    string  `json:"orderNumber"`
	StoreID        int64   `json:"storeId"`
	CustomerID     *int64  `json:"customerId"` // nil: a guest
	Country        string  `json:"country"`    // destination of the goods; of the billing address if nothing is shipped
	BillingCountry string  `json:"billingCountry"`
	VatID          *string `json:"vatId"`
	PaymentMethod  string  `json:"paymentMethod"`
	TransactionID  *string `json:"transactionId"`
	Currency       string  `json:"currency"`
	BaseCurrency   string  `json:"baseCurrency"`
	Position       int64   `json:"position"` // of the last change, in the event log
	Amounts        sums    `json:"amounts"`
	BaseAmounts    sums    `json:"baseAmounts"`
	Taxes          []taxed `json:"taxes"`
}

// sums are the amounts of a document in one currency. Total is the document's amount. GiftCard of it is paid by, or refunded to, gift
// cards, and Money is the rest.
type sums struct {
	Total    money.Decimal `json:"total"`
	Tax      money.Decimal `json:"tax"`
	Shipping money.Decimal `json:"shipping"` // without tax, before discount
	Discount money.Decimal `json:"discount"` // positive
	GiftCard money.Decimal `json:"giftCard"`
	Money    money.Decimal `json:"money"`
}

// taxed is the part of a document with one tax rate.
type taxed struct {
	Rate      money.Decimal `json:"rate"` // in percent
	Net       money.Decimal `json:"net"`
	Tax       money.Decimal `json:"tax"`
	Gross     money.Decimal `json:"gross"`
	BaseNet   money.Decimal `json:"baseNet"`
	BaseTax   money.Decimal `json:"baseTax"`
	BaseGross money.Decimal `json:"baseGross"`
}

func orderEntry(o *documents.Order) entry {
	e := entryOf("order", o)
	e.ID, e.Number, e.Date, e.State = o.ID, o.IncrementID, o.CreatedAt, o.State
	cards := money.Zero
	for _, amount := range o.GiftcardCodes {
		cards = cards.Add(amount)
	}
	if p := o.Prices; p != nil {
		e.Amounts = sums{Tax: p.TaxAmount, Shipping: domain.Value(p.ShippingAmount), Discount: domain.Value(p.DiscountAmount).Abs(),
			GiftCard: domain.Value(p.GiftcardAmount), Money: p.GrandTotal}
		e.BaseAmounts = sums{Tax: p.BaseTaxAmount, Shipping: domain.Value(p.BaseShippingAmount),
			Discount: domain.Value(p.BaseDiscountAmount).Abs(), GiftCard: cards.Cents(), Money: p.BaseGrandTotal}
	}
	return e.taxed(o.Taxes())
}

func invoiceEntry(i *documents.Invoice, o *documents.Order) entry {
	e := entryOf("invoice", o)
	e.ID, e.Number, e.Date, e.State, e.TransactionID = i.ID, i.IncrementID, i.CreatedAt, order.InvoiceState(i.State).String(), i.TransactionID
	e.Amounts = sums{Tax: i.TaxAmount, Shipping: i.ShippingAmount, Discount: i.DiscountAmount.Neg(), GiftCard: i.GiftcardAmount,
		Money: i.GrandTotal}
	e.BaseAmounts = sums{Tax: i.BaseTaxAmount, Shipping: i.BaseShippingAmount, Discount: i.BaseDiscountAmount.Neg(),
		GiftCard: i.BaseGiftcardAmount, Money: i.BaseGrandTotal}
	return e.taxed(i.Taxes(o))
}

func memoEntry(m *documents.CreditMemo, o *documents.Order) entry {
	e := entryOf("creditMemo", o)
	e.ID, e.Number, e.Date, e.State, e.TransactionID = m.ID, m.IncrementID, m.CreatedAt, m.State, m.TransactionID
	e.Amounts = sums{
		Tax:      m.TaxAmount.Add(m.AdjustmentTax),
		Shipping: m.ShippingAmount,
		Discount: m.DiscountAmount.Neg(),
		GiftCard: m.GiftcardAmount,
		Money:    m.GrandTotal,
	}
	e.BaseAmounts = sums{Tax: m.BaseTaxAmount.Add(m.BaseAdjustmentTax), Shipping: m.BaseShippingAmount, Discount: m.BaseDiscountAmount.Neg(),
		GiftCard: m.BaseGiftcardAmount, Money: m.BaseGrandTotal}
	return e.taxed(m.Taxes(o))
}

// entryOf returns the common members of all documents of an order.
func entryOf(kind string, o *documents.Order) entry {
	e := entry{
		Document: kind, OrderID: o.ID, OrderNumber: o.IncrementID, StoreID: o.StoreID, CustomerID: o.CustomerID,
		PaymentMethod: o.PaymentMethod, Currency: o.Currency, BaseCurrency: o.BaseCurrencyCode,
	}
	if number := o.VATNumber(); number != "" {
		e.VatID = &number
	}
	if a := o.BillingAddress; a != nil {
		e.Country, e.BillingCountry = a.CountryID, a.CountryID
	}
	if o.ShippingAddress != nil {
		e.Country = o.ShippingAddress.CountryID
	}
	return e
}

// taxed adds the totals and the amounts by tax rate. Amounts in the base currency are in proportion to those in the order's. The largest
// takes the rounding difference, so that they add up in both.
func (e entry) taxed(shares []documents.TaxShare) entry {
	for _, s := range []*sums{&e.Amounts, &e.BaseAmounts} {
		s.Total = s.Money.Add(s.GiftCard)
	}
	if len(shares) == 0 { // nothing to pay
		shares = []documents.TaxShare{{Net: e.Amounts.Total}}
	}
	nets, taxes := make([]money.Decimal, len(shares)), make([]money.Decimal, len(shares))
	for i, s := range shares {
		nets[i], taxes[i] = s.Net, s.Tax
	}
	net := divided(e.BaseAmounts.Total.Sub(e.BaseAmounts.Tax), nets)
	tax := divided(e.BaseAmounts.Tax, taxes)
	e.Taxes = make([]taxed, len(shares))
	for i, s := range shares {
		e.Taxes[i] = taxed{Rate: s.Percent, Net: s.Net, Tax: s.Tax, Gross: s.Net.Add(s.Tax), BaseNet: net[i], BaseTax: tax[i],
			BaseGross: net[i].Add(tax[i])}
	}
	return e
}

// divided divides a sum, in cents, in proportion to parts. The largest part takes the rounding difference.
func divided(sum money.Decimal, parts []money.Decimal) []money.Decimal {
	whole, largest := money.Zero, 0
	for i, p := range parts {
		whole = whole.Add(p)
		if parts[largest].Abs().Less(p.Abs()) {
			largest = i
		}
	}
	out, rest := make([]money.Decimal, len(parts)), sum
	for i, p := range parts {
		if i != largest && !whole.IsZero() {
			out[i] = sum.Mul(p).Div(whole).Cents()
			rest = rest.Sub(out[i])
		}
	}
	out[largest] = rest
	return out
}

// columns are the columns of the CSV form.
var columns = []string{
	"document", "number", "date", "state", "order_number", "store_id", "customer_number", "country", "billing_country", "vat_id",
	"payment_method", "transaction_id", "currency", "line", "tax_rate", "net", "tax", "gross", "gift_card", "money",
	"base_currency", "base_net", "base_tax", "base_gross", "base_gift_card", "base_money", "id", "order_id", "position",
}

// csvExport writes a line for each tax rate of a document. Only the first line of a document has its whole amounts, so that sums of columns
// are right.
type csvExport struct{ to *csv.Writer }

func newCSVExport(to *bytes.Buffer) (exportWriter, error) {
	w := csv.NewWriter(to)
	return csvExport{w}, w.Write(columns)
}

func (c csvExport) write(e entry, at eventstore.Position) error {
	customer := ""
	if e.CustomerID != nil {
		customer = number(*e.CustomerID)
	}
	for i, t := range e.Taxes {
		whole := make([]string, 4)
		if i == 0 {
			whole = []string{
				e.Amounts.GiftCard.Fixed(), e.Amounts.Money.Fixed(), e.BaseAmounts.GiftCard.Fixed(), e.BaseAmounts.Money.Fixed(),
			}
		}
		if err := c.to.Write([]string{
			e.Document, e.Number, e.Date, e.State, e.OrderNumber, number(e.StoreID), customer, e.Country, e.BillingCountry,
			spreadsheet.Quote(domain.Value(e.VatID)), e.PaymentMethod, spreadsheet.Quote(domain.Value(e.TransactionID)), e.Currency,
			strconv.Itoa(i + 1),
			t.Rate.String(), t.Net.Fixed(), t.Tax.Fixed(), t.Gross.Fixed(), whole[0], whole[1],
			e.BaseCurrency, t.BaseNet.Fixed(), t.BaseTax.Fixed(), t.BaseGross.Fixed(), whole[2], whole[3], number(e.ID), number(e.OrderID),
			number(int64(at)),
		}); err != nil {
			return err
		}
	}
	return nil
}

func (c csvExport) end(string, bool) error {
	c.to.Flush()
	return c.to.Error()
}

func number(n int64) string { return strconv.FormatInt(n, 10) }
