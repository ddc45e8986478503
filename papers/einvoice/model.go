package einvoice

import (
	"slices"
	"strconv"
	"time"

	"tradelog/domain/money"
)

// An invoice has the terms of EN 16931 that the invoices and credit memos of a shop have, whatever the syntax. Numbers such as BT-1 name
// the terms. An empty text or type, a zero time and a nil pointer mean that there is no such term. Times are days in the zone of the
// store.
type (
	invoice struct {
		guideline, process string      // BT-24, BT-23
		number, code       string      // BT-1, BT-3
		issued             time.Time   // BT-2
		notes              []string    // BT-22
		currency           string      // BT-5
		taxCurrency        string      // BT-6
		buyerReference     string      // BT-10
		purchase, sale     string      // BT-13, BT-14
		preceding          []reference // BG-3
		seller, buyer      party       // BG-4, BG-7
		shipTo             *party      // BG-13
		delivered          time.Time   // BT-72
		means              means       // BG-16
		due                time.Time   // BT-9
		charges            []charge    // BG-20, BG-21
		taxes              []group     // BG-23
		sums               sums        // BG-22
		lines              []line      // BG-25
	}
	reference struct {
		number string    // BT-25
		issued time.Time // BT-26
	}
	party struct {
		name        string  // BT-27, BT-44, BT-70
		tradingName string  // BT-28
		entry       schemed // BT-30
		contact     contact // BG-6, BG-9
		address     address // BG-5, BG-8, BG-15
		electronic  schemed // BT-34, BT-49
		vat         string  // BT-31, BT-48
		taxNumber   string  // BT-32
	}
	contact struct{ person, phone, email string }
	address struct {
		street                          [3]string
		postcode, city, country, region string
	}
	// schemed is an identifier with its scheme, which may be empty.
	schemed struct{ scheme, value string }
	means   struct {
		code, text   string // BT-81, BT-82
		reference    string // BT-83
		iban, holder string // BT-84, BT-85
		bic          string // BT-86
	}
	// charge is a charge, or an allowance if its amount is negative. Those of lines have no VAT.
	charge struct {
		amount       money.Decimal
		code, reason string
		vat          *vat
	}
	// group is a part of the VAT breakdown.
	group struct {
		vat
		net, tax money.Decimal // BT-116, BT-117
	}
	sums struct {
		lines      money.Decimal // BT-106
		allowances money.Decimal // BT-107
		charges    money.Decimal // BT-108
		net        money.Decimal // BT-109
		tax        money.Decimal // BT-110
		baseTax    money.Decimal // BT-111, if there is a taxCurrency
		gross      money.Decimal // BT-112
		paid       money.Decimal // BT-113
		due        money.Decimal // BT-115
	}
	line struct {
		id, sku, name string        // BT-126, BT-155, BT-153
		choices       []choice      // BG-32
		qty           money.Decimal // BT-129
		price, per    money.Decimal // BT-146, BT-149; per is 0 for the price of one unit
		vat           vat           // BG-30
		allowance     *charge       // BG-27
		net           money.Decimal // BT-131
	}
	choice struct{ name, value string } // BT-160, BT-161
)

// add adds an amount to the VAT breakdown.
func (i *invoice) add(v vat, net, tax money.Decimal) {
	at := slices.IndexFunc(i.taxes, func(g group) bool { return g.category == v.category && g.percent.Equal(v.percent) })
	if at < 0 {
		at, i.taxes = len(i.taxes), append(i.taxes, group{vat: v})
	}
	g := &i.taxes[at]
	g.net, g.tax, i.sums.tax = g.net.Add(net), g.tax.Add(tax), i.sums.tax.Add(tax)
}

// charge adds a charge or an allowance to the invoice.
func (i *invoice) charge(c charge) {
	i.charges = append(i.charges, c)
	if c.amount.Sign() < 0 {
		i.sums.allowances = i.sums.allowances.Sub(c.amount)
	} else {
		i.sums.charges = i.sums.charges.Add(c.amount)
	}
}

// line adds a line to the invoice.
func (i *invoice) line(l line) {
	l.id = strconv.Itoa(len(i.lines) + 1)
	i.lines = append(i.lines, l)
	i.sums.lines = i.sums.lines.Add(l.net)
}

// close sets the sums once all lines, charges and allowances are there.
func (i *invoice) close() {
	i.sums.net = i.sums.lines.Add(i.sums.charges).Sub(i.sums.allowances)
	i.sums.gross = i.sums.net.Add(i.sums.tax)
}
