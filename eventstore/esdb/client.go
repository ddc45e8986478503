package esdb

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"tradelog/eventstore"
	"tradelog/internal/wait"
)

// connection is the connection to the node in use. When it fails, a node is looked for again.
type connection struct {
	config *esdb.Configuration
	logger *slog.Logger
	ctx    context.Context // ends when the connection is closed
	end    context.CancelFunc
	opened sync.WaitGroup

	mu      sync.Mutex
	current *node
	leader  string // address of the leader as a node has told it; it is tried first
	closed  bool
}

// CheckURL refuses a URL that Open cannot use. The error does not repeat it.
func CheckURL(url string) error {
	_, err := configuration(url)
	return err
}

// errURL does not repeat the URL, which may have a password.
var errURL = errors.New("the URL of the event store cannot be read; expected something like esdb://user:password@host:2113 or " +
	"esdb://host:2113?tls=false")

// configuration reads a URL.
func configuration(url string) (*esdb.Configuration, error) {
	if rest, ok := strings.CutPrefix(url, "kurrentdb"); ok {
		url = "esdb" + rest
	}
	config, err := esdb.ParseConnectionString(url)
	if err != nil {
		return nil, errURL
	}
	if err := config.Validate(); err != nil {
		return nil, fmt.Errorf("the URL of the event store: %w", err)
	}
	return config, nil
}

func connect(url string, logger *slog.Logger) (*connection, error) {
	config, err := configuration(url)
	if err != nil {
		return nil, err
	}
	c := &connection{config: config, logger: logger}
	c.ctx, c.end = context.WithCancel(context.Background())
	return c, nil
}

// electionTime is the time that a call waits for a cluster without a leader, or with one that changes, before it fails.
const electionTime = 10 * time.Second

// use calls f with a node, which stays open until f returns. If the call needs the leader and the node is another one, f is called again
// with the leader. The first call must then have done nothing. An *awayError means that nothing was done.
func (c *connection) use(ctx context.Context, f func(*node) error) error {
	began, redirected := time.Now(), false
	for try := 0; ; try++ {
		used, err := c.acquire(ctx)
		if err != nil {
			return err
		}
		err = f(used)
		leader, led := led(err)
		if led {
			c.release(used, err)
			return err
		}
		c.follow(used, leader)
		c.release(used, err)
		if leader != "" && !redirected { // the first time there is nothing to wait for
			redirected = true
			continue
		}
		if time.Since(began) > electionTime {
			return &awayError{"the cluster of the event store has no leader", err}
		}
		pause(ctx, try)
		if ctx.Err() != nil {
			return &awayError{"the cluster of the event store has no leader", errors.Join(ctx.Err(), err)}
		}
	}
}

// pause waits a little longer after each try, for a random time, so that callers do not try in step.
func pause(ctx context.Context, try int) {
	longest := min(50*time.Millisecond<<min(try, 10), time.Second)
	wait.For(ctx, longest/2+rand.N(longest/2))
}

// follow lets the next calls go to the leader.
func (c *connection) follow(used *node, leader string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if leader != "" && leader != used.address {
		c.leader = leader
	}
	c.retire(used)
}

func (c *connection) acquire(ctx context.Context) (*node, error) {
	if err := ctx.Err(); err != nil {
		return nil, &awayError{cannotReach, err}
	}
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return nil, eventstore.ErrClosed
	}
	if c.current == nil {
		opening := &node{ready: make(chan struct{}), uses: 1}
		c.current = opening
		c.opened.Go(func() { c.open(opening) })
	}
	used := c.current
	used.uses++
	c.mu.Unlock()
	select {
	case <-used.ready:
	case <-ctx.Done():
		c.release(used, nil)
		return nil, &awayError{cannotReach, ctx.Err()}
	}
	if used.err != nil {
		c.release(used, used.err)
		return nil, &awayError{cannotReach, used.err}
	}
	return used, nil
}

// open looks for a node. All callers that wait share the search, each for as long as its own context allows.
func (c *connection) open(opening *node) {
	c.mu.Lock()
	leader := c.leader
	c.leader = "" // once: it may have ended
	c.mu.Unlock()
	opening.err = c.find(opening, leader)
	close(opening.ready)
	c.release(opening, opening.err)
}

// release ends a use. A node whose connection has failed is not used again.
func (c *connection) release(used *node, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	used.uses--
	if connectionBroken(err) || err != nil && err == used.err {
		c.retire(used)
	}
	used.closeUnused()
}

// retire lets no more uses of a node begin. The caller holds the lock.
func (c *connection) retire(used *node) {
	used.retired = true
	if c.current == used {
		c.current = nil
	}
}

// close lets no more uses begin. The connection is closed when the uses under way have ended.
func (c *connection) close() {
	c.mu.Lock()
	c.closed = true
	if used := c.current; used != nil {
		c.retire(used)
		used.closeUnused()
	}
	c.mu.Unlock()
	c.end()
	c.opened.Wait()
}
