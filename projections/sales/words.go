package sales

import (
	"slices"
	"strings"

	"tradelog/projections"
	"tradelog/readmodels/documents"
)

// orderWords holds the words that find orders.
var orderWords = &projections.Table{Name: "order_words", Keys: 1, Columns: projections.Columns("order_id bigint, words text")}

// wordsOf returns the words that find an order, in lower case: its number, the buyer, and the products. Each is on a line of its own, so
// that no search finds the end of one and the beginning of the next.
func wordsOf(o *documents.Order) string {
	if o == nil {
		return ""
	}
	var all []string
	add := func(words ...*string) {
		var given []string
		for _, w := range words {
			if w != nil && *w != "" {
				given = append(given, *w)
			}
		}
		if text := strings.ToLower(strings.Join(given, " ")); text != "" && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	add(&o.IncrementID)
	add(o.CustomerEmail)
	add(o.CustomerFirstname, o.CustomerLastname)
	for _, a := range []*documents.Address{o.BillingAddress, o.ShippingAddress} {
		if a != nil {
			add(&a.Firstname, &a.Lastname)
			add(a.Company)
		}
	}
	for _, i := range o.Items {
		add(&i.SKU)
		add(&i.Name)
	}
	return strings.Join(all, "\n")
}
