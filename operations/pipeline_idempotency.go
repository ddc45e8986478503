package operations

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"tradelog/commands"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/operations/bodies"
	"tradelog/readmodels/documents"
)

// Keys stores idempotency keys (conventions §10).
type Keys interface {
	// Reserve takes a key for a request, atomically.
	Reserve(ctx context.Context, scope string) (Reservation, error)
	// Finish stores the answer of a reserved request.
	Finish(ctx context.Context, scope string, attempt uuid.UUID, stored StoredAnswer) error
	// Release frees a key whose request was refused.
	Release(ctx context.Context, scope string, attempt uuid.UUID) error
	// Leave gives up a key whose request failed and keeps its attempt. The next request with the key continues that attempt.
	Leave(ctx context.Context, scope string, attempt uuid.UUID) error
}

// Reservation is the result of Reserve.
type Reservation struct {
	// Stored is the answer of an earlier request with the key, or nil.
	Stored *StoredAnswer
	// Busy reports that another request with the key is still running.
	Busy bool
	// Attempt identifies this use of the key. A reservation that was taken over keeps the attempt of the crashed request.
	Attempt uuid.UUID
	// Executed holds the results of commands that a crashed attempt has executed, see commands.Attempt.
	Executed map[uuid.UUID]commands.Result
}

// StoredAnswer is an answer before rendering, stored for replays.
type StoredAnswer struct {
	Form    Form   `json:"form"`
	Created int64  `json:"created,omitempty"` // see Result.Created
	Given   string `json:"given,omitempty"`   // see Result.Given
	// Position is that of the last event of the request; 0: there is none, or the answer is of a former version.
	Position eventstore.Position `json:"position,omitempty"`
	// Digest is that of the body of the request, see Input.Digest.
	Digest string `json:"digest,omitempty"`
	Body   []byte `json:"-"`
	// Streams are the streams that the request wrote to. When a person in one of them is forgotten, the body is emptied. It is emptied
	// then, too, if the streams are unknown (nil).
	Streams []string `json:"-"`
}

// Form is the kind of body of a stored answer.
type Form string

// The forms. Pages are never stored: the list in the answer to a write is complete.
const (
	FormNothing Form = ""
	FormItem    Form = "item"
	FormBare    Form = "bare"
	FormList    Form = "list" // a JSON list of items
)

// maxStored is the greatest size of a stored answer, in bytes.
const maxStored = 65_536

var keyShape = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)

// checkKey refuses malformed keys. It runs before every other check.
func (c Caller) checkKey() error {
	if !c.keyed() {
		return nil
	}
	if len(c.Key.Value) < 1 || len(c.Key.Value) > 255 {
		return fault.Invalidf("X-Idempotency-Key must be between 1 and 255 characters")
	}
	if !keyShape.MatchString(c.Key.Value) {
		return fault.Invalidf("X-Idempotency-Key may only contain alphanumeric characters, dashes, and underscores")
	}
	return nil
}

// keyed reports whether the call's key is honoured.
func (c Caller) keyed() bool { return c.Key.Sent && c.KeyBucket != "" && !c.DryRun }

// spends reports whether the call is a read that uses up a token, so that a lost answer could not be read again. Such a read honours a key,
// although the contract defines none for reads, and ignores a malformed one.
func (c *Call) spends() bool {
	in := c.Caller
	return c.Operation.Reads() && c.Operation.Access.Auth == OrderToken && in.OrderToken != "" && !in.DryRun && in.KeyBucket == "" &&
		in.Key.Sent && len(in.Key.Value) <= 255 && keyShape.MatchString(in.Key.Value)
}

// keyScope returns the scope in which the key is unique: caller and bucket. Empty means that the key is ignored. Anonymous callers never
// share a scope; the scope of a placement is its cart.
func (c *Call) keyScope() string {
	caller, bucket := "", c.Caller.KeyBucket
	switch kind := c.Principal.Kind; {
	case c.spends(): // only the holder of the order's token shares this scope
		caller, bucket = "order-token:"+c.Caller.OrderToken, "GET\x00"+c.URLPath()
	case !c.Caller.keyed():
	case kind == AsCustomer || kind == AsAdmin || kind == AsAPI:
		caller = fmt.Sprintf("%s:%d", c.Principal.Kind, c.Principal.ID)
	case kind == Anonymous:
		if c.Operation.Idempotency.Scope != nil {
			caller = c.Operation.Idempotency.Scope(c)
		}
	}
	if caller == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{c.Caller.Key.Value, caller, bucket}, "\x00")))
	return hex.EncodeToString(sum[:])
}

// reserve reserves the call's key, or finds the stored answer of an earlier call.
func (p *Pipeline) reserve(ctx context.Context, c *Call) error {
	scope := c.keyScope()
	if scope == "" {
		return nil
	}
	got, err := p.Keys.Reserve(ctx, scope)
	switch {
	case err != nil:
		return err
	case got.Stored != nil:
		c.replay = got.Stored.result()
		if got.Stored.Digest != "" && c.input.Digest() != got.Stored.Digest {
			c.replay.BodyDiffers = true
			if c.Caller.Trail != nil {
				c.Caller.Trail.BodyDiffers = true
			}
			p.attempted(ctx, c, errAnotherBody)
		}
		return nil
	case got.Busy:
		return errKeyInUse
	}
	c.reserved, c.attempt = scope, got.Attempt
	c.Command.Key = scope + "/" + got.Attempt.String()
	c.Command.Executed = got.Executed
	return nil
}

// errAnotherBody is what the trail of an agent says of a call that got the answer to an earlier one with its key.
var errAnotherBody = fault.Conflictf("The idempotency key is that of an earlier call with another input, whose answer was returned.")

// KeyInUse reports whether a call was refused because another one with the same key is running.
func KeyInUse(err error) bool { return errors.Is(err, errKeyInUse) }

// stored returns the stored form of a result. ok is false if it cannot be replayed.
func (r Result) stored() (s StoredAnswer, ok bool) {
	s = StoredAnswer{Created: r.Created}
	switch a := r.Answer; {
	case a.Item != nil:
		s.Form, s.Body = FormItem, a.Item
	case a.Bare != nil:
		s.Form, s.Body = FormBare, a.Bare
	case a.Paged || a.File != nil:
		return s, false
	case a.List:
		s.Form, s.Body = FormList, slices.Concat([]byte{'['}, bytes.Join(a.Items, []byte{','}), []byte{']'})
	}
	return s, len(s.Body) <= maxStored
}

func (s StoredAnswer) result() *Result {
	r := &Result{Created: s.Created, Given: s.Given, Position: s.Position, Replayed: true}
	switch s.Form {
	case FormItem:
		r.Answer.Item = s.Body
	case FormBare:
		r.Answer.Bare = s.Body
	case FormList:
		items := [][]byte{}
		for item := range bodies.Elements(s.Body) {
			items = append(items, item)
		}
		r.Answer = documents.Answer{List: true, Items: items, Total: int64(len(items))}
	}
	return r
}

// settleKey settles the call's key: the answer is stored, or the key is released.
func (p *Pipeline) settleKey(ctx context.Context, c *Call, r Result, failure error) {
	if c.reserved == "" {
		return
	}
	// The key must be settled even if the caller has disconnected.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	var err error
	stored, whole := r.stored()
	stored.Given, stored.Streams = c.input.Form(), c.Command.Streams()
	stored.Position, stored.Digest = r.Position, c.input.Digest()
	if c.Operation.Idempotency.Impersonal {
		stored.Streams = []string{}
	}
	switch kind := fault.KindOf(failure); {
	case failure == nil && whole:
		err = p.Keys.Finish(ctx, c.reserved, c.attempt, stored)
	case failure == nil:
		err = p.Keys.Release(ctx, c.reserved, c.attempt)
	case kind == fault.Internal || kind == fault.Unavailable:
		err = p.Keys.Leave(ctx, c.reserved, c.attempt)
	default:
		err = p.Keys.Release(ctx, c.reserved, c.attempt)
	}
	if err != nil {
		p.Logger.Warn("settle an idempotency key", "operation", c.Operation.Name(), "error", err)
	}
}
