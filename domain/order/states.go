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
	"complete": states(Canceled, Holded),
}

func states(list ...State) map[State]bool {
	m := map[State]bool{}
	for _, s := range list {
		m[s] = true
	}
	return m
}
