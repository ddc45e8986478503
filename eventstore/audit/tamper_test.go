package audit

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/eventstore/postgres"
)

// tampering is a manipulation of a log of 40 events (see fill) in the database.
type tampering struct {
	name string
	do   func(t *testing.T, db *pgxpool.Pool)
	want []Damage // kind, position, stream
	// consistent: only the checkpoint of position 25 shows it.
	consistent bool
}

func sql(statements ...string) func(*testing.T, *pgxpool.Pool) {
	return func(t *testing.T, db *pgxpool.Pool) {
		t.Helper()
		for _, s := range statements {
			exec(t, db, s)
		}
	}
}

// renumber moves the events from a position on.
func renumber(from, by int) string {
	return fmt.Sprintf(`WITH away AS (UPDATE events SET position = -1000000 - (position + %d) WHERE position >= %d RETURNING 1)
		SELECT count(*) FROM away`, by, from)
}

const back = `UPDATE events SET position = -position - 1000000 WHERE position < -1000`

func insert(position int, stream string) string {
	return fmt.Sprintf(`INSERT INTO events SELECT %d, '%s', 0, gen_random_uuid(), type, 1, data, metadata, recorded_at,
		decode(repeat('ab', 32), 'hex') FROM events WHERE position = 1`, position, stream)
}

// reseal recomputes the seals from a position on, and optionally that of the head.
func reseal(from int, upTo int, head bool) func(*testing.T, *pgxpool.Pool) {
	return func(t *testing.T, db *pgxpool.Pool) {
		t.Helper()
		store := open(t, db)
		seal := eventstore.GenesisSeal
		var last eventstore.Position
		err := store.Scan(t.Context(), 0, func(r *eventstore.Recorded) error {
			if r.Position < eventstore.Position(from) || upTo > 0 && r.Position > eventstore.Position(upTo) {
				seal = r.Seal
				return nil
			}
			seal, last = eventstore.Seal(seal, r), r.Position
			_, err := db.Exec(context.Background(), `UPDATE events SET seal = $1 WHERE position = $2`, seal, int64(r.Position))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if head {
			exec(t, db, `UPDATE log_head SET seal = $1, position = $2`, seal, int64(last))
		}
	}
}

func steps(all ...func(*testing.T, *pgxpool.Pool)) func(*testing.T, *pgxpool.Pool) {
	return func(t *testing.T, db *pgxpool.Pool) {
		for _, do := range all {
			do(t, db)
		}
	}
}

func one(kind Kind, position eventstore.Position, stream string) []Damage {
	return []Damage{{Kind: kind, Position: position, Stream: stream}}
}

var tamperings = []tampering{
	{name: "nothing", do: sql()},

	{name: "data changed", do: sql(`UPDATE events SET data = '{"n": 7}' WHERE position = 17`), want: one(Changed, 17, "order-0")},
	{name: "only a space in the data changed", do: sql(`UPDATE events SET data = '{"n":16}' WHERE position = 17`),
		want: one(Changed, 17, "order-0")},
	{name: "metadata changed", do: sql(`UPDATE events SET metadata = '{}' WHERE position = 1`), want: one(Changed, 1, "order-0")},
	{name: "type changed", do: sql(`UPDATE events SET type = 'Paid' WHERE position = 40`), want: one(Changed, 40, "order-3")},
	{name: "schema version changed", do: sql(`UPDATE events SET schema_version = 9 WHERE position = 2`), want: one(Changed, 2, "order-1")},
	{name: "id changed", do: sql(`UPDATE events SET id = gen_random_uuid() WHERE position = 39`), want: one(Changed, 39, "order-2")},
	{name: "time changed", do: sql(`UPDATE events SET recorded_at = recorded_at - interval '1 microsecond' WHERE position = 20`),
		want: one(Changed, 20, "order-3")},
	{name: "stream changed", do: sql(`UPDATE events SET stream = 'order-9', revision = 0 WHERE position = 18`),
		want: one(Changed, 18, "order-9")},
	{name: "revision changed", do: sql(`UPDATE events SET revision = 70 WHERE position = 38`), want: one(Changed, 38, "order-1")},
	{name: "seal changed", do: sql(`UPDATE events SET seal = decode(repeat('cd', 32), 'hex') WHERE position = 17`),
		want: one(Changed, 17, "order-0")},
	// or its predecessor
	{name: "changed and sealed anew", do: steps(sql(`UPDATE events SET data = '{}' WHERE position = 17`), reseal(17, 17, false)),
		want: one(Changed, 18, "order-1")},
	{name: "two changed far apart", do: sql(`UPDATE events SET data = '{}' WHERE position IN (9, 30)`), want: one(Changed, 9, "order-0")},
	{name: "two changed side by side", do: sql(`UPDATE events SET data = '{}' WHERE position IN (9, 10)`),
		want: one(Changed, 9, "order-0")},
	{name: "all changed", do: sql(`UPDATE events SET metadata = '{}'`), want: one(Changed, 1, "order-0")},

	{name: "removed", do: sql(`DELETE FROM events WHERE position = 17`), want: one(Removed, 17, "order-0")},
	{name: "the first removed", do: sql(`DELETE FROM events WHERE position = 1`), want: one(Removed, 1, "order-0")},
	{name: "several removed", do: sql(`DELETE FROM events WHERE position IN (10, 11, 12, 20, 22)`), want: one(Removed, 10, "order-1")},
	{name: "removed and later ones renumbered", do: sql(`DELETE FROM events WHERE position = 17`, renumber(18, -1), back,
		`UPDATE log_head SET position = 39`), want: one(Removed, 17, "order-0")},
	{name: "removed and a few renumbered", do: sql(`DELETE FROM events WHERE position = 17`,
		`UPDATE events SET position = position - 1 WHERE position IN (18, 19)`), want: one(Removed, 17, "order-0")},
	{name: "removed and another changed", do: sql(`DELETE FROM events WHERE position = 17`,
		`UPDATE events SET data = '{}' WHERE position = 30`),
		want: []Damage{{Kind: Removed, Position: 17, Stream: "order-0"}, {Kind: Changed, Position: 30, Stream: "order-1"}}},

	{name: "inserted and later ones renumbered", do: sql(renumber(17, 1), back, insert(17, "fake-1"), `UPDATE log_head SET position = 41`),
		want: one(Inserted, 17, "fake-1")},
	{name: "inserted and sealed, later ones renumbered", do: steps(sql(renumber(17, 1), back, insert(17, "fake-1"),
		`UPDATE log_head SET position = 41`), reseal(17, 17, false)), want: one(Inserted, 17, "fake-1")},
	{name: "three inserted", do: sql(renumber(17, 3), back, insert(17, "fake-1"), insert(18, "fake-2"), insert(19, "fake-3"),
		`UPDATE log_head SET position = 43`), want: one(Inserted, 17, "fake-1")},
	{name: "inserted near the end", do: sql(renumber(39, 1), back, insert(39, "fake-1"), `UPDATE log_head SET position = 41`),
		want: one(Inserted, 39, "fake-1")},
	{name: "inserted behind the end", do: sql(insert(41, "fake-1")), want: one(Inserted, 41, "fake-1")},
	{name: "inserted before the start", do: sql(insert(0, "fake-1")), want: one(Inserted, 0, "fake-1")},
	{name: "inserted far before the start", do: sql(insert(-7, "fake-1")), want: one(Inserted, -7, "fake-1")},

	{name: "neighbours exchanged", do: sql(`UPDATE events SET position = -position WHERE position IN (17, 18)`,
		`UPDATE events SET position = 35 + position WHERE position < 0`), want: one(Reordered, 17, "order-1")},
	{name: "exchanged a few apart", do: sql(`UPDATE events SET position = -position WHERE position IN (17, 23)`,
		`UPDATE events SET position = 40 + position WHERE position < 0`), want: one(Reordered, 17, "order-2")},
	{name: "exchanged far apart", do: sql(`UPDATE events SET position = -position WHERE position IN (5, 35)`,
		`UPDATE events SET position = 40 + position WHERE position < 0`), want: one(Reordered, 5, "order-2")},
	{name: "turned round", do: sql(`UPDATE events SET position = -position WHERE position BETWEEN 17 AND 20`,
		`UPDATE events SET position = 37 + position WHERE position < 0`), want: one(Reordered, 17, "order-3")},
	{name: "exchanged, seals left where they were", do: sql(`
		UPDATE events e SET position = -e.position, seal = other.seal FROM events other WHERE e.position IN (17, 18)
		AND other.position = 35 - e.position`,
		`UPDATE events SET position = 35 + position WHERE position < 0`), want: one(Reordered, 17, "order-1")},
	{name: "exchanged far apart, seals left where they were", do: sql(`
		UPDATE events e SET position = -e.position, seal = other.seal FROM events other WHERE e.position IN (5, 34)
		AND other.position = 39 - e.position`,
		`UPDATE events SET position = 39 + position WHERE position < 0`), want: one(Reordered, 5, "order-1")},

	{name: "tail cut", do: sql(`DELETE FROM events WHERE position > 37`), want: one(TailCut, 38, "")},
	{name: "everything removed", do: sql(`DELETE FROM events`), want: one(TailCut, 1, "")},
	{name: "tail cut and head moved back", do: sql(`DELETE FROM events WHERE position > 20`,
		`UPDATE log_head SET position = 20, seal = (SELECT seal FROM events WHERE position = 20)`),
		want: one(TailCut, 21, ""), consistent: true},
	{name: "log emptied", do: sql(`DELETE FROM events`, `UPDATE log_head SET position = 0, seal = decode(repeat('00', 32), 'hex')`),
		want: one(TailCut, 1, ""), consistent: true},

	{name: "stream deleted", do: sql(`DELETE FROM events WHERE stream = 'order-2'`), want: one(StreamDeleted, 3, "")},
	{name: "newest event of a stream removed", do: sql(`DELETE FROM events WHERE position = 37`), want: one(StreamDeleted, 37, "")},

	{name: "head has another seal", do: sql(`UPDATE log_head SET seal = decode(repeat('cd', 32), 'hex')`), want: one(Forged, 40, "")},
	{name: "sealed anew, but not the head", do: steps(sql(`UPDATE events SET data = '{}' WHERE position = 17`), reseal(17, 0, false)),
		want: one(Forged, 40, "")},
	{name: "sealed anew from a change before the checkpoint", do: steps(sql(`UPDATE events SET data = '{}' WHERE position = 17`),
		reseal(17, 0, true)), want: one(Forged, 25, "order-0"), consistent: true},
	{name: "removed, renumbered and sealed anew", do: steps(sql(`DELETE FROM events WHERE position = 17`, renumber(18, -1), back),
		reseal(17, 0, true)), want: one(Removed, 20, "order-0")},
	{name: "whole stream removed, renumbered and sealed anew", do: steps(
		sql(`DELETE FROM events WHERE stream = 'order-2'`, `UPDATE events SET position = -position`,
			`UPDATE events e SET position = n.n FROM (SELECT position, row_number() OVER (ORDER BY position DESC) AS n FROM events) n
				WHERE n.position = e.position`),
		reseal(1, 0, true)), want: one(Forged, 25, "order-0"), consistent: true},
}

func TestTampering(t *testing.T) {
	t.Parallel()
	privatePEM, publicPEM, err := GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	private, err := LoadPrivateKey(privatePEM)
	if err != nil {
		t.Fatal(err)
	}
	public, err := LoadPublicKey(publicPEM)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range tamperings {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			db := database(t)
			store := open(t, db)
			fill(t, store, 25)
			checkpoint, err := TakeCheckpoint(t.Context(), store, private, time.Now())
			if err != nil {
				t.Fatal(err)
			}
			for i := 25; i < 40; i++ {
				if _, err := store.Append(t.Context(), fmt.Sprintf("order-%d", i%4), eventstore.Any, happened(i)); err != nil {
					t.Fatal(err)
				}
			}
			c.do(t, db)
			want := c.want
			if c.consistent {
				want = nil
			}
			report := verify(t, store, Options{})
			if !slices.Equal(withoutDetails(report), want) {
				t.Errorf("found %v\nwant %v", report.Damages, want)
			}
			report = verify(t, store, Options{Checkpoint: &checkpoint, Key: public})
			if c.consistent && !slices.Equal(withoutDetails(report), c.want) {
				t.Errorf("with a checkpoint found %v\nwant %v", report.Damages, c.want)
			}
			for _, d := range want { // a checkpoint adds to what is found
				if got, ok := report.Find(d.Kind); !ok || got.Position > d.Position {
					t.Errorf("with a checkpoint found %v\nwant at least %v", report.Damages, want)
				}
			}
			if report.OK() != (len(c.want) == 0) {
				t.Errorf("with a checkpoint found %v", report.Damages)
			}
			t.Log(report.Damages)
		})
	}
}

// positions returns the damages without their details.
func withoutDetails(r Report) (out []Damage) {
	for _, d := range r.Damages {
		out = append(out, Damage{Kind: d.Kind, Position: d.Position, Stream: d.Stream})
	}
	return out
}

func verify(t *testing.T, store *postgres.Store, o Options) Report {
	t.Helper()
	report, err := Verify(t.Context(), store, o)
	if err != nil {
		t.Fatal(err)
	}
	if report.OK() && !bytes.Equal(report.Seal, everythingSeal(t, store)) {
		t.Errorf("the report has seal %x", report.Seal)
	}
	return report
}

func everythingSeal(t *testing.T, store *postgres.Store) []byte {
	_, seal, err := store.HeadSeal(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return seal
}
