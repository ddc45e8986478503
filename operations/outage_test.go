package operations

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
		want fault.Kind
	}{
		{server("57P01"), fault.Unavailable}, // shutting down
		{server("53100"), fault.Unavailable}, // disk full
		{server("53300"), fault.Unavailable}, // too many connections
		{server("55P03"), fault.Unavailable}, // a lock was not to be had
		{server("40P01"), fault.Unavailable}, // deadlock
		{server("58030"), fault.Unavailable}, // input or output
		{unreachable, fault.Unavailable},
		{&net.OpError{Op: "read", Err: errors.New("connection reset by peer")}, fault.Unavailable},
		{io.ErrUnexpectedEOF, fault.Unavailable},
		{context.DeadlineExceeded, fault.Unavailable},
		{context.Canceled, fault.Unavailable}, // the server stops
		{server("42P01"), fault.Internal},     // no such table
		{server("23505"), fault.Internal},     // duplicate key
		{server(""), fault.Internal},
		{errors.New("index out of range"), fault.Internal},
		{fault.NotFoundf("no such thing"), fault.NotFound},
	} {
		if got := AsFault(fmt.Errorf("read: %w", c.err)); got.Kind != c.want {
			t.Errorf("%v: %s, want %s", c.err, got.Kind, c.want)
		}
	}
}
