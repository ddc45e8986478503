package checkout_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"tradelog/commands"
	"tradelog/commands/sales"
	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/pricerule"
	"tradelog/domain/totals"
)

// rich holds the payments of an order: a coupon's only use, 10 of the 25 on a gift card, and 5 from the bank.
type rich struct {
	rule, card int64
	bank       *bank
	offline    bool // the rest is paid without the bank
}

func openRichTill(t *testing.T) *till {
	t.Helper()
	s := openTill(t)
	s.rich = &rich{bank: &bank{made: map[string]sales.Movement{}, voided: map[string]bool{}}}
	c := s.process(0)
	var err error
	if s.rich.rule, err = c.CreateCoupon(t.Context(), pricerule.Rule{
		Code: "SUMMER", Active: true, WebsiteIDs: []int64{1}, GroupIDs: []int64{0}, Action: pricerule.ByFixed, Amount: money.One,
		UsageLimit: 1,
	}); err != nil {
		t.Fatal(err)
	}
	balance := money.FromInt(25)
	if s.rich.card, err = c.CreateGiftCard(t.Context(),
		giftcard.Draft{Code: "GC-A", Currency: "USD", WebsiteIDs: []int64{1}, Balance: &balance}, 1); err != nil {
		t.Fatal(err)
	}
	return s
}

func (r *rich) quote(p *order.Placed) {
	p.Payment, p.Currency = "bank", "USD"
	if r.offline {
		p.Payment = "checkmo"
	}
	p.Totals = totals.Totals{
		RuleIDs: []int64{r.rule}, Coupon: totals.Coupon{RuleID: r.rule, Code: "SUMMER"},
		Cards: []totals.Paid{{CardID: r.card, Code: "GC-A", Base: money.FromInt(10), Amount: money.FromInt(10)}},
	}
	p.Totals.Display.Grand, p.Totals.Base.Grand = money.FromInt(5), money.FromInt(5)
}

// audit checks that the used coupons, spent amounts and authorisations match the number of orders.
func (r *rich) audit(s *till, when string, orders int) {
	s.t.Helper()
	c := s.process(0)
	rules := commands.Open(c.Engine, commands.Decider[*pricerule.State]{Category: pricerule.Category})
	if err := rules.View(s.t.Context(), pricerule.Stream(r.rule), func(rule *pricerule.State, _ bool) error {
		if rule.Used != int64(orders) {
			s.t.Errorf("%s: the coupon has %d uses, want %d", when, rule.Used, orders)
		}
		return nil
	}); err != nil {
		s.t.Fatal(err)
	}
	card, err := c.GiftCard(s.t.Context(), r.card)
	if want := money.FromInt(int64(25 - 10*orders)); err != nil || !card.Balance.Equal(want) {
		s.t.Errorf("%s: the gift card has %s, want %s (%v)", when, card.Balance, want, err)
	}
	if held := r.bank.held(); len(held) != orders && !r.offline {
		s.t.Errorf("%s: the bank has set aside %v, want %d", when, held, orders)
	}
}

// bank is a gateway whose answers are scripted.
type bank struct {
	mu     sync.Mutex
	made   map[string]sales.Movement
	voided map[string]bool
	// scripted answers: "decline"; "lose": no answer and no effect; "late": no answer but the effect. All other calls are approved.
	answers, voids []string
}

func next(script *[]string) (answer string) {
	if len(*script) > 0 {
		answer, *script = (*script)[0], (*script)[1:]
	}
	return answer
}

// Authorise authorises an amount.
func (b *bank) Authorise(_ context.Context, m sales.Movement) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, had := b.made[m.Key]; had && !b.voided[m.Key] {
		return "tx " + m.Key, nil
	}
	switch answer := next(&b.answers); {
	case b.voided[m.Key] || answer == "decline":
		return "", &sales.DeclinedError{Reason: "no money"}
	case answer == "lose":
		return "", sales.ErrGatewayUnknown
	default:
		b.made[m.Key] = m
		if answer == "late" {
			return "", sales.ErrGatewayUnknown
		}
	}
	return "tx " + m.Key, nil
}

// Void releases an amount.
func (b *bank) Void(_ context.Context, m sales.Movement) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if next(&b.voids) == "lose" {
		return sales.ErrGatewayUnknown
	}
	b.voided[strings.TrimPrefix(m.Of, "tx ")] = true
	return nil
}

// Capture is never called.
func (b *bank) Capture(context.Context, sales.Movement) (string, error) {
	return "", errors.ErrUnsupported
}

// Refund is never called.
func (b *bank) Refund(context.Context, sales.Movement) (string, error) {
	return "", errors.ErrUnsupported
}

func (b *bank) held() (keys []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for key := range b.made {
		if !b.voided[key] {
			keys = append(keys, key)
		}
	}
	return keys
}

// richAppends is the number of appends of a placement that takes everything: cart, stock, coupon, gift card, order, cart.
const richAppends = 6

// TestARichPlacementSurvivesBeingKilled before any of its appends: everything acquired is returned exactly once, or belongs to the order.
func TestARichPlacementSurvivesBeingKilled(t *testing.T) {
	t.Parallel()
	for _, swept := range []bool{false, true} {
		for dies := 1; dies <= richAppends+1; dies++ {
			s := openRichTill(t)
			when := fmt.Sprintf("killed before append %d, swept %t", dies, swept)
			first, err := s.place(s.process(dies), "key")
			if ok := err == nil; ok != (dies >= richAppends) {
				t.Errorf("%s: %v", when, err)
			}
			if swept {
				s.sweep()
				s.audit(when+", before the retry", len(s.left().placed))
			}
			again, err := s.place(s.process(0), "key")
			if err != nil || first.OrderID != 0 && dies >= richAppends && again.OrderID != first.OrderID {
				t.Errorf("%s: the retry: order %d instead of %d, %v", when, again.OrderID, first.OrderID, err)
			}
			s.sweep()
			s.audit(when, 1)
			var kept order.Order
			if kept, err = s.process(0).Order(t.Context(), again.OrderID); err != nil ||
				kept.Transaction != "tx "+fmt.Sprint("order-", again.OrderID) {
				t.Errorf("%s: the order's transaction is %q, %v", when, kept.Transaction, err)
			}
		}
	}
}

// TestARefusedRichPlacementSurvivesBeingKilled while it undoes its steps, for each part that may refuse.
func TestARefusedRichPlacementSurvivesBeingKilled(t *testing.T) {
	t.Parallel()
	someoneElse := func(s *till, do func(c *useCases) error) func(string) {
		return func(step string) {
			if step == "checkout: stock reserved" {
				if err := do(s.process(0)); err != nil {
					s.t.Error(err)
				}
			}
		}
	}
	usedUp := func(s *till) func(string) {
		return someoneElse(s, func(c *useCases) error {
			return c.redeem(s.t.Context(), 999, s.rich.rule)
		})
	}
	spent := func(s *till) func(string) {
		nothing := money.Zero
		return someoneElse(s, func(c *useCases) error {
			return c.AdjustGiftCard(s.t.Context(), s.rich.card, giftcard.Adjustment{Balance: &nothing})
		})
	}
	scripted := func(answers ...string) func(s *till) func(string) {
		return func(s *till) func(string) {
			s.rich.bank.answers = answers
			return func(string) {}
		}
	}
	undone := map[string]func(s *till) error{
		"used up": func(s *till) error { return s.process(0).Return(s.t.Context(), 999, []int64{s.rich.rule}) },
		"spent": func(s *till) error {
			balance := money.FromInt(25)
			return s.process(0).AdjustGiftCard(s.t.Context(), s.rich.card, giftcard.Adjustment{Balance: &balance})
		},
	}
	for name, c := range map[string]struct {
		meanwhile func(*till) func(string)
		refusal   string
	}{
		"used up":    {usedUp, "Coupon usage limit reached"},
		"spent":      {spent, `Gift card "GC-A" has no remaining balance`},
		"declined":   {scripted("decline"), "The payment was declined: no money"},
		"unanswered": {scripted("lose", "lose", "lose"), sales.ErrPaymentUnanswered.Message},
		"given up": {func(s *till) func(string) {
			return func(step string) {
				if step == "checkout: payment authorised" {
					s.abandon()
				}
			}
		}, order.ErrAbandoned.Message},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for dies := 1; ; dies++ {
				s := openRichTill(t)
				when := fmt.Sprintf("killed before append %d", dies)
				killed := s.process(dies)
				killed.Steps(c.meanwhile(s))
				_, err := s.place(killed, "key")
				if err == nil {
					t.Fatalf("%s: placed", when)
				}
				lived := !errors.Is(err, errKilled)
				s.rich.bank.answers = nil
				s.sweep()
				if undo := undone[name]; undo != nil {
					if err := undo(s); err != nil {
						t.Fatal(err)
					}
				}
				s.audit(when, 0)
				if _, err := s.place(s.process(0), "key"); err != nil {
					t.Errorf("%s: the retry: %v", when, err)
				}
				s.sweep()
				s.audit(when+", again", 1)
				if lived {
					if f, ok := fault.As(err); !ok || f.Message != c.refusal {
						t.Errorf("refused with %v", err)
					}
					return
				}
			}
		})
	}
}

// TestALateAnswerOfTheBank is returned by a second call.
func TestALateAnswerOfTheBank(t *testing.T) {
	t.Parallel()
	for _, answers := range [][]string{{"late"}, {"lose", "late"}, {"lose", "lose"}} {
		s := openRichTill(t)
		s.rich.bank.answers = answers
		if _, err := s.place(s.process(0), "key"); err != nil {
			t.Errorf("%v: %v", answers, err)
		}
		s.sweep()
		s.audit(fmt.Sprint(answers), 1)
	}
}

// TestABankThatIsAway when it should void an authorisation that it may have made: the cart stays locked until it answers.
func TestABankThatIsAway(t *testing.T) {
	t.Parallel()
	s := openRichTill(t)
	s.rich.bank.answers, s.rich.bank.voids = []string{"lose", "lose", "late"}, []string{"lose", "lose"}
	c := s.process(0)
	if _, err := s.place(c, "key"); !errors.Is(err, sales.ErrPaymentPending) {
		t.Errorf("refused with %v", err)
	}
	begun := s.left().begun[0]
	if err := c.Recover(t.Context(), s.cart, begun); !errors.Is(err, sales.ErrPaymentPending) {
		t.Errorf("recovered: %v", err)
	}
	if state, err := c.Cart(t.Context(), s.cart); err != nil || state.Checkout == nil {
		t.Errorf("the cart is open: %v", err)
	}
	s.sweep()
	s.audit("when the bank is back", 0)
}

// TestABalanceThatSinksMeanwhile: the cart is priced again with the remaining balance.
func TestABalanceThatSinksMeanwhile(t *testing.T) {
	t.Parallel()
	s := openRichTill(t)
	c := s.process(0)
	three, times := money.FromInt(3), 0
	placed, err := c.PlaceOrder(t.Context(), s.cart, cart.Details{},
		quoting(func(ctx context.Context, state cart.State) (order.Placed, error) {
			q, err := s.quote(ctx, state)
			card, e := c.StaleGiftCard(ctx, s.rich.card)
			if times++; times == 1 {
				e = errors.Join(e, s.process(0).AdjustGiftCard(t.Context(), s.rich.card, giftcard.Adjustment{Balance: &three}))
			}
			q.Totals.Cards[0].Base = money.Min(card.Balance, money.FromInt(10))
			return q, errors.Join(err, e)
		}))
	if err != nil || times != 2 || !placed.Totals.Cards[0].Base.Equal(three) {
		t.Errorf("placed after %d quotes with %v, %v", times, placed.Totals.Cards, err)
	}
	if held := s.rich.bank.held(); len(held) != 1 || held[0] != fmt.Sprint("order-", placed.OrderID) {
		t.Errorf("the bank has set aside %v", held)
	}
}

// TestACancellationGivesEverythingBackOnce, even if it is repeated.
func TestACancellationGivesEverythingBackOnce(t *testing.T) {
	t.Parallel()
	s := openRichTill(t)
	c := s.process(0)
	placed, err := s.place(c, "key")
	if err = errors.Join(err, c.CancelOrder(t.Context(), placed.OrderID, "")); err != nil {
		t.Fatal(err)
	}
	recorded, err := s.log.ReadStream(t.Context(), order.Stream(placed.OrderID), 0, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	events, err := shopCodec.DecodeAll(t.Context(), recorded, false)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(events, func(e domain.Event) bool {
		_, is := e.(order.CanceledEvent)
		return is
	})
	for range 2 {
		if err := s.process(0).ReturnCanceled(t.Context(), placed.OrderID, recorded[i].Revision,
			events[i].(order.CanceledEvent)); err != nil {
			t.Error(err)
		}
	}
	s.rich.audit(s, "cancelled", 0)
}
