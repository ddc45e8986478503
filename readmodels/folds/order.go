package folds

import (
	"bytes"
	"encoding/json"

	"tradelog/domain"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/totals"
	"tradelog/readmodels/documents"
)

// ApplyOrder folds one event into an order's document; nil before the order was placed.
func ApplyOrder(o *documents.Order, e domain.Event, times domain.Times) *documents.Order {
	if placed, ok := e.(order.Placed); ok {
		return newOrder(placed, stamped(times))
	}
	if o == nil {
		return nil
	}
	at := stamped(times)
	switch e := e.(type) {
	case order.Held:
		o.HoldBeforeState, o.HoldBeforeStatus = text(o.State), text(o.Status)
		step(o, order.Holded, order.DefaultStatus(order.Holded), at)
		reason(o, "Order held: ", e.Reason, at, false)
	case order.Unheld:
		o.HoldBeforeState, o.HoldBeforeStatus = nil, nil
		step(o, e.State, e.Status, at)
		reason(o, "Order released from hold: ", e.Reason, at, false)
	case order.CanceledEvent:
		cancel(o, e)
		step(o, e.State, e.Status, at)
		reason(o, "Order cancelled: ", e.Reason, at, e.Notify)
	case order.StateChanged:
		step(o, e.State, e.Status, at)
	case order.Commented:
		o.Status = e.Status
		history(o, &e.Text, at, e.Notify, e.Visible)
	case order.Shipped:
		ship(o, e, at)
	case order.TrackAdded:
		onShipment(o, e.ShipmentID, at, func(s *documents.Shipment) { s.Tracks = append(s.Tracks, newTrack(e.Track, at)) })
	case order.TrackRemoved:
		onShipment(o, e.ShipmentID, at, func(s *documents.Shipment) { removeTrack(s, e.TrackID) })
	case order.ShipmentCommented:
		onShipment(o, e.ShipmentID, at, func(s *documents.Shipment) {
			s.Comment(documents.Comment{
				ID: e.CommentID, Comment: e.Text, CreatedAt: at.made, IsNotified: e.Notify, IsVisible: e.Visible,
			})
		})
	case order.Downloaded:
		downloaded(o, e)
	case order.Emailed:
		emailed(o, e, at)
	case order.CustomerAssigned:
		o.CustomerID, o.CustomerIsGuest = number(e.CustomerID), false
	case order.TokenUsed:
		return o // the document does not change
	default:
		applyMoney(o, e, at)
	}
	finish(o, e)
	o.UpdatedAt = at.changed
	return o
}

// step sets the state and the status of the order, and adds an entry without a note (shapes-sales §8.4).
func step(o *documents.Order, s order.State, status string, at stamps) {
	o.State, o.Status = string(s), status
	history(o, nil, at, false, false)
}

// reason adds the reason of a step (shapes-sales §8.6).
func reason(o *documents.Order, prefix, reason string, at stamps, notified bool) {
	if reason != "" {
		history(o, text(prefix+reason), at, notified, false)
	}
}

// history adds an entry in front, so that the newest is first.
func history(o *documents.Order, note *string, at stamps, notified, visible bool) {
	entry := documents.Status{
		Note: note, Status: o.Status, CreatedAt: at.made, IsNotified: notified, IsVisible: visible, ChangedBy: at.by,
		ChangedByName: at.name,
	}
	o.Record(entry)
}

func newOrder(p order.Placed, at stamps) *documents.Order {
	o := &documents.Order{
		Type: "Order", ID: p.OrderID, IncrementID: p.IncrementID, CustomerID: number(p.CustomerID), CustomerEmail: text(p.Customer.Email),
		CustomerFirstname: text(p.Customer.Firstname), CustomerLastname: text(p.Customer.Lastname),
		CustomerMiddlename: text(p.Customer.Middlename),
		CustomerPrefix:     text(p.Customer.Prefix), CustomerSuffix: text(p.Customer.Suffix), CustomerTaxvat: text(p.Customer.Taxvat),
		CustomerDob: text(p.Customer.Dob), CustomerGender: number(p.Customer.Gender), CustomerGroupID: p.GroupID,
		CustomerIsGuest: p.CustomerID == 0,
		CustomerNote:    text(p.Note), Status: p.Status, State: string(order.New), Items: []*documents.Item{}, AppliedRuleIDs: []int64{},
		BillingAddress:  NewAddress(p.Billing, p.BillingID, "billing", p.Customer.Email),
		ShippingAddress: NewAddress(p.Shipping, p.ShippingID, "shipping", p.Customer.Email),
		PoNumber:        text(p.PONumber()),
		PaymentMethod:   p.Payment, PaymentMethodTitle: p.PaymentTitle, ShippingMethod: text(p.Method), ShippingDesc: text(p.MethodTitle),
		StoreID: p.StoreID, StoreName: p.StoreName, QuoteID: p.CartID, IsVirtual: p.Virtual, Weight: orNil(p.Weight),
		Currency:         p.Currency,
		BaseCurrencyCode: p.BaseCurrency, GlobalCurrencyCode: p.GlobalCurrency, TotalItemCount: p.Wholes(), TotalQtyOrdered: p.QtyOrdered,
		Shipments: []*documents.Shipment{}, CreatedAt: at.made, UpdatedAt: at.changed,
	}
	if p.Virtual {
		o.ShippingAddress = nil
	}
	if p.Tendered != nil {
		change := p.Tendered.Sub(p.Totals.Display.Grand)
		o.ChangeAmount = &change
	}
	for i := range p.Lines {
		l := p.Line(i)
		options := productOptions(l, p.Gifts[i], p.BaseCurrency)
		options.Downloads = downloadsOf(p, l)
		item := newItem(l, p, options, at.made)
		if l.PartOf > 0 {
			item.ParentItemID = &p.Lines[l.PartOf-1].ID
		}
		o.Items = append(o.Items, item)
	}
	o.Prices = newPrices(p.Totals)
	o.Accounting.Cards = p.Totals.Base.GiftCard
	o.CouponCode, o.CouponRuleName, o.DiscountDesc = text(p.Totals.Coupon.Code), text(p.Totals.Coupon.RuleName),
		text(p.Totals.Description)
	o.AppliedRuleIDs = append(o.AppliedRuleIDs, p.Totals.RuleIDs...)
	for _, paid := range p.PaidCards() {
		if paid.Base.Sign() > 0 {
			if o.GiftcardCodes == nil {
				o.GiftcardCodes = documents.Amounts{}
			}
			o.GiftcardCodes[paid.Code] = paid.Base
		}
	}
	history(o, nil, at, false, false)
	if p.Note != "" {
		note := p.Note
		history(o, &note, at, false, false)
	}
	return o
}

func newPrices(t totals.Totals) *documents.Prices {
	d, b := t.Display, t.Base
	return &documents.Prices{
		Subtotal: d.Subtotal, SubtotalInclTax: d.SubtotalInclTax, TaxAmount: d.Tax, GrandTotal: d.Grand, TotalDue: d.Grand,
		BaseGrandTotal: b.Grand, BaseSubtotal: b.Subtotal, BaseTaxAmount: b.Tax, BaseTotalDue: b.Grand,
		DiscountAmount: orNil(d.Discount), BaseDiscountAmount: orNil(b.Discount), ShippingAmount: orNil(d.Shipping),
		ShippingInclTax:    orNil(d.ShippingInclTax),
		BaseShippingAmount: &b.Shipping, ShippingTaxAmount: &d.ShippingTax, HiddenTaxAmount: &d.HiddenTax,
		ShippingDiscount: &d.ShippingDiscount,
		GiftcardAmount:   orNil(d.GiftCard),
	}
}

func newItem(l order.Line, p order.Placed, options documents.ProductOptions, now string) *documents.Item {
	d, b := l.Totals.Display, l.Totals.Base
	return &documents.Item{
		Type: "OrderItem", ID: l.ID, ProductID: l.ProductID, StoreID: p.StoreID, SKU: l.SKU, Name: l.Name, ProductType: l.Type,
		Qty: l.Qty, QtyOrdered: l.Qty,
		QtyBackordered: orNil(l.Backordered), Price: d.Price, PriceInclTax: d.PriceInclTax, RowTotal: d.RowTotal,
		RowTotalInclTax: d.RowTotalInclTax,
		BasePrice:       b.Price, BaseRowTotal: b.RowTotal, OriginalPrice: orNil(l.Original), DiscountAmount: orNil(d.Discount),
		DiscountPercent: orNil(l.Totals.DiscountPercent), TaxAmount: orNil(d.Tax), TaxPercent: orNil(l.Totals.TaxPercent),
		BaseTaxAmount: orNil(b.Tax),
		BaseDiscount:  orNil(b.Discount), Weight: orNil(l.Weight), RowWeight: orNil(l.Weight.Mul(l.Qty).Stored()), IsVirtual: l.Virtual,
		IsQtyDecimal: l.QtyDecimal, FreeShipping: l.Totals.FreeShipping, NoDiscount: l.Totals.NoDiscount, ProductOptions: options,
		CreatedAt: now,
	}
}

// buyRequest returns the request that put a line into the cart, with the product and its choices.
func buyRequest(l order.Line, people giftcard.People) json.RawMessage {
	b, err := documents.Encode(struct {
		SKU string        `json:"sku"`
		Qty money.Decimal `json:"qty"`
	}{l.SKU, l.Qty})
	if err != nil {
		return json.RawMessage(`{}`)
	}
	if options := bytes.TrimSpace(l.Request); len(options) > 2 && options[0] == '{' {
		b = documents.Splice(b, options[1:len(options)-1])
	}
	return withPeople(b, people)
}

func lineOf(o *documents.Order, id int64) *documents.Item {
	for _, i := range o.Items {
		if i.ID == id {
			return i
		}
	}
	return nil
}

// cancel moves quantities and amounts (shapes-sales §8.5).
func cancel(o *documents.Order, e order.CanceledEvent) {
	for _, l := range e.Lines {
		if item := lineOf(o, l.LineID); item != nil {
			item.QtyCanceled = item.QtyCanceled.Add(l.Qty)
		}
	}
	total := o.Prices.GrandTotal.Sub(o.Prices.TotalPaid)
	subtotal := o.Prices.Subtotal
	if o.Prices.SubtotalInvoiced != nil {
		subtotal = subtotal.Sub(*o.Prices.SubtotalInvoiced)
	}
	cards := cardsInvoiced(o)
	if e.Kept != nil {
		total, subtotal = total.Sub(e.Kept.Display.Grand), subtotal.Sub(e.Kept.Display.Subtotal)
		cards = cards.Add(e.Kept.Base.GiftCard)
	}
	o.Prices.TotalCanceled, o.Prices.SubtotalCanceled = &total, &subtotal
	if e.Due != nil && e.BaseDue != nil { // earlier versions left what was due as it was
		o.Prices.TotalDue, o.Prices.BaseTotalDue = *e.Due, *e.BaseDue
	}
	if len(e.Cards) > 0 {
		o.Accounting.Cards = money.Min(o.Accounting.Cards, cards)
	}
}
