package platform_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/commands"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/operations/eventlog"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// logOperations are all operations of package eventlog.
var logOperations = []string{
	"log.counts", "log.streams", "log.stream", "log.event", "log.tail", "log.rates", "log.state", "log.checkpoints", "log.verifications",
	"log.verify", "log.verify.cancel",
}

// auditor may read every trail and nothing else.
var auditor = caller(operations.AsAPI, 1, "audit/read")

// TestWhoMaySeeTheLog: audit/read is needed and enough, except for tokens of some stores, and no interface offers the operations.
func TestWhoMaySeeTheLog(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	document := string(s.Must(200, "GET", "/api/docs.json", nil, s.Service...).Body)
	limited := caller(operations.AsAPI, 1, "audit/read")
	limited.Principal.StoreIDs = []int64{1}
	admin := caller(operations.AsAdmin, 1, "audit")
	for _, name := range logOperations {
		o := s.Pipeline.Registry.Find(name)
		if o == nil || o.ToolName() != "" || slices.Contains(s.Pipeline.Registry.All(), o) || strings.Contains(document, name) {
			t.Fatalf("%s is offered, or missing", name)
		}
		for _, c := range []struct {
			who  operations.Caller
			kind fault.Kind
		}{{operations.Caller{}, fault.Unauthorized}, {caller(operations.AsAPI, 1, "orders/read"), fault.Forbidden}, {limited, fault.Forbidden}} {
			if _, err := ask[any](t, s.Shop, c.who, name, nil); fault.KindOf(err) != c.kind {
				t.Errorf("%s by %+v: %v", name, c.who.Principal, err)
			}
		}
		if !o.Authorizes(admin.Principal) || !o.Authorizes(auditor.Principal) {
			t.Errorf("an auditor may not call %s", name)
		}
	}
	if _, err := followLog(t.Context(), s, limited, nil); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("a token of a store follows the log: %v", err)
	}
}

// TestBrowsingStreams compares counts, lists of streams and streams with the log.
func TestBrowsingStreams(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	for range 3 {
		s.Order("MUG*2")
	}
	s.Settle()
	counts := must[eventlog.Counts](t, s.Shop, auditor, "log.counts", nil)
	streams, events := map[string]map[string]int64{}, map[string]int64{}
	for _, e := range recorded(t, s.Shop)[:counts.UpTo] {
		if streams[e.Category()] == nil {
			streams[e.Category()] = map[string]int64{}
		}
		streams[e.Category()][e.Stream]++
		events[e.Category()]++
	}
	if len(counts.Categories) != len(streams) || counts.UpTo != counts.Head || counts.Head == 0 {
		t.Errorf("%d categories up to %d of %d, want %d", len(counts.Categories), counts.UpTo, counts.Head, len(streams))
	}
	for _, c := range counts.Categories {
		if c.Events != events[c.Name] || c.Streams != int64(len(streams[c.Name])) {
			t.Errorf("%+v, want %d events in %d streams", c, events[c.Name], len(streams[c.Name]))
		}
	}
	first := must[eventlog.Streams](t, s.Shop, auditor, "log.streams", fields{"prefix": "order-", "limit": 2})
	rest := must[eventlog.Streams](t, s.Shop, auditor, "log.streams", fields{"prefix": "order-", "limit": 2, "after": first.Next})
	if len(first.Streams) != 2 || len(rest.Streams) != 1 || rest.Next != "" || first.Streams[0].Events != streams["order"]["order-1"] {
		t.Errorf("orders: %+v and %+v", first, rest)
	}
	newest := must[eventlog.Events](t, s.Shop, auditor, "log.stream", fields{"stream": "order-1", "limit": 1, "language": "de"})
	if e := newest.Entries[0]; newest.Events != streams["order"]["order-1"] || int64(e.Revision) != newest.Events-1 ||
		newest.Next != newest.Events-1 {
		t.Errorf("the newest event of an order: %+v", newest)
	}
	var revisions []int64
	for before := int64(0); ; {
		part := must[eventlog.Events](t, s.Shop, auditor, "log.stream", fields{"stream": "order-1", "limit": 1, "before": before})
		for _, e := range part.Entries {
			revisions = append(revisions, int64(e.Revision))
		}
		if before = part.Next; before == 0 {
			break
		}
	}
	if slices.Reverse(revisions); int64(len(revisions)) != newest.Events || !slices.IsSorted(revisions) || revisions[0] != 0 {
		t.Errorf("a walk through the stream: %v", revisions)
	}
	if _, err := ask[any](t, s.Shop, auditor, "log.stream", fields{"stream": "order-99"}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a stream that is not there: %v", err)
	}
	if _, err := ask[any](t, s.Shop, auditor, "log.streams", fields{"limit": 1000}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("too many streams: %v", err)
	}
}

// TestOneEventWhole: an event is shown with its data and its effects. Personal fields are shown to those who may read the thing.
func TestOneEventWhole(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	order := s.Order("MUG*2")
	log := recorded(t, s.Shop)
	placed := log[slices.IndexFunc(log, func(e eventstore.Recorded) bool { return e.Type == "OrderPlaced" })]
	at := fields{"position": int64(placed.Position)}
	shown := must[eventlog.Event](t, s.Shop, auditor, "log.event", at)
	data := string(shown.Data)
	if shown.Stream != placed.Stream || shown.Revision != placed.Revision || shown.EventID != placed.ID.String() ||
		shown.Head < shown.Position ||
		!strings.Contains(data, order["incrementId"].(string)) || len(shown.Withheld) == 0 ||
		shown.Size != len(placed.Data)+len(placed.Metadata) {
		t.Errorf("%+v", shown)
	}
	email := order["customerEmail"].(string)
	if strings.Contains(data, email) {
		t.Errorf("an auditor sees the e-mail address: %s", data)
	}
	reader := caller(operations.AsAPI, 1, "audit/read", "orders/read")
	if open := must[eventlog.Event](t, s.Shop, reader, "log.event", at); !strings.Contains(string(open.Data), email) {
		t.Errorf("who may read orders does not see the e-mail address: %s", open.Data)
	}
	as := commands.WithCause(t.Context(), commands.Cause{
		Actor: eventstore.Actor{Kind: "system", Name: "reaction"}, CausationID: placed.ID.String(), CausedAt: placed.Position,
	})
	if err := s.Commands.Sales.HoldOrder(as, salestest.ID(order), "a check"); err != nil {
		t.Fatal(err)
	}
	if led := must[eventlog.Event](t, s.Shop, auditor, "log.event", at).Led; !slices.ContainsFunc(led, isType("OrderHeld")) {
		t.Errorf("it led to %+v", led)
	}
	found := must[eventlog.Tail](t, s.Shop, auditor, "log.tail", fields{"cause": placed.ID.String(), "type": "OrderHeld"})
	if len(found.Entries) != 1 || found.Entries[0].Type != "OrderHeld" {
		t.Errorf("found by the cause: %+v", found.Entries)
	}
	if _, err := ask[any](t, s.Shop, auditor, "log.event", fields{"position": 1_000_000}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a position after the end: %v", err)
	}
}

// TestRatesOverTime compares the numbers of each hour with the log, whose clock the test advances.
func TestRatesOverTime(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := salestest.Start(t, apptest.WithClock(clock))
	mug := s.Product("MUG", "10", 100, nil)
	for i := range 12 {
		clock.Advance(25 * time.Minute)
		s.Change(mug, fields{"price": 20 + i})
	}
	now := clock.Now().Format(time.DateTime)
	rates := must[eventlog.Rates](t, s.Shop, auditor, "log.rates", fields{"unit": "hour", "parts": 8, "until": now})
	want, types, all := map[time.Time]int64{}, map[string]int64{}, int64(0)
	for _, e := range recorded(t, s.Shop) {
		hour := e.RecordedAt.Truncate(time.Hour)
		if want[hour]++; !hour.Before(rates.Points[0].From) {
			types[e.Type]++
			all++
		}
	}
	if len(rates.Points) != 8 || rates.Points[7].From != clock.Now().Truncate(time.Hour) || rates.Events != all || !rates.Exact {
		t.Errorf("%+v, want %d events", rates, all)
	}
	for i, p := range rates.Points {
		if p.Events != want[p.From] || i > 0 && p.From.Sub(rates.Points[i-1].From) != time.Hour {
			t.Errorf("%+v, want %d", p, want[p.From])
		}
	}
	for _, n := range rates.Types {
		if n.Events != types[n.Type] {
			t.Errorf("%+v, want %d", n, types[n.Type])
		}
	}
	for _, wrong := range []fields{{"parts": 401}, {"unit": "year"}, {"until": "soon"}} {
		if _, err := ask[any](t, s.Shop, auditor, "log.rates", wrong); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%v: %v", wrong, err)
		}
	}
}

// TestTheStateOfTheLog shows head, seal, checkpoints and the target of their publication.
func TestTheStateOfTheLog(t *testing.T) {
	t.Parallel()
	s := salestest.Start(
		t,
		apptest.WithConfig(func(c *app.Config) { c.EventLog.CheckpointsTo = "https://name:secret@witness.invalid/log?key=secret" }),
	)
	s.Reactions.Stop()
	s.Product("MUG", "10", 100, nil)
	book := s.Proofs.Checkpoints
	if _, err := book.Now(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Product("CUP", "10", 100, nil)
	newest, err := book.Now(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	log := recorded(t, s.Shop)
	last := log[len(log)-1]
	state := must[eventlog.State](t, s.Shop, auditor, "log.state", nil)
	if state.Head != last.Position || state.Seal != fmt.Sprintf("%x", last.Seal) || !state.Recorded.Equal(last.RecordedAt) || state.Outside ||
		state.Size == 0 || state.LogID != s.Store.LogID() {
		t.Errorf("%+v", state)
	}
	p := state.Proof
	if p == nil || p.Position != newest.Position || p.Checkpoint != newest.Position || p.At == nil || p.Unpublished == 0 || p.Broken != 0 ||
		p.PublishedTo != "https://witness.invalid/log" {
		t.Errorf("%+v", p)
	}
	list := must[eventlog.Checkpoints](t, s.Shop, auditor, "log.checkpoints", fields{"limit": 1})
	older := must[eventlog.Checkpoints](t, s.Shop, auditor, "log.checkpoints", fields{"before": int64(list.Next)})
	if list.Archive != nil || len(list.Checkpoints) != 1 || list.Checkpoints[0].Position != newest.Position ||
		list.Checkpoints[0].Published != nil || len(older.Checkpoints) == 0 || older.Checkpoints[0].Position != newest.From {
		t.Errorf("%+v, then %+v", list, older)
	}
}

// TestALogInAnEventStore: streams and events are shown. Data that such a log lacks are refused or missing.
func TestALogInAnEventStore(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t, apptest.OnEventStore())
	s.Product("MUG", "10", 100, nil)
	state := must[eventlog.State](t, s.Shop, auditor, "log.state", nil)
	if !state.Outside || state.Proof != nil || state.Seal != "" || state.Head == 0 {
		t.Errorf("%+v", state)
	}
	if tail := must[eventlog.Tail](t, s.Shop, auditor, "log.tail", fields{"resource": "product"}); len(tail.Entries) == 0 {
		t.Error("the newest events are missing")
	}
	for _, name := range []string{"log.counts", "log.streams", "log.rates"} {
		if _, err := ask[any](t, s.Shop, auditor, name, nil); fault.KindOf(err) != fault.Precondition {
			t.Errorf("%s: %v", name, err)
		}
	}
	if list := must[eventlog.Checkpoints](t, s.Shop, auditor, "log.checkpoints", nil); len(list.Checkpoints) != 0 {
		t.Errorf("%+v", list)
	}
}

// TestVerifyingTheLog: a verification runs in the background, is listed with its result, and finds damage.
func TestVerifyingTheLog(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	if _, err := s.Proofs.Checkpoints.Now(t.Context()); err != nil {
		t.Fatal(err)
	}
	verified := func() eventlog.Verification {
		t.Helper()
		begun := must[eventlog.Verification](t, s.Shop, auditor, "log.verify", nil)
		for t.Context().Err() == nil {
			newest := must[eventlog.Verifications](t, s.Shop, auditor, "log.verifications", nil).Verifications[0]
			if newest.ID != begun.ID {
				t.Fatalf("%+v is not %+v", newest, begun)
			}
			if newest.Ended != nil {
				return newest
			}
		}
		return begun
	}
	if v := verified(); v.Outcome != "intact" || v.Position != v.Head || v.Head == 0 || v.Against == 0 || v.By.Kind != "api" || v.By.ID != 1 {
		t.Errorf("%+v", v)
	} else if _, err := ask[any](t, s.Shop, auditor, "log.verify.cancel", fields{"id": v.ID}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a verification that has ended is cancelled: %v", err)
	}
	if _, err := s.Pool.Exec(t.Context(), `UPDATE events SET metadata = '{}' WHERE position = 3`); err != nil {
		t.Fatal(err)
	}
	v := verified()
	if v.Outcome != "damaged" || len(v.Damages) == 0 || v.Damages[0].Position != 3 || v.Damages[0].Kind != "changed" {
		t.Errorf("%+v", v)
	}
}
