package soap

import (
	"slices"
	"strings"

	"tradelog/soap/wire"
)

// mirrored returns text fields whose members have the same names in camel case, below a path.
func mirrored(below string, names ...string) (out []wire.Field) {
	for _, name := range names {
		words := strings.Split(name, "_")
		for i, word := range words[1:] {
			words[i+1] = strings.ToUpper(word[:1]) + word[1:]
		}
		out = append(out, text(name, below+strings.Join(words, "")))
	}
	return out
}

// The types of orders.
var (
	orderTotals = mirrored("prices.", "tax_amount", "shipping_amount", "discount_amount", "subtotal", "grand_total", "total_paid",
		"total_refunded", "total_due", "total_canceled", "total_invoiced", "base_tax_amount", "base_shipping_amount", "base_discount_amount",
		"base_subtotal", "base_grand_total", "base_total_paid", "base_total_refunded", "base_total_due")
	orderFacts = slices.Concat([]wire.Field{text("order_id", "id"), text("increment_id", "incrementId"),
		text("order_currency_code", "currency"), text("payment_method", "paymentMethod"), commas("applied_rule_ids", "appliedRuleIds")},
		mirrored("", "store_id", "created_at", "updated_at", "customer_id", "total_qty_ordered", "weight", "store_name", "remote_ip", "status",
			"state", "global_currency_code", "base_currency_code", "shipping_method", "shipping_description", "customer_email",
			"customer_firstname", "customer_lastname", "quote_id", "is_virtual", "customer_group_id", "customer_is_guest", "email_sent",
			"coupon_code"), orderTotals)
	orderRow = &wire.Type{Name: "salesOrderListEntity", Fields: slices.Concat(orderFacts, []wire.Field{
		text("billing_address_id", "billingAddress.id"), text("billing_firstname", "billingAddress.firstname"),
		text("billing_lastname", "billingAddress.lastname")})}
	orderAddress = &wire.Type{Name: "salesOrderAddressEntity", Fields: append([]wire.Field{text("address_id", "id")},
		mirrored("", "customer_id", "address_type", "firstname", "lastname", "company", "street", "city", "region", "postcode", "country_id",
			"telephone", "fax", "region_id")...)}
	orderLines = &wire.Type{Name: "salesOrderItemEntityArray", Item: &wire.Type{Name: "salesOrderItemEntity", Fields: append([]wire.Field{
		text("item_id", "id")}, mirrored("", "product_id", "parent_item_id", "product_type", "sku", "name", "weight", "is_virtual",
		"free_shipping", "is_qty_decimal", "no_discount", "qty_ordered", "qty_invoiced", "qty_shipped", "qty_refunded", "qty_canceled", "price",
		"base_price", "original_price", "tax_percent", "tax_amount", "base_tax_amount", "discount_percent", "discount_amount",
		"base_discount_amount", "amount_refunded", "row_total", "base_row_total", "row_weight", "created_at")...)}}
	orderPayment = &wire.Type{Name: "salesOrderPaymentEntity", Fields: []wire.Field{text("amount_ordered", "prices.grandTotal"),
		text("base_amount_ordered", "prices.baseGrandTotal"), text("shipping_amount", "prices.shippingAmount"),
		text("method", "paymentMethod")}}
	orderHistory = &wire.Type{Name: "salesOrderStatusHistoryEntityArray", Item: &wire.Type{Name: "salesOrderStatusHistoryEntity",
		Fields: []wire.Field{text("created_at", "createdAt"), text("is_customer_notified", "isCustomerNotified"), text("status", "status"),
			text("comment", "note")}}}
	orderItem = &wire.Type{Name: "salesOrderEntity", Fields: slices.Concat(orderFacts, []wire.Field{
		optional("shipping_address", orderAddress, "shippingAddress"), optional("billing_address", orderAddress, "billingAddress"),
		optional("items", orderLines, "items"), optional("payment", orderPayment, ""),
		optional("status_history", orderHistory, "statusHistory")})}

	quantities = &wire.Type{Name: "orderItemIdQtyArray", Read: numbered, Item: &wire.Type{Name: "orderItemIdQty", Fields: []wire.Field{
		{Name: "order_item_id", Type: wire.Int, Required: true, Of: "orderItemId"}, {Name: "qty", Type: wire.Double, Required: true, Of: "qty"}}}}
)

// numbered converts a map of quantities by line number to a list of quantities.
func numbered(v wire.Value) wire.Value {
	m, ok := v.(wire.Map)
	if _, single := m.Get("order_item_id"); !ok || single {
		return v
	}
	out := wire.List{}
	for _, e := range m {
		out = append(out, wire.Map{{Name: "order_item_id", Value: e.Name}, {Name: "qty", Value: e.Value}})
	}
	return out
}

// everythingLeft removes an empty list of lines from a body. It stands for all remaining lines of an order.
func everythingLeft(body map[string]any) {
	if list, ok := body["items"].([]any); ok && len(list) == 0 {
		delete(body, "items")
	}
}

// partArgs returns the arguments for a new shipment or invoice of an order. includeComment has no effect: e-mails always have the comment.
func partArgs(order arg) []arg {
	return []arg{order, {Name: "itemsQty", Type: quantities, Optional: true}, {Name: "comment", Type: wire.String, Optional: true},
		{Name: "email", Type: wire.Boolean, Optional: true}, {Name: "includeComment", Type: wire.Boolean, Optional: true}}
}

var partMembers = map[string]string{"itemsQty": "items", "comment": "comment", "email": "notifyCustomer"}

const (
	listOrders    = "GET /orders"
	listShipments = "GET /shipments"
	listInvoices  = "GET /invoices"
)

var orderNumber = arg{Name: "orderIncrementId", Type: wire.String}

// orders returns the resource of the orders of the shop.
func orders() *resource {
	const acl = "sales/order"
	named, found := map[string]string{"orderIncrementId": "id"}, map[string]finder{"orderIncrementId": byNumber(listOrders, 100)}
	act := func(name, title string) *method {
		return &method{Name: name, Title: title, ACL: acl + "/change", Args: []arg{orderNumber}, Returns: wire.Boolean, Literal: wire.Int,
			Via: &via{Operation: "POST /orders/{id}/" + name, Variables: named, Find: found, Members: map[string]string{}}}
	}
	return &resource{
		Name: "sales_order", V2: "salesOrder", Aliases: []string{"order"}, Title: "Orders", ACL: acl,
		Faults: []soapFault{{Code: 100, Message: "There is no such order."}, {Code: 101, Message: "The filters are not valid.", Detailed: true},
			{Code: 103, Message: "The status of the order was not changed.", Detailed: true}},
		Refused: map[string]int{"not found": 100, "invalid": 103, "precondition": 103, "conflict": 103},
		Methods: []*method{
			{Name: "list", Title: "List orders", ACL: acl + "/info", Args: []arg{filterArg}, Refused: map[string]int{"invalid": 101},
				Returns: &wire.Type{Name: "salesOrderListEntityArray", Item: orderRow}, Via: &via{
					Operation: listOrders, Filters: &filters{Invalid: 101, Params: moments(map[string]string{"increment_id eq": "incrementId",
						"status eq": "status", "state eq": "state", "store_id eq": "storeId", "customer_id eq": "customerId",
						"customer_email eq": "email"}), Fields: []wire.Field{text("entity_id", "id")}},
				}},
			{Name: "info", Title: "Get an order", ACL: acl + "/info", Args: []arg{orderNumber}, Returns: orderItem, Via: &via{
				Operation: "GET /orders/{id}", Variables: named, Find: found,
			}},
			act("hold", "Put an order on hold"), act("unhold", "Release an order from hold"), act("cancel", "Cancel an order"),
		},
	}
}

// shipments returns the resource of shipments.
func shipments() *resource {
	const acl = "sales/order/shipment"
	return &resource{
		Name: "sales_order_shipment", V2: "salesOrderShipment", Aliases: []string{"order_shipment"}, Title: "Shipments", ACL: acl,
		Faults: []soapFault{{Code: 100, Message: "There is no such shipment."},
			{Code: 102, Message: "The data of the shipment are not valid.", Detailed: true}, {Code: 103, Message: "There is no such order."}},
		Refused: map[string]int{"invalid": 102, "precondition": 102, "conflict": 102},
		Methods: []*method{
			{Name: "create", Title: "Ship an order", ACL: acl + "/create", Args: partArgs(orderNumber), Returns: wire.String,
				Part: "shipmentIncrementId", Refused: map[string]int{"not found": 103}, Via: &via{
					Operation: "POST /orders/{orderId}/shipments", Variables: map[string]string{"orderIncrementId": "orderId"},
					Find:    map[string]finder{"orderIncrementId": byNumber(listOrders, 103)},
					Members: partMembers, Adjust: everythingLeft, Result: member("incrementId"),
				}},
			{Name: "addTrack", Title: "Add a tracking number to a shipment", ACL: acl + "/track", Args: []arg{
				{Name: "shipmentIncrementId", Type: wire.String}, {Name: "carrier", Type: wire.String}, {Name: "title", Type: wire.String},
				{Name: "trackNumber", Type: wire.String}}, Returns: wire.Int, Refused: map[string]int{"not found": 100}, Via: &via{
				Operation: "POST /shipments/{id}/tracks", Variables: map[string]string{"shipmentIncrementId": "id"},
				Find:    map[string]finder{"shipmentIncrementId": byNumber(listShipments, 100)},
				Members: map[string]string{"carrier": "carrierCode", "title": "title", "trackNumber": "trackNumber"},
				Result:  member("tracks.last.id"),
			}},
		},
	}
}

// invoices returns the resource of invoices. The argument invoiceIncrementId of create is the number of an order, in spite of its name.
func invoices() *resource {
	const acl = "sales/order/invoice"
	number := arg{Name: "invoiceIncrementId", Type: wire.String}
	return &resource{
		Name: "sales_order_invoice", V2: "salesOrderInvoice", Aliases: []string{"order_invoice"}, Title: "Invoices", ACL: acl,
		Faults: []soapFault{{Code: 100, Message: "There is no such invoice."},
			{Code: 102, Message: "The data of the invoice are not valid.", Detailed: true}, {Code: 103, Message: "There is no such order."},
			{Code: 104, Message: "The status of the invoice was not changed.", Detailed: true}},
		Methods: []*method{
			{Name: "create", Title: "Invoice an order", ACL: acl + "/create", Args: partArgs(number), Returns: wire.String,
				Refused: map[string]int{"not found": 103, "invalid": 102, "precondition": 102, "conflict": 102}, Via: &via{
					Operation: "POST /orders/{orderId}/invoices", Variables: map[string]string{"invoiceIncrementId": "orderId"},
					Find:    map[string]finder{"invoiceIncrementId": byNumber(listOrders, 103)},
					Members: partMembers, Adjust: everythingLeft, Result: member("incrementId"),
				}},
			{Name: "capture", Title: "Capture an invoice", ACL: acl + "/capture", Args: []arg{number}, Returns: wire.Boolean, Literal: wire.Int,
				Refused: map[string]int{"not found": 100, "invalid": 104, "precondition": 104, "conflict": 104}, Via: &via{
					Operation: "POST /invoices/{id}/capture", Variables: map[string]string{"invoiceIncrementId": "id"},
					Find: map[string]finder{"invoiceIncrementId": byNumber(listInvoices, 100)}, Members: map[string]string{},
				}},
		},
	}
}
