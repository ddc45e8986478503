package order

// State is where an order is in its life; a status is how the shop calls it. Every state has statuses, the first of them
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

// Statuses are the statuses assigned to each state.
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

// DefaultStatus is the status a state has unless a transition names another.
func DefaultStatus(s State) Status { return Statuses[s][0] }

// Assigned tells whether a status belongs to a state.
func Assigned(s State, status Status) bool {
	for _, has := range Statuses[s] {
		if has == status {
			return true
		}
	}
	return false
}

// Guards tell in which states an action is refused whatever the items are like (shapes-sales §8.3). One table, so that
// code and documentation cannot differ.
var refusedIn = map[string]map[State]bool{
	"hold":     states(Canceled, PaymentReview, Complete, Closed, Holded),
	"cancel":   states(Holded, PaymentReview, Canceled, Complete, Closed),
	"invoice":  states(Holded, PaymentReview, Canceled, Complete, Closed),
	"ship":     states(Holded, PaymentReview, Canceled),
	"refund":   states(Holded, PaymentReview, Canceled, Closed),
	"complete": states(Canceled, Holded),
}

func states(list ...State) map[State]bool {
	m := map[State]bool{}
	for _, s := range list {
		m[s] = true
	}
	return m
}

// Guard is when an action is refused.
type Guard struct {
	Action  string
	Refused []State // whatever the lines are like
	Needs   string  // besides
	Message string
}

// Guards are the guards of all actions, in the order they are documented.
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
		{Action: "unhold", Refused: []State{New, PendingPayment, Processing, Complete, Closed, Canceled, PaymentReview}, Message: ErrNotOnHold.Error()},
		guard("cancel", "something is not invoiced, and there is something to take or, the first time, to end; for customers, nothing was shipped", ErrNotCanceable),
		guard("invoice", "something is not invoiced", ErrNotInvoiceable),
		guard("ship", "something that can be shipped is not", ErrNotShippable),
		guard("refund", "money was paid, or gift cards took part, and not all went back", ErrNotRefundable),
	}
}

// States lists the states in the order of an order's life.
var States = []State{New, PendingPayment, PaymentReview, Processing, Complete, Closed, Canceled, Holded}

// Transition is a way from one state to another (shapes-sales §8.4).
type Transition struct{ Trigger, From, To, When string }

// Transitions are all ways. The first that fits is taken: complete and closed are looked at before new becomes processing.
var Transitions = []Transition{
	{"place", "", "new", ""},
	{"hold", "any that is not refused", "holded", "what it was is kept"},
	{"unhold", "holded", "what it was", ""},
	{"cancel", "any that is not refused", "canceled", "nothing is invoiced"},
	{"cancel", "any that is not refused", "processing", "an invoiced line has more to ship than is cancelled"},
	{"cancel", "any that is not refused", "complete", "otherwise, when something is invoiced"},
	{"invoice, ship, refund, payment", "any but canceled and holded", "complete", "nothing can be invoiced or shipped, and the total is 0 or something can be refunded"},
	{"invoice, ship, refund, payment", "any but canceled and holded", "closed", "nothing can be invoiced or shipped, and all was refunded"},
	{"invoice, ship", "new", "processing", "neither of the two above"},
	{"cancel an invoice", "complete, closed", "processing", "something can be invoiced again"},
}
