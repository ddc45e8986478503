package mails

import (
	"context"
	"strings"

	"tradelog/domain"
	"tradelog/domain/directory"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/eventstore"
	"tradelog/internal/mail"
	"tradelog/reactions"
	"tradelog/readmodels/documents"
)

// OrderConfirmation tells a buyer what they have ordered.
var OrderConfirmation = Kind{
	Name: "order", Events: []string{order.Placed{}.EventName()},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		o, at, err := d.order(ctx, e, nil)
		if err != nil || o == nil || !at.config.Flag("sales_email/order/enabled") {
			return nil, err
		}
		l := at.toBuyer(o, "sales_email/order", "New Order # "+o.IncrementID)
		l.Body = []Block{{Text: greeting(o)}, {Text: "Thank you for your order. We will tell you when it is on its way."}}
		facts := [][2]string{{"Order", "# " + o.IncrementID}, {"Date", at.day(o.CreatedAt)}, {"Bill to", postal(o.BillingAddress)}}
		if o.ShippingAddress != nil {
			facts = append(facts, [2]string{"Ship to", postal(o.ShippingAddress)})
		}
		facts = append(facts, [2]string{"Payment", o.PaymentMethodTitle})
		if o.ShippingDesc != nil {
			facts = append(facts, [2]string{"Shipping", *o.ShippingDesc})
		}
		l.Body = append(l.Body, Block{Facts: facts}, Block{Table: at.orderTable(o)})
		l.Body = append(l.Body, at.downloads(o, d.Downloads)...)
		return l, nil
	},
	Sent: func(ctx context.Context, d *Composer, e reactions.Event) error {
		id := domain.StreamID(e.Stream)
		return d.Commands.EmailedOrder(ctx, id, order.AboutOrder, id, e.ID.String())
	},
}

// OrderComment sends a buyer the shop's comment on their order if they are to be notified.
var OrderComment = Kind{
	Name: "order-comment", Events: []string{order.Commented{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(order.Commented).Notify },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		o, at, err := d.order(ctx, e, nil)
		if err != nil || o == nil || !at.config.Flag("sales_email/order_comment/enabled") {
			return nil, err
		}
		l := at.toBuyer(o, "sales_email/order_comment", "Order # "+o.IncrementID+" update")
		l.Body = []Block{
			{Text: greeting(o)}, {Text: "There is news about your order # " + o.IncrementID + ", which is " + statusLabel(o.Status) + " now:"},
			{Quote: e.Payload.(order.Commented).Text},
		}
		return l, nil
	},
}

// statusLabel returns the label of a status.
func statusLabel(status order.Status) string {
	switch status {
	case "holded":
		return "on hold"
	case "pending_payment":
		return "waiting for its payment"
	case "payment_review", "fraud":
		return "in review"
	}
	return strings.ReplaceAll(status, "_", " ")
}

// order returns the order as it was right after an event, or nil if there is none. visit is called for the events on the way.
func (d *Composer) order(ctx context.Context, e reactions.Event, visit func(domain.Event)) (*documents.Order, place, error) {
	shop, err := d.Shop(ctx)
	if err != nil {
		return nil, place{}, err
	}
	var o *documents.Order
	n := eventstore.Revision(0)
	if err := d.Commands.EachEvent(ctx, e.Stream, func(event domain.Event, at domain.Times) {
		if n <= e.Revision {
			o = documents.ApplyOrder(o, event, at)
			if visit != nil {
				visit(event)
			}
		}
		n++
	}); err != nil || o == nil {
		return nil, place{}, err
	}
	return o, placeOf(shop, o.StoreID), nil
}

// toBuyer makes a letter to the buyer of an order. section is the beginning of this kind's configuration paths.
func (p place) toBuyer(o *documents.Order, section, subject string) *Letter {
	return &Letter{
		StoreID: p.storeID, Sender: p.config.Text(section + "/identity"), To: mail.Address{Name: buyer(o), Email: given(o.CustomerEmail)},
		Copies: p.config.Codes(section + "/copy_to"), Subject: subject,
	}
}

// buyer returns the buyer's name.
func buyer(o *documents.Order) string {
	name := strings.TrimSpace(given(o.CustomerFirstname) + " " + given(o.CustomerLastname))
	if name == "" && o.BillingAddress != nil {
		name = strings.TrimSpace(o.BillingAddress.Firstname + " " + o.BillingAddress.Lastname)
	}
	return name
}

func greeting(o *documents.Order) string { return hello(buyer(o)) }

func hello(name string) string {
	if name == "" {
		return "Hello,"
	}
	return "Hello " + name + ","
}

// given returns an optional value, or its zero value.
func given[T any](value *T) (v T) {
	if value != nil {
		v = *value
	}
	return v
}

// postal formats an address in lines.
func postal(a *documents.Address) string {
	if a == nil {
		return ""
	}
	country := a.CountryID
	if c, err := directory.FindCountry(a.CountryID); err == nil {
		country = c.Name
	}
	city := strings.Join(filled(a.City, given(a.Region), a.Postcode), ", ")
	lines := append([]string{
		strings.Join(filled(given(a.Prefix), a.Firstname, given(a.Middlename), a.Lastname, given(a.Suffix)), " "), given(a.Company),
	}, a.Street...)
	return strings.Join(filled(append(lines, city, country)...), "\n")
}

// filled drops empty texts.
func filled(texts ...string) []string {
	var out []string
	for _, t := range texts {
		if t = strings.TrimSpace(t); t != "" {
			out = append(out, t)
		}
	}
	return out
}

// orderTable lists the lines and sums of an order.
func (p place) orderTable(o *documents.Order) *Table {
	t := &Table{Head: []string{"Item", "Qty", "Subtotal"}}
	for _, i := range o.Items {
		if i.ParentItemID == nil {
			t.Rows = append(t.Rows, []string{i.Name + "\n" + i.SKU + choices(i), i.QtyOrdered.String(), p.money(i.RowTotal, o.Currency)})
		}
	}
	d := o.Prices
	t.Sums = p.sums(o.Currency, []sum{
		{"Subtotal", d.Subtotal, true}, {"Discount", given(d.DiscountAmount).Neg(), false},
		{"Shipping & Handling", given(d.ShippingAmount), false}, {"Tax", d.TaxAmount, false},
		{"Discount Tax Compensation", given(d.HiddenTaxAmount), false}, {"Gift Cards", given(d.GiftcardAmount).Neg(), false},
		{"Grand Total", d.GrandTotal, true},
	})
	return t
}

// choices are what was chosen of a line, each on a line of its own.
func choices(i *documents.Item) (text string) {
	for _, o := range i.ProductOptions.Choices() {
		text += "\n" + o.Label + ": " + o.Value
	}
	return text
}

// sum is a line below a table.
type sum struct {
	name   string
	amount money.Decimal
	always bool // also if it is 0
}

func (p place) sums(currency string, sums []sum) (out [][2]string) {
	for _, s := range sums {
		if s.always || !s.amount.IsZero() {
			out = append(out, [2]string{s.name, p.money(s.amount, currency)})
		}
	}
	return out
}
