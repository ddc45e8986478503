package checkout

import (
	"cmp"

	"tradelog/domain/cart"
	"tradelog/domain/directory"
	"tradelog/domain/money"
	"tradelog/domain/payment"
	"tradelog/operations"
	"tradelog/readmodels/documents"
)

// document renders a priced cart.
func (p *priced) document(c *operations.Call) documents.Cart {
	s := p.state
	billing, shipTo := s.Billing, s.Shipping
	if s.Changes > 1 { // from the first change on a cart has both addresses, be they empty (shapes-sales §1)
		blank := &directory.Address{}
		billing, shipTo = cmp.Or(billing, blank), cmp.Or(shipTo, blank)
	}
	doc := documents.Cart{
		Type: "Cart", ID: s.ID, MaskedID: orNil(s.MaskedID), CustomerEmail: orNil(s.Email), CustomerNote: orNil(s.Note), ReservedOrderID: orNil(s.Increment),
		StoreID: s.StoreID, IsActive: !s.Closed, Items: []documents.CartItem{}, Prices: p.prices(),
		BillingAddress:           documents.NewAddress(billing, 2*s.ID-1, "billing", s.Email),
		ShippingAddress:          documents.NewAddress(shipTo, 2*s.ID, "shipping", s.Email),
		AvailableShippingMethods: p.shippingMethods(), AvailablePaymentMethods: p.paymentMethods(), AppliedGiftcards: p.appliedCards(), GiftMessage: giftMessage(s.Message),
		Currency: p.currency, ItemsCount: len(p.lines), CreatedAt: documents.Time(s.Created), UpdatedAt: documents.Time(s.Changed),
	}
	if s.CustomerID != 0 {
		doc.CustomerID = &s.CustomerID
	}
	stockConfig := c.Shop.StockConfig()
	print := printer(c, p.store.ID)
	for i, l := range p.lines {
		doc.ItemsQty = doc.ItemsQty.Add(l.item.Qty)
		t := p.totals.Lines[i]
		status := "out_of_stock"
		if !l.product.HasLevel || l.product.Level.Available(stockConfig) {
			status = "in_stock"
		}
		doc.Items = append(doc.Items, documents.CartItem{
			Type: "CartItem", ID: l.item.ID, SKU: l.product.SKU, Name: l.product.Name, Qty: l.item.Qty, Price: t.Display.Price, PriceInclTax: t.Display.PriceInclTax,
			RowTotal: t.Display.RowTotal, RowTotalInclTax: t.Display.RowTotalInclTax,
			RowTotalWithDiscount: money.MaxOf(money.Zero, t.Display.RowTotal.Sub(t.Display.Discount)), DiscountAmount: zeroToNil(t.Display.Discount),
			DiscountPercent: zeroToNil(t.DiscountPercent), TaxAmount: zeroToNil(t.Display.Tax), TaxPercent: zeroToNil(t.TaxPercent), ProductID: l.product.ID,
			ProductType: l.product.Type, Options: l.options(print), StockStatus: status, GiftMessage: giftMessage(l.item.Message),
		})
	}
	if applied := p.totals.Coupon.Code; applied != "" {
		doc.AppliedCoupon = &documents.AppliedCoupon{Code: applied, DiscountAmount: p.totals.Display.Discount}
	}
	if p.chosen != nil {
		title := p.chosen.Title()
		doc.SelectedShippingMethod = &documents.SelectedMethod{
			CarrierCode: p.chosen.CarrierCode, MethodCode: p.chosen.MethodCode, CarrierTitle: title, MethodTitle: title, Price: p.totals.Display.Shipping,
		}
	}
	if m, ok := payment.Find(p.payments, s.Payment); ok {
		doc.SelectedPaymentMethod = &documents.SelectedPayment{Code: m.Code, Title: m.Title}
	}
	return doc
}

func (p *priced) prices() documents.CartPrices {
	d, b := p.totals.Display, p.totals.Base
	return documents.CartPrices{
		Subtotal: d.Subtotal, SubtotalInclTax: d.SubtotalInclTax, SubtotalWithDiscount: d.SubtotalWithDiscount, DiscountAmount: zeroToNil(d.Discount),
		BaseDiscountAmount: zeroToNil(b.Discount), ShippingAmount: zeroToNil(d.Shipping), BaseShippingAmount: zeroToNil(b.Shipping),
		ShippingInclTax: zeroToNil(d.ShippingInclTax), ShippingTaxAmount: zeroToNil(d.ShippingTax), TaxAmount: d.Tax, BaseTaxAmount: b.Tax,
		GrandTotal: d.Grand, BaseGrandTotal: b.Grand, BaseSubtotal: b.Subtotal, GiftcardAmount: zeroToNil(d.GiftCard),
	}
}

func (p *priced) shippingMethods() []documents.ShippingMethod {
	out := []documents.ShippingMethod{}
	for _, r := range p.methods {
		out = append(out, documents.ShippingMethod{
			Code: r.Code(), Title: r.Title(), CarrierCode: r.CarrierCode, MethodCode: r.MethodCode, CarrierTitle: r.CarrierTitle, MethodTitle: r.MethodTitle,
			Price: p.display(r.Price).Cents(),
		})
	}
	return out
}

func (p *priced) paymentMethods() []documents.PaymentMethod {
	out := []documents.PaymentMethod{}
	for _, m := range payment.List(p.purchase(), p.payments) {
		out = append(out, documents.PaymentMethod{Code: m.Code, Title: m.Title, SortOrder: m.SortOrder, IsOffline: m.Offline()})
	}
	return out
}

// appliedCards are the gift cards that can pay, also those that have nothing to pay.
func (p *priced) appliedCards() []documents.AppliedCard {
	out := []documents.AppliedCard{}
	for _, paid := range p.totals.Cards {
		for _, card := range p.cards {
			if card.ID == paid.CardID {
				out = append(out, documents.AppliedCard{Code: paid.Code, Balance: p.display(card.Balance).Cents(), AppliedAmount: paid.Amount})
			}
		}
	}
	return out
}

func giftMessage(m *cart.Message) *documents.GiftMessage {
	if m == nil {
		return nil
	}
	return &documents.GiftMessage{Sender: m.Sender, Recipient: m.Recipient, Message: m.Text}
}

func orNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func zeroToNil(d money.Decimal) *money.Decimal {
	if d.IsZero() {
		return nil
	}
	return &d
}
