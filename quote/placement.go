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

// Placement holds the data sent with the placement of an order. A Placement is the checkout.Quoter of that order.
type Placement struct {
	*Service
	At
	// PaymentMethod and ShippingMethod are the methods named in the placement; empty: those of the cart.
	PaymentMethod, ShippingMethod string
	Details                       order.PlacementDetails
	Expected                      *money.Decimal // grand total in the display currency that the buyer was shown; nil: any
	TokenHash                     string         // hash of a guest's token for the order
	RemoteIP, Forwarded           string
}

// Quote checks a cart (shapes-sales §6 checks 2 to 19) and returns its order without numbers.
func (p Placement) Quote(ctx context.Context, s cart.State) (order.Placed, error) {
	q, err := p.price(ctx, p.At, s, p.present)
	if err != nil {
		return order.Placed{}, err
	}
	if q, err = p.confirmed(ctx, q, p.present); err != nil {
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
		InvoiceAtOnce: method.InvoicesAtOnce(), TokenHash: p.TokenHash, PlacementDetails: p.Details,
	}
	if data := payment.Stored(s.PaymentData, method.Code); data != nil {
		placed.PaymentData = data
	}
	if method.Code != payment.CashOnDelivery {
		placed.Tendered = nil
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

// choiceOf returns the buyer's choices for a line, with the delivery terms of its downloads.
func (q *Quote) choiceOf(l line) *order.Chosen {
	out := l.labelledChoice(q.products, q.Store.ID, q.display)
	if out != nil && len(out.Links) > 0 {
		out.LinksTitle = cmp.Or(l.product.Terms.LinksTitle, q.config.Text("catalog/downloadable/links_title"), "Links")
		q.deliver(l.picked.Links, out.Links)
	}
	return out
}

// orderedParts returns the order lines of the parts of a line; whole is 1 + the index of that line in the order.
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

// ordered returns the order line of a cart line, without amounts.
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

// measure sets the weight and the cost of a unit.
func measure(l *order.Line, weight, cost *money.Decimal) {
	if weight != nil {
		l.Weight = *weight
	}
	if cost != nil {
		l.Cost = *cost
	}
}

// buyer returns the personal data of the buyer: those of the account, or those that the guest gave.
func (s *Service) buyer(ctx context.Context, c cart.State) (order.Person, error) {
	if c.CustomerID == 0 {
		if c.Email == "" {
			return order.Person{}, fault.Preconditionf("A valid e-mail address is required for guest orders.").About(fault.Required, "guestEmail")
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
