package platform_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"tradelog/domain/money"
	"tradelog/domain/stock"
	"tradelog/eventstore"
	"tradelog/eventstore/trail"
	"tradelog/operations"
	"tradelog/operations/eventlog"
	"tradelog/operations/representation"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// isType returns a function that finds entries of a type.
func isType(name string) func(trail.Entry) bool {
	return func(e trail.Entry) bool { return e.Type == name }
}

// followLog begins a live answer.
func followLog(ctx context.Context, s *salestest.Shop, who operations.Caller, arguments fields) (operations.Stream, error) {
	o := s.Pipeline.Registry.Find("log.tail")
	in, err := representation.Arguments(o, arguments)
	if err != nil {
		return nil, err
	}
	call, err := s.Pipeline.Admit(ctx, who, o, in)
	if err != nil {
		return nil, err
	}
	return call.Stream(ctx)
}

// nextBatch waits for the next part of a live answer.
func nextBatch(t *testing.T, s operations.Stream) (b eventlog.Batch) {
	t.Helper()
	for t.Context().Err() == nil {
		messages, last, err := s.Next(t.Context(), time.Second)
		if err != nil {
			t.Fatal(err)
		}
		if len(messages) == 0 {
			continue
		}
		if err := json.Unmarshal(messages[0].Data, &b); err != nil || len(messages) != 1 || messages[0].Name != last {
			t.Fatalf("%d messages, named %s, at %s: %v", len(messages), messages[0].Name, last, err)
		}
		return b
	}
	return b
}

// TestTheNewestEvents finds events by each condition, in parts.
func TestTheNewestEvents(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	orders := []salestest.Fields{s.Order("MUG"), s.Order("MUG")}
	agent := caller(operations.AsAPI, 1, "all")
	agent.Principal.Agent, agent.RequestID = 42, "the-request"
	if _, err := ask[any](t, s.Shop, agent, "POST /orders/{id}/hold", fields{"id": salestest.ID(orders[0]), "reason": "a check"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what string
		by   fields
		want []string
	}{
		{"one type", fields{"type": "OrderPlaced"}, []string{"OrderPlaced order-2", "OrderPlaced order-1"}},
		{"an agent", fields{"agent": 42}, []string{"OrderHeld order-1"}},
		{"a request", fields{"requestId": "the-request"}, []string{"OrderHeld order-1"}},
		{"an account", fields{"actorKind": "api", "actorId": 1, "resource": "order"}, []string{"OrderHeld order-1"}},
		{"a stream and a type", fields{"stream": "order-2", "type": "OrderPlaced"}, []string{"OrderPlaced order-2"}},
		{"nothing", fields{"type": "OrderHeld", "actorKind": "operator"}, nil},
	} {
		var got []string
		for after := eventstore.Position(0); ; {
			c.by["after"], c.by["limit"] = fmt.Sprint(after), 1
			part := must[eventlog.Tail](t, s.Shop, auditor, "log.tail", c.by)
			for _, e := range part.Entries {
				got = append(got, e.Type+" "+e.Stream)
			}
			if after = part.Next; after == 0 {
				break
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	list := must[eventlog.Tail](t, s.Shop, auditor, "log.tail", fields{"type": "OrderHeld", "language": "de"})
	if e := list.Entries[0]; e.Actor.Agent != 42 || e.What == "" || e.Command != "HoldOrder" || list.Head < e.Position {
		t.Errorf("%+v", e)
	}
	found := s.Must(200, "GET", "/audit?agent=42", nil, s.As([]string{"audit/read"})...).Object(t)["entries"].([]any)
	if len(found) != 1 || salestest.At(found[0], "actor.agent") != 42.0 {
		t.Errorf("the search of the log by agent: %v", found)
	}
	held := salestest.At(found[0], "cause.requestId").(string)
	found = s.Must(200, "GET", "/audit?via=none&cause="+held, nil, s.As([]string{"audit/read"})...).Object(t)["entries"].([]any)
	if len(found) != 0 {
		t.Errorf("by another interface: %v", found)
	}
	found = s.Must(200, "GET", "/audit?cause="+held, nil, s.As([]string{"audit/read"})...).Object(t)["entries"].([]any)
	if len(found) != 1 {
		t.Errorf("by its cause: %v", found)
	}
}

// TestFollowingTheLog: new events come in order and once each, filtered by conditions. The answer ends with the program.
func TestFollowingTheLog(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	mug := s.Product("MUG", "10", 1000, nil)
	s.Product("CUP", "10", 1000, nil)
	s.Settle()
	from := s.LogSize()
	all, err := followLog(t.Context(), s, auditor, fields{"after": fmt.Sprint(from)})
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := followLog(
		t.Context(),
		s,
		auditor,
		fields{"after": fmt.Sprint(from), "stream": fmt.Sprintf("product-%d", mug), "type": "ProductChanged"},
	)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		s.Change(mug, fields{"price": 20 + i})
		s.Order("CUP")
	}
	end := s.LogSize()
	at := from
	for at < end {
		b := nextBatch(t, all)
		for _, e := range b.Entries {
			if e.Position != at+1 || e.What == "" {
				t.Fatalf("after %d comes %+v", at, e)
			}
			at = e.Position
		}
		if b.Skipped != 0 || b.Position != at {
			t.Errorf("up to %d, skipped %d, the last event is %d", b.Position, b.Skipped, at)
		}
	}
	changed := 0
	for changed < 20 {
		for _, e := range nextBatch(t, chosen).Entries {
			if changed++; e.Type != "ProductChanged" || e.What != fmt.Sprint("Price: ", 19+changed) || e.Stream != fmt.Sprintf("product-%d", mug) {
				t.Fatalf("%+v", e)
			}
		}
	}
	s.Stop()
	if _, _, err := all.Next(t.Context(), time.Minute); !errors.Is(err, operations.ErrStreamEnds) {
		t.Errorf("after the end of the program: %v", err)
	}
}

// TestAFloodIsSkipped: a reader far behind, or with too many events at once, gets the newest ones and the number of those left out.
func TestAFloodIsSkipped(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Reactions.Stop()
	mug := s.Product("MUG", "10", 10, nil)
	from := s.LogSize()
	for i := range 600 {
		units := money.FromInt(int64(11 + i%2))
		if _, err := s.Commands.Catalog.SetStock(apptest.Operator(), []stock.Change{{ProductID: mug, Qty: &units}}); err != nil {
			t.Fatal(err)
		}
	}
	flood, err := followLog(t.Context(), s, auditor, fields{"after": s.Pipeline.Token(from)})
	if err != nil {
		t.Fatal(err)
	}
	told, at := 0, from
	for at < s.LogSize() {
		b := nextBatch(t, flood)
		if len(b.Entries) > 200 {
			t.Errorf("%d events at once", len(b.Entries))
		}
		told += len(b.Entries) + b.Skipped
		at = b.Position
	}
	if told != int(at-from) {
		t.Errorf("told of %d events, and %d came", told, at-from)
	}
	for _, wrong := range []string{fmt.Sprint(at + 100), s.Pipeline.Token(at + 100), "000000000000.1", "x", "-1"} {
		if _, err := followLog(t.Context(), s, auditor, fields{"after": wrong}); err == nil {
			t.Errorf("%s is followed, a position that this log does not have", wrong)
		}
	}
}
