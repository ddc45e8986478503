package revocation

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/order"
)

const Category = "revocation"

func Stream(requestID int64) string { return domain.Stream(Category, requestID) }

// Status is the back office's answer to a request; empty without an answer.
type Status string

const (
	Accepted      Status = "accepted"
	Rejected      Status = "rejected"
	InfoRequested Status = "info_requested"
)

// The errors of revocations (shapes-sales §14).
var (
	ErrUnavailable = fault.NotFoundf("Revocation is not available")
	ErrNoReference = fault.Invalidf("An order reference is required").About(fault.Required, "orderId", "orderReference")
	errPeriodOver  = fault.Preconditionf("The revocation period for this order has expired")
	ErrNotFound    = fault.NotFoundf("Revocation request not found")
	errStatus      = fault.Preconditionf("Invalid processing status.").About(fault.Choice, "processedStatus")
	ErrNoCustomer  = fault.Forbiddenf("Customer identity required")
)

// Limits of stored texts, in characters. Longer texts are cut.
const (
	maxReason    = 2000
	maxIP        = 45
	maxUserAgent = 512
)

// SuppressedByRecipient: the address has reached its limit of receipts.
const SuppressedByRecipient = "rate_limit_recipient"

// Submission is a customer's declaration about one of their orders.
type Submission struct {
	RequestID  int64
	OrderID    int64
	Reference  string // the order's increment ID
	StoreID    int64  // of the order
	CustomerID int64
	Declarer   Person
	Reason     string
	At         time.Time
	Suppressed string
}

type State struct {
	Exists     bool
	StoreID    int64
	CustomerID int64
	Note       string
	Status     Status
}

// Pending tells whether the shop has yet to accept or reject the request.
func (s State) Pending() bool { return s.Exists && s.Status != Accepted && s.Status != Rejected }

func New(string) State { return State{} }

func Evolve(s State, e domain.Event) State {
	switch e := e.(type) {
	case Submitted:
		s.Exists, s.StoreID, s.CustomerID = true, e.StoreID, e.CustomerID
	case Processed:
		s.Status = e.Status
	case Noted:
		s.Note = e.Note
	}
	return s
}

// Submit records a declaration.
func (s State) Submit(d Submission) ([]domain.Event, error) {
	if s.Exists {
		return nil, fault.New(fault.Internal, "Revocation request %d exists already", d.RequestID)
	}
	who := d.Declarer
	who.IP, who.UserAgent = cut(who.IP, maxIP), cut(who.UserAgent, maxUserAgent)
	return []domain.Event{Submitted{
		RequestID: d.RequestID, OrderID: d.OrderID, OrderReference: d.Reference, StoreID: d.StoreID, CustomerID: d.CustomerID, Verified: true,
		ReceivedAt: d.At.UTC().Truncate(time.Second), Suppressed: d.Suppressed, Declarer: who, Reason: strings.TrimSpace(cut(
			strings.TrimSpace(d.Reason), maxReason,
		)),
	}}, nil
}

// Processing is a change of a request by the back office.
type Processing struct {
	Status Status  // empty: unchanged
	Note   *string // nil: unchanged
}

// Process sets status and note. A repeated status appends another event.
func (s State) Process(p Processing) ([]domain.Event, error) {
	if !s.Exists {
		return nil, ErrNotFound
	}
	var events []domain.Event
	if p.Status != "" {
		if !slices.Contains([]Status{Accepted, Rejected, InfoRequested}, p.Status) {
			return nil, errStatus
		}
		events = append(events, Processed{Status: p.Status})
	}
	if p.Note != nil {
		if note := strings.TrimSpace(*p.Note); note != s.Note {
			events = append(events, Noted{CustomerID: s.CustomerID, Note: note})
		}
	}
	return events, nil
}

// Remark returns the comment for the order's history.
func Remark(requestID int64) string {
	return "Customer submitted revocation request #" + strconv.FormatInt(requestID, 10) + " via their account."
}

// Period is the revocation period of a contract. It begins with the order and again with each shipment.
type Period struct{ began time.Time }

// See applies an event of the order to the period.
func (p *Period) See(e domain.Event, at time.Time) {
	switch e.(type) {
	case order.Placed, order.Shipped:
		if at.After(p.began) {
			p.began = at
		}
	}
}

// Check returns errPeriodOver if now is more than the given days after the period began. The last second is included; 0 means no limit.
func (p Period) Check(days int, now time.Time) error {
	if days <= 0 {
		return nil
	}
	last := p.began.UTC().Truncate(time.Second).Add(time.Duration(days) * 24 * time.Hour)
	if now.UTC().Truncate(time.Second).After(last) {
		return errPeriodOver
	}
	return nil
}

// cut returns the first characters of a text.
func cut(s string, most int) string {
	n := 0
	for i := range s {
		if n == most {
			return s[:i]
		}
		n++
	}
	return s
}
