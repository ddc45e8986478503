package payment

import (
	"tradelog/domain/locale"
	"tradelog/domain/settings"
)

// CashOnDelivery is the code of the method that is paid in cash.
const CashOnDelivery = "cashondelivery"

// PurchaseOrder is the code of the method that takes the number of the buyer's own order.
const PurchaseOrder = "purchaseorder"

// The default titles are shown in the language of a store view (settings.View.Title).
var _ = []locale.Message{
	locale.Text("Check / Money order"), locale.Text("No Payment Information Required"), locale.Text("Cash On Delivery"),
	locale.Text("Bank Transfer Payment"), locale.Text("Purchase Order"), locale.Text("Sandbox payment"),
}

// Methods returns the payment methods with their configuration.
func Methods(config settings.View) []Method {
	var out []Method
	for _, code := range codes {
		at := "payment/" + code + "/"
		m := Method{
			Code: code, Title: config.Title(at + "title"), Active: config.Flag(at + "active"), SortOrder: config.Int(at + "sort_order"),
			OrderStatus: config.Text(at + "order_status"), Action: config.Text(at + "payment_action"),
		}
		if config.Flag(at + "allowspecific") {
			m.Countries = append([]string{}, config.Codes(at+"specificcountry")...)
		}
		out = append(out, m)
	}
	return out
}
