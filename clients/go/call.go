package tradelog

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// call is one request with all its attempts.
type call struct {
	method, path string
	query        url.Values
	body         any
	key, ifMatch string
	header       http.Header
	dryRun       bool
	attempts     int
	withLogin    bool   // uses the client's login
	token        string // of the header Authorization
	auth         bool   // the request gets a token: it has no key, and may be repeated without one
	fresh        bool   // uses neither remembered answers nor X-Min-Position
	timeout      time.Duration

	url       string
	encoded   []byte
	mediaType string // of the body
	position  string // the sent X-Min-Position
	spent     string // a token that no longer works
	uncertain bool   // an earlier attempt may have taken effect
}

func (r *call) reads() bool { return r.method == http.MethodGet || r.method == http.MethodHead }

// keyed reports whether the method takes an idempotency key.
func (r *call) keyed() bool {
	return !r.auth && slices.Contains([]string{http.MethodPost, http.MethodPut, http.MethodPatch}, r.method)
}

// repeatable reports whether the request may be sent again even if it may have taken effect.
func (r *call) repeatable() bool {
	return r.reads() || r.auth || r.method == http.MethodDelete || r.key != ""
}

// prepare encodes the request once for all attempts.
func (r *call) prepare(c *Client) error {
	at, query, _ := strings.Cut(r.path, "?")
	full := c.base.String() + at
	if query != "" {
		full += "?" + query
	} else if len(r.query) > 0 {
		full += "?" + r.query.Encode()
	}
	r.url = full
	if r.keyed() && c.session == nil {
		r.key = "" // the shop stores no keys of guests
	} else if r.keyed() && r.key == "" {
		r.key = rand.Text()
	}
	r.timeout = max(r.timeout, c.options.Timeout)
	var err error
	switch body := r.body.(type) {
	case nil:
	case Form:
		r.encoded, r.mediaType, err = body.encode(r.key)
	default:
		r.mediaType = "application/json"
		r.encoded, err = json.Marshal(r.body)
	}
	if err != nil {
		return fmt.Errorf("the body of %s %s: %w", r.method, r.path, err)
	}
	return nil
}

// keyInUse is the shop's message for a request whose first attempt is still running.
const keyInUse = "A request with this idempotency key is already being processed"

// otherLog is the prefix of the shop's messages about a position of a replaced log.
const otherLog = "X-Min-Position belongs to another"

// send sends a request until it succeeds, fails for good, or has been sent often enough.
func (c *Client) send(ctx context.Context, r *call) (*Response, error) {
	if err := r.prepare(c); err != nil {
		return nil, err
	}
	for attempt := 1; ; {
		answer, err := c.attempt(ctx, r)
		if err == nil {
			return answer, nil
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		failed, ours := err.(*Error)
		if !ours {
			return nil, err
		}
		switch {
		case r.method == http.MethodDelete && failed.Status == http.StatusNotFound && r.uncertain:
			return &Response{Status: http.StatusNoContent, Header: http.Header{}}, nil // an earlier attempt succeeded
		case r.renewable(c, failed):
			r.spent = r.token
			continue
		case r.reads() && failed.Status == http.StatusConflict && r.position != "" && strings.HasPrefix(failed.Message, otherLog):
			c.forget(r.position)
			continue
		}
		if attempt >= r.attempts || !r.again(failed) || failed.RetryAfter > maxRetryAfter {
			return nil, err
		}
		r.uncertain = r.uncertain || failed.Kind != RateLimited
		if err := c.wait(ctx, max(c.backoff(attempt), failed.RetryAfter)); err != nil {
			return nil, err
		}
		attempt++
	}
}

// maxRetryAfter is the longest accepted Retry-After. With a longer one the request fails at once.
const maxRetryAfter = time.Minute

// renewable reports whether the token has ended and a new one may help. A request renews its token once.
func (r *call) renewable(c *Client, failed *Error) bool {
	return r.withLogin && c.session != nil && c.session.login.token == "" && r.spent == "" &&
		failed.Status == http.StatusUnauthorized && failed.Code == "authentication_error"
}

// again reports whether a request may be repeated after a failure.
func (r *call) again(failed *Error) bool {
	switch {
	case failed.Kind == RateLimited:
		return true // the request had no effect
	case failed.Status == http.StatusConflict:
		return r.key != "" && failed.Message == keyInUse
	case failed.Retryable:
		return r.repeatable() && (failed.Kind != Internal || failed.Status == http.StatusInternalServerError)
	}
	return false
}

// backoff returns the wait after an attempt: a random time up to a bound that doubles with each attempt.
func (c *Client) backoff(attempt int) time.Duration {
	longest := min(200*time.Millisecond<<min(attempt, 16), c.maxBackoff)
	random, err := rand.Int(rand.Reader, big.NewInt(int64(longest)+1))
	if err != nil {
		return longest
	}
	return time.Duration(random.Int64())
}

// attempt sends a request once.
func (c *Client) attempt(ctx context.Context, r *call) (*Response, error) {
	if r.withLogin && c.session != nil {
		var err error
		if r.token, err = c.session.current(ctx, c, r.spent); err != nil {
			return nil, err
		}
	}
	bounded, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(bounded, r.method, r.url, bytes.NewReader(r.encoded))
	if err != nil {
		return nil, err
	}
	known := c.headers(request, r)
	answer, err := c.http.Do(request)
	if err != nil {
		return nil, broken(ctx, err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, broken(ctx, err)
	}
	if answer.StatusCode == http.StatusNotModified && known != nil {
		return &Response{Status: http.StatusOK, Header: known.header.Clone(), Body: bytes.Clone(known.body)}, nil
	}
	if answer.StatusCode >= 300 {
		return nil, failure(answer, body, c.clock())
	}
	if position := answer.Header.Get("X-Event-Position"); position != "" {
		c.Reach(position)
	}
	if err := reused(answer); err != nil {
		return nil, err
	}
	if r.method == http.MethodGet && !r.fresh && len(r.header) == 0 {
		c.memory.put(r.url, answer.Header, body)
	}
	return &Response{
		Status: answer.StatusCode, Header: answer.Header, Body: body, Position: answer.Header.Get("X-Event-Position"),
		Replayed: answer.Header.Get("X-Idempotency-Replayed") == "true",
	}, nil
}

// broken returns the error of a request without a complete answer: the error of the caller's context if that has ended.
func broken(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return unreachable(err)
}

// headers adds the headers of a request. It returns the remembered answer whose ETag it sends, or nil.
func (c *Client) headers(request *http.Request, r *call) *remembered {
	h := request.Header
	h.Set("Accept", "application/json")
	h.Set("User-Agent", "tradelog-go/"+Version)
	set := func(name, value string) {
		if value != "" {
			h.Set(name, value)
		}
	}
	set("X-Store-Code", c.options.Store)
	set("X-Currency-Code", c.options.Currency)
	set("X-Idempotency-Key", r.key)
	set("If-Match", r.ifMatch)
	if r.encoded != nil || r.keyed() || r.auth {
		h.Set("Content-Type", or(r.mediaType, "application/json"))
	}
	if r.dryRun {
		h.Set("X-Dry-Run", "true")
	}
	if r.token != "" {
		h.Set("Authorization", "Bearer "+r.token)
	}
	defer func() {
		for name, values := range r.header {
			h[http.CanonicalHeaderKey(name)] = values
		}
	}()
	if !r.reads() {
		return nil
	}
	if !c.options.Lenient {
		h.Set("Prefer", "handling=strict")
	}
	if r.fresh {
		return nil
	}
	r.position = c.Position()
	set("X-Min-Position", r.position)
	if len(r.header) > 0 {
		return nil // the answer may depend on them
	}
	known := c.memory.get(r.url)
	if known != nil {
		h.Set("If-None-Match", known.header.Get("ETag"))
	}
	return known
}
