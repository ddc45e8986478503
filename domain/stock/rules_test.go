package stock

import (
	"testing"

	"tradelog/domain/money"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	minus, most, more := n(-1), maxQty, maxQty.Add(money.MustParse("0.5"))
	for _, c := range []struct {
		change Change
		want   string
	}{
		{Change{}, ""}, {Change{Qty: &most, Backorders: ptr(2)}, ""},
		{Change{Qty: &minus}, "Quantity cannot be negative"}, {Change{Qty: &more}, "Quantity cannot be greater than 99999999"},
		{Change{Backorders: ptr(3)}, "backorders must be one of: 0, 1, 2"}, {Change{Backorders: ptr(-1)}, "backorders must be one of: 0, 1, 2"},
		{Change{MinQty: &minus}, "min_qty cannot be negative"}, {Change{MinSaleQty: &minus}, "min_sale_qty cannot be negative"},
		{Change{MaxSaleQty: &minus}, "max_sale_qty cannot be negative"}, {Change{NotifyQty: &minus}, "notify_stock_qty cannot be negative"},
		{Change{Increments: &minus}, "qty_increments cannot be negative"},
	} {
		if err := c.change.Check(); (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%+v: %v, want %q", c.change, err, c.want)
		}
	}
}

func TestAvailabilityFollowsQuantity(t *testing.T) {
	t.Parallel()
	inStep, loose := shopDefaults, shopDefaults
	inStep.InStockByQty = true
	for _, c := range []struct {
		name   string
		change Change
		config Config
		want   bool
	}{
		{"as it is sent, on the inventory", Change{Qty: ptr(n(0)), InStock: ptr(true)}, inStep, true},
		{"by the quantity when it is not sent", Change{Qty: ptr(n(2))}, loose, true},
		{"nothing is out of stock", Change{Qty: ptr(n(0)), InStock: ptr(true), AutoAvailability: true}, inStep, false},
		{"the minimum is nothing", Change{Qty: ptr(n(3)), MinQty: ptr(n(3)), AutoAvailability: true}, inStep, false},
		{"something is in stock", Change{Qty: ptr(n(3)), InStock: ptr(false), AutoAvailability: true}, inStep, true},
		{"unless nothing keeps it in step", Change{Qty: ptr(n(3)), InStock: ptr(false), AutoAvailability: true}, loose, false},
		{"backorders", Change{Qty: ptr(n(0)), Backorders: ptr(1), AutoAvailability: true}, inStep, true},
		{"not managed", Change{Qty: ptr(n(0)), Manage: ptr(false), InStock: ptr(false), AutoAvailability: true}, inStep, false},
	} {
		c.change.ProductID = 1
		_, _, after, err := New(Stream).Set([]Change{c.change}, c.config)
		if err != nil || after[0].InStock != c.want {
			t.Errorf("%s: %v, %v", c.name, after[0].InStock, err)
		}
	}
}

func TestOwnValuesAndTheShops(t *testing.T) {
	t.Parallel()
	set := func(l Level, c Change) Level { return c.apply(l, shopDefaults) }
	l := set(Fresh(1), Change{MinQty: ptr(n(2)), Manage: ptr(false)})
	if r := l.Rules(shopDefaults); !r.MinQty.Equal(n(2)) || r.Manage || !l.OwnMinQty || !l.OwnManage {
		t.Errorf("given values are the product's own: %+v", l)
	}
	l = set(l, Change{UseConfigMinQty: ptr(true), UseConfigManage: ptr(true)})
	if r := l.Rules(shopDefaults); !r.MinQty.IsZero() || !r.Manage || !l.MinQty.Equal(n(2)) {
		t.Errorf("the shop's values hold again: %+v", r)
	}
	l = set(l, Change{MinQty: ptr(n(5)), UseConfigMinQty: ptr(true)})
	if l.OwnMinQty {
		t.Error("a value was given and the shop's asked for: the shop's holds")
	}
}
