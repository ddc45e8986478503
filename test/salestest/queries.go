package salestest

import (
	"context"
	"net/http"
	"sync"

	"github.com/jackc/pgx/v5"

	"tradelog/app"
	"tradelog/test/apptest"
)

// Queries records the statements of requests, on the connections that serve them.
type Queries struct {
	mu   sync.Mutex
	seen []string
}

// Trace makes a shop record its queries.
func (q *Queries) Trace() apptest.Option {
	return apptest.WithConfig(func(c *app.Config) { c.Database.Tracer = q })
}

// TraceQueryStart records a statement of an HTTP request. Projectors, reactions and other background work use the same connections; their
// contexts do not come from a server.
func (q *Queries) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	if ctx.Value(http.ServerContextKey) == nil {
		return ctx
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
