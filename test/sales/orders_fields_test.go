package sales_test

import (
	"strings"
	"testing"

	"tradelog/test/salestest"
)

// The members of the documents, in the order of shapes-sales §7, §11 and §0.4. A ? marks members that are left out if they are null.
const (
	orderMembers = `id incrementId customerId? customerEmail customerFirstname? customerLastname? customerMiddlename? customerPrefix?
		customerSuffix? customerTaxvat? customerDob? customerGender? customerGroupId customerIsGuest customerNote? status state items
		billingAddress prices paymentMethod paymentMethodTitle shippingMethod? shippingDescription? couponCode? couponRuleName?
		discountDescription? appliedRuleIds giftcardCodes storeId storeName quoteId isVirtual weight? emailSent extOrderId? extCustomerId?
		currency baseCurrencyCode globalCurrencyCode holdBeforeState? holdBeforeStatus? totalItemCount totalQtyOrdered changeAmount?
		statusHistory shipments createdAt updatedAt extensions`
	orderPriceMembers = `subtotal subtotalInclTax taxAmount grandTotal totalPaid totalRefunded totalDue baseGrandTotal baseSubtotal
		baseTaxAmount baseTotalPaid baseTotalRefunded baseTotalDue discountAmount baseDiscountAmount shippingAmount shippingAmountInclTax
		baseShippingAmount shippingTaxAmount hiddenTaxAmount shippingDiscountAmount totalCanceled totalInvoiced subtotalCanceled
		subtotalInvoiced subtotalRefunded adjustmentPositive adjustmentNegative giftcardAmount`
	orderItemMembers = `id productId parentItemId? storeId sku name description? productType qty qtyOrdered qtyInvoiced qtyShipped qtyRefunded
		qtyCanceled qtyBackordered? price priceInclTax rowTotal rowTotalInclTax basePrice baseRowTotal originalPrice? discountAmount?
		discountPercent? taxAmount? taxPercent? baseTaxAmount? baseDiscountAmount? amountRefunded? taxRefunded? discountRefunded? weight?
		rowWeight? isVirtual isQtyDecimal freeShipping noDiscount additionalData? extOrderItemId? productOptions createdAt extensions`
	rowAddressMembers = `id firstname lastname company? street city region? postcode countryId telephone`
	historyMembers    = `note status createdAt isCustomerNotified isVisibleOnFront changedBy? changedByName?`
	shipmentMembers   = `id orderId storeId incrementId orderIncrementId totalQty totalWeight emailSent shipmentStatus packages comments
		tracks items createdAt updatedAt extensions`
	commentMembers      = `id comment createdAt isCustomerNotified isVisibleOnFront`
	trackMembers        = `id carrier title trackNumber description? weight? qty? createdAt updatedAt extensions`
	shipmentItemMembers = `id orderItemId productId sku name qty price rowTotal weight? description? extensions`
)

// TestTheMembersOfOrdersAndShipments checks that orders and shipments have exactly the members of the contract.
func TestTheMembersOfOrdersAndShipments(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "19.99", 10, fields{"cost": 3})
	placed := s.Order("MUG*2")
	s.Must(201, "POST", path(placed, "/shipments"), fields{
		"items": []any{fields{"orderItemId": salestest.At(placed, "items.0.id"), "qty": 1}}, "tracks": []any{fields{"trackNumber": "1Z"}},
		"comment": "Off it goes",
	}, s.Service...)
	shipment := s.Must(201, "POST", path(placed, "/shipments"), fields{}, s.Service...).Object(t)
	order := s.Must(200, "GET", path(placed, ""), nil, s.Service...).Object(t)

	salestest.Members(t, "a placed order", placed,
		strings.Replace(orderMembers, "shipments", "shipments shippingAddress accessToken remoteIp? xForwardedFor?", 1))
	salestest.Members(t, "an order", order, orderMembers+" shippingAddress remoteIp xForwardedFor?")
	salestest.Members(t, "its prices", order["prices"], orderPriceMembers)
	salestest.Members(t, "its line", salestest.At(order, "items.0"), orderItemMembers)
	salestest.Members(t, "its billing address", order["billingAddress"], addressMembers)
	salestest.Members(t, "its shipping address", order["shippingAddress"], addressMembers)
	salestest.Members(t, "its history", salestest.At(order, "statusHistory.0"), historyMembers)
	for _, of := range []any{shipment, salestest.At(order, "shipments.0"), salestest.At(order, "shipments.1")} {
		salestest.Members(t, "a shipment", of, shipmentMembers)
		salestest.Members(t, "its line", salestest.At(of, "items.0"), shipmentItemMembers)
	}
	salestest.Members(t, "its comment", salestest.At(order, "shipments.0.comments.0"), commentMembers)
	salestest.Members(t, "its track", salestest.At(order, "shipments.0.tracks.0"), trackMembers)
	row := s.Must(200, "GET", "/orders", nil, s.Service...).List(t)[0]
	salestest.Members(t, "a row", row, orderMembers+" remoteIp xForwardedFor?")
	salestest.Members(t, "its address", row["billingAddress"], rowAddressMembers)
	salestest.Check(t, row, fields{
		"statusHistory": []any{}, "shipments": []any{}, "paymentMethodTitle": "checkmo", "shippingAddress": nil, "items.0.sku": "MUG",
	})

	salestest.Check(t, order, fields{
		"incrementId": "100000001", "customerGroupId": 0, "customerIsGuest": true, "customerEmail": "gina@example.com", "state": "processing",
		"status": "processing", "paymentMethod": "checkmo", "paymentMethodTitle": "Check / Money order", "shippingMethod": "flatrate_flatrate",
		"shippingDescription": "Flat Rate - Fixed", "giftcardCodes": []any{}, "appliedRuleIds": []any{}, "storeId": 1,
		"storeName": "Main Website\nMain Store\nDefault Store View", "isVirtual": false,
		"weight": 3, "emailSent": false, "currency": "USD", "baseCurrencyCode": "USD", "globalCurrencyCode": "USD", "totalItemCount": 1,
		"totalQtyOrdered": 2, "billingAddress.firstname": "Gina", "billingAddress.street": []string{"1 Main St", "Door 2"},
		"billingAddress.region": "California", "billingAddress.regionId": 12, "billingAddress.addressType": "billing",
		"shippingAddress.addressType": "shipping", "billingAddress.email": "gina@example.com",
		"items.0.price": 19.99, "items.0.rowTotal": 39.98, "items.0.qty": 2, "items.0.qtyShipped": 2, "items.0.originalPrice": 19.99,
		"items.0.weight": 1.5, "items.0.rowWeight": 3, "items.0.productType": "simple",
		"items.0.productOptions": fields{"info_buyRequest": fields{"sku": "MUG", "qty": 2}},
		"prices.subtotal":        39.98, "prices.shippingAmount": 10, "prices.grandTotal": 49.98, "prices.totalDue": 49.98,
		"prices.discountAmount": nil, "prices.totalPaid": 0, "shipments.#": 2, "remoteIp": "127.0.0.1",
	})
	salestest.Check(t, shipment, fields{
		"incrementId": "100000002", "orderIncrementId": "100000001", "totalQty": 1, "totalWeight": 1.5, "shipmentStatus": 1, "packages": []any{},
		"tracks": []any{}, "items.0.sku": "MUG", "items.0.qty": 1, "items.0.price": 19.99, "items.0.rowTotal": 19.99,
		"items.0.orderItemId": salestest.At(order, "items.0.id"),
	})
	for name, at := range map[string]any{"createdAt": order["createdAt"], "updatedAt": order["updatedAt"]} {
		if text, _ := at.(string); len(text) != len("2006-01-02 15:04:05") {
			t.Errorf("%s is %v", name, at)
		}
	}
	linked := s.Must(200, "GET", path(placed, ""), nil, salestest.With(s.Service, "Accept", "application/ld+json")...).Object(t)
	salestest.Check(t, linked, fields{
		"@context": "/api/contexts/Order", "@type": "Order", "items.0.@type": "OrderItem", "billingAddress.@type": "Address",
		"shipments.0.@type": "Shipment",
	})
}
