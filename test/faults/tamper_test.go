package faults

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/eventstore/postgres"
	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// TestTampering changes the log as a person with access to its database could, and lets the program verify it. Only an external checkpoint
// reveals a log that was rewritten completely. A shorter log is noticed because read models are ahead of it.
func TestTampering(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	keys := t.TempDir()
	key, checkpoint := filepath.Join(keys, "key"), filepath.Join(keys, "checkpoint")
	var middle int // the end of the log when the checkpoint was made
	prepare := pgtest.WithTemplate(fmt.Sprint("tampered", rounds.Add(1)), func(ctx context.Context, url string) error {
		if err := migrations.Up(ctx, url); err != nil {
			return err
		}
		s := servetest.Start(t, t.TempDir(), "--database", url)
		open(t, s)
		sell := func() {
			for range 4 {
				_ = untilDone(t, 201, func() (servetest.Answer, error) { return place(s, filledCart(t, s)) })
			}
		}
		sell()
		printed, err := command(t, url, "events", "checkpoint", "--key", key)
		if err != nil {
			return fmt.Errorf("%w\n%s", err, printed)
		}
		printed = printed[max(0, strings.Index(printed, "{")):]
		var taken struct{ Position int }
		if err := errors.Join(json.Unmarshal([]byte(printed), &taken), os.WriteFile(checkpoint, []byte(printed), 0o600)); err != nil {
			return err
		}
		middle = taken.Position
		sell()
		db := connect(t, url)
		settled(t, db) // or the rows know of no more events than a log that was shortened
		return errors.Join(db.Close(ctx), s.Signal(syscall.SIGINT))
	})
	whole := pgtest.URL(t, prepare)
	against := []string{"--checkpoint", checkpoint, "--public-key", key + ".pub"}
	if said := verified(t, whole, against...); !strings.Contains(said, fmt.Sprintf("the checkpoint at position %d agrees", middle)) {
		t.Error(said)
	}
	for _, c := range []struct {
		name string
		do   func(db *pgx.Conn, url string)
		want string // expected message; with the checkpoint only if forged
		// forged means that the log is consistent in itself, up to its head. shorter means that the log is shorter than its read models.
		forged, shorter bool
	}{
		{name: "an event changed", want: "changed at position", do: func(db *pgx.Conn, _ string) {
			execute(t, db,
				`UPDATE events SET data = replace(data::text, '"qty":2', '"qty":1')::json WHERE position = (SELECT max(position) FROM events WHERE `+
					`type = 'OrderPlaced')`)
		}},
		{name: "an event deleted", want: "removed at position", do: func(db *pgx.Conn, _ string) {
			execute(t, db, `DELETE FROM events WHERE position = (SELECT min(position) FROM events WHERE type = 'StockReserved')`)
		}},
		{name: "an event inserted", want: "inserted at position", do: func(db *pgx.Conn, _ string) {
			move(t, db, middle, 1)
			execute(t, db, `INSERT INTO events SELECT $1, 'order-999', 0, gen_random_uuid(), type, schema_version, data, metadata, recorded_at, seal
				FROM events WHERE type = 'OrderPlaced' ORDER BY position LIMIT 1`, middle)
			execute(t, db, `UPDATE log_head SET position = position + 1`)
		}},
		{name: "events reordered", want: "reordered at position", do: func(db *pgx.Conn, _ string) {
			execute(t, db, `UPDATE events SET position = -position WHERE position IN ($1, $2)`, middle-3, middle+3)
			execute(t, db, `UPDATE events SET position = $1 + position WHERE position < 0`, 2*middle)
		}},
		{name: "the tail cut", want: "tail cut at position", do: func(db *pgx.Conn, _ string) {
			execute(t, db, `DELETE FROM events WHERE position > $1`, middle+5)
		}},
		{name: "a stream removed", want: "stream deleted at position", do: func(db *pgx.Conn, _ string) {
			execute(t, db, `DELETE FROM events WHERE stream = 'order-2'`)
		}},
		{name: "the head changed", want: "forged at position", do: func(db *pgx.Conn, _ string) {
			execute(t, db, `UPDATE log_head SET seal = sha256(seal)`)
		}},
		{name: "the tail cut, and the head with it", forged: true, shorter: true, want: "tail cut at position", do: func(db *pgx.Conn, _ string) {
			execute(t, db, `DELETE FROM events WHERE position >= $1`, middle)
			execute(t, db, `UPDATE log_head SET (position, seal) = (SELECT position, seal FROM events ORDER BY position DESC LIMIT 1)`)
		}},
		{name: "an event changed, and all sealed anew", forged: true, want: "forged at position", do: func(db *pgx.Conn, url string) {
			execute(t, db,
				`UPDATE events SET data = replace(data::text, '"qty":2', '"qty":1')::json WHERE position = (SELECT min(position) FROM events WHERE `+
					`type = 'OrderPlaced')`)
			reseal(t, db, url)
		}},
		{name: "a stream removed, and all numbered and sealed anew", forged: true, shorter: true, want: "forged at position",
			do: func(db *pgx.Conn, url string) {
				execute(t, db, `DELETE FROM events WHERE stream = 'order-2'`)
				execute(t, db, `UPDATE events SET position = -position`)
				execute(t, db,
					`UPDATE events e SET position = n.n FROM (SELECT position, row_number() OVER (ORDER BY position DESC) AS n FROM events) n WHERE `+
						`n.position = e.position`)
				reseal(t, db, url)
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			url := pgtest.URL(t, prepare)
			c.do(connect(t, url), url)
			said, err := command(t, url, "events", "verify")
			if found := strings.Contains(said, c.want); found == c.forged || (err == nil) != (c.forged && !c.shorter) {
				t.Errorf("without the checkpoint: %v\n%s", err, said)
			}
			if told := strings.Contains(said, "the event log lost events"); c.shorter && !told {
				t.Errorf("its rows know of more events, which is not told: %s", said)
			}
			said, err = command(t, url, append([]string{"events", "verify"}, against...)...)
			if err == nil || !strings.Contains(said, c.want) {
				t.Errorf("with the checkpoint: %v, want %q\n%s", err, c.want, said)
			}
		})
	}
}

// command runs the program on a database and returns its output.
func command(t testing.TB, url string, args ...string) (string, error) {
	t.Helper()
	out, err := exec.Command(servetest.Binary(t), append(args, "--database", url)...).CombinedOutput()
	return string(out), err
}

// verified is the output of verify for an intact log.
func verified(t testing.TB, url string, args ...string) string {
	t.Helper()
	said, err := command(t, url, append([]string{"events", "verify"}, args...)...)
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return said
}

// move makes room in the log.
func move(t testing.TB, db *pgx.Conn, from, by int) {
	t.Helper()
	execute(t, db, `UPDATE events SET position = -(position + $2::bigint) WHERE position >= $1`, from, by)
	execute(t, db, `UPDATE events SET position = -position WHERE position < 0`)
}

// reseal seals the whole log and its head again.
func reseal(t testing.TB, db *pgx.Conn, url string) {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	store, err := postgres.Open(t.Context(), pool, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	seal, last := eventstore.GenesisSeal, eventstore.Position(0)
	if err := store.Scan(t.Context(), 0, func(r *eventstore.Recorded) error {
		seal, last = eventstore.Seal(seal, r), r.Position
		_, err := db.Exec(t.Context(), `UPDATE events SET seal = $1 WHERE position = $2`, seal, int64(last))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	execute(t, db, `UPDATE log_head SET seal = $1, position = $2`, seal, int64(last))
}
