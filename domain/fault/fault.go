// Package fault is the one error type that crosses a boundary of tradelog. A kind tells a machine what class of failure
// it is, a stable code tells which one, and the message is for a person and safe to show: it never holds a secret, a
// personal datum or the text of a lower layer.
//
// Transports own one table from Kind to their own statuses; nothing else translates errors.
package fault

import (
	"errors"
	"fmt"
	"time"
)

type Kind int

// The kinds, and what the caller can do about each.
const (
	Internal     Kind = iota // a defect or an outage: nothing the caller can change
	Invalid                  // the request is malformed or breaks a rule about its form: change it
	Unauthorized             // no valid identity: authenticate
	Forbidden                // the identity lacks the right: use another
	NotFound                 // no such thing, or none the caller may see
	Conflict                 // somebody else is at it, or the value is taken: look again, then retry
	Precondition             // the state of the thing forbids it: a business rule refused
	RateLimited              // too often: wait
	Unavailable              // a part is down or behind: retry later
	NotAcceptable
	UnsupportedMedia
	MethodNotAllowed
	TooLarge
	TooSlow // the request did not arrive in time: send it faster, or again
)

var names = map[Kind]string{
	Internal: "internal", Invalid: "invalid", Unauthorized: "unauthorized", Forbidden: "forbidden", NotFound: "not found",
	Conflict: "conflict", Precondition: "precondition", RateLimited: "rate limited", Unavailable: "unavailable",
	NotAcceptable: "not acceptable", UnsupportedMedia: "unsupported media type", MethodNotAllowed: "method not allowed",
	TooLarge: "too large", TooSlow: "too slow",
}

func (k Kind) String() string { return names[k] }

// Error is a failure that may cross a boundary.
type Error struct {
	Kind Kind
	// Code is stable and names the failure more closely than its kind, such as "invalid_coupon". Empty means that the
	// transport's name for the kind says enough.
	Code string
	// Message is shown to the caller as it stands.
	Message string
	// Advice says what to do first, where the message only says that it was refused. It is a sentence, or empty. Messages are often
	// fixed by the contract, so only transports whose callers read sentences add it.
	Advice string
	// RetryAfter, when positive, tells how long to wait before another attempt is worth it.
	RetryAfter time.Duration

	cause error
	// What the message was made of.
	format string
	args   []any
}

func (e *Error) Error() string {
	if e.cause != nil {
		return e.Message + ": " + e.cause.Error()
	}
	return e.Message
}

func (e *Error) Unwrap() error { return e.cause }

// Is makes two faults equal when kind, code and message are, so that a decision's error can be compared with the
// sentinel it was made from.
func (e *Error) Is(target error) bool {
	other, ok := target.(*Error)
	return ok && other.Kind == e.Kind && other.Code == e.Code && other.Message == e.Message
}

func (e *Error) WithCode(code string) *Error {
	c := *e
	c.Code = code
	return &c
}

// Advised returns a copy with advice.
func (e *Error) Advised(advice string) *Error {
	c := *e
	c.Advice = advice
	return &c
}

// WithCause returns a copy that remembers what led to it. The cause is logged, never shown.
func (e *Error) WithCause(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

func New(kind Kind, format string, args ...any) *Error {
	message := format
	if len(args) > 0 {
		message = fmt.Sprintf(format, args...)
	}
	return &Error{Kind: kind, Message: message, format: format, args: args}
}

// Format returns what the message was made of, for translations.
func (e *Error) Format() (format string, args []any) {
	if e.format == "" {
		return e.Message, nil
	}
	return e.format, e.args
}

func Invalidf(format string, args ...any) *Error      { return New(Invalid, format, args...) }
func NotFoundf(format string, args ...any) *Error     { return New(NotFound, format, args...) }
func Conflictf(format string, args ...any) *Error     { return New(Conflict, format, args...) }
func Forbiddenf(format string, args ...any) *Error    { return New(Forbidden, format, args...) }
func Preconditionf(format string, args ...any) *Error { return New(Precondition, format, args...) }

// As finds the fault in an error chain.
func As(err error) (*Error, bool) {
	var f *Error
	ok := errors.As(err, &f)
	return f, ok
}

// KindOf is the kind of the fault in an error chain, Internal when there is none.
func KindOf(err error) Kind {
	if f, ok := As(err); ok {
		return f.Kind
	}
	return Internal
}
