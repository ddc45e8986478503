package installation

import (
	"context"
	"errors"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain/fault"
)

// poolerAdvice is the advice for every kind of pooler.
const poolerAdvice = "Locks, notifications and settings need sessions of their own, so give the URL of PostgreSQL itself (--database or " +
	"TRADELOG_DATABASE_URL). tradelog pools its connections."

var (
	errShared = fault.Preconditionf("The database URL leads to a connection pooler that pools transactions: another client got the " +
		"session of a connection between two of its transactions. " + poolerAdvice)
	errDropped = fault.Preconditionf("The database URL leads to a connection pooler that does not set what a connection asks for. " +
		poolerAdvice)
)

// errFull means that PostgreSQL has no connection left.
var errFull = fault.New(fault.Unavailable, "PostgreSQL has no connection left for tradelog, which needs about 40 for each instance. "+
	"End other clients, or raise max_connections.")

// CheckPool opens the first connection of a pool. It fails if the database cannot be used through it. Each connection must be a session of
// its own, because the program depends on advisory locks, LISTEN and settings of sessions.
//
// A connection pooler such as PgBouncer shares sessions between clients. Sharing is detected as follows:
//
//	the server's process is the one that greeted the client       no pooler in between
//	settings of the connection are refused, or not in force       refused: the pooler drops them
//	another client gets the session between two transactions      refused: the pooler pools transactions, or statements
//	none of these                                                 a pooler that leaves sessions alone
func CheckPool(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return ExplainConnection(err)
	}
	defer conn.Release()
	greeted := conn.Conn().PgConn().PID()
	served, path, err := look(ctx, conn.Conn())
	switch {
	case err != nil:
		return ExplainConnection(err)
	case served == greeted:
		return nil
	}
	if err := checkShared(ctx, conn.Conn()); err != nil {
		return err
	}
	if want := pool.Config().ConnConfig.RuntimeParams["search_path"]; path != want {
		return errDropped
	}
	return nil
}

// look reads the number of the server process and a setting of the connection. It prepares no statement, because a pooler may not support
// that.
func look(ctx context.Context, conn querier) (process uint32, path string, err error) {
	err = conn.QueryRow(ctx, `SELECT pg_backend_pid(), current_setting('search_path')`, pgx.QueryExecModeSimpleProtocol).Scan(&process,
		&path)
	return process, path, err
}

type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// lookTimeout bounds one look: a pooler without a free session lets a client wait.
const lookTimeout = 3 * time.Second

// checkShared refuses a session that is shared between transactions. Another client begins transactions meanwhile. Sessions are shared if
// one of them gets the session of this connection, or if this connection has another session afterwards. They are shared as well if no
// transaction can begin.
func checkShared(ctx context.Context, conn *pgx.Conn) error {
	other, err := pgx.ConnectConfig(ctx, conn.Config())
	if err != nil {
		return ExplainConnection(err)
	}
	defer other.Close(context.WithoutCancel(ctx))
	for range 3 {
		looking, cancel := context.WithTimeout(ctx, lookTimeout)
		shared, err := takes(looking, conn, other)
		cancel()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case NoConnectionLeft(err):
			return ExplainConnection(err)
		case err != nil || shared:
			return errShared.WithCause(err)
		}
	}
	return nil
}

// takes begins a transaction of other. It reports whether the process of conn serves it, or another process serves conn
// afterwards.
func takes(ctx context.Context, conn, other *pgx.Conn) (bool, error) {
	before, _, err := look(ctx, conn)
	if err != nil {
		return false, err
	}
	tx, err := other.Begin(ctx)
	if err != nil {
		return false, err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	taken, _, err := look(ctx, tx)
	if err != nil {
		return false, err
	}
	after, _, err := look(ctx, conn)
	return taken == before || after != before, err
}

// ExplainConnection adds advice to a failure to connect, if there is any.
func ExplainConnection(err error) error {
	var pg *pgconn.PgError
	switch {
	case NoConnectionLeft(err):
		return errFull.WithCause(err)
	case errors.As(err, &pg) && pg.Code == "08P01" && strings.Contains(pg.Message, "startup parameter"):
		return errDropped.WithCause(err)
	}
	var unreachable *pgconn.ConnectError
	if !errors.As(err, &unreachable) {
		return err
	}
	return fault.New(fault.Unavailable, "The database cannot be reached: %s.\nCheck the URL (--database or TRADELOG_DATABASE_URL), and "+
		"whether PostgreSQL runs there and lets this machine and this user in.", cause(err)).WithCause(err)
}

// cause returns the reason why a connection failed, without repeating the URL.
func cause(err error) string {
	var pg *pgconn.PgError
	var network *net.OpError
	var name *net.DNSError
	switch {
	case errors.As(err, &pg):
		return pg.Message
	case errors.As(err, &name):
		return "the host " + name.Name + " is not known"
	case errors.As(err, &network):
		return network.Error()
	case errors.Is(err, context.DeadlineExceeded):
		return "it does not answer"
	}
	return err.Error()
}

// NoConnectionLeft reports whether err means that PostgreSQL has no free connection.
func NoConnectionLeft(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "53300"
}
