package giftcard

import (
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"tradelog/domain"
	"tradelog/domain/money"
)

// TestTheBalanceIsItsHistory makes random decisions about a card. Its balance is never negative and is the sum of its history, and each
// entry follows the one before. No order gets back more than it was charged, and a repeated decision gives nothing.
func TestTheBalanceIsItsHistory(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := fold(created())
		balance := s.Balance
		charges, credits := map[int64]money.Decimal{}, map[int64]money.Decimal{}
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			o := Order{ID: rapid.Int64Range(1, 5).Draw(t, "order")}
			sum := money.FromInt(rapid.Int64Range(0, 300_000).Draw(t, "amount")).Div(d("10000"))
			at := days(rapid.IntRange(0, 200).Draw(t, "day"))
			what := rapid.IntRange(0, 4).Draw(t, "what")
			reference, extension := fmt.Sprint("memo-", rapid.IntRange(1, 4).Draw(t, "memo")), rapid.SampledFrom([]int{0, 30}).Draw(t, "extension")
			decide := func() []domain.Event {
				var events []domain.Event
				switch what {
				case 0:
					events, _ = s.Charge(o, sum, at)
				case 1:
					events, _ = s.Credit(Refund{Order: o, Reference: reference, Amount: sum, Extension: extension}, at)
				case 2:
					events = s.UndoCharge(o)
				case 3:
					events, _ = s.Adjust(Adjustment{Balance: &sum})
				case 4:
					events = s.Expire(at)
				}
				return events
			}
			for _, e := range decide() {
				before := fmt.Sprintf("%+v", s)
				next := Evolve(s, e)
				if fmt.Sprintf("%+v", s) != before {
					t.Fatalf("folding %+v changed the state it was given", e)
				}
				s = next
				switch e := e.(type) {
				case Charged:
					charges[e.OrderID] = e.Amount
				case Credited:
					credits[e.OrderID] = credits[e.OrderID].Add(e.Amount)
				case ChargeUndone:
					credits[e.OrderID] = credits[e.OrderID].Add(e.Amount)
				}
				if line, ok := entryOf(e); ok {
					if !line.BalanceBefore.Equal(balance) || !line.BalanceAfter.Equal(balance.Add(line.Amount)) {
						t.Fatalf("%s is followed by %+v", balance, line)
					}
					balance = line.BalanceAfter
				}
				if again := decide(); len(again) != 0 {
					t.Fatalf("%+v is decided again: %+v", e, again)
				}
			}
			if !balance.Equal(s.Balance) || s.Balance.Sign() < 0 {
				t.Fatalf("the balance is %s, the history says %s", s.Balance, balance)
			}
			for id, credited := range credits {
				if charges[id].Less(credited) {
					t.Fatalf("order %d was charged %s and got back %s", id, charges[id], credited)
				}
			}
		}
	})
}

// line is a line of a card's history.
type line struct {
	Action        string
	Amount        money.Decimal
	BalanceBefore money.Decimal
	BalanceAfter  money.Decimal
	OrderID       int64 // 0: none
	Comment       string
}

// entryOf returns the entry that an event adds to the history; ok is false if it adds none.
func entryOf(e domain.Event) (_ line, ok bool) {
	switch e := e.(type) {
	case Created:
		return entry("created", e.Balance, e.Balance, e.OrderID, e.Comment), e.OrderID != 0
	case Charged:
		return entry("used", e.Amount.Neg(), e.Balance, e.OrderID, e.Comment), true
	case ChargeUndone:
		return entry("refunded", e.Amount, e.Balance, e.OrderID, e.Comment), !e.Amount.IsZero()
	case Credited:
		return entry("refunded", e.Amount, e.Balance, e.OrderID, e.Comment), true
	case Adjusted:
		return entry("adjusted", e.Amount, e.Balance, 0, e.Comment), true
	case Expired:
		return entry("expired", money.Zero, e.Balance, 0, ""), true
	}
	return line{}, false
}

func entry(action string, amount, balance money.Decimal, orderID int64, comment string) line {
	return line{Action: action, Amount: amount, BalanceBefore: balance.Sub(amount), BalanceAfter: balance, OrderID: orderID, Comment: comment}
}

func TestHistory(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		event domain.Event
		want  string
	}{
		{created(), ""}, {
			created(func(e *Created) { e.OrderID, e.Comment = 42, fromOrder("100000042") }),
			"created 50 0 50 42 Created from order #100000042",
		},
		{charged("20", "30"), "used -20 50 30 42 Used in order #100000042"},
		{
			Credited{OrderID: 42, Amount: d("5"), Balance: d("35"), Comment: ForCancel("100000042")},
			"refunded 5 30 35 42 Refund for canceled order #100000042",
		},
		{ChargeUndone{OrderID: 42, Amount: d("20"), Balance: d("50"), Comment: notPlaced("1")}, "refunded 20 30 50 42 Order #1 was not placed"},
		{ChargeUndone{OrderID: 42, Balance: d("50")}, ""}, {
			Adjusted{Amount: d("-5"), Balance: d("45"), Comment: "lost"}, "adjusted -5 50 45 0 lost",
		},
		{Expired{Balance: d("45")}, "expired 0 45 45 0 "}, {StatusChanged{Suspended}, ""}, {Sent{}, ""},
	} {
		e, ok := entryOf(c.event)
		got := ""
		if ok {
			got = fmt.Sprintf("%s %s %s %s %d %s", e.Action, e.Amount, e.BalanceBefore, e.BalanceAfter, e.OrderID, e.Comment)
		}
		if got != c.want {
			t.Errorf("%+v: %q, want %q", c.event, got, c.want)
		}
	}
	if Stream(7) != "giftcard-7" || created().DataSubject() != "giftcard-7" || len(EventSpecs()) != 10 {
		t.Error("the stream, the subject or the events have other names")
	}
	if !reflect.DeepEqual(New("giftcard-7"), State{}) {
		t.Error("a card begins with something")
	}
}
