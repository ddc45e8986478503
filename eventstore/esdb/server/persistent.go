package server

import (
	"context"
	"errors"
	"math"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tradelog/eventstore"
)

// persistentService serves persistent subscriptions. Options.Groups stores them and their checkpoints. RestartSubsystem is not served.
type persistentService struct {
	persistent.UnimplementedPersistentSubscriptionsServer
	server *Server
}

// all is the stream name of groups that follow the whole log.
const all = "$all"

// addressed is the part of a request that names a group. Every call but Create and Update has it.
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

// source is the stream and the beginning of a group, from a Create or Update request.
type source struct {
	stream   string // or all
	at       uint64 // revision or position
	start    bool
	end      bool
	unnamed  bool // the request names none
	revision bool // at is a revision
}

// olderSource returns the source of a request from clients before 21.10, which name the stream and the revision in other fields.
func olderSource(id *shared.StreamIdentifier, revision uint64) source {
	if id == nil {
		return source{unnamed: true}
	}
	return source{stream: string(id.GetStreamName()), at: revision, end: revision == math.MaxUint64, revision: true}
}

func createSource(o *persistent.CreateReq_Options) source {
	switch {
	case o.GetStream() != nil:
		s := source{stream: string(o.GetStream().GetStreamIdentifier().GetStreamName()), revision: true}
		switch from := o.GetStream().GetRevisionOption().(type) {
		case *persistent.CreateReq_StreamOptions_Revision:
			s.at = from.Revision
		case *persistent.CreateReq_StreamOptions_End:
			s.end = true
		}
		return s
	case o.GetAll() != nil:
		s := source{stream: all}
		switch from := o.GetAll().GetAllOption().(type) {
		case *persistent.CreateReq_AllOptions_Position:
			s.at = from.Position.GetCommitPosition()
		case *persistent.CreateReq_AllOptions_End:
			s.end = true
		}
		return s
	}
	return olderSource(o.GetStreamIdentifier(), o.GetSettings().GetRevision()) //nolint:staticcheck // older clients send these
}

func updateSource(o *persistent.UpdateReq_Options) source {
	switch {
	case o.GetStream() != nil:
		s := source{stream: string(o.GetStream().GetStreamIdentifier().GetStreamName()), revision: true}
		switch from := o.GetStream().GetRevisionOption().(type) {
		case *persistent.UpdateReq_StreamOptions_Revision:
			s.at = from.Revision
		case *persistent.UpdateReq_StreamOptions_End:
			s.end = true
		}
		return s
	case o.GetAll() != nil:
		s := source{stream: all}
		switch from := o.GetAll().GetAllOption().(type) {
		case *persistent.UpdateReq_AllOptions_Position:
			s.at = from.Position.GetCommitPosition()
		case *persistent.UpdateReq_AllOptions_End:
			s.end = true
		}
		return s
	}
	return olderSource(o.GetStreamIdentifier(), o.GetSettings().GetRevision()) //nolint:staticcheck // older clients send these
}

// begin returns the checkpoint of a new group, and its beginning in the form that servers show. The first event is the one at a revision or
// position.
func (s *Server) begin(ctx context.Context, from source) (number int64, shown string, err error) {
	switch {
	case from.unnamed:
		return 0, "", status.Error(codes.InvalidArgument, "a group names a stream or $all")
	case from.stream != all:
		if err := checkSource(from.stream); err != nil {
			return 0, "", err
		}
	}
	switch {
	case from.end && from.stream == all:
		head, err := s.options.Store.Head(ctx)
		return int64(head), numberText(all, -1), err
	case from.end:
		next, err := s.streamEnd(ctx, from.stream)
		return int64(next) - 1, numberText(from.stream, -1), err
	}
	at := int64(position(from.at))
	shown, number = numberText(from.stream, at), at-1
	if from.stream == all || linksOf(from.stream) != nil {
		number, err = s.before(ctx, eventstore.Position(at))
	}
	if from.stream == all {
		number = max(number, 0)
	}
	return number, shown, err
}

// before returns the position before an event of the log.
func (s *Server) before(ctx context.Context, at eventstore.Position) (number int64, err error) {
	if there, err := s.at(ctx, at); err != nil || len(there) == 0 || s.options.Store.Capabilities().DensePositions {
		return int64(at) - 1, err
	}
	page, err := s.options.Store.ReadAll(ctx, at, eventstore.Backwards, 1, eventstore.Filter{})
	if err != nil || len(page.Events) == 0 {
		return 0, err
	}
	return int64(page.Events[0].Position), nil
}

// Create makes a group.
func (v *persistentService) Create(ctx context.Context, q *persistent.CreateReq) (*persistent.CreateResp, error) {
	o, from := q.GetOptions(), createSource(q.GetOptions())
	key := groupKey{from.stream, o.GetGroupName()}
	if err := v.server.mayFollow(ctx, key.stream); err != nil {
		return nil, err
	}
	if key.name == "" || eventstore.CheckStream("g-"+key.name) != nil {
		return nil, status.Error(codes.InvalidArgument, "a group needs a name, which is text and not too long")
	}
	settings, err := readSettings(o.GetSettings())
	if err != nil {
		return nil, err
	}
	if settings.Strategy, err = strategyOf(o.GetSettings()); err != nil {
		return nil, err
	}
	if f := o.GetAll().GetFilter(); f != nil {
		var e expression = f.GetStreamIdentifier()
		if settings.Filter = (&filterSettings{ByType: f.GetEventType() != nil}); settings.Filter.ByType {
			e = f.GetEventType()
		}
		settings.Filter.Regex, settings.Filter.Prefixes = e.GetRegex(), e.GetPrefix()
		if _, err := settings.filter(); err != nil {
			return nil, err
		}
	}
	g := eventstore.Group{Source: key.stream, Name: key.name}
	if g.Checkpoint, settings.Start, err = v.server.begin(ctx, from); err != nil {
		return nil, err
	}
	there, err := v.server.options.Groups.List(ctx, "")
	if err != nil {
		return nil, err
	}
	if len(there) >= maxGroups {
		return nil, status.Errorf(codes.ResourceExhausted, "there are %d persistent subscriptions, which is the limit", len(there))
	}
	g.Settings = settings.encode()
	return &persistent.CreateResp{}, key.refusal(v.server.options.Groups.Create(ctx, g))
}

// Update changes the settings of a group, and disconnects its consumers. Its checkpoint stays, unless nothing was finished yet and it is to
// begin elsewhere.
func (v *persistentService) Update(ctx context.Context, q *persistent.UpdateReq) (*persistent.UpdateResp, error) {
	o, from := q.GetOptions(), updateSource(q.GetOptions())
	key := groupKey{from.stream, o.GetGroupName()}
	if err := v.server.mayFollow(ctx, key.stream); err != nil {
		return nil, err
	}
	settings, err := readSettings(o.GetSettings())
	if err != nil {
		return nil, err
	}
	number, start, err := v.server.begin(ctx, from)
	if err != nil {
		return nil, err
	}
	settings.Strategy, settings.Start = o.GetSettings().GetNamedConsumerStrategy().String(), start
	if err := v.server.stored(ctx, key, func() error { return v.update(ctx, key, settings, number) }); err != nil {
		return nil, key.refusal(err)
	}
	if active := v.server.groups.active(key); active != nil { // it may be another one than before
		active.check(ctx, key.refusal(eventstore.ErrGroupChanged))
	}
	return &persistent.UpdateResp{}, nil
}

// update stores settings with what they keep of the former ones, and the checkpoint if the group is to begin there. It begins anew if
// another instance changes the group at the same moment.
func (v *persistentService) update(ctx context.Context, key groupKey, settings groupSettings, number int64) error {
	groups, wanted := v.server.options.Groups, settings.Strategy
	for {
		stored, err := groups.Get(ctx, key.stream, key.name)
		if err != nil {
			return err
		}
		before, err := decodeSettings(stored)
		if err != nil {
			return err
		}
		settings.Filter, settings.Strategy = before.Filter, wanted
		if wanted == pinned && before.Strategy == pinnedByCorrelation {
			settings.Strategy = before.Strategy // clients cannot name it here
		}
		to := stored.Checkpoint
		if begun, known := beginning(before.Start, key.stream); known && begun == stored.Checkpoint && settings.Start != before.Start {
			to = number
		}
		err = groups.Update(ctx, stored, settings.encode(), to)
		if !errors.Is(err, eventstore.ErrGroupChanged) || ctx.Err() != nil {
			return err
		}
	}
}

// Delete ends a group and disconnects its consumers.
func (v *persistentService) Delete(ctx context.Context, q *persistent.DeleteReq) (*persistent.DeleteResp, error) {
	key := keyOf(q.GetOptions())
	if err := v.server.mayFollow(ctx, key.stream); err != nil {
		return nil, err
	}
	if err := v.server.options.Groups.Delete(ctx, key.stream, key.name); err != nil {
		return nil, key.refusal(err)
	}
	if active := v.server.groups.active(key); active != nil { // perhaps one that was made after this one was deleted
		active.check(ctx, key.dropped())
	}
	return &persistent.DeleteResp{}, nil
}

// GetInfo describes a group.
func (v *persistentService) GetInfo(ctx context.Context, q *persistent.GetInfoReq) (*persistent.GetInfoResp, error) {
	key := keyOf(q.GetOptions())
	if err := v.server.mayFollow(ctx, key.stream); err != nil {
		return nil, err
	}
	stored, err := v.server.options.Groups.Get(ctx, key.stream, key.name)
	if err != nil {
		return nil, key.refusal(err)
	}
	info, err := v.server.info(stored)
	return &persistent.GetInfoResp{SubscriptionInfo: info}, err
}

// List describes all groups, or those of a stream.
func (v *persistentService) List(ctx context.Context, q *persistent.ListReq) (*persistent.ListResp, error) {
	stream := ""
	if only := q.GetOptions().GetListForStream(); only != nil {
		if stream = string(only.GetStream().GetStreamName()); only.GetStream() == nil {
			stream = all
		}
	}
	stored, err := v.server.options.Groups.List(ctx, stream)
	if err != nil {
		return nil, err
	}
	out := &persistent.ListResp{}
	for _, g := range stored {
		if v.server.mayFollow(ctx, g.Source) != nil {
			continue
		}
		info, err := v.server.info(g)
		if err != nil {
			return nil, err
		}
		out.Subscriptions = append(out.Subscriptions, info)
	}
	if stream != "" && len(out.Subscriptions) == 0 {
		return nil, refuse(codes.NotFound, "there is no persistent subscription on "+stream, "persistent-subscription-does-not-exist",
			groupKey{stream: stream}.pairs()...)
	}
	return out, nil
}

// ReplayParked gives parked events to consumers again.
func (v *persistentService) ReplayParked(ctx context.Context, q *persistent.ReplayParkedReq) (*persistent.ReplayParkedResp, error) {
	key := keyOf(q.GetOptions())
	if err := v.server.mayFollow(ctx, key.stream); err != nil {
		return nil, err
	}
	most := int64(math.MaxInt64)
	if stop, ok := q.GetOptions().GetStopAtOption().(*persistent.ReplayParkedReq_Options_StopAt); ok {
		most = max(stop.StopAt, 0)
	}
	if err := v.server.options.Groups.Replay(ctx, key.stream, key.name, most); err != nil {
		return nil, key.refusal(err)
	}
	if active := v.server.groups.active(key); active != nil {
		signal(active.due)
	}
	return &persistent.ReplayParkedResp{}, nil
}
