package postgres

import (
	"context"
	"errors"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"

	"tradelog/eventstore"
)

// Outage reports whether an error says that the database or the archive of old events was away or lacked resources. Nothing is wrong with
// the request, and the same one may succeed later.
func Outage(err error) bool {
	var away *pgconn.ConnectError
	if errors.As(err, &away) || errors.Is(err, eventstore.ErrArchiveAway) {
		return true
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) && len(pg.Code) == 5 {
		switch pg.Code[:2] {
		case "08", "40", "53", "57", "58": // connection, deadlock, no room or memory, shutting down, disk errors
			return true
		}
		return pg.Code == "55P03" // a lock was not granted in time
	}
	var network net.Error
	if errors.Is(err, context.Canceled) { // the client has gone, or the server stops
		return true
	}
	return errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, context.DeadlineExceeded) || pgconn.SafeToRetry(err)
}
