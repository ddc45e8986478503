package server

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"

	"tradelog/eventstore"
)

// consumer is one Read call. The fields from given on are locked with the group. Only the goroutine of the call takes events out of given
// and taken. So an event that this goroutine has found there stays there until it removes the event.
type consumer struct {
	id          uuid.UUID
	group       *group
	call        persistent.PersistentSubscriptions_ReadServer
	textIDs     bool
	maxInFlight int // events that it may have without having acknowledged them
	from        string
	username    string
	wake        chan struct{} // has a value when it is given events

	given []item // to be sent
	taken map[uuid.UUID]taken
	total int64 // that were sent
}

// taken is an event that was sent. It belongs to the consumer until the consumer acknowledges or refuses it, takes too long, or leaves.
type taken struct {
	item
	due time.Time // zero: it may take as long as it likes
}

func (c *consumer) free() bool { return len(c.given)+len(c.taken) < c.maxInFlight }

// Read gives events of a group to a consumer, and takes its acknowledgements.
func (v *persistentService) Read(call persistent.PersistentSubscriptions_ReadServer) error {
	first, err := call.Recv()
	if err != nil {
		return unfinished(err)
	}
	o := first.GetOptions()
	if o == nil {
		return status.Error(codes.InvalidArgument, "reading a persistent subscription begins with its options")
	}
	key := keyOf(o)
	if err := v.server.mayFollow(call.Context(), key.stream); err != nil {
		return err
	}
	done, err := v.server.subscribed()
	if err != nil {
		return err
	}
	defer done()
	_, text := o.GetUuidOption().GetContent().(*persistent.ReadReq_Options_UUIDOption_String_)
	c := &consumer{id: uuid.New(), call: call, textIDs: text, taken: map[uuid.UUID]taken{}, wake: make(chan struct{}, 1),
		maxInFlight: int(min(max(o.GetBufferSize(), 1), maxUnacknowledged)), username: v.server.rights(call.Context()).Name}
	if from, ok := peer.FromContext(call.Context()); ok {
		c.from = from.Addr.String()
	}
	g, err := v.server.join(call.Context(), key, c)
	if err != nil {
		return err
	}
	defer g.leave(c)
	if err := call.Send(&persistent.ReadResp{Content: &persistent.ReadResp_SubscriptionConfirmation_{
		SubscriptionConfirmation: &persistent.ReadResp_SubscriptionConfirmation{SubscriptionId: key.stream + "::" + key.name},
	}}); err != nil {
		return err
	}
	return c.run()
}

func (c *consumer) run() error {
	messages := receive(c.call.Context(), c.group.server, c.call.Recv)
	timeout := c.group.settings.timeout()
	overdue := time.NewTimer(time.Hour)
	overdue.Stop()
	defer overdue.Stop()
	waiting := false // for the timer
	for {
		sent, err := c.send(timeout)
		if err != nil {
			return err
		}
		if sent && timeout > 0 && !waiting {
			overdue.Reset(timeout)
			waiting = true
		}
		select {
		case <-c.call.Context().Done():
			return c.call.Context().Err()
		case <-c.group.server.stopping:
			return errStopping
		case <-c.group.ended:
			return c.group.why()
		case m := <-messages:
			if errors.Is(m.err, io.EOF) {
				return nil
			}
			if m.err != nil {
				return m.err
			}
			if err := c.take(m.message); err != nil {
				return err
			}
		case <-c.wake:
		case now := <-overdue.C:
			next, err := c.expire(now)
			if err != nil {
				return err
			}
			if waiting = !next.IsZero(); waiting {
				overdue.Reset(max(time.Until(next), time.Millisecond))
			}
		}
	}
}

// send sends the events that the consumer was given.
func (c *consumer) send(timeout time.Duration) (sent bool, err error) {
	g := c.group
	var given []item
	g.locked(func() {
		given, c.given = c.given, nil
		for _, i := range given {
			t := taken{item: i}
			if timeout > 0 {
				t.due = time.Now().Add(timeout)
			}
			c.taken[g.idOf(&i.event)] = t
		}
		c.total += int64(len(given))
	})
	for _, i := range given {
		s := show(g.links, g.settings.ResolveLinks, &i.event, c.toWire)
		if err := c.call.Send(&persistent.ReadResp{Content: &persistent.ReadResp_Event{Event: &persistent.ReadResp_ReadEvent{
			Event: s.event, Link: s.link, Position: &persistent.ReadResp_ReadEvent_CommitPosition{CommitPosition: uint64(i.event.Position)},
			Count: &persistent.ReadResp_ReadEvent_RetryCount{RetryCount: int32(i.retries)},
		}}}); err != nil {
			return true, err
		}
	}
	return len(given) > 0, nil
}

func (c *consumer) toWire(e *eventstore.Recorded) *persistent.ReadResp_ReadEvent_RecordedEvent {
	w := wireRecorded(e, c.textIDs)
	return &persistent.ReadResp_ReadEvent_RecordedEvent{
		Id: w.id, StreamIdentifier: w.stream, StreamRevision: w.revision, PreparePosition: w.position, CommitPosition: w.position,
		Metadata: w.system, CustomMetadata: w.custom, Data: w.data,
	}
}

// take takes acknowledgements and refusals.
func (c *consumer) take(m *persistent.ReadReq) error {
	g := c.group
	if ack := m.GetAck(); ack != nil {
		g.locked(func() {
			for _, id := range ack.GetIds() {
				if t, has := c.taken[readID(id)]; has {
					delete(c.taken, readID(id))
					g.finish(t.item)
				}
			}
			g.dispatch()
		})
		return nil
	}
	nack := m.GetNack()
	if nack == nil {
		return status.Error(codes.InvalidArgument, "only acknowledgements and refusals are expected")
	}
	for _, id := range nack.GetIds() {
		var t taken
		var has bool
		g.locked(func() { t, has = c.taken[readID(id)] })
		if !has {
			continue
		}
		if err := c.refuse(readID(id), t.item, nack.GetAction()); err != nil {
			return err
		}
	}
	return nil
}

// refuse carries out the action that a consumer wants for an event that it has refused.
func (c *consumer) refuse(id uuid.UUID, i item, action persistent.ReadReq_Nack_Action) error {
	g := c.group
	switch action {
	case persistent.ReadReq_Nack_Stop:
		return status.Error(codes.Canceled, "the consumer has stopped the subscription")
	case persistent.ReadReq_Nack_Park:
	case persistent.ReadReq_Nack_Skip:
		g.locked(func() {
			delete(c.taken, id)
			g.finish(i)
			g.dispatch()
		})
		return nil
	default:
		if i.retries++; i.retries <= int(g.settings.MaxRetries) {
			g.locked(func() {
				delete(c.taken, id)
				g.giveBack(i)
				g.dispatch()
			})
			return nil
		}
	}
	storing, cancel := context.WithTimeout(c.call.Context(), groupTime)
	defer cancel()
	if err := g.park(storing, i); err != nil {
		return err
	}
	g.locked(func() {
		delete(c.taken, id)
		g.dispatch()
	})
	return nil
}

// expire takes back the events that the consumer has had for too long, as if it had refused them. It returns the time at which the next
// one is due.
func (c *consumer) expire(now time.Time) (next time.Time, err error) {
	g := c.group
	late := map[uuid.UUID]item{}
	g.locked(func() {
		for id, t := range c.taken {
			switch {
			case !t.due.After(now):
				late[id] = t.item
			case next.IsZero() || t.due.Before(next):
				next = t.due
			}
		}
	})
	for id, i := range late {
		if err := c.refuse(id, i, persistent.ReadReq_Nack_Retry); err != nil {
			return next, err
		}
	}
	return next, nil
}
