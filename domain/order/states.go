package order

import "slices"

// State is a step in the life of an order; a status is the shop's name for a state. A state has one or more statuses, the first of which is
// the default (shapes-sales §8.1).
type (
	State  string
	Status = string
)

// The states of an order.
const (
	New            State = "new"
	PendingPayment State = "pending_payment"
	Processing     State = "processing"
	Complete       State = "complete"
	Closed         State = "closed"
	Canceled       State = "canceled"
	Holded         State = "holded"
	PaymentReview  State = "payment_review"
)

// Statuses lists the statuses of each state.
var Statuses = map[State][]Status{
	New:            {"pending"},
	PendingPayment: {"pending_payment"},
	Processing:     {"processing"},
	Complete:       {"complete"},
	Closed:         {"closed"},
	Canceled:       {"canceled"},
	Holded:         {"holded"},
	PaymentReview:  {"payment_review", "fraud"},
}

// DefaultStatus returns the status of a state unless a transition names another.
func DefaultStatus(s State) Status { return Statuses[s][0] }

// Assigned tells whether a status belongs to a state.
func Assigned(s State, status Status) bool { return slices.Contains(Statuses[s], status) }

// refusedIn lists the states in which an action is refused, whatever the lines are (shapes-sales §8.3). The documentation is
// generated from it.
var refusedIn = map[string]map[State]bool{
	"hold":     {Canceled: true, PaymentReview: true, Complete: true, Closed: true, Holded: true},
	"cancel":   {Holded: true, PaymentReview: true, Canceled: true, Complete: true, Closed: true},
	"invoice":  {Holded: true, PaymentReview: true, Canceled: true, Complete: true, Closed: true},
	"ship":     {Holded: true, PaymentReview: true, Canceled: true},
	"refund":   {Holded: true, PaymentReview: true, Canceled: true, Closed: true},
	"complete": {Canceled: true, Holded: true},
}

// Guard documents when an action is refused.
type Guard struct {
	Action  string
	Refused []State // states
	Needs   string  // further condition
	Message string
}

// Guards returns the guards of all actions, in the order of the documentation.
func Guards() []Guard {
	guard := func(action, needs string, refusal error) Guard {
		g := Guard{Action: action, Needs: needs, Message: refusal.Error()}
		for _, s := range States {
			if refusedIn[action][s] {
				g.Refused = append(g.Refused, s)
			}
		}
		return g
	}
	return []Guard{
		guard("hold", "", ErrNotHoldable),
		{
			Action: "unhold", Message: ErrNotOnHold.Error(),
			Refused: []State{New, PendingPayment, Processing, Complete, Closed, Canceled, PaymentReview},
		},
		guard("cancel", "something is not invoiced, and a quantity can be cancelled or, the first time, the state changes; "+
			"for customers, nothing was shipped", ErrNotCanceable),
		guard("invoice", "something is not invoiced", ErrNotInvoiceable),
		guard("ship", "something that can be shipped is not", ErrNotShippable),
		guard("refund", "money or gift cards paid, and not all of it was refunded", ErrNotRefundable),
	}
}

// States lists the states in the order of an order's life.
var States = []State{New, PendingPayment, PaymentReview, Processing, Complete, Closed, Canceled, Holded}

// Transition documents a change from one state to another (shapes-sales §8.4).
type Transition struct{ Trigger, From, To, When string }

// Transitions lists all changes of state. The first one that applies is taken: complete and closed are checked before new becomes
// processing.
var Transitions = []Transition{
	{"place", "", "new", ""},
	{"hold", "any that is not refused", "holded", "the state before it is remembered"},
	{"unhold", "holded", "the state before it", ""},
	{"cancel", "any that is not refused", "canceled", "nothing is invoiced"},
	{"cancel", "any that is not refused", "processing", "an invoiced line has more to ship than is cancelled"},
	{"cancel", "any that is not refused", "complete", "otherwise, when something is invoiced"},
	{"invoice, ship, refund, payment", "any but canceled and holded", "complete",
		"nothing can be invoiced or shipped, and the total is 0 or something can be refunded"},
	{"invoice, ship, refund, payment", "any but canceled and holded", "closed", "nothing can be invoiced or shipped, and all was refunded"},
	{"invoice, ship", "new", "processing", "neither of the two above"},
	{"cancel an invoice", "complete, closed", "processing", "something can be invoiced again"},
}
