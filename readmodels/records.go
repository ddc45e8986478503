package readmodels

import (
	"context"
	"slices"
	"strconv"

	"tradelog/domain/record"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// Records holds the plain records of a declared kind, in memory while none changes. Make it with OpenRecords.
type Records[V any] struct{ cached *Snapshot[*RecordList[V]] }

// OpenRecords reads the records of a kind in an order. Records that compare as equal are ordered by identifier.
func OpenRecords[V any](r *Reader, kind *record.Kind, compare func(a, b V) int) *Records[V] {
	return OpenRecordsAs(r, kind, recordOf[V], compare)
}

// OpenRecordsAs is OpenRecords with a function that makes a record from its row.
func OpenRecordsAs[V any](r *Reader, kind *record.Kind, of func(RecordRow) (V, error), compare func(a, b V) int) *Records[V] {
	load := func(ctx context.Context, from Source) (*RecordList[V], error) {
		list := &RecordList[V]{of: of}
		err := EachRecord(ctx, from, "records", RecordRows{kind: list.Add})
		slices.SortStableFunc(list.All, compare)
		return list, err
	}
	return &Records[V]{NewSnapshot(r, load, scopes.Records(kind))}
}

// All returns the records in their order. The list must not be changed.
func (k *Records[V]) All(ctx context.Context) ([]V, error) {
	l, err := k.cached.Get(ctx)
	if err != nil {
		return nil, err
	}
	return l.All, nil
}

// Find returns a record, or ErrNotFound.
func (k *Records[V]) Find(ctx context.Context, id int64) (v V, err error) {
	l, err := k.cached.Get(ctx)
	if err != nil {
		return v, err
	}
	v, ok := l.ByID[id]
	if !ok {
		return v, ErrNotFound
	}
	return v, nil
}

// RecordList collects the plain records of a kind.
type RecordList[V any] struct {
	All  []V // by identifier
	ByID map[int64]V
	of   func(RecordRow) (V, error) // makes a record from its row; nil: recordOf
}

// Add adds a record to the end.
func (l *RecordList[V]) Add(row RecordRow) error {
	id, err := strconv.ParseInt(row.ID, 10, 64)
	if err != nil {
		return err
	}
	of := l.of
	if of == nil {
		of = recordOf[V]
	}
	v, err := of(row)
	if l.ByID == nil {
		l.ByID = map[int64]V{}
	}
	l.All, l.ByID[id] = append(l.All, v), v
	return err
}

func recordOf[V any](row RecordRow) (V, error) {
	var v V
	err := ReadRecord(row, &v)
	return v, err
}

// ReadRecord reads a row into the record that v points to.
func ReadRecord(row RecordRow, v any) error {
	err := record.Into(row.Values[0], v)
	record.Dates(v, row.CreatedAt, row.UpdatedAt)
	return err
}

// RecordRow is a plain record as a projector stores it.
type RecordRow = tables.Record

var recordColumns = tables.Of[RecordRow]()

// RecordRows maps a kind to the function that receives its rows.
type RecordRows map[*record.Kind]func(RecordRow) error

// EachRecord reads plain records in the order of their identifiers, all in one query, and passes those of each kind to its function.
func EachRecord(ctx context.Context, from Source, table string, add RecordRows) error {
	byName, names := map[string]func(RecordRow) error{}, []string{}
	for kind, f := range add {
		byName[kind.Name], names = f, append(names, kind.Name)
	}
	rows, err := from.Query(ctx, "SELECT "+recordColumns.SQL()+" FROM read."+table+" WHERE kind = ANY($1) ORDER BY length(id), id", names)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		row, err := recordColumns.Read(rows)
		if err != nil {
			return err
		}
		if err := byName[row.Kind](*row); err != nil {
			return err
		}
	}
	return rows.Err()
}
