package sales_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tradelog/cmd/tradelog/cli"
	"tradelog/domain/settings"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
	"tradelog/test/suite"
)

const byWeight = "Country,Region/State,Zip/Postal Code,Weight (and above),Shipping Price\n"

// tool is the command line beside a running shop.
type tool struct {
	t *testing.T
	s *salestest.Shop
}

// run executes a command that must end with code, and returns its output.
func (c tool) run(code int, args ...string) (out, told string) {
	c.t.Helper()
	var printed, failed bytes.Buffer
	line := append([]string{"--data", c.t.TempDir(), "--database", c.s.Config.Database.URL}, args...)
	if got := cli.Run(context.Background(), nil, line, &printed, &failed); got != code {
		c.t.Fatalf("tradelog %s ended with %d, want %d\n%s%s", strings.Join(args, " "), got, code, printed.String(), failed.String())
	}
	return printed.String(), failed.String()
}

// load imports a table.
func (c tool) load(code int, table string, flags ...string) (out, told string) {
	c.t.Helper()
	file := filepath.Join(c.t.TempDir(), "rates.csv")
	if err := os.WriteFile(file, []byte(table), 0o600); err != nil {
		c.t.Fatal(err)
	}
	return c.run(code, append([]string{"shipping", "import", file}, flags...)...)
}

// rates returns the shipping methods of a guest's cart for an address.
func rates(s *salestest.Shop, mask string, address fields) string {
	s.T.Helper()
	to := salestest.Address()
	for name, value := range address {
		to[name] = value
	}
	var out []string
	for _, r := range s.Must(200, "POST", guests(mask, "/shipping-methods"), fields{"address": to}).List(s.T) {
		out = append(out, fmt.Sprintf("%v %v", r["code"], r["price"]))
	}
	return strings.Join(out, ", ")
}

// TestTableRates imports rates on the command line. They apply on the running shop when the command returns.
func TestTableRates(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil) // weighs 1.5
	s.Product("CARD", "50", 100, fields{"type": "virtual", "weight": 100})
	tradelog := tool{t, s}
	s.Configure("carriers/flatrate/active", "0", "carriers/tablerate/active", "1")
	one, four, virtual := s.GuestCart("MUG"), s.GuestCart("MUG*4", "CARD"), s.GuestCart("CARD")
	here, germany := fields{}, fields{"countryId": "DE", "region": "", "postcode": "10115"}
	if got := rates(s, one, here); got != "" {
		t.Errorf("without a table: %s", got)
	}

	out, told := tradelog.load(0, byWeight+"US,*,*,0,5\nUS,*,*,6,9.5\nUS,CA,900*,0,4\n*,*,*,0,20\n", "--website", "1")
	if out != "website 1: 4 rates by package_weight\n" || told != "" {
		t.Errorf("the import said %s%s", out, told)
	}
	for _, c := range []struct {
		mask string
		to   fields
		want string
	}{
		{one, here, "tablerate_bestway 4"}, {one, fields{"postcode": "91000"}, "tablerate_bestway 5"},
		{four, fields{"postcode": "91000"}, "tablerate_bestway 9.5"}, {four, here, "tablerate_bestway 4"}, {one, germany, "tablerate_bestway 20"},
		{virtual, here, ""}, {one, fields{"countryId": ""}, ""},
	} {
		if got := rates(s, c.mask, c.to); got != c.want {
			t.Errorf("to %v: %s, want %s", c.to, got, c.want)
		}
	}

	// The rate can be chosen and charged.
	_, anna := s.Customer("anna@example.com")
	placed := s.Must(201, "POST", owned(s.Cart(anna, "MUG*4"), placeOrder),
		salestest.Placement(fields{"guestEmail": nil, "shippingMethod": "tablerate_bestway"}), anna...).Object(t)
	salestest.Check(t, placed, fields{
		"shippingMethod": "tablerate_bestway", "shippingDescription": "Best Way - Table Rate", "prices.shippingAmount": 4,
		"prices.grandTotal": 44,
	})

	// A bad file changes nothing, and every bad line is reported.
	before := s.LogSize()
	_, told = tradelog.load(1, byWeight+"US,*,*,0,1\nXX,*,*,0,1\nUS,*,*,0,2\n", "--website", "1")
	for _, want := range []string{"nothing has changed", "line 3: unknown country \"XX\"", "line 4: the same place and value as in line 2"} {
		if !strings.Contains(told, want) {
			t.Errorf("the refusal does not say %q: %s", want, told)
		}
	}
	for args, want := range map[string]string{
		"--website 9": "There is no website 9", "--website 1 --condition moon": `Unknown condition "moon"`,
		"--website 1 --condition package_qty": "line 1: the table goes by package_weight, not by package_qty",
	} {
		if _, told := tradelog.load(1, byWeight, strings.Fields(args)...); !strings.Contains(told, want) {
			t.Errorf("%s: %s", args, told)
		}
	}
	if _, told := tradelog.run(1, "shipping", "import", filepath.Join(t.TempDir(), "none.csv"), "--website", "1"); !strings.Contains(told,
		"no such file") {
		t.Error(told)
	}
	if left := s.Since(before); len(left) != 0 {
		t.Errorf("refused imports left %v", left)
	}
	if got := rates(s, one, here); got != "tablerate_bestway 4" {
		t.Errorf("after a refused import: %s", got)
	}

	// The next import replaces all rates at once. Placed orders keep theirs.
	tradelog.load(0, byWeight+"US,*,*,0,7\n", "--website", "1")
	if got := rates(s, one, here) + rates(s, one, germany); got != "tablerate_bestway 7" {
		t.Errorf("after the second import: %s", got)
	}
	salestest.Check(t, s.Must(200, "GET", fmt.Sprintf("/orders/%d", salestest.ID(placed)), nil, anna...).Object(t),
		fields{"prices.shippingAmount": 4})
	before = s.LogSize()
	tradelog.load(0, byWeight+"US,*,*,0.00,7.0\n", "--website", "1")
	if again := s.Since(before); len(again) != 0 {
		t.Errorf("the same table once more: %v", again)
	}

	// By value, with and without virtual products; by quantity; with a handling fee.
	out, told = tradelog.load(0, "dest_country_id,dest_region_id,dest_zip,condition_value,price,cost\nUS,0,*,0,3,1\nUS,0,*,90,1,1\n",
		"--website", "1", "--condition", "package_value")
	if !strings.Contains(out, "2 rates by package_value") || !strings.Contains(told, "carts of this website go by package_weight") {
		t.Errorf("another condition: %s%s", out, told)
	}
	for _, c := range []struct {
		set  []string
		want string
	}{
		{nil, "tablerate_bestway 7"},
		{[]string{"carriers/tablerate/condition_name", "package_value"}, "tablerate_bestway 1"},
		{[]string{"carriers/tablerate/include_virtual_price", "0"}, "tablerate_bestway 3"},
		{[]string{"carriers/tablerate/handling_fee", "1.5"}, "tablerate_bestway 4.5"},
		{[]string{"carriers/tablerate/handling_type", "P", "carriers/tablerate/handling_fee", "50"}, "tablerate_bestway 4.5"},
		{[]string{"carriers/tablerate/title", "Lorry", "carriers/freeshipping/active", "1"},
			"freeshipping_freeshipping 0, tablerate_bestway 4.5"},
		{[]string{"carriers/freeshipping/active", "0", "carriers/tablerate/condition_name", "package_qty"}, ""},
		{
			[]string{"carriers/tablerate/condition_name", "package_weight", "carriers/tablerate/sallowspecific", "1",
				"carriers/tablerate/specificcountry", "DE"}, "",
		},
	} {
		s.Configure(c.set...)
		if got := rates(s, four, here); got != c.want {
			t.Errorf("after %v: %s, want %s", c.set, got, c.want)
		}
	}
	s.Logged(settings.Default, map[string]string{"carriers/tablerate/condition_name": "moon"})
	if got := rates(s, four, here); got != "" {
		t.Errorf("with a condition of an earlier version: %s", got)
	}
	s.Configure("carriers/tablerate/condition_name", "package_weight")
	listed, _ := tradelog.run(0, "shipping", "list")
	for _, want := range []string{"package_value", "package_weight", "used by its carts"} {
		if !strings.Contains(listed, want) {
			t.Errorf("the list does not tell %q:\n%s", want, listed)
		}
	}
	if rows, _ := tradelog.run(0, "shipping", "list", "--website", "1"); !strings.Contains(strings.Join(strings.Fields(rows), " "),
		"package_value US * * 90 1 1 package_weight US * * 0 7 0") {
		t.Errorf("the rates:\n%s", rows)
	}
	exported, _ := tradelog.run(0, "shipping", "export", "--website", "1", "--condition", "package_value")
	if want :=
		"Country,Region/State,Zip/Postal Code,Order Subtotal (and above),Shipping Price,Cost\nUS,*,*,0,3,1\nUS,*,*,90,1,1\n"; exported != want {
		t.Errorf("exported\n%s\nwant\n%s", exported, want)
	}
	if _, told := tradelog.run(1, "shipping", "export", "--website", "1", "--condition", "package_qty"); !strings.Contains(told,
		"Website 1 has no shipping rates by package_qty") {
		t.Error(told)
	}
	// An empty table offers no rate.
	tradelog.load(0, byWeight, "--website", "1")
	if _, told := tradelog.run(1, "shipping", "export", "--website", "1"); !strings.Contains(told, "has no shipping rates by package_weight") {
		t.Error(told)
	}
	s.Verify("shipping", "orders")
}

// TestTablesAreOfTheirWebsites checks that a cart uses the table of its own website.
func TestTablesAreOfTheirWebsites(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	website, store := s.SecondWebsite()
	s.Product("MUG", "10", 100, fields{"websiteIds": []int64{1, website}})
	s.Configure("carriers/flatrate/active", "0", "carriers/tablerate/active", "1")
	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Scope{Level: "website", ID: website},
		map[string]string{"carriers/tablerate/condition_name": "package_qty"}); err != nil {
		t.Fatal(err)
	}
	tradelog := tool{t, s}
	tradelog.load(0, byWeight+"US,*,*,0,5\n", "--website", "1")
	out, _ := tradelog.load(0, "dest_country_id,dest_region_id,dest_zip,condition_value,price\nUS,0,*,2,8\n", "--website", fmt.Sprint(website))
	if want := fmt.Sprintf("website %d: 1 rates by package_qty\n", website); out != want {
		t.Errorf("%s, want %s", out, want)
	}
	here := s.GuestCart("MUG*2")
	there := s.Must(201, "POST", "/guest-carts", fields{"storeId": store}).Object(t)["maskedId"].(string)
	s.Must(200, "POST", guests(there, "/items"), fields{"sku": "MUG", "qty": 2})
	if got := rates(s, here, nil) + "; " + rates(s, there, nil); got != "tablerate_bestway 5; tablerate_bestway 8" {
		t.Error(got)
	}
}

// TestTablesAreKeptInMemory checks that the table is read once until it changes and that a change invalidates cached answers.
func TestTablesAreKeptInMemory(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	var queries salestest.Queries
	s := salestest.Start(t, queries.Trace())
	s.Product("MUG", "10", 100, nil)
	s.Configure("carriers/flatrate/active", "0", "carriers/tablerate/active", "1")
	tradelog := tool{t, s}
	tradelog.load(0, byWeight+"US,*,*,0,5\n", "--website", "1")
	_, anna := s.Customer("anna@example.com")
	masks := []string{s.GuestCart("MUG"), s.GuestCart("MUG"), s.GuestCart("MUG")}
	asked := func(want int, price string) {
		t.Helper()
		queries.Take()
		for _, mask := range masks {
			if got := rates(s, mask, nil); got != "tablerate_bestway "+price {
				t.Errorf("%s, want %s", got, price)
			}
		}
		n := 0
		for _, q := range queries.Take() {
			if strings.Contains(q, "shipping_tables") {
				n++
			}
		}
		if n > want {
			t.Errorf("the table was read %d times", n)
		}
	}
	asked(1, "5")
	asked(0, "5")
	id := s.Cart(anna, "MUG")
	s.Must(201, "POST", owned(id, placeOrder), salestest.Placement(fields{"guestEmail": nil, "shippingMethod": "tablerate_bestway"}), anna...)
	charged := func(price int, headers ...string) apptest.Answer {
		t.Helper()
		a := s.Must(200, "GET", owned(id, ""), nil, salestest.With(anna, headers...)...)
		salestest.Check(t, a.Object(t), fields{"prices.shippingAmount": price})
		return a
	}
	tag := charged(5).Header.Get("ETag")
	s.Must(304, "GET", owned(id, ""), nil, salestest.With(anna, "If-None-Match", tag)...)
	tradelog.load(0, byWeight+"US,*,*,0,6\n", "--website", "1")
	charged(6, "If-None-Match", tag)
	asked(1, "6")
	asked(0, "6")
}
