package histories

var salesSteps = []Step{
	{Name: "sales_orders_hold_create", Of: "order", With: Arguments{"reason": Named("why")}},
	{Name: "sales_orders_unhold_create", Of: "order"},
	{Name: "sales_orders_cancel_create", Of: "order", With: Arguments{"reason": Named("why")}},
	{Name: "sales_orders_comments_create", Of: "order", With: comment},
	{Name: "sales_orders_shipments_create", Of: "order", Makes: "shipment", With: Arguments{
		"items": someLines, "tracks": []any{Arguments{"trackNumber": Named("T")}}, "comment": "off it goes",
	}},
	{Name: "sales_shipments_tracks_create", Of: "shipment", Makes: "shipment", With: Arguments{
		"carrierCode": oneOf("ups", "custom"), "trackNumber": Named("T"),
	}},
	{Name: "sales_shipments_tracks_delete", Of: "shipment", With: Arguments{"trackId": partOf("tracks")}},
	{Name: "sales_shipments_comments_create", Of: "shipment", With: comment},
	invoiced, invoiced, authorised, authorised,
	{Name: "sales_invoices_capture_create", Of: "open invoice", Ends: true},
	{Name: "sales_invoices_cancel_create", Of: "open invoice", Ends: true},
	invoiced, refunded, refunded, refunded, // money that gift cards paid returns to them
}

var (
	comment = Arguments{"comment": Named("hm"), "visibleOnFront": oneOf(true, false), "notifyCustomer": oneOf(true, false)}
	// someLines draws one unit of a line, or nothing, which means everything that is left.
	someLines = oneOf(nil, []any{Arguments{"orderItemId": partOf("items"), "qty": 1}})
	invoiced  = Step{Name: "sales_orders_invoices_create", Of: "order", With: Arguments{"items": someLines, "comment": Named("invoice")}}
	// authorised makes an invoice whose money is captured later.
	authorised = Step{Name: "sales_orders_invoices_create", Of: "online order", Makes: "open invoice", With: Arguments{
		"items": someLines, "capture": "not_capture",
	}}
	refunded = Step{Name: "sales_orders_credit_memos_create", Of: "order", With: Arguments{
		"items":   oneOf(nil, []any{Arguments{"orderItemId": partOf("items"), "qty": 1, "backToStock": oneOf(true, false)}}),
		"comment": Named("refund"), "adjustmentPositive": oneOf(0, 1),
	}}
)
