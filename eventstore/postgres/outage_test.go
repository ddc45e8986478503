package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"tradelog/domain/fault"
)

// TestAnOutageIsNoDefect: while the database is away or has no means, the answer is "later" and not "we are broken".
func TestAnOutageIsNoDefect(t *testing.T) {
	t.Parallel()
	server := func(code string) error { return &pgconn.PgError{Severity: "ERROR", Code: code} }
	_, unreachable := pgconn.Connect(t.Context(), "host="+t.TempDir()+" user=nobody")
	for _, c := range []struct {
		err  error
		want bool
	}{
		{server("57P01"), true}, // shutting down
		{server("53100"), true}, // disk full
		{server("53300"), true}, // too many connections
		{server("55P03"), true}, // a lock was not to be had
		{server("40P01"), true}, // deadlock
		{server("58030"), true}, // input or output
		{unreachable, true},
		{&net.OpError{Op: "read", Err: errors.New("connection reset by peer")}, true},
		{io.ErrUnexpectedEOF, true},
		{context.DeadlineExceeded, true},
		{context.Canceled, true}, // the server stops
		{server("42P01"), false}, // no such table
		{server("23505"), false}, // duplicate key
		{server(""), false},
		{errors.New("index out of range"), false},
		{fault.NotFoundf("no such thing"), false},
	} {
		if got := Outage(fmt.Errorf("read: %w", c.err)); got != c.want {
			t.Errorf("%v: %v, want %v", c.err, got, c.want)
		}
	}
}
