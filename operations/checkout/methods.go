package checkout

import (
	"tradelog/domain/payment"
	"tradelog/domain/settings"
	"tradelog/domain/shipping"
)

// carriers reads the configuration of the carriers, in the order they are offered.
func carriers(config settings.View) []shipping.Carrier {
	var out []shipping.Carrier
	for _, code := range []string{"flatrate", "freeshipping", "tablerate"} {
		at := "carriers/" + code + "/"
		c := shipping.Carrier{
			Code: code, Active: config.Flag(at + "active"), Title: config.Text(at + "title"), Name: config.Text(at + "name"),
			Type: config.Text(at + "type"), Price: config.Decimal(at + "price"), Handling: config.Decimal(at + "handling_fee"),
			HandlingPercent: config.Text(at+"handling_type") == "P", ShowUnavailable: config.Flag(at + "showmethod"),
		}
		if config.Flag(at + "sallowspecific") {
			c.Countries = append([]string{}, config.Codes(at+"specificcountry")...)
		}
		if config.Text(at+"free_shipping_subtotal") != "" {
			from := config.Decimal(at + "free_shipping_subtotal")
			c.FreeFrom = &from
		}
		out = append(out, c)
	}
	return out
}

// paymentMethods reads the configuration of the payment methods.
func paymentMethods(config settings.View) []payment.Method {
	var out []payment.Method
	for _, code := range payment.Codes {
		at := "payment/" + code + "/"
		m := payment.Method{
			Code: code, Title: config.Text(at + "title"), Active: config.Flag(at + "active"), SortOrder: config.Int(at + "sort_order"),
			OrderStatus: config.Text(at + "order_status"), Action: config.Text(at + "payment_action"),
		}
		if config.Flag(at + "allowspecific") {
			m.Countries = append([]string{}, config.Codes(at+"specificcountry")...)
		}
		out = append(out, m)
	}
	return out
}
