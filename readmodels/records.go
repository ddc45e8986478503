package readmodels

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/record"
	"tradelog/readmodels/scopes"
)

// Records are the plain records of a kind, in memory while none changes. Make it with OpenRecords.
type Records[V any] struct{ kept snapshot[recordList[V]] }

type recordList[V any] struct {
	all []V
	at  map[int64]int
}

func (l recordList[V]) find(id int64) (v V, ok bool) {
	i, ok := l.at[id]
	if ok {
		v = l.all[i]
	}
	return v, ok
}

// OpenRecords reads the records of a kind in an order.
func OpenRecords[V any](r *Reader, kind *record.Kind, compare func(a, b V) int) *Records[V] {
	load := func(ctx context.Context) (recordList[V], error) { return loadRecords(ctx, r, kind, compare) }
	return &Records[V]{kept: snapshot[recordList[V]]{reader: r, scopes: []scopes.Scope{scopes.Records(kind)}, load: load}}
}

// All returns the records in their order. The list must not be changed.
func (k *Records[V]) All(ctx context.Context) ([]V, error) {
	l, err := k.kept.get(ctx)
	return l.all, err
}

// Find returns a record, or ErrNotFound.
func (k *Records[V]) Find(ctx context.Context, id int64) (v V, err error) {
	l, err := k.kept.get(ctx)
	if err != nil {
		return v, err
	}
	v, ok := l.find(id)
	if !ok {
		return v, ErrNotFound
	}
	return v, nil
}

// loadRecords reads the records of a kind. Where compare is nil or makes no difference, they are in the order of their identifiers.
func loadRecords[V any](ctx context.Context, r *Reader, kind *record.Kind, compare func(a, b V) int) (list recordList[V], err error) {
	rows, err := r.pool.Query(ctx, `SELECT id, state FROM read.records WHERE kind = $1`, kind.Name)
	if err != nil {
		return list, err
	}
	type numbered struct {
		id int64
		v  V
	}
	var found []numbered
	var name string
	var state []byte
	if _, err := pgx.ForEachRow(rows, []any{&name, &state}, func() error {
		var values map[int64]record.Values
		id, err := strconv.ParseInt(name, 10, 64)
		if err == nil {
			err = json.Unmarshal(state, &values)
		}
		if err != nil {
			return err
		}
		v, err := record.Read[V](values[0])
		found = append(found, numbered{id, v})
		return err
	}); err != nil {
		return list, err
	}
	slices.SortFunc(found, func(a, b numbered) int {
		if compare != nil {
			if c := compare(a.v, b.v); c != 0 {
				return c
			}
		}
		return cmp.Compare(a.id, b.id)
	})
	list.at = map[int64]int{}
	for i, n := range found {
		list.all, list.at[n.id] = append(list.all, n.v), i
	}
	return list, nil
}
