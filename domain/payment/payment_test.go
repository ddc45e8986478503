package payment

import (
	"testing"

	"tradelog/domain/money"
)

func TestList(t *testing.T) {
	t.Parallel()
	ten := money.FromInt(10)
	methods := []Method{
		{Code: "checkmo", Active: true}, {Code: "free", Active: true, SortOrder: 1}, {Code: "cashondelivery", Active: true},
		{Code: "banktransfer", Active: true, SortOrder: -1, Countries: []string{"DE"}}, {Code: "purchaseorder"},
	}
	for _, c := range []struct {
		name     string
		purchase Purchase
		want     []string
	}{
		{
			"by sort order, inactive left out", Purchase{GrandTotal: ten, BillingCountry: "DE"},
			[]string{"banktransfer", "checkmo", "cashondelivery"},
		},
		{"countries limit the list", Purchase{GrandTotal: ten, BillingCountry: "US"}, []string{"checkmo", "cashondelivery"}},
		{"virtual goods cannot be paid on delivery", Purchase{GrandTotal: ten, Virtual: true, BillingCountry: "US"}, []string{"checkmo"}},
		{"free is for nothing to pay", Purchase{BillingCountry: "US"}, []string{"checkmo", "cashondelivery", "free"}},
		{"gift cards that cover all leave only free", Purchase{GiftCards: ten}, []string{"free"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, m := range List(c.purchase, methods) {
				got = append(got, m.Code)
			}
			if len(got) != len(c.want) {
				t.Fatalf("got %v", got)
			}
			for i := range got {
				if got[i] != c.want[i] {
					t.Fatalf("got %v", got)
				}
			}
		})
	}
}
