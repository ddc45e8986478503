package platform_test

import (
	"fmt"
	"net/url"
	"testing"
	"time"

	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/operations/eventlog"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestPositionsAreOpaque reads a log whose positions are far apart and whose other positions are refused. It uses every way in which a
// client names a position. A position that no event has is refused with 400.
func TestPositionsAreOpaque(t *testing.T) {
	t.Parallel()
	s := feed{salestest.Start(t, apptest.OnEventStore())}
	path := fmt.Sprintf("/products/%d", s.Product("MUG", "10", 100, nil))
	order := s.Order("MUG*2")
	s.Settle()
	before, then := s.LogSize(), time.Now().UTC()
	changed := s.Must(200, "PUT", path, fields{"price": 12}, s.Service...)
	s.Settle()
	after := s.LogSize()
	price := func(query string, want float64) {
		t.Helper()
		salestest.Check(t, s.Must(200, "GET", path+query, nil, s.Service...).Object(t), fields{"price": want})
	}
	price("", 12)
	price(fmt.Sprintf("?asOf=%d", before), 10)
	price("?asOf="+url.QueryEscape(then.Format("2006-01-02T15:04:05.000000Z")), 10)
	price("?asOf="+changed.Header.Get("X-Event-Position"), 12)
	price("?asOf="+url.QueryEscape(time.Now().UTC().Format("2006-01-02T15:04:05.000000Z")), 12)

	var told []fields
	for at := int64(0); ; {
		list, next := s.page(fmt.Sprintf("after=%d&limit=1", at), s.Service)
		if told = append(told, list...); len(list) == 0 {
			break
		}
		at = next
	}
	if list, _ := s.page("after=0", s.Service); len(list) != len(told) || len(told) < 3 {
		t.Errorf("%d changes one by one, %d at once", len(told), len(list))
	}
	entries := 0
	for at := int64(0); ; {
		page := s.Must(200, "GET", fmt.Sprintf("/audit?limit=3&after=%d", at), nil, s.Service...).Object(t)
		entries += len(page["entries"].([]any))
		if at = salestest.Number(page["next"]); at == 0 {
			break
		}
	}
	if entries < 10 {
		t.Errorf("the search finds %d events", entries)
	}
	timeline := s.Must(200, "GET", fmt.Sprintf("/orders/%d/timeline", salestest.ID(order)), nil, s.Service...).Object(t)
	if len(timeline["entries"].([]any)) == 0 {
		t.Error("the order has no timeline")
	}

	newest := must[eventlog.Tail](t, s.Shop.Shop, auditor, "log.tail", fields{"limit": 200})
	for i, e := range newest.Entries {
		one := must[eventlog.Event](t, s.Shop.Shop, auditor, "log.event", fields{"position": int64(e.Position)})
		wrong := one.After != 0 && one.After <= e.Position // a reaction may have appended since the newest one was read
		if i > 0 {
			wrong = one.After != newest.Entries[i-1].Position
		}
		if wrong || i+1 < len(newest.Entries) && one.Before != newest.Entries[i+1].Position {
			t.Errorf("the neighbours of position %d are %d and %d", e.Position, one.Before, one.After)
		}
	}
	live, err := followLog(t.Context(), s.Shop, auditor, fields{"after": int64(before)})
	if err != nil {
		t.Fatal(err)
	}
	if b := nextBatch(t, live); len(b.Entries) == 0 || b.Entries[0].Position <= before {
		t.Errorf("behind position %d: %+v", before, b.Entries)
	}

	for _, at := range []eventstore.Position{before - 1, before + 1, after - 1, 1} {
		for _, read := range []string{path + "?asOf=%d", "/changes?after=%d", "/audit?after=%d"} {
			if a := s.Do("GET", fmt.Sprintf(read, at), nil, s.Service...); a.Status != 400 {
				t.Errorf(read+": %d %s", at, a.Status, a.Body)
			}
		}
		if _, err := followLog(t.Context(), s.Shop, auditor, fields{"after": int64(at)}); fault.KindOf(s.Pipeline.Fault(err)) != fault.Invalid {
			t.Errorf("the log is followed after %d: %v", at, err)
		}
		if _, err := ask[any](t, s.Shop.Shop, auditor, "log.event", fields{"position": int64(at)}); fault.KindOf(err) != fault.NotFound {
			t.Errorf("the event at %d: %v", at, err)
		}
	}
}
