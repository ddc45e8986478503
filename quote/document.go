package quote

import (
	"cmp"

	"tradelog/domain/cart"
	"tradelog/domain/directory"
	"tradelog/domain/money"
	"tradelog/domain/payment"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// Document returns the cart with its prices as the API shows it.
func (q *Quote) Document() documents.Cart {
	s := q.Cart
	billing, shipTo := s.Billing, s.Shipping
	if s.Changes > 1 { // a changed cart always has both addresses, possibly empty (shapes-sales §1)
		blank := &directory.Address{}
		billing, shipTo = cmp.Or(billing, blank), cmp.Or(shipTo, blank)
	}
	doc := documents.Cart{
		Type: "Cart", ID: s.ID, MaskedID: orNil(s.MaskedID), CustomerEmail: orNil(s.Email), CustomerNote: orNil(s.Note),
		ReservedOrderID: orNil(s.Increment), StoreID: s.StoreID, IsActive: !s.Closed, Items: []documents.CartItem{}, Prices: q.Prices(),
		Messages:                 []string{},
		BillingAddress:           folds.NewAddress(billing, 2*s.ID-1, "billing", s.Email),
		ShippingAddress:          folds.NewAddress(shipTo, 2*s.ID, "shipping", s.Email),
		AvailableShippingMethods: q.ShippingMethods(), AvailablePaymentMethods: q.PaymentMethods(), AppliedGiftcards: q.appliedCards(),
		GiftMessage: giftMessage(s.Message), Currency: q.shown, ItemsCount: len(q.lines), CreatedAt: documents.Time(s.Created),
		UpdatedAt: documents.Time(s.Changed),
	}
	if s.CustomerID != 0 {
		doc.CustomerID = &s.CustomerID
	}
	stockConfig := q.Shop.StockConfig()
	print := printer(q.Shop, q.Store.ID)
	mediaRoot := q.Shop.BaseURL(q.Store.ID) + "media/"
	total := q.taken()
	for i, l := range q.lines {
		doc.ItemsQty = doc.ItemsQty.Add(l.item.Qty)
		t := q.Totals.Lines[i]
		status := "out_of_stock"
		if l.inStock(stockConfig, total) {
			status = "in_stock"
		}
		doc.Items = append(doc.Items, documents.CartItem{
			Type: "CartItem", ID: l.item.ID, SKU: l.sku, Name: l.product.Name, Qty: l.item.Qty, Price: t.Display.Price,
			PriceInclTax: t.Display.PriceInclTax, RowTotal: t.Display.RowTotal, RowTotalInclTax: t.Display.RowTotalInclTax,
			RowTotalWithDiscount: money.MaxOf(money.Zero, t.Display.RowTotal.Sub(t.Display.Discount)), DiscountAmount: zeroToNil(t.Display.Discount),
			DiscountPercent: zeroToNil(t.DiscountPercent), TaxAmount: zeroToNil(t.Display.Tax), TaxPercent: zeroToNil(t.TaxPercent),
			ProductID: l.product.ID, ProductType: l.productType(), Options: q.options(l, print), StockStatus: status,
			Messages:     q.messages(stockConfig, l, total),
			GiftMessage:  giftMessage(l.item.Message),
			ThumbnailURL: documents.ProductPictureURL(mediaRoot, l.picture()),
		})
	}
	doc.Messages = append(doc.Messages, q.notices...)
	if applied := q.Totals.Coupon.Code; applied != "" {
		doc.AppliedCoupon = &documents.AppliedCoupon{Code: applied, DiscountAmount: q.Totals.Display.Discount}
	}
	if q.chosen != nil {
		title := q.chosen.Title()
		doc.SelectedShippingMethod = &documents.SelectedMethod{
			CarrierCode: q.chosen.CarrierCode, MethodCode: q.chosen.MethodCode, CarrierTitle: title, MethodTitle: title,
			Price: q.Totals.Display.Shipping,
		}
	}
	if m, ok := payment.Find(q.payments, s.Payment); ok {
		doc.SelectedPaymentMethod = &documents.SelectedPayment{Code: m.Code, Title: m.Title}
	}
	return doc
}

// Prices returns the totals of the cart.
func (q *Quote) Prices() documents.CartPrices {
	d, b := q.Totals.Display, q.Totals.Base
	return documents.CartPrices{
		Subtotal: d.Subtotal, SubtotalInclTax: d.SubtotalInclTax, SubtotalWithDiscount: d.SubtotalWithDiscount,
		DiscountAmount: zeroToNil(d.Discount), BaseDiscountAmount: zeroToNil(b.Discount), ShippingAmount: zeroToNil(d.Shipping),
		BaseShippingAmount: zeroToNil(b.Shipping), ShippingInclTax: zeroToNil(d.ShippingInclTax), ShippingTaxAmount: zeroToNil(d.ShippingTax),
		TaxAmount: d.Tax, HiddenTaxAmount: d.HiddenTax, BaseTaxAmount: b.Tax, GrandTotal: d.Grand, BaseGrandTotal: b.Grand,
		BaseSubtotal: b.Subtotal, GiftcardAmount: zeroToNil(d.GiftCard),
	}
}

// ShippingMethods returns the methods that can ship the cart.
func (q *Quote) ShippingMethods() []documents.ShippingMethod {
	out := []documents.ShippingMethod{}
	for _, r := range q.methods {
		out = append(out, documents.ShippingMethod{
			Code: r.Code(), Title: r.Title(), CarrierCode: r.CarrierCode, MethodCode: r.MethodCode, CarrierTitle: r.CarrierTitle,
			MethodTitle: r.MethodTitle, Price: q.display(r.Price).Cents(),
		})
	}
	return out
}

// PaymentMethods returns the methods that can pay for the cart.
func (q *Quote) PaymentMethods() []documents.PaymentMethod {
	out := []documents.PaymentMethod{}
	for _, m := range payment.List(q.purchase(), q.payments) {
		out = append(out, documents.PaymentMethod{Code: m.Code, Title: m.Title, SortOrder: m.SortOrder, IsOffline: m.Offline()})
	}
	return out
}

// appliedCards returns the gift cards that can pay, also those that have nothing to pay.
func (q *Quote) appliedCards() []documents.AppliedCard {
	out := []documents.AppliedCard{}
	for _, paid := range q.Totals.Cards {
		for _, card := range q.cards {
			if card.ID == paid.CardID {
				out = append(out, documents.AppliedCard{Code: paid.Code, Balance: q.display(card.Balance).Cents(), AppliedAmount: paid.Amount})
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

// Short names for the long declarations above.
var (
	orNil     = documents.Optional[string]
	zeroToNil = documents.OptionalAmount
)
