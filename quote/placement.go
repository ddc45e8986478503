package quote

import (
	"cmp"
	"context"

	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/payment"
)

// Placement is what somebody who places an order adds to the cart. It is the commands.Quoter of that order.
type Placement struct {
	*Service
	At
	// PaymentMethod and ShippingMethod were named with the placement; empty for those of the cart.
	PaymentMethod, ShippingMethod string
	CashTendered                  *money.Decimal
	TokenHash                     string // of a guest's token for the order
	RemoteIP, Forwarded           string
}

// Quote checks a cart (shapes-sales §6 checks 2 to 19) and returns its order as it would be placed, without its numbers.
func (p Placement) Quote(ctx context.Context, s cart.State) (order.Placed, error) {
	q, err := p.price(ctx, p.At, s, p.present)
	if err != nil {
		return order.Placed{}, err
	}
	method, err := p.check(ctx, q)
	if err != nil {
		return order.Placed{}, err
	}
	placed := order.Placed{
		StoreID: q.Store.ID, WebsiteID: q.Store.WebsiteID, StoreName: q.Shop.FullName(q.Store), CustomerID: s.CustomerID, GroupID: q.group,
		Billing: s.Billing, Shipping: s.Shipping, Note: s.Note, RemoteIP: p.RemoteIP, Forwarded: p.Forwarded,
		Virtual: q.virtual, Currency: q.shown, BaseCurrency: q.base, GlobalCurrency: q.Shop.Settings.In(0).Text("currency/options/base"),
		Rate: q.rate, Totals: q.Totals, Payment: method.Code, PaymentTitle: method.Title, Status: order.DefaultStatus(order.New),
		InvoiceAtOnce: method.InvoicesAtOnce(), TokenHash: p.TokenHash,
	}
	if data := payment.Stored(s.PaymentData, method.Code); data != nil {
		placed.PaymentData = data
	}
	if method.Code == payment.CashOnDelivery {
		placed.Tendered = p.CashTendered
	}
	if order.Assigned(order.New, method.OrderStatus) {
		placed.Status = method.OrderStatus
	}
	if q.virtual {
		placed.Shipping = nil
	} else {
		placed.Method, placed.MethodTitle = q.chosen.Code(), q.chosen.Title()
	}
	if placed.Customer, err = p.buyer(ctx, s); err != nil {
		return order.Placed{}, err
	}
	if placed.DownloadSecret, err = q.downloadSecret(); err != nil {
		return order.Placed{}, err
	}
	for n, l := range q.lines {
		line, i := l.ordered(), len(placed.Lines)
		line.Original, line.Totals = q.display(l.catalog).Cents(), q.Totals.Lines[n]
		line.Chosen = q.choiceOf(l)
		placed.Weight = placed.Weight.Add(line.Weight.Mul(line.Qty).Stored())
		placed.QtyOrdered = placed.QtyOrdered.Add(line.Qty)
		placed.Lines = append(append(placed.Lines, line), q.orderedParts(l, i+1)...)
		if l.item.People != (giftcard.People{}) {
			if placed.Gifts == nil {
				placed.Gifts = map[int]giftcard.People{}
			}
			placed.Gifts[i] = l.item.People
		}
	}
	return placed, nil
}

// choiceOf is what was chosen of a line, and how it can be downloaded.
func (q *Quote) choiceOf(l line) *order.Chosen {
	out := l.chosen(q.stuff, q.Store.ID, q.display)
	if out != nil && len(out.Links) > 0 {
		out.LinksTitle = cmp.Or(l.product.Terms.LinksTitle, q.config.Text("catalog/downloadable/links_title"), "Links")
		q.deliver(l.picked.Links, out.Links)
	}
	return out
}

// orderedParts are the lines of the parts of a line; whole is 1 more than its index.
func (q *Quote) orderedParts(l line, whole int) (out []order.Line) {
	for _, p := range l.parts {
		part := order.Line{
			ProductID: p.product.ID, SKU: p.product.SKU, Name: p.product.Name, Type: p.product.Type, Qty: p.each.Mul(l.item.Qty).Stored(),
			Virtual: catalog.IsVirtual(p.product.Type), QtyDecimal: p.product.Level.DecimalQty, PartOf: whole, Each: p.each,
		}
		if l.dynamic {
			part.Original, part.Totals = q.display(p.unit).Cents(), q.Totals.Lines[p.total]
		}
		measure(&part, p.product.Weight, p.product.Cost)
		out = append(out, part)
	}
	return out
}

// ordered is the line of an order, but for its amounts.
func (l line) ordered() order.Line {
	card := l.product.Type == giftcard.ProductType
	out := order.Line{
		ProductID: l.product.ID, SKU: l.sku, Name: l.product.Name, Type: l.productType(), Qty: l.item.Qty,
		Request: l.item.Written.Into(l.item.Options),
		Virtual: l.virtual, QtyDecimal: l.product.Level.DecimalQty && !card,
		Dynamic: l.dynamic, Apart: len(l.parts) > 0 && domain.Value(l.product.Terms.Bundle).Apart,
	}
	if card {
		wish := giftcard.ReadWish(l.item.Options)
		out.GiftCard = &giftcard.Sold{Amount: wish.Amount, DeliverOn: wish.DeliverOn, Lifetime: domain.Value(l.product.Terms.GiftCard).Lifetime}
	}
	measure(&out, l.weight, l.product.Cost)
	return out
}

// measure notes what a unit weighs and what it costs the shop.
func measure(l *order.Line, weight, cost *money.Decimal) {
	if weight != nil {
		l.Weight = *weight
	}
	if cost != nil {
		l.Cost = *cost
	}
}

// buyer returns who buys: the account's data, whatever else was told, or what the guest told.
func (s *Service) buyer(ctx context.Context, c cart.State) (order.Person, error) {
	if c.CustomerID == 0 {
		if c.Email == "" {
			return order.Person{}, fault.Preconditionf("A valid e-mail address is required for guest orders.")
		}
		guest := order.Person{Email: c.Email}
		if c.Billing != nil {
			guest.Firstname, guest.Lastname = c.Billing.Firstname, c.Billing.Lastname
		}
		return guest, nil
	}
	account, err := s.streams.Customer(ctx, c.CustomerID)
	a := account.Profile
	return order.Person{
		Email: a.Email, Firstname: a.Firstname, Lastname: a.Lastname, Middlename: a.Middlename, Prefix: a.Prefix, Suffix: a.Suffix,
		Taxvat: a.Taxvat, Dob: a.Dob, Gender: a.Gender,
	}, err
}
