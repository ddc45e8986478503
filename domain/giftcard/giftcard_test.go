package giftcard

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

func d(s string) money.Decimal { return money.MustParse(s) }

func amount(s string) *money.Decimal {
	a := d(s)
	return &a
}

// now is the time of the tests.
var now = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func days(n int) time.Time { return now.AddDate(0, 0, n) }

// created is an active card of 50.
func created(change ...func(*Created)) Created {
	e := Created{
		CardID: 7, Code: "GC-A", Currency: "USD", WebsiteIDs: []int64{1}, InitialBalance: d("50"), Balance: d("50"), Status: Active,
		ExpiresAt: days(100),
	}
	for _, c := range change {
		c(&e)
	}
	return e
}

func fold(events ...domain.Event) State {
	s := New("")
	for _, e := range events {
		s = Evolve(s, e)
	}
	return s
}

var order = Order{ID: 42, Increment: "100000042"}

// charged is a charge of an amount that leaves a balance.
func charged(amount, balance string) Charged {
	e := Charged{OrderID: 42, Amount: d(amount), Balance: d(balance), Status: Active, Comment: "Used in order #100000042"}
	if e.Balance.IsZero() {
		e.Status = SpentUp
	}
	return e
}

func charge(a string) func(State) ([]domain.Event, error) {
	return func(s State) ([]domain.Event, error) { return s.Charge(order, d(a), now) }
}

func credit(reference, a string, extension int) func(State) ([]domain.Event, error) {
	return func(s State) ([]domain.Event, error) {
		return s.Credit(Refund{Order: order, Reference: reference, Amount: d(a), Comment: ForRefund(order.Increment), Extension: extension}, now)
	}
}

func adjust(a Adjustment) func(State) ([]domain.Event, error) {
	return func(s State) ([]domain.Event, error) { return s.Adjust(a) }
}

type decision struct {
	name  string
	given []domain.Event
	when  func(State) ([]domain.Event, error)
	want  []domain.Event
	fails error
}

func (c decision) run(t *testing.T) {
	got, err := c.when(fold(c.given...))
	if fmt.Sprint(err) != fmt.Sprint(c.fails) || !same(got, c.want) {
		t.Errorf("got %+v, %v\nwant %+v, %v", got, err, c.want, c.fails)
	}
}

// same compares events; amounts are the same when their numbers are.
func same(a, b []domain.Event) bool { return fmt.Sprintf("%+v", a) == fmt.Sprintf("%+v", b) }

func TestCharging(t *testing.T) {
	t.Parallel()
	undo := func(s State) ([]domain.Event, error) { return s.UndoCharge(order), nil }
	undone := ChargeUndone{OrderID: 42, Amount: d("50"), Balance: d("50"), Status: Active, Comment: "Order #100000042 was not placed"}
	early := ChargeUndone{OrderID: 42, Balance: d("50"), Status: Active, Comment: "Order #100000042 was not placed"}
	for _, c := range []decision{
		{"a part is spent", []domain.Event{created()}, charge("20"), []domain.Event{charged("20", "30")}, nil},
		{"all is spent", []domain.Event{created()}, charge("50"), []domain.Event{charged("50", "0")}, nil},
		{"an order is charged once", []domain.Event{created(), charged("20", "30")}, charge("20"), nil, nil},
		{"nothing is no charge", []domain.Event{created()}, charge("0"), nil, nil},
		{"more than there is", []domain.Event{created()}, charge("50.01"), nil, errBalanceChanged("GC-A")},
		{"a card that never was", nil, charge("1"), nil, ErrNotFound},
		{
			"a card with nothing left", []domain.Event{created(func(e *Created) { e.Balance = money.Zero })}, charge("1"), nil,
			errors.New(`Gift card "GC-A" has no remaining balance`),
		},
		{
			"a card used up meanwhile", []domain.Event{created(), Charged{OrderID: 41, Amount: d("50"), Status: SpentUp}}, charge("1"),
			nil, errors.New(`Gift card "GC-A" has no remaining balance`),
		},
		{
			"a disabled card", []domain.Event{created(), StatusChanged{Suspended}}, charge("1"), nil,
			errors.New(`Gift card "GC-A" is no longer valid`),
		},
		{
			"a card past its time", []domain.Event{created(func(e *Created) { e.ExpiresAt = days(-1) })}, charge("1"), nil,
			errors.New(`Gift card "GC-A" is no longer valid`),
		},
		{
			"a card to the last second", []domain.Event{created(func(e *Created) { e.ExpiresAt = now })}, charge("50"),
			[]domain.Event{charged("50", "0")}, nil,
		},
		{
			"a card for ever", []domain.Event{created(func(e *Created) { e.ExpiresAt = time.Time{} })}, charge("50"),
			[]domain.Event{charged("50", "0")}, nil,
		},
		{"an order that never was gives all back", []domain.Event{created(), charged("50", "0")}, undo, []domain.Event{undone}, nil},
		{"and only once", []domain.Event{created(), charged("50", "0"), undone}, undo, nil, nil},
		{"and is not charged again", []domain.Event{created(), charged("50", "0"), undone}, charge("50"), nil, errGivenUp},
		{"an order is given up before it is charged", []domain.Event{created()}, undo, []domain.Event{early}, nil},
		{"and is not charged then", []domain.Event{created(), early}, charge("50"), nil, errGivenUp},
		{
			"a refunded charge is not undone",
			[]domain.Event{
				created(), charged("20", "30"), Credited{OrderID: 42, Reference: "memo-1", Amount: d("5"), Balance: d("35"), Status: Active},
			},
			undo, nil, nil,
		},
		{"a card that never was has nothing to undo", nil, undo, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t)
		})
	}
}

func TestCrediting(t *testing.T) {
	t.Parallel()
	back := func(amount, balance string, status Status, expires time.Time, comment string) domain.Event {
		return Credited{
			OrderID: 42, Reference: "memo-1", Amount: d(amount), Balance: d(balance), Status: status, ExpiresAt: expires,
			Comment: "Refund for order #100000042" + comment,
		}
	}
	spent := []domain.Event{created(), charged("50", "0")}
	until := func(t time.Time) []domain.Event {
		return []domain.Event{created(func(e *Created) { e.ExpiresAt = t }), charged("50", "0")}
	}
	suffix := " (expiration extended to 30 days from now)"
	for _, c := range []decision{
		{
			"a used card is active again", spent, credit("memo-1", "17.0308", 30),
			[]domain.Event{back("17.0308", "17.0308", Active, days(100), "")}, nil,
		},
		{"a refund is credited once", append(spent[:2:2], back("17", "17", Active, days(100), "")), credit("memo-1", "17", 30), nil, nil},
		{"never more than was charged", append(
			spent[:2:2],
			Credited{OrderID: 42, Reference: "memo-0", Amount: d("40"), Balance: d("40"), Status: Active, ExpiresAt: days(100)},
		),
			credit("memo-1", "10.0001", 30), []domain.Event{back("10", "50", Active, days(100), "")}, nil},
		{
			"all is back already",
			append(spent[:2:2], Credited{OrderID: 42, Reference: "memo-0", Amount: d("50"), Balance: d("50"), Status: Active}),
			credit("memo-1", "1", 30), nil, nil,
		},
		{"an order that was not charged", []domain.Event{created()}, credit("memo-1", "1", 30), nil, errNotCharged},
		{"an order that never was", []domain.Event{
			created(), charged("50", "0"), ChargeUndone{OrderID: 42, Amount: d("50"), Balance: d("50"), Status: Active},
		},
			credit("memo-1", "1", 30), nil, errNotCharged},
		{
			"a disabled card stays so", append(spent[:2:2], StatusChanged{Suspended}), credit("memo-1", "5", 30),
			[]domain.Event{back("5", "5", Suspended, days(100), "")}, nil,
		},
		{"an ending card is extended", until(days(10)), credit("memo-1", "5", 30), []domain.Event{back("5", "5", Active, days(30), suffix)}, nil},
		{
			"an expired card is extended", append(until(days(-10)), Expired{}), credit("memo-1", "5", 30),
			[]domain.Event{back("5", "5", Active, days(30), suffix)}, nil,
		},
		{
			"without an extension it stays expired", append(until(days(-10)), Expired{}), credit("memo-1", "5", 0),
			[]domain.Event{back("5", "5", PastTime, days(-10), "")}, nil,
		},
		{
			"also when nobody noticed yet", until(days(-10)), credit("memo-1", "5", 0),
			[]domain.Event{back("5", "5", PastTime, days(-10), "")}, nil,
		},
		{"a card for ever stays so", until(time.Time{}), credit("memo-1", "5", 30), []domain.Event{back("5", "5", Active, time.Time{}, "")}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t)
		})
	}
}

func TestAdjusting(t *testing.T) {
	t.Parallel()
	status := func(s Status) *Status { return &s }
	for _, c := range []decision{
		{"a balance is set", []domain.Event{created()}, adjust(Adjustment{Balance: amount("60")}),
			[]domain.Event{Adjusted{CardID: 7, Amount: d("10"), Balance: d("60"), Status: Active, Comment: "API balance adjustment"}}, nil},
		{"nothing makes it used", []domain.Event{created()}, adjust(Adjustment{Balance: amount("0"), Comment: "lost"}),
			[]domain.Event{Adjusted{CardID: 7, Amount: d("-50"), Balance: d("0"), Status: SpentUp, Comment: "lost"}}, nil},
		{"something makes a used one active", []domain.Event{created(), charged("50", "0")}, adjust(Adjustment{Balance: amount("5")}),
			[]domain.Event{Adjusted{CardID: 7, Amount: d("5"), Balance: d("5"), Status: Active, Comment: "API balance adjustment"}}, nil},
		{"but no disabled one", []domain.Event{created(), StatusChanged{Suspended}}, adjust(Adjustment{Balance: amount("5")}),
			[]domain.Event{Adjusted{CardID: 7, Amount: d("-45"), Balance: d("5"), Status: Suspended, Comment: "API balance adjustment"}}, nil},
		{"a status that is told wins", []domain.Event{created()}, adjust(Adjustment{Balance: amount("0"), Status: status(Suspended)}),
			[]domain.Event{Adjusted{CardID: 7, Amount: d("-50"), Balance: d("0"), Status: Suspended, Comment: "API balance adjustment"}}, nil},
		{
			"a status alone has no history", []domain.Event{created()}, adjust(Adjustment{Status: status(Suspended)}),
			[]domain.Event{StatusChanged{Suspended}}, nil,
		},
		{
			"the same balance is no adjustment", []domain.Event{created()},
			adjust(Adjustment{Balance: amount("50.00"), Status: status(Active)}), nil, nil,
		},
		{"a balance below nothing", []domain.Event{created()}, adjust(Adjustment{Balance: amount("-1")}), nil, errBalanceNegative},
		{"too large a balance", []domain.Event{created()}, adjust(Adjustment{Balance: amount("10000.01")}), nil, errBalanceTooHigh},
		{"a status that is none", []domain.Event{created()}, adjust(Adjustment{Status: status("lost")}), nil, errStatus},
		{"a card that never was", nil, adjust(Adjustment{}), nil, ErrNotFound},
		{
			"its time passes", []domain.Event{created()}, func(s State) ([]domain.Event, error) { return s.Expire(days(101)), nil },
			[]domain.Event{Expired{Balance: d("50")}}, nil,
		},
		{"not yet", []domain.Event{created()}, func(s State) ([]domain.Event, error) { return s.Expire(now), nil }, nil, nil},
		{
			"a disabled one does not expire", []domain.Event{created(), StatusChanged{Suspended}},
			func(s State) ([]domain.Event, error) { return s.Expire(days(101)), nil }, nil, nil,
		},
		{
			"it is sent", []domain.Event{created()}, func(s State) ([]domain.Event, error) { return s.MarkSent(now) },
			[]domain.Event{Sent{At: now}}, nil,
		},
		{"one that never was is not", nil, func(s State) ([]domain.Event, error) { return s.MarkSent(now) }, nil, ErrNotFound},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t)
		})
	}
}

func TestCreating(t *testing.T) {
	t.Parallel()
	draft := func(change ...func(*Draft)) func(State) ([]domain.Event, error) {
		d := Draft{CardID: 7, Code: "GC-A", Currency: "USD", WebsiteIDs: []int64{1}, InitialBalance: amount("50"), ExpiresAt: days(100)}
		for _, c := range change {
			c(&d)
		}
		return func(s State) ([]domain.Event, error) { return s.Create(d) }
	}
	with := func(initial, balance *money.Decimal) func(*Draft) {
		return func(d *Draft) { d.InitialBalance, d.Balance = initial, balance }
	}
	for _, c := range []decision{
		{"a card", nil, draft(), []domain.Event{created()}, nil},
		{"by its balance", nil, draft(with(nil, amount("50"))), []domain.Event{created()}, nil},
		{"with less left", nil, draft(with(amount("50"), amount("0"))), []domain.Event{created(func(e *Created) { e.Balance = d("0") })}, nil},
		{"with an order", nil, draft(func(d *Draft) { d.Bought, d.BoughtLineID = order, 9 }),
			[]domain.Event{created(func(e *Created) { e.OrderID, e.OrderLineID, e.Comment = 42, 9, "Created from order #100000042" })}, nil},
		{
			"with a status", nil, draft(func(d *Draft) { d.Status = Suspended }),
			[]domain.Event{created(func(e *Created) { e.Status = Suspended })}, nil,
		},
		{"twice", []domain.Event{created()}, draft(), nil, errors.New("Gift card 7 exists already")},
		{"without a balance", nil, draft(with(nil, nil)), nil, errBalanceRequired},
		{"with nothing", nil, draft(with(amount("0"), amount("5"))), nil, errBalanceRequired},
		{"with too much", nil, draft(with(amount("10000.01"), nil)), nil, errBalanceTooHigh},
		{"with too much left", nil, draft(with(amount("5"), amount("10001"))), nil, errBalanceTooHigh},
		{"below nothing", nil, draft(with(amount("5"), amount("-1"))), nil, errBalanceNegative},
		{"without websites", nil, draft(func(d *Draft) { d.WebsiteIDs = nil }), nil, errNoWebsite},
		{"with a status that is none", nil, draft(func(d *Draft) { d.Status = "new" }), nil, errStatus},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t)
		})
	}
}

func TestRefusalsOnACart(t *testing.T) {
	t.Parallel()
	card := func(status Status, balance string, expires time.Time) Card {
		return Card{Code: "GC-A", Status: status, Balance: d(balance), ExpiresAt: expires, WebsiteIDs: []int64{1, 2}}
	}
	for _, c := range []struct {
		card    Card
		website int64
		want    string
	}{
		{card(Active, "5", days(1)), 2, "<nil>"}, {card(Active, "5", time.Time{}), 1, "<nil>"},
		{
			card(Active, "5", days(1)), 3, `Gift card "GC-A" is not valid for this store`,
		}, {card(Active, "5", days(-1)), 1, `Gift card "GC-A" has expired`},
		{card(PastTime, "5", days(1)), 1, `Gift card "GC-A" has expired`}, {
			card(SpentUp, "0", days(1)), 1, `Gift card "GC-A" has been fully used`,
		},
		{
			card(Active, "0", days(1)), 1, `Gift card "GC-A" has been fully used`,
		}, {card(Suspended, "5", days(-1)), 1, `Gift card "GC-A" is not active`},
	} {
		err := c.card.Refusal(c.website, now)
		if fmt.Sprint(err) != c.want || c.card.Usable(c.website, now) != (err == nil) {
			t.Errorf("%+v: %v, want %s", c.card, err, c.want)
		}
		if err != nil && fault.KindOf(err) != fault.Invalid {
			t.Errorf("%v is of kind %s", err, fault.KindOf(err))
		}
	}
	for text, err := range map[string]error{
		`Gift card code 'X' already exists`: ErrCodeTaken("X"), `Unknown website id 9`: errUnknownWebsite(9),
		`Gift card "X" is not valid`:       ErrUnknown("X"),
		`Gift card "X" is already applied`: ErrAlreadyApplied("X"),
	} {
		if err.Error() != text {
			t.Errorf("%v, want %s", err, text)
		}
	}
}

func TestWebsites(t *testing.T) {
	t.Parallel()
	base := func(id int64) (string, bool) {
		currency, ok := map[int64]string{1: "USD", 2: "USD", 3: "EUR"}[id]
		return currency, ok
	}
	for _, c := range []struct {
		ids      []int64
		want     string
		currency string
		fails    error
	}{
		{[]int64{2, 1, 2}, "[1 2]", "USD", nil}, {nil, "[]", "", errNoWebsite}, {[]int64{3}, "[3]", "EUR", nil}, {
			[]int64{1, 3}, "[]", "", errCurrencies,
		},
		{[]int64{1, 9}, "[]", "", errUnknownWebsite(9)}, {[]int64{0}, "[]", "", errUnknownWebsite(0)}, {
			[]int64{1, 3, 9}, "[]", "", errUnknownWebsite(9),
		},
	} {
		ids, currency, err := Websites(c.ids, base)
		if fmt.Sprint(ids) != c.want || currency != c.currency || fmt.Sprint(err) != fmt.Sprint(c.fails) {
			t.Errorf("%v: %v, %s, %v", c.ids, ids, currency, err)
		}
	}
	card := Card{WebsiteIDs: []int64{1, 2}}
	for _, c := range []struct {
		scope       []int64
		read, write error
	}{
		{nil, nil, nil}, {[]int64{2}, nil, errWebsiteDenied}, {[]int64{2, 1}, nil, nil},
		{[]int64{3}, errWebsiteDenied, errWebsiteDenied}, {[]int64{}, errWebsiteDenied, errWebsiteDenied},
	} {
		if read, write := card.CheckRead(c.scope), CheckWrite(c.scope, card.WebsiteIDs); !errors.Is(read, c.read) || !errors.Is(write, c.write) {
			t.Errorf("scope %v: %v, %v", c.scope, read, write)
		}
	}
}

func TestCodes(t *testing.T) {
	t.Parallel()
	next := 0
	draw := func(n int) int {
		next = (next + 11) % n
		return next
	}
	if got := NewCode("GC", "XXXX-XX", draw); got != "GC-BNZA-MY" {
		t.Errorf("code %s", got)
	}
	if got := NewCode("", "X", func(int) int { return 0 }); got != "0" {
		t.Errorf("code %s", got)
	}
}

func TestEnds(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-05-01": "2026-05-01T00:00:00Z", "2026-05-01 12:30:00": "2026-05-01T12:30:00Z", "2026-05-01T12:30:00+02:00": "2026-05-01T10:30:00Z",
	} {
		if got, err := ParseExpiry(text); err != nil || got.Format(time.RFC3339) != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	if _, err := ParseExpiry("soon"); !errors.Is(err, errExpiry) {
		t.Error(err)
	}
	if got := Lifetime(now, 365); !got.Equal(days(365)) {
		t.Errorf("it lives to %s", got)
	}
	if got := Lifetime(now, 0); !got.IsZero() {
		t.Errorf("it lives to %s", got)
	}
}
