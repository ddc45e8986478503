package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/eventstore/archive"
	"tradelog/eventstore/esdb"
	"tradelog/eventstore/postgres"
	"tradelog/internal/objects"
)

// ends finds the end of a log at the moment of a transaction of the database with the read models.
type ends interface {
	// ends returns the head of the log and the position of its newest event. They differ if the log is damaged.
	ends(ctx context.Context, tx pgx.Tx) (head, last eventstore.Position, err error)
	// has tells whether the log has an event that was seen, or had it and it was removed by the means of the event store.
	has(ctx context.Context, tx pgx.Tx, seen eventstore.Mark) (bool, error)
	// accept begins a new epoch at the end of the log.
	accept(ctx context.Context, tx pgx.Tx, seen eventstore.Position) (eventstore.Position, error)
	// outside reports that the events are not in the database.
	outside() bool
}

// openStore opens the log of a shop: in its database, or in the event store of a URL. A database belongs to one of them for ever.
func openStore(
	ctx context.Context, pool *pgxpool.Pool, config Config, observer eventstore.Observer,
) (eventstore.WatchedLog, ends, error) {
	if config.EventStoreURL == "" {
		if err := belongs(ctx, pool, ""); err != nil {
			return nil, nil, err
		}
		inside, err := postgres.Open(ctx, pool, postgres.Options{Clock: config.Clock, Logger: config.Logger, Observer: observer,
			OpenPlace: openPlace})
		if err != nil {
			return nil, nil, err
		}
		return inside, logInside{}, nil
	}
	head, _, err := postgres.Ends(ctx, pool)
	if err != nil {
		return nil, nil, fmt.Errorf("look for events in the database: %w", err)
	}
	if head > 0 {
		return nil, nil, fmt.Errorf("the database has %d events of its own, so it cannot follow another event store; "+
			"tradelog events copy --to the event store copies them, and a new database then follows it", head)
	}
	outside, err := esdb.Open(ctx, config.EventStoreURL, esdb.Options{
		Clock: config.Clock, Logger: config.Logger, Observer: observer, Patience: config.EventStorePatience,
	})
	if err != nil {
		return nil, nil, err
	}
	if err := belongs(ctx, pool, outside.LogID()); err != nil {
		outside.Close()
		return nil, nil, err
	}
	return outside, logOutside{outside}, nil
}

// whole refuses a log into which another one is still being moved, because events are missing.
func whole(ctx context.Context, log eventstore.Store) error {
	moving, ok := log.(eventstore.MovingLog)
	if !ok {
		return nil
	}
	m, err := moving.Unfinished(ctx)
	if err == nil && m != nil {
		err = &eventstore.UnfinishedError{Move: *m}
	}
	return err
}

// openPlace opens a directory or bucket with an archive.
func openPlace(ctx context.Context, place string) (archive.Place, error) {
	return objects.Open(ctx, place)
}

// belongs checks that the read models of a database were made from a log. The first log outside of the database to be opened is noted.
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

// logInside is the log in the database itself.
type logInside struct{}

func (logInside) ends(ctx context.Context, tx pgx.Tx) (head, last eventstore.Position, err error) {
	return postgres.Ends(ctx, tx)
}

func (logInside) has(ctx context.Context, tx pgx.Tx, seen eventstore.Mark) (bool, error) {
	there, err := postgres.SealAt(ctx, tx, seen.Position)
	return bytes.Equal(there, seen.Seal), err
}

func (logInside) accept(ctx context.Context, tx pgx.Tx, seen eventstore.Position) (eventstore.Position, error) {
	return postgres.AcceptCut(ctx, tx, seen)
}

func (logInside) outside() bool { return false }

// logOutside is the log in an event store.
type logOutside struct{ log *esdb.Store }

// ends looks at the log after the moment of the transaction, so that its rows are of events that the log had then.
func (l logOutside) ends(ctx context.Context, tx pgx.Tx) (head, last eventstore.Position, err error) {
	if _, err := tx.Exec(ctx, `SELECT FROM projection_checkpoints LIMIT 1`); err != nil {
		return 0, 0, err
	}
	head, err = l.log.Reached(ctx)
	return head, head, err
}

func (l logOutside) has(ctx context.Context, _ pgx.Tx, seen eventstore.Mark) (bool, error) {
	return l.log.Has(ctx, seen)
}

func (l logOutside) accept(ctx context.Context, tx pgx.Tx, seen eventstore.Position) (eventstore.Position, error) {
	newest, err := l.log.Newest(ctx)
	if err != nil {
		return 0, err
	}
	return newest.Position, postgres.NoteCut(ctx, tx, newest, seen)
}

func (logOutside) outside() bool { return true }

// outage tells whether an error means that the database or the event store was unavailable or out of resources, so that the same request
// will succeed later.
func outage(err error) bool { return postgres.Outage(err) || esdb.Outage(err) }
