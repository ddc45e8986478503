package mails

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"tradelog/adapters/mail"
	"tradelog/domain"
	"tradelog/domain/letter"
	"tradelog/domain/lines"
	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/payment"
	"tradelog/eventstore"
	"tradelog/reactions"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// OrderConfirmation sends a buyer the confirmation of their order.
var OrderConfirmation = Kind{
	Form: letter.OrderForm, Events: []string{order.Placed{}.EventName()},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		o, at, err := d.order(ctx, e, nil)
		if err != nil || o == nil || !at.sends(ctx, "order") {
			return nil, err
		}
		paper, err := d.paper(ctx, at, order.Paper{Kind: order.PaperOrder, OrderID: o.ID, ID: o.ID},
			at.locale.Translate(locale.OrderNumber, o.IncrementID))
		if err != nil {
			return nil, err
		}
		return at.toBuyer(o, "sales_email/order", letter.OrderConfirmation{
			Common: at.common(buyer(o)), Order: at.orderOf(o), Items: at.itemsOf(o),
			Instructions: payment.Instructions(at.config, at.locale, o.PaymentMethod, o.IncrementID),
			Downloads:    append(at.downloads(o, d.Downloads), paper), Legal: at.legal(),
		}), nil
	},
	Sent: func(ctx context.Context, d *Composer, e reactions.Event) error {
		id := domain.StreamID(e.Stream)
		return d.Commands.EmailedOrder(ctx, id, order.AboutOrder, id, e.ID.String())
	},
}

// legalTexts lists the legal texts of a store: their settings and titles.
var legalTexts = []struct {
	path  string
	title locale.Message
}{
	{"sales/legal/terms", locale.Text("Terms and conditions")}, {"sales/legal/withdrawal", locale.Text("Right of withdrawal")},
	{"sales/legal/withdrawal_form", locale.Text("Model withdrawal form")},
}

// legal returns the legal texts that the store has.
func (p letterStore) legal() (all []letter.Legal) {
	for _, t := range legalTexts {
		if text := lines.Split(p.config.Text(t.path)); len(text) > 0 {
			all = append(all, letter.Legal{Title: p.locale.Translate(t.title), Lines: text})
		}
	}
	return all
}

// OrderComment sends a buyer the shop's comment on their order if they are to be notified.
var OrderComment = Kind{
	Form: letter.OrderCommentForm, Events: []string{order.Commented{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(order.Commented).Notify },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		o, at, err := d.order(ctx, e, nil)
		if err != nil || o == nil || !at.sends(ctx, order.MailComment) {
			return nil, err
		}
		return at.toBuyer(o, "sales_email/order_comment", at.comment(o, e.Payload.(order.Commented).Text)), nil
	},
}

// orderOf returns the values of an order for letters.
func (p letterStore) orderOf(o *documents.Order) letter.Order {
	return letter.Order{
		Number: o.IncrementID, Date: p.day(o.CreatedAt), Status: letter.StatusLabel(p.locale, o.Status), Payment: o.PaymentMethodTitle,
		Shipping: domain.Value(o.ShippingDesc), Link: p.orderPage(o), BillTo: p.postal(o.BillingAddress), ShipTo: p.postal(o.ShippingAddress),
	}
}

// orderPage returns the page of an order in the storefront. Guests have none, since it asks for a login.
func (p letterStore) orderPage(o *documents.Order) string {
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

// comment returns the values of letters with a remark.
func (p letterStore) comment(o *documents.Order, text string) letter.OrderComment {
	return letter.OrderComment{Common: p.common(buyer(o)), Order: p.orderOf(o), Comment: lines.Split(text)}
}

// order returns the order as it was right after an event, or nil if there is none. visit is called for the events on the way.
func (d *Composer) order(ctx context.Context, e reactions.Event, visit func(domain.Event)) (*documents.Order, letterStore, error) {
	shop, err := d.Shop(ctx)
	if err != nil {
		return nil, letterStore{}, err
	}
	var o *documents.Order
	if e.Revision == 0 { // there is nothing before it
		if o = folds.ApplyOrder(nil, e.Payload, e.Times()); visit != nil {
			visit(e.Payload)
		}
		if o == nil {
			return nil, letterStore{}, nil
		}
		return o, letterStoreOf(shop, o.StoreID), nil
	}
	n := eventstore.Revision(0)
	if err := d.Commands.EachEvent(ctx, e.Stream, func(event domain.Event, at domain.Times) {
		if n <= e.Revision {
			o = folds.ApplyOrder(o, event, at)
			if visit != nil {
				visit(event)
			}
		}
		n++
	}); err != nil || o == nil {
		return nil, letterStore{}, err
	}
	return o, letterStoreOf(shop, o.StoreID), nil
}

// toBuyer makes a letter to the buyer of an order. section is the beginning of this kind's configuration paths.
func (p letterStore) toBuyer(o *documents.Order, section string, values any) *Letter {
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
func (p letterStore) postal(a *documents.Address) []string { return p.locale.Lines(a.Postal()) }

// itemsOf lists the lines and sums of an order.
func (p letterStore) itemsOf(o *documents.Order) letter.Items {
	gross := p.gross(o)
	var lines []letter.Line
	for _, i := range o.Items {
		if i.ParentItemID == nil {
			amount := p.locale.Money(inclTax(gross, i.RowTotalInclTax, i.RowTotal), o.Currency)
			lines = append(lines, p.line(i, i.Name, i.SKU, i.QtyOrdered, amount))
		}
	}
	d := o.Prices
	return letter.ItemsOf(p.locale, lines, p.sums(gross, sums{
		currency: o.Currency, subtotal: d.Subtotal, subtotalInclTax: d.SubtotalInclTax, discount: domain.Value(d.DiscountAmount).Neg(),
		shipping: domain.Value(d.ShippingAmount), shippingInclTax: domain.Value(d.ShippingInclTax), tax: d.TaxAmount,
		total: locale.GrandTotal, settled: p.settled(o, d.GrandTotal, domain.Value(d.GiftcardAmount), false),
	}))
}

// gross tells whether e-mails about an order show prices with tax, as its papers do.
func (p letterStore) gross(o *documents.Order) bool {
	return p.config.PricesInclTax(o.VATNumber() != "")
}

// inclTax returns the amount with tax if prices are shown so.
func inclTax(gross bool, with, without money.Decimal) money.Decimal {
	if gross {
		return documents.InclTax(with, without)
	}
	return without
}

// sums are the amounts of an order, an invoice or a credit memo that its e-mail adds up.
type sums struct {
	currency                                                            string
	subtotal, subtotalInclTax, discount, shipping, shippingInclTax, tax money.Decimal
	adjustments                                                         []letter.Part
	total                                                               locale.Message
	settled                                                             payment.Settlement
}

// settled returns what is paid of an amount besides that of gift cards: all when that is done, as on papers.
func (p letterStore) settled(o *documents.Order, amount, cards money.Decimal, done bool) payment.Settlement {
	return payment.Settle(p.config, o.PaymentMethod, amount, cards, done)
}

// sums lists amounts that add up to the total. Prices with tax are followed by the tax that they include.
func (p letterStore) sums(gross bool, s sums) []letter.Sum {
	parts := append([]letter.Part{
		{Name: locale.Subtotal, Amount: inclTax(gross, s.subtotalInclTax, s.subtotal)}, {Name: locale.Discount, Amount: s.discount},
		{Name: locale.Shipping, Amount: inclTax(gross, s.shippingInclTax, s.shipping)},
	}, s.adjustments...)
	if !gross {
		parts = append(parts, letter.Part{Name: locale.Tax, Amount: s.tax})
	}
	rest := s.settled.Total
	for _, part := range parts {
		rest = rest.Sub(part.Amount)
	}
	parts = append(parts, letter.Part{Name: locale.TaxOff, Amount: rest})
	all := letter.SumsTo(p.locale, s.currency, s.total, parts, s.settled)
	if gross && !s.tax.IsZero() {
		all = append(all, letter.Sum{Name: p.locale.Translate(locale.TaxOf), Amount: p.locale.Money(s.tax, s.currency)})
	}
	return all
}

// line is a line about an item of an order. amount is empty on shipments.
func (p letterStore) line(of *documents.Item, name, sku string, qty money.Decimal, amount string) letter.Line {
	l := letter.Line{Name: name, SKU: sku, Qty: p.locale.Number(qty), Amount: amount}
	for _, o := range of.ProductOptions.Choices() {
		l.Options = append(l.Options, p.locale.Labelled(o.Label, o.Value))
	}
	return l
}
