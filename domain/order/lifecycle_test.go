package order

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/test/generated"
)

// TestGeneratedLifecycle checks the states, the transitions and the refusals in the document of orders.
func TestGeneratedLifecycle(t *testing.T) {
	t.Parallel()
	generated.Check(t, "../../docs/orders.md", "domain/order: states", lifecycle())
}

// guard documents when an action is refused.
type guard struct {
	Action  string
	Refused []State
	Needs   string // further condition
	Message string
}

// guards returns the guards of all actions, in the order of the documentation.
func guards() []guard {
	refusal := func(action, needs string, err error) guard {
		g := guard{Action: action, Needs: needs, Message: err.Error()}
		for _, s := range states {
			if refusedIn[action][s] {
				g.Refused = append(g.Refused, s)
			}
		}
		return g
	}
	return []guard{
		refusal("hold", "", errNotHoldable),
		{
			Action: "unhold", Message: errNotOnHold.Error(),
			Refused: []State{New, PendingPayment, Processing, Complete, Closed, Canceled, PaymentReview},
		},
		refusal("cancel", "a unit is neither delivered nor invoiced; for customers, nothing was shipped", errNotCanceable),
		refusal("invoice", "something is not invoiced", errNotInvoiceable),
		refusal("ship", "something that can be shipped is not", errNotShippable),
		refusal("refund", "money or gift cards paid, and not all of it was refunded", ErrNotRefundable),
	}
}

// states lists the states in the order of an order's life.
var states = []State{New, PendingPayment, PaymentReview, Processing, Complete, Closed, Canceled, Holded}

// transition documents a change from one state to another (shapes-sales §8.4).
type transition struct{ Trigger, From, To, When string }

// transitions lists all changes of state. The first one that applies is taken: complete and closed are checked before new becomes
// processing.
var transitions = []transition{
	{"place", "", "new", ""},
	{"hold", "any that is not refused", "holded", "the state before it is remembered"},
	{"unhold", "holded", "the state before it", ""},
	{"cancel", "any that is not refused", "canceled", "nothing is delivered or invoiced"},
	{"cancel", "any that is not refused", "processing", "something that is delivered is left to invoice, or something is left to ship"},
	{"cancel", "any that is not refused", "closed", "otherwise, when all that was paid in money and by gift cards is refunded"},
	{"cancel", "any that is not refused", "complete", "otherwise"},
	{"invoice, ship, refund, payment, unhold, end of an online refund", "any but canceled and holded", "complete",
		"nothing can be invoiced or shipped, and the total is 0, something can be refunded, or nothing was paid"},
	{"invoice, ship, refund, payment, unhold, end of an online refund", "any but canceled and holded", "closed",
		"nothing can be invoiced or shipped, no invoice is open, and all that was paid in money and by gift cards is refunded"},
	{"invoice, ship", "new", "processing", "neither of the two above"},
	{"cancel an invoice", "complete, closed", "processing", "something can be invoiced again"},
}

// lifecycle prints the states of an order, the transitions, and when actions are refused.
func lifecycle() string {
	var b strings.Builder
	b.WriteString("\n## States\n\n| State | Statuses, the default first |\n|---|---|\n")
	for _, s := range states {
		fmt.Fprintf(&b, "| %s | %s |\n", s, strings.Join(Statuses[s], ", "))
	}
	b.WriteString("\n## Transitions\n\n| Action | From | To | When |\n|---|---|---|---|\n")
	for _, t := range transitions {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", t.Trigger, t.From, t.To, t.When)
	}
	b.WriteString("\n## Refusals\n\n| Action | Refused in the states | Further condition | Message |\n|---|---|---|---|\n")
	for _, g := range guards() {
		states := make([]string, len(g.Refused))
		for i, s := range g.Refused {
			states[i] = string(s)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", g.Action, strings.Join(states, ", "), g.Needs, g.Message)
	}
	b.WriteString("\nAn operation that others keep overtaking until its time is up is answered with 409.\n\n")
	return b.String()
}
