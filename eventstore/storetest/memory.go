package storetest

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"tradelog/eventstore"
)

// Memory is a log in memory, with one mutex and one list. It keeps all promises of the port, except for those that its faults
// break.
type Memory struct {
	log    *memoryLog
	first  bool // not opened by Again
	closed chan struct{}
	once   *sync.Once
}

var (
	_ eventstore.TurnTaker       = (*Memory)(nil)
	_ eventstore.StreamsAppender = (*Memory)(nil)
)

// memoryFeatures lists the features of Memory without faults.
var memoryFeatures = Features{DensePositions: true, Sealed: true, UniqueIDs: true, OrderedTimes: true, Turns: true, Streams: true,
	Instances: true}

// memoryLog is the state that instances share.
type memoryLog struct {
	id     string
	faults map[Fault]bool

	mu      sync.Mutex
	events  []eventstore.Recorded // in order of position
	streams map[string][]eventstore.Recorded
	ids     map[uuid.UUID]eventstore.Recorded
	taken   eventstore.Position // the newest assigned position
	head    eventstore.Recorded // seal and time of the newest numbered event
	changed chan struct{}       // closed at the next append
}

// NewMemory makes an empty log in memory, with faults if any are given.
func NewMemory(faults ...Fault) *Memory {
	l := &memoryLog{
		id: uuid.NewString(), faults: map[Fault]bool{}, streams: map[string][]eventstore.Recorded{},
		ids:  map[uuid.UUID]eventstore.Recorded{},
		head: eventstore.Recorded{Seal: eventstore.GenesisSeal}, changed: make(chan struct{}),
	}
	for _, f := range faults {
		l.faults[f] = true
	}
	return &Memory{log: l, first: true, closed: make(chan struct{}), once: &sync.Once{}}
}

// Again opens one more instance on the same log.
func (m *Memory) Again() *Memory {
	return &Memory{log: m.log, closed: make(chan struct{}), once: &sync.Once{}}
}

// Close ends this instance.
func (m *Memory) Close() { m.once.Do(func() { close(m.closed) }) }

func (m *Memory) isClosed() bool {
	select {
	case <-m.closed:
		return true
	default:
		return false
	}
}

// refuses returns the reason why nothing is appended, or nil.
func (m *Memory) refuses(ctx context.Context) error {
	if m.isClosed() && !m.log.faults[FaultAppendAfterClose] {
		return eventstore.ErrClosed
	}
	if m.log.faults[FaultCancelledStored] {
		return nil
	}
	return ctx.Err()
}

// Append stores events; see eventstore.Store.
func (m *Memory) Append(
	ctx context.Context, stream string, expected eventstore.Expected, events ...eventstore.NewEvent,
) (eventstore.Appended, error) {
	l := m.log
	if err := eventstore.CheckAppend(stream, events); err != nil {
		if l.faults[FaultInvalidPartlyStored] && len(events) > 1 && eventstore.CheckAppend(stream, events[:1]) == nil {
			m.Append(ctx, stream, eventstore.Any, events[0])
		}
		return eventstore.Appended{}, err
	}
	if err := m.refuses(ctx); err != nil {
		return eventstore.Appended{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	there := l.streams[stream]
	if at, found, partly := l.find(stream, events); found {
		return at, nil
	} else if partly && l.faults[FaultOverlapStored] {
		events = slices.DeleteFunc(slices.Clone(events), func(e eventstore.NewEvent) bool {
			_, taken := l.ids[e.ID]
			return taken
		})
		expected = eventstore.Any
	} else if current := eventstore.Revision(len(there) - 1); partly || !l.met(expected, current) {
		if l.faults[FaultGapInPositions] {
			l.taken++
		}
		if l.faults[FaultWrongActual] {
			current = -1
		}
		return eventstore.Appended{}, &eventstore.WrongRevisionError{Stream: stream, Expected: expected, Actual: current}
	}
	if l.faults[FaultChecksThenActs] {
		l.pause()
	}
	at := l.store(stream, events)
	if ctx.Err() != nil && l.faults[FaultCancelledStored] {
		return eventstore.Appended{}, ctx.Err()
	}
	return at, nil
}

// AppendStreams stores events in several streams; see eventstore.StreamsAppender.
func (m *Memory) AppendStreams(ctx context.Context, appends ...eventstore.StreamAppend) ([]eventstore.Appended, error) {
	l := m.log
	if err := eventstore.CheckAppends(appends); err != nil {
		return nil, err
	}
	if err := m.refuses(ctx); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	results := make([]eventstore.Appended, len(appends))
	var refused, has *eventstore.StreamAppend
	found := 0
	for i := range appends {
		a := &appends[i]
		at, there, partly := l.find(a.Stream, a.Events)
		switch {
		case there:
			results[i] = at
			if found++; has == nil {
				has = a
			}
		case refused == nil && (partly || !a.Expected.Met(l.newest(a.Stream)) && (i == 0 || !l.faults[FaultStreamsFirstChecked])):
			refused = a
		}
	}
	if found == len(appends) {
		return results, nil
	}
	if refused == nil && !l.faults[FaultStreamsRestStored] {
		refused = has
	}
	if refused != nil && !l.faults[FaultStreamsPartly] {
		return nil, &eventstore.WrongRevisionError{Stream: refused.Stream, Expected: refused.Expected, Actual: l.newest(refused.Stream)}
	}
	for i := range appends {
		if _, there, _ := l.find(appends[i].Stream, appends[i].Events); there {
			continue
		}
		if refused != nil && appends[i].Stream == refused.Stream {
			return nil, &eventstore.WrongRevisionError{Stream: refused.Stream, Expected: refused.Expected, Actual: l.newest(refused.Stream)}
		}
		if results[i] = l.store(appends[i].Stream, appends[i].Events); l.faults[FaultStreamsApart] {
			l.pause()
		}
	}
	return results, nil
}

// newest returns the newest revision of a stream; -1: it does not exist.
func (l *memoryLog) newest(stream string) eventstore.Revision {
	return eventstore.Revision(len(l.streams[stream]) - 1)
}

// AppendInTurn decides under the log's mutex; see eventstore.TurnTaker.
func (m *Memory) AppendInTurn(
	ctx context.Context, stream string, from eventstore.Revision, decide eventstore.Decision,
) (eventstore.Appended, error) {
	l := m.log
	if err := eventstore.CheckStream(stream); err != nil {
		return eventstore.Appended{}, err
	}
	if err := m.refuses(ctx); err != nil {
		return eventstore.Appended{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	newer := slices.Clone(l.streams[stream])
	newer = newer[min(int(from), len(newer)):]
	if l.faults[FaultTurnShared] {
		l.pause()
	}
	events, err := decide(newer)
	if err != nil && l.faults[FaultTurnRefusedStored] {
		l.store(stream, events)
	}
	if err != nil || len(events) == 0 {
		return eventstore.Appended{}, err
	}
	if err := eventstore.CheckAppend(stream, events); err != nil {
		return eventstore.Appended{}, err
	}
	at, found, partly := l.find(stream, events)
	switch current := eventstore.Revision(len(l.streams[stream]) - 1); {
	case found:
		return at, nil
	case partly:
		return eventstore.Appended{}, &eventstore.WrongRevisionError{Stream: stream, Expected: eventstore.Exactly(current), Actual: current}
	}
	return l.store(stream, events), nil
}

func (l *memoryLog) met(e eventstore.Expected, current eventstore.Revision) bool {
	if rev, exact := e.Revision(); exact && rev >= 0 && l.faults[FaultRevisionUnchecked] {
		return true
	} else if (!exact || rev < 0) && l.faults[FaultExistenceUnchecked] {
		return true
	}
	return e.Met(current)
}

// find reports whether the events are stored in the stream one after another, or whether some of their IDs are used otherwise.
func (l *memoryLog) find(stream string, events []eventstore.NewEvent) (at eventstore.Appended, found, partly bool) {
	if l.faults[FaultRepeatStoredTwice] {
		return at, false, false
	}
	inOrder := true
	first := l.ids[events[0].ID]
	for i, e := range events {
		r, exists := l.ids[e.ID]
		if exists && r.Stream != stream && l.faults[FaultIDsPerStream] {
			return at, false, false
		}
		partly = partly || exists
		inOrder = inOrder && exists && r.Stream == stream && r.Revision == first.Revision+eventstore.Revision(i)
	}
	last := l.ids[events[len(events)-1].ID]
	if inOrder && (l.faults[FaultRepeatRefused] || l.faults[FaultRepeatOnlyNewest] && int(last.Revision) != len(l.streams[stream])-1) {
		return at, false, true
	}
	at = placed(first, last)
	at.Repeated = true
	return at, inOrder, partly
}

// store numbers the events and makes them visible.
func (l *memoryLog) store(stream string, events []eventstore.NewEvent) eventstore.Appended {
	if now := time.Now().UTC().Truncate(time.Microsecond); now.After(l.head.RecordedAt) || l.faults[FaultTimesRunBack] {
		l.head.RecordedAt = now
	}
	var stored []eventstore.Recorded
	for _, e := range events {
		r := eventstore.Recorded{NewEvent: l.keep(e), Stream: stream, Revision: eventstore.Revision(len(l.streams[stream])),
			RecordedAt: l.head.RecordedAt}
		if l.taken++; l.faults[FaultTimesRunBack] && l.taken%2 == 0 {
			r.RecordedAt = r.RecordedAt.Add(-time.Hour)
		}
		r.Position = l.taken
		r.Seal = eventstore.Seal(l.head.Seal, &r)
		if l.faults[FaultSealNotChained] {
			r.Seal = eventstore.Seal(eventstore.GenesisSeal, &r)
		}
		l.head.Seal = r.Seal
		l.streams[stream] = append(l.streams[stream], r)
		l.ids[e.ID] = r
		stored = append(stored, r)
	}
	last := stored[len(stored)-1]
	at := placed(stored[0], last)
	if l.faults[FaultAppendedWrongPosition] {
		at.Position = at.FirstPosition
	}
	if l.faults[FaultAppendedWrongTime] {
		at.RecordedAt = time.Now().UTC().Add(time.Microsecond)
	}
	if l.faults[FaultLosesInBatch] && len(stored) > 2 {
		stored = slices.Delete(stored, 1, 2)
		l.streams[stream] = slices.Delete(l.streams[stream], int(at.First)+1, int(at.First)+2)
	}
	if l.faults[FaultNumbersBeforeCommit] {
		l.pause()
	}
	l.events = append(l.events, stored...)
	slices.SortFunc(l.events, func(a, b eventstore.Recorded) int { return int(a.Position - b.Position) })
	close(l.changed)
	l.changed = make(chan struct{})
	return at
}

// keep copies the bytes of the event.
func (l *memoryLog) keep(e eventstore.NewEvent) eventstore.NewEvent {
	if l.faults[FaultKeepsCallersBytes] {
		return e
	}
	e.Data, e.Metadata = bytes.Clone(e.Data), bytes.Clone(e.Metadata)
	if l.faults[FaultBytesAltered] {
		var v any
		if json.Unmarshal(e.Data, &v) == nil {
			e.Data, _ = json.Marshal(v)
		}
	}
	return e
}

// pause releases the lock until another caller has appended, or for a moment. Several faults need it.
func (l *memoryLog) pause() {
	changed := l.changed
	l.mu.Unlock()
	defer l.mu.Lock()
	select {
	case <-changed:
	case <-time.After(time.Millisecond):
	}
}
