package salestest

import (
	"context"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"

	"tradelog/app"
	"tradelog/internal/testing/apptest"
)

// Queries remembers the statements of requests: those on the connections that serve them.
type Queries struct {
	mu   sync.Mutex
	seen []string
}

// Trace makes a shop record its queries.
func (q *Queries) Trace() apptest.Option {
	return apptest.WithConfig(func(c *app.Config) { c.Tracer = q })
}

// TraceQueryStart records a statement. Statements of reaction sweeps and of those that verify and count the log, which use the same
// connections, are recognized and ignored.
func (q *Queries) TraceQueryStart(ctx context.Context, conn *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	if conn.Config().RuntimeParams["application_name"] != "tradelog" {
		return ctx
	}
	for _, others := range []string{
		"product_reservations", "checkout_started <", "projection_", "pg_notify", "log_head", "reaction_", "pg_locks",
		"log_verification", "log_checkpoints", "log_tall", "split_part(stream, '-', 1), type, count(*)",
		"FROM events WHERE position > $1 ORDER BY position LIMIT",
	} {
		if strings.Contains(data.SQL, others) {
			return ctx
		}
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.seen = append(q.seen, data.SQL)
	return ctx
}

// TraceQueryEnd does nothing.
func (*Queries) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// Take returns the statements since the last call.
func (q *Queries) Take() []string {
	q.mu.Lock()
	defer q.mu.Unlock()
	seen := q.seen
	q.seen = nil
	return seen
}
