package postgres

import (
	"cmp"
	"context"
	"errors"
	"net"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/eventstore/storetest"
	"tradelog/test/pgtest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Log {
		pool := database(t)
		store := open(t, pool, Options{})
		return storetest.Log{Store: store, Close: store.Close, Again: func() eventstore.Store { return open(t, pool, Options{}) }}
	}, storetest.Features{DensePositions: true, Sealed: true, UniqueIDs: true, OrderedTimes: true, Turns: true, Streams: true,
		Instances: true})
}

func TestOpenNeedsAMigratedDatabase(t *testing.T) {
	t.Parallel()
	if _, err := Open(t.Context(), pgtest.Pool(t), Options{}); err == nil || !strings.Contains(err.Error(), "is the database migrated?") {
		t.Errorf("open on an empty database: %v", err)
	}
}

func TestErrorsHoldNoPassword(t *testing.T) {
	t.Parallel()
	var away atomic.Bool
	secret := "tr0ub4dor"
	pool := database(t, pgtest.WithConfig(func(c *pgxpool.Config) {
		if secret = cmp.Or(c.ConnConfig.Password, secret); c.ConnConfig.Password == "" {
			c.ConnConfig.Password = secret
		}
		dial := c.ConnConfig.DialFunc
		c.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
			if away.Load() {
				return nil, errors.New("nobody is there")
			}
			return dial(ctx, network, address)
		}
	}))
	store := open(t, pool, Options{})
	pool.Reset()
	away.Store(true)
	appended := func() error {
		_, err := store.Append(t.Context(), "order-1", eventstore.Any, some(1)...)
		return err
	}
	opened := func() error {
		_, err := Open(t.Context(), pool, Options{})
		return err
	}
	for what, do := range map[string]func() error{"append": appended, "open": opened,
		"head": func() error {
			_, err := store.Head(t.Context())
			return err
		}} {
		if err := do(); err == nil || !strings.Contains(err.Error(), "nobody is there") || strings.Contains(err.Error(), secret) ||
			errors.Is(err, eventstore.ErrUnknownOutcome) {
			t.Errorf("%s without a server: %v", what, err)
		}
	}
}

func TestCloseStoresWhatIsQueued(t *testing.T) {
	t.Parallel()
	pool := database(t)
	store := open(t, pool, patient)
	mustAppend(t, store, "order-1", eventstore.NoStream, some(1)...)
	release := lockHead(t, pool)
	const callers = 20
	answers := make(chan error, callers)
	for i := range callers {
		go func() {
			_, err := store.Append(context.Background(), "order-1", eventstore.Any, some(1)...)
			answers <- err
		}()
		if i == 0 {
			blocked(t, pool, "tradelog appender") // and takes no more
		}
	}
	queued(t, store, callers-1)
	closed := make(chan struct{})
	go func() {
		store.Close()
		close(closed)
	}()
	await(t, "the store to close", func() bool {
		store.appender.closing.RLock()
		defer store.appender.closing.RUnlock()
		return store.appender.closed
	})
	release()
	for range callers {
		if err := <-answers; err != nil {
			t.Errorf("an append that was queued when the store was closed: %v", err)
		}
	}
	<-closed
	if n := len(wholeLog(t, store)); n != callers+1 {
		t.Errorf("the log has %d events, want %d", n, callers+1)
	}
}
