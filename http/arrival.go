package http

import (
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"tradelog/domain/fault"
	"tradelog/operations"
)

// A body must begin to arrive within arrivalGrace, and then arrive at the rate slowest or more.
const (
	arrivalGrace = 10 * time.Second
	slowest      = 16 << 10 // bytes per second
)

// Bounds of the bodies in memory. Only bytes that have arrived count, so an idle client uses nothing of the bound.
const (
	uncounted   = 64 << 10 // smaller bodies do not count; the number of connections bounds them
	bytesOfHost = 128 << 20
	bytesOfAll  = 256 << 20
)

var (
	errTooSlow = fault.New(fault.TooSlow, "The request body came too slowly.")
	errHostHas = &fault.Error{
		Kind: fault.Unavailable, RetryAfter: time.Second,
		Message: "This address is sending too much at once. Send it again when another request of the address has ended.",
	}
	errAllHave = &fault.Error{
		Kind: fault.Unavailable, RetryAfter: time.Second, Message: "Too much is being sent at once. Please try again in a moment.",
	}
)

func errTooLarge(limit int64) error {
	return fault.New(fault.TooLarge, "The request body is larger than %d bytes.", limit)
}

// arrivals counts the bytes of bodies in memory, by the hosts that send them.
type arrivals struct {
	mu     sync.Mutex
	all    int64
	byHost map[string]int64
	// hostLimit and totalLimit are the bounds; 0 means the defaults.
	hostLimit, totalLimit int64
}

// take counts bytes of a host. While the total is exceeded, it refuses only hosts with more than an equal share, so that no host can keep
// others out.
func (a *arrivals) take(host string, n int64) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	hostLimit, totalLimit := a.hostLimit, a.totalLimit
	if hostLimit == 0 {
		hostLimit, totalLimit = bytesOfHost, bytesOfAll
	}
	had, known := a.byHost[host]
	hosts := int64(len(a.byHost))
	if !known {
		hosts++
	}
	switch {
	case had+n > hostLimit:
		return errHostHas
	case a.all+n > totalLimit && had+n > totalLimit/hosts:
		return errAllHave
	}
	if a.byHost == nil {
		a.byHost = map[string]int64{}
	}
	a.byHost[host] = had + n
	a.all += n
	return nil
}

// release stops counting bytes of a host.
func (a *arrivals) release(host string, n int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all -= n
	if a.byHost[host] -= n; a.byHost[host] == 0 {
		delete(a.byHost, host)
	}
}

// arriving is the body of a request while it is read. Call release after the answer.
type arriving struct {
	c       *gin.Context
	counted *arrivals
	host    string
	grace   time.Duration

	began   time.Time
	due     int64 // bytes for which the deadline was set
	content []byte
	held    int64 // bytes that are counted
	ended   bool
	failed  error
}

func (s *Server) arriving(c *gin.Context, remoteIP string) *arriving {
	return &arriving{c: c, counted: &s.arrivals, host: operations.Host(remoteIP), grace: s.options.Arriving}
}

// read returns the whole body if it has at most limit bytes. For a longer body it returns the bytes so far with an error of kind TooLarge.
// A later call with a greater limit continues from there.
func (a *arriving) read(limit int64) ([]byte, error) {
	if a.failed != nil {
		return nil, a.failed
	}
	for !a.ended && int64(len(a.content)) <= limit {
		if a.failed = a.readPart(limit); a.failed != nil {
			return nil, a.failed
		}
	}
	if int64(len(a.content)) > limit {
		return a.content[:limit], errTooLarge(limit)
	}
	return a.content, nil
}

// bodyReader returns a function that reads a body of at most limit bytes. A body with a greater Content-Length is not read.
func (a *arriving) bodyReader(limit int64) func() ([]byte, error) {
	return func() ([]byte, error) {
		if a.c.Request.ContentLength > limit {
			return nil, errTooLarge(limit)
		}
		content, err := a.read(limit)
		if err != nil {
			a.skipRest()
			return nil, err
		}
		return content, nil
	}
}

// readPart reads the next part of the body.
func (a *arriving) readPart(limit int64) error {
	if err := a.grow(limit); err != nil {
		return err
	}
	a.limitPace()
	n, err := a.c.Request.Body.Read(a.content[len(a.content):cap(a.content)])
	a.content = a.content[:len(a.content)+n]
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.EOF):
		a.ended = true
		a.deadline(time.Time{})
		return nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errTooSlow
	}
	return fault.Invalidf("The request body could not be read.").WithCause(err)
}

// grow makes room for a part. The memory doubles with the bytes that have arrived, regardless of the Content-Length, and is counted before
// it is allocated.
func (a *arriving) grow(limit int64) error {
	if len(a.content) < cap(a.content) {
		return nil
	}
	size := max(4<<10, 2*int64(cap(a.content)))
	if length := a.c.Request.ContentLength; length >= 0 && (length < size || cap(a.content) == 0 && length <= uncounted) {
		size = length + 1 // one more byte, to see the end
	}
	size = max(min(size, limit+1), int64(len(a.content))+1)
	if size > uncounted {
		if err := a.counted.take(a.host, size-a.held); err != nil {
			return err
		}
		a.held = size
	}
	a.content = append(make([]byte, 0, size), a.content...)
	return nil
}

// limitPace sets the deadline by which the next part of the body must have arrived.
func (a *arriving) limitPace() {
	if a.began.IsZero() {
		a.began = time.Now()
	} else if int64(len(a.content))-a.due < slowest {
		return
	}
	a.due = int64(len(a.content))
	a.deadline(a.began.Add(min(bodyTimeout, a.grace+time.Duration(a.due)*time.Second/slowest)))
}

// deadline sets the deadline of the connection. A request that did not come over a network has no deadline.
func (a *arriving) deadline(at time.Time) {
	_ = http.NewResponseController(a.c.Writer).SetReadDeadline(at)
}

// skipRest lets the server close the connection after the answer instead of reading the rest of the body. It exceeds the limit of an
// http.MaxBytesReader, which tells the server.
func (a *arriving) skipRest() {
	beyond := http.MaxBytesReader(innermost(a.c.Writer), io.NopCloser(strings.NewReader("x")), 0)
	_, _ = beyond.Read(make([]byte, 1)) // always fails
}

// release stops counting the memory of the body. The rest of a partly read body is skipped.
func (a *arriving) release() {
	if !a.began.IsZero() && !a.ended {
		a.skipRest()
	}
	if a.held > 0 {
		a.counted.release(a.host, a.held)
		a.held = 0
	}
}
