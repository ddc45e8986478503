package postgres

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/adapters/objects"
	"tradelog/eventstore"
	"tradelog/eventstore/archive"
	"tradelog/eventstore/audit"
	"tradelog/eventstore/storetest"
)

// droppable is a log with an archive beside it.
type droppable struct {
	pool       *pgxpool.Pool
	store      *Store
	archiveDir string
	private    ed25519.PrivateKey
}

func openStorage(_ context.Context, location string) (archive.Storage, error) {
	return objects.Open(location, objects.Private)
}

var withStorage = Options{OpenStorage: openStorage}

func newDroppable(t testing.TB) *droppable {
	t.Helper()
	pool := database(t)
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &droppable{pool, open(t, pool, withStorage), t.TempDir(), private}
}

func (d *droppable) public() ed25519.PublicKey { return d.private.Public().(ed25519.PublicKey) }

// archive continues the archive up to the end of the log, in segments of some bytes.
func (d *droppable) archive(ctx context.Context, size int) (*archive.Archive, error) {
	storage, err := openStorage(ctx, d.archiveDir)
	if err != nil {
		return nil, err
	}
	_, err = audit.WriteArchive(ctx, d.store, storage, audit.ArchiveOptions{Before: time.Now().AddDate(100, 0, 0), Key: d.private,
		Clock: time.Now, SegmentSize: size})
	if err != nil {
		return nil, err
	}
	return archive.Open(ctx, storage, d.public())
}

func (d *droppable) drop(ctx context.Context, size int) error {
	opened, err := d.archive(ctx, size)
	if err != nil {
		return err
	}
	_, err = audit.Drop(ctx, full{d.store}, opened, audit.DropOptions{Location: d.archiveDir, Key: d.public()})
	return err
}

// full is a log that does not reclaim space, which takes long.
type full struct{ *Store }

func (full) Reclaim(context.Context) error { return nil }

// whole returns the number of events whose contents are in the table.
func (d *droppable) whole(t testing.TB) (n int) {
	t.Helper()
	if err := d.pool.QueryRow(t.Context(), `SELECT count(*) FROM events WHERE num_nulls(data, metadata) = 0`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// dropping drops all events there are before it reads, the first few times.
type dropping struct {
	*Store
	*droppable
	mu   sync.Mutex
	left int
	at   eventstore.Position
}

func (d *dropping) first(ctx context.Context) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	head, err := d.Head(ctx)
	if err != nil || head == d.at || d.left == 0 {
		return nil // what the checks do to the connection shows in the read
	}
	d.left--
	if err := d.drop(context.WithoutCancel(ctx), 4000); err != nil {
		return fmt.Errorf("drop: %w", err)
	}
	d.at = head
	return nil
}

func (d *dropping) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, direction eventstore.Direction, most int,
) ([]eventstore.Recorded, error) {
	if err := d.first(ctx); err != nil {
		return nil, err
	}
	return d.Store.ReadStream(ctx, stream, from, direction, most)
}

func (d *dropping) ReadAll(
	ctx context.Context, from eventstore.Position, direction eventstore.Direction, most int, filter eventstore.Filter,
) (eventstore.Page, error) {
	if err := d.first(ctx); err != nil {
		return eventstore.Page{}, err
	}
	return d.Store.ReadAll(ctx, from, direction, most, filter)
}

func (d *dropping) Subscribe(ctx context.Context, from eventstore.Position, filter eventstore.Filter) (eventstore.Subscription, error) {
	if err := d.first(ctx); err != nil {
		return nil, err
	}
	return d.Store.Subscribe(ctx, from, filter)
}

// TestStoreOfDroppedEvents holds a log whose events leave it all the time to the promises of the port.
func TestStoreOfDroppedEvents(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Log {
		d := newDroppable(t)
		return storetest.Log{Store: &dropping{Store: d.store, droppable: d, left: 2}, Close: d.store.Close,
			Again: func() eventstore.Store { return open(t, d.pool, withStorage) }}
	}, storetest.Features{DensePositions: true, Sealed: true, UniqueIDs: true, OrderedTimes: true, Turns: true, Streams: true,
		Instances: true})
}

// reads returns every read there is of a log of some streams.
func reads(t testing.TB, s *Store, streams int, end eventstore.Position) (all []any) {
	t.Helper()
	add := func(got any, err error) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, got)
	}
	for i := range streams {
		for from := eventstore.Revision(0); from <= 4; from += 4 {
			for _, direction := range []eventstore.Direction{eventstore.Forwards, eventstore.Backwards} {
				for _, most := range []int{0, 3} {
					add(s.ReadStream(t.Context(), fmt.Sprintf("order-%d", i), from, direction, most))
				}
			}
		}
	}
	for from := eventstore.Position(0); from <= end+1; from += 16 {
		for _, filter := range []eventstore.Filter{{}, {Types: []string{"Happened"}}, {Categories: []string{"order"}},
			{Types: []string{"Other"}}} {
			add(s.ReadAll(t.Context(), from, eventstore.Forwards, 20, filter))
			add(s.ReadAll(t.Context(), from, eventstore.Backwards, 20, filter))
		}
	}
	subscription, err := s.Subscribe(t.Context(), 0, eventstore.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	defer subscription.Close()
	for at := eventstore.Position(0); at < end; {
		batch, err := subscription.Next(t.Context())
		add(batch.Events, err)
		at = batch.Position
	}
	return all
}

// TestDrop drops events in steps that fail after each number of statements, while another instance reads. Every read gives the same
// before, between, after, and when everything is back.
func TestDrop(t *testing.T) {
	t.Parallel()
	d := newDroppable(t)
	const streams, each = 9, 9
	var first eventstore.NewEvent
	for i := range streams * each {
		e := some(1)[0]
		if i == 0 {
			first = e
		}
		e.Data = fmt.Appendf(nil, `{"n":%d,"text":%q}`, i, strings.Repeat("x", 15_000*(i%3))) // several frames
		mustAppend(t, d.store, fmt.Sprintf("order-%d", i%streams), eventstore.Any, e)
	}
	end := eventstore.Position(streams * each)
	reader := open(t, d.pool, withStorage)
	want := reads(t, reader, streams, end)
	same := func(when string) {
		t.Helper()
		if got := reads(t, reader, streams, end); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: the reads differ", when)
		}
		if report, err := audit.Verify(t.Context(), open(t, d.pool, withStorage), audit.Options{}); err != nil || !report.OK() {
			t.Fatalf("%s: %v, %v", when, report.Damages, err)
		}
	}
	opened, err := d.archive(t.Context(), 400_000)
	if err != nil {
		t.Fatal(err)
	}
	options := audit.DropOptions{Location: d.archiveDir, Key: d.public()}
	stopped := errors.New("stopped")
	for left := 0; ; left++ {
		_, err := audit.Drop(t.Context(), &stopping{d.store, left, stopped}, opened, options)
		if err == nil {
			break
		}
		if !errors.Is(err, stopped) {
			t.Fatal(err)
		}
		same(fmt.Sprintf("stopped after %d steps", left))
	}
	if n := d.whole(t); n != 0 {
		t.Fatalf("%d events are still whole", n)
	}
	same("dropped")
	if done, err := audit.Drop(t.Context(), d.store, opened, options); err != nil || done.Events != 0 {
		t.Errorf("dropped again: %+v, %v", done, err)
	}
	// IDs and revisions of dropped events count.
	if at, err := reader.Append(t.Context(), "order-0", eventstore.NoStream, first); err != nil || !at.Repeated || at.Position != 1 {
		t.Errorf("the first event once more: %+v, %v", at, err)
	}
	if _, err := reader.Append(t.Context(), "order-0", eventstore.Exactly(3), some(1)...); !errors.Is(err, eventstore.ErrWrongRevision) {
		t.Errorf("an append that expects an old revision: %v", err)
	}
	if _, err := reader.Append(t.Context(), "order-0", eventstore.Any, first, some(1)[0]); !errors.Is(err, eventstore.ErrWrongRevision) {
		t.Errorf("an append with the ID of a dropped event: %v", err)
	}
	turn := func(newer []eventstore.Recorded) ([]eventstore.NewEvent, error) {
		if len(newer) != each || newer[0].ID != first.ID || newer[0].Data == nil {
			t.Errorf("in turn: %d events", len(newer))
		}
		return nil, nil
	}
	if _, err := reader.AppendInTurn(t.Context(), "order-0", 0, turn); err != nil {
		t.Error(err)
	}
	for i := 0; ; i++ {
		left, err := d.store.PutBack(t.Context(), 50)
		if err != nil {
			t.Fatal(err)
		}
		same(fmt.Sprintf("put back up to position %d", left))
		if left == 0 {
			break
		}
	}
	if n := d.whole(t); n != int(end) {
		t.Errorf("%d events are whole again, want %d", n, end)
	}
}

// stopping is a log on which dropping fails after some steps.
type stopping struct {
	*Store
	left int
	err  error
}

func (s *stopping) step() error {
	if s.left--; s.left < 0 {
		return s.err
	}
	return nil
}

func (s *stopping) NameArchive(ctx context.Context, part eventstore.ArchivedPart) error {
	if err := s.step(); err != nil {
		return err
	}
	return s.Store.NameArchive(ctx, part)
}

// Drop fails half way through its batch.
func (s *stopping) Drop(ctx context.Context, next []eventstore.Mark) (int, error) {
	if err := s.step(); err != nil {
		return 0, err
	}
	if len(next) < 30 {
		return s.Store.Drop(ctx, next)
	}
	half := len(next) / 2
	n, err := s.Store.Drop(ctx, next[:half])
	if err == nil {
		err = s.err
	}
	return n, err
}

func (s *stopping) Reclaim(ctx context.Context) error {
	if err := s.step(); err != nil {
		return err
	}
	return s.Store.Reclaim(ctx)
}

// TestArchiveAway: what can be said without the archive is said, reads say where it was, and an archive that has moved is found by
// instances that run.
func TestArchiveAway(t *testing.T) {
	t.Parallel()
	d := newDroppable(t)
	mustAppend(t, d.store, "order-1", eventstore.NoStream, some(3)...)
	if err := d.drop(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	opened, err := d.archive(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	running := open(t, d.pool, withStorage)
	if err := running.Readable(t.Context()); err != nil {
		t.Fatal(err)
	}
	old := d.archiveDir
	d.archiveDir = old + "-moved"
	if err := os.Rename(old, d.archiveDir); err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*Store{"another program": open(t, d.pool, withStorage),
		"one that reads no archives": open(t, d.pool, Options{})} {
		_, read := s.ReadStream(t.Context(), "order-1", 0, eventstore.Forwards, 0)
		for _, err := range []error{s.Readable(t.Context()), read} {
			if !errors.Is(err, eventstore.ErrArchiveAway) || !strings.Contains(err.Error(), old) || !Outage(err) {
				t.Errorf("%s: %v", name, err)
			}
		}
		mustAppend(t, s, "order-1", eventstore.StreamExists, some(1)...)
	}
	options := audit.DropOptions{Location: old, Key: d.public()}
	if err := audit.Attach(t.Context(), d.store, opened, options); !errors.Is(err, eventstore.ErrArchiveAway) {
		t.Errorf("attached where it is not: %v", err)
	}
	options.Location = d.archiveDir
	if err := audit.Attach(t.Context(), d.store, opened, options); err != nil {
		t.Fatal(err)
	}
	if got, err := running.ReadStream(t.Context(), "order-1", 0, eventstore.Forwards, 0); err != nil || len(got) != 5 || got[0].Data == nil {
		t.Errorf("after it was attached: %v, %v", got, err)
	}
}

// TestDropOfOtherEvents: nothing is dropped that is not the same in the archive, and an event that somebody has emptied is damage.
func TestDropOfOtherEvents(t *testing.T) {
	t.Parallel()
	d := newDroppable(t)
	mustAppend(t, d.store, "order-1", eventstore.NoStream, some(5)...)
	opened, err := d.archive(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	exec(t, d.pool, `CREATE TABLE kept AS SELECT position, seal FROM events`)
	exec(t, d.pool, `UPDATE events SET seal = sha256('other') WHERE position = 3`)
	options := audit.DropOptions{Location: d.archiveDir, Key: d.public()}
	if _, err := audit.Drop(t.Context(), d.store, opened, options); !errors.Is(err, eventstore.ErrOtherEvents) {
		t.Errorf("another event than in the archive: %v", err)
	}
	if n := d.whole(t); n != 5 {
		t.Errorf("%d events are whole", n)
	}
	exec(t, d.pool, `UPDATE events e SET seal = k.seal FROM kept k WHERE k.position = e.position`)
	if _, err := audit.Drop(t.Context(), d.store, opened, options); err != nil {
		t.Fatal(err)
	}
	mustAppend(t, d.store, "order-1", eventstore.StreamExists, some(2)...)
	exec(t, d.pool, `UPDATE events SET data = NULL WHERE position = 6`)
	if _, err := d.store.ReadStream(t.Context(), "order-1", 0, eventstore.Forwards, 0); !errors.Is(err, errGone) {
		t.Errorf("an emptied event is read: %v", err)
	}
	report, err := audit.Verify(t.Context(), d.store, audit.Options{})
	if err != nil || len(report.Damages) != 1 || report.Damages[0].Kind != audit.Changed || report.Damages[0].Position != 6 {
		t.Errorf("verified: %v, %v", report.Damages, err)
	}
}
