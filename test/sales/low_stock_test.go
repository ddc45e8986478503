package sales_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/money"
	"tradelog/domain/settings"
	"tradelog/domain/stock"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// skus returns the SKUs of a list of the inventory, sorted.
func skus(s *salestest.Shop, query string) string {
	s.T.Helper()
	s.Settle()
	var out []string
	for _, row := range s.Must(200, "GET", "/inventory?itemsPerPage=100&"+query, nil, s.Service...).List(s.T) {
		out = append(out, fmt.Sprint(row["sku"]))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// TestLowStock: the stock of a product is low below its own notifyStockQty, by default below the configured one, or below 5.
func TestLowStock(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	yes, no := true, false
	units := func(n int64) *money.Decimal {
		d := money.FromInt(n)
		return &d
	}
	for sku, c := range map[string]stock.Change{
		"FOUR":      {Qty: units(4)},
		"FIVE":      {Qty: units(5)},
		"SIX":       {Qty: units(6)},
		"OWN-LOW":   {Qty: units(8), NotifyQty: units(10)},
		"OWN-FINE":  {Qty: units(3), NotifyQty: units(2)},
		"OWN-ZERO":  {Qty: units(0), NotifyQty: units(0)},
		"SHOP-LOW":  {Qty: units(3), NotifyQty: units(2), UseConfigNotifyQty: &yes},
		"SHOP-FINE": {Qty: units(8), NotifyQty: units(10), UseConfigNotifyQty: &yes},
		"FREE":      {Qty: units(0), Manage: &no},
		"FREE-OWN":  {Qty: units(0), Manage: &no, NotifyQty: units(10)},
		"KEPT":      {Qty: units(1), Manage: &yes},
		"KEPT-OWN":  {Qty: units(8), Manage: &yes, NotifyQty: units(10)},
	} {
		s.ProductWith(sku, "10", c, nil)
	}
	s.Product("OFF", "10", 1, fields{"isActive": false})
	for _, kind := range []string{"configurable", "bundle", "grouped"} {
		s.ProductWith("A-"+kind, "10", stock.Change{Qty: units(0), InStock: &yes}, fields{"type": kind})
	}
	s.Product("VARIANT", "10", 2, fields{"visibility": "not_visible"})
	const always = "KEPT KEPT-OWN"
	low := func(of, want string) {
		t.Helper()
		if got := skus(s, "low=true"); got != want {
			t.Errorf("%s: %q is low, want %q", of, got, want)
		}
		all, rest := strings.Fields(skus(s, "")), []string{}
		for _, sku := range all {
			if !slices.Contains(strings.Fields(want), sku) {
				rest = append(rest, sku)
			}
		}
		if got := skus(s, "low=false"); got != strings.Join(rest, " ") {
			t.Errorf("%s: %q is not low, want %q", of, got, rest)
		}
	}
	low("5 without a setting", "FOUR "+always+" OFF OWN-LOW SHOP-LOW VARIANT")
	if got := skus(s, "below=4"); got != "FREE FREE-OWN KEPT OFF OWN-FINE OWN-ZERO SHOP-LOW VARIANT" {
		t.Errorf("below 4 are %q", got)
	}
	if got := skus(s, "below=4&low=true"); got != "KEPT OFF SHOP-LOW VARIANT" {
		t.Errorf("below 4 and low are %q", got)
	}

	const setting = "cataloginventory/item_options/notify_stock_qty"
	s.Configure(setting, "6")
	low("the setting", "FIVE FOUR "+always+" OFF OWN-LOW SHOP-LOW VARIANT")
	// There is one stock for all stores, so that values of a website or a store change nothing.
	for _, scope := range []settings.Scope{{Level: "website", ID: 1}, {Level: "store", ID: 1}} {
		if err := s.Commands.Directory.SetConfig(apptest.Operator(), scope, map[string]string{setting: "100"}); err != nil {
			t.Fatal(err)
		}
	}
	low("settings of a website and a store", "FIVE FOUR "+always+" OFF OWN-LOW SHOP-LOW VARIANT")
	s.Configure(setting, "2")
	low("a lower setting", always+" OFF OWN-LOW")
	s.Configure("cataloginventory/item_options/manage_stock", "0")
	low("stock that is not managed by default", always)
	s.Configure("cataloginventory/item_options/manage_stock", "1")

	// Orders and changes of the quantity or of the rule move products across the threshold.
	order := s.Order("OWN-FINE*2")
	low("an order", always+" OFF OWN-FINE OWN-LOW")
	s.Must(201, "POST", path(order, "/cancel"), nil, s.Service...)
	low("its cancellation", always+" OFF OWN-LOW")
	for _, body := range []fields{
		{"sku": "OWN-LOW", "qty": 8, "useConfigNotifyStockQty": true}, {"sku": "SHOP-FINE", "qty": 8, "useConfigNotifyStockQty": false},
		{"sku": "SIX", "qty": 6, "notifyStockQty": 6.5}, {"sku": "KEPT", "qty": 2}, {"sku": "KEPT-OWN", "qty": 0, "manageStock": false},
	} {
		s.Must(200, "PUT", "/inventory", body, s.Service...)
	}
	low("changes", "OFF SHOP-FINE SIX")
	s.Verify("inventory")
}

// TestLowStockIsIndexed: queries find low stock by indexes, however many products there are.
func TestLowStockIsIndexed(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	var q salestest.Queries
	s := salestest.Start(t, q.Trace())
	s.Product("MUG", "10", 1, nil)
	s.Settle()
	q.Take()
	s.Must(200, "GET", "/inventory?low=true", nil, s.Service...)
	reads := slices.DeleteFunc(q.Take(), func(sql string) bool { return !strings.Contains(sql, "b.low") })
	if len(reads) != 2 {
		t.Fatalf("%d queries read what is low: %q", len(reads), reads)
	}
	conn, run := tables(t, s)
	// Every tenth product has its own quantity; sixteen are low, of either kind.
	run(`INSERT INTO read.product_balances (product_id, available, reserved, updated_at, version, notify_qty, low)
		SELECT n, CASE WHEN n % 5000 < 2 THEN 1 ELSE 100 END, 0, now() - n * interval '1 second', 1, CASE WHEN n % 10 = 0 THEN 10 END,
			CASE WHEN n % 10 = 0 THEN n % 5000 = 0 END FROM generate_series(1000, 40999) AS n`)
	run(`INSERT INTO read.product_views SELECT (jsonb_populate_record(v, jsonb_build_object('product_id', n, 'sku', n::text))).*
		FROM read.product_views AS v CROSS JOIN generate_series(1000, 40999) AS n WHERE v.store_id = 0`)
	run("ANALYZE read.product_balances, read.product_views")
	for _, sql := range reads {
		args := []any{pgx.QueryExecModeExec, "5"}
		if strings.Contains(sql, "OFFSET") {
			args = append(args, 20, 0)
		}
		rows, err := conn.Query(t.Context(), "EXPLAIN "+sql, args...)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		plan := strings.Join(lines, "\n")
		if err != nil || !strings.Contains(plan, "on product_balances_low ") || !strings.Contains(plan, "on product_balances_available ") {
			t.Errorf("%v\n%s\n%s", err, sql, plan)
		}
	}
}
