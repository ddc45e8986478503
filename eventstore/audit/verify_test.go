package audit

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"tradelog/eventstore"
	"tradelog/eventstore/storetest"
)

func TestVerifyWholeLogs(t *testing.T) {
	t.Parallel()
	for name, target := range targets {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := target.open(t)
			if report, err := Verify(t.Context(), store, Options{}); err != nil || !report.OK() || report.Events != 0 ||
				report.LogID != store.LogID() {
				t.Errorf("an empty log: %+v, error %v", report, err)
			}
			n := progressEvery + 321
			bulkFill(t, store, n)
			var told []eventstore.Position
			report, err := Verify(t.Context(), store, Options{Progress: func(p, head eventstore.Position) {
				if told = append(told, p); head != eventstore.Position(n) {
					t.Errorf("progress %d of %d", p, head)
				}
			}})
			all := everything(t, store)
			if err != nil || !report.OK() || report.Events != int64(n) || report.Head != eventstore.Position(n) || !report.Sealed ||
				string(report.Seal) != string(all[n-1].Seal) {
				t.Errorf("%+v, error %v", report, err)
			}
			if !slices.Equal(told, []eventstore.Position{progressEvery, eventstore.Position(n)}) {
				t.Errorf("told %v", told)
			}
		})
	}
}

// TestVerifyWhileOthersAppend: new events are no damage.
func TestVerifyWhileOthersAppend(t *testing.T) {
	t.Parallel()
	db := database(t)
	store, other := open(t, db), open(t, db)
	bulkFill(t, store, 6000)
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan error)
	go func() {
		var err error
		for n := 0; err == nil; n++ {
			_, err = other.Append(ctx, "order-9", eventstore.Any, happened(n))
		}
		stopped <- err
	}()
	for range 10 {
		report, err := Verify(t.Context(), store, Options{})
		if err != nil || !report.OK() || report.Events < 6000 {
			t.Errorf("%+v, error %v", report, err)
		}
	}
	stop()
	if err := <-stopped; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestVerifyByThePort: a store without optional interfaces is checked as far as the port allows.
func TestVerifyByThePort(t *testing.T) {
	t.Parallel()
	for fault, want := range map[storetest.Fault]Damage{
		storetest.FaultSealNotChained: {Kind: Inserted, Position: 1, Stream: "order-0"}, // each event says that it is the first
		storetest.FaultLosesInBatch:   {Kind: Removed, Position: 6, Stream: "order-4"},
	} {
		store := storetest.NewMemory(fault)
		fill(t, store, 4)
		if _, err := store.Append(t.Context(), "order-4", eventstore.NoStream, happened(1), happened(2), happened(3)); err != nil {
			t.Fatal(err)
		}
		report, err := Verify(t.Context(), store, Options{})
		if err != nil || len(report.Damages) == 0 || !slices.Contains(withoutDetails(report), want) {
			t.Errorf("%s: found %v, error %v, want %v", fault, report.Damages, err, want)
		}
	}
	db := database(t)
	pg := open(t, db)
	fill(t, pg, 20)
	exec(t, db, `DELETE FROM events WHERE position = 7`)
	report, err := Verify(t.Context(), portOnly{pg}, Options{})
	if d, _ := report.Find(Removed); err != nil || d.Position != 7 || !strings.Contains(d.Detail, "stops reading") {
		t.Errorf("found %v, error %v", report.Damages, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, s := range []eventstore.Store{pg, portOnly{pg}} {
		if _, err := Verify(gone, s, Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
	}
}

// plain is a store without seals.
type plain struct{ eventstore.Store }

func (p plain) Capabilities() eventstore.Capabilities {
	return eventstore.Capabilities{DensePositions: true}
}

func (p plain) ReadAll(
	ctx context.Context, from eventstore.Position, d eventstore.Direction, max int, f eventstore.Filter,
) (eventstore.Page, error) {
	page, err := p.Store.ReadAll(ctx, from, d, max, f)
	for i := range page.Events {
		page.Events[i].Seal = nil
	}
	return page, err
}

// unsealed returns a log as a store without seals, and with positions far apart if sparse.
func unsealed(log eventstore.Store, sparse bool) eventstore.Store {
	if sparse {
		return storetest.Sparse{Dense: log}
	}
	return plain{log}
}

func TestVerifyWithoutSeals(t *testing.T) {
	t.Parallel()
	for _, sparse := range []bool{false, true} {
		memory := storetest.NewMemory()
		store := unsealed(memory, sparse)
		fill(t, store, 1234)
		report, err := Verify(t.Context(), store, Options{})
		if err != nil || !report.OK() || report.Sealed || report.Events != 1234 {
			t.Errorf("sparse %v: %+v, error %v", sparse, report, err)
		}
		if _, err := Verify(t.Context(), store, Options{Checkpoint: &Checkpoint{}}); !errors.Is(err, errNotSealed) {
			t.Errorf("with a checkpoint: %v", err)
		}
		if _, err := TakeCheckpoint(t.Context(), store, nil, time.Now()); !errors.Is(err, errNotSealed) {
			t.Errorf("take a checkpoint: %v", err)
		}
		broken := storetest.NewMemory(storetest.FaultLosesInBatch)
		fill(t, broken, 4)
		if _, err := broken.Append(t.Context(), "order-4", eventstore.NoStream, happened(1), happened(2), happened(3)); err != nil {
			t.Fatal(err)
		}
		report, err = Verify(t.Context(), unsealed(broken, sparse), Options{})
		if d, _ := report.Find(Removed); err != nil || d.Stream != "order-4" {
			t.Errorf("sparse %v, an event of a stream missing: %v, error %v", sparse, report.Damages, err)
		}
		// Other logs can be copied from and to such a store.
		pg := open(t, database(t))
		if done, err := Copy(t.Context(), store, pg, CopyOptions{}); err != nil || done.Events != 1234 || done.SealsKept {
			t.Errorf("sparse %v, copied: %+v, error %v", sparse, done, err)
		}
		wantSame(t, everything(t, pg), everything(t, memory))
	}
}
