package representation

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"

	"tradelog/domain/fault"
	"tradelog/operations"
)

// kindRow holds the status and texts of one kind of failure. This is the only such table.
type kindRow struct {
	Status  int    // HTTP
	Code    string // "error" in REST bodies; category in GraphQL
	Message string // used if the failure's own message is missing or must be hidden
}

var kinds = map[fault.Kind]kindRow{
	fault.Invalid:          {400, "bad_request", "Bad request"},
	fault.Unauthorized:     {401, "unauthorized", "Authentication required"},
	fault.Forbidden:        {403, "forbidden", "Access denied"},
	fault.NotFound:         {404, "not_found", "Resource not found"},
	fault.MethodNotAllowed: {405, "method_not_allowed", "Method not allowed"},
	fault.NotAcceptable:    {406, "error", "An error occurred"},
	fault.TooSlow:          {408, "error", "The request body came too slowly."},
	fault.Conflict:         {409, "conflict", "Conflict with current state"},
	fault.Changed:          {412, "precondition_failed", "The resource is not as the request requires"},
	fault.TooLarge:         {413, "error", "The request body is too large."},
	fault.UnsupportedMedia: {415, "error", "An error occurred"},
	fault.Precondition:     {422, "unprocessable_entity", "Unprocessable entity"},
	fault.RateLimited:      {429, "too_many_requests", "Too many requests. Please try again later."},
	fault.Internal:         {500, "internal_server_error", "An internal error occurred"},
	fault.Unavailable:      {503, "service_unavailable", "Service temporarily unavailable"},
}

// Failure renders a failure. anonymous means that no token was sent. A 403 then becomes a 401, because a token might help (conventions
// §6), unless the failure has its own code.
func Failure(f *fault.Error, anonymous bool) *Response {
	if f.Kind == fault.Forbidden && anonymous && f.Code == "" {
		f = fault.New(fault.Unauthorized, "Authentication required")
	}
	row := kinds[f.Kind]
	message, code := f.Message, f.Code
	if message == "" {
		message = row.Message
	}
	if code == "" {
		code = row.Code
		if f.Kind == fault.Unauthorized {
			message = row.Message // without a domain code the specific text is suppressed
		}
	}
	body := struct {
		Error      string            `json:"error"`
		Message    string            `json:"message"`
		Code       int               `json:"code,omitempty"`
		Violations []fault.Violation `json:"violations,omitempty"`
	}{code, message, row.Status, f.Violations()}
	if code == "authentication_error" || code == "protocol_disabled" || f == operations.ErrAuthRequired {
		body.Code = 0
	}
	r := &Response{Status: row.Status, Fault: f, Message: message}
	r.Body = encodeError(body)
	r.Set("Content-Type", "application/json")
	if row.Status == http.StatusUnauthorized {
		r.Set("WWW-Authenticate", "Bearer")
	}
	if f.RetryAfter > 0 {
		r.Set("Retry-After", strconv.Itoa(int((f.RetryAfter+999_999_999)/1_000_000_000)))
	} else if row.Status == http.StatusServiceUnavailable {
		r.Set("Retry-After", "1")
	}
	return Finish(r)
}

// Failed renders a failure that happened before or outside of an operation.
func Failed(p *operations.Pipeline, err error, anonymous bool) *Response {
	return Failure(p.Fault(err), anonymous)
}

func encodeError(body any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		return []byte(`{"error":"internal_server_error","message":"An internal error occurred","code":500}`)
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}
