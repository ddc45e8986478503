// Package roundcall lets one process ask all running instances to confirm that they have caught up with a position of the
// log, so that a command can say that what it changed has taken effect everywhere.
//
//	command ── NOTIFY call "id position" ──▶ every instance: wait until it is there
//	command ◀── NOTIFY answer "id name" ──── each of them
//
// Notifications carry no data but the question's number and who answers: what is true is in the log and the tables. The call
// is repeated until all have answered, since an instance may just be starting, or its connection may have been cut.
package roundcall

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	calls   = "tradelog_call"
	answers = "tradelog_answer"
)

// Answer makes this instance answer calls until the context ends. reach returns when the instance has reached a position.
func Answer(ctx context.Context, pool *pgxpool.Pool, logger *slog.Logger, reach func(ctx context.Context, position int64) error) {
	name := rand.Text()
	for ctx.Err() == nil {
		if err := answer(ctx, pool, logger, name, reach); err != nil && ctx.Err() == nil {
			logger.Warn("answering calls was interrupted", "error", err)
			pause(ctx, time.Second)
		}
	}
}

func answer(ctx context.Context, pool *pgxpool.Pool, logger *slog.Logger, name string, reach func(context.Context, int64) error) error {
	conn, err := listen(ctx, pool, calls)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		var id string
		var position int64
		if _, err := fmt.Sscanf(n.Payload, "%s %d", &id, &position); err != nil {
			continue
		}
		reaching, cancel := context.WithTimeout(ctx, 5*time.Second)
		err = reach(reaching, position)
		cancel()
		if err != nil {
			logger.Warn("cannot confirm a position yet", "position", position, "error", err)
			continue
		}
		if _, err := conn.Exec(ctx, `SELECT pg_notify($1, $2)`, answers, id+" "+name); err != nil {
			return err
		}
	}
}

// again is how long Ask waits for an answer before it asks once more.
const again = time.Second

// Ask waits until so many instances have confirmed that they reached a position. It returns how many did when the context
// ends first.
func Ask(ctx context.Context, pool *pgxpool.Pool, instances int, position int64) (confirmed int, err error) {
	conn, err := listen(ctx, pool, answers)
	if err != nil {
		return 0, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	id := strings.ReplaceAll(uuid.NewString(), "-", "")
	answered := map[string]bool{}
	for len(answered) < instances {
		if _, err := conn.Exec(ctx, `SELECT pg_notify($1, $2)`, calls, fmt.Sprintf("%s %d", id, position)); err != nil {
			return len(answered), err
		}
		if err := collect(ctx, conn, id, instances, answered); err != nil {
			return len(answered), err
		}
	}
	return len(answered), nil
}

// collect takes answers until all are there or it is time to ask again.
func collect(ctx context.Context, conn *pgx.Conn, id string, instances int, answered map[string]bool) error {
	waiting, cancel := context.WithTimeout(ctx, again)
	defer cancel()
	for len(answered) < instances {
		n, err := conn.WaitForNotification(waiting)
		switch {
		case err == nil:
			if to, name, ok := strings.Cut(n.Payload, " "); ok && to == id {
				answered[name] = true
			}
		case ctx.Err() == nil && waiting.Err() != nil:
			return nil
		default:
			return err
		}
	}
	return nil
}

func listen(ctx context.Context, pool *pgxpool.Pool, channel string) (*pgx.Conn, error) {
	config := pool.Config().ConnConfig.Copy()
	config.RuntimeParams["application_name"] = "tradelog calls"
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "LISTEN "+pgx.Identifier{channel}.Sanitize()); err != nil {
		_ = conn.Close(ctx)
		return nil, err
	}
	return conn, nil
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
