package giftcard

import (
	"testing"
	"time"

	"tradelog/domain/money"
)

func amounts(texts ...string) (out []money.Decimal) {
	for _, t := range texts {
		out = append(out, money.MustParse(t))
	}
	return out
}

func limit(text string) *money.Decimal {
	d := money.MustParse(text)
	return &d
}

func TestOffers(t *testing.T) {
	t.Parallel()
	print := func(d money.Decimal) string { return "$" + d.String() }
	const invalid = "Please select a valid gift card amount"
	listed := Offer{Type: fixed, Amounts: amounts("25", "50")}
	between := Offer{Type: ranged, Min: limit("10"), Max: limit("100"), Amounts: amounts("5")}
	both := Offer{Type: combined, Amounts: amounts("5"), Min: limit("10"), Max: limit("100")}
	for _, c := range []struct {
		name   string
		offer  Offer
		amount string
		want   string
	}{
		{"one of the list", listed, "50.00", ""},
		{"not on the list", listed, "49", invalid},
		{"a list has no limits", Offer{Type: fixed, Amounts: amounts("25"), Min: limit("1"), Max: limit("100")}, "30", invalid},
		{"the least", between, "10", ""},
		{"the most", between, "100", ""},
		{"below the least", between, "9.99", "Gift card amount cannot be less than $10"},
		{"above the most", between, "100.01", "Gift card amount cannot be more than $100"},
		{"a range has no list", between, "5", "Gift card amount cannot be less than $10"},
		{"the list beside a range", both, "5", ""},
		{"the range beside a list", both, "42.42", ""},
		{"neither", both, "6", "Gift card amount cannot be less than $10"},
		{"a range without an end", Offer{Type: ranged}, "10000", ""},
		{"more than a card can be worth", Offer{Type: ranged}, "10000.01", "Gift card amount cannot be more than $10000"},
		{"a list without a type", Offer{Amounts: amounts("25")}, "25", ""},
		{"nothing beside it", Offer{Amounts: amounts("25")}, "26", invalid},
		{"a range without a type", Offer{Max: limit("30")}, "26", ""},
		{"a product that says nothing", Offer{}, "25", invalid},
		{"no amount", between, "0", invalid},
		{"less than nothing", between, "-20", invalid},
		{"parts of a cent", between, "20.005", invalid},
	} {
		got := ""
		if err := c.offer.Refusal(money.MustParse(c.amount), print); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestOffersThatCannotBe(t *testing.T) {
	t.Parallel()
	days := func(n int64) *int64 { return &n }
	const amount = "' must be greater than zero and not greater than 10000, with at most two decimals"
	for _, c := range []struct {
		offer Offer
		want  string
	}{
		{Offer{Type: combined, Amounts: amounts("5"), Min: limit("10"), Max: limit("10"), Lifetime: days(0)}, ""},
		{Offer{Type: "open"}, "Attribute 'giftcard_type' must be one of: fixed, range, combined"},
		{Offer{Amounts: amounts("5", "0")}, "Attribute 'giftcard_amounts" + amount},
		{Offer{Amounts: amounts("5.001")}, "Attribute 'giftcard_amounts" + amount},
		{Offer{Min: limit("-1")}, "Attribute 'giftcard_min_amount" + amount},
		{Offer{Max: limit("10001")}, "Attribute 'giftcard_max_amount" + amount},
		{Offer{Min: limit("11"), Max: limit("10")}, "giftcard_min_amount must not be greater than giftcard_max_amount."},
		{Offer{Lifetime: days(-1)}, "Attribute 'giftcard_lifetime' must be a number of days from 0 to 36525"},
	} {
		got := ""
		if err := c.offer.Check(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%+v: %q, want %q", c.offer, got, c.want)
		}
	}
}

func TestWhatWasSoldIsDrafted(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 23, 30, 0, 123, time.UTC)
	east := time.FixedZone("east", 3600)
	never, week := int64(0), int64(7)
	for _, c := range []struct {
		name         string
		sold         Sold
		zone         *time.Location
		sent, expire string
	}{
		{"as the shop has it", Sold{}, time.UTC, "", "2026-03-31 23:30:00"},
		{"as the product has it", Sold{Lifetime: &week}, time.UTC, "", "2026-03-08 23:30:00"},
		{"for ever", Sold{Lifetime: &never}, time.UTC, "", ""},
		{"on a day, from which it lives", Sold{Lifetime: &week, DeliverOn: "2026-03-10"}, time.UTC, "2026-03-10 00:00:00", "2026-03-17 00:00:00"},
		{"a day begins in the store", Sold{Lifetime: &week, DeliverOn: "2026-03-03"}, east, "2026-03-02 23:00:00", "2026-03-09 23:00:00"},
		{"a day that has begun", Sold{Lifetime: &week, DeliverOn: "2026-03-02"}, east, "", "2026-03-08 23:30:00"},
		{"a day long ago", Sold{DeliverOn: "2020-01-01"}, time.UTC, "", "2026-03-31 23:30:00"},
	} {
		c.sold.Amount = money.FromInt(50)
		d := c.sold.Draft(Terms{Lifetime: 30, Zone: c.zone}, now)
		text := func(at time.Time) string {
			if at.IsZero() {
				return ""
			}
			return at.UTC().Format(time.DateTime)
		}
		if text(d.SendAt) != c.sent || text(d.ExpiresAt) != c.expire || !d.InitialBalance.Equal(c.sold.Amount) {
			t.Errorf("%s: sent %q, until %q, want %q and %q", c.name, text(d.SendAt), text(d.ExpiresAt), c.sent, c.expire)
		}
	}
}

func TestDaysOfDelivery(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", " ": "", "2026-12-24": "2026-12-24", "2026-12-24 18:00:00": "2026-12-24", "2026-12-24T18:00:00+02:00": "2026-12-24",
	} {
		if got, err := ParseDelivery(text); err != nil || got != want {
			t.Errorf("%q is %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"soon", "24.12.2026", "0001-01-01", "2026-13-01"} {
		if got, err := ParseDelivery(text); err == nil {
			t.Errorf("%q is %q", text, got)
		}
	}
}
