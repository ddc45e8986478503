package operations

import (
	"errors"

	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/readmodels/freshness"
)

// The refusals of the pipeline itself.
var (
	ErrAuthRequired   = fault.New(fault.Unauthorized, "Authentication required")
	errRateLimited    = fault.New(fault.RateLimited, "Too many requests. Please try again later.")
	errAccessDenied   = fault.Forbiddenf("Access denied") // the caller lacks a permission
	errBehind         = fault.New(fault.Unavailable, "The read models are catching up. Please try again in a moment.")
	errNoPosition     = fault.Invalidf("The log has no event at this position. Send a position that an answer of the shop has told, or 0.")
	errKeyInUse       = fault.Conflictf("A request with this idempotency key is already being processed")
	errUnknownOutcome = &fault.Error{
		Kind: fault.Unavailable, Message: "The outcome of this request is not known. Repeat it with the same X-Idempotency-Key.",
	}
)

// Fault returns a fault that may be shown for any error. An error that is no fault becomes Internal, and its text is never shown.
func (p *Pipeline) Fault(err error) *fault.Error {
	if errors.Is(err, eventstore.ErrUnknownOutcome) {
		return errUnknownOutcome.WithCause(err)
	}
	if f, ok := fault.As(err); ok {
		return f
	}
	var large *eventstore.TooLargeError
	if errors.As(err, &large) {
		return errTooLarge(large).WithCause(err)
	}
	if errors.Is(err, freshness.ErrBehind) {
		return errBehind.WithCause(err)
	}
	if errors.Is(err, eventstore.ErrNoPosition) {
		return errNoPosition.WithCause(err)
	}
	if p.Outage(err) {
		return fault.New(fault.Unavailable, "Service temporarily unavailable").WithCause(err)
	}
	return fault.New(fault.Internal, "An internal error occurred").WithCause(err)
}

// errTooLarge refuses a change that is too large for one append.
func errTooLarge(e *eventstore.TooLargeError) *fault.Error {
	if e.Limit == 0 {
		return fault.New(fault.TooLarge, "This change is larger than the event log takes at once. Split it up.").WithCode("change_too_large")
	}
	return fault.New(fault.TooLarge, "This change is larger than the event log takes at once: %d bytes, at most %d. Split it up.", e.Size,
		e.Limit).WithCode("change_too_large")
}
