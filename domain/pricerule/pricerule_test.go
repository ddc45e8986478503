package pricerule

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tradelog/domain"
	"tradelog/domain/money"
)

func d(s string) money.Decimal { return money.MustParse(s) }

// summer is a rule with a coupon.
func summer(change ...func(*Rule)) Rule {
	r := Rule{
		ID: 7, CouponID: 70, Code: "SUMMER", Name: "Summer", Active: true, WebsiteIDs: []int64{1}, GroupIDs: []int64{0, 1},
		Action: ByPercent, Amount: d("10"),
	}
	for _, c := range change {
		c(&r)
	}
	return r
}

func limited(total, each int64) func(*Rule) {
	return func(r *Rule) { r.UsageLimit, r.UsagePerCustomer = total, each }
}

func fold(events ...domain.Event) *State {
	s := New("")
	for _, e := range events {
		s = Evolve(s, e)
	}
	return s
}

func TestDecisions(t *testing.T) {
	t.Parallel()
	created := Created{Rule: summer()}
	off := summer(func(r *Rule) { r.Active = false })
	alone := summer(func(r *Rule) { r.Code, r.CouponID = "", 0 })
	redeem := func(order, customer int64) func(*State) ([]domain.Event, error) {
		return func(s *State) ([]domain.Event, error) { return s.Redeem(order, customer) }
	}
	giveBack := func(order int64) func(*State) ([]domain.Event, error) {
		return func(s *State) ([]domain.Event, error) { return s.Return(order), nil }
	}
	giveUp := func(order int64) func(*State) ([]domain.Event, error) {
		return func(s *State) ([]domain.Event, error) { return s.GiveUp(order), nil }
	}
	change := func(r Rule) func(*State) ([]domain.Event, error) {
		return func(s *State) ([]domain.Event, error) { return s.Change(r) }
	}
	used := func(order, customer int64) domain.Event {
		return Redeemed{RuleID: 7, CouponID: 70, OrderID: order, CustomerID: customer}
	}
	deleted := Deleted{RuleID: 7, CouponID: 70}
	for _, c := range []struct {
		name  string
		given []domain.Event
		when  func(*State) ([]domain.Event, error)
		want  []domain.Event
		fails error
	}{
		{name: "a rule is created", when: func(s *State) ([]domain.Event, error) { return s.Create(summer()) }, want: []domain.Event{created}},
		{name: "a rule is created once", given: []domain.Event{created},
			when:  func(s *State) ([]domain.Event, error) { return s.Create(summer()) },
			fails: errors.New("Price rule 7 exists already")},
		{
			name: "a rule that cannot be is not created",
			when: func(s *State) ([]domain.Event, error) { return s.Create(Rule{Code: "AB"}) }, fails: errCodeLength,
		},
		{
			name: "a change carries the rule as it is then", given: []domain.Event{created}, when: change(off),
			want: []domain.Event{Changed{Rule: off}},
		},
		{name: "changing nothing is no event", given: []domain.Event{created}, when: change(summer(func(r *Rule) { r.Amount = d("10.00") }))},
		{name: "what is missing is not changed", when: change(off), fails: ErrNotFound},
		{
			name: "a change to what cannot be is refused", given: []domain.Event{created},
			when: change(summer(func(r *Rule) { r.Amount = d("0") })), fails: errAmount,
		},
		{name: "a rule is deleted", given: []domain.Event{created}, when: (*State).Delete, want: []domain.Event{deleted}},
		{name: "a rule is deleted once", given: []domain.Event{created, deleted}, when: (*State).Delete, fails: ErrNotFound},
		{name: "an order redeems", given: []domain.Event{created}, when: redeem(42, 5), want: []domain.Event{used(42, 5)}},
		{name: "an order redeems once", given: []domain.Event{created, used(42, 5)}, when: redeem(42, 5)},
		{
			name: "the last use", given: []domain.Event{Created{Rule: summer(limited(2, 0))}, used(41, 5)}, when: redeem(42, 5),
			want: []domain.Event{used(42, 5)},
		},
		{name: "no use is left", given: []domain.Event{Created{Rule: summer(limited(1, 0))}, used(41, 5)}, when: redeem(42, 6), fails: errUsedUp},
		{
			name: "none is left for the customer", given: []domain.Event{Created{Rule: summer(limited(0, 1))}, used(41, 5)},
			when: redeem(42, 5), fails: errUsedUp,
		},
		{
			name: "another customer has one", given: []domain.Event{Created{Rule: summer(limited(0, 1))}, used(41, 5)},
			when: redeem(42, 6), want: []domain.Event{used(42, 6)},
		},
		{
			name: "guests are not counted", given: []domain.Event{Created{Rule: summer(limited(0, 1))}, used(41, 0)}, when: redeem(42, 0),
			want: []domain.Event{used(42, 0)},
		},
		{
			name: "a coupon that was switched off is refused", given: []domain.Event{created, Changed{Rule: off}}, when: redeem(42, 5),
			fails: errInactive,
		},
		{name: "a deleted coupon is refused", given: []domain.Event{created, deleted}, when: redeem(42, 5), fails: errInactive},
		{name: "an order keeps a use of a coupon deleted meanwhile", given: []domain.Event{created, used(42, 5), deleted}, when: redeem(42, 5)},
		{
			name:  "a deleted rule without a coupon does not stop an order",
			given: []domain.Event{Created{Rule: alone}, Deleted{RuleID: 7}}, when: redeem(42, 5),
		},
		{name: "a rule that never was is refused", when: redeem(42, 5), fails: errInactive},
		{name: "a use is returned", given: []domain.Event{created, used(42, 5)}, when: giveBack(42),
			want: []domain.Event{Returned{RuleID: 7, CouponID: 70, OrderID: 42, CustomerID: 5}}},
		{name: "a use is returned once", given: []domain.Event{created, used(42, 5), Returned{OrderID: 42, CustomerID: 5}}, when: giveBack(42)},
		{name: "without a use there is nothing to return", given: []domain.Event{created}, when: giveBack(42)},
		{name: "what was returned can be used again", given: []domain.Event{
			Created{Rule: summer(limited(1, 0))}, used(41, 5), Returned{OrderID: 41, CustomerID: 5},
		},
			when: redeem(42, 6), want: []domain.Event{used(42, 6)}},
		{name: "an order that was given up is remembered", given: []domain.Event{created}, when: giveUp(42),
			want: []domain.Event{Returned{RuleID: 7, CouponID: 70, OrderID: 42, Unused: true}}},
		{
			name: "it cannot redeem any more", given: []domain.Event{created, Returned{OrderID: 42, Unused: true}}, when: redeem(42, 5),
			fails: errGivenUp,
		},
		{name: "giving up returns a use", given: []domain.Event{created, used(42, 5)}, when: giveUp(42),
			want: []domain.Event{Returned{RuleID: 7, CouponID: 70, OrderID: 42, CustomerID: 5}}},
		{name: "a rule that never was remembers nothing", when: giveUp(42)},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := c.when(fold(c.given...))
			if fmt.Sprint(err) != fmt.Sprint(c.fails) || !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %v, %v\nwant %v, %v", got, err, c.want, c.fails)
			}
		})
	}
}

// TestUsesAreCounted redeems, returns and gives up at random. No limit is exceeded, the count is that of the orders that keep their use,
// and a state survives being stored.
func TestUsesAreCounted(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		total, each := rapid.Int64Range(0, 4).Draw(t, "limit"), rapid.Int64Range(0, 2).Draw(t, "limit of each")
		s := fold(Created{Rule: summer(limited(total, each))})
		keeps := map[int64]int64{}
		for range rapid.IntRange(0, 40).Draw(t, "steps") {
			order := rapid.Int64Range(1, 8).Draw(t, "order")
			customer := order % 3
			var events []domain.Event
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0, 1:
				events, _ = s.Redeem(order, customer)
			case 2:
				events = s.Return(order)
			case 3:
				events = s.GiveUp(order)
			}
			for _, e := range events {
				s = Evolve(s, e)
				if _, ok := e.(Redeemed); ok {
					keeps[order] = customer
				} else {
					delete(keeps, order)
				}
			}
			by := map[int64]int64{}
			for _, c := range keeps {
				by[c]++
			}
			delete(by, 0)
			if s.Used != int64(len(keeps)) || total > 0 && s.Used > total || !reflect.DeepEqual(by, s.ByCustomer) {
				t.Fatalf("%d uses by %v, want %d by %v", s.Used, s.ByCustomer, len(keeps), by)
			}
			for c, n := range by {
				if each > 0 && n > each {
					t.Fatalf("customer %d has %d uses of %d", c, n, each)
				}
			}
		}
		stored, err := json.Marshal(s)
		back := New("")
		if err = errors.Join(
			err, json.Unmarshal(stored, back),
		); err != nil || !reflect.DeepEqual(s.ByCustomer, back.ByCustomer) || !reflect.DeepEqual(s.Orders, back.Orders) {
			t.Fatalf("%s: %v", stored, err)
		}
	})
}

// TestDated: a price under a rule that begins or ends with a day holds until the day ends.
func TestDated(t *testing.T) {
	t.Parallel()
	for want, rules := range map[bool][]Rule{
		false: {{}, {ExpiresAt: "2026-05-01 12:00:00"}},
		true:  {{FromDate: "2026-05-01"}, {ToDate: "2026-05-01"}, {ExpiresAt: "2026-05-01"}},
	} {
		for _, r := range rules {
			if r.Dated() != want {
				t.Errorf("%+v: %v", r, !want)
			}
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	set := func(change func(*Rule)) Rule { return summer(change) }
	for name, c := range map[string]struct {
		rule Rule
		want error
	}{
		"a good one":            {summer(), nil},
		"without a coupon":      {set(func(r *Rule) { r.Code, r.CouponID = "", 0 }), nil},
		"no code":               {set(func(r *Rule) { r.Code = "" }), ErrCodeRequired},
		"a short code":          {set(func(r *Rule) { r.Code = "AB" }), errCodeLength},
		"an odd code":           {set(func(r *Rule) { r.Code = "SALE 10" }), errCodeCharacters},
		"an unknown action":     {set(func(r *Rule) { r.Action = "half" }), ErrDiscountType},
		"no amount":             {set(func(r *Rule) { r.Amount = money.Zero }), errAmount},
		"an odd first day":      {set(func(r *Rule) { r.FromDate = "soon" }), errors.New("Invalid date for fromDate; use Y-m-d format.")},
		"an odd last day":       {set(func(r *Rule) { r.ToDate = "2026-13-01" }), errors.New("Invalid date for toDate; use Y-m-d format.")},
		"an odd end":            {set(func(r *Rule) { r.ExpiresAt = "tomorrow" }), errExpiry},
		"an end with a time":    {set(func(r *Rule) { r.ExpiresAt = "2026-05-01 12:00:00" }), nil},
		"no website":            {set(func(r *Rule) { r.WebsiteIDs = nil }), ErrWebsites},
		"no group":              {set(func(r *Rule) { r.GroupIDs = nil }), ErrGroups},
		"another free shipping": {set(func(r *Rule) { r.FreeShipping = 3 }), errFreeShipping},
		"a limit below nothing": {set(func(r *Rule) { r.UsageLimit = -1 }), errNegative},
		"a subtotal below it":   {set(func(r *Rule) { r.MinimumSubtotal = d("-1") }), errNegative},
		"a quantity below it":   {set(func(r *Rule) { r.DiscountQty = d("-1") }), errNegative},
		"more than everything":  {set(func(r *Rule) { r.Action, r.Amount = ByPercent, d("100.01") }), errPercent},
		"everything":            {set(func(r *Rule) { r.Action, r.Amount = ByPercent, d("100") }), nil},
		"an amount over 100":    {set(func(r *Rule) { r.Action, r.Amount = ByFixed, d("150") }), nil},
		"buy 1, get 3":          {set(func(r *Rule) { r.Action, r.Amount, r.DiscountStep = BuyXGetY, d("3"), 1 }), errGives},
		"get 2 of none":         {set(func(r *Rule) { r.Action, r.Amount, r.DiscountStep = BuyXGetY, d("2"), 0 }), errGives},
		"buy 3, get 3":          {set(func(r *Rule) { r.Action, r.Amount, r.DiscountStep = BuyXGetY, d("3"), 3 }), nil},
		"one of five at a time": {set(func(r *Rule) { r.Action, r.DiscountStep, r.DiscountQty = ByFixed, 5, d("3") }), errReach},
		"five of five":          {set(func(r *Rule) { r.Action, r.DiscountStep, r.DiscountQty = ByFixed, 5, d("5") }), nil},
		"buy 2 of 2, get 1": {set(func(r *Rule) { r.Action, r.Amount, r.DiscountStep, r.DiscountQty = BuyXGetY, d("1"), 2, d("2") }),
			errReach},
		"buy 2 of 3, get 1":      {set(func(r *Rule) { r.Action, r.Amount, r.DiscountStep, r.DiscountQty = BuyXGetY, d("1"), 2, d("3") }), nil},
		"ended before it began":  {set(func(r *Rule) { r.FromDate, r.ToDate = "2026-05-02", "2026-05-01" }), errDays},
		"one day":                {set(func(r *Rule) { r.FromDate, r.ToDate = "2026-05-02", "2026-05-02" }), nil},
		"a code of its own kind": {set(func(r *Rule) { r.Code = "Sale_10-off" }), nil},
	} {
		if err := c.rule.Check(); fmt.Sprint(err) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	for text, err := range map[string]error{
		"Coupon code 'SUMMER' already exists": ErrCodeTaken("SUMMER"), "Unknown website ID: 9": ErrUnknownWebsite(9),
		"Unknown customer group ID: 9": ErrUnknownGroup(9), "Access denied for website: 9": ErrWebsiteDenied(9),
	} {
		if err.Error() != text {
			t.Errorf("%v, want %s", err, text)
		}
	}
}

func TestNormalise(t *testing.T) {
	t.Parallel()
	r := Rule{Code: "SUMMER", Action: BuyXGetY, WebsiteIDs: []int64{2, 1, 2}}.Normalise()
	if r.Name != "Coupon: SUMMER" || r.DiscountStep != 1 || !reflect.DeepEqual(r.WebsiteIDs, []int64{1, 2}) {
		t.Errorf("%+v", r)
	}
	if r := (Rule{Code: "SUMMER", Description: "Ten off"}).Normalise(); r.Name != "Ten off" || r.DiscountStep != 0 {
		t.Errorf("%+v", r)
	}
	if r := summer().Describe("Ten off"); r.Name != "Ten off" || r.Describe("").Name != "Coupon: SUMMER" {
		t.Errorf("%+v", r)
	}
	if r := summer().EndOn("2026-05-01"); r.ToDate != "2026-05-01" || r.ExpiresAt != "2026-05-01" {
		t.Errorf("%+v", r)
	}
}

func TestActions(t *testing.T) {
	t.Parallel()
	for name, action := range map[string]Action{"percent": ByPercent, "fixed": ByFixed, "cart_fixed": CartFixed, "buy_x_get_y": BuyXGetY} {
		if got, ok := ActionOf(name); !ok || got != action || got.DiscountType() != name {
			t.Errorf("%s is %s", name, got)
		}
	}
	if _, ok := ActionOf("by_percent"); ok {
		t.Error("an action was taken for a discount type")
	}
}

func TestUnits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule Rule
		qty  string
		want string
	}{
		{Rule{Action: ByPercent}, "7", "7"}, {
			Rule{Action: ByPercent, DiscountStep: 3}, "7", "6",
		}, {Rule{Action: ByFixed, DiscountStep: 3}, "2.5", "0"},
		{Rule{Action: ByFixed, DiscountQty: d("4"), DiscountStep: 3}, "7", "3"}, {Rule{Action: CartFixed, DiscountStep: 3}, "7", "7"},
		{Rule{Action: BuyXGetY, DiscountStep: 3, DiscountQty: d("6")}, "7", "6"},
	} {
		if got := c.rule.Units(d(c.qty)); !got.Equal(d(c.want)) {
			t.Errorf("%+v looks at %s units of %s, want %s", c.rule, got, c.qty, c.want)
		}
	}
}

func TestValidate(t *testing.T) {
	t.Parallel()
	at := Moment{Today: "2026-05-01", Now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	for _, c := range []struct {
		name  string
		offer Offer
		want  Verdict
	}{
		{"an active one", Offer{Rule: summer()}, Valid},
		{"an inactive one", Offer{Rule: summer(func(r *Rule) { r.Active = false })}, Inactive},
		{"from tomorrow", Offer{Rule: summer(func(r *Rule) { r.FromDate = "2026-05-02" })}, NotYetActive},
		{"from today to today", Offer{Rule: summer(func(r *Rule) { r.FromDate, r.ToDate = at.Today, at.Today })}, Valid},
		{"to yesterday", Offer{Rule: summer(func(r *Rule) { r.ToDate = "2026-04-30" })}, Expired},
		{"ended today", Offer{Rule: summer(func(r *Rule) { r.ExpiresAt = at.Today })}, Valid},
		{"ended yesterday", Offer{Rule: summer(func(r *Rule) { r.ExpiresAt = "2026-04-30" })}, Expired},
		{"ended a minute ago", Offer{Rule: summer(func(r *Rule) { r.ExpiresAt = "2026-05-01 11:59:00" })}, Expired},
		{"ends in a minute", Offer{Rule: summer(func(r *Rule) { r.ExpiresAt = "2026-05-01 12:01:00" })}, Valid},
		{"used up", Offer{Rule: summer(limited(3, 0)), Used: 3}, UsedUp},
		{"with a use left", Offer{Rule: summer(limited(3, 0)), Used: 2}, Valid},
		{"used up by the customer", Offer{Rule: summer(limited(0, 1)), UsedByCustomer: 1}, Valid},
	} {
		if got := c.offer.Validate(at); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestSelect(t *testing.T) {
	t.Parallel()
	offer := func(id int64, change func(*Offer)) Offer {
		o := Offer{Rule: summer()}
		o.ID, o.Code = id, ""
		change(&o)
		return o
	}
	offers := []Offer{
		offer(1, func(o *Offer) { o.SortOrder = 5 }), offer(3, func(*Offer) {}), offer(2, func(*Offer) {}), offer(
			4, func(o *Offer) { o.Code = "SUMMER" },
		),
		offer(5, func(o *Offer) { o.Code = "WINTER" }), offer(
			6, func(o *Offer) { o.WebsiteIDs = []int64{2} },
		), offer(7, func(o *Offer) { o.GroupIDs = []int64{2} }),
		offer(8, func(o *Offer) { o.Active = false }), offer(9, func(o *Offer) { o.UsagePerCustomer, o.UsedByCustomer = 1, 1 }),
		offer(10, func(o *Offer) { o.UsageLimit, o.Used = 1, 1 }), offer(11, func(o *Offer) { o.ToDate = "2026-04-30" }),
	}
	selected := func(customer int64, coupon string) string {
		var ids []int64
		for _, r := range Select(
			offers, Cart{WebsiteID: 1, GroupID: 1, CustomerID: customer, Coupon: coupon, Moment: Moment{Today: "2026-05-01"}},
		) {
			ids = append(ids, r.ID)
		}
		return fmt.Sprint(ids)
	}
	for _, c := range []struct {
		customer int64
		coupon   string
		want     string
	}{{5, "", "[2 3 1]"}, {5, "summer", "[2 3 4 1]"}, {0, "", "[2 3 9 1]"}, {5, "unknown", "[2 3 1]"}} {
		if got := selected(c.customer, c.coupon); got != c.want {
			t.Errorf("customer %d with %q gets %s, want %s", c.customer, c.coupon, got, c.want)
		}
	}
}

func TestOffers(t *testing.T) {
	t.Parallel()
	s := fold(Created{Rule: summer()}, Redeemed{OrderID: 1, CustomerID: 5}, Redeemed{OrderID: 2})
	if o := s.Offer(5); o.Used != 2 || o.UsedByCustomer != 1 || o.Code != "SUMMER" {
		t.Errorf("%+v", o)
	}
	if o := s.Offer(0); o.Used != 2 || o.UsedByCustomer != 0 {
		t.Errorf("%+v", o)
	}
	if Stream(7) != "pricerule-7" || len(EventSpecs()) != 5 {
		t.Error("the stream or the events have other names")
	}
}
