package installation

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/test/pgtest"
)

// instances answers calls like running instances, until the test ends.
type instances struct {
	t    *testing.T
	pool *pgxpool.Pool
}

func newInstances(t *testing.T) *instances {
	t.Helper()
	return &instances{t: t, pool: pgtest.Pool(t)}
}

func (i *instances) start(reach func(context.Context, int64) error) { i.startIn("", reach) }

func (i *instances) startIn(state string, reach func(context.Context, int64) error) {
	i.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		AnswerCalls(ctx, i.pool, slog.New(slog.DiscardHandler),
			func(ctx context.Context, at int64) (string, error) { return state, reach(ctx, at) })
	})
	i.t.Cleanup(func() {
		stop()
		running.Wait()
	})
}

func (i *instances) ask(n int, position int64) (int, error) {
	ctx, cancel := context.WithTimeout(i.t.Context(), time.Minute)
	defer cancel()
	confirmed, _, err := AskInstances(ctx, i.pool, running(n), position)
	return confirmed, err
}

// running counts the same number of instances each time.
func running(n int) func(context.Context) (int, error) {
	return func(context.Context) (int, error) { return n, nil }
}

// TestStates: each instance says what state it is in, and those that say nothing are counted as well.
func TestStates(t *testing.T) {
	t.Parallel()
	i := newInstances(t)
	for _, state := range []string{"red", "", "green"} {
		i.startIn(state, func(context.Context, int64) error { return nil })
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	states, of, err := InstanceStates(ctx, i.pool, running(3), 7)
	if got := slices.Sorted(maps.Values(states)); err != nil || of != 3 || !slices.Equal(got, []string{"", "green", "red"}) {
		t.Errorf("%q of %d, error %v", got, of, err)
	}
}

// TestAllConfirm: Ask returns when every instance has reached the position, and not before.
func TestAllConfirm(t *testing.T) {
	t.Parallel()
	i := newInstances(t)
	var reached atomic.Int64
	gate := make(chan struct{})
	at := func(position int64) {
		if position != 42 {
			t.Errorf("asked for position %d", position)
		}
	}
	for range 2 {
		i.start(func(_ context.Context, position int64) error {
			at(position)
			reached.Add(1)
			return nil
		})
	}
	slow := make(chan struct{}, 100)
	i.start(func(ctx context.Context, position int64) error {
		at(position)
		slow <- struct{}{}
		select {
		case <-gate:
			reached.Add(1)
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	answered := make(chan int, 1)
	go func() {
		n, err := i.ask(3, 42)
		if err != nil {
			t.Error(err)
		}
		answered <- n
	}()
	<-slow
	select {
	case <-answered:
		t.Error("it did not wait for the slow one")
	default:
	}
	close(gate)
	if n := <-answered; n != 3 || reached.Load() < 3 {
		t.Errorf("%d confirmed, %d had reached it", n, reached.Load())
	}
}

// TestOneInstanceCountsOnce, however often it is asked.
func TestOneInstanceCountsOnce(t *testing.T) {
	t.Parallel()
	i := newInstances(t)
	asked := make(chan struct{}, 100)
	i.start(func(context.Context, int64) error {
		asked <- struct{}{}
		return nil
	})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	answered := make(chan int, 1)
	go func() {
		n, _, err := AskInstances(ctx, i.pool, running(2), 1)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		answered <- n
	}()
	for range 3 {
		<-asked
	}
	cancel()
	if n := <-answered; n != 1 {
		t.Errorf("%d confirmed", n)
	}
}

// TestAskingAgain: an instance that was not listening yet, could not confirm at first, or lost its connection answers later.
func TestAskingAgain(t *testing.T) {
	t.Parallel()
	for name, act := range map[string]func(i *instances) func(context.Context, int64) error{
		"it could not at first": func(*instances) func(context.Context, int64) error {
			var calls atomic.Int64
			return func(context.Context, int64) error {
				if calls.Add(1) < 2 {
					return errors.New("behind")
				}
				return nil
			}
		},
		"its connection was cut": func(i *instances) func(context.Context, int64) error {
			var once sync.Once
			return func(context.Context, int64) error {
				once.Do(func() {
					if _, err := i.pool.Exec(context.Background(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
						WHERE datname = current_database() AND application_name = 'tradelog calls'
						AND query LIKE '%tradelog_call%'`); err != nil {
						i.t.Error(err)
					}
				})
				return nil
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := newInstances(t)
			answered := make(chan error, 1)
			go func() { // before anybody listens
				n, err := i.ask(1, 7)
				if err == nil && n != 1 {
					t.Errorf("%d confirmed", n)
				}
				answered <- err
			}()
			i.start(act(i))
			if err := <-answered; err != nil {
				t.Error(err)
			}
		})
	}
}

// TestNoInstanceIsRunning: Ask returns how many confirmed. Other messages on the channel are ignored.
func TestNoInstanceIsRunning(t *testing.T) {
	t.Parallel()
	i := newInstances(t)
	if n, err := i.ask(0, 7); n != 0 || err != nil {
		t.Errorf("nobody to ask: %d, error %v", n, err)
	}
	ctx, giveUp := context.WithCancel(t.Context())
	defer giveUp()
	absent := func(context.Context) (int, error) {
		giveUp() // once it is known that there is one to wait for
		return 1, nil
	}
	if n, of, err := AskInstances(ctx, i.pool, absent, 7); n != 0 || of != 1 || err == nil {
		t.Errorf("nobody there: %d of %d, error %v", n, of, err)
	}
	i.start(func(context.Context, int64) error { return nil })
	if n, err := i.ask(1, 7); n != 1 || err != nil {
		t.Fatalf("%d, error %v", n, err)
	}
	for _, noise := range []string{`SELECT pg_notify('tradelog_call', 'nonsense')`, `SELECT pg_notify('tradelog_answer', 'nonsense')`,
		`SELECT pg_notify('tradelog_call', '')`} {
		if _, err := i.pool.Exec(t.Context(), noise); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := i.ask(1, 8); n != 1 || err != nil {
		t.Errorf("after noise: %d, error %v", n, err)
	}
}

// TestAnInstanceEndsMeanwhile: Ask does not wait for it, and its answer counts for no other.
func TestAnInstanceEndsMeanwhile(t *testing.T) {
	t.Parallel()
	i := newInstances(t)
	var left atomic.Int64
	left.Store(3)
	counts := func(context.Context) (int, error) { return int(left.Load()), nil }
	var answers atomic.Int64
	for range 2 {
		i.start(func(context.Context, int64) error {
			if answers.Add(1) == 2 {
				left.Store(1) // both have answered; the third has ended, and one of these
			}
			return nil
		})
	}
	if n, of, err := AskInstances(t.Context(), i.pool, counts, 7); n < 1 || of != 1 || err != nil || answers.Load() < 3 {
		t.Errorf("%d of %d after %d answers, error %v", n, of, answers.Load(), err)
	}
}
