package server

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"tradelog/eventstore"
	"tradelog/test/esdbclient"
)

// TestAppendAndRead: the log has the appended events of a client, and a client reads the events of the log.
func TestAppendAndRead(t *testing.T) {
	overStores(t, func(t *testing.T, store eventstore.Store) {
		client := over(t, store)
		placed := event("Placed", `{"total":"1.50"}`)
		placed.Metadata = []byte(`{"schemaVersion":3,"actor":{"kind":"api","id":7}}`)
		done := stored(t, client, "order-1", placed, event("Held", `{}`))
		if done.NextExpectedVersion != 1 {
			t.Errorf("appended up to revision %d", done.NextExpectedVersion)
		}
		again := stored(t, client, "order-1", placed)
		if again.NextExpectedVersion != 0 || again.CommitPosition >= done.CommitPosition {
			t.Errorf("the same ID again: %+v", again)
		}
		inLog, err := eventstore.ReadWhole(t.Context(), store, "order-1")
		if err != nil || len(inLog) != 2 {
			t.Fatalf("%d events, %v", len(inLog), err)
		}
		if e := inLog[0]; e.ID != placed.EventID || e.SchemaVersion != 3 || string(e.Data) != string(placed.Data) ||
			string(e.Metadata) != `{"actor":{"kind":"api","id":7}}` {
			t.Errorf("in the log: %+v", e)
		}
		if e := inLog[1]; e.SchemaVersion != 1 || string(e.Metadata) != `{}` {
			t.Errorf("without metadata: %+v", e)
		}

		read, err := client.ReadStream(t.Context(), "order-1", esdb.ReadStreamOptions{From: esdb.Start{}}, 10)
		if err != nil {
			t.Fatal(err)
		}
		defer read.Close()
		first, err := read.Recv()
		if err != nil {
			t.Fatal(err)
		}
		e, want := first.Event, inLog[0]
		if e.EventID != want.ID || e.ContentType != "application/json" || e.Position.Commit != uint64(want.Position) ||
			e.Position.Prepare != e.Position.Commit || !e.CreatedDate.Equal(want.RecordedAt.Truncate(100*time.Nanosecond)) ||
			!sameJSON(e.UserMetadata, placed.Metadata) || string(e.Data) != string(placed.Data) {
			t.Errorf("read: %+v\nstored: %+v", e, want)
		}
	})
}

// TestExpectedRevisions: a client's expectation that is not met stores nothing and names both revisions.
func TestExpectedRevisions(t *testing.T) {
	overStores(t, func(t *testing.T, store eventstore.Store) {
		client := over(t, store)
		for _, c := range []struct {
			stream   string
			expected esdb.ExpectedRevision
			refusal  string
		}{
			{"order-1", esdb.StreamExists{}, "expecting 'stream_exists' but got 'no_stream'"},
			{"order-1", esdb.Revision(0), "expecting '0' but got 'no_stream'"},
			{"order-1", esdb.NoStream{}, ""},
			{"order-1", esdb.NoStream{}, "expecting 'no_stream' but got '0'"},
			{"order-1", esdb.Revision(1), "expecting '1' but got '0'"},
			{"order-1", esdb.Revision(0), ""},
			{"order-1", esdb.StreamExists{}, ""},
			{"order-1", esdb.Any{}, ""},
		} {
			_, err := client.AppendToStream(t.Context(), c.stream, esdb.AppendToStreamOptions{ExpectedRevision: c.expected},
				numbered("Placed", 1)...)
			if c.refusal == "" {
				if err != nil {
					t.Errorf("%v: %v", c.expected, err)
				}
				continue
			}
			if code(t, err) != esdb.ErrorCodeWrongExpectedVersion || !strings.Contains(err.Error(), c.refusal) {
				t.Errorf("%v: %v", c.expected, err)
			}
		}
		if events, err := eventstore.ReadWhole(t.Context(), store, "order-1"); err != nil || len(events) != 4 {
			t.Errorf("%d events are stored, %v", len(events), err)
		}
	})
}

// TestReads: streams and the log in both directions, from everywhere, with a limit and across pages.
func TestReads(t *testing.T) {
	overStores(t, func(t *testing.T, store eventstore.Store) {
		client := over(t, store)
		stored(t, client, "order-1", numbered("Placed", 2)...)
		middle := stored(t, client, "cart-1", numbered("Opened", 1)...)
		stored(t, client, "order-1", numbered("Held", 1)...)
		all := []string{"order-1@0 Placed", "order-1@1 Placed", "cart-1@0 Opened", "order-1@2 Held"}
		backwards := slices.Clone(all)
		slices.Reverse(backwards)
		at := esdb.Position{Commit: middle.CommitPosition, Prepare: middle.PreparePosition}
		for _, c := range []struct {
			direction esdb.Direction
			from      esdb.AllPosition
			count     uint64
			want      []string
		}{
			{esdb.Forwards, esdb.Start{}, 100, all},
			{esdb.Forwards, esdb.Start{}, 3, all[:3]},
			{esdb.Forwards, at, 100, all[2:]},
			{esdb.Forwards, esdb.End{}, 100, nil},
			{esdb.Backwards, esdb.End{}, 100, backwards},
			{esdb.Backwards, at, 2, backwards[1:3]},
			{esdb.Backwards, esdb.Start{}, 100, nil},
		} {
			read, err := client.ReadAll(t.Context(), esdb.ReadAllOptions{Direction: c.direction, From: c.from}, c.count)
			if got := names(t, read, err); !slices.Equal(got, c.want) {
				t.Errorf("$all %v from %v, %d: %v", c.direction, c.from, c.count, got)
			}
		}
		for _, c := range []struct {
			direction esdb.Direction
			from      esdb.StreamPosition
			count     uint64
			want      string
		}{
			{esdb.Forwards, esdb.Start{}, 100, "[order-1@0 Placed order-1@1 Placed order-1@2 Held]"},
			{esdb.Forwards, esdb.Revision(1), 1, "[order-1@1 Placed]"},
			{esdb.Forwards, esdb.Revision(9), 100, "[]"},
			{esdb.Backwards, esdb.End{}, 2, "[order-1@2 Held order-1@1 Placed]"},
			{esdb.Backwards, esdb.Revision(1), 100, "[order-1@1 Placed order-1@0 Placed]"},
			{esdb.Backwards, esdb.Start{}, 100, "[order-1@0 Placed]"},
		} {
			read, err := client.ReadStream(t.Context(), "order-1", esdb.ReadStreamOptions{Direction: c.direction, From: c.from}, c.count)
			if got := fmt.Sprint(names(t, read, err)); got != c.want {
				t.Errorf("order-1 %v from %v, %d: %v", c.direction, c.from, c.count, got)
			}
		}
		for _, missing := range []string{"order-2", "order", "$ce-stock", "$et-Cancelled", "$streams", "order-\x00"} {
			read, err := client.ReadStream(t.Context(), missing, esdb.ReadStreamOptions{From: esdb.Start{}}, 1)
			if err == nil {
				_, err = read.Recv()
				read.Close()
			}
			if code(t, err) != esdb.ErrorCodeResourceNotFound {
				t.Errorf("%q: %v", missing, err)
			}
		}
	})
}

// TestReadsManyPages: a read goes on over the pages of the store.
func TestReadsManyPages(t *testing.T) {
	t.Parallel()
	client := over(t, memory(t))
	const n = 2*pageSize + 10
	stored(t, client, "order-1", numbered("Placed", n)...)
	for _, direction := range []esdb.Direction{esdb.Forwards, esdb.Backwards} {
		var from esdb.StreamPosition = esdb.Start{}
		if direction == esdb.Backwards {
			from = esdb.End{}
		}
		read, err := client.ReadStream(t.Context(), "order-1", esdb.ReadStreamOptions{Direction: direction, From: from}, n-1)
		if got := names(t, read, err); len(got) != n-1 {
			t.Errorf("%v: %d events", direction, len(got))
		}
	}
}

// TestRefusals: a refused append changes nothing, and the client gets the reason.
func TestRefusals(t *testing.T) {
	t.Parallel()
	store := memory(t)
	client := over(t, store)
	binary := event("Placed", `{}`)
	binary.ContentType = esdb.ContentTypeBinary
	for name, c := range map[string]struct {
		stream string
		events []esdb.EventData
		want   string
	}{
		"not JSON":        {"order-1", []esdb.EventData{event("Placed", `{`)}, "not JSON"},
		"another type":    {"order-1", []esdb.EventData{binary}, "content type"},
		"stream name":     {"order", numbered("Placed", 1), "category-id"},
		"system stream":   {"$$order-1", numbered("$metadata", 1), "system streams"},
		"system type":     {"order-1", numbered("$>", 1), "must not begin with $"},
		"no events":       {"order-1", nil, "no events"},
		"one of two":      {"order-1", append(numbered("Placed", 1), event("", `{}`)), "type name"},
		"the same ID":     {"order-1", slices.Repeat(numbered("Placed", 1), 2), "ID of its own"},
		"a large message": {"order-1", []esdb.EventData{event("Placed", `"`+strings.Repeat("x", maxMessage)+`"`)}, "larger than max"},
	} {
		_, err := client.AppendToStream(t.Context(), c.stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, c.events...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := client.DeleteStream(t.Context(), "order-1", esdb.DeleteStreamOptions{}); code(t, err) != esdb.ErrorCodeUnsupportedFeature ||
		!strings.Contains(err.Error(), "append-only") {
		t.Error(err)
	}
	_, err := client.TombstoneStream(t.Context(), "order-1", esdb.TombstoneStreamOptions{})
	if code(t, err) != esdb.ErrorCodeUnsupportedFeature {
		t.Error(err)
	}
	if head, err := store.Head(t.Context()); head != 0 || err != nil {
		t.Errorf("the log is at %d, %v", head, err)
	}
}

// TestLimitsOfAppends: an append that is too large ends while the client still sends, as servers have it. Too many events are not called a
// size. An ID that another stream has is named, with a code after which clients do not try again.
func TestLimitsOfAppends(t *testing.T) {
	overStores(t, func(t *testing.T, store eventstore.Store) {
		_, address := serve(t, Options{Store: store, MaxAppendSize: 2000})
		connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
		call, err := streams.NewStreamsClient(connection).Append(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := call.Send(&streams.AppendReq{Content: &streams.AppendReq_Options_{Options: &streams.AppendReq_Options{
			StreamIdentifier: wireStream("order-1"), ExpectedStreamRevision: &streams.AppendReq_Options_Any{},
		}}}); err != nil {
			t.Fatal(err)
		}
		message := &streams.AppendReq{Content: &streams.AppendReq_ProposedMessage_{ProposedMessage: &streams.AppendReq_ProposedMessage{
			Id: wireID(uuid.New(), false), Metadata: map[string]string{"type": "Placed", "content-type": jsonType},
			Data: []byte(`"` + strings.Repeat("x", 1500) + `"`),
		}}}
		for err == nil { // without an end: the server must not wait for it
			err = call.Send(message)
		}
		if err := call.RecvMsg(&streams.AppendResp{}); status.Code(err) != codes.InvalidArgument || !strings.Contains(err.Error(), "2000 bytes") {
			t.Errorf("too large: %v", err)
		}
		if got := call.Trailer(); fmt.Sprint(got.Get("exception"), got.Get("maximum-append-size")) != "[maximum-append-size-exceeded] [2000]" {
			t.Errorf("trailers: %v", got)
		}

		client := over(t, store)
		patience := 5 * time.Minute
		_, err = client.AppendToStream(t.Context(), "order-1",
			esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}, Deadline: &patience}, numbered("P", maxEvents+1)...)
		if err == nil || !strings.Contains(err.Error(), "20000 events") || strings.Contains(err.Error(), "bytes") {
			t.Errorf("too many: %v", err)
		}
		placed := numbered("Placed", 1)
		stored(t, client, "order-1", placed...)
		if !store.Capabilities().UniqueIDs {
			return
		}
		_, err = client.AppendToStream(t.Context(), "order-2", esdb.AppendToStreamOptions{ExpectedRevision: esdb.NoStream{}}, placed...)
		if status.Code(errors.Unwrap(err)) != codes.InvalidArgument || !strings.Contains(err.Error(), "a new event needs a new ID") {
			t.Errorf("an ID of another stream: %v", err)
		}
	})
}

// TestReadOnly: a read-only server refuses appends and serves the rest.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	_, address := serve(t, Options{Store: memory(t), ReadOnly: true})
	client := connect(t, address)
	_, err := client.AppendToStream(t.Context(), "order-1", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, numbered("Placed", 1)...)
	if code(t, err) != esdb.ErrorCodeAccessDenied {
		t.Error(err)
	}
	read, err := client.ReadAll(t.Context(), esdb.ReadAllOptions{From: esdb.Start{}}, 1)
	if got := names(t, read, err); len(got) != 0 {
		t.Errorf("stored: %v", got)
	}
}

// TestDiscovery: a client that looks for a cluster is sent to where it has reached the server.
func TestDiscovery(t *testing.T) {
	t.Parallel()
	_, address := serve(t, Options{Store: memory(t)})
	client := esdbclient.Connect(t, "esdb+discover://"+strings.Replace(address, "127.0.0.1", "localhost", 1)+"?tls=false")
	stored(t, client, "order-1", numbered("Placed", 1)...)
	version, err := client.GetServerVersion()
	if err != nil || version == nil || version.Major != 23 {
		t.Errorf("version %v, %v", version, err)
	}
}

// TestChecksHold: events that were checked against their stream are stored behind the checked revision. If others are faster, they are
// checked again.
func TestChecksHold(t *testing.T) {
	overStores(t, func(t *testing.T, store eventstore.Store) {
		checks := 0
		check := func(ctx context.Context, stream string, _ []eventstore.Recorded) (bool, error) {
			events, err := eventstore.ReadWhole(ctx, store, stream)
			if err != nil || len(events) == 2 {
				return true, errors.Join(err, status.Error(codes.InvalidArgument, "two are enough"))
			}
			if checks++; checks == 1 { // somebody else, after the look
				_, err = store.Append(ctx, stream, eventstore.Any, eventstore.NewEvent{
					ID: uuid.New(), Type: "Held", SchemaVersion: 1, Data: []byte(`{}`), Metadata: []byte(`{}`),
				})
			}
			return true, err
		}
		_, address := serve(t, Options{Store: store, Check: check})
		client := connect(t, address)
		if done := stored(t, client, "order-1", numbered("Placed", 1)...); done.NextExpectedVersion != 1 || checks != 2 {
			t.Errorf("stored at %d after %d checks", done.NextExpectedVersion, checks)
		}
		for expected, want := range map[esdb.ExpectedRevision]string{esdb.Any{}: "two are enough", esdb.NoStream{}: "but got '1'"} {
			_, err := client.AppendToStream(t.Context(), "order-1", esdb.AppendToStreamOptions{ExpectedRevision: expected},
				numbered("Placed", 1)...)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v: %v", expected, err)
			}
		}
	})
}
