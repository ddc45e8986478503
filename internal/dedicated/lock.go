package dedicated

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/internal/wait"
)

// Hold waits until the session of a connection holds an advisory lock. It tries again after each pause, and calls waits once if another
// session holds the lock. The server ends the session, and with it the lock, if it hears nothing for patience: a process that was stopped
// holds up nobody. Alive keeps the session.
func Hold(ctx context.Context, conn *pgx.Conn, lock int64, pause, patience time.Duration, waits func()) error {
	if _, err := conn.Exec(ctx, `SELECT set_config('idle_session_timeout', $1, false)`,
		strconv.FormatInt(patience.Milliseconds(), 10)); err != nil {
		return err
	}
	for {
		var got bool
		if err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, lock).Scan(&got); err != nil || got {
			return err
		}
		if waits != nil {
			waits()
			waits = nil
		}
		wait.For(ctx, pause)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// Alive checks a connection that holds a lock, and keeps its session from ending.
func Alive(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	_, err := conn.Exec(ctx, `SELECT 1`)
	return err
}
