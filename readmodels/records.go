package readmodels

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/record"
	"tradelog/readmodels/scopes"
)

// Records are the plain records of a declared kind, in memory while none changes. Make it with OpenRecords.
type Records[V any] struct{ cached snapshot[*recordList[V]] }

// OpenRecords reads the records of a kind in an order. Records that compare as equal are ordered by identifier.
func OpenRecords[V any](r *Reader, kind *record.Kind, compare func(a, b V) int) *Records[V] {
	load := func(ctx context.Context, from Source) (*recordList[V], error) {
		list := &recordList[V]{}
		err := eachRecord(ctx, from, "records", map[*record.Kind]func(recordRow) error{kind: list.add})
		slices.SortStableFunc(list.all, compare)
		return list, err
	}
	return &Records[V]{cached: snapshot[*recordList[V]]{reader: r, scopes: []scopes.Scope{scopes.Records(kind)}, load: load}}
}

// All returns the records in their order. The list must not be changed.
func (k *Records[V]) All(ctx context.Context) ([]V, error) {
	l, err := k.cached.get(ctx)
	if err != nil {
		return nil, err
	}
	return l.all, nil
}

// Find returns a record, or ErrNotFound.
func (k *Records[V]) Find(ctx context.Context, id int64) (v V, err error) {
	l, err := k.cached.get(ctx)
	if err != nil {
		return v, err
	}
	v, ok := l.byID[id]
	if !ok {
		return v, ErrNotFound
	}
	return v, nil
}

// recordList collects the plain records of a kind.
type recordList[V any] struct {
	all  []V
	byID map[int64]V
}

func (l *recordList[V]) add(row recordRow) error {
	id, err := strconv.ParseInt(row.id, 10, 64)
	if err != nil {
		return err
	}
	v, err := record.Read[V](row.values[0])
	if l.byID == nil {
		l.byID = map[int64]V{}
	}
	l.all, l.byID[id] = append(l.all, v), v
	return err
}

// recordRow is a plain record as a projector stores it: its values by store view, and when it was made and changed.
type recordRow struct {
	id               string
	values           map[int64]record.Values
	created, updated time.Time
}

// eachRecord reads plain records in the order of their identifiers, all in one query, and hands those of each kind to its function.
func eachRecord(ctx context.Context, from Source, table string, add map[*record.Kind]func(recordRow) error) error {
	byName, names := map[string]func(recordRow) error{}, []string{}
	for kind, f := range add {
		byName[kind.Name], names = f, append(names, kind.Name)
	}
	rows, err := from.Query(ctx, `SELECT kind, id, state, created_at, updated_at FROM read.`+table+`
		WHERE kind = ANY($1) ORDER BY length(id), id`, names)
	if err != nil {
		return err
	}
	var kind string
	var row recordRow
	var state []byte
	_, err = pgx.ForEachRow(rows, []any{&kind, &row.id, &state, &row.created, &row.updated}, func() error {
		row.values = nil
		if err := json.Unmarshal(state, &row.values); err != nil {
			return err
		}
		return byName[kind](row)
	})
	return err
}
