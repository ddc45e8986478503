package audit

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/eventstore/postgres"
	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
)

// The benchmarks move a realistic log on a server with the settings of production. Compare Import with a COPY of the same rows
// into the same table:
//
//	go test -run '^$' -bench . -benchtime 3x ./eventstore/audit

const benchEvents = 100_000

// benchLog makes the rows of a log: 20,000 streams, some 600 bytes each.
func benchLog() []eventstore.Recorded {
	start := time.Date(2025, 6, 1, 12, 0, 0, 0, time.UTC)
	next := map[string]eventstore.Revision{}
	seal := eventstore.GenesisSeal
	out := make([]eventstore.Recorded, benchEvents)
	for i := range out {
		stream := fmt.Sprintf("order-%d", i*7919%20_000)
		r := eventstore.Recorded{
			NewEvent: eventstore.NewEvent{
				ID: uuid.New(), Type: "OrderPlaced", SchemaVersion: 1,
				Data: fmt.Appendf(nil, `{"increment":"%09d","lines":[{"sku":"WS-%d","qty":2,"price":19.99,"tax":3.19},`+
					`{"sku":"MH-%d","qty":1,"price":45.00,"tax":7.18}],`+
					`"totals":{"subtotal":84.98,"shipping":5.00,"tax":13.56,"grand":103.54},`+
					`"currency":"EUR","comment":"please ring twice"}`,
					i, i%997, i%1009),
				Metadata: fmt.Appendf(nil, `{"correlationId":"%016x","causationId":"%016x",`+
					`"command":"PlaceOrder","actor":{"kind":"customer","id":%d},"storeId":1,"requestId":"%016x",`+
					`"occurredAt":"2025-06-01T12:00:00Z"}`, i, i, i%5000, i),
			},
			Stream: stream, Revision: next[stream], Position: eventstore.Position(i + 1),
			RecordedAt: start.Add(time.Duration(i) * time.Millisecond),
		}
		next[stream]++
		r.Seal = eventstore.Seal(seal, &r)
		seal, out[i] = r.Seal, r
	}
	return out
}

func benchServer(b *testing.B) *pgxpool.Pool {
	b.Helper()
	srv := pgtest.Private(b)
	if err := migrations.Up(b.Context(), srv.URL()); err != nil {
		b.Fatal(err)
	}
	pool, err := pgxpool.New(b.Context(), srv.URL())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(pool.Close)
	return pool
}

func empty(b *testing.B, pool *pgxpool.Pool) {
	b.Helper()
	for _, sql := range []string{`TRUNCATE events`,
		`UPDATE log_head SET position = 0, recorded_at = 'epoch', seal = decode(repeat('00', 32), 'hex')`} {
		if _, err := pool.Exec(context.Background(), sql); err != nil {
			b.Fatal(err)
		}
	}
}

// plainCopy is a COPY of the rows into the table in one transaction, without checks and seals.
func plainCopy(b *testing.B, pool *pgxpool.Pool, rows []eventstore.Recorded) {
	b.Helper()
	i := 0
	_, err := pool.CopyFrom(context.Background(), pgx.Identifier{"events"},
		[]string{"position", "stream", "revision", "id", "type", "schema_version", "data", "metadata", "recorded_at", "seal"},
		pgx.CopyFromFunc(func() ([]any, error) {
			if i == len(rows) {
				return nil, nil
			}
			r := &rows[i]
			i++
			return []any{int64(r.Position), r.Stream, int64(r.Revision), [16]byte(r.ID), r.Type, int32(r.SchemaVersion), r.Data, r.Metadata,
				r.RecordedAt, r.Seal}, nil
		}))
	if err != nil {
		b.Fatal(err)
	}
}

func BenchmarkMoving(b *testing.B) {
	pool := benchServer(b)
	store, err := postgres.Open(b.Context(), pool, postgres.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(store.Close)
	rows := benchLog()
	var size int64
	for i := range rows {
		size += int64(len(rows[i].Data) + len(rows[i].Metadata))
	}
	plainCopy(b, pool, rows)
	last := rows[len(rows)-1]
	if _, err := pool.Exec(b.Context(), `UPDATE log_head SET position = $1, seal = $2, recorded_at = $3`, int64(last.Position), last.Seal,
		last.RecordedAt); err != nil {
		b.Fatal(err)
	}
	var file bytes.Buffer
	run := func(name string, f func(b *testing.B)) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				f(b)
			}
			b.ReportMetric(float64(b.N)*benchEvents/b.Elapsed().Seconds(), "events/s")
		})
	}
	run("Verify", func(b *testing.B) {
		if report, err := Verify(b.Context(), store, Options{}); err != nil || !report.OK() {
			b.Fatal(report.Damages, err)
		}
	})
	run("Export", func(b *testing.B) {
		file.Reset()
		if _, err := Export(b.Context(), store, &file, ExportOptions{}); err != nil {
			b.Fatal(err)
		}
	})
	run("ImportAgain", func(b *testing.B) { // finds everything there
		if done, err := Import(b.Context(), store, bytes.NewReader(file.Bytes()), ImportOptions{}); err != nil ||
			done.Present != benchEvents {
			b.Fatal(done, err)
		}
	})
	run("PlainCopy", func(b *testing.B) {
		b.StopTimer()
		empty(b, pool)
		b.StartTimer()
		plainCopy(b, pool, rows)
	})
	run("Import", func(b *testing.B) {
		b.StopTimer()
		empty(b, pool)
		b.StartTimer()
		if done, err := Import(b.Context(), store, bytes.NewReader(file.Bytes()), ImportOptions{}); err != nil || !done.SealsKept {
			b.Fatal(done, err)
		}
	})
}
