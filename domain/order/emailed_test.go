package order

import (
	"errors"
	"testing"

	"tradelog/domain/person"
)

func TestEmailed(t *testing.T) {
	t.Parallel()
	if _, err := fold().Emailed(AboutOrder, 42); !errors.Is(err, ErrNotFound) {
		t.Errorf("an order that does not exist: %v", err)
	}
	o := fold(placed(2))
	events, err := o.Emailed(AboutShipment, 5)
	if err != nil || len(events) != 1 || events[0] != (Emailed{About: AboutShipment, AboutID: 5}) {
		t.Errorf("%v, %v", events, err)
	}
	if after := Evolve(o, events[0]); after.State != o.State || after.Status != o.Status || len(after.Lines) != len(o.Lines) {
		t.Errorf("an e-mail changes the order: %+v", after)
	}
}

// TestReachable: a buyer with an address can be sent e-mails, until the buyer is forgotten.
func TestReachable(t *testing.T) {
	t.Parallel()
	nobody, somebody := placed(2), placed(2)
	nobody.Customer.Email, somebody.Customer.Email = "", "anna@example.com"
	if fold(nobody).Reachable {
		t.Error("an order without an address is reachable")
	}
	if o := fold(somebody); !o.Reachable || Evolve(o, person.ForgottenIn(Category, nil)).Reachable {
		t.Error("an order with an address is not reachable, or is so after the buyer was forgotten")
	}
}

// TestRefundsAreShared: a comment of a refund is shared only with a buyer who gets an e-mail, and only then does the buyer see it.
func TestRefundsAreShared(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ notify, shared, want bool }{{true, true, true}, {true, false, false}, {false, true, false}} {
		memo := CreditMemo{Notify: c.notify, Shared: c.notify && c.shared}
		shown, _ := ForBuyer(Refunded{CreditMemo: memo, Comment: "Sorry"})
		if got := shown.(Refunded).Comment != ""; got != c.want {
			t.Errorf("%+v: shown %v", c, got)
		}
	}
}
