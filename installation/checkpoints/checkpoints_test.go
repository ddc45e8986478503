package checkpoints

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"tradelog/eventstore"
	"tradelog/eventstore/audit"
	"tradelog/eventstore/audit/proof"
	"tradelog/eventstore/postgres"
	"tradelog/eventstore/storetest"
	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) {
	pgtest.Main(m, func() error { return goleak.Find() })
}

// open returns a book of a log of its own, whose key never changes.
func open(t *testing.T) *Book {
	t.Helper()
	pool := pgtest.Pool(t, pgtest.WithTemplate("migrated", migrations.Up))
	store, err := postgres.Open(t.Context(), pool, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	secret := strings.Repeat("ab", ed25519.SeedSize)
	return &Book{
		Pool: pool, Store: store, Clock: time.Now, Logger: slog.New(slog.DiscardHandler),
		Key: KeyOf(func(context.Context, string, string) (string, error) { return secret, nil }),
	}
}

// fill appends n events, of which every tenth is of order-1.
func fill(t *testing.T, b *Book, n int) {
	t.Helper()
	head, err := b.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var events []eventstore.Recorded
	revisions := map[string]eventstore.Revision{}
	for _, stream := range []string{"order-0", "order-1"} {
		there, err := eventstore.ReadWhole(t.Context(), b.Store, stream)
		if err != nil {
			t.Fatal(err)
		}
		revisions[stream] = eventstore.Revision(len(there))
	}
	for i := range n {
		stream := "order-0"
		if i%10 == 3 {
			stream = "order-1"
		}
		events = append(events, eventstore.Recorded{
			NewEvent: eventstore.NewEvent{ID: uuid.New(), Type: "OrderHappened", SchemaVersion: 1, Data: fmt.Appendf(nil, `{"n":%d}`, i),
				Metadata: []byte(`{}`)},
			Stream: stream, Revision: revisions[stream], RecordedAt: time.Now(),
		})
		revisions[stream]++
	}
	if _, err := b.Store.(eventstore.SealedStore).AppendBulk(t.Context(), head, events); err != nil {
		t.Fatal(err)
	}
}

func exec(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) {
	t.Helper()
	if _, err := pool.Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// checked makes the receipt of order-1 and checks it.
func checked(t *testing.T, b *Book) (*proof.Receipt, proof.Verdict) {
	t.Helper()
	events, err := eventstore.ReadWhole(t.Context(), b.Store, "order-1")
	if err != nil {
		t.Fatal(err)
	}
	shown := make([]proof.Shown, len(events))
	for i := range events {
		shown[i] = proof.Shown{Recorded: &events[i], Data: string(events[i].Data), Bare: true}
	}
	receipt, err := b.Receipt(t.Context(), "order-1", "1", shown)
	if err != nil {
		t.Fatal(err)
	}
	public, err := b.Public(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	verdict, err := proof.Check(receipt, public)
	if err != nil {
		t.Fatal(err)
	}
	return receipt, verdict
}

// now takes a checkpoint at the end of the log.
func now(t *testing.T, b *Book) *audit.Checkpoint {
	t.Helper()
	c, err := b.Now(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestReceiptsAreProvedByCheckpoints: receipts over several checkpoints of all sizes hold, and events that no checkpoint covers are in the
// chain.
func TestReceiptsAreProvedByCheckpoints(t *testing.T) {
	t.Parallel()
	b := open(t)
	if _, err := b.Now(t.Context()); err == nil || !strings.Contains(err.Error(), "the log is empty") {
		t.Errorf("a checkpoint of an empty log: %v", err)
	}
	total := 0
	for _, n := range []int{4, 1, 255, 256, 1500, 77} {
		fill(t, b, n)
		total += n
		_, before := checked(t, b)
		if before.Pending == 0 && n > 3 {
			t.Errorf("after %d more events nothing is pending", n)
		}
		c := now(t, b)
		if int(c.Position) != total || int(c.Position-c.From) != n {
			t.Errorf("the checkpoint covers %d to %d, want %d to %d", c.From, c.Position, total-n, total)
		}
		receipt, after := checked(t, b)
		if after.Pending != 0 || after.Recomputed != after.Events || receipt.Chain != nil {
			t.Errorf("after the checkpoint at %d: %+v", c.Position, after)
		}
		for _, e := range receipt.Events {
			if len(e.Path) > 11 { // 1,500 seals
				t.Errorf("the path of position %d has %d hashes", e.Position, len(e.Path))
			}
		}
		again, _ := checked(t, b)
		if first, second := text(t, receipt), text(t, again); !bytes.Equal(first, second) {
			t.Error("the same receipt differs")
		}
	}
	if c := now(t, b); int(c.Position) != total {
		t.Errorf("without new events the checkpoint is at %d", c.Position)
	}
	fill(t, b, maxChain+10)
	if receipt, v := checked(t, b); receipt.Chain != nil || v.Pending == 0 {
		t.Errorf("a chain of more than %d seals: %+v", maxChain, v)
	}
}

func text(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestLongRangesAreDivided: a checkpoint covers a bounded range, and several at once cover the rest. Two callers take each once.
func TestLongRangesAreDivided(t *testing.T) {
	t.Parallel()
	b := open(t)
	fill(t, b, maxRange+300)
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			if c, err := b.Take(t.Context(), maxRange+300); err != nil || c.Position != maxRange+300 || c.From != maxRange {
				t.Errorf("%+v, error %v", c, err)
			}
		})
	}
	group.Wait()
	if _, v := checked(t, b); v.Pending != 0 {
		t.Errorf("%+v", v)
	}
}

// progressOf advances until all is verified, and returns the position.
func progressOf(t *testing.T, b *Book) Progress {
	t.Helper()
	for range 10 {
		more, err := b.Advance(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		s, err := b.Progress(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !more {
			return s
		}
	}
	t.Fatal("it does not catch up")
	return Progress{}
}

// TestBrokenSealsAreNoticed breaks the log at each position, and mends it again.
func TestBrokenSealsAreNoticed(t *testing.T) {
	t.Parallel()
	b := open(t)
	fill(t, b, 500)
	if s := progressOf(t, b); s.Position != 500 || s.Broken != 0 || s.At.IsZero() {
		t.Fatalf("%+v", s)
	}
	now(t, b)
	fill(t, b, 100)
	change := func(at int, n int) string {
		return fmt.Sprintf(`UPDATE events SET data = '{"n":%d}' WHERE position = %d`, n, at)
	}
	move := func(from, to int) string {
		return fmt.Sprintf(`UPDATE events SET position = %d WHERE position = %d`, to, from)
	}
	head := func(seal string) string { return `UPDATE log_head SET seal = ` + seal }
	for what, damage := range map[string]struct {
		breaks, mends string
		at            eventstore.Position
	}{
		"a new event is changed":    {change(550, 9), change(550, 49), 550},
		"an old event is changed":   {change(50, 9), change(50, 49), 50},
		"a new event is removed":    {move(590, -590), move(-590, 590), 590},
		"an old event is removed":   {move(90, -90), move(-90, 90), 90},
		"the end is removed":        {move(600, -600), move(-600, 600), 600},
		"the verified end is gone":  {move(500, -500), move(-500, 500), 500},
		"the head has another seal": {head(`sha256(seal)`), head(`(SELECT seal FROM events WHERE position = 600)`), 600},
		"a checkpoint is not signed": {`UPDATE log_checkpoints SET signed_at = signed_at + interval '1 day'`,
			`UPDATE log_checkpoints SET signed_at = signed_at - interval '1 day'`, 500},
	} {
		t.Run(what, func(t *testing.T) {
			exec(t, b.Pool, damage.breaks)
			s := progressOf(t, b)
			if s.Broken == 0 { // this round had passed the event already; the next begins at the first
				s = progressOf(t, b)
			}
			if s.Broken != damage.at || s.Damage == "" {
				t.Errorf("found %+v", s)
			}
			if _, err := b.Now(t.Context()); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("damaged at position %d", damage.at)) {
				t.Errorf("a checkpoint of a broken log: %v", err)
			}
			if err := b.TakeDue(t.Context(), time.Nanosecond); err != nil {
				t.Error(err)
			}
			exec(t, b.Pool, damage.mends)
			if s := progressOf(t, b); s.Broken != 0 || s.Checkpoint != 500 {
				t.Errorf("after it was mended: %+v", s)
			}
			exec(t, b.Pool, `UPDATE log_verification SET position = 500, seal = (SELECT seal FROM events WHERE position = 500)`)
		})
	}
	// Somebody who computes all seals anew, from position 100 on, and changes what the database knows of the verification.
	seal := everySeal(t, b, 99)
	rows, err := b.Store.ReadAll(t.Context(), 99, eventstore.Forwards, 1000, eventstore.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows.Events {
		r := &rows.Events[i]
		if r.Position == 100 {
			r.Data = []byte(`{"n":1000}`)
		}
		seal = eventstore.Seal(seal, r)
		exec(t, b.Pool, `UPDATE events SET data = $2, seal = $3 WHERE position = $1`, int64(r.Position), r.Data, seal)
	}
	exec(t, b.Pool, `UPDATE log_head SET seal = $1`, seal)
	exec(t, b.Pool, `DELETE FROM log_verification`)
	if s := progressOf(t, b); s.Broken != 500 || !strings.Contains(s.Damage, "written anew") {
		t.Errorf("a log that was written anew: %+v", s)
	}
}

// everySeal returns the seal of a position.
func everySeal(t *testing.T, b *Book, at eventstore.Position) []byte {
	t.Helper()
	marks, err := b.Store.(eventstore.SealedStore).Seals(t.Context(), []eventstore.Range{{From: at - 1, To: at}})
	if err != nil || len(marks) != 1 {
		t.Fatalf("%v, error %v", marks, err)
	}
	return marks[0].Seal
}

// TestCheckpointsOnASchedule: one is taken when the newest is old enough and there is something new.
func TestCheckpointsOnASchedule(t *testing.T) {
	t.Parallel()
	b := open(t)
	at := time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)
	b.Clock = func() time.Time { return at }
	due := func(every time.Duration) eventstore.Position {
		t.Helper()
		if err := b.TakeDue(t.Context(), every); err != nil {
			t.Fatal(err)
		}
		s, err := b.Progress(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return s.Checkpoint
	}
	fill(t, b, 10)
	progressOf(t, b)
	if at := due(0); at != 0 {
		t.Errorf("a checkpoint at %d, although none is wanted", at)
	}
	if at := due(time.Hour); at != 10 {
		t.Errorf("the first checkpoint is at %d", at)
	}
	fill(t, b, 10)
	progressOf(t, b)
	at = at.Add(59 * time.Minute)
	if at := due(time.Hour); at != 10 {
		t.Errorf("after 59 minutes there is one at %d", at)
	}
	at = at.Add(time.Minute)
	if at := due(time.Hour); at != 20 {
		t.Errorf("after an hour there is one at %d", at)
	}
}

// TestPublishing sends each checkpoint to a file and to a receiver, in order, and again those that a receiver did not take.
func TestPublishing(t *testing.T) {
	t.Parallel()
	b := open(t)
	public, err := b.Public(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "checkpoints.jsonl")
	var got []audit.Checkpoint
	answer := http.StatusServiceUnavailable
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var c audit.Checkpoint
		if err := json.Unmarshal(body, &c); err != nil || !c.SignedBy(public) || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: %v", body, err)
		}
		if answer == http.StatusNoContent {
			got = append(got, c)
		}
		w.WriteHeader(answer)
	}))
	defer receiver.Close()
	fill(t, b, 5)
	now(t, b)
	if err := b.Publish(t.Context(), "file:"+file); err != nil {
		t.Fatal(err)
	}
	fill(t, b, 5)
	now(t, b)
	if err := b.Publish(t.Context(), receiver.URL); err == nil || !strings.Contains(err.Error(), "503") {
		t.Errorf("a receiver that fails: %v", err)
	}
	fill(t, b, 5)
	now(t, b)
	if s, err := b.Progress(t.Context()); err != nil || s.Unpublished != 2 {
		t.Errorf("%+v, error %v", s, err)
	}
	answer = http.StatusNoContent
	for range 2 {
		if err := b.Publish(t.Context(), receiver.URL); err != nil {
			t.Fatal(err)
		}
	}
	if len(got) != 2 || got[0].Position != 10 || got[1].Position != 15 {
		t.Errorf("published %+v", got)
	}
	line, err := os.ReadFile(file)
	var c audit.Checkpoint
	if err != nil || bytes.Count(line, []byte("\n")) != 1 || json.Unmarshal(line, &c) != nil || c.Position != 5 || !c.SignedBy(public) {
		t.Errorf("the file has %s, error %v", line, err)
	}
	for target, fine := range map[string]bool{
		"file:/srv/checkpoints": true, "file:checkpoints.jsonl": true, "https://witness.example/log": true, "http://127.0.0.1:9/x": true,
		"http://witness.example/log": false, "file:": false, "/srv/checkpoints": false, "https:": false, "ftp://witness.example": false,
	} {
		if err := CheckTarget(target); (err == nil) != fine {
			t.Errorf("%s: %v", target, err)
		}
	}
}

// TestLostEventsTakeTheirCheckpointsAlong: after a loss that was accepted, checkpoints of lost positions are gone, and the log is verified
// anew.
func TestLostEventsTakeTheirCheckpointsAlong(t *testing.T) {
	t.Parallel()
	b := open(t)
	fill(t, b, 5)
	now(t, b)
	fill(t, b, 5)
	now(t, b)
	if err := pgx.BeginFunc(t.Context(), b.Pool, func(tx pgx.Tx) error { return PutBack(t.Context(), tx, 7) }); err != nil {
		t.Fatal(err)
	}
	s, err := b.Progress(t.Context())
	if err != nil || s.Checkpoint != 5 || s.Position != 0 || !s.At.IsZero() {
		t.Errorf("%+v, error %v", s, err)
	}
}

// failure returns a call without its result.
func failure(call func() (any, error)) func() error {
	return func() error {
		_, err := call()
		return err
	}
}

// TestAnUnsealedLogHasNone: a log in an event store says why there are no checkpoints and no receipts.
func TestAnUnsealedLogHasNone(t *testing.T) {
	t.Parallel()
	b := open(t)
	b.Store = storetest.NewMemory()
	if b.Sealed() {
		t.Error("it says that it is sealed")
	}
	for what, call := range map[string]func() error{
		"take":    failure(func() (any, error) { return b.Take(t.Context(), 1) }),
		"advance": failure(func() (any, error) { return b.Advance(t.Context()) }),
		"receipt": failure(func() (any, error) { return b.Receipt(t.Context(), "order-1", "1", nil) }),
	} {
		if err := call(); !errors.Is(err, errUnsealed) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
