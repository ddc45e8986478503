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
