package tradelog

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Kind classifies errors by the caller's possible reaction.
type Kind string

// The kinds.
const (
	Invalid      Kind = "invalid"      // the request is wrong
	Unauthorized Kind = "unauthorized" // no login, or a wrong one
	Forbidden    Kind = "forbidden"    // the login lacks a right
	NotFound     Kind = "not_found"
	Conflict     Kind = "conflict"     // a concurrent change of the same resource, or a name is taken
	Changed      Kind = "changed"      // the resource is not as the caller required
	Precondition Kind = "precondition" // a rule of the shop forbids it
	RateLimited  Kind = "rate_limited"
	Unavailable  Kind = "unavailable"
	Internal     Kind = "internal"
	Network      Kind = "network"      // no answer, or none that can be read
	Signature    Kind = "signature"    // a webhook is not signed by the shop, or too old
	LogReplaced  Kind = "log_replaced" // the feed of changes begins anew: read everything again
	KeyReused    Kind = "key_reused"   // the key belongs to an earlier request with another body: the answer is that request's
)

var kinds = map[int]Kind{
	400: Invalid, 405: Invalid, 406: Invalid, 413: Invalid, 415: Invalid, 401: Unauthorized, 403: Forbidden, 404: NotFound, 409: Conflict,
	412: Changed, 422: Precondition, 429: RateLimited, 408: Unavailable, 502: Unavailable, 503: Unavailable, 504: Unavailable,
}

// Error is a failure of a call. Calls that are cancelled fail with the error of their context instead.
type Error struct {
	Kind    Kind
	Code    string // of the shop, such as invalid_coupon; empty: no answer
	Status  int    // of the answer; 0: no answer
	Message string // for people
	// RequestID is the shop's ID of the request, for its operators.
	RequestID string
	// Retryable says that the same request may succeed later.
	Retryable bool
	// RetryAfter is the wait that the shop asks for; 0: none.
	RetryAfter time.Duration
	// Violations names the fields that are wrong; none: the failure is not about the input.
	Violations []Violation

	cause error
}

// Violation is a field of the request that is wrong.
type Violation struct {
	Field   string `json:"field"`   // path in the body, such as items[2].qty, or name of a parameter
	Code    string `json:"code"`    // of the rule that the value breaks, such as required
	Message string `json:"message"` // for people
	// Present is the state that the value does not go with; nil: not told.
	Present json.RawMessage `json:"present"`
}

// Error returns the kind, the status and the message.
func (e *Error) Error() string {
	if e.Status == 0 {
		return fmt.Sprintf("%s: %s", e.Kind, e.Message)
	}
	return fmt.Sprintf("%s (%d %s): %s", e.Kind, e.Status, e.Code, e.Message)
}

// Unwrap returns the underlying error of the network, or nil.
func (e *Error) Unwrap() error { return e.cause }

// KindOf returns the kind of an error, or "" if it is no *Error.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

// failure converts an answer to an error.
func failure(answer *http.Response, body []byte, now time.Time) *Error {
	e := &Error{Kind: kinds[answer.StatusCode], Status: answer.StatusCode, RequestID: answer.Header.Get("X-Request-Id")}
	if e.Kind == "" {
		e.Kind = Internal
	}
	var told struct {
		Error, Message string
		Violations     []Violation
	}
	if json.Unmarshal(body, &told) == nil {
		e.Code, e.Message, e.Violations = told.Error, told.Message, told.Violations
	}
	if e.Message == "" {
		e.Message = strings.TrimSpace(http.StatusText(answer.StatusCode))
	}
	e.Retryable = e.Kind == RateLimited || e.Kind == Unavailable || e.Kind == Internal && e.Status >= 500
	e.RetryAfter = retryAfter(answer.Header.Get("Retry-After"), now)
	return e
}

// reused returns the error of an answer that belongs to an earlier request with the same key and another body, or nil.
func reused(answer *http.Response) error {
	if answer.Header.Get("X-Idempotency-Body-Differs") != "true" {
		return nil
	}
	return &Error{
		Kind: KeyReused, Status: answer.StatusCode, RequestID: answer.Header.Get("X-Request-Id"),
		Message: "the idempotency key belongs to an earlier request with another body: this one was not carried out",
	}
}

// retryAfter reads a number of seconds or a date.
func retryAfter(text string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(text); err == nil {
		return time.Duration(min(max(seconds, 0), 1<<30)) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}

// unreachable converts an error of the network.
func unreachable(err error) *Error {
	return &Error{Kind: Network, Message: err.Error(), Retryable: true, cause: err}
}
