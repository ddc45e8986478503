package tax

import (
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"tradelog/domain/directory"
	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/domain/settings"
)

func d(s string) money.Decimal { return money.MustParse(s) }

// rate is a rate whose code tells where it holds.
func rate(id int64, region int64, postcode, percent string) Rate {
	return Rate{
		ID: id, Code: fmt.Sprintf("US-%d-%s", region, postcode), CountryID: "US", RegionID: region, Postcode: postcode,
		Percent: d(percent),
	}
}

func rule(id int64, priority int, rates ...int64) Rule {
	return Rule{ID: id, Priority: priority, CustomerClassIDs: []int64{3}, ProductClassIDs: []int64{2}, RateIDs: rates}
}

func TestTheMostSpecificRateOfARuleCounts(t *testing.T) {
	t.Parallel()
	zips := rate(4, 12, "90000-90099", "9")
	zips.IsRange, zips.ZipFrom, zips.ZipTo = true, "90000", "90099"
	prefix := rate(5, 12, "92*", "9.25")
	german := Rate{ID: 6, Code: "DE", CountryID: "DE", Postcode: "", Percent: d("19")}
	british := Rate{ID: 7, Code: "UK", CountryID: "GB", Postcode: "SW1*", Percent: d("20")}
	table := NewTable([]Rate{rate(1, 0, "*", "1"), rate(2, 12, "*", "8.25"), rate(3, 12, "90034", "9.5"), zips, prefix, german, british},
		[]Rule{rule(1, 1, 1, 2, 3, 4, 5, 6, 7, 99)})
	for _, c := range []struct {
		at   Location
		want int64
	}{
		{Location{"US", 12, "90034"}, 3}, {Location{"US", 12, "90035"}, 4}, {Location{"US", 12, "90100"}, 2},
		{Location{"US", 12, "92001-1234"}, 5},
		{Location{"US", 12, ""}, 2}, {Location{"US", 12, "*"}, 2}, {Location{"US", 43, "10001"}, 1}, {Location{"US", 0, "90034"}, 1},
		{Location{"us", 12, " 90034 "}, 3},
		{Location{"DE", 0, "10115"}, 6}, {Location{"GB", 0, "sw1a 1aa"}, 7}, {Location{"GB", 0, "E1"}, 0}, {Location{"FR", 0, "75001"}, 0},
		{Location{}, 0},
		{Location{"US", 12, "90034 and more than ten"}, 2},
	} {
		got := table.Match(3, 2, 1, c.at)
		switch {
		case c.want == 0 && len(got) != 0:
			t.Errorf("%v is taxed with %v", c.at, got)
		case c.want != 0 && (len(got) != 1 || got[0].RateID != c.want):
			t.Errorf("%v is taxed with %v, want rate %d", c.at, got, c.want)
		}
	}
	for _, classes := range [][2]int64{{3, 4}, {4, 2}, {0, 0}} {
		if got := table.Match(classes[0], classes[1], 1, Location{"US", 12, "90034"}); got != nil {
			t.Errorf("classes %v are taxed with %v", classes, got)
		}
	}
	if got := (*Table)(nil).Match(3, 2, 1, Location{"US", 12, ""}); got != nil {
		t.Errorf("a shop without rates taxes with %v", got)
	}
}

func TestRulesAddUpAndCompound(t *testing.T) {
	t.Parallel()
	rates := []Rate{rate(1, 0, "*", "5"), rate(2, 0, "*", "8"), rate(3, 0, "*", "2")}
	plain := rule(3, 7, 3)
	plain.CalculateSubtotal = true
	for _, c := range []struct {
		name  string
		rules []Rule
		want  string
	}{
		{"one priority adds up", []Rule{rule(1, 0, 1), rule(2, 0, 2)}, "[5 8] 13"},
		{"the next priority is charged on the earlier", []Rule{rule(2, 1, 2), rule(1, 0, 1)}, "[5 8.4] 13.4"},
		{"unless its rule says otherwise", []Rule{rule(1, 0, 1), rule(2, 1, 2), plain}, "[5 8.4 2] 15.4"},
		{"and so on", []Rule{rule(1, 0, 1), rule(2, 1, 2), rule(3, 2, 3)}, "[5 8.4 2.268] 15.668"},
	} {
		got := NewRates(money.Zero, NewTable(rates, c.rules).Match(3, 2, 1, Location{"US", 12, "90034"})...)
		var percents []string
		for _, a := range got.Applied {
			percents = append(percents, a.Percent.String())
		}
		if text := fmt.Sprintf("%v %s", percents, got.Percent); text != c.want {
			t.Errorf("%s: %s, want %s", c.name, text, c.want)
		}
	}
}

func TestLookupRemembersWhatItFound(t *testing.T) {
	t.Parallel()
	titled := rate(1, 12, "*", "8.25")
	titled.Titles = []Title{{StoreID: 2, Title: "Sales tax"}}
	table := NewTable([]Rate{titled}, SeedRules())
	california := Location{"US", 12, "90034"}
	look := table.For(2, 3, 3, california, california)
	for range 2 {
		got := look.Rates(2)
		if !got.Percent.Equal(d("8.25")) || !got.Origin.Equal(d("8.25")) || got.Applied[0].Title != "Sales tax" {
			t.Errorf("found %v", got)
		}
	}
	// A buyer who pays no tax still gets gross prices that the shop's tax is in.
	if got := table.For(1, 99, 3, california, california).Rates(2); !got.Percent.IsZero() || !got.Origin.Equal(d("8.25")) {
		t.Errorf("found %v", got)
	}
	if got := table.For(1, 3, 3, california, california).Rates(2).Applied[0].Title; got != "US-12-*" {
		t.Errorf("a rate without a title is called %q", got)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	table, err := settings.NewTable(settings.Taxes, settings.Checkout)
	if err != nil {
		t.Fatal(err)
	}
	view := func(set map[string]string) settings.View {
		return settings.NewValues(table, map[settings.Scope]map[string]string{settings.Default: set}, nil).In(1)
	}
	want := Settings{BasedOn: byShipping, Default: Location{"US", 0, "*"}, Origin: Location{"US", 12, "90034"}}
	if got := NewSettings(view(nil)); got != want {
		t.Errorf("unset: %+v", got)
	}
	got := NewSettings(view(map[string]string{
		"tax/calculation/algorithm": "UNIT_BASE_CALCULATION", "tax/calculation/based_on": "billing", "tax/calculation/price_includes_tax": "1",
		"tax/calculation/shipping_includes_tax": "1", "tax/calculation/apply_after_discount": "0", "tax/calculation/discount_tax": "1",
		"tax/calculation/apply_tax_on": "1", "tax/calculation/cross_border_trade_enabled": "1", "tax/classes/shipping_tax_class": "4",
		"tax/defaults/country": "DE", "tax/defaults/region": "80", "tax/defaults/postcode": "10115", "shipping/origin/country_id": "AT",
		"shipping/origin/region_id": "none", "shipping/origin/postcode": "1010",
	}))
	want = Settings{
		Algorithm: UnitBase, PricesIncludeTax: true, ShippingIncludesTax: true, BeforeDiscount: true, DiscountsOnGross: true,
		OnCatalogPrice: true,
		CrossBorder:    true, BasedOn: byBilling, ShippingClass: 4, Default: Location{"DE", 80, "10115"}, Origin: Location{"AT", 0, "1010"},
	}
	if got != want {
		t.Errorf("set: %+v", got)
	}
	if got := NewSettings(view(map[string]string{"tax/calculation/algorithm": "ROW_BASE_CALCULATION"})).Algorithm; got != RowBase {
		t.Errorf("algorithm %v", got)
	}
}

func TestDestination(t *testing.T) {
	t.Parallel()
	at := func(country string) Location { return LocationOf(&directory.Address{CountryID: country}) }
	all := Addresses{Billing: at("DE"), Shipping: at("FR"), DefaultBilling: at("IT"), DefaultShipping: at("ES")}
	virtual, empty := all, all
	virtual.Virtual = true
	empty.Shipping, empty.Billing = LocationOf(&directory.Address{City: "Lyon"}), LocationOf(nil)
	for _, c := range []struct {
		basedOn   string
		addresses Addresses
		want      string
	}{
		{byShipping, all, "FR"}, {byBilling, all, "DE"}, {byOrigin, all, "US"}, {"", all, "FR"}, {byShipping, virtual, "DE"},
		{byShipping, empty, "ES"}, {byBilling, empty, "IT"}, {byShipping, Addresses{}, "AT"},
	} {
		s := Settings{BasedOn: c.basedOn, Default: Location{CountryID: "AT"}, Origin: Location{CountryID: "US"}}
		if got := s.Destination(c.addresses); got.CountryID != c.want {
			t.Errorf("based on %q: %s, want %s", c.basedOn, got.CountryID, c.want)
		}
	}
}

func TestRecordsAreRefused(t *testing.T) {
	t.Parallel()
	good, zips := rate(1, 12, "*", "8"), rate(1, 12, "*", "8")
	zips.IsRange, zips.ZipFrom, zips.ZipTo = true, "100", "200"
	with := func(change func(*Rate)) Rate {
		r := zips
		change(&r)
		return r
	}
	for _, c := range []struct {
		record interface{ Check() error }
		want   error
	}{
		{Class{Name: "Books", Type: ProductClass}, nil}, {
			Class{Name: " ", Type: ProductClass}, errClassName,
		}, {Class{Name: "Books", Type: "BOOKS"}, errClassType},
		{good, nil}, {zips, nil}, {Rate{CountryID: "US"}, errRateCode}, {Rate{Code: "a"}, errRateCountry}, {
			rate(1, 0, "*", "-1"), errRateNegative,
		},
		{with(func(r *Rate) { r.ZipTo = "" }), errRangeIncomplete}, {with(func(r *Rate) { r.ZipTo = "1234567890" }), errRangeTooLong},
		{with(func(r *Rate) { r.ZipFrom = "1a" }), errRangeNotDigits}, {with(func(r *Rate) { r.ZipFrom = "201" }), errRangeBackwards},
		{rule(1, 0, 1), errRuleCode}, {Rule{Code: "a"}, errRuleCustomers}, {Rule{Code: "a", CustomerClassIDs: []int64{3}}, errRuleProducts},
		{Rule{Code: "a", CustomerClassIDs: []int64{3}, ProductClassIDs: []int64{2}}, errRuleRates}, {SeedRules()[0], nil},
	} {
		if err := c.record.Check(); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.record, err, c.want)
		}
	}
}

func TestRecordsAsTheyAreStored(t *testing.T) {
	t.Parallel()
	zips := Rate{
		CountryID: "us ", RegionID: 12, IsRange: true, ZipFrom: "90000", ZipTo: "90099", Titles: []Title{{1, "Tax"}, {2, " "}},
	}.Normalise()
	if zips.Postcode != "90000-90099" || zips.CountryID != "US" || zips.RegionID != 12 || len(zips.Titles) != 1 {
		t.Errorf("%+v", zips)
	}
	plain := Rate{CountryID: "DE", RegionID: 12, ZipFrom: "1", Postcode: " 12345678901 "}.Normalise()
	if plain.Postcode != "1234567890" || plain.RegionID != 0 || plain.ZipFrom != "" {
		t.Errorf("%+v", plain)
	}
	if all := (Rate{CountryID: "DE"}).Normalise(); all.Postcode != "*" {
		t.Errorf("%+v", all)
	}
	r := Rule{RateIDs: []int64{2, 1, 2}, CustomerClassIDs: []int64{3, 3}, ProductClassIDs: []int64{2}}.Normalise()
	if fmt.Sprint(r.RateIDs, r.CustomerClassIDs) != "[2 1] [3]" {
		t.Errorf("%+v", r)
	}
	if left, changed := r.WithoutClass(3); !changed || len(left.CustomerClassIDs) != 0 || len(r.CustomerClassIDs) != 1 {
		t.Errorf("%+v", left)
	}
	if _, changed := r.WithoutClass(9); changed {
		t.Error("a rule lost a class it never had")
	}
}

// TestSeedsAreRecords: every field of a seed is one its kind knows.
func TestSeedsAreRecords(t *testing.T) {
	t.Parallel()
	create := func(k *record.Kind, id int64, v any, check error) {
		values, err := record.Of(v)
		if err == nil {
			_, err = k.Create(record.State{}, id, values)
		}
		if err := errors.Join(err, check); err != nil {
			t.Errorf("%s %d: %v", k.Title, id, err)
		}
	}
	for _, c := range SeedClasses() {
		create(Classes, c.ID, c, c.Check())
	}
	for _, r := range SeedRates() {
		create(RateRecords, r.ID, r, r.Check())
	}
	for _, r := range SeedRules() {
		create(Rules, r.ID, r, r.Check())
	}
	got := NewTable(SeedRates(), SeedRules()).Match(3, 2, 1, Location{"US", 43, "10001"})
	if len(got) != 1 || !got[0].Percent.Equal(d("8.375")) {
		t.Errorf("New York is taxed with %v", got)
	}
}

func TestCalculator(t *testing.T) {
	t.Parallel()
	rates := NewRates(money.Zero, Applied{RateID: 1, Percent: d("8.25")})
	for _, c := range []struct {
		algorithm Algorithm
		want      string
	}{{TotalBase, "0.82 0.83 0.82"}, {RowBase, "0.82 0.82 0.82"}, {UnitBase, "0.82 0.82 0.82"}} {
		calc := NewCalculator(c.algorithm)
		add := func() money.Decimal { return calc.AddTo(d("9.99"), money.One, rates, nil) }
		if got := fmt.Sprintf("%s %s %s", add(), add(), add()); got != c.want {
			t.Errorf("algorithm %d: %s, want %s", c.algorithm, got, c.want)
		}
	}
	if got := NewCalculator(UnitBase).AddTo(d("2.97"), d("3"), rates, nil); !got.Equal(d("0.24")) {
		t.Errorf("three units at 0.99 are taxed %s", got)
	}
	if got := Regross(d("24"), d("20"), d("10")); !got.Equal(d("22")) {
		t.Errorf("24 with 20 %% in it is %s with 10 %%", got)
	}
}

// TestTheTaxWithinIsThatOnTop: taking the tax out of a gross amount and putting it on the rest gives the amount again. All rates together
// get all of a tax.
func TestTheTaxWithinIsThatOnTop(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		gross := money.FromInt(rapid.Int64Range(0, 10_000_000).Draw(t, "gross")).Div(d("100"))
		var applied []Applied
		for i := range rapid.IntRange(1, 3).Draw(t, "rates") {
			applied = append(
				applied, Applied{RateID: int64(i), Percent: money.FromInt(rapid.Int64Range(0, 400_000).Draw(t, "percent")).Div(d("10000"))},
			)
		}
		rates := NewRates(money.Zero, applied...)
		within := Contained(gross, rates.Percent)
		if again := gross.Sub(within).Add(added(gross.Sub(within), rates.Percent)); d("0.000001").Less(again.Sub(gross).Abs()) {
			t.Fatalf("%s became %s", gross, again)
		}
		for _, algorithm := range []Algorithm{TotalBase, RowBase, UnitBase} {
			tax := NewCalculator(algorithm).TakeFrom(gross, d("3"), rates)
			if tax.Sign() < 0 || gross.Less(tax) {
				t.Fatalf("the tax within %s is %s", gross, tax)
			}
			sum := money.Zero
			Spread(tax, rates, func(_ Applied, share money.Decimal) {
				if share.Sign() < 0 {
					t.Fatalf("a rate gets %s", share)
				}
				sum = sum.Add(share)
			})
			if !sum.Equal(tax) {
				t.Fatalf("the rates get %s of %s", sum, tax)
			}
		}
	})
}
