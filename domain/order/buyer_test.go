package order

import (
	"slices"
	"testing"

	"tradelog/domain/money"
	"tradelog/domain/person"
)

// TestWhatBuyersSee: each event of an order is either shown to its buyer or listed as hidden. Internal data of the shop is left out of the
// shown ones.
func TestWhatBuyersSee(t *testing.T) {
	t.Parallel()
	hidden := []string{
		"OrderAbandoned", "OrderTokenUsed", "OrderEmailed", "OrderDownloaded", "OrderCaptureStarted", "OrderCaptureDeclined", "OrderVoidStarted",
		"OrderVoidDeclined", "OrderRefundStarted", "OrderRefundAbandoned", "OrderCustomerAssigned", person.Spec(Category).New().EventName(),
		"OrderCommented", "OrderShipmentCommented", // unless they are visible
	}
	for _, spec := range EventSpecs() {
		e := spec.New()
		if _, shown := ForBuyer(e); shown == slices.Contains(hidden, e.EventName()) {
			t.Errorf("%s is shown: %v", e.EventName(), shown)
		}
	}
	cost := money.FromInt(7)
	placed := Placed{Transaction: "t", Lines: []Line{{SKU: "MUG", Cost: cost}}}
	shown, _ := ForBuyer(placed)
	if s := shown.(Placed); !s.Lines[0].Cost.IsZero() || s.Transaction != "" || s.Lines[0].SKU != "MUG" || placed.Lines[0].Cost.IsZero() {
		t.Errorf("the placement is shown as %+v, and is %+v", s, placed)
	}
	if e, _ := ForBuyer(Held{Reason: "fraud?"}); e.(Held).Reason != "" {
		t.Errorf("%+v", e)
	}
	if e, _ := ForBuyer(Invoiced{Comment: "for you", Notify: true}); e.(Invoiced).Comment != "for you" {
		t.Errorf("%+v", e)
	}
	if e, _ := ForBuyer(Invoiced{Comment: "for us"}); e.(Invoiced).Comment != "" {
		t.Errorf("%+v", e)
	}
	if e, _ := ForBuyer(Shipped{Comment: "for you", Notify: true}); e.(Shipped).Comment != "for you" {
		t.Error("the comment of a shipment that was sent is hidden")
	}
	if e, _ := ForBuyer(Shipped{Comment: "for us"}); e.(Shipped).Comment != "" {
		t.Error("the internal comment of a shipment is shown")
	}
	if _, ok := ForBuyer(Commented{Text: "hello", Visible: true}); !ok {
		t.Error("a visible comment is not shown")
	}
}
