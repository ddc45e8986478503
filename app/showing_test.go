package app_test

import (
	"slices"
	"testing"

	"tradelog/app"
	"tradelog/eventstore"
	"tradelog/projections"
)

// TestWhatAnswersWaitFor checks that the projectors an answer waits for follow from the event types and the projectors that handle them.
func TestWhatAnswersWaitFor(t *testing.T) {
	t.Parallel()
	var definitions []projections.Definition
	for _, m := range app.Shop() {
		definitions = append(definitions, m.Projectors...)
	}
	showing := projections.Showing(definitions)
	for _, c := range []struct {
		by, event string
		want      []string
	}{
		{"customer", "CartItemAdded", []string{"carts"}},
		{"admin", "CartItemAdded", []string{"carts"}},
		{"guest", "CartItemAdded", nil}, // a cart is read from its stream
		{"guest", "CartCreated", nil},   // the masked ID contains the number of the cart
		{"guest", "OrderPlaced", []string{"orders"}},
		{"guest", "StockReserved", []string{"stock"}},
		{"api", "CategoryChanged", []string{"addresses", "categories", "products"}},
		{"api", "CategoryDeleted", []string{"addresses", "categories", "products"}},
		{"operator", "ShippingTableImported", []string{"shipping"}},
		{"operator", "NoSuchEvent", nil},
	} {
		got := showing(eventstore.Actor{Kind: c.by}, c.event)
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("after %s by %s: %v, want %v", c.event, c.by, got, c.want)
		}
	}
	// Back-office callers wait for every projector that handles their events, except the one of idempotency keys.
	admin := eventstore.Actor{Kind: "admin"}
	for _, d := range definitions {
		for _, event := range append([]string{""}, d.Events...) {
			if slices.Contains(showing(admin, event), d.Name) == (d.Name == "executed") {
				t.Errorf("after %q by an admin: %v", event, showing(admin, event))
			}
		}
	}
}
