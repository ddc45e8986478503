package operations

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"

	"tradelog/commands"
	"tradelog/domain/fault"
)

// Keys keeps the idempotency keys in use (conventions §10).
type Keys interface {
	// Reserve takes a key for a request, atomically.
	Reserve(ctx context.Context, scope string) (Reservation, error)
	// Finish stores the answer of a reserved request.
	Finish(ctx context.Context, scope string, attempt uuid.UUID, stored StoredResponse) error
	// Release frees a key whose request was refused.
	Release(ctx context.Context, scope string, attempt uuid.UUID) error
	// Leave lets go of a key whose request failed, and keeps its attempt: the next request with the key goes on from what
	// the failed one has carried out.
	Leave(ctx context.Context, scope string, attempt uuid.UUID) error
}

// Reservation is what Reserve found.
type Reservation struct {
	// Stored is the answer of an earlier request with the key, nil when there is none.
	Stored *StoredResponse
	// Busy tells that another request with the key is still running.
	Busy bool
	// Attempt identifies this use of the key. It is the one of a crashed attempt when its reservation was taken over.
	Attempt uuid.UUID
	// Executed are the commands a crashed attempt had carried out.
	Executed map[int]commands.Result
}

// StoredResponse is an answer that can be given again.
type StoredResponse struct {
	Status int
	Header map[string]string
	Body   []byte
}

// maxStored is the largest body that is kept for replays.
const maxStored = 65_536

// storedHeaders are given again with a replay.
var storedHeaders = []string{"Content-Type", "ETag", "Location"}

var keyShape = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)

// checkKey refuses malformed keys, before anything else is looked at.
func (r *Request) checkKey() error {
	if !r.HasKey || !r.keyed() {
		return nil
	}
	if len(r.Key) < 1 || len(r.Key) > 255 {
		return fault.Invalidf("X-Idempotency-Key must be between 1 and 255 characters")
	}
	if !keyShape.MatchString(r.Key) {
		return fault.Invalidf("X-Idempotency-Key may only contain alphanumeric characters, dashes, and underscores")
	}
	return nil
}

// keyed tells whether keys mean anything for the request.
func (r *Request) keyed() bool {
	if r.DryRun || r.KeyPath != "" {
		return !r.DryRun
	}
	switch r.Method {
	case http.MethodPost, http.MethodPut, http.MethodPatch:
		return !strings.Contains(r.Path, "/auth/")
	}
	return false
}

// spends tells whether the request is a read that uses up a token, so that its answer may be lost for good. A key is honoured
// there although the contract names none for reads: one that cannot be a key is ignored.
func (r *Request) spends() bool {
	return r.Method == http.MethodGet && r.Operation != nil && r.Operation.Auth == OrderToken && r.OrderToken != "" && !r.DryRun &&
		r.KeyPath == "" && len(r.Key) <= 255 && keyShape.MatchString(r.Key)
}

// keyScope names the bucket of the request's key: key, caller, path and method. Empty: the key is ignored. Callers without
// a token never share a bucket; placing an order is scoped to its cart.
func (c *Call) keyScope() string {
	r := c.Request
	if !r.HasKey || !r.keyed() && !r.spends() {
		return ""
	}
	caller := ""
	switch kind := c.Principal.Kind; {
	case r.spends(): // whoever holds the token, and nobody else
		caller = "order-token:" + r.OrderToken
	case kind == AsCustomer || kind == AsAdmin || kind == AsAPI:
		caller = fmt.Sprintf("%s:%d", c.Principal.Kind, c.Principal.ID)
	case kind == Anonymous:
		if c.Operation.KeyScope != nil {
			caller = c.Operation.KeyScope(c)
		}
	}
	if caller == "" {
		return ""
	}
	method, path := r.Method, r.Path
	if r.KeyPath != "" {
		method, path = http.MethodPost, r.KeyPath
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{r.Key, caller, method, path}, "\x00")))
	return hex.EncodeToString(sum[:])
}

// reserve takes the request's key. A response is returned when the request is already answered or running.
func (p *Pipeline) reserve(ctx context.Context, c *Call) (*Response, error) {
	scope := c.keyScope()
	if scope == "" {
		return nil, nil
	}
	got, err := p.Keys.Reserve(ctx, scope)
	if err != nil {
		return nil, err
	}
	switch {
	case got.Stored != nil:
		r := &Response{Status: got.Stored.Status, Body: got.Stored.Body}
		for name, value := range got.Stored.Header {
			r.set(name, value)
		}
		if r.Header.Get("Content-Type") == "" && len(r.Body) > 0 {
			r.set("Content-Type", "application/json")
		}
		r.set("X-Idempotency-Replayed", "true")
		if c.Request.spends() {
			r.set("Cache-Control", "no-store")
		}
		return r, nil
	case got.Busy:
		return nil, errKeyInUse
	}
	c.reserved, c.attempt = scope, got.Attempt
	c.Command.Scope = scope + "/" + got.Attempt.String()
	c.Command.Executed = got.Executed
	return nil, nil
}

// KeyInUse tells that the request was refused because another one with its key is still running.
func (r *Response) KeyInUse() bool { return r.Fault == errKeyInUse }

// conclude stores the answer of a reserved request, or lets go of the key. After a failure, or with an unknown outcome, part
// of the request may be in the log: then the retry must make the same event IDs.
func (p *Pipeline) conclude(ctx context.Context, c *Call, r *Response) {
	if c.reserved == "" {
		return
	}
	// The caller may have gone; the key must be settled all the same.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	var err error
	switch {
	case r.Status >= 200 && r.Status < 300 && len(r.Body) <= maxStored:
		stored := StoredResponse{Status: r.Status, Body: r.Body, Header: map[string]string{}}
		for _, name := range storedHeaders {
			if v := r.Header.Get(name); v != "" {
				stored.Header[name] = v
			}
		}
		err = p.Keys.Finish(ctx, c.reserved, c.attempt, stored)
	case r.Status >= 500:
		err = p.Keys.Leave(ctx, c.reserved, c.attempt)
	default:
		err = p.Keys.Release(ctx, c.reserved, c.attempt)
	}
	if err != nil {
		p.Logger.Warn("settle an idempotency key", "operation", c.Operation.Method+" "+c.Operation.Path, "error", err)
	}
}

// BodyText returns a text member of the request's body before it is bound, "" when there is none.
func (c *Call) BodyText(name string) string {
	body, err := c.Request.Body()
	if err != nil {
		return ""
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(bytes.TrimSpace(body), &members) != nil {
		return ""
	}
	var s string
	if json.Unmarshal(members[name], &s) != nil {
		return ""
	}
	return s
}
