package relay

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/internal/dedicated"
)

// Status is the progress of a relay.
type Status struct {
	Name      string              `json:"name"`
	Target    string              `json:"target"`
	Position  eventstore.Position `json:"position"`
	Lag       int64               `json:"lag"`     // positions behind the end of the log
	Running   bool                `json:"running"` // whether a process holds the relay's lock
	UpdatedAt time.Time           `json:"updatedAt"`
}

// Statuses lists the relays of a log by name.
func Statuses(ctx context.Context, pool *pgxpool.Pool, store eventstore.Store) ([]Status, error) {
	head, err := store.Head(ctx)
	if err != nil {
		return nil, err
	}
	// The lock's number is in two halves in pg_locks.
	rows, err := pool.Query(ctx, `SELECT name, target, position, EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND objsubid = 1
			AND (classid::bigint << 32) | objid::bigint = `+lockOf("name")+`), updated_at FROM public.relays ORDER BY name`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (s Status, err error) {
		err = row.Scan(&s.Name, &s.Target, &s.Position, &s.Running, &s.UpdatedAt)
		s.Lag = max(0, int64(head-s.Position))
		return s, err
	})
}

// lockOf returns the SQL of the number of a relay's advisory lock.
func lockOf(name string) string { return `hashtextextended('tradelog relay ' || ` + name + `, 0)` }

// Delete removes the checkpoint of a relay that does not run.
func Delete(ctx context.Context, pool *pgxpool.Pool, name string) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		var free bool
		if err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock(`+lockOf("$1::text")+`)`, name).Scan(&free); err != nil {
			return err
		}
		if !free {
			return fault.Invalidf("The relay %s is running; stop it first.", name)
		}
		gone, err := tx.Exec(ctx, `DELETE FROM public.relays WHERE name = $1`, name)
		if err == nil && gone.RowsAffected() == 0 {
			err = fault.NotFoundf("There is no relay %s; see tradelog relay status.", name)
		}
		return err
	})
}

// Ahead lists the relays whose checkpoint is after the end of the log. They would leave out new events.
func Ahead(ctx context.Context, tx pgx.Tx, end eventstore.Position) ([]eventstore.Ahead, error) {
	rows, err := tx.Query(ctx, `SELECT 'relay ' || name, position FROM public.relays WHERE position > $1 ORDER BY name`, int64(end))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[eventstore.Ahead])
}

// PutBack moves relays back to the end of a log that lost events, in the caller's transaction. The lost events were published.
func PutBack(ctx context.Context, tx pgx.Tx, end eventstore.Position) error {
	_, err := tx.Exec(ctx, `UPDATE public.relays SET position = $1, updated_at = now() WHERE position > $1`, int64(end))
	return err
}

// lease is the right to publish under a name: a connection that holds the relay's lock and stores its checkpoint. One goroutine uses
// it.
type lease struct {
	name string
	conn *pgx.Conn
}

// acquire waits for the relay's lock.
func (r *Relay) acquire(ctx context.Context) (*lease, error) {
	// A checkpoint that a crash of the database takes back is only a repetition.
	conn, err := dedicated.Connect(ctx, r.Pool, "tradelog relay "+r.Name, map[string]string{"synchronous_commit": "off"})
	if err != nil {
		return nil, err
	}
	l := &lease{r.Name, conn}
	var lock int64
	err = conn.QueryRow(ctx, `SELECT `+lockOf("$1::text"), r.Name).Scan(&lock)
	if err == nil {
		err = dedicated.Hold(ctx, conn, lock, r.Poll, max(5*time.Second, 5*r.Poll), func() {
			r.Logger.Info("another process publishes under this name; waiting for its end", "relay", r.Name)
		})
	}
	if err != nil {
		l.release(ctx)
		return nil, err
	}
	return l, nil
}

// release gives the lock back, at once if the connection still works: the server takes a moment to notice a closed one.
func (l *lease) release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_, _ = l.conn.Exec(ctx, `SELECT pg_advisory_unlock_all()`)
	_ = l.conn.Close(ctx)
}

// begin returns the checkpoint. A new relay gets one.
func (l *lease) begin(ctx context.Context, r *Relay) (at eventstore.Position, err error) {
	head, err := r.Store.Head(ctx)
	if err != nil {
		return 0, err
	}
	var log, target string
	err = l.conn.QueryRow(ctx, `SELECT log_id, target, position FROM public.relays WHERE name = $1`, r.Name).Scan(&log, &target, &at)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		if at, err = r.From.position(head); err != nil {
			return 0, err
		}
		_, err = l.conn.Exec(ctx, `INSERT INTO public.relays (name, log_id, target, position) VALUES ($1, $2, $3, $4)`, r.Name,
			r.Store.LogID(), r.Broker.String(), int64(at))
		return at, err
	case err != nil:
		return 0, err
	case target != r.Broker.String():
		return 0, fault.Invalidf("The relay %s publishes to %s, not to %s. Give this one another --name; or, to move it: "+
			"tradelog relay delete %s, then start it with --from %d.", r.Name, target, r.Broker, r.Name, at)
	case log != r.Store.LogID():
		return 0, fault.Invalidf("The relay %s has published another log (%s); its position means nothing here. "+
			"tradelog relay delete %s lets it begin anew.", r.Name, log, r.Name)
	case at > head:
		return 0, fmt.Errorf("relay %s: %w", r.Name, &eventstore.LostError{Seen: at, End: head})
	}
	return at, nil
}

// alive fails if the lock is lost.
func (l *lease) alive(ctx context.Context) error {
	return dedicated.Alive(context.WithoutCancel(ctx), l.conn) // a query that is cancelled closes the connection
}

// store stores the checkpoint, even if the relay is stopping. It fails if the lock is lost.
func (l *lease) store(ctx context.Context, at eventstore.Position) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	done, err := l.conn.Exec(ctx, `UPDATE public.relays SET position = $2, updated_at = now() WHERE name = $1`, l.name, int64(at))
	if err == nil && done.RowsAffected() == 0 {
		err = fault.NotFoundf("The checkpoint of the relay %s is gone.", l.name)
	}
	return err
}
