package quote

import (
	"context"
	"strings"
	"testing"
	"time"

	"tradelog/domain/cart"
	"tradelog/domain/customer"
	"tradelog/domain/directory"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/payment"
	"tradelog/domain/settings"
	"tradelog/domain/shipping"
	"tradelog/domain/shop"
	"tradelog/domain/stock"
	"tradelog/domain/totals"
	"tradelog/eventstore"
	"tradelog/readmodels/catalog"
	readdirectory "tradelog/readmodels/directory"
	"tradelog/readmodels/tables"
)

var (
	now    = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	twenty = money.FromInt(20)
)

// ledger is a stock that covers nothing, or everything.
type ledger struct{ empty bool }

func (l ledger) Levels(_ context.Context, ids []int64) (map[int64]stock.Level, error) {
	levels := map[int64]stock.Level{}
	for _, id := range ids {
		levels[id] = stock.Level{ProductID: id, InStock: !l.empty, Qty: twenty}
	}
	return levels, nil
}

func (ledger) StaleGiftCard(context.Context, int64) (giftcard.State, error) {
	return giftcard.State{}, nil
}

func (ledger) Head(context.Context) (eventstore.Position, error) { return 0, nil }

func (ledger) GiftCardOf(context.Context, string) (int64, error) { return 0, nil }

func (ledger) Customer(context.Context, int64) (customer.State, error) { return customer.State{}, nil }

// placeable is a quote of a cart that can be placed. It has a mug, shipped at a flat rate and paid by cheque, with a gift card.
func placeable() *Quote {
	address := &directory.Address{
		Firstname: "Anna", Lastname: "Smith", Street: []string{"Main Street 1"}, City: "Odense", Postcode: "5000",
		CountryID: "DK", Telephone: "1",
	}
	rate := shipping.Rate{CarrierCode: "flatrate", MethodCode: "flatrate"}
	table, err := settings.NewTable(settings.Directory, settings.Catalog)
	if err != nil {
		panic(err)
	}
	config := settings.NewValues(table, nil, nil)
	return &Quote{
		At: At{Shop: &readdirectory.Shop{Settings: config}, Now: now}, config: config.In(1),
		Store: shop.Store{ID: 1, WebsiteID: 1},
		Cart: cart.State{
			Method: rate.Code(), Payment: "checkmo", Billing: address, Shipping: address, Email: "anna@example.com",
			Cards: []cart.Card{{CardID: 7, Code: "GC"}},
		},
		Totals: totals.Totals{Display: totals.Amounts{Grand: twenty}, Base: totals.Amounts{Grand: twenty}},
		lines: []line{{
			item: cart.Item{ProductID: 1, Qty: money.One}, product: &catalog.Product{Product: tables.Product{ID: 1, Name: "Mug", Type: "simple"}},
		}},
		cards:    []giftcard.Card{{ID: 7, Code: "GC", Status: giftcard.Active, Balance: money.One, WebsiteIDs: []int64{1}}},
		methods:  []shipping.Rate{rate},
		chosen:   &rate,
		payments: []payment.Method{{Code: "checkmo", Active: true}, {Code: payment.CashOnDelivery, Active: true}, {Code: "banktransfer"}},
	}
}

// TestRegionsAreConfigured: a website decides for which countries an order needs a region (general/region/state_required).
func TestRegionsAreConfigured(t *testing.T) {
	t.Parallel()
	table, err := settings.NewTable(settings.Directory, settings.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	set := map[settings.Scope]map[string]string{
		{Level: "website", ID: 2}: {"general/region/state_required": "CA,US"}, {Level: "website", ID: 3}: {"general/region/state_required": ""},
	}
	config := settings.NewValues(table, set, map[int64]int64{1: 1, 2: 2, 3: 3})
	for store, refused := range map[int64][2]bool{1: {true, true}, 2: {false, true}, 3: {false, false}} {
		for n, country := range []string{"DE", "US"} {
			q := placeable()
			q.config = config.In(store)
			q.Cart.Billing.CountryID = country // the address for shipping too
			err := q.addressed()
			if (err != nil) != refused[n] || err != nil && !strings.Contains(err.Error(), "Please enter the state/province.") {
				t.Errorf("store %d, an address in %s without a region: %v", store, country, err)
			}
		}
	}
}

// TestFirstReason: a cart that cannot be placed is refused for the first reason there is (shapes-sales §6).
func TestFirstReason(t *testing.T) {
	t.Parallel()
	ten := money.FromInt(10)
	for _, c := range []struct {
		reason string
		broken func(p *Placement, q *Quote)
	}{
		{"", func(*Placement, *Quote) {}},
		{"Payment method is not available for this cart", func(p *Placement, q *Quote) {
			p.PaymentMethod, p.ShippingMethod = "banktransfer",
				"x"
		}},
		{"Shipping method is not available for this address", func(p *Placement, q *Quote) { p.ShippingMethod, q.Cart.Closed = "x", true }},
		{"Cart is not active or does not exist", func(p *Placement, q *Quote) { q.Cart.Closed, q.lines = true, nil }},
		{cart.ErrEmpty.Error(), func(p *Placement, q *Quote) { q.lines, q.Cart.Method = nil, "" }},
		{"Shipping method is not set", func(p *Placement, q *Quote) { q.Cart.Method, q.Cart.Billing = "", nil }},
		{"Billing address is not set", func(p *Placement, q *Quote) { q.Cart.Billing, q.Cart.Payment = nil, "" }},
		{"Payment method is not set", func(p *Placement, q *Quote) { q.Cart.Payment, q.Cart.Checkout = "", &cart.Checkout{} }},
		{cart.ErrInProgress.Error(), func(p *Placement, q *Quote) { q.Cart.Checkout, q.cards = &cart.Checkout{}, nil }},
		{giftcard.ErrGone("GC").Error(), func(p *Placement, q *Quote) { q.cards, q.chosen = nil, nil }},
		{giftcard.ErrGone("GC").Error(), func(p *Placement, q *Quote) { q.Store.WebsiteID = 2 }},
		{"Insufficient cash tendered", func(p *Placement, q *Quote) {
			q.Cart.Payment, p.Details.Tendered, q.chosen = payment.CashOnDelivery, &ten, nil
		}},
		{"", func(p *Placement, q *Quote) { q.Cart.Payment, p.Details.Tendered = payment.CashOnDelivery, &twenty }},
		{"", func(p *Placement, q *Quote) { p.Details.Tendered = &ten }},
		{"Please specify a shipping method.", func(p *Placement, q *Quote) { q.chosen, q.Cart.Payment = nil, "banktransfer" }},
		{"", func(p *Placement, q *Quote) { q.virtual, q.chosen, q.Cart.Method, q.Cart.Shipping = true, nil, "", nil }},
		{"Please select a valid payment method.", func(p *Placement, q *Quote) {
			q.Cart.Payment, p.streams = "banktransfer",
				ledger{empty: true}
		}},
		{"Not all products are available in the requested quantity. Mug: This product is currently out of stock.", func(p *Placement, q *Quote) {
			p.streams, q.payments[0].Countries = ledger{empty: true}, []string{"US"}
		}},
		{errCountry.Message, func(p *Placement, q *Quote) { q.payments[0].Countries = []string{"US"} }},
	} {
		q := placeable()
		p := Placement{Service: New(Readers{}, ledger{}), At: q.At}
		c.broken(&p, q)
		got := ""
		if _, err := p.check(t.Context(), q); err != nil {
			got = err.Error()
		}
		if got != c.reason {
			t.Errorf("refused with %q, want %q", got, c.reason)
		}
	}
}

// TestLost: parts that have no effect any more are named, so that the next change takes them off the cart.
func TestLost(t *testing.T) {
	t.Parallel()
	q := placeable()
	q.Cart.Coupon, q.Totals.Coupon.Code = "TEN", "TEN"
	q.findLost()
	if coupon, cards := q.Lost(); coupon.Code != "" || cards != nil {
		t.Errorf("lost %v and %v of a cart that can be placed", coupon, cards)
	}
	q.Totals.Coupon.Code, q.cards[0].ExpiresAt = "", now.Add(-time.Hour)
	q.findLost()
	if coupon, cards := q.Lost(); coupon.Code != "TEN" || coupon.Reason != "Coupon code not found" || len(cards) != 1 || cards[0] != 7 {
		t.Errorf("lost %v and %v", coupon, cards)
	}
}

// TestUntil: a quote holds until the first end that is still to come.
func TestUntil(t *testing.T) {
	t.Parallel()
	q := placeable()
	for _, in := range []time.Duration{-time.Hour, 3 * time.Hour, time.Hour, 2 * time.Hour} {
		q.ends(now.Add(in))
	}
	q.ends(time.Time{})
	if !q.Until.Equal(now.Add(time.Hour)) {
		t.Errorf("holds until %v", q.Until)
	}
}

// TestExchange: amounts are converted in both directions, unless both currencies are one or there is no rate.
func TestExchange(t *testing.T) {
	t.Parallel()
	euro := exchange{base: "USD", shown: "EUR", rate: money.MustParse("0.8")}
	same, none := exchange{base: "USD", shown: "USD", rate: money.One}, exchange{base: "USD", shown: "EUR"}
	for _, c := range []struct {
		exchange        exchange
		display, inBase string
	}{{euro, "8", "12.5"}, {same, "10", "10"}, {none, "0", "10"}} {
		ten := money.FromInt(10)
		if got := c.exchange.display(ten); got.String() != c.display {
			t.Errorf("10 %s are %s %s", c.exchange.base, got, c.exchange.shown)
		}
		if got := c.exchange.inBase(ten); got.String() != c.inBase {
			t.Errorf("10 %s are %s %s", c.exchange.shown, got, c.exchange.base)
		}
	}
}
