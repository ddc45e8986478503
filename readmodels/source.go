package readmodels

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/readmodels/freshness"
	"tradelog/readmodels/scopes"
)

// Source runs queries. Readers get one by naming the scopes of the rows, so that every answer knows its dependencies. There is no other way
// to a query.
type Source struct {
	pool *pgxpool.Pool
	err  error
	// replicas may answer if they meet need; nil: the primary does.
	replicas *Replicas
	need     []freshness.Need
}

// From returns a source for rows of scopes. It records the versions first. If something changes while the rows are read, the versions are
// older than the rows, and the answer is not cached for long. A call with a minimum position waits here.
func (r *Reader) From(ctx context.Context, of ...scopes.Scope) Source {
	at, err := r.record(ctx, of)
	if err != nil {
		return Source{err: err}
	}
	return r.source(ctx, of, at)
}

// source returns the source for rows of scopes whose versions were recorded. Replicas serve only reads of clients, which record the
// dependencies of their answers. Reads for decisions, and rows of unknown version, come from the primary.
func (r *Reader) source(ctx context.Context, of []scopes.Scope, at freshness.Vector) Source {
	if r.replicas == nil || freshness.ReadingFrom(ctx) == nil || !at.Valid() {
		return Source{pool: r.pool}
	}
	return Source{pool: r.pool, replicas: r.replicas, need: r.tracker.Needs(of, at)}
}

// Unnamed returns a source for rows that no scope names. Answers made of them are not cached.
func (r *Reader) Unnamed(ctx context.Context) Source {
	freshness.ReadingFrom(ctx).Unknown()
	return Source{pool: r.pool}
}

// Constant returns a source for rows of a projector that never change once they exist.
func (r *Reader) Constant(ctx context.Context, projector string) Source {
	return Source{pool: r.pool, err: freshness.ReadingFrom(ctx).BeginOn(ctx, projector)}
}

// recorded returns the source for a cached value, whose reader has recorded its scopes and versions.
func (r *Reader) recorded(ctx context.Context, of []scopes.Scope, at freshness.Vector) Source {
	return r.source(ctx, of, at)
}

// record records scopes and their versions, if the context has a Reading.
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

// FromStream records that an answer is made of a stream. An answer made of a stream without a scope is not cached.
func (r *Reader) FromStream(ctx context.Context, stream string) error {
	scope, ok := scopes.OfStream(stream)
	if !ok {
		freshness.ReadingFrom(ctx).Unknown()
		return nil
	}
	_, err := r.record(ctx, []scopes.Scope{scope})
	return err
}

// FromTrail records that an answer is made of all events of a stream. projector is the one that has the versions of the stream's trail. If
// there is none, the answer is not cached.
func (r *Reader) FromTrail(ctx context.Context, projector, stream string) error {
	if projector == "" {
		freshness.ReadingFrom(ctx).Unknown()
		return nil
	}
	_, err := r.record(ctx, scopes.Trail(projector, stream))
	return err
}

// Wrote notes the position of a write to a stream that answers are made of. Readers of this process then see the change before the
// projector has applied it.
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

// ask asks a replica. Replicas plan each query for its parameters, so the query mode that some queries name is left out.
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

// QueryRow reads a row. An error of the source is returned by the row's Scan.
func (s Source) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	if s.err != nil {
		return noRow{s.err}
	}
	if whole, ok := s.ask(ctx, sql, args); ok {
		return replicaRow{whole}
	}
	return s.pool.QueryRow(ctx, sql, args...)
}

// SendBatch runs several queries on the primary. The caller closes the results.
func (s Source) SendBatch(ctx context.Context, b *pgx.Batch) (pgx.BatchResults, error) {
	if s.err != nil {
		return nil, s.err
	}
	return s.pool.SendBatch(ctx, b), nil
}

type noRow struct{ err error }

// Scan returns the error of the source.
func (n noRow) Scan(...any) error { return n.err }
