package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/eventstore/audit"
)

// small returns an event of the usual size.
func small() (eventstore.NewEvent, error) {
	id, err := uuid.NewV7()
	return eventstore.NewEvent{
		ID: id, Type: "OrderCommented", SchemaVersion: 1,
		Data:     []byte(`{"text":"Packed and waiting for the carrier","status":"processing","notify":true}`),
		Metadata: []byte(`{"command":"CommentOrder","actor":{"kind":"api","id":1,"name":"erp"},"occurredAt":"2026-01-02T03:04:05Z"}`),
	}, err
}

// appends measures durable appends of one event, each to a stream of its own.
func appends(ctx context.Context, store eventstore.Store, l Load) (Figures, error) {
	return drive(ctx, l, func(int) (loadStep, error) {
		return func(ctx context.Context) error {
			e, err := small()
			if err != nil {
				return err
			}
			_, err = store.Append(ctx, "bench-"+e.ID.String(), eventstore.NoStream, e)
			return err
		}, nil
	})
}

// inserts measures the baseline of appends: a transaction for each row, durable, each worker on a connection of its own.
func inserts(ctx context.Context, database string, l Load) (Figures, error) {
	config, err := pgxpool.ParseConfig(database)
	if err != nil {
		return Figures{}, err
	}
	config.MaxConns = int32(l.Concurrency)
	config.ConnConfig.RuntimeParams["synchronous_commit"] = "on"
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return Figures{}, err
	}
	defer pool.Close()
	if _, err := pool.Exec(ctx, `CREATE TABLE IF NOT EXISTS bench_rows (
		id uuid PRIMARY KEY, stream text NOT NULL, type text NOT NULL, data bytea NOT NULL, metadata bytea NOT NULL)`); err != nil {
		return Figures{}, err
	}
	return drive(ctx, l, func(int) (loadStep, error) {
		return func(ctx context.Context) error {
			e, err := small()
			if err != nil {
				return err
			}
			_, err = pool.Exec(ctx, `INSERT INTO bench_rows VALUES ($1, $2, $3, $4, $5)`,
				e.ID, "bench-"+e.ID.String(), e.Type, e.Data, e.Metadata)
			return err
		}, nil
	})
}

// imported compares the import of an export with COPY of the same bytes into one table, both in bytes per second.
func imported(ctx context.Context, from, to *Shop) (copied, taken float64, events int64) {
	var export bytes.Buffer
	done := must(audit.Export(ctx, from.Store, &export, audit.ExportOptions{}))
	began := time.Now()
	must(audit.Import(ctx, to.Store, bytes.NewReader(export.Bytes()), audit.ImportOptions{}))
	taken = float64(export.Len()) / time.Since(began).Seconds()
	return copyOf(ctx, to.Pool.Config().ConnString(), export.Bytes()), taken, done.Events
}

// copyOf measures COPY of the lines of a file into one table, in bytes per second.
func copyOf(ctx context.Context, database string, file []byte) float64 {
	conn := must(pgx.Connect(ctx, database))
	defer conn.Close(ctx)
	must(conn.Exec(ctx, `CREATE TABLE bench_lines (line bytea NOT NULL)`))
	began := time.Now()
	lines := bytes.Split(file, []byte{'\n'})
	rows := pgx.CopyFromSlice(len(lines), func(i int) ([]any, error) { return []any{lines[i]}, nil })
	must(conn.CopyFrom(ctx, pgx.Identifier{"bench_lines"}, []string{"line"}, rows))
	return float64(len(file)) / time.Since(began).Seconds()
}

// peak samples the memory of this process until stop is called. stop returns the maximum.
func peak() (stop func() int64) {
	quit, highest := make(chan struct{}), make(chan int64)
	go func() {
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		var most int64
		for {
			if u, err := usageOf(os.Getpid()); err == nil {
				most = max(most, u.Memory)
			}
			select {
			case <-quit:
				highest <- most
				return
			case <-tick.C:
			}
		}
	}()
	return sync.OnceValue(func() int64 {
		close(quit)
		return <-highest
	})
}

// rebuilt measures the rebuild of the order read models from the log, in events of orders per second.
func rebuilt(ctx context.Context, a *Shop, progress io.Writer) (perSecond float64, memory int64) {
	var events int64
	check(a.Pool.QueryRow(ctx, `SELECT count(*) FROM events WHERE stream LIKE 'order-%'`).Scan(&events))
	fmt.Fprintf(progress, "  rebuilding orders from %d events\n", events)
	highest := peak()
	began := time.Now()
	check(a.Rebuild(ctx, "orders"))
	return float64(events) / time.Since(began).Seconds(), highest()
}
