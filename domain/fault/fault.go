// Package fault is the only error type that crosses the boundaries of tradelog's layers. A kind tells programs the class of failure, a
// stable code the failure itself. The message is for people and safe to show: it never contains a secret, a personal datum or the text of a
// lower layer.
//
// Transports have one table from Kind to their own statuses; nothing else translates errors.
// Meant suggests names for a mistyped one, as the end of a refusal.
package fault

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

type Kind int

// The kinds, each with the action that the caller can take.
const (
	Internal     Kind = iota // a defect or an outage: the caller can do nothing
	Invalid                  // the request is malformed or breaks a rule about its form: change it
	Unauthorized             // no valid identity: authenticate
	Forbidden                // the identity lacks the right: use another
	NotFound                 // no such thing, or the caller may not see it
	Conflict                 // a concurrent change, or the value is taken: load again, then retry
	Precondition             // a business rule forbids it in the present state
	RateLimited              // too often: wait
	Unavailable              // a part is down or behind: retry later
	NotAcceptable
	UnsupportedMedia
	MethodNotAllowed
	TooLarge
	Changed // the thing is not as the caller required: load it again, and decide anew
	TooSlow // the request did not arrive in time: send it faster, or again
)

var names = map[Kind]string{
	Internal: "internal", Invalid: "invalid", Unauthorized: "unauthorized", Forbidden: "forbidden", NotFound: "not found",
	Conflict: "conflict", Precondition: "precondition", RateLimited: "rate limited", Unavailable: "unavailable",
	NotAcceptable: "not acceptable", UnsupportedMedia: "unsupported media type", MethodNotAllowed: "method not allowed",
	TooLarge: "too large", Changed: "changed", TooSlow: "too slow",
}

func (k Kind) String() string { return names[k] }

// Error is a failure that may cross a boundary.
type Error struct {
	Kind Kind
	// Code is stable and identifies the failure more precisely than its kind, such as "invalid_coupon". If it is empty, transports use their
	// name of the kind.
	Code string
	// Message is shown to the caller unchanged.
	Message string
	// Advice names the step to take first, if the message only says that the action was refused. It is a sentence, or empty. The contract
	// fixes many messages, so only transports whose callers read sentences add it.
	Advice string
	// RetryAfter, if positive, is the time to wait before another attempt makes sense.
	RetryAfter time.Duration

	cause error
	// The format and arguments of the message.
	format string
	args   []any
	// about is what the failure says of the input, and further are what is wrong with it besides.
	about   []subject
	further []*Error
}

func (e *Error) Error() string {
	if e.cause != nil {
		return e.Message + ": " + e.cause.Error()
	}
	return e.Message
}

func (e *Error) Unwrap() error { return e.cause }

// Is tells whether kind, code and message are equal, so that an error can be compared with the sentinel it was made from.
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

// WithCause returns a copy with a cause. The cause is logged, never shown.
func (e *Error) WithCause(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

func New(kind Kind, format string, args ...any) *Error {
	e := &Error{Kind: kind, Message: format, format: format, args: args}
	if len(args) > 0 {
		e.Message = fmt.Sprintf(format, args...)
	}
	for _, a := range args {
		if argument, ok := a.(Argument); ok {
			e.further = append(e.further, argument.faults...)
		}
	}
	return e
}

// Format returns the format and arguments of the message, for translation.
func (e *Error) Format() (format string, args []any) {
	if e.format == "" {
		return e.Message, nil
	}
	return e.format, e.args
}

// Argument is one fault or several as an argument of another one's message, which has their violations. It prints as their messages.
// Whoever translates the other one finds their formats, too.
type Argument struct {
	faults    []*Error
	separator string
}

// Argument returns the fault as an argument of another one's message.
func (e *Error) Argument() Argument { return Argument{faults: []*Error{e}} }

// Joined returns faults as one argument of another one's message, with a separator between their messages.
func Joined(separator string, faults ...*Error) Argument { return Argument{faults, separator} }

// In returns the faults of a part of an input as those of the whole, where the part is at a path.
func (s Argument) In(path string) Argument {
	faults := make([]*Error, len(s.faults))
	for i, f := range s.faults {
		faults[i] = f.in(path)
	}
	return Argument{faults, s.separator}
}

func (s Argument) String() string {
	messages := make([]string, len(s.faults))
	for i, f := range s.faults {
		messages[i] = f.Message
	}
	return strings.Join(messages, s.separator)
}

// Format returns the format and arguments of the message.
func (s Argument) Format() (format string, args []any) {
	if len(s.faults) == 1 {
		return s.faults[0].Format()
	}
	for _, f := range s.faults {
		args = append(args, f.Argument())
	}
	return strings.TrimSuffix(strings.Repeat("%s"+s.separator, len(args)), s.separator), args
}

func Invalidf(format string, args ...any) *Error      { return New(Invalid, format, args...) }
func NotFoundf(format string, args ...any) *Error     { return New(NotFound, format, args...) }
func Conflictf(format string, args ...any) *Error     { return New(Conflict, format, args...) }
func Forbiddenf(format string, args ...any) *Error    { return New(Forbidden, format, args...) }
func Preconditionf(format string, args ...any) *Error { return New(Precondition, format, args...) }

// As returns the fault in an error chain.
func As(err error) (*Error, bool) {
	var f *Error
	ok := errors.As(err, &f)
	return f, ok
}

// KindOf returns the kind of the fault in an error chain, Internal if there is none.
func KindOf(err error) Kind {
	if f, ok := As(err); ok {
		return f.Kind
	}
	return Internal
}
