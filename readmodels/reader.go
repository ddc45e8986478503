package readmodels

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/readmodels/freshness"
)

// Reader is the engine below the readers of all areas: connections, versions and caches. Make it with New.
type Reader struct {
	pool    *pgxpool.Pool
	tracker *freshness.Tracker
	sealer  eventstore.Sealer
	// replicas answer reads of clients; nil: there are none.
	replicas *Replicas
	counts   Cache[string, int64]
	shared   sync.Map // by type
}

// New makes a reader. pool's connections must have the schema read in their search path. sealer opens the texts that projectors have
// sealed.
func New(pool *pgxpool.Pool, tracker *freshness.Tracker, sealer eventstore.Sealer) *Reader {
	r := &Reader{pool: pool, tracker: tracker, sealer: sealer}
	r.counts = NewCache[string, int64](r, 2000)
	return r
}

// UseReplicas lets replicas answer reads of clients. Call it before the reader is used.
func (r *Reader) UseReplicas(replicas *Replicas) { r.replicas = replicas }

// Tracker returns the tracker of versions.
func (r *Reader) Tracker() *freshness.Tracker { return r.tracker }

// mostPatience bounds how long CatchUp waits.
const mostPatience = 10 * time.Second

// ErrBehind: a projector has stopped, or takes too long.
var ErrBehind = &fault.Error{
	Kind: fault.Unavailable, Message: "The read models are behind the log. Please try again in a moment.", RetryAfter: time.Second,
}

// CatchUp waits until projectors have applied everything up to a position. A decision that depends on references to a record, which no
// stream lists, needs it. It fails with ErrBehind.
func (r *Reader) CatchUp(ctx context.Context, at eventstore.Position, projectors ...string) error {
	waiting, cancel := context.WithTimeout(ctx, mostPatience)
	defer cancel()
	for _, projector := range projectors {
		if err := r.tracker.Wait(waiting, projector, at); err != nil {
			return ErrBehind.WithCause(err)
		}
	}
	return nil
}

// Open returns a text that a projector has sealed.
func (r *Reader) Open(ctx context.Context, sealed string) (string, error) {
	return r.sealer.Open(ctx, sealed)
}

// Shared returns the one value of a type that belongs to a reader. The first call makes it.
func Shared[T any](r *Reader, create func() *T) *T {
	had, ok := r.shared.Load(reflect.TypeFor[T]())
	if !ok {
		had, _ = r.shared.LoadOrStore(reflect.TypeFor[T](), create())
	}
	return had.(*T)
}

// ErrNotFound: there is no such row.
var ErrNotFound = fault.NotFoundf("Not Found")

// OrNotFound returns ErrNotFound for the error of a query that found no row, and every other error as it is.
func OrNotFound(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrNotFound
	}
	return err
}

// IDs reads a column of identifiers that no scope names.
func (r *Reader) IDs(ctx context.Context, sql string, args ...any) ([]int64, error) {
	rows, err := r.Unnamed(ctx).Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}
