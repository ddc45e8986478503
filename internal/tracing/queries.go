package tracing

import (
	"context"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel/attribute"
)

// Queries makes spans of the queries of traced requests. They have the text of the statement, whose values are parameters and are left
// out. Queries without a request make none.
type Queries struct{}

var (
	_ pgx.QueryTracer = Queries{}
	_ pgx.BatchTracer = Queries{}
)

type endKey struct{}

func begin(ctx context.Context, name string, about ...attribute.KeyValue) context.Context {
	traced, end := Start(ctx, name, append(about, attribute.String("db.system.name", "postgresql"))...)
	if traced == ctx {
		return ctx
	}
	return context.WithValue(traced, endKey{}, end)
}

func end(ctx context.Context, err error) {
	if end, ok := ctx.Value(endKey{}).(func(error)); ok {
		end(err)
	}
}

// TraceQueryStart begins a span.
func (Queries) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	return begin(ctx, "query", attribute.String("db.query.text", d.SQL))
}

// TraceQueryEnd ends it.
func (Queries) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryEndData) {
	end(ctx, d.Err)
}

// TraceBatchStart begins a span for several queries that are sent together.
func (Queries) TraceBatchStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceBatchStartData) context.Context {
	return begin(ctx, "queries", attribute.Int("db.operation.batch.size", d.Batch.Len()))
}

// TraceBatchQuery does nothing, because a batch has one span.
func (Queries) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd ends the span.
func (Queries) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, d pgx.TraceBatchEndData) {
	end(ctx, d.Err)
}
