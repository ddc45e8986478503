package order

import (
	"errors"
	"testing"
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
