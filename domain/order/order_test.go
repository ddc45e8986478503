package order

import (
	"errors"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/totals"
)

// buyer is the person of the order of the tests.
var buyer = Of{Subject: "guest-7"}

func n(i int64) money.Decimal { return money.FromInt(i) }

// placed is an order of lines with these quantities, numbered from 1; each unit costs 10.
func placed(qty ...int64) Placed {
	p := Placed{OrderID: 42, IncrementID: "100000042", CartID: 7, StoreID: 1, Status: "pending", TokenHash: HashToken("secret")}
	for i, q := range qty {
		p.Lines = append(p.Lines, Line{ID: int64(i + 1), ProductID: int64(100 + i), Qty: n(q), Weight: n(2)})
		p.Totals.Base.Grand = p.Totals.Base.Grand.Add(n(10 * q))
	}
	p.Totals.Display = p.Totals.Base
	return p
}

func fold(events ...domain.Event) Order {
	var o Order
	for _, e := range events {
		o = Evolve(o, e)
	}
	return o
}

func ids() func() int64 {
	next := int64(900)
	return func() int64 {
		next++
		return next
	}
}

func shipAll(o Order) ([]domain.Event, error) {
	return o.Ship(NewShipment{ID: 5, Increment: "100000005", NextID: ids()})
}

func TestDecisions(t *testing.T) {
	t.Parallel()
	hold := func(o Order) ([]domain.Event, error) { return o.Hold("fraud check") }
	unhold := func(o Order) ([]domain.Event, error) { return o.Unhold("") }
	cancel := func(o Order) ([]domain.Event, error) { return o.Cancel("changed my mind") }
	own := func(o Order) ([]domain.Event, error) { return o.CancelOwn("changed my mind") }
	held := Held{Of: buyer, Reason: "fraud check"}
	canceled := CanceledEvent{Of: buyer, State: Canceled, Status: "canceled"}
	shipped := Shipped{Of: buyer, ShipmentID: 5, Lines: []ShippedLine{{ID: 1, LineID: 1, Qty: n(2)}}}
	processing := StateChanged{State: Processing, Status: "processing"}
	virtual := placed(1)
	virtual.Virtual = true
	virtual.Lines[0].Virtual = true
	for _, c := range []struct {
		name  string
		given []domain.Event
		when  func(Order) ([]domain.Event, error)
		want  []domain.Event
		fails error
	}{
		{name: "an order is held", given: []domain.Event{placed(2)}, when: hold, want: []domain.Event{held}},
		{name: "a held order is not held again", given: []domain.Event{placed(2), held}, when: hold, fails: errNotHoldable},
		{name: "a cancelled order is not held", given: []domain.Event{placed(2), canceled}, when: hold, fails: errNotHoldable},
		{name: "an order that does not exist is not held", when: hold, fails: ErrNotFound},
		{name: "release returns to what was before", given: []domain.Event{placed(2), shipped, processing, held}, when: unhold,
			want: []domain.Event{Unheld{Of: buyer, State: Processing, Status: "processing"}}},
		{name: "only a held order is released", given: []domain.Event{placed(2)}, when: unhold, fails: errNotOnHold},
		{name: "cancelling gives everything back", given: []domain.Event{placed(2, 1)}, when: cancel, want: []domain.Event{CanceledEvent{
			Of:    buyer,
			State: Canceled, Status: "canceled", Reason: "changed my mind",
			Lines: []CanceledLine{
				{LineID: 1, ProductID: 100, Qty: n(2), BackToStock: n(2)}, {LineID: 2, ProductID: 101, Qty: n(1), BackToStock: n(1)},
			}}}},
		{name: "what was shipped stays and does not come back to stock", given: []domain.Event{
			placed(3), shipped, processing,
		}, when: cancel, want: []domain.Event{CanceledEvent{
			Of:    buyer,
			State: Processing, Status: "processing", Reason: "changed my mind", Lines: []CanceledLine{
				{LineID: 1, ProductID: 100, Qty: n(1), BackToStock: n(1), Money: &LineMoney{}},
			}, Kept: &Money{}, Due: &money.Decimal{}, BaseDue: &money.Decimal{}}}},
		{name: "nor is it cancelled when all was shipped", given: []domain.Event{placed(2), shipped, processing}, when: cancel,
			fails: errNotCanceable},
		{name: "nor do its buyers cancel it", given: []domain.Event{placed(3), shipped, processing}, when: own, fails: errNotCanceable},
		{name: "nor when all of it was shipped", given: []domain.Event{placed(2), shipped, processing}, when: own, fails: errNotCanceable},
		{name: "buyers cancel what nobody has shipped", given: []domain.Event{placed(1)}, when: own, want: []domain.Event{CanceledEvent{
			Of:    buyer,
			State: Canceled, Status: "canceled", Reason: "changed my mind", Lines: []CanceledLine{
				{LineID: 1, ProductID: 100, Qty: n(1), BackToStock: n(1)},
			}}}},
		{name: "buyers do not cancel a held order", given: []domain.Event{placed(2), held}, when: own, fails: errNotCanceable},
		{name: "a held order is not cancelled", given: []domain.Event{placed(2), held}, when: cancel, fails: errNotCanceable},
		{name: "a cancelled order is not cancelled", given: []domain.Event{placed(2), canceled}, when: cancel, fails: errNotCanceable},
		{name: "shipping all of a new order makes it processing", given: []domain.Event{placed(2)}, when: shipAll, want: []domain.Event{
			Shipped{
				Of:         buyer,
				ShipmentID: 5, IncrementID: "100000005", Lines: []ShippedLine{{ID: 901, LineID: 1, Qty: n(2)}}, TotalQty: n(2),
				TotalWeight: n(4),
			}, processing}},
		{name: "a held order is not shipped", given: []domain.Event{placed(2), held}, when: shipAll, fails: errNotShippable},
		{
			name: "a shipped order is not shipped again", given: []domain.Event{placed(2), shipped, processing}, when: shipAll,
			fails: errNotShippable,
		},
		{name: "nothing of a virtual order is shipped", given: []domain.Event{virtual}, when: shipAll, fails: errNotShippable},
		{name: "more than is left is taken as all that is left", given: []domain.Event{placed(3), shipped, processing},
			when: func(o Order) ([]domain.Event, error) {
				return o.Ship(NewShipment{ID: 6, NextID: ids(), Items: []Wanted{{LineID: 1, Qty: n(99)}, {LineID: 77, Qty: n(1)}}})
			},
			want: []domain.Event{Shipped{
				Of: buyer, ShipmentID: 6, Lines: []ShippedLine{{ID: 901, LineID: 1, Qty: n(1)}}, TotalQty: n(1), TotalWeight: n(2),
			}}},
		{name: "only unknown lines are nothing", given: []domain.Event{placed(3)}, fails: ErrNothingToShip,
			when: func(o Order) ([]domain.Event, error) {
				return o.Ship(NewShipment{NextID: ids(), Items: []Wanted{{LineID: 77, Qty: n(1)}}})
			}},
		{name: "a line needs a number", given: []domain.Event{placed(3)}, fails: ErrBadItemID,
			when: func(o Order) ([]domain.Event, error) {
				return o.Ship(NewShipment{NextID: ids(), Items: []Wanted{{Qty: n(1)}}})
			}},
		{name: "a line needs a quantity", given: []domain.Event{placed(3)}, fails: errBadItemQty,
			when: func(o Order) ([]domain.Event, error) {
				return o.Ship(NewShipment{NextID: ids(), Items: []Wanted{{LineID: 1}}})
			}},
		{name: "a track needs a number", given: []domain.Event{placed(3)}, fails: errTrackNumber,
			when: func(o Order) ([]domain.Event, error) {
				return o.Ship(NewShipment{NextID: ids(), Tracks: []NewTrack{{Number: " 0 "}}})
			}},
		{name: "a track says custom when nothing else is said", given: []domain.Event{placed(2), shipped},
			when: func(o Order) ([]domain.Event, error) { return o.AddTrack(5, NewTrack{ID: 9, Number: "1Z"}) },
			want: []domain.Event{TrackAdded{ShipmentID: 5, Track: Track{ID: 9, Carrier: "custom", Title: "custom", Number: "1Z"}}}},
		{name: "a track of another shipment is not removed", given: []domain.Event{placed(2), shipped}, fails: errTrackNotFound,
			when: func(o Order) ([]domain.Event, error) { return o.RemoveTrack(5, 9) }},
		{name: "a comment carries the status of the moment", given: []domain.Event{placed(2)},
			when: func(o Order) ([]domain.Event, error) { return o.Comment(NewComment{Text: "  hello  "}) },
			want: []domain.Event{Commented{Of: buyer, Text: "hello", Status: "pending"}}},
		{name: "a comment needs text", given: []domain.Event{placed(2)}, fails: ErrCommentText,
			when: func(o Order) ([]domain.Event, error) { return o.Comment(NewComment{Text: "  "}) }},
		{name: "the token opens the order once", given: []domain.Event{placed(2)}, want: []domain.Event{TokenUsed{}},
			when: func(o Order) ([]domain.Event, error) { return o.UseToken("secret") }},
		{name: "a used token opens nothing", given: []domain.Event{placed(2), TokenUsed{}}, fails: ErrBadToken,
			when: func(o Order) ([]domain.Event, error) { return o.UseToken("secret") }},
		{name: "a wrong token opens nothing", given: []domain.Event{placed(2)}, fails: ErrBadToken,
			when: func(o Order) ([]domain.Event, error) { return o.UseToken("") }},
		{name: "an abandoned order is not placed", given: []domain.Event{Abandoned{CartID: 7}}, fails: ErrAbandoned,
			when: func(o Order) ([]domain.Event, error) { return o.Place(placed(1)) }},
		{name: "a placed order is not abandoned", given: []domain.Event{placed(1)}, fails: ErrExists,
			when: func(o Order) ([]domain.Event, error) { return o.Abandon(7, "late") }},
		{name: "placing the same order again does nothing", given: []domain.Event{placed(1)},
			when: func(o Order) ([]domain.Event, error) { return o.Place(placed(1)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := c.when(fold(c.given...))
			if !reflect.DeepEqual(got, c.want) || !errors.Is(err, c.fails) {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

func TestAStatusMustBelongToTheState(t *testing.T) {
	t.Parallel()
	_, err := fold(placed(1)).Comment(NewComment{Text: "x", Status: "complete"})
	if err == nil || err.Error() != `Status "complete" is not assigned to the order's current state "new"; allowed: pending` {
		t.Error(err)
	}
}

// TestQuantitiesNeverExceedTheOrder drives random decisions. No unit is shipped, invoiced, refunded or cancelled that was not ordered. An
// order is cancelled once, and that takes the units that were neither shipped nor invoiced. An accepted decision has changed something.
func TestQuantitiesNeverExceedTheOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := placed(rapid.Int64Range(1, 5).Draw(t, "first"), rapid.Int64Range(1, 5).Draw(t, "second"))
		for i, l := range p.Lines {
			row := l.Qty.Mul(n(10))
			p.Lines[i].Totals = totals.LineTotals{
				Base:    totals.LineAmounts{RowTotal: row, RowTotalInclTax: row},
				Display: totals.LineAmounts{RowTotal: row, RowTotalInclTax: row},
			}
		}
		p.Totals.Base.Subtotal, p.Totals.Display.Subtotal, p.Rate = p.Totals.Base.Grand, p.Totals.Base.Grand, money.One
		o := fold(p)
		next := ids()
		canceled := 0
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			var events []domain.Event
			var err error
			line, qty := rapid.Int64Range(1, 2).Draw(t, "line"), n(rapid.Int64Range(1, 3).Draw(t, "qty"))
			switch rapid.IntRange(0, 5).Draw(t, "what") {
			case 0:
				events, err = o.Hold("")
			case 1:
				events, err = o.Unhold("")
			case 2:
				events, err = o.Ship(NewShipment{ID: next(), NextID: next, Items: []Wanted{{LineID: line, Qty: qty}}})
			case 3:
				events, err = o.Cancel("")
			case 4:
				events, err = o.Invoice(NewInvoice{ID: next(), NextID: next, Items: []Wanted{{LineID: line, Qty: qty}}})
			case 5:
				events, err = o.Refund(NewCreditMemo{ID: next(), NextID: next, Items: []RefundItem{{LineID: line, Qty: qty}}})
			}
			if err != nil {
				if _, known := fault.As(err); !known {
					t.Fatalf("not a refusal: %v", err)
				}
				continue
			}
			before := o
			for _, e := range events {
				o = Evolve(o, e)
				if _, ok := e.(CanceledEvent); ok {
					canceled++
				}
			}
			if reflect.DeepEqual(before, o) {
				t.Fatalf("%+v changed nothing", events)
			}
		}
		for _, l := range o.Lines {
			take := money.Zero
			if canceled > 0 {
				take = l.Qty.Sub(money.MaxOf(l.Shipped, l.Invoiced))
			}
			if canceled > 1 || !l.Canceled.Equal(take) || take.Sign() < 0 || l.Invoiced.Less(l.Refunded) {
				t.Fatalf(
					"line %d, cancelled %d times: ordered %s, shipped %s, invoiced %s, refunded %s, cancelled %s", l.ID, canceled, l.Qty,
					l.Shipped, l.Invoiced, l.Refunded, l.Canceled,
				)
			}
		}
	})
}

// TestACouponOfAKeptDiscount is not given back with the undelivered rest. It is if nothing discounted is kept.
func TestACouponOfAKeptDiscount(t *testing.T) {
	t.Parallel()
	p := orderOf(totals.Amounts{Subtotal: d("30"), Discount: d("5"), Grand: d("25")},
		bought(1, "2", "20", "20", "0", "5"), bought(2, "1", "10", "10", "0", "0"))
	p.Totals.Coupon.RuleID = 7
	invoice := func(line int64) func(Order) ([]domain.Event, error) {
		return func(o Order) ([]domain.Event, error) {
			return o.Invoice(NewInvoice{ID: line, Items: []Wanted{{LineID: line, Qty: n(1)}}, NextID: ids()})
		}
	}
	refund := func(o Order) ([]domain.Event, error) { return o.Refund(NewCreditMemo{ID: 3, NextID: ids()}) }
	ship := func(o Order) ([]domain.Event, error) {
		return o.Ship(NewShipment{ID: 4, Items: []Wanted{{LineID: 1, Qty: n(1)}}, NextID: ids()})
	}
	for _, c := range []struct {
		name  string
		steps []func(Order) ([]domain.Event, error)
		back  bool
	}{
		{"nothing is kept", nil, true},
		{"a discounted unit is invoiced", []func(Order) ([]domain.Event, error){invoice(1)}, false},
		{"a discounted unit is shipped", []func(Order) ([]domain.Event, error){ship}, false},
		{"it was refunded", []func(Order) ([]domain.Event, error){invoice(1), refund}, true},
		{"what is kept has no discount", []func(Order) ([]domain.Event, error){invoice(2)}, true},
	} {
		o := fold(p)
		for _, step := range c.steps {
			events, err := step(o)
			o = do(t, o, events, err)
		}
		events, err := o.Cancel("")
		if err != nil {
			t.Fatal(err)
		}
		if back := len(events[0].(CanceledEvent).RuleIDs) > 0; back != c.back {
			t.Errorf("%s: given back is %v", c.name, back)
		}
	}
}
