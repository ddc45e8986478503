package catalog

import (
	"testing"

	"tradelog/domain/money"
)

func TestURLKey(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Blue Mug": "blue-mug", "  Größe & Maß  ": "grosse-and-mass", "Crème brûlée": "creme-brulee", "100% Cotton!": "100-cotton",
		"Łódź": "lodz", "日本": "", "a--b__c": "a-b-c",
	} {
		if got := URLKey(in); got != want {
			t.Errorf("URLKey(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestFinalPrice(t *testing.T) {
	t.Parallel()
	price, special, from, to := money.MustParse("20"), money.MustParse("15"), "2026-03-01", "2026-03-31"
	p := Product{Price: &price, SpecialPrice: &special, Shown: Shown{SpecialFromDate: &from, SpecialToDate: &to}}
	for date, want := range map[string]string{"2026-02-28": "20", "2026-03-01": "15", "2026-03-31": "15", "2026-04-01": "20"} {
		if got := p.Offer(0).For(One(0, date)).String(); got != want {
			t.Errorf("on %s: %s, want %s", date, got, want)
		}
	}
	higher := money.MustParse("25")
	p.SpecialPrice = &higher
	if got := p.Offer(0).For(One(0, "2026-03-10")).String(); got != "20" {
		t.Errorf("a special price above the price holds: %s", got)
	}
}

func TestProductCheck(t *testing.T) {
	t.Parallel()
	good := func() Product { return Product{SKU: "A", Name: "A", Type: "simple"} }
	negative, from, to := money.MustParse("-1"), "2026-02-01", "2026-01-01"
	for name, c := range map[string]struct {
		change func(*Product)
		want   string
	}{
		"a product": {func(*Product) {}, ""},
		"no SKU":    {func(p *Product) { p.SKU = " " }, "SKU is required"},
		"no name":   {func(p *Product) { p.Name = "" }, "Name is required"},
		"an unknown type": {
			func(p *Product) { p.Type = "car" },
			"Invalid product type: car. Valid: simple, virtual, configurable, grouped, bundle, downloadable, giftcard",
		},
		"a negative price": {func(p *Product) { p.Price = &negative }, "price must not be negative"},
		"an impossible time": {
			func(p *Product) { p.SpecialFromDate, p.SpecialToDate = &from, &to }, "specialFromDate must not be later than specialToDate.",
		},
	} {
		p := good()
		c.change(&p)
		err := p.Check()
		if (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
