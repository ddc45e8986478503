// Package session looks at the connections a database URL gives before anything is done with them. Each has to be a session of
// PostgreSQL that is its client's alone for as long as it lasts: instances are chosen by advisory locks of sessions, woken by
// LISTEN, and set up by settings such as search_path.
//
// A connection pooler such as PgBouncer shares sessions between clients. It is found out like this:
//
//	the server's process is the one that greeted the client       no pooler in between
//	settings of the connection are refused, or not in force       refused: the pooler drops them
//	another client gets the session between two transactions      refused: the pooler pools transactions, or statements
//	none of these                                                 a pooler that leaves sessions alone
package session

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain/fault"
)

// The remedy is the same for every kind of pooler.
const remedy = "Locks, notifications and settings need sessions of their own, so give the URL of PostgreSQL itself (--database or " +
	"TRADELOG_DATABASE_URL). tradelog pools its connections."

var (
	errShared = fault.Preconditionf("The database URL leads to a connection pooler that pools transactions: another client got the session " +
		"of a connection between two of its transactions. " + remedy)
	errDropped = fault.Preconditionf("The database URL leads to a connection pooler that does not set what a connection asks for. " + remedy)
)

// errFull says that there are no connections left.
var errFull = fault.New(fault.Unavailable, "PostgreSQL has no connection left for tradelog, which needs about 40 for each instance. "+
	"End other clients, or raise max_connections.")

// Check opens the first connection of a pool and tells why the database cannot be used through it; nil when it can.
func Check(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return Explain(err)
	}
	defer conn.Release()
	greeted := conn.Conn().PgConn().PID()
	served, path, err := look(ctx, conn.Conn())
	switch {
	case err != nil:
		return Explain(err)
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

// look asks which process of the server answers, and for a setting of the connection. A pooler may have no prepared statements,
// so there are none.
func look(ctx context.Context, conn querier) (process uint32, path string, err error) {
	err = conn.QueryRow(ctx, `SELECT pg_backend_pid(), current_setting('search_path')`, pgx.QueryExecModeSimpleProtocol).Scan(&process,
		&path)
	return process, path, err
}

type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// lookTimeout bounds one look: a pooler lets a client wait that has no session left for it.
const lookTimeout = 3 * time.Second

// checkShared refuses a session that is given to others between its transactions. Another client begins transactions meanwhile.
// Each of them takes a session that nobody uses; if it is that of the connection, or the connection has another one afterwards,
// sessions are shared. So they are if there is no transaction to be had, or no session for it.
func checkShared(ctx context.Context, conn *pgx.Conn) error {
	other, err := pgx.ConnectConfig(ctx, conn.Config())
	if err != nil {
		return Explain(err)
	}
	defer other.Close(context.WithoutCancel(ctx))
	for range 3 {
		looking, cancel := context.WithTimeout(ctx, lookTimeout)
		shared, err := takes(looking, conn, other)
		cancel()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case Full(err):
			return Explain(err)
		case err != nil || shared:
			return errShared.WithCause(err)
		}
	}
	return nil
}

// takes lets other begin a transaction, and tells whether it is served by the process of conn, or conn by another one since.
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

// Explain says what to do about a failure to connect, where that is known.
func Explain(err error) error {
	var pg *pgconn.PgError
	switch {
	case Full(err):
		return errFull.WithCause(err)
	case errors.As(err, &pg) && pg.Code == "08P01" && strings.Contains(pg.Message, "startup parameter"):
		return errDropped.WithCause(err)
	}
	return err
}

// Full tells whether an error says that all connections are taken.
func Full(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "53300"
}
