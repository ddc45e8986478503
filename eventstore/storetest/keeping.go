package storetest

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"tradelog/eventstore"
)

var keepingChecks = []check{
	{name: "data and metadata are kept to the byte", run: keptToTheByte},
	{name: "names, IDs and versions are kept", run: namesKept},
	{name: "large events are kept", run: largeKept},
	{name: "an append keeps no hold of its caller's bytes", run: bytesCopied},
	{name: "recorded times are UTC and of microseconds", run: timesUTC},
}

// documents are JSON texts that a store changes if it parses and rewrites them.
var documents = []string{
	`{}`, `[]`, `null`, `true`, `0`, `""`,
	`{"b":1,"a":2,"B":3}`, `{"a":1,"a":2}`,
	`{"price":1.0,"rate":1.10,"big":12345678901234567890123,"small":1e-7,"huge":1e400,"zero":-0}`,
	`{ "spaced" : [ 1 ,2 ] }`, " {\"around\":1}\t", "{\n\t\"lines\": 1\r\n}\n",
	`{"html":"<b>&amp;</b>","slash":"\/","quote":"\"\\"}`,
	`{"zero":"\u0000","bell":"\u0007","lone":"\ud800","pair":"\ud83d\ude00"}`,
	`{"é":"Größe","e\u0301":"Gro` + "\u0308" + `ße","emoji":"🛒","rtl":"שלום","line":"` + "\u2028" + `","del":"` + "\x7f" + `"}`,
	strings.Repeat(`[`, 500) + strings.Repeat(`]`, 500),
}

func keptToTheByte(t *trial) {
	var events []eventstore.NewEvent
	for _, d := range documents {
		asData, asMetadata := event("Kept", d), event("Kept", `{}`)
		asMetadata.Metadata = []byte(d)
		events = append(events, asData, asMetadata)
	}
	sub := t.subscribe(t.store, 0, eventstore.Filter{})
	t.append("kept-1", eventstore.NoStream, events...)
	t.holds("kept-1", events...)
	for where, got := range map[string][]eventstore.Recorded{
		"the log":             t.all(t.store, 0, eventstore.Filter{}, 0),
		"the log, filtered":   t.all(t.store, 0, eventstore.Filter{Types: []string{"Kept"}}, 0),
		"a live subscription": t.follow(sub, len(events)),
	} {
		t.sameIDs(where, ids(got), newIDs(events))
		for i := range got {
			if err := differs(got[i], "kept-1", eventstore.Revision(i), events[i]); err != nil {
				t.Fatalf("%s: %v", where, err)
			}
		}
	}
}

func namesKept(t *trial) {
	for _, stream := range []string{"claim-sku-A B/C_%", "größe-é", "größe-e\u0301", "a-🛒", "a--", "Order-1", "order-1", "order-01",
		"a-'; --"} {
		e := some(2)
		e[0].Type, e[0].SchemaVersion = "Ü b.c-d", 1<<31-1
		e[1].ID = uuid.UUID{15: 1}
		e[1].ID[3] = byte(len(stream)) // any 16 bytes are an ID, of whatever version
		copy(e[1].ID[4:], stream)
		t.append(stream, eventstore.NoStream, e...)
		t.holds(stream, e...)
	}
}

func largeKept(t *trial) {
	e := some(3)
	for i := range e {
		e[i].Data = slices.Concat([]byte(`{"text":"`), bytes.Repeat([]byte("0123456789äöü."), 1<<20/17), []byte(`"}`))
	}
	t.append("large-1", eventstore.NoStream, e...)
	t.holds("large-1", e...)
}

func bytesCopied(t *trial) {
	sub := t.subscribe(t.store, 0, eventstore.Filter{})
	original, reused := some(2), some(2)
	for i := range reused {
		reused[i] = original[i]
		reused[i].Data, reused[i].Metadata = bytes.Clone(original[i].Data), bytes.Clone(original[i].Metadata)
	}
	t.append("order-1", eventstore.NoStream, reused...)
	for i := range reused {
		clear(reused[i].Data)
		clear(reused[i].Metadata)
		reused[i].Type, reused[i].ID = "Overwritten", uuid.Nil
	}
	t.holds("order-1", original...)
	for i, got := range t.follow(sub, 2) {
		if err := differs(got, "order-1", eventstore.Revision(i), original[i]); err != nil {
			t.Fatalf("a subscription, after the caller changed its bytes: %v", err)
		}
	}
}

func timesUTC(t *trial) {
	t.append("order-1", eventstore.NoStream, some(3)...)
	for _, r := range t.stream(t.store, "order-1") {
		if at := r.RecordedAt; at.IsZero() || at.Location() != time.UTC || !at.Equal(at.Truncate(time.Microsecond)) {
			t.Fatalf("recorded at %v, want UTC in whole microseconds", at)
		}
	}
}
