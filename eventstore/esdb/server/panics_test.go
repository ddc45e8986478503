package server

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"tradelog/eventstore"
)

// plain is a connection without the official client.
func plain(t *testing.T, address string) *grpc.ClientConn {
	t.Helper()
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	return connection
}

// private stands for data that an event or a call has and a log must not have.
const private = "ann@example.com"

// traps are the functions in which the next call panics.
type traps struct {
	mu  sync.Mutex
	set map[string]bool
	log bytes.Buffer
}

func (p *traps) Write(line []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.Write(line)
}

func (p *traps) arm(trap string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.set = map[string]bool{trap: true}
}

func (p *traps) spring(trap string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.set[trap] {
		delete(p.set, trap)
		panic(errors.New(private))
	}
}

func (p *traps) logged() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Contains(p.log.String(), "panicked")
}

// check checks that the trap was sprung and logged.
func (p *traps) check(t *testing.T) {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	said := p.log.String()
	if len(p.set) > 0 || !strings.Contains(said, "panicked") || !strings.Contains(said, "spring") || strings.Contains(said, private) {
		t.Errorf("%v, %s", p.set, said)
	}
}

type trappedGroups struct {
	eventstore.Groups
	*traps
}

func (g trappedGroups) Create(ctx context.Context, one eventstore.Group) error {
	g.spring("Create " + one.Name)
	return g.Groups.Create(ctx, one)
}

func (g trappedGroups) Claim(ctx context.Context, source, name string, owner uuid.UUID, lease time.Duration) (eventstore.Group, error) {
	g.spring("Claim " + name)
	return g.Groups.Claim(ctx, source, name, owner, lease)
}

func (g trappedGroups) Keep(ctx context.Context, o eventstore.Ownership, number int64, finished []int64, lease time.Duration) error {
	g.spring("Keep " + o.Name)
	return g.Groups.Keep(ctx, o, number, finished, lease)
}

func (g trappedGroups) Park(ctx context.Context, o eventstore.Ownership, stream string, revision eventstore.Revision) error {
	g.spring("Park " + o.Name)
	return g.Groups.Park(ctx, o, stream, revision)
}

func (g trappedGroups) Release(ctx context.Context, o eventstore.Ownership) error {
	g.spring("Release " + o.Name)
	return g.Groups.Release(ctx, o)
}

type trappedStore struct {
	eventstore.Store
	*traps
}

func (s trappedStore) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, direction eventstore.Direction, most int,
) ([]eventstore.Recorded, error) {
	s.spring("ReadStream " + stream)
	return s.Store.ReadStream(ctx, stream, from, direction, most)
}

// TestPanicsOfGroups: a panic in a goroutine of a group, or in a call of a consumer, disconnects at most the consumers of this group. They
// can take it up again, and other groups go on.
func TestPanicsOfGroups(t *testing.T) {
	t.Parallel()
	type subject struct {
		client *esdb.Client
		sub    *esdb.PersistentSubscription
		first  *esdb.ResolvedEvent
	}
	drops := func(t *testing.T, s *subject) {
		e := s.sub.Recv()
		for e.EventAppeared != nil { // sent before
			e = s.sub.Recv()
		}
		if err := e.SubscriptionDropped.Error; !strings.Contains(err.Error(), status.Convert(errInternal).Message()) {
			t.Error(err)
		}
	}
	refuses := func(t *testing.T, s *subject) {
		sub, err := s.client.SubscribeToPersistentSubscription(t.Context(), "order-9", "mail", esdb.SubscribeToPersistentSubscriptionOptions{})
		if err == nil { // the reader fails afterwards
			s.sub = sub
			drops(t, s)
		}
	}
	for _, c := range []struct {
		trap      string
		connected bool // when the trap is armed
		then      func(t *testing.T, s *subject)
	}{
		{"Claim mail", false, refuses},
		{"ReadStream order-9", false, refuses},
		{"Keep mail", true, func(t *testing.T, s *subject) { // the keeper
			if err := s.sub.Ack(s.first); err != nil {
				t.Error(err)
			}
			drops(t, s)
		}},
		{"Park mail", true, func(t *testing.T, s *subject) { // the call
			if err := s.sub.Nack("later", esdb.NackActionPark, s.first); err != nil {
				t.Error(err)
			}
			drops(t, s)
		}},
		{"Keep mail", true, func(*testing.T, *subject) {}}, // the last store
		{"Release mail", true, func(*testing.T, *subject) {}},
	} {
		t.Run(c.trap, func(t *testing.T) {
			t.Parallel()
			p := &traps{}
			_, address := serve(t, Options{
				Store: trappedStore{memory(t), p}, Groups: trappedGroups{&memoryGroups{}, p}, Logger: slog.New(slog.NewTextHandler(p, nil)),
			})
			s := &subject{client: connect(t, address)}
			settings := esdb.SubscriptionSettingsDefault()
			settings.CheckpointLowerBound, settings.CheckpointUpperBound = 1, 1
			for stream, group := range map[string]string{"order-1": "bystanders", "order-9": "mail"} {
				stored(t, s.client, stream, numbered("Placed", 2)...)
				if err := s.client.CreatePersistentSubscription(t.Context(), stream, group, esdb.PersistentStreamSubscriptionOptions{
					Settings: &settings, StartFrom: esdb.Start{},
				}); err != nil {
					t.Fatal(err)
				}
			}
			other := subscribed(t, s.client, "order-1", "bystanders", 1)
			before := wants(t, other, "order-1@0 Placed", 0)
			if c.connected {
				s.sub = subscribed(t, s.client, "order-9", "mail", 1)
				s.first = wants(t, s.sub, "order-9@0 Placed", 0)
			}
			p.arm(c.trap)
			if c.then(t, s); s.sub != nil {
				_ = s.sub.Close()
				until(t, p.logged) // the last consumer has left
			}
			p.check(t)
			wants(t, subscribed(t, s.client, "order-9", "mail", 1), "order-9@0 Placed", 0)
			if err := other.Ack(before); err != nil {
				t.Error(err)
			}
			wants(t, other, "order-1@1 Placed", 0)
		})
	}
}

// TestHalfAChange: a panic in the middle of a change of a group fails the group and leaves it unlocked.
func TestHalfAChange(t *testing.T) {
	t.Parallel()
	s := groupOf(t, &memoryGroups{})
	key, c := groupKey{"order-1", "mail"}, newConsumer()
	g, err := s.join(t.Context(), key, c)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.guarded("a test", func() error {
		g.locked(func() { panic(private) })
		return nil
	}); !errors.Is(err, errPanicked) {
		t.Error(err)
	}
	<-g.ended
	if err := g.why(); !errors.Is(err, errPanicked) {
		t.Error(err)
	}
	g.leave(c)
	<-g.closed
	c = newConsumer()
	if g, err = s.join(t.Context(), key, c); err != nil {
		t.Fatal(err)
	}
	g.leave(c)
	<-g.closed
}

// TestPanicsOfCalls: a panic in a call fails this call, and the connection goes on.
func TestPanicsOfCalls(t *testing.T) {
	t.Parallel()
	p := &traps{}
	_, address := serve(t, Options{
		Store: trappedStore{memory(t), p}, Groups: trappedGroups{&memoryGroups{}, p}, Logger: slog.New(slog.NewTextHandler(p, nil)),
		Check: func(_ context.Context, stream string, _ []eventstore.Recorded) (bool, error) {
			p.spring("Check " + stream)
			return false, nil
		},
		Authenticate: func(context.Context, Credentials) (Rights, error) {
			p.spring("Authenticate")
			return allRights, nil
		},
		Observe: func(string, codes.Code) { p.spring("Observe") },
	})
	ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("erp:key")))
	connection := plain(t, address)
	create := func(name string) error {
		_, err := persistent.NewPersistentSubscriptionsClient(connection).Create(ctx, &persistent.CreateReq{
			Options: &persistent.CreateReq_Options{
				StreamIdentifier: wireStream("order-1"), GroupName: name, Settings: &persistent.CreateReq_Settings{},
			},
		})
		return err
	}
	mail := func() error { return create("mail") }
	another := func() error { return create(uuid.NewString()) }
	batch, err := streams.NewStreamsClient(connection).BatchAppend(ctx)
	if err != nil {
		t.Fatal(err)
	}
	appendBatch := func() error {
		if err := batch.Send(&streams.BatchAppendReq{
			CorrelationId: wireID(uuid.New(), false), IsFinal: true,
			Options: &streams.BatchAppendReq_Options{
				StreamIdentifier: wireStream("order-2"), ExpectedStreamPosition: &streams.BatchAppendReq_Options_Any{},
			},
			ProposedMessages: []*streams.BatchAppendReq_ProposedMessage{{
				Id: wireID(uuid.New(), false), Metadata: map[string]string{"type": "Placed", "content-type": jsonType}, Data: []byte("{}"),
			}},
		}); err != nil {
			return err
		}
		answer, err := batch.Recv()
		if err != nil {
			return err
		}
		return status.FromProto(answer.GetError()).Err()
	}
	read := func() error {
		call, err := streams.NewStreamsClient(connection).Read(ctx, &streams.ReadReq{Options: &streams.ReadReq_Options{
			StreamOption: &streams.ReadReq_Options_Stream{Stream: &streams.ReadReq_Options_StreamOptions{
				StreamIdentifier: wireStream("order-1"), RevisionOption: &streams.ReadReq_Options_StreamOptions_Start{Start: &shared.Empty{}},
			}},
			CountOption: &streams.ReadReq_Options_Count{Count: 1},
		}})
		if err != nil {
			return err
		}
		_, err = call.Recv()
		return err
	}
	for _, c := range []struct {
		trap string
		call func() error
	}{
		{"Create mail", mail}, {"Check order-2", appendBatch}, {"ReadStream order-1", read}, {"Authenticate", another}, {"Observe", another},
	} {
		p.arm(c.trap)
		if err := c.call(); status.Code(err) != codes.Internal || strings.Contains(err.Error(), private) {
			t.Errorf("%s: %v", c.trap, err)
		}
		p.check(t)
		if err := c.call(); err != nil {
			t.Errorf("%s: the next call: %v", c.trap, err)
		}
	}
}

// TestAppendWithoutAnAnswer: a panic that leaves an append of a batch without an answer ends the call, so that the client does not wait.
func TestAppendWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	p := &traps{}
	_, address := serve(t, Options{
		Store: memory(t), Logger: slog.New(slog.NewTextHandler(p, nil)), Observe: func(string, codes.Code) { p.spring("Observe") },
	})
	batch, err := streams.NewStreamsClient(plain(t, address)).BatchAppend(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p.arm("Observe")
	if err := batch.Send(&streams.BatchAppendReq{CorrelationId: wireID(uuid.New(), false), IsFinal: true}); err != nil {
		t.Fatal(err)
	}
	if answer, err := batch.Recv(); status.Code(err) != codes.Internal {
		t.Errorf("%v, %v", answer, err)
	}
	p.check(t)
}
