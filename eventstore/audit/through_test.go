package audit

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"tradelog/eventstore"
	"tradelog/eventstore/esdb"
	"tradelog/eventstore/storetest"
	"tradelog/test/esdbtest"
)

// outside opens an empty event store.
func outside(t testing.TB) (*esdb.Store, *esdbtest.Node) {
	t.Helper()
	node := esdbtest.StartNodes(t, storetest.NewMemory(), 1)[0]
	store, err := esdb.Open(t.Context(), node.URL, esdb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return store, node
}

// TestThroughAnEventStore: a log that goes through an event store comes back with its times and seals, to the bit.
func TestThroughAnEventStore(t *testing.T) {
	t.Parallel()
	source, target := open(t, database(t)), open(t, database(t))
	rugged(t, source, 60)
	between, _ := outside(t)
	if done, err := Copy(t.Context(), source, between, CopyOptions{}); err != nil || !done.TimesKept {
		t.Fatalf("there: %+v, error %v", done, err)
	}
	want := everything(t, source)
	for i, r := range everything(t, between) {
		if !r.RecordedAt.Equal(want[i].RecordedAt) || !same(&r, &want[i]) {
			t.Errorf("event %d: %+v, want %+v", i, r, want[i])
		}
	}
	if again, err := Copy(t.Context(), source, between, CopyOptions{}); err != nil || again.Present != 60 || !again.TimesKept {
		t.Errorf("there again: %+v, error %v", again, err)
	}
	done, err := Copy(t.Context(), between, target, CopyOptions{})
	if err != nil || !done.TimesKept {
		t.Fatalf("and back: %+v, error %v", done, err)
	}
	// Signatures of the first log hold for the last one, which is the same to the bit, and for no other.
	private, public := newKeys(t)
	checkpoint, err := TakeCheckpoint(t.Context(), source, private, want[0].RecordedAt)
	if err != nil {
		t.Fatal(err)
	}
	if report, err := Verify(t.Context(), target, Options{Checkpoint: &checkpoint, Key: public}); err != nil || !report.OK() ||
		report.CheckedAgainst != 60 {
		t.Errorf("against the checkpoint of before: %+v, error %v", report, err)
	}
	if got := everything(t, target); fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Error("times, positions or seals differ")
	}
}

// TestAnEventThatDoesNotFit is named; those that only do not fit together are appended apart.
func TestAnEventThatDoesNotFit(t *testing.T) {
	t.Parallel()
	source := storetest.NewMemory()
	large := func(n int) eventstore.NewEvent {
		e := happened(1)
		e.Data = []byte(`"` + strings.Repeat("x", n) + `"`)
		return e
	}
	unfit := large(5000)
	for _, events := range [][]eventstore.NewEvent{{large(900), large(900), large(900), large(900), large(900)}, {unfit}, {large(10)}} {
		if _, err := source.Append(t.Context(), "order-1", eventstore.Any, events...); err != nil {
			t.Fatal(err)
		}
	}
	target, node := outside(t)
	node.Become(esdbtest.State{MaxAppend: 2500})
	done, err := Copy(t.Context(), source, target, CopyOptions{})
	var named *unfitError
	if !errors.As(err, &named) || named.ID != unfit.ID.String() || named.Stream != "order-1" || named.Revision != 5 || named.Position != 6 ||
		named.Size < 5000 || !strings.Contains(err.Error(), "2500 bytes") || !errors.Is(err, eventstore.ErrInvalidEvent) {
		t.Errorf("%+v, %v", done, err)
	}
	if got := everything(t, target); len(got) != 5 {
		t.Errorf("%d events were copied", len(got))
	}
	node.Become(esdbtest.State{})
	again, err := esdb.Open(t.Context(), node.URL, esdb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if done, err := Copy(t.Context(), source, again, CopyOptions{}); err != nil || done.Events != 7 || done.Present != 5 {
		t.Errorf("with a higher limit: %+v, %v", done, err)
	}
}
