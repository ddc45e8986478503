package esdb

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tradelog/eventstore"
)

// connection keeps a client that works. A client of the library is of no use any more after it could not find a server for about a second,
// so it is replaced after each failure of the connection.
type connection struct {
	config *esdb.Configuration

	mu      sync.Mutex
	current *client
	closed  bool
}

// client is one client of the library. It must not be closed while it is used.
type client struct {
	*esdb.Client
	ready   chan struct{} // closed when it has found a server or has given up
	err     error         // why it has given up
	uses    int
	retired bool
}

// Schemes are what URLs of event stores of this kind begin with.
var Schemes = []string{"esdb://", "esdb+discover://", "kurrentdb://", "kurrentdb+discover://"}

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
	config.Logger = func(level esdb.LogLevel, format string, args ...any) {
		// What matters is told by who uses the client.
		logger.Debug("event store client", "level", level, "message", fmt.Sprintf(format, args...))
	}
	return &connection{config: config}, nil
}

// use calls f with a client. The client is not closed before f returns. An error that f did not cause means that nothing was sent.
func (c *connection) use(ctx context.Context, f func(*esdb.Client) error) error {
	used, err := c.acquire(ctx)
	if err != nil {
		return err
	}
	defer func() { c.release(used, err) }()
	err = guard(func() error { return f(used.Client) })
	return err
}

// guard turns a panic of the library into an error: it panics on answers that it does not expect.
func guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the event store answered what its client does not understand: %v", p)
		}
	}()
	return f()
}

func (c *connection) acquire(ctx context.Context) (*client, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return nil, eventstore.ErrClosed
	}
	if c.current == nil {
		made, err := esdb.NewClient(c.config)
		if err != nil {
			c.mu.Unlock()
			return nil, err
		}
		c.current = &client{Client: made, ready: make(chan struct{}), uses: 1}
		go c.open(c.current)
	}
	used := c.current
	used.uses++
	c.mu.Unlock()
	select {
	case <-used.ready:
	case <-ctx.Done():
		c.release(used, nil)
		return nil, ctx.Err()
	}
	if used.err != nil {
		c.release(used, used.err)
		return nil, &awayError{used.err}
	}
	return used, nil
}

// open lets a client look for a server, which the library does without regard to any context.
func (c *connection) open(opened *client) {
	_, opened.err = opened.GetServerVersion()
	close(opened.ready)
	c.release(opened, opened.err)
}

// release ends a use. A client whose connection has failed is not used again.
func (c *connection) release(used *client, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	used.uses--
	if broken(err) || err != nil && err == used.err {
		c.retire(used)
	}
	if used.retired && used.uses == 0 {
		_ = used.Close() // it has no errors
	}
}

func (c *connection) retire(used *client) {
	used.retired = true
	if c.current == used {
		c.current = nil
	}
}

// close lets no more uses begin. The client is closed when those under way have ended.
func (c *connection) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	if used := c.current; used != nil {
		c.retire(used)
		if used.uses == 0 {
			_ = used.Close()
		}
	}
}

// awayError says that no server was reached, so nothing was sent.
type awayError struct{ error }

// Error does not repeat what the library says, which may name users.
func (e *awayError) Error() string { return "the event store cannot be reached" }

// Unwrap returns what the library says.
func (e *awayError) Unwrap() error { return e.error }

// Outage tells whether an error says that the event store was away: the same request will do later.
func Outage(err error) bool {
	var away *awayError
	return errors.As(err, &away) || broken(err) || hasCode(err, esdb.ErrorCodeDeadlineExceeded) || hasCode(err, esdb.ErrorCodeNotLeader)
}

// broken tells whether the connection of a client has failed.
func broken(err error) bool {
	return hasCode(err, esdb.ErrorUnavailable) || hasCode(err, esdb.ErrorCodeConnectionClosed) || status.Code(err) == codes.Unavailable
}

func hasCode(err error, code esdb.ErrorCode) bool {
	var failed *esdb.Error
	return errors.As(err, &failed) && failed.Code() == code
}

// notSent tells whether a failed append has not reached any server.
func notSent(err error) bool {
	var away *awayError
	return errors.As(err, &away) || broken(err) && strings.Contains(err.Error(), "while dialing")
}
