package server

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tradelog/eventstore"
)

// The ways in which events are given to the consumers of a group.
const (
	dispatchToSingle    = "DispatchToSingle"    // to the consumer that was first, until it has no room
	roundRobin          = "RoundRobin"          // to one after the other
	pinned              = "Pinned"              // to the same one for each stream
	pinnedByCorrelation = "PinnedByCorrelation" // to the same one for each correlation ID
)

// groupSettings holds the settings of a group in their stored form.
type groupSettings struct {
	ResolveLinks     bool   `json:"resolveLinks,omitempty"`
	ExtraStatistics  bool   `json:"extraStatistics,omitempty"`
	MessageTimeoutMS int64  `json:"messageTimeout"` // until an event that is not acknowledged is tried again; 0: never
	MaxRetries       int32  `json:"maxRetries"`     // before an event is parked
	CheckpointMS     int64  `json:"checkpointAfter"`
	MinCheckpoint    int32  `json:"minCheckpoint"`
	MaxCheckpoint    int32  `json:"maxCheckpoint"`
	MaxSubscribers   int32  `json:"maxSubscribers"` // 0: any number
	LiveBuffer       int32  `json:"liveBuffer"`
	ReadBatch        int32  `json:"readBatch"`
	HistoryBuffer    int32  `json:"historyBuffer"`
	Strategy         string `json:"strategy"`
	// Start is the beginning of the group in the form that servers show: 0 for the start, -1 for the end.
	Start  string          `json:"start"`
	Filter *filterSettings `json:"filter,omitempty"`
}

// filterSettings holds a filter as the client sent it.
type filterSettings struct {
	ByType   bool     `json:"byType,omitempty"`
	Regex    string   `json:"regex,omitempty"`
	Prefixes []string `json:"prefixes,omitempty"`
}

// GetRegex and GetPrefix make it an expression.
func (f *filterSettings) GetRegex() string    { return f.Regex }
func (f *filterSettings) GetPrefix() []string { return f.Prefixes }

// commonSettings is the part of the settings that Create and Update share.
type commonSettings interface {
	GetResolveLinks() bool
	GetExtraStatistics() bool
	GetMaxRetryCount() int32
	GetMinCheckpointCount() int32
	GetMaxCheckpointCount() int32
	GetMaxSubscriberCount() int32
	GetLiveBufferSize() int32
	GetReadBatchSize() int32
	GetHistoryBufferSize() int32
	GetMessageTimeoutTicks() int64
	GetMessageTimeoutMs() int32
	GetCheckpointAfterTicks() int64
	GetCheckpointAfterMs() int32
}

const ticksPerMillisecond = 10_000

// readSettings reads settings but the strategy, the start and the filter.
func readSettings(c commonSettings) (groupSettings, error) {
	s := groupSettings{
		ResolveLinks: c.GetResolveLinks(), ExtraStatistics: c.GetExtraStatistics(), MaxRetries: c.GetMaxRetryCount(),
		MessageTimeoutMS: max(int64(c.GetMessageTimeoutMs()), c.GetMessageTimeoutTicks()/ticksPerMillisecond),
		CheckpointMS:     max(int64(c.GetCheckpointAfterMs()), c.GetCheckpointAfterTicks()/ticksPerMillisecond),
		MinCheckpoint:    c.GetMinCheckpointCount(), MaxCheckpoint: c.GetMaxCheckpointCount(), MaxSubscribers: c.GetMaxSubscriberCount(),
		LiveBuffer: c.GetLiveBufferSize(), ReadBatch: c.GetReadBatchSize(), HistoryBuffer: c.GetHistoryBufferSize(),
	}
	for _, n := range []int64{s.MessageTimeoutMS, s.CheckpointMS, int64(s.MaxRetries), int64(s.MinCheckpoint), int64(s.MaxCheckpoint),
		int64(s.MaxSubscribers), int64(s.LiveBuffer), int64(s.ReadBatch), int64(s.HistoryBuffer)} {
		if n < 0 {
			return s, status.Error(codes.InvalidArgument, "the settings of a group must not be negative")
		}
	}
	if s.MaxCheckpoint > 0 && s.MinCheckpoint > s.MaxCheckpoint {
		return s, status.Error(codes.InvalidArgument, "the least number of events for a checkpoint is above the greatest")
	}
	return s, nil
}

// strategyOf returns the strategy of a Create request, from the field with its name or the older one with a number.
func strategyOf(s *persistent.CreateReq_Settings) (string, error) {
	switch name := s.GetConsumerStrategy(); name {
	case dispatchToSingle, roundRobin, pinned, pinnedByCorrelation:
		return name, nil
	case "":
		return s.GetNamedConsumerStrategy().String(), nil
	default:
		return "", status.Errorf(codes.InvalidArgument, "there is no strategy %.100q; there are %s, %s, %s and %s", name, dispatchToSingle,
			roundRobin, pinned, pinnedByCorrelation)
	}
}

// room returns the number of events that a group reads ahead of its consumers.
func (s *groupSettings) room() int {
	if n := max(s.LiveBuffer, s.HistoryBuffer); n > 0 {
		return int(min(n, maxBuffered))
	}
	return defaultBuffered
}

func (s *groupSettings) checkpointAfter() time.Duration {
	if s.CheckpointMS > 0 {
		return milliseconds(s.CheckpointMS)
	}
	return defaultCheckpoint
}

func (s *groupSettings) timeout() time.Duration { return milliseconds(s.MessageTimeoutMS) }

// milliseconds returns a duration, the longest one for numbers beyond it. Clients may send any number, and an overflow would be negative.
func milliseconds(n int64) time.Duration {
	return time.Duration(min(n, int64(math.MaxInt64/time.Millisecond))) * time.Millisecond
}

func decodeSettings(g eventstore.Group) (s groupSettings, err error) {
	if err := json.Unmarshal(g.Settings, &s); err != nil {
		return s, fmt.Errorf("the settings of the persistent subscription %s cannot be read: %w", g.Name, err)
	}
	return s, nil
}

func (s *groupSettings) encode() json.RawMessage {
	encoded, err := json.Marshal(s)
	if err != nil {
		panic(err) // it has only texts and numbers
	}
	return encoded
}

// filter makes the filter of a group.
func (s *groupSettings) filter() (*filter, error) {
	if s.Filter == nil {
		return nil, nil
	}
	return newFilter(s.Filter.ByType, s.Filter, &persistent.CreateReq_AllOptions_FilterOptions{})
}

// numberText formats a number as servers do: a revision, or a position of $all.
func numberText(source string, number int64) string {
	p := strconv.FormatInt(number, 10)
	if source != all {
		return p
	}
	return "C:" + p + "/P:" + p
}
