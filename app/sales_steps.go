package app

var salesSteps = []Step{
	onOrder("sales_orders_hold_create", "", "id", func(w *Walk, _ Arguments) Arguments { return Arguments{"reason": w.Name("why")} }),
	onOrder("sales_orders_unhold_create", "", "id", nothing),
	onOrder("sales_orders_cancel_create", "", "id", func(w *Walk, _ Arguments) Arguments { return Arguments{"reason": w.Name("why")} }),
	onOrder("sales_orders_comments_create", "", "id", func(w *Walk, _ Arguments) Arguments {
		return Arguments{"comment": w.Name("hm"), "visibleOnFront": w.Odds(2), "notifyCustomer": w.Odds(2)}
	}),
	onOrder("sales_orders_shipments_create", "shipment", "orderId", func(w *Walk, order Arguments) Arguments {
		return Arguments{"items": units(w, order), "tracks": []Arguments{{"trackNumber": w.Name("T")}}, "comment": "off it goes"}
	}),
	ChangeStep("sales_shipments_tracks_create", "shipment", func(w *Walk) Arguments {
		return Arguments{"carrierCode": pick(w, "ups", "custom"), "trackNumber": w.Name("T")}
	}),
	CallStep("sales_shipments_tracks_delete", "", func(w *Walk) Arguments {
		shipment := w.Any("shipment")
		return Arguments{"id": identifier(shipment), "trackId": member(w, shipment, "tracks")["id"]}
	}),
	ChangeStep("sales_shipments_comments_create", "shipment", func(w *Walk) Arguments {
		return Arguments{"comment": w.Name("hm"), "visibleOnFront": w.Odds(2)}
	}),
	invoiced, invoiced,
	ChangeStep("sales_invoices_capture_create", "invoice", empty),
	ChangeStep("sales_invoices_cancel_create", "invoice", empty),
	refunded, refunded, // money that gift cards paid goes back to them
}

var invoiced = onOrder("sales_orders_invoices_create", "invoice", "orderId", func(w *Walk, order Arguments) Arguments {
	return Arguments{"items": units(w, order), "capture": pick(w, "offline", "offline", "not_capture"), "comment": w.Name("invoice")}
})

var refunded = onOrder("sales_orders_credit_memos_create", "", "orderId", func(w *Walk, order Arguments) Arguments {
	items := units(w, order)
	for _, item := range items {
		item["backToStock"] = w.Odds(2)
	}
	return Arguments{"items": items, "comment": w.Name("refund"), "adjustmentPositive": w.IntN(2)}
})

// onOrder calls a tool about an order that it calls by the variable.
func onOrder(tool, kind, variable string, draw func(w *Walk, order Arguments) Arguments) Step {
	return CallStep(tool, kind, func(w *Walk) Arguments {
		order := w.Any("order")
		a := draw(w, order)
		a[variable] = identifier(order)
		return a
	})
}

func nothing(*Walk, Arguments) Arguments { return Arguments{} }

func empty(*Walk) Arguments { return Arguments{} }
