package catalog

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tradelog/domain/money"
	"tradelog/domain/record"
)

func amount(text string) money.Decimal { return money.MustParse(text) }

func ref[T any](v T) *T { return &v }

func TestOffers(t *testing.T) {
	t.Parallel()
	tier := func(group *int64, qty, price string) TierPrice {
		return TierPrice{GroupPrice{GroupID: group, Price: amount(price)}, amount(qty)}
	}
	wholesale := ref(int64(2))
	tiers := []TierPrice{tier(nil, "5", "15"), tier(wholesale, "1", "18"), tier(wholesale, "10", "12")}
	groups := []GroupPrice{{GroupID: wholesale, Price: amount("17")}, {GroupID: ref(int64(3)), Price: amount("30")}}
	plain := Offer{Price: amount("20"), Tiers: tiers, Groups: groups}
	special := plain
	special.Special, special.From, special.To = ref(amount("16")), ref("2026-03-01"), ref("2026-03-31")
	percent := Offer{Price: amount("20"), Special: ref(amount("80")), Tiers: tiers[:1], Groups: groups[:1], Percent: true}
	for _, c := range []struct {
		offer     Offer
		group     int64
		qty, date string
		want      string
	}{
		{plain, 0, "1", "2026-03-10", "20"}, {plain, 0, "4.99", "2026-03-10", "20"}, {plain, 0, "5", "2026-03-10", "15"},
		{plain, 2, "1", "2026-03-10", "17"}, {plain, 2, "5", "2026-03-10", "15"}, {plain, 2, "10", "2026-03-10", "12"},
		{plain, 3, "1", "2026-03-10", "20"}, {special, 0, "1", "2026-03-10", "16"}, {special, 0, "5", "2026-03-10", "15"},
		{special, 2, "1", "2026-03-10", "16"}, {special, 2, "1", "2026-04-01", "17"}, {special, 0, "1", "2026-02-28", "20"},
		{percent, 0, "1", "2026-03-10", "16"}, {percent, 0, "5", "2026-03-10", "16"}, {percent, 2, "5", "2026-03-10", "16"},
	} {
		got := c.offer.For(Purchase{c.group, amount(c.qty), c.date})
		if !got.Equal(amount(c.want)) {
			t.Errorf("%s of group %d on %s cost %s, want %s: %+v", c.qty, c.group, c.date, got, c.want, c.offer)
		}
	}
}

func TestPricesOfWebsites(t *testing.T) {
	t.Parallel()
	p := Product{Price: ref(amount("20"))}
	p.TierPrices = []TierPrice{
		{GroupPrice{WebsiteID: 2, Price: amount("14")}, money.One}, {GroupPrice{Price: amount("15")}, money.One}, {GroupPrice{}, money.One},
	}
	p.GroupPrices = []GroupPrice{{WebsiteID: 2, Price: amount("13")}, {WebsiteID: 3, Price: amount("1")}, {GroupID: ref(int64(7))}}
	for website, want := range map[int64]string{0: "15", 1: "15", 2: "13"} {
		if got := p.Offer(website).For(One(7, "2026-01-01")); !got.Equal(amount(want)) {
			t.Errorf("in website %d: %s", website, got)
		}
	}
	values := func(price string) record.Values {
		return record.Values{"price": []byte(price), "name": []byte(`"Mug"`)}
	}
	s := record.State{ID: 1, Exists: true, Values: map[int64]record.Values{0: values("20"), 3: values("30")}}
	for _, c := range []struct {
		store, website int64
		want           string
	}{{0, 0, "20"}, {3, 0, "20"}, {3, 2, "30"}, {4, 2, "20"}} {
		if got := string(ProductIn(s, c.store, c.website)["price"]); got != c.want {
			t.Errorf("in view %d of website %d: %s", c.store, c.website, got)
		}
	}
}

// TestPriceIndex checks that of the index of random composites exactly one row holds, for each group and day, and has the least price.
func TestPriceIndex(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	day := func() *string { return ref(fmt.Sprintf("2026-03-%02d", 1+random.IntN(9))) }
	price := func() money.Decimal { return money.FromInt(int64(random.IntN(30))) }
	group := func() *int64 { return []*int64{nil, ref(int64(0)), ref(int64(1)), ref(int64(2))}[random.IntN(4)] }
	offer := func(percent bool) Offer {
		o := Offer{Price: price(), Percent: percent}
		if random.IntN(2) == 0 {
			o.Special = ref(price())
			if random.IntN(2) == 0 {
				o.From = day()
			}
			if random.IntN(2) == 0 {
				o.To = day()
			}
		}
		for range random.IntN(3) {
			o.Groups = append(o.Groups, GroupPrice{GroupID: group(), Price: price()})
			o.Tiers = append(o.Tiers, TierPrice{GroupPrice{GroupID: group(), Price: price()}, money.FromInt(int64(1 + random.IntN(2)))})
		}
		return o
	}
	for range 500 {
		x := Pricing{Offer: offer(random.IntN(2) == 0)}
		for range random.IntN(3) {
			pieces := []Piece{{Offer: offer(false), Qty: ref(money.FromInt(2))}, {Share: ref(price())}}
			x.Choices = append(x.Choices, pieces[:1+random.IntN(2)])
		}
		rows := x.Index()
		for g := range int64(4) {
			for d := range 12 {
				date := fmt.Sprintf("2026-03-%02d", d)
				if d == 0 {
					date = "2026-02-28"
				}
				holding, found := 0, money.Zero
				for _, r := range rows {
					others := false
					for _, o := range r.Others {
						others = others || o == g
					}
					if (r.GroupID == g || r.GroupID == everyGroup && !others) && r.Since <= date && date < r.Until {
						holding, found = holding+1, r.Price
					}
				}
				if want := x.Minimal(One(g, date)); holding != 1 || !found.Equal(want) {
					t.Fatalf("group %d on %s: %d rows, price %s, want %s\n%+v\n%+v", g, date, holding, found, want, x, rows)
				}
			}
		}
	}
}

func TestBundles(t *testing.T) {
	t.Parallel()
	offers := map[int64]Offer{1: {Price: amount("8")}}
	offers[2] = Offer{Price: amount("6"), Groups: []GroupPrice{{GroupID: ref(int64(1)), Price: amount("2")}}}
	on := func(id int64) (o Offer, sold, inStock bool) {
		o, sold = offers[id]
		return o, sold, sold
	}
	p := Product{Type: "bundle", Price: ref(amount("50"))}
	p.BundleOptions = []BundleOption{
		{Required: true, Selections: []Selection{
			{ProductID: 1, Price: amount("5"), PriceType: "fixed", Qty: amount("2")},
			{ProductID: 2, Price: amount("10"), PriceType: "percent", Qty: amount("1")}, {ProductID: 9, Qty: amount("1")},
		}},
		{Required: true, Selections: []Selection{{ProductID: 2, Price: amount("3"), PriceType: "fixed", Qty: amount("1")}}},
		{Selections: []Selection{{ProductID: 1, Price: amount("1"), PriceType: "fixed", Qty: amount("1")}}},
	}
	for _, c := range []struct {
		name           string
		change         func(p *Product)
		final, minimal string
	}{
		{"a price of its own", func(*Product) {}, "50", "58"}, // 50 + min(2*5, 10%) + 3
		{"a special price is a percentage", func(p *Product) { p.SpecialPrice = ref(amount("80")) }, "40", "46.4"},
		{"a tier price is taken off", func(p *Product) {
			p.TierPrices = []TierPrice{{GroupPrice{Price: amount("10")}, money.One}}
		}, "45", "52.2"},
		{"the sum of its parts", func(p *Product) { p.PriceType = ref(int64(0)) }, "12", "12"}, // min(2*8, 6) + 6
		{"nothing is required", func(p *Product) {
			p.BundleOptions = p.BundleOptions[2:]
		}, "50", "50"},
		{"the cheapest part", func(p *Product) {
			p.PriceType, p.BundleOptions = ref(int64(0)), p.BundleOptions[2:]
		}, "8", "8"},
	} {
		q := p
		c.change(&q)
		x := Pricing{Offer: q.Offer(0), Choices: q.Choices(on)}
		final, minimal := x.Final(One(0, "2026-01-01")), x.Minimal(One(0, "2026-01-01"))
		if !final.Equal(amount(c.final)) || !minimal.Equal(amount(c.minimal)) {
			t.Errorf("%s: %s and %s, want %s and %s", c.name, final, minimal, c.final, c.minimal)
		}
	}
	p.PriceType = ref(int64(0))
	if got := (Pricing{Offer: p.Offer(0), Choices: p.Choices(on)}).Minimal(One(1, "2026-01-01")); !got.Equal(amount("4")) { // 2 + 2
		t.Errorf("a group with a price of its own pays %s", got)
	}
	most := Product{Type: "bundle", Shown: Shown{PriceType: ref(int64(0))}}
	most.BundleOptions = []BundleOption{{Required: true, Selections: []Selection{{ProductID: 3, Qty: money.Max}}}}
	x := Pricing{Offer: most.Offer(0), Choices: most.Choices(func(int64) (Offer, bool, bool) { return Offer{Price: money.Max}, true, true })}
	if got := x.Minimal(One(0, "2026-01-01")); !got.Equal(money.Max) {
		t.Errorf("the greatest price is %s", got)
	}
}

// TestPricesOfWhatCanBeBought: parts that are sold out have no influence on the price of their composite, unless all are sold out.
func TestPricesOfWhatCanBeBought(t *testing.T) {
	t.Parallel()
	prices := map[int64]string{1: "3", 2: "30", 3: "7"}
	selections := func(ids ...int64) (list []Selection) {
		for _, id := range ids {
			list = append(list, Selection{ProductID: id, Price: amount(prices[id]), PriceType: "fixed", Qty: money.One})
		}
		return list
	}
	sum := ref(int64(0))
	for _, c := range []struct {
		name    string
		product Product
		soldOut []int64
		want    string
	}{
		{"a variant", Product{Type: "configurable", Parts: Parts{ChildIDs: []int64{1, 2}}}, []int64{1}, "30"},
		{"no variant", Product{Type: "configurable", Parts: Parts{ChildIDs: []int64{1, 2}}}, nil, "3"},
		{"all variants", Product{Type: "configurable", Parts: Parts{ChildIDs: []int64{1, 2}}}, []int64{1, 2}, "3"},
		{"a member", Product{Type: "grouped", Parts: Parts{Grouped: []GroupedLink{{ProductID: 1}, {ProductID: 3}}}}, []int64{1}, "7"},
		{"a selection", Product{Type: bundle, Shown: Shown{PriceType: sum}, Parts: Parts{BundleOptions: []BundleOption{
			{Required: true, Selections: selections(1, 2)}, {Required: true, Selections: selections(3)},
		}}}, []int64{1}, "37"},
		{"all selections of an option", Product{Type: bundle, Shown: Shown{PriceType: sum}, Parts: Parts{BundleOptions: []BundleOption{
			{Required: true, Selections: selections(1, 2)}, {Required: true, Selections: selections(3)},
		}}}, []int64{1, 2}, "10"},
		{"a selection that nobody must take", Product{Type: bundle, Shown: Shown{PriceType: sum}, Parts: Parts{BundleOptions: []BundleOption{
			{Selections: selections(1)}, {Selections: selections(3, 2)},
		}}}, []int64{1}, "7"},
		{"a surcharge", Product{Type: bundle, Price: ref(amount("50")), Parts: Parts{BundleOptions: []BundleOption{
			{Required: true, Selections: selections(1, 3)},
		}}}, []int64{1}, "57"},
	} {
		choices := c.product.Choices(func(id int64) (o Offer, sold, inStock bool) {
			return Offer{Price: amount(prices[id])}, true, !slices.Contains(c.soldOut, id)
		})
		if got := (Pricing{Offer: c.product.Offer(0), Choices: choices}).Minimal(One(0, "2026-01-01")); !got.Equal(amount(c.want)) {
			t.Errorf("%s is sold out: %s, want %s", c.name, got, c.want)
		}
	}
}
