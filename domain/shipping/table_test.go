package shipping

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tradelog/domain/directory"
	"tradelog/domain/money"
)

// rate is a row written as "US 12 90* 5: 7.50"; * is any.
func rate(text string) TableRate {
	var r TableRate
	var region, zip, from, price string
	if n, err := fmt.Sscan(strings.Replace(text, ":", " ", 1), &r.Country, &region, &zip, &from, &price); n != 5 {
		panic(fmt.Sprint(text, err))
	}
	if r.Country == "*" {
		r.Country = ""
	}
	if region != "*" {
		fmt.Sscan(region, &r.Region)
	}
	if zip != "*" {
		r.Zip = zip
	}
	r.From, r.Price = d(from), d(price)
	return r
}

func rates(texts ...string) []TableRate {
	var out []TableRate
	for _, t := range texts {
		out = append(out, rate(t))
	}
	return out
}

func TestTablesFindTheMostSpecificPlace(t *testing.T) {
	t.Parallel()
	table := NewRateTable(ByWeight, rates("* * * 0: 1", "* * * 10: 2", "US * * 0: 3", "US * * 10: 4", "US 12 * 5: 5",
		"US 12 9* 0: 6", "US 12 9021* 0: 7", "US 12 90210 0: 8", "US 12 90210 20: 9",
		"US * 10* 0: 10", "US 43 * 0: 11", "* * 902* 0: 12", "GB * sw1A* 0: 13", "US 12 90210-12* 0: 14"))
	for _, c := range []struct {
		country string
		region  int64
		zip     string
		weight  string
		want    string
	}{
		{"FR", 0, "75001", "0", "1"}, {"FR", 0, "75001", "9.9999", "1"}, {"FR", 0, "75001", "10", "2"}, {"FR", 0, "75001", "1000", "2"},
		{"US", 0, "33101", "1", "3"}, {"US", 0, "", "10", "4"},
		{"US", 12, "80000", "5", "5"}, {"US", 12, "80000", "4.99", "3"}, // the region's row starts higher: the country's fits
		{"US", 12, "91000", "1", "6"}, {"US", 12, "90219", "1", "7"}, {"US", 12, "90210", "1", "8"}, {"US", 12, "90210", "20", "9"}, {
			"US", 12, " 90210 ", "1", "8",
		},
		{"US", 12, "90210-1234", "1", "14"}, {"US", 12, "90210-1", "1", "7"},
		{"US", 43, "10001", "1", "11"},                               // region before postcode
		{"US", 99, "10001", "1", "10"}, {"US", 0, "90210", "1", "3"}, // country before postcode
		{"FR", 0, "90210", "1", "12"}, {"GB", 0, "SW1A 1AA", "1", "13"}, {"GB", 0, "sw1a1aa", "1", "13"},
	} {
		got, ok := table.Find(Parcel{CountryID: c.country, RegionID: c.region, Postcode: c.zip, Weight: d(c.weight)}, true)
		if !ok || got.Price.String() != c.want {
			t.Errorf("%s of %s to %s %d %s: %v, %v; want %s", c.weight, "weight", c.country, c.region, c.zip, got, ok, c.want)
		}
	}
	if got, ok := NewRateTable(ByQty, rates("US * * 2: 5")).Find(Parcel{CountryID: "US", Qty: d("1")}, true); ok {
		t.Errorf("below all rows: %v", got)
	}
	if got, ok := NewRateTable(ByQty, nil).Find(Parcel{CountryID: "US"}, true); ok {
		t.Errorf("an empty table: %v", got)
	}
}

// TestFindingIsSearching: finding through destinations returns the same row as a search through all rows.
func TestFindingIsSearching(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(20260501, 1))
	one := func(of ...string) string { return of[random.IntN(len(of))] }
	for range 300 {
		var rows []TableRate
		for n := range random.IntN(25) {
			row := rate(fmt.Sprintf(
				"%s %s %s %d: %d", one("*", "US", "DE"), one("*", "1", "2"), one("*", "1*", "12*", "123", "123*", "13*"), random.IntN(6), n,
			))
			if row.Country == "" {
				row.Region = 0
			}
			twice := false
			for _, r := range rows {
				twice = twice || r.destination() == row.destination() && r.From.Equal(row.From)
			}
			if !twice {
				rows = append(rows, row)
			}
		}
		table := NewRateTable(ByQty, rows)
		for range 20 {
			p := Parcel{
				CountryID: one("US", "DE", "FR"), RegionID: int64(random.IntN(4)), Postcode: one("", "1", "12", "123", "1234", "139", "9"),
				Qty: money.FromInt(int64(random.IntN(7))),
			}
			want, found := search(rows, p)
			got, ok := table.Find(p, true)
			if ok != found || !reflect.DeepEqual(got, want) {
				t.Fatalf("%+v: found %+v, want %+v, in %+v", p, got, want, rows)
			}
		}
	}
}

// search is the rule as the sheet has it, row by row.
func search(rows []TableRate, p Parcel) (best TableRate, found bool) {
	rank := func(r TableRate) [4]int {
		out := [4]int{0, 0, 2 * len(r.Zip), int(r.From.Int())}
		if r.Country != "" {
			out[0] = 1
		}
		if r.Region != 0 {
			out[1] = 1
		}
		if strings.HasSuffix(r.Zip, "*") {
			out[2] = 2*len(r.Zip) - 3 // without its star, and behind the whole postcode
		}
		return out
	}
	for _, r := range rows {
		begin, prefix := strings.CutSuffix(r.Zip, "*")
		fits := (r.Country == "" || r.Country == p.CountryID) && (r.Region == 0 || r.Region == p.RegionID) && !p.Qty.Less(r.From) &&
			(r.Zip == "" || r.Zip == p.Postcode || prefix && strings.HasPrefix(p.Postcode, begin))
		if !fits {
			continue
		}
		a, b := rank(r), rank(best)
		better := false
		for i := range a {
			if a[i] != b[i] {
				better = a[i] > b[i]
				break
			}
		}
		if !found || better {
			best, found = r, true
		}
	}
	return best, found
}

func TestWhatTablesGoBy(t *testing.T) {
	t.Parallel()
	p := Parcel{CountryID: "US", Qty: d("3"), Weight: d("4.5"), Subtotal: d("100"), VirtualSubtotal: d("40"), SubtotalInclTax: d("119")}
	for _, c := range []struct {
		by      Condition
		virtual bool
		want    string
	}{{ByQty, true, "3"}, {ByWeight, true, "4.5"}, {ByValue, true, "100"}, {ByValue, false, "60"}, {ByQty, false, "3"}} {
		row := TableRate{From: d(c.want), Price: d("1")}
		if _, ok := NewRateTable(c.by, []TableRate{row}).Find(p, c.virtual); !ok {
			t.Errorf("%s is less than %s", c.by, c.want)
		}
		row.From = row.From.Add(d("0.0001"))
		if _, ok := NewRateTable(c.by, []TableRate{row}).Find(p, c.virtual); ok {
			t.Errorf("%s is more than %s", c.by, c.want)
		}
	}
}

// TestTableRatesAmongTheOthers: the carrier adds handling, is free where all is, and is shown without a method where nothing fits.
func TestTableRatesAmongTheOthers(t *testing.T) {
	t.Parallel()
	table := NewRateTable(ByQty, rates("US * * 2: 7.5")).Prices(true)
	carrier := Carrier{Code: "tablerate", Active: true, Title: "Best Way", Name: "Table Rate", Table: table}
	flat := Carrier{Code: "flatrate", Active: true, Title: "Flat Rate", Name: "Fixed", Type: "O", Price: d("5")}
	with := func(change func(*Carrier)) Carrier {
		c := carrier
		change(&c)
		return c
	}
	two := Parcel{CountryID: "US", Qty: d("2")}
	free := two
	free.Free = true
	for _, c := range []struct {
		name    string
		parcel  Parcel
		carrier Carrier
		want    string
	}{
		{"after flat rate", two, carrier, "flatrate_flatrate 5 tablerate_bestway 7.5"},
		{"with handling", two, with(func(c *Carrier) { c.Handling = d("1.25") }), "flatrate_flatrate 5 tablerate_bestway 8.75"},
		{
			"as a percentage", two, with(func(c *Carrier) { c.Handling, c.HandlingPercent = d("10"), true }),
			"flatrate_flatrate 5 tablerate_bestway 8.25",
		},
		{"nothing fits", Parcel{CountryID: "DE", Qty: d("2")}, carrier, "flatrate_flatrate 5"},
		{
			"nothing fits, and it is shown", Parcel{CountryID: "DE", Qty: d("2")}, with(func(c *Carrier) { c.ShowUnavailable = true }),
			"flatrate_flatrate 5 tablerate_ 0",
		},
		{"without a table", two, with(func(c *Carrier) { c.Table = nil }), "flatrate_flatrate 5"},
		{"all is free", free, carrier, "flatrate_flatrate 0 tablerate_bestway 0"},
	} {
		var got []string
		for _, r := range Rates(c.parcel, []Carrier{flat, c.carrier}) {
			got = append(got, r.Code(), r.Price.String())
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

func TestImporting(t *testing.T) {
	t.Parallel()
	first, second := rates("US * * 0: 5"), rates("US * * 0: 5", "DE * * 0: 6")
	imported := func(c Condition, r []TableRate) TableImported {
		return TableImported{WebsiteID: 1, Condition: c, Rates: r}
	}
	for _, c := range []struct {
		name  string
		given []TableImported
		by    Condition
		rates []TableRate
		want  int
		fails string
	}{
		{"the first", nil, ByWeight, first, 1, ""},
		{"another replaces it", []TableImported{imported(ByWeight, first)}, ByWeight, second, 1, ""},
		{"the same again", []TableImported{imported(ByWeight, first)}, ByWeight, rates("US * * 0.00: 5.0"), 0, ""},
		{"another condition's stays", []TableImported{imported(ByWeight, first)}, ByQty, first, 1, ""},
		{"none takes it away", []TableImported{imported(ByWeight, first)}, ByWeight, nil, 1, ""},
		{"none of none", []TableImported{imported(ByWeight, first), imported(ByWeight, nil)}, ByWeight, nil, 0, ""},
		{"by nothing known", nil, "moon", first, 0, `Unknown condition "moon"; use package_weight, package_value or package_qty`},
		{"too many", nil, ByWeight, make([]TableRate, maxTableRates+1), 0, "A table has at most 50000 rates"},
	} {
		tables := NewTables("")
		for _, e := range c.given {
			tables = EvolveTables(tables, e)
		}
		events, err := tables.Import(1, c.by, c.rates)
		if len(events) != c.want || c.fails == "" && err != nil || c.fails != "" && (err == nil || err.Error() != c.fails) {
			t.Errorf("%s: %d events, %v", c.name, len(events), err)
		}
		if len(events) == 1 && !reflect.DeepEqual(events[0], imported(c.by, c.rates)) {
			t.Errorf("%s: %+v", c.name, events[0])
		}
	}
	if Stream(3) != "tablerates-3" {
		t.Error(Stream(3))
	}
}

func TestParsing(t *testing.T) {
	t.Parallel()
	const head = "Country,Region/State,Zip/Postal Code,Weight (and above),Shipping Price\n"
	ca, _ := directory.ResolveRegion("US", "CA")
	for _, c := range []struct {
		name, file string
		given      Condition
		by         Condition
		want       []TableRate
		fails      string
	}{
		{name: "a table", file: head + "US,CA,90*,0,7.50\nUSA,*,*,5.5,12\n\n*,*,,0,20\n0,0,*,10,30\n", by: ByWeight,
			want: rates(fmt.Sprintf("US %d 90* 0: 7.5", ca.ID), "US * * 5.5: 12", "* * * 0: 20", "* * * 10: 30")},
		{name: "regions by name and number, quotes, Windows lines, a mark",
			file: "\ufeffcountry,\"region/state\",Zip/Postal Code,Order Subtotal (and above),Shipping Price\r\n" +
				fmt.Sprintf("us,\"California\",,0,1\r\nUS,%d,,1,2\r\n", ca.ID), by: ByValue, want: rates(
				fmt.Sprintf("US %d * 0: 1", ca.ID), fmt.Sprintf("US %d * 1: 2", ca.ID),
			)},
		{name: "fields' names, another order",
			file: "price,cost,condition_value,dest_zip,dest_region_id,dest_country_id\n9,2.5,3,SW1*,,GB\n", given: ByQty, by: ByQty,
			want: []TableRate{{Country: "GB", Zip: "SW1*", From: d("3"), Price: d("9"), Cost: d("2.5")}}},
		{name: "what is configured", file: "dest_country_id,dest_region_id,dest_zip,condition_value,price\n", by: ByQty},
		{name: "nothing but its head", file: head, by: ByWeight},
		{name: "given as well", file: head, given: ByWeight, by: ByWeight},

		{name: "nothing", fails: "line 1: the names of the columns are missing"},
		{name: "no head", file: "US,*,*,0,5\n", fails: `line 1: unknown column "US"`},
		{
			name: "a column too few", file: "Country,Region/State,Weight (and above),Shipping Price\n",
			fails: `line 1: the column "Zip/Postal Code" is missing`,
		},
		{
			name: "no condition", file: "Country,Region/State,Zip/Postal Code,Shipping Price\n",
			fails: `line 1: the column "# of Items (and above)" is missing`,
		},
		{
			name: "a column twice", file: "Country,Country,Region/State,Zip/Postal Code,Shipping Price\n",
			fails: `line 1: the column "Country" is there twice`,
		},
		{
			name: "two conditions", file: "Country,Weight (and above),# of Items (and above)\n",
			fails: `line 1: the column "# of Items (and above)" is there twice`,
		},
		{name: "another condition", file: head, given: ByQty, fails: "line 1: the table goes by package_weight, not by package_qty"},
		{
			name: "no condition at all", file: head, given: "moon",
			fails: `Unknown condition "moon"; use package_weight, package_value or package_qty`,
		},
		{name: "not text", file: "\xff\xfe", fails: "The file is not in UTF-8"},
		{name: "too large", file: strings.Repeat(" ", MaxTableSize+1), fails: "The file is larger than 8 MB"},
		{name: "a quote left open", file: head + "US,*,*,0,5\nUS,\"*,*,0,5\n", fails: "line 3: extraneous or missing \" in quoted-field"},
		{name: "every line that is wrong",
			file: head + "XX,*,*,0,5\nUS,*,*,1,5\nUS,ZZ,9*0,-1,free\n*,CA,*,0,1\nUS,*,*,1.0,9\nUS,*\n*,*,123456789012345678901,0,0.00001\n",
			fails: "" +
				"line 2: unknown country \"XX\"\n" +
				"line 4: unknown region \"ZZ\" of country US\n" +
				"line 4: postcode \"9*0\" is too long, or has a * before its end\n" +
				"line 4: Weight (and above) \"-1\" is not an amount of 0 or more with at most 4 decimals\n" +
				"line 4: Shipping Price \"free\" is not an amount of 0 or more with at most 4 decimals\n" +
				"line 5: region \"CA\" needs a country\n" +
				"line 6: the same place and value as in line 3\n" +
				"line 7: 2 columns, want 5\n" +
				"line 8: postcode \"123456789012345678901\" is too long, or has a * before its end\n" +
				"line 8: Shipping Price \"0.00001\" is not an amount of 0 or more with at most 4 decimals"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			by, got, err := ParseTable([]byte(c.file), c.given, ByQty)
			if c.fails != "" {
				if err == nil || err.Error() != c.fails || got != nil {
					t.Errorf("%v, %v\nwant %s", got, err, c.fails)
				}
				return
			}
			if err != nil || by != c.by || fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Fatalf("%s %v, %v\nwant %s %v", by, got, err, c.by, c.want)
			}
			again, back, err := ParseTable(FormatTable(by, got), "", ByQty)
			if err != nil || again != by || fmt.Sprint(back) != fmt.Sprint(got) {
				t.Errorf("written and read again: %s %v, %v", again, back, err)
			}
		})
	}
	many := head + strings.Repeat("XX,*,*,0,5\n", 100)
	if _, _, err := ParseTable([]byte(many), "", ""); err == nil || strings.Count(err.Error(), "\n") != maxFaults-1 {
		t.Errorf("faults of a hundred lines: %v", err)
	}
	var full strings.Builder
	full.WriteString(head)
	for n := range maxTableRates + 1 {
		fmt.Fprintf(&full, "*,*,*,%d,5\n", n)
	}
	if _, _, err := ParseTable([]byte(full.String()), "", ""); err == nil || err.Error() != "line 50002: a table has at most 50000 rates" {
		t.Errorf("a full table: %v", err)
	}
	if string(FormatTable(
		ByQty, rates("US * 90* 2: 5"),
	)) != "Country,Region/State,Zip/Postal Code,# of Items (and above),Shipping Price\nUS,*,90*,2,5\n" {
		t.Errorf("%s", FormatTable(ByQty, rates("US * 90* 2: 5")))
	}
}
