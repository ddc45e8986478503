package storetest

import (
	"bytes"
	"slices"
	"strings"

	"github.com/google/uuid"

	"tradelog/eventstore"
)

var refusalChecks = []check{
	{name: "invalid appends are refused", run: invalidRefused},
	{name: "an append that is too large is refused", run: tooLargeRefused},
	{name: "the longest names are accepted", run: longestNames},
}

func invalidRefused(t *trial) {
	for _, stream := range []string{
		"", "-", "order", "order-", "-1", "order-\x00", "order-\xff", "a-" + strings.Repeat("x", eventstore.MaxStreamName-1),
	} {
		t.refused(eventstore.ErrInvalidEvent, stream, eventstore.Any, some(1)...)
	}
	t.refused(eventstore.ErrInvalidEvent, "order-1", eventstore.Any)
	for what, spoil := range map[string]func(*eventstore.NewEvent){
		"no ID":                 func(e *eventstore.NewEvent) { e.ID = uuid.Nil },
		"no type":               func(e *eventstore.NewEvent) { e.Type = "" },
		"type with zero byte":   func(e *eventstore.NewEvent) { e.Type = "a\x00b" },
		"type not UTF-8":        func(e *eventstore.NewEvent) { e.Type = "a\xffb" },
		"type too long":         func(e *eventstore.NewEvent) { e.Type = strings.Repeat("x", eventstore.MaxTypeName+1) },
		"version 0":             func(e *eventstore.NewEvent) { e.SchemaVersion = 0 },
		"version -1":            func(e *eventstore.NewEvent) { e.SchemaVersion = -1 },
		"version too large":     func(e *eventstore.NewEvent) { e.SchemaVersion = 1 << 31 },
		"no data":               func(e *eventstore.NewEvent) { e.Data = nil },
		"data not JSON":         func(e *eventstore.NewEvent) { e.Data = []byte(`{"a":}`) },
		"data is two values":    func(e *eventstore.NewEvent) { e.Data = []byte(`{} {}`) },
		"data with zero byte":   func(e *eventstore.NewEvent) { e.Data = []byte("\"a\x00b\"") },
		"data not UTF-8":        func(e *eventstore.NewEvent) { e.Data = []byte("\"a\xffb\"") },
		"no metadata":           func(e *eventstore.NewEvent) { e.Metadata = nil },
		"metadata not JSON":     func(e *eventstore.NewEvent) { e.Metadata = []byte(`occurredAt`) },
		"metadata not UTF-8":    func(e *eventstore.NewEvent) { e.Metadata = []byte("\"\xc3\x28\"") },
		"data is not a literal": func(e *eventstore.NewEvent) { e.Data = []byte(`NaN`) },
	} {
		for _, index := range []int{0, 1, 2} {
			events := some(3)
			spoil(&events[index])
			if _, err := t.store.Append(t.ctx, "order-1", eventstore.Any, events...); err == nil {
				t.Fatalf("%s in event %d of 3: stored", what, index)
			}
			t.refused(eventstore.ErrInvalidEvent, "order-1", eventstore.NoStream, events...)
		}
	}
	twice := some(2)
	twice[1].ID = twice[0].ID
	t.refused(eventstore.ErrInvalidEvent, "order-1", eventstore.Any, twice...)
	t.empty("after invalid appends")
}

func tooLargeRefused(t *trial) {
	half := slices.Concat([]byte(`"`), bytes.Repeat([]byte("x"), eventstore.MaxAppendSize/2), []byte(`"`))
	events := some(2)
	events[0].Data, events[1].Data = half, half
	t.refused(eventstore.ErrInvalidEvent, "order-1", eventstore.Any, events...)
	t.empty("after an append that was too large")
}

func longestNames(t *trial) {
	stream := "a-" + strings.Repeat("x", eventstore.MaxStreamName-2)
	e := some(1)
	e[0].Type, e[0].SchemaVersion = strings.Repeat("ü", eventstore.MaxTypeName/2), 1<<31-1
	t.append(stream, eventstore.NoStream, e...)
	t.holds(stream, e...)
}
