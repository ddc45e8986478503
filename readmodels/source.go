package readmodels

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/readmodels/freshness"
	"tradelog/readmodels/scopes"
)

// Source is where rows are read from. Readers get one by naming the scopes of the rows, so that every answer knows what it is made
// of: there is no other way to a query.
type Source struct {
	pool *pgxpool.Pool
	err  error
	// replicas may answer if they meet need; nil: the primary does.
	replicas *Replicas
	need     []freshness.Need
}

// From is the source of rows that belong to scopes. Their versions are recorded first: if something changes while the rows are read,
// the versions are older than the rows, and the answer is not remembered for long. A call with a minimum position waits here.
func (r *Reader) From(ctx context.Context, of ...scopes.Scope) Source {
	at, err := r.record(ctx, of)
	if err != nil {
		return Source{err: err}
	}
	return r.source(ctx, of, at)
}

// source is where rows of scopes are read whose versions were recorded. Replicas are for what clients read: only calls that read
// record what their answers are made of. What is decided upon is read from the primary, and so is what has unknown versions.
func (r *Reader) source(ctx context.Context, of []scopes.Scope, at freshness.Vector) Source {
	if r.replicas == nil || freshness.ReadingFrom(ctx) == nil || !at.Valid() {
		return Source{pool: r.pool}
	}
	return Source{pool: r.pool, replicas: r.replicas, need: r.tracker.Needs(of, at)}
}

// Unnamed is the source of rows that no scope names. Answers made of them are not remembered.
func (r *Reader) Unnamed(ctx context.Context) Source {
	freshness.ReadingFrom(ctx).Unknown()
	return Source{pool: r.pool}
}

// Constant is the source of a projector's rows that never change once they are there.
func (r *Reader) Constant(ctx context.Context, projector string) Source {
	return Source{pool: r.pool, err: freshness.ReadingFrom(ctx).BeginOn(ctx, projector)}
}

// recorded is the source of a value that is cached, whose scopes and versions its reader has recorded.
func (r *Reader) recorded(ctx context.Context, of []scopes.Scope, at freshness.Vector) Source {
	return r.source(ctx, of, at)
}

// record notes what is about to be read, if the context records that.
func (r *Reader) record(ctx context.Context, of []scopes.Scope) (at freshness.Vector, err error) {
	reading := freshness.ReadingFrom(ctx)
	if reading == nil {
		return at, nil
	}
	if err := reading.Begin(ctx, of); err != nil {
		return at, err
	}
	at, err = r.versions(ctx, of)
	reading.Add(of, at)
	return at, err
}

// versions returns the versions of scopes, from memory or from the database.
func (r *Reader) versions(ctx context.Context, of []scopes.Scope) (freshness.Vector, error) {
	return r.tracker.Known(ctx, of, r.loadVersions)
}

func (r *Reader) loadVersions(ctx context.Context, of []scopes.Scope) ([]eventstore.Position, error) {
	projectors, names := make([]string, len(of)), make([]string, len(of))
	for i, s := range of {
		projectors[i], names[i] = s.Projector, s.Name
	}
	rows, err := r.pool.Query(ctx,
		`SELECT coalesce(v.version, 0) FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u (projector, scope, n)
		LEFT JOIN read.versions v ON v.projector = u.projector AND v.scope = u.scope ORDER BY u.n`, projectors, names)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[eventstore.Position])
}

// FromStream records that an answer is made of a stream. What is made of a stream without a scope is not remembered.
func (r *Reader) FromStream(ctx context.Context, stream string) error {
	scope, ok := scopes.OfStream(stream)
	if !ok {
		freshness.ReadingFrom(ctx).Unknown()
		return nil
	}
	_, err := r.record(ctx, []scopes.Scope{scope})
	return err
}

// Wrote takes from a request how far the streams go that answers are made of, so that what it changed is new for everybody here
// although the projector has not come to it yet.
func (r *Reader) Wrote(stream string, at eventstore.Position) {
	if scope, ok := scopes.OfStream(stream); ok {
		r.tracker.Touched(scope, at)
	}
}

// Query reads rows.
func (s Source) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	if s.err != nil {
		return nil, s.err
	}
	if whole, ok := s.ask(ctx, sql, args); ok {
		return whole, nil
	}
	return s.pool.Query(ctx, sql, args...)
}

// ask asks a replica. Replicas plan each query for its parameters, so the mode that some queries name is left out.
func (s Source) ask(ctx context.Context, sql string, args []any) (*replicaRows, bool) {
	if s.replicas == nil {
		return nil, false
	}
	if len(args) > 0 {
		if _, mode := args[0].(pgx.QueryExecMode); mode {
			args = args[1:]
		}
	}
	b := &pgx.Batch{}
	b.Queue(sql, args...)
	answer, ok := s.replicas.ask(ctx, s.need, b)
	if !ok {
		return nil, false
	}
	return answer[0], true
}

// QueryRow reads a row. The error of the source comes with the row.
func (s Source) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	if s.err != nil {
		return noRow{s.err}
	}
	if whole, ok := s.ask(ctx, sql, args); ok {
		return replicaRow{whole}
	}
	return s.pool.QueryRow(ctx, sql, args...)
}

// SendBatch reads what several queries find, from the primary. The caller closes the results.
func (s Source) SendBatch(ctx context.Context, b *pgx.Batch) (pgx.BatchResults, error) {
	if s.err != nil {
		return nil, s.err
	}
	return s.pool.SendBatch(ctx, b), nil
}

type noRow struct{ err error }

// Scan fails.
func (n noRow) Scan(...any) error { return n.err }
