package esdb

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"tradelog/eventstore"
	"tradelog/eventstore/storetest"
	"tradelog/test/esdbtest"
)

// TestAClusterSendsWritersToItsLeader: reads that decide and appends say that they need the leader, are sent there, and done once.
func TestAClusterSendsWritersToItsLeader(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory()
	nodes := esdbtest.StartNodes(t, memory, 2)
	store := open(t, nodes[1].URL)
	for i := range 3 {
		at, err := store.Append(t.Context(), "order-1", eventstore.Exactly(eventstore.Revision(i-1)), held())
		if err != nil || at.First != eventstore.Revision(i) {
			t.Fatalf("append %d: %+v, error %v", i, at, err)
		}
	}
	if events, err := memory.ReadStream(t.Context(), "order-1", 0, eventstore.Forwards, 10); err != nil || len(events) != 3 {
		t.Errorf("%d events, error %v", len(events), err)
	}
	if calls, forLeader := nodes[1].Asked("read"); calls != 1 || forLeader != 1 {
		t.Errorf("the follower was asked to read %d times, %d times as the leader", calls, forLeader)
	}
	if calls, _ := nodes[1].Asked("append"); calls != 0 {
		t.Errorf("the follower was asked to append %d times", calls)
	}
	for _, kind := range []string{"append", "read"} {
		if calls, forLeader := nodes[0].Asked(kind); calls < 3 || calls != forLeader {
			t.Errorf("%s: the leader was asked %d times, %d times as the leader", kind, calls, forLeader)
		}
	}
}

// filled opens a store on a node that has seen some events of the log, and returns the position of the newest.
func filled(t *testing.T, node *esdbtest.Node, o Options) (*Store, eventstore.Position) {
	t.Helper()
	store, err := Open(t.Context(), node.URL, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	subscription, err := store.Subscribe(t.Context(), 0, eventstore.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	defer subscription.Close()
	var at eventstore.Position
	for range 3 {
		appended, err := store.Append(t.Context(), "order-1", eventstore.Any, held())
		if err != nil {
			t.Fatal(err)
		}
		at = appended.Position
	}
	for reached := eventstore.Position(0); reached < at; {
		batch, err := subscription.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		reached = batch.Position
	}
	return store, at
}

// refusedAsBehind waits until appends are refused because the node lacks the newest seen event.
func refusedAsBehind(t *testing.T, store *Store) {
	t.Helper()
	for {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond) // elections are waited for
		_, err := store.Append(ctx, "order-2", eventstore.Any, held())
		cancel()
		if errors.Is(err, errBehind) {
			if !Outage(err) {
				t.Errorf("%v is no outage", err)
			}
			return
		}
		if errors.Is(err, eventstore.ErrLogLost) {
			t.Fatal(err)
		}
	}
}

// appends waits until an append is done.
func appends(t *testing.T, store *Store) {
	t.Helper()
	id := held()
	for {
		_, err := store.Append(t.Context(), "order-3", eventstore.Any, id)
		if err == nil {
			return
		}
		if !Outage(err) && !errors.Is(err, eventstore.ErrUnknownOutcome) {
			t.Fatal(err)
		}
	}
}

// TestANodeThatIsBehind: a reconnect that meets it is no loss of events. Nothing is appended until it has caught up.
func TestANodeThatIsBehind(t *testing.T) {
	t.Parallel()
	for name, behind := range map[string]esdbtest.State{
		"a leader of its own":    {},
		"it does not ask others": {Dishonest: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			node := esdbtest.StartNodes(t, storetest.NewMemory(), 1)[0]
			store, at := filled(t, node, Options{Patience: time.Hour})
			behind.Behind = func(p eventstore.Position) bool { return p >= at }
			node.Kill()
			node.Become(behind)
			node.Begin()
			refusedAsBehind(t, store)
			node.Become(esdbtest.State{})
			appends(t, store)
			if err := store.LostEvents(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAFollowerThatIsBehind never decides that events are lost, however long it takes: the leader does, when there is one.
func TestAFollowerThatIsBehind(t *testing.T) {
	t.Parallel()
	nodes := esdbtest.StartNodes(t, storetest.NewMemory(), 2)
	store, at := filled(t, nodes[0], Options{Patience: time.Nanosecond})
	behind := func(p eventstore.Position) bool { return p >= at }
	nodes[1].Become(esdbtest.State{NoLeader: true, Dishonest: true, Behind: behind})
	nodes[0].Kill()
	nodes[0].Become(esdbtest.State{NoLeader: true, Dishonest: true, Behind: behind})
	nodes[0].Begin()
	refusedAsBehind(t, store)
	asked, _ := nodes[0].Asked("gossip")
	for now := asked; now < asked+3; now, _ = nodes[0].Asked("gossip") {
		refusedAsBehind(t, store)
	}
	nodes[1].Become(esdbtest.State{})
	nodes[0].Become(esdbtest.State{Follows: nodes[1], Dishonest: true, Behind: behind})
	appends(t, store)
	if err := store.LostEvents(); err != nil {
		t.Error(err)
	}
}

// TestEventsThatTheLeaderLacks are lost, once it has lacked them for long enough.
func TestEventsThatTheLeaderLacks(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory()
	node := esdbtest.StartNodes(t, memory, 1)[0]
	store, at := filled(t, node, Options{Patience: time.Nanosecond})
	node.Kill()
	node.Become(esdbtest.State{Behind: func(p eventstore.Position) bool { return p >= at }})
	node.Begin()
	for err := error(nil); !errors.Is(err, eventstore.ErrLogLost); {
		if _, err = store.Append(t.Context(), "order-9", eventstore.Any, held()); err == nil {
			t.Fatal("an event was appended to a log that lost events")
		}
	}
	<-store.Lost()
	var lost *eventstore.LostError
	if err := store.LostEvents(); !errors.As(err, &lost) || lost.Seen != at || lost.End >= at {
		t.Errorf("%v, position %d", err, at)
	}
	if _, err := store.Append(t.Context(), "order-2", eventstore.Any, held()); !errors.Is(err, eventstore.ErrLogLost) {
		t.Errorf("an append: %v", err)
	}
}

// TestAScavengedNewestEvent is no loss: its stream was truncated, or goes on behind it.
func TestAScavengedNewestEvent(t *testing.T) {
	t.Parallel()
	node := esdbtest.StartNodes(t, storetest.NewMemory(), 1)[0]
	store, at := filled(t, node, Options{Patience: time.Nanosecond})
	gone := func(answer *streams.ReadResp) *streams.ReadResp {
		if answer.GetEvent().GetEvent().GetCommitPosition() == uint64(at) {
			return nil
		}
		return answer
	}
	node.Kill()
	node.Truncate("order-1", 3)
	node.Become(esdbtest.State{Alter: gone})
	node.Begin()
	appends(t, store)
	select {
	case <-store.Lost():
		t.Error(store.LostEvents())
	default:
	}
}

// TestNoLeader: an election is waited for, as long as the caller can wait, and leaves no doubt that nothing was stored.
func TestNoLeader(t *testing.T) {
	t.Parallel()
	node := esdbtest.StartNodes(t, storetest.NewMemory(), 1)[0]
	store := open(t, node.URL)
	node.Become(esdbtest.State{NoLeader: true})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := store.Append(ctx, "order-1", eventstore.Any, held())
		done <- err
	}()
	for calls := 0; calls < 3; calls, _ = node.Asked("read") {
		select {
		case err := <-done:
			t.Fatalf("it did not wait: %v", err)
		default:
		}
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) || errors.Is(err, eventstore.ErrUnknownOutcome) {
		t.Errorf("an election: %v", err)
	}
	go func() {
		_, err := store.Append(t.Context(), "order-1", eventstore.Any, held())
		done <- err
	}()
	node.Become(esdbtest.State{})
	if err := <-done; err != nil {
		t.Errorf("after it: %v", err)
	}
}

// TestAFullNode: time-outs of writes may have been done or not, and repeating them stores events once. A busy node is an outage.
func TestAFullNode(t *testing.T) {
	t.Parallel()
	for name, state := range map[string]esdbtest.State{
		"prepare": {Fails: esdbtest.PrepareTimeout}, "commit": {Fails: esdbtest.CommitTimeout, Done: true},
		"busy": {Fails: esdbtest.TooBusy},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			memory := storetest.NewMemory()
			node := esdbtest.StartNodes(t, memory, 1)[0]
			store := open(t, node.URL)
			node.Become(state)
			e := held()
			if _, err := store.Append(t.Context(), "order-1", eventstore.NoStream, e); !errors.Is(err, eventstore.ErrUnknownOutcome) {
				t.Errorf("%v", err)
			}
			node.Become(esdbtest.State{})
			if at, err := store.Append(t.Context(), "order-1", eventstore.NoStream, e); err != nil || at.Repeated != state.Done {
				t.Errorf("again: %+v, %v", at, err)
			}
			if events, err := memory.ReadStream(t.Context(), "order-1", 0, eventstore.Forwards, 9); err != nil || len(events) != 1 {
				t.Errorf("%d events, %v", len(events), err)
			}
		})
	}
}

// TestASilentNode costs a caller as long as its own context allows, whether the node takes calls or only connections.
func TestASilentNode(t *testing.T) {
	t.Parallel()
	silent := esdbtest.StartNodes(t, storetest.NewMemory(), 1)[0]
	silent.Become(esdbtest.State{Silent: true})
	for name, url := range map[string]string{"it takes calls": silent.URL, "it takes connections": esdbtest.Deaf(t)} {
		t.Run(name, func(t *testing.T) {
			connected, err := connect(url, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			defer connected.close()
			first, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			defer cancel()
			other, stop := context.WithCancel(t.Context())
			done := make(chan error, 2)
			for _, ctx := range []context.Context{first, other} {
				go func() { done <- connected.use(ctx, func(*node) error { return errors.New("a node was found") }) }()
			}
			if err := <-done; !errors.Is(err, context.DeadlineExceeded) || !Outage(err) {
				t.Errorf("the first: %v", err)
			}
			stop()
			if err := <-done; !errors.Is(err, context.Canceled) || !Outage(err) {
				t.Errorf("the other: %v", err)
			}
		})
	}
}

// TestASilentNodeIsGivenUp: a search ends after the time that the URL gives each candidate, and others are not waited for again.
func TestASilentNodeIsGivenUp(t *testing.T) {
	t.Parallel()
	deaf := esdbtest.Deaf(t)
	connected, err := connect(deaf+"&gossipTimeout=1", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer connected.close()
	if err := connected.use(t.Context(), func(*node) error { return nil }); !Outage(err) || errors.Is(err, eventstore.ErrClosed) {
		t.Error(err)
	}
	// In a cluster another node is found meanwhile.
	nodes := esdbtest.StartNodes(t, storetest.NewMemory(), 2)
	seeds := strings.TrimSuffix(strings.TrimPrefix(deaf, "esdb://"), "?tls=false") + "," + nodes[1].Address
	store := open(t, "esdb://"+seeds+"?tls=false&gossipTimeout=1")
	if _, err := store.Append(t.Context(), "order-1", eventstore.Any, held()); err != nil {
		t.Error(err)
	}
	if calls, _ := nodes[0].Asked("append"); calls != 2 { // the name of the log, and the event
		t.Errorf("the leader was asked to append %d times", calls)
	}
}

// TestExplicitTransactions: events that share a position are told, and none is dropped.
func TestExplicitTransactions(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory()
	node := esdbtest.StartNodes(t, memory, 1)[0]
	store, at := filled(t, node, Options{})
	var seen atomic.Bool
	node.Become(esdbtest.State{Alter: func(answer *streams.ReadResp) *streams.ReadResp {
		if e := answer.GetEvent().GetEvent(); e.GetStreamIdentifier() != nil && string(e.GetStreamIdentifier().GetStreamName()) == "old-1" {
			e.PreparePosition--
			seen.Store(true)
		}
		return answer
	}})
	subscription, err := store.Subscribe(t.Context(), at, eventstore.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	defer subscription.Close()
	if _, err := memory.Append(t.Context(), "old-1", eventstore.Any, held(), held()); err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = subscription.Next(t.Context())
	}
	if !errors.Is(err, errExplicit) || !strings.Contains(err.Error(), "old-1") || !seen.Load() {
		t.Errorf("a subscriber: %v", err)
	}
	if _, err := store.ReadAll(t.Context(), 0, eventstore.Forwards, 0, eventstore.Filter{}); !errors.Is(err, errExplicit) {
		t.Errorf("a reader: %v", err)
	}
}

// TestTooLargeAppends are refused with the limit that the node names, at first by the node and then before they are sent. They are not of
// unknown outcome, and change nothing.
func TestTooLargeAppends(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory()
	node := esdbtest.StartNodes(t, memory, 1)[0]
	store := open(t, node.URL)
	const most = 1 << 20
	node.Become(esdbtest.State{MaxAppend: most})
	large := func(n int) (e eventstore.NewEvent) {
		e = held()
		e.Data = []byte(`"` + strings.Repeat("x", n) + `"`)
		return e
	}
	before, _ := node.Asked("append")
	for try, events := range [][]eventstore.NewEvent{
		slices.Collect(func(yield func(eventstore.NewEvent) bool) {
			for range 60 { // the node ends the call long before all have come
				if !yield(large(1 << 18)) {
					return
				}
			}
		}), {large(most)}, {large(most / 2), large(most / 2)},
	} {
		_, err := store.Append(t.Context(), "order-1", eventstore.Any, events...)
		var refused *eventstore.TooLargeError
		if !errors.As(err, &refused) || !errors.Is(err, eventstore.ErrInvalidEvent) || errors.Is(err, eventstore.ErrUnknownOutcome) ||
			Outage(err) {
			t.Fatalf("append %d: %v", try, err)
		}
		if refused.Limit != most || refused.Size <= most || refused.Events != len(events) || refused.Stream != "order-1" {
			t.Errorf("append %d: %+v", try, refused)
		}
	}
	if calls, _ := node.Asked("append"); calls != before+1 {
		t.Errorf("%d appends were sent", calls-before)
	}
	if _, err := store.Append(t.Context(), "order-1", eventstore.NoStream, large(most/2)); err != nil {
		t.Errorf("one that fits: %v", err)
	}
	if _, err := store.Append(t.Context(), "order-1", eventstore.Any, large(maxMessage)); !errors.Is(err, eventstore.ErrInvalidEvent) {
		t.Errorf("one that no server takes: %v", err)
	}
	node.Become(esdbtest.State{MaxEvent: most / 4})
	var refused *eventstore.TooLargeError
	if _, err := store.Append(t.Context(), "order-2", eventstore.Any, large(most/2)); !errors.As(err, &refused) || refused.Limit != most/4 {
		t.Errorf("an event that is too large by itself: %v", err)
	}
	if _, err := store.Append(t.Context(), "order-2", eventstore.Any, large(most/8), large(most/8), large(most/8)); err != nil {
		t.Errorf("some that fit by themselves: %v", err)
	}
	// A node with another limit is asked again.
	node.Kill()
	node.Become(esdbtest.State{})
	node.Begin()
	e := large(most)
	for {
		_, err := store.Append(t.Context(), "order-1", eventstore.Any, e)
		if err == nil {
			break
		}
		if !Outage(err) && !errors.Is(err, eventstore.ErrUnknownOutcome) && !errors.As(err, new(*eventstore.TooLargeError)) {
			t.Fatal(err)
		}
	}
}
