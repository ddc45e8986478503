package cart

import (
	"fmt"
	"reflect"
	"testing"

	"tradelog/domain"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
)

func TestExtras(t *testing.T) {
	t.Parallel()
	created := Created{CartID: 1, StoreID: 1, MaskedID: "m", At: at}
	mug := ItemAdded{Item: Item{ID: 1, ProductID: 10, SKU: "MUG", Type: "simple", Qty: n(2)}, At: at}
	coupon := CouponApplied{Code: "SUMMER", At: at}
	card := GiftCardApplied{Card: Card{CardID: 5, Code: "GC-A"}, At: at}
	note := Message{Sender: "Anna", Recipient: "Bob", Text: "For you"}
	wrapped := GiftMessageSet{CartID: 1, ItemID: 1, Message: note, At: at}
	priced := CustomPriceSet{ItemID: 1, Price: n(7), At: at}
	locked := CheckoutStarted{CartID: 1, OrderID: 7, IncrementID: "100000007", At: at}
	apply := func(code string) func(State) ([]domain.Event, error) {
		return func(s State) ([]domain.Event, error) { return s.ApplyCoupon(code, at) }
	}
	drop := func(code string, cards ...int64) func(State) ([]domain.Event, error) {
		return func(s State) ([]domain.Event, error) { return s.Drop(EndedCoupon{Code: code}, cards, at), nil }
	}
	add := func(i Item) func(State) ([]domain.Event, error) {
		return func(s State) ([]domain.Event, error) { return s.Add(i, at, anyQty) }
	}
	price := func(amount string) func(State) ([]domain.Event, error) {
		return func(s State) ([]domain.Event, error) { return s.SetPrice(1, money.MustParse(amount), at) }
	}
	seven := n(7)
	gift := Item{Type: "giftcard", Qty: n(1), People: giftcard.People{RecipientName: "Bob", RecipientEmail: "bob@example.com"}}
	given := ItemAdded{Item: Item{ID: 1, Type: "giftcard", Qty: n(1)}, At: at}
	addressed := GiftCardAddressed{CartID: 1, ItemID: 1, People: gift.People, At: at}
	merge := func(from ...domain.Event) func(State) ([]domain.Event, error) {
		return func(s State) ([]domain.Event, error) {
			other := New("")
			for _, e := range from {
				other = Evolve(other, e)
			}
			return s.Merge(other, at, unlimited)
		}
	}
	for _, c := range []struct {
		name  string
		given []domain.Event
		when  func(State) ([]domain.Event, error)
		want  []domain.Event
		fails error
	}{
		{
			name: "a coupon replaces another", given: []domain.Event{created, coupon}, when: apply("WINTER"),
			want: []domain.Event{CouponApplied{Code: "WINTER", At: at}},
		},
		{name: "a coupon is applied once", given: []domain.Event{created, coupon}, when: apply("SUMMER")},
		{
			name: "nothing is applied to a cart that is being placed", given: []domain.Event{created, mug, locked}, when: apply("SUMMER"),
			fails: ErrInProgress,
		},
		{
			name: "without a coupon there is none to remove", given: []domain.Event{created},
			when: func(s State) ([]domain.Event, error) { return s.RemoveCoupon(at) },
		},
		{name: "a coupon is removed", given: []domain.Event{created, coupon},
			when: func(s State) ([]domain.Event, error) { return s.RemoveCoupon(at) },
			want: []domain.Event{CouponRemoved{Code: "SUMMER", At: at}}},
		{name: "a card is applied once", given: []domain.Event{created, card}, fails: giftcard.ErrAlreadyApplied("gc-a"),
			when: func(s State) ([]domain.Event, error) { return s.ApplyCard(Card{CardID: 5, Code: "gc-a"}, at) }},
		{name: "a card does not buy gift cards", given: []domain.Event{
			created, ItemAdded{Item: Item{ID: 1, Type: "giftcard", Qty: n(1)}, At: at},
		}, fails: giftcard.ErrForGiftCards,
			when: func(s State) ([]domain.Event, error) { return s.ApplyCard(Card{CardID: 5, Code: "GC-A"}, at) }},
		{
			name: "nor are gift cards added to what a card pays", given: []domain.Event{created, card}, fails: errCardsAndProduct,
			when: add(Item{Type: "giftcard", Qty: n(1)}),
		},
		{name: "a gift card tells of people apart", given: []domain.Event{created}, when: add(gift), want: []domain.Event{
			given, GiftCardAddressed{CartID: 1, ItemID: 1, People: gift.People, At: at}}},
		{
			name: "for the same people it is one line", given: []domain.Event{created, given, addressed}, when: add(gift),
			want: []domain.Event{ItemQtyChanged{ItemID: 1, Qty: n(2), At: at}},
		},
		{name: "for others it is another", given: []domain.Event{created, given, addressed}, when: add(Item{Type: "giftcard", Qty: n(1)}),
			want: []domain.Event{ItemAdded{Item: Item{ID: 2, Type: "giftcard", Qty: n(1)}, At: at}}},
		{name: "a merge keeps the people, and takes the cards off that cannot pay for it",
			given: []domain.Event{created, card}, when: merge(created, given, addressed), want: []domain.Event{
				given, GiftCardAddressed{CartID: 1, ItemID: 1, People: gift.People, At: at},
				GiftCardRemoved{CardID: 5, At: at}, Merged{FromCartID: 1, At: at}}},
		{name: "a card is removed in any case", given: []domain.Event{created, card}, want: []domain.Event{GiftCardRemoved{CardID: 5, At: at}},
			when: func(s State) ([]domain.Event, error) { return s.RemoveCard("gc-A", at) }},
		{
			name: "a card that is not there", given: []domain.Event{created}, fails: errCardNotApplied("GC-B"),
			when: func(s State) ([]domain.Event, error) { return s.RemoveCard("GC-B", at) },
		},
		{name: "what holds no more is dropped", given: []domain.Event{created, coupon, card}, when: drop("SUMMER", 5, 6),
			want: []domain.Event{CouponRemoved{Code: "SUMMER", At: at}, GiftCardRemoved{CardID: 5, At: at}}},
		{name: "another coupon stays", given: []domain.Event{created, coupon}, when: drop("WINTER")},
		{name: "nothing is dropped from a cart that is being placed", given: []domain.Event{created, mug, coupon, locked}, when: drop("SUMMER")},
		{name: "a message", given: []domain.Event{created, mug}, want: []domain.Event{wrapped},
			when: func(s State) ([]domain.Event, error) {
				return s.SetMessage(1, Message{Sender: " Anna ", Recipient: "Bob ", Text: "For you"}, at)
			}},
		{
			name: "the same message again", given: []domain.Event{created, mug, wrapped},
			when: func(s State) ([]domain.Event, error) { return s.SetMessage(1, note, at) },
		},
		{name: "a blank message removes", given: []domain.Event{created, mug, wrapped}, want: []domain.Event{
			GiftMessageRemoved{ItemID: 1, At: at},
		},
			when: func(s State) ([]domain.Event, error) { return s.SetMessage(1, Message{Sender: "Anna", Text: " "}, at) }},
		{
			name: "a message for no line", given: []domain.Event{created}, fails: ErrMessageItem,
			when: func(s State) ([]domain.Event, error) { return s.SetMessage(9, note, at) },
		},
		{name: "a price of one's own", given: []domain.Event{created, mug}, when: price("7"), want: []domain.Event{priced}},
		{name: "the same price again", given: []domain.Event{created, mug, priced}, when: price("7.00")},
		{name: "a price below nothing", given: []domain.Event{created, mug}, when: price("-1"), fails: ErrPriceNegative},
		{name: "a line keeps its price when more is added", given: []domain.Event{created, mug, priced},
			when: add(Item{ProductID: 10, Qty: n(1)}),
			want: []domain.Event{ItemQtyChanged{ItemID: 1, Qty: n(3), At: at}}},
		{
			name: "adding does not reprice", given: []domain.Event{created, mug},
			when: add(Item{ProductID: 10, Qty: n(1), CustomPrice: &seven}), fails: errReprices,
		},
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

func unlimited(int64, money.Decimal) bool { return true }

// TestMergeKeepsLimits: a merge raises no quantity past the limits of products, nor those of parts.
func TestMergeKeepsLimits(t *testing.T) {
	t.Parallel()
	line := func(qty int64, parts ...Part) Item { return Item{ID: 1, ProductID: 10, Qty: n(qty), Parts: parts} }
	pair := Part{ProductID: 11, Qty: n(2)}
	upTo := func(most int64) Limits { return func(_ int64, qty money.Decimal) bool { return !n(most).Less(qty) } }
	for name, c := range map[string]struct {
		own, guest Item
		beside     int64 // quantity of the product in another line of the cart
		limits     Limits
		want       int64
	}{
		"sum":                      {line(2), line(3), 0, upTo(5), 5},
		"larger of both":           {line(2), line(4), 0, upTo(5), 4},
		"own is larger":            {line(4), line(2), 0, upTo(5), 4},
		"neither":                  {line(7), line(6), 0, upTo(5), 7},
		"beside another line":      {line(1), line(2), 3, upTo(5), 2},
		"parts":                    {line(1, pair), line(2, pair), 0, upTo(5), 2},
		"sum of parts":             {line(1, pair), line(1, pair), 0, upTo(5), 2},
		"of ten thousand at most":  {line(6000), line(6000), 0, unlimited, 10_000},
		"increments of the larger": {line(3), line(2), 0, func(_ int64, qty money.Decimal) bool { return qty.Div(n(2)).IsWhole() }, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			guest := fold(Created{CartID: 1, StoreID: 1, MaskedID: "m", At: at}, ItemAdded{Item: c.guest, At: at})
			own := fold(Created{CartID: 2, StoreID: 1, CustomerID: 3, At: at}, ItemAdded{Item: c.own, At: at})
			if c.beside != 0 {
				other := Item{ID: 2, ProductID: 10, Qty: n(c.beside), Options: []byte(`{"options":{"1":"2"}}`)}
				own = Evolve(own, ItemAdded{Item: other, At: at})
			}
			events, err := own.Merge(guest, at, c.limits)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range events {
				own = Evolve(own, e)
			}
			if item, _ := own.Item(1); !item.Qty.Equal(n(c.want)) || len(own.Items) > 2 {
				t.Errorf("%s of %d lines, want %d", item.Qty, len(own.Items), c.want)
			}
		})
	}
}

// TestMerge: equal lines are added up, others come with their price and message, the guest's coupon wins, and a second time
// nothing happens.
func TestMerge(t *testing.T) {
	t.Parallel()
	seven := n(7)
	guest := fold(Created{CartID: 1, StoreID: 1, MaskedID: "m", At: at},
		ItemAdded{Item: Item{ID: 1, ProductID: 10, Qty: n(2)}, At: at}, ItemAdded{
			Item: Item{ID: 2, ProductID: 11, Qty: n(1), CustomPrice: &seven}, At: at,
		},
		GiftMessageSet{
			CartID: 1, ItemID: 2, Message: Message{Text: "For you"}, At: at,
		}, GiftMessageSet{CartID: 1, Message: Message{Text: "For all"}, At: at},
		CouponApplied{Code: "SUMMER", At: at}, GiftCardApplied{Card: Card{CardID: 5, Code: "GC-A"}, At: at})
	own := fold(
		Created{CartID: 2, StoreID: 1, CustomerID: 3, At: at}, ItemAdded{Item: Item{ID: 1, ProductID: 10, Qty: n(3)}, At: at},
		CouponApplied{Code: "WINTER", At: at},
	)
	events, err := own.Merge(guest, at, unlimited)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		own = Evolve(own, e)
	}
	message := Message{Text: "For you"}
	want := []Item{{ID: 1, ProductID: 10, Qty: n(5)}, {ID: 2, ProductID: 11, Qty: n(1), CustomPrice: &seven, Message: &message}}
	if !reflect.DeepEqual(own.Items, want) || own.Coupon != "SUMMER" || own.Message != nil || own.Cards != nil {
		t.Errorf("merged: %+v", own)
	}
	if again, err := own.Merge(guest, at, unlimited); len(again) != 0 || err != nil {
		t.Errorf("again: %v, %v", again, err)
	}
	closing, err := guest.MergeInto(2, at)
	if err != nil || !reflect.DeepEqual(closing, []domain.Event{MergedInto{IntoCartID: 2, At: at}}) {
		t.Errorf("the guest's cart: %v, %v", closing, err)
	}
	if guest = Evolve(guest, closing[0]); !guest.Closed {
		t.Error("the guest's cart is open")
	}
	if again, err := guest.MergeInto(2, at); len(again) != 0 || err != nil {
		t.Errorf("closed again: %v, %v", again, err)
	}
	if _, err := own.MergeInto(9, at); err == nil {
		t.Error("a customer's cart was merged into another")
	}
}
