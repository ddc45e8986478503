package server

import (
	"strconv"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"

	"tradelog/eventstore"
)

// beginning returns the number at which a group began, if its start names one.
func beginning(start, source string) (number int64, known bool) {
	if source == all {
		return 0, start == numberText(all, 0)
	}
	at, err := strconv.ParseInt(start, 10, 64)
	return at - 1, err == nil && at >= 0
}

// info describes a group. Events under way are known only for the groups that this instance serves.
func (s *Server) info(stored eventstore.Group) (*persistent.SubscriptionInfo, error) {
	settings, err := decodeSettings(stored)
	if err != nil {
		return nil, err
	}
	key := groupKey{stored.Source, stored.Name}
	out := &persistent.SubscriptionInfo{
		EventSource: key.stream, GroupName: key.name, Status: "Live", NamedConsumerStrategy: settings.Strategy,
		StartFrom: settings.Start, ResolveLinkTos: settings.ResolveLinks, ExtraStatistics: settings.ExtraStatistics,
		MessageTimeoutMilliseconds: int32(settings.MessageTimeoutMS), CheckPointAfterMilliseconds: int32(settings.CheckpointMS),
		MinCheckPointCount: settings.MinCheckpoint, MaxCheckPointCount: settings.MaxCheckpoint, MaxRetryCount: settings.MaxRetries,
		MaxSubscriberCount: settings.MaxSubscribers, LiveBufferSize: settings.LiveBuffer, BufferSize: settings.HistoryBuffer,
		ReadBatchSize: settings.ReadBatch, ParkedMessageCount: stored.Parked,
	}
	if begun, known := beginning(settings.Start, key.stream); !known || begun != stored.Checkpoint {
		out.LastCheckpointedEventPosition = numberText(key.stream, stored.Checkpoint)
		out.LastKnownEventPosition = out.LastCheckpointedEventPosition
	}
	if g := s.groups.active(key); g != nil {
		g.describe(out)
	}
	return out, nil
}

// describe adds the events under way and the consumers.
func (g *group) describe(out *persistent.SubscriptionInfo) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.reached > g.stored {
		out.LastKnownEventPosition = numberText(g.key.stream, g.reached)
	}
	for _, i := range g.waiting {
		if i.retries > 0 || i.parked != 0 {
			out.RetryBufferCount++
		} else {
			out.LiveBufferCount++
		}
	}
	for _, c := range g.members {
		under := int32(len(c.given) + len(c.taken))
		out.TotalInFlightMessages += under
		out.TotalItems += c.total
		out.Connections = append(out.Connections, &persistent.SubscriptionInfo_ConnectionInfo{
			From: c.from, Username: c.username, AvailableSlots: int32(c.maxInFlight) - under, InFlightMessages: under, TotalItems: c.total,
		})
	}
	out.OutstandingMessagesCount = out.TotalInFlightMessages
}
