package shipping

import (
	"tradelog/domain/locale"
	"tradelog/domain/settings"
)

// The default titles of carriers and methods are shown in the language of a store view (settings.View.Title).
var _ = []locale.Message{
	locale.Text("Flat Rate"), locale.Text("Fixed"), locale.Text("Free Shipping"), locale.Text("Free"), locale.Text("Best Way"),
	locale.Text("Table Rate"),
}

// Carriers returns the carriers with their configuration, in the order in which they are offered. table has the prices of the carrier
// ByTable.
func Carriers(config settings.View, table Table) []Carrier {
	var out []Carrier
	for _, code := range []string{"flatrate", "freeshipping", ByTable} {
		at := "carriers/" + code + "/"
		c := Carrier{
			Code: code, Active: config.Flag(at + "active"), Title: config.Title(at + "title"), Name: config.Title(at + "name"),
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
		if code == ByTable {
			c.Table = table
		}
		out = append(out, c)
	}
	return out
}
