package cli_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/operations/eventlog"
	"tradelog/operations/representation"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// TestDropBesideAShop archives and drops the log of a running shop. No request fails meanwhile. Old orders can be read and shipped and
// their read models rebuilt as before, while the archive is attached. They can again once it is attached anew or everything is restored.
func TestDropBesideAShop(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 1000, nil)
	old := s.Order("MUG*2")
	path := fmt.Sprintf("/orders/%d", salestest.ID(old))
	stream := fmt.Sprintf("order-%d", salestest.ID(old))
	s.Settle()
	history := done(t, s.Shop, "events", "history", stream, "--open")
	dir := t.TempDir()
	key, target := filepath.Join(dir, "key"), filepath.Join(dir, "archive")
	verified := func(more ...string) {
		t.Helper()
		if out := done(t, s.Shop, append([]string{"events", "verify"}, more...)...); !strings.Contains(out, "all seals hold") {
			t.Errorf("events verify %v: %s", more, out)
		}
	}
	drop := []string{"events", "drop", "--archive", target, "--public-key", key + ".pub", "--yes"}
	const later = "2200-01-01"
	done(t, s.Shop, "events", "archive", "--before", later, "--to", target, "--key", key, "--segment-size", "20000")

	shopping, stop := context.WithCancel(t.Context())
	var shoppers sync.WaitGroup
	shoppers.Go(func() {
		for shopping.Err() == nil { // Order fails the test if a request fails
			s.Order("MUG")
			s.Must(200, "GET", path, nil, s.Service...)
		}
	})
	if out := done(t, s.Shop, drop...); !strings.Contains(out, "in "+target+" only") {
		t.Errorf("dropped: %s", out)
	}
	stop()
	shoppers.Wait()
	if out := done(t, s.Shop, drop...); !strings.Contains(out, "nothing to do") {
		t.Errorf("dropped again: %s", out)
	}
	verified()
	verified("--archive", target, "--key", key+".pub", "--against-log")
	proves(t, s, dir, fmt.Sprint(old["incrementId"]))
	if got := done(t, s.Shop, "events", "history", stream, "--open"); got != history {
		t.Errorf("the history of an old order:\n%s\nit was:\n%s", got, history)
	}
	if out := done(t, s.Shop, "projections", "rebuild", "orders"); !strings.Contains(out, "orders") {
		t.Errorf("rebuilt: %s", out)
	}
	s.Verify(s.Projections.Names()...)

	// Another instance has nothing of the old order in memory.
	other := apptest.Start(t, apptest.OnDatabase(s.Shop))
	shipment := other.Must(201, "POST", path+"/shipments", map[string]any{}, s.Service...).Object(t)
	if shipment["totalQty"] != 2.0 {
		t.Errorf("the shipment of an old order: %v", shipment)
	}
	done(t, s.Shop, "events", "archive", "--before", later, "--to", target, "--key", key)
	done(t, s.Shop, drop...)
	verified()

	moved := target + "-moved"
	if err := os.Rename(target, moved); err != nil {
		t.Fatal(err)
	}
	if code, out := line(t, s.Shop, "events", "verify"); code == 0 || !strings.Contains(out, target) || !strings.Contains(out, "--attach") {
		t.Errorf("without the archive: %d, %s", code, out)
	}
	starting, err := app.Open(t.Context(), s.Config)
	if err != nil {
		t.Fatal(err)
	}
	if err := starting.Start(t.Context()); !errors.Is(err, eventstore.ErrArchiveAway) || starting.Ready(t.Context()) == nil {
		t.Errorf("started without the archive: %v", err)
	}
	starting.Close()
	done(t, s.Shop, "events", "drop", "--attach", "--archive", moved, "--public-key", key+".pub")
	verified()
	if out := done(t, s.Shop, "events", "drop", "--undo"); !strings.Contains(out, "needs no archive any more") {
		t.Errorf("undone: %s", out)
	}
	if err := os.RemoveAll(moved); err != nil {
		t.Fatal(err)
	}
	verified()
	s.Verify("orders")
}

// TestADamagedArchiveIsTold: an instance that starts while segments with dropped contents are missing or damaged reports that.
func TestADamagedArchiveIsTold(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := apptest.Start(t)
	dir := t.TempDir()
	key, target := filepath.Join(dir, "key"), filepath.Join(dir, "archive")
	done(t, s, "events", "archive", "--before", "2200-01-01", "--to", target, "--key", key, "--segment-size", "5000")
	done(t, s, "events", "drop", "--archive", target, "--public-key", key+".pub", "--yes")
	if out := done(t, s, "backup", "create", "--to", filepath.Join(dir, "backup")); !strings.Contains(out, "needs the archive "+target+",") {
		t.Errorf("a backup does not name the archive: %s", out)
	}
	segments, err := filepath.Glob(filepath.Join(target, "events-*"))
	if err != nil || len(segments) < 2 {
		t.Fatal(segments, err)
	}
	content, err := os.ReadFile(segments[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(segments[1]); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(segments[0], append(content, 0), 0o600); err != nil {
		t.Fatal(err)
	}
	var log logged
	logger := slog.New(slog.NewTextHandler(&log, nil))
	other := apptest.Start(t, apptest.OnDatabase(s), apptest.WithConfig(func(c *app.Config) { c.Logger = logger }))
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	for body := (map[string]any)(nil); !damaged(body); {
		body = other.Must(200, "GET", "/readyz", nil).Object(t)
		if ctx.Err() != nil {
			t.Fatalf("readyz: %v\n%s", body, log.String())
		}
	}
	for _, segment := range segments[:2] {
		if said := log.String(); !strings.Contains(said, filepath.Base(segment)) {
			t.Errorf("%s is not named:\n%s", segment, said)
		}
	}
	answer := httptest.NewRecorder()
	other.Metrics.Handler().ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	if said := answer.Body.String(); !strings.Contains(said, `tradelog_degraded{what="event_archive"} 1`) ||
		!strings.Contains(said, `tradelog_degraded{what="wal_archive"} 0`) {
		t.Error("the metrics do not tell")
	}
}

// TestNoKeyIsLeftBehind: a command that cannot use a new key makes none.
func TestNoKeyIsLeftBehind(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	dir := t.TempDir()
	key, other, target := filepath.Join(dir, "key"), filepath.Join(dir, "other"), filepath.Join(dir, "archive")
	archive := func(args ...string) []string {
		return append([]string{"events", "archive", "--before", "2200-01-01"}, args...)
	}
	done(t, s, archive("--to", target, "--key", key)...)
	refused(t, s, "was begun with one", archive("--to", target, "--key", other)...)
	refused(t, s, "is no day", "events", "archive", "--before", "tomorrow", "--to", filepath.Join(dir, "new"), "--key", other)
	refused(t, s, "", archive("--to", "nowhere://bucket", "--key", other)...)
	if err := os.Rename(key, key+".away"); err != nil {
		t.Fatal(err)
	}
	refused(t, s, "and not the private key", "events", "checkpoint", "--key", key)
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(left) != 3 { // the archive, the moved key, its public key
		t.Errorf("%v is left, error %v", left, err)
	}
}

// logged collects the log of an instance.
type logged struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns the collected log.
func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// TestRefusedDrops: nothing is dropped without a confirmation, a key, or an archive of this log.
func TestRefusedDrops(t *testing.T) {
	t.Parallel()
	s, of := apptest.Start(t), apptest.Start(t)
	if _, err := of.Pool.Exec(t.Context(), `UPDATE log_head SET log_id = gen_random_uuid()`); err != nil { // test shops are copies
		t.Fatal(err)
	}
	of.Customer("other@example.com") // the first events are the same, so an archive of these alone would do
	dir := t.TempDir()
	key, target, foreign := filepath.Join(dir, "key"), filepath.Join(dir, "archive"), filepath.Join(dir, "foreign")
	for shop, to := range map[*apptest.Shop]string{s: target, of: foreign} {
		done(t, shop, "events", "archive", "--before", "2200-01-01", "--to", to, "--key", key)
	}
	public := []string{"--public-key", key + ".pub"}
	drop := func(args ...string) []string { return append([]string{"events", "drop"}, args...) }
	refused(t, s, "Name the archive of the events to drop", drop("--yes")...)
	refused(t, s, "Name the archive of the events to drop", drop("--undo", "--archive", target)...)
	refused(t, s, "--public-key FILE is needed", drop("--archive", target, "--yes")...)
	refused(t, s, "Nothing was done", drop(append(public, "--archive", target)...)...)
	refused(t, s, "the archive is of", drop(append(public, "--archive", foreign, "--yes")...)...)
	refused(t, s, "There is no archive in", drop(append(public, "--archive", filepath.Join(dir, rand.Text()), "--yes")...)...)
	if n := whole(t, s); n != int(s.LogSize()) {
		t.Errorf("%d of %d events are whole", n, s.LogSize())
	}
	segments, err := filepath.Glob(filepath.Join(target, "events-*"))
	if err != nil || len(segments) == 0 {
		t.Fatal(segments, err)
	}
	if err := os.Truncate(segments[0], 100); err != nil {
		t.Fatal(err)
	}
	refused(t, s, "the archive is damaged", drop(append(public, "--archive", target, "--yes")...)...)
}

// whole returns the number of events whose contents are in the database.
func whole(t *testing.T, s *apptest.Shop) (n int) {
	t.Helper()
	if err := s.Pool.QueryRow(t.Context(), `SELECT count(*) FROM events WHERE data IS NOT NULL`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestArchivesAreKnown: the log lists its archives, with the result of the last verification of each.
func TestArchivesAreKnown(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	known := func() []eventlog.KnownArchive {
		t.Helper()
		o := s.Pipeline.Registry.Find("log.checkpoints")
		in, err := representation.Arguments(o, nil)
		if err != nil {
			t.Fatal(err)
		}
		var list eventlog.Checkpoints
		answer, err := s.Pipeline.Invoke(t.Context(), operations.Operator("root", "test"), o, in)
		if err == nil {
			err = answer.Decode(&list)
		}
		if err != nil {
			t.Fatal(err)
		}
		return list.Archives
	}
	dir := t.TempDir()
	key, target := filepath.Join(dir, "key"), filepath.Join(dir, "archive")
	if all := known(); all == nil || len(all) != 0 {
		t.Fatalf("%+v", all)
	}
	done(t, s, "events", "archive", "--before", "2200-01-01", "--to", target, "--key", key, "--segment-size", "5000")
	all := known()
	if len(all) != 1 || all[0].Location != target || all[0].Position == 0 || all[0].Segments < 2 || all[0].Until.IsZero() ||
		all[0].VerifiedAt != nil || all[0].Checkpoint != 0 {
		t.Fatalf("%+v", all)
	}
	segments, err := filepath.Glob(filepath.Join(target, "events-*"))
	if err != nil || len(segments) != all[0].Segments {
		t.Errorf("%d files, %+v, %v", len(segments), all, err)
	}
	var size int64
	for _, file := range segments {
		if is, err := os.Stat(file); err != nil {
			t.Fatal(err)
		} else {
			size += is.Size()
		}
	}
	if size != all[0].Bytes {
		t.Errorf("the files have %d bytes, and %d are known", size, all[0].Bytes)
	}
	verify := []string{"events", "verify", "--archive", target, "--key", key + ".pub"}
	done(t, s, verify...)
	if all := known(); all[0].VerifiedAt != nil {
		t.Errorf("a verification without the log is noted: %+v", all)
	}
	done(t, s, append(verify, "--against-log")...)
	if all := known(); all[0].VerifiedAt == nil || all[0].Verified != all[0].Position || all[0].Damage != "" {
		t.Errorf("%+v", all)
	}
	if err := os.Remove(segments[0]); err != nil {
		t.Fatal(err)
	}
	if code, out := line(t, s, append(verify, "--against-log")...); code == 0 {
		t.Errorf("without a file: %s", out)
	}
	if all := known(); all[0].Damage == "" {
		t.Errorf("the damage is not noted: %+v", all)
	}
}

// damaged tells whether /readyz says that the archive of old events is damaged.
func damaged(body map[string]any) bool {
	reasons, _ := body["degraded"].([]any)
	return slices.Contains(reasons, any("the archive with the contents of old events is damaged"))
}
