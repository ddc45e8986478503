package shipping

import (
	"testing"

	"tradelog/domain/money"
)

func d(s string) money.Decimal { return money.MustParse(s) }

func TestRates(t *testing.T) {
	t.Parallel()
	flat := Carrier{Code: "flatrate", Active: true, Title: "Flat Rate", Name: "Fixed", Type: "I", Price: d("5")}
	fifty := d("50")
	free := Carrier{Code: "freeshipping", Active: true, Title: "Free Shipping", Name: "Free", FreeFrom: &fifty}
	perOrder, off, onlyUS, fee := flat, flat, flat, flat
	fixedFee, odd := flat, flat
	fixedFee.Handling, odd.Type = d("2.5"), "X"
	perOrder.Type, off.Active, onlyUS.Countries = "O", false, []string{"US"}
	fee.Handling, fee.HandlingPercent = d("10"), true
	shown := onlyUS
	shown.ShowUnavailable = true
	parcel := Parcel{CountryID: "DE", Qty: d("3"), SubtotalInclTax: d("49.99")}
	rich := parcel
	rich.SubtotalInclTax = d("50")
	given, partly := parcel, parcel
	given.Free, partly.FreeQty = true, d("2")
	byTable, noRate, none := flat, flat, flat
	byTable.Code, byTable.Handling = "tablerate", d("1")
	byTable.Table = func(p Parcel) (money.Decimal, bool) { return p.Qty, true }
	noRate.Code, noRate.ShowUnavailable = "tablerate", true
	noRate.Table = func(Parcel) (money.Decimal, bool) { return money.Zero, false }
	none.Code = "tablerate"
	for _, c := range []struct {
		name     string
		parcel   Parcel
		carriers []Carrier
		want     map[string]string
	}{
		{"flat rate is per item", parcel, []Carrier{flat}, map[string]string{"flatrate_flatrate": "15"}},
		{"flat rate per order", parcel, []Carrier{perOrder}, map[string]string{"flatrate_flatrate": "5"}},
		{"handling as a percentage", parcel, []Carrier{fee}, map[string]string{"flatrate_flatrate": "16.5"}},
		{"handling as an amount", parcel, []Carrier{fixedFee}, map[string]string{"flatrate_flatrate": "17.5"}},
		{"a type nobody knows has no rate", parcel, []Carrier{odd}, nil},
		{"an inactive carrier is not offered", parcel, []Carrier{off}, nil},
		{"a carrier for other countries is not offered", parcel, []Carrier{onlyUS}, nil},
		{"a carrier for other countries is shown where it is wanted", parcel, []Carrier{shown}, map[string]string{"flatrate_": "0"}},
		{"free shipping below its subtotal is not offered", parcel, []Carrier{free}, nil},
		{
			"free shipping from its subtotal", rich, []Carrier{flat, free},
			map[string]string{"flatrate_flatrate": "15", "freeshipping_freeshipping": "0"},
		},
		{"some items for nothing", partly, []Carrier{flat}, map[string]string{"flatrate_flatrate": "5"}},
		{
			"all for nothing, handling too", given, []Carrier{fixedFee, byTable, free},
			map[string]string{"flatrate_flatrate": "0", "tablerate_bestway": "0", "freeshipping_freeshipping": "0"},
		},
		{"a rate of a table, with handling", parcel, []Carrier{byTable}, map[string]string{"tablerate_bestway": "4"}},
		{"nothing fits in the table", parcel, []Carrier{noRate}, map[string]string{"tablerate_": "0"}},
		{"without a table there is no rate", parcel, []Carrier{none}, nil},
		{"without a country there are no rates", Parcel{Qty: d("1")}, []Carrier{flat}, nil},
		{"virtual goods need no shipping", Parcel{CountryID: "DE", Virtual: true}, []Carrier{flat}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := Rates(c.parcel, c.carriers)
			if len(got) != len(c.want) {
				t.Fatalf("got %v", got)
			}
			for _, r := range got {
				if c.want[r.Code()] != r.Price.String() {
					t.Errorf("%s costs %s", r.Code(), r.Price)
				}
			}
		})
	}
	if _, ok := Find(Rates(parcel, []Carrier{shown}), "flatrate_"); ok {
		t.Error("a carrier that does not ship there was chosen")
	}
	if got := Rates(parcel, []Carrier{flat})[0].Title(); got != "Flat Rate - Fixed" {
		t.Error(got)
	}
}
