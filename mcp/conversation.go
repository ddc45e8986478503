package mcp

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"sync"

	"tradelog/readmodels/freshness"
)

// Bounds of a session.
const (
	maxFollowed  = 100 // resources
	maxQuestions = 4   // open questions to the person at the client
)

// conversation is the state of a session: running calls, questions to the person at the client, and followed resources. The session's ID is
// a secret, and authorizes a client to answer, cancel and follow in other requests.
type conversation struct {
	// elicits reports whether the client can ask a person, as declared in initialize.
	elicits bool
	// stirred fires when the session follows another resource or has another stream.
	stirred freshness.Signal
	ended   chan struct{} // closed when the session has ended

	mu        sync.Mutex
	running   map[string]context.CancelCauseFunc // by the ID of the request, as JSON
	questions map[string]chan members            // by the ID of the question
	asked     int
	follows   map[string]*followed // by URI
	previews  []preview            // the newest last
	stream    int                  // number of the session's latest stream
}

func newConversation(elicits bool) *conversation {
	return &conversation{
		elicits: elicits, ended: make(chan struct{}), running: map[string]context.CancelCauseFunc{}, questions: map[string]chan members{},
		follows: map[string]*followed{},
	}
}

// errCancelled is the cause of the end of a call that the client has cancelled.
var errCancelled = errors.New("the client has cancelled the call")

// begin lets the client cancel a call by the ID of its request, until end is called.
func (c *conversation) begin(ctx context.Context, id string) (cancellable context.Context, end func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running[id] != nil { // the client reuses the ID of a running request
		return ctx, func() { cancel(nil) }
	}
	c.running[id] = cancel
	return ctx, func() {
		cancel(nil)
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.running, id)
	}
}

// cancel ends a running call.
func (c *conversation) cancel(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel := c.running[id]; cancel != nil {
		cancel(errCancelled)
	}
}

// question opens a question. The answer comes through the channel. ok is false if there are too many.
func (c *conversation) question() (id string, answers <-chan members, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.questions) >= maxQuestions {
		return "", nil, false
	}
	c.asked++
	id = strconv.Quote("question-" + strconv.Itoa(c.asked))
	answer := make(chan members, 1)
	c.questions[id] = answer
	return id, answer, true
}

// answered passes the client's answer to the call that asked. A question has one answer.
func (c *conversation) answered(id string, response members) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if answer := c.questions[id]; answer != nil {
		answer <- response
		delete(c.questions, id)
	}
}

// withdraw closes a question.
func (c *conversation) withdraw(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.questions, id)
}

// follow begins to follow a resource. It returns false if the session follows too many.
func (c *conversation) follow(uri string, f *followed) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.follows[uri] == nil && len(c.follows) >= maxFollowed {
		return false
	}
	c.follows[uri] = f
	c.stirred.Fire()
	return true
}

// leave ends following a resource, if its entry is f or f is nil.
func (c *conversation) leave(uri string, f *followed) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f == nil || c.follows[uri] == f {
		delete(c.follows, uri)
	}
}

// know replaces the entry of a followed resource, if it is still f.
func (c *conversation) know(uri string, f, now *followed) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.follows[uri] == f {
		c.follows[uri] = now
	}
}

// following returns the followed resources, with their URIs sorted.
func (c *conversation) following() (uris []string, of map[string]*followed) {
	c.mu.Lock()
	defer c.mu.Unlock()
	of = maps.Clone(c.follows)
	return slices.Sorted(maps.Keys(of)), of
}

// listen opens a stream. It ends the earlier stream, because each notification is sent on one stream only.
func (c *conversation) listen() (number int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stream++
	c.stirred.Fire()
	return c.stream
}

// listens reports whether a stream is the latest one.
func (c *conversation) listens(number int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stream == number
}
