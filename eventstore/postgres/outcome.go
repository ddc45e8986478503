package postgres

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"tradelog/eventstore"
)

// errHeadMoved: the compare-and-set on log_head found another head than the one just locked, which cannot be.
var errHeadMoved = errors.New("the head of the log moved while it was locked")

// notBegun marks a failure before anything was sent: the outcome is known to be "not done".
type notBegun struct{ error }

func (e *notBegun) Unwrap() error { return e.error }

// connectionLost tells whether err leaves open if a commit took place: the server did not answer, or was told to end the
// connection, which may happen between the commit and the answer. Other errors that the server reported mean that it
// rolled back.
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

// refusedByServer tells whether the server took offence at the data itself: a data exception, a violated constraint or
// one of its limits. Another attempt with the same data would end the same way. A duplicate key is no such thing: IDs and
// revisions are looked up before, so it means that the log has rows where there should be none.
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
