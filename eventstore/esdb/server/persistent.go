package server

import (
	"context"
	"errors"
	"io"
	"math"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"tradelog/eventstore"
)

// persistentService serves persistent subscriptions. A group and its place in the log are in the memory of this server: they end with it.
// Update and RestartSubsystem are not served.
type persistentService struct {
	persistent.UnimplementedPersistentSubscriptionsServer
	server *Server
}

// all is what groups that follow the whole log have for the name of their stream.
const all = "$all"

// addressed is how every call but Create names a group.
type addressed interface {
	GetStreamIdentifier() *shared.StreamIdentifier
	GetGroupName() string
}

func keyOf(a addressed) groupKey {
	if a.GetStreamIdentifier() == nil {
		return groupKey{all, a.GetGroupName()}
	}
	return groupKey{string(a.GetStreamIdentifier().GetStreamName()), a.GetGroupName()}
}

// Create makes a group. It begins with the event at a revision or position, at the start, or at the end.
func (v *persistentService) Create(ctx context.Context, q *persistent.CreateReq) (*persistent.CreateResp, error) {
	o := q.GetOptions()
	settings := o.GetSettings()
	if settings.GetConsumerStrategy() == "Pinned" || settings.GetNamedConsumerStrategy() == persistent.CreateReq_Pinned {
		return nil, status.Error(codes.Unimplemented, "consumers are served in turn; there is no strategy Pinned")
	}
	g := newGroup(v.server, groupKey{all, o.GetGroupName()})
	g.retries, g.consumers.most = int(settings.GetMaxRetryCount()), int(settings.GetMaxSubscriberCount())
	if err := g.begin(ctx, o); err != nil {
		return nil, err
	}
	g.start = placeOf(g.next, g.at, g.key.stream)
	return &persistent.CreateResp{}, v.server.groups.add(g)
}

// begin reads where a group begins. Clients that know servers before 21.10 name the stream and the revision in older fields.
func (g *group) begin(ctx context.Context, o *persistent.CreateReq_Options) (err error) {
	store := g.server.options.Store
	one := o.GetStream()
	if one == nil && o.GetAll() == nil && o.GetStreamIdentifier() != nil {
		one = &persistent.CreateReq_StreamOptions{StreamIdentifier: o.GetStreamIdentifier(),
			RevisionOption: &persistent.CreateReq_StreamOptions_Revision{Revision: o.GetSettings().GetRevision()}}
		if o.GetSettings().GetRevision() == math.MaxUint64 {
			one.RevisionOption = &persistent.CreateReq_StreamOptions_End{}
		}
	}
	if one != nil {
		g.key.stream = string(one.GetStreamIdentifier().GetStreamName())
		if err := eventstore.CheckStream(g.key.stream); err != nil {
			return err
		}
		switch from := one.GetRevisionOption().(type) {
		case *persistent.CreateReq_StreamOptions_Revision:
			g.next = revision(from.Revision)
		case *persistent.CreateReq_StreamOptions_End:
			g.next, err = g.server.streamEnd(ctx, g.key.stream)
		}
		return err
	}
	whole := o.GetAll()
	if whole == nil {
		return status.Error(codes.InvalidArgument, "a group names a stream or $all")
	}
	switch from := whole.GetAllOption().(type) {
	case *persistent.CreateReq_AllOptions_Position:
		g.at = max(position(from.Position.GetCommitPosition())-1, 0) // the group follows what is after its place
	case *persistent.CreateReq_AllOptions_End:
		g.at, err = store.Head(ctx)
	}
	f := whole.GetFilter()
	if err != nil || f == nil {
		return err
	}
	if e := f.GetEventType(); e != nil {
		g.filter, err = newFilter(true, e, f)
	} else {
		g.filter, err = newFilter(false, f.GetStreamIdentifier(), f)
	}
	return err
}

// Delete ends a group and disconnects its consumers.
func (v *persistentService) Delete(_ context.Context, q *persistent.DeleteReq) (*persistent.DeleteResp, error) {
	g, err := v.server.groups.remove(keyOf(q.GetOptions()))
	if err != nil {
		return nil, err
	}
	g.end()
	return &persistent.DeleteResp{}, nil
}

// GetInfo describes a group.
func (v *persistentService) GetInfo(_ context.Context, q *persistent.GetInfoReq) (*persistent.GetInfoResp, error) {
	g, err := v.server.groups.get(keyOf(q.GetOptions()))
	if err != nil {
		return nil, err
	}
	return &persistent.GetInfoResp{SubscriptionInfo: g.info()}, nil
}

// List describes all groups, or those of a stream.
func (v *persistentService) List(_ context.Context, q *persistent.ListReq) (*persistent.ListResp, error) {
	stream := ""
	if only := q.GetOptions().GetListForStream(); only != nil {
		if stream = string(only.GetStream().GetStreamName()); only.GetStream() == nil {
			stream = all
		}
	}
	out := &persistent.ListResp{}
	for _, g := range v.server.groups.list(stream) {
		out.Subscriptions = append(out.Subscriptions, g.info())
	}
	if stream != "" && len(out.Subscriptions) == 0 {
		return nil, errNoGroup
	}
	return out, nil
}

// ReplayParked gives parked events to consumers again.
func (v *persistentService) ReplayParked(_ context.Context, q *persistent.ReplayParkedReq) (*persistent.ReplayParkedResp, error) {
	g, err := v.server.groups.get(keyOf(q.GetOptions()))
	if err != nil {
		return nil, err
	}
	most := maxParked
	if stop, ok := q.GetOptions().GetStopAtOption().(*persistent.ReplayParkedReq_Options_StopAt); ok {
		most = int(min(max(stop.StopAt, 0), maxParked))
	}
	g.replay(most)
	return &persistent.ReplayParkedResp{}, nil
}

// consumer is one Read call.
type consumer struct {
	group   *group
	ended   <-chan struct{}
	call    persistent.PersistentSubscriptions_ReadServer
	textIDs bool
	most    int // events that it may have without having acknowledged them
	sent    map[uuid.UUID]item
	again   []item // to be sent again
}

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
	g, err := v.server.groups.get(keyOf(o))
	if err != nil {
		call.SetTrailer(metadata.Pairs("exception", "persistent-subscription-does-not-exist", "group-name", o.GetGroupName()))
		return err
	}
	_, text := o.GetUuidOption().GetContent().(*persistent.ReadReq_Options_UUIDOption_String_)
	done, err := v.server.subscribed()
	if err != nil {
		return err
	}
	defer done()
	ended, err := g.join()
	if err != nil {
		return err
	}
	c := &consumer{group: g, ended: ended, call: call, textIDs: text, sent: map[uuid.UUID]item{},
		most: int(min(max(o.GetBufferSize(), 1), maxUnacknowledged))}
	defer c.leave()
	id := g.key.stream + "::" + g.key.name
	if err := call.Send(&persistent.ReadResp{Content: &persistent.ReadResp_SubscriptionConfirmation_{
		SubscriptionConfirmation: &persistent.ReadResp_SubscriptionConfirmation{SubscriptionId: id},
	}}); err != nil {
		return err
	}
	return c.run()
}

func (c *consumer) run() error {
	messages := receive(c.call.Context(), c.call.Recv)
	for {
		var fresh <-chan item
		var returned <-chan struct{}
		if len(c.sent) < c.most {
			if len(c.again) > 0 {
				next := c.again[0]
				c.again = c.again[1:]
				if err := c.send(next); err != nil {
					return err
				}
				continue
			}
			fresh, returned = c.group.fresh, c.group.returned
		}
		select {
		case <-c.call.Context().Done():
			return c.call.Context().Err()
		case <-c.group.server.stopping:
			return errStopping
		case <-c.ended:
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
		case <-returned:
			c.again = append(c.again, c.group.takeBack(c.most)...)
		case i := <-fresh:
			if err := c.send(i); err != nil {
				return err
			}
		}
	}
}

// send sends an event. It belongs to the consumer until the consumer acknowledges it, refuses it, or leaves.
func (c *consumer) send(i item) error {
	c.sent[i.event.ID] = i
	e, p := &i.event, uint64(i.event.Position)
	return c.call.Send(&persistent.ReadResp{Content: &persistent.ReadResp_Event{Event: &persistent.ReadResp_ReadEvent{
		Event: &persistent.ReadResp_ReadEvent_RecordedEvent{
			Id: wireID(e.ID, c.textIDs), StreamIdentifier: wireStream(e.Stream), StreamRevision: uint64(e.Revision),
			PreparePosition: p, CommitPosition: p, Metadata: systemMetadata(e), CustomMetadata: customMetadata(e), Data: e.Data,
		},
		Position: &persistent.ReadResp_ReadEvent_CommitPosition{CommitPosition: p},
		Count:    &persistent.ReadResp_ReadEvent_RetryCount{RetryCount: int32(i.retries)},
	}}})
}

// take takes acknowledgements and refusals.
func (c *consumer) take(m *persistent.ReadReq) error {
	if ack := m.GetAck(); ack != nil {
		for _, id := range ack.GetIds() {
			delete(c.sent, readID(id))
		}
		return nil
	}
	nack := m.GetNack()
	if nack == nil {
		return status.Error(codes.InvalidArgument, "only acknowledgements and refusals are expected")
	}
	for _, id := range nack.GetIds() {
		i, has := c.sent[readID(id)]
		if !has {
			continue
		}
		switch nack.GetAction() {
		case persistent.ReadReq_Nack_Skip:
		case persistent.ReadReq_Nack_Stop:
			return status.Error(codes.Canceled, "the consumer has stopped the subscription")
		case persistent.ReadReq_Nack_Park:
			if err := c.group.park(i); err != nil {
				return err
			}
		default:
			if i.retries++; i.retries <= c.group.retries {
				c.again = append(c.again, i)
			} else if err := c.group.park(i); err != nil {
				return err
			}
		}
		delete(c.sent, i.event.ID)
	}
	return nil
}

// leave returns what the consumer has not acknowledged.
func (c *consumer) leave() {
	for _, i := range c.sent {
		c.again = append(c.again, i)
	}
	c.group.leave(c.again)
}
