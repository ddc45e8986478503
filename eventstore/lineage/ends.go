package lineage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/eventstore/archive"
	"tradelog/eventstore/esdb"
	"tradelog/eventstore/postgres"
)

// Ends tells the end of a log at the moment of a transaction of the database with the read models.
type Ends interface {
	// Ends returns the head of the log and the position of its newest event. They differ if the log is damaged.
	Ends(ctx context.Context, tx pgx.Tx) (head, last eventstore.Position, err error)
	// Has tells whether the log has an event that was seen, or had it and it was removed by the means of the event store.
	Has(ctx context.Context, tx pgx.Tx, seen eventstore.Mark) (bool, error)
	// Accept begins a new epoch at the end of the log.
	Accept(ctx context.Context, tx pgx.Tx, seen eventstore.Position) (eventstore.Position, error)
	// Outside reports that the events are not in the database.
	Outside() bool
}

// Options say where a log is and how it is opened.
type Options struct {
	// URL is that of an EventStoreDB or KurrentDB server; empty: the log is in the database.
	URL      string
	Patience time.Duration // see esdb.Options
	Clock    func() time.Time
	Logger   *slog.Logger
	Observer eventstore.Observer
	Alone    func() bool // see postgres.Options
	// OpenStorage opens a directory or bucket with an archive.
	OpenStorage func(ctx context.Context, location string) (archive.Storage, error)
}

// Open opens the log of a shop: in its database, or in the event store of a URL. A database belongs to one of them for ever.
func Open(ctx context.Context, pool *pgxpool.Pool, o Options) (eventstore.Log, Ends, error) {
	if o.URL == "" {
		if err := belongs(ctx, pool, ""); err != nil {
			return nil, nil, err
		}
		log, err := postgres.Open(ctx, pool, postgres.Options{
			Clock: o.Clock, Logger: o.Logger, Observer: o.Observer, OpenStorage: o.OpenStorage, Alone: o.Alone,
		})
		if err != nil {
			return nil, nil, err
		}
		return log, inside{}, nil
	}
	head, _, err := postgres.Ends(ctx, pool)
	if err != nil {
		return nil, nil, fmt.Errorf("look for events in the database: %w", err)
	}
	if head > 0 {
		return nil, nil, fmt.Errorf("the database has %d events of its own, so it cannot follow another event store; "+
			"tradelog events copy --to the event store copies them, and a new database then follows it", head)
	}
	log, err := esdb.Open(ctx, o.URL, esdb.Options{Clock: o.Clock, Logger: o.Logger, Observer: o.Observer, Patience: o.Patience})
	if err != nil {
		return nil, nil, err
	}
	if err := belongs(ctx, pool, log.LogID()); err != nil {
		log.Close()
		return nil, nil, err
	}
	return log, storeLog{log}, nil
}

// Whole refuses a log into which another one is being moved: events are missing.
func Whole(ctx context.Context, log eventstore.Log) error {
	m, err := log.Unfinished(ctx)
	if err == nil && m != nil {
		err = &eventstore.UnfinishedError{Move: *m}
	}
	return err
}

// belongs checks that the read models of a database are of a log. The first log outside of the database to be opened is noted.
func belongs(ctx context.Context, pool *pgxpool.Pool, logID string) error {
	if logID != "" {
		if _, err := pool.Exec(ctx, `INSERT INTO public.outside_log (log_id) VALUES ($1) ON CONFLICT DO NOTHING`, logID); err != nil {
			return fmt.Errorf("note which log the read models are of: %w", err)
		}
	}
	var noted string
	err := pool.QueryRow(ctx, `SELECT log_id FROM public.outside_log`).Scan(&noted)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil
	case err != nil:
		return fmt.Errorf("read which log the read models are of: %w", err)
	case logID == "":
		return errors.New("the events of this shop are in an event store outside of the database; " +
			"give its URL with --event-store (TRADELOG_EVENT_STORE_URL)")
	case logID != noted:
		return fmt.Errorf("the read models of this database are of the log %s, and the event store has the log %s; "+
			"check --event-store (TRADELOG_EVENT_STORE_URL) and --database (TRADELOG_DATABASE_URL)", noted, logID)
	}
	return nil
}

// inside is the log in the database itself.
type inside struct{}

func (inside) Ends(ctx context.Context, tx pgx.Tx) (head, last eventstore.Position, err error) {
	return postgres.Ends(ctx, tx)
}

func (inside) Has(ctx context.Context, tx pgx.Tx, seen eventstore.Mark) (bool, error) {
	there, err := postgres.SealAt(ctx, tx, seen.Position)
	return bytes.Equal(there, seen.Seal), err
}

func (inside) Accept(ctx context.Context, tx pgx.Tx, seen eventstore.Position) (eventstore.Position, error) {
	return postgres.AcceptCut(ctx, tx, seen)
}

func (inside) Outside() bool { return false }

// storeLog is the log in an event store.
type storeLog struct{ log *esdb.Store }

// Ends looks at the log after the moment of the transaction, so that its rows are of events that the log had then.
func (l storeLog) Ends(ctx context.Context, tx pgx.Tx) (head, last eventstore.Position, err error) {
	if _, err := tx.Exec(ctx, `SELECT FROM projection_checkpoints LIMIT 1`); err != nil {
		return 0, 0, err
	}
	head, err = l.log.Reached(ctx)
	return head, head, err
}

func (l storeLog) Has(ctx context.Context, _ pgx.Tx, seen eventstore.Mark) (bool, error) {
	return l.log.Has(ctx, seen)
}

func (l storeLog) Accept(ctx context.Context, tx pgx.Tx, seen eventstore.Position) (eventstore.Position, error) {
	newest, err := l.log.Newest(ctx)
	if err != nil {
		return 0, err
	}
	return newest.Position, postgres.NoteCut(ctx, tx, newest, seen)
}

func (storeLog) Outside() bool { return true }

// Outage reports whether an error says that the database or the event store was away or had no means: the same request will do later.
func Outage(err error) bool { return postgres.Outage(err) || esdb.Outage(err) }
