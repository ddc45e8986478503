package quote

import (
	"context"

	"tradelog/domain/fault"
	"tradelog/domain/payment"
	"tradelog/domain/settings"
	"tradelog/domain/shipping"
	"tradelog/domain/totals"
)

// The errors of methods, which are the same when they are chosen and when the order is placed.
var (
	errNoPayment  = fault.Invalidf("Payment method is not available for this cart").About(fault.Choice, "paymentMethod")
	errNoShipping = fault.Invalidf("Shipping method is not available for this address").About(fault.Choice, "shippingMethod")
	errCountry    = fault.Preconditionf("Selected payment type is not allowed for billing country.")
)

const tablePath = "carriers/" + shipping.ByTable + "/"

// table returns the prices of the carrier with a table; nil if the carrier is inactive or the website has no table.
func (s *Service) table(ctx context.Context, websiteID int64, config settings.View) (shipping.Table, error) {
	if !config.Flag(tablePath + "active") {
		return nil, nil
	}
	table, err := s.Checkout.ShippingTable(ctx, websiteID, shipping.Condition(config.Text(tablePath+"condition_name")))
	if err != nil || table == nil {
		return nil, err
	}
	return table.Prices(config.Flag(tablePath + "include_virtual_price")), nil
}

// ship finds the methods that can ship the cart to its address. It adds the price of the chosen one to the input of the totals.
func (q *Quote) ship(in *totals.Input, table shipping.Table) {
	to := q.Cart.Shipping
	if to == nil || len(q.lines) == 0 || !q.config.SellsTo(to.CountryID) {
		return
	}
	free := totals.FreeShipping(*in)
	parcel := shipping.Parcel{
		CountryID: to.CountryID, RegionID: to.RegionID, Postcode: to.Postcode, Virtual: q.virtual,
		Subtotal: free.Subtotal, SubtotalInclTax: free.SubtotalInclTax, Free: free.Shipment,
	}
	for i, l := range q.lines {
		if l.virtual {
			parcel.VirtualSubtotal = parcel.VirtualSubtotal.Add(free.Rows[i])
			if l.dynamic {
				for _, p := range l.parts {
					parcel.VirtualSubtotal = parcel.VirtualSubtotal.Add(free.Rows[p.total])
				}
			}
			continue
		}
		parcel.Qty, parcel.FreeQty = parcel.Qty.Add(l.item.Qty), parcel.FreeQty.Add(free.Of(i, l.item.Qty))
		if l.weight != nil {
			parcel.Weight = parcel.Weight.Add(l.weight.Mul(l.item.Qty).Stored())
		}
	}
	q.methods = shipping.Rates(parcel, shipping.Carriers(q.config, table))
	if rate, ok := shipping.Find(q.methods, q.Cart.Method); ok {
		q.chosen = &rate
		in.BaseShipping, in.Shipping = rate.Price, q.display(rate.Price)
	}
}

// Ships returns an error if the cart cannot choose a shipping method, given by its code such as flatrate_flatrate.
func (q *Quote) Ships(code string) error {
	if _, ok := shipping.Find(q.methods, code); !ok {
		return errNoShipping
	}
	return nil
}

// Pays returns an error if the cart cannot choose a payment method.
func (q *Quote) Pays(code string) error {
	method, known := payment.Find(q.payments, code)
	buy := q.purchase()
	switch {
	case !known || !method.Available(buy):
		return errNoPayment
	case buy.BillingCountry != "" && !method.AllowedIn(buy.BillingCountry):
		return fault.Invalidf("Payment method is not available: %s", errCountry.Message).About(fault.Unfitting, "methodCode")
	}
	return nil
}

// purchase returns the properties of the cart that the choice of payment methods depends on.
func (q *Quote) purchase() payment.Purchase {
	buy := payment.Purchase{GrandTotal: q.Totals.Base.Grand, GiftCards: q.Totals.Base.GiftCard, Virtual: q.virtual}
	if q.Cart.Billing != nil {
		buy.BillingCountry = q.Cart.Billing.CountryID
	}
	return buy
}
