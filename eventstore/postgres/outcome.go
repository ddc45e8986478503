package postgres

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"tradelog/eventstore"
)

// errHeadMoved: log_head has changed although this transaction locks it, which cannot happen.
var errHeadMoved = errors.New("the head of the log moved while it was locked")

// notBegun marks a failure before anything was sent, so that nothing was stored.
type notBegun struct{ error }

func (e *notBegun) Unwrap() error { return e.error }

// connectionLost reports whether a commit may have happened despite err: the server did not answer, or it ended the connection,
// which may happen between the commit and the answer. After any other error of the server the transaction was rolled back.
func connectionLost(err error) bool {
	if err == nil || errors.Is(err, errHeadMoved) || errors.Is(err, eventstore.ErrLogLost) {
		return false
	}
	var never *notBegun
	if errors.As(err, &never) {
		return false
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.SeverityUnlocalized == "FATAL" || pg.SeverityUnlocalized == "PANIC"
	}
	return true
}

// refusedByServer reports whether the server refused the data: a data exception, a violated constraint or a limit. Another
// attempt would fail as well. Duplicate keys do not count: IDs and revisions were looked up before, so a duplicate means
// unexpected rows in the log.
func refusedByServer(err error) bool {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || connectionLost(err) || uniqueViolation(err) {
		return false
	}
	return strings.HasPrefix(pg.Code, "22") || strings.HasPrefix(pg.Code, "23") || strings.HasPrefix(pg.Code, "54")
}

func lockTimeout(err error) bool { return hasCode(err, "55P03") }

func uniqueViolation(err error) bool { return hasCode(err, "23505") }

func hasCode(err error, code string) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == code
}
