package mails

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"tradelog/domain"
	"tradelog/domain/directory"
	"tradelog/domain/letter"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/eventstore"
	"tradelog/internal/mail"
	"tradelog/reactions"
	"tradelog/readmodels/documents"
)

// OrderConfirmation tells a buyer what they have ordered.
var OrderConfirmation = Kind{
	Form: letter.OrderForm, Events: []string{order.Placed{}.EventName()},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		o, at, err := d.order(ctx, e, nil)
		if err != nil || o == nil || !at.config.Flag("sales_email/order/enabled") {
			return nil, err
		}
		return at.toBuyer(o, "sales_email/order", letter.OrderConfirmation{
			Common: at.common(buyer(o)), Order: at.orderOf(o), Items: at.itemsOf(o), Instructions: at.instructions(o.PaymentMethod),
			Downloads: at.downloads(o, d.Downloads),
		}), nil
	},
	Sent: func(ctx context.Context, d *Composer, e reactions.Event) error {
		id := domain.StreamID(e.Stream)
		return d.Commands.EmailedOrder(ctx, id, order.AboutOrder, id, e.ID.String())
	},
}

// OrderComment sends a buyer the shop's comment on their order if they are to be notified.
var OrderComment = Kind{
	Form: letter.OrderCommentForm, Events: []string{order.Commented{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(order.Commented).Notify },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		o, at, err := d.order(ctx, e, nil)
		if err != nil || o == nil || !at.config.Flag("sales_email/order_comment/enabled") {
			return nil, err
		}
		return at.toBuyer(o, "sales_email/order_comment", at.comment(o, e.Payload.(order.Commented).Text)), nil
	},
}

// orderOf returns what letters show of an order.
func (p place) orderOf(o *documents.Order) letter.Order {
	return letter.Order{
		Number: o.IncrementID, Date: p.day(o.CreatedAt), Status: p.locale.Word(statusLabel(o.Status)), Payment: o.PaymentMethodTitle,
		Shipping: domain.Value(o.ShippingDesc), Link: p.orderPage(o), BillTo: p.postal(o.BillingAddress), ShipTo: p.postal(o.ShippingAddress),
	}
}

// orderPage returns the page of an order in the storefront. Guests have none, since it asks for a login.
func (p place) orderPage(o *documents.Order) string {
	path := p.config.Text("sales_email/general/order_page")
	if path == "" || o.CustomerID == nil {
		return ""
	}
	path = strings.NewReplacer("{id}", strconv.FormatInt(o.ID, 10), "{number}", url.PathEscape(o.IncrementID)).Replace(path)
	if strings.HasPrefix(path, "/") {
		return p.page(path, nil)
	}
	return path
}

// instructions tell how an order is paid, for methods that need the buyer to do something.
func (p place) instructions(method string) []string {
	at := "payment/" + method + "/"
	lines := letter.Text(p.config.Text(at + "instructions"))
	if to := p.config.Text(at + "payable_to"); to != "" {
		lines = append(lines, p.locale.Word("Make checks payable to")+": "+to)
	}
	if address := letter.Text(p.config.Text(at + "mailing_address")); len(address) > 0 {
		lines = append(append(lines, p.locale.Word("Send checks to")+":"), address...)
	}
	return lines
}

// comment returns what letters with a remark show.
func (p place) comment(o *documents.Order, text string) letter.OrderComment {
	return letter.OrderComment{Common: p.common(buyer(o)), Order: p.orderOf(o), Comment: letter.Text(text)}
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
func (p place) toBuyer(o *documents.Order, section string, values any) *Letter {
	return &Letter{
		StoreID: p.storeID, Sender: p.config.Text(section + "/identity"),
		To:     mail.Address{Name: buyer(o), Email: domain.Value(o.CustomerEmail)},
		Copies: p.config.Codes(section + "/copy_to"), Values: values,
	}
}

// buyer returns the buyer's name.
func buyer(o *documents.Order) string {
	name := strings.TrimSpace(domain.Value(o.CustomerFirstname) + " " + domain.Value(o.CustomerLastname))
	if name == "" && o.BillingAddress != nil {
		name = strings.TrimSpace(o.BillingAddress.Firstname + " " + o.BillingAddress.Lastname)
	}
	return name
}

// postal formats an address in lines.
func (p place) postal(a *documents.Address) []string {
	if a == nil {
		return nil
	}
	return p.locale.Lines(directory.Address{
		Prefix: domain.Value(a.Prefix), Firstname: a.Firstname, Middlename: domain.Value(a.Middlename), Lastname: a.Lastname,
		Suffix: domain.Value(a.Suffix), Company: domain.Value(a.Company), Street: a.Street, City: a.City, Region: domain.Value(a.Region),
		Postcode: a.Postcode, CountryID: a.CountryID,
	})
}

// itemsOf lists the lines and sums of an order.
func (p place) itemsOf(o *documents.Order) letter.Items {
	var lines []letter.Line
	for _, i := range o.Items {
		if i.ParentItemID == nil {
			lines = append(lines, p.line(i, i.Name, i.SKU, i.QtyOrdered, p.locale.Money(i.RowTotal, o.Currency)))
		}
	}
	d := o.Prices
	return letter.ItemsOf(p.locale, lines, p.sums(o.Currency, []sum{
		{"Subtotal", d.Subtotal, true}, {"Discount", domain.Value(d.DiscountAmount).Neg(), false},
		{"Shipping & Handling", domain.Value(d.ShippingAmount), false}, {"Tax", d.TaxAmount, false},
		{"Discount Tax Compensation", domain.Value(d.HiddenTaxAmount), false}, {"Gift Cards", domain.Value(d.GiftcardAmount).Neg(), false},
		{grandTotal, d.GrandTotal, true},
	}))
}

// line is a line about an item of an order. amount is empty on shipments.
func (p place) line(of *documents.Item, name, sku string, qty money.Decimal, amount string) letter.Line {
	l := letter.Line{Name: name, SKU: sku, Qty: p.locale.Number(qty), Amount: amount}
	for _, o := range of.ProductOptions.Choices() {
		l.Options = append(l.Options, o.Label+": "+o.Value)
	}
	return l
}

// sum is a line below a table.
type sum struct {
	name   string
	amount money.Decimal
	always bool // also if it is 0
}

const grandTotal = "Grand Total"

func (p place) sums(currency string, sums []sum) (out []letter.Sum) {
	for _, s := range sums {
		if s.always || !s.amount.IsZero() {
			out = append(out, letter.Sum{
				Name: p.locale.Word(s.name), Amount: p.locale.Money(s.amount, currency), Total: s.name == grandTotal,
			})
		}
	}
	return out
}
