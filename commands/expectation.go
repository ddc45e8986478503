package commands

import (
	"sync"

	"tradelog/domain/fault"
	"tradelog/eventstore"
)

// Expectation requires that the streams of a request have no event after the position up to which its caller has seen them. The lanes check
// it when they decide, so no change can come in between. Of two requests that expect the same position, one succeeds.
//
// The streams are those that the caller has seen, and the first other one that the request decides on. Streams that serve many resources
// (Decider.Shared) do not count as that other one. After the request has appended to a stream, the stream is not checked again.
type Expectation struct {
	at   eventstore.Position
	seen map[string]bool

	mu    sync.Mutex
	first string
	met   map[string]bool
}

// errChanged refuses a command on a stream that others have changed since the caller saw it.
var errChanged = fault.New(fault.Changed, "The resource was changed by others meanwhile. Read it again.")

// Expect returns the expectation that streams have no event after a position. seen are the streams that the caller has seen; other names
// are ignored.
func Expect(at eventstore.Position, seen ...string) *Expectation {
	x := &Expectation{at: at, seen: make(map[string]bool, len(seen)), met: map[string]bool{}}
	for _, stream := range seen {
		x.seen[stream] = true
	}
	return x
}

// on returns the expectation if it concerns a stream, else nil.
func (x *Expectation) on(stream string, shared bool) *Expectation {
	if x == nil {
		return nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	switch {
	case x.met[stream]:
		return nil
	case x.seen[stream]:
		return x
	case shared:
		return nil
	case x.first == "":
		x.first = stream
	}
	if x.first != stream {
		return nil
	}
	return x
}

// check fails if the newest event of a stream is after the expected position. growing tells that the same append already has events of the
// stream, and fails, too.
func (x *Expectation) check(newest eventstore.Position, growing bool) error {
	if x == nil || newest <= x.at && !growing {
		return nil
	}
	return errChanged
}

// appended notes that the request itself has changed a stream.
func (x *Expectation) appended(stream string) {
	if x == nil {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.met[stream] = true
}
