package readmodels

import (
	"bytes"
	"errors"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// replicaRows are rows that were read as a whole. They implement pgx.Rows.
type replicaRows struct {
	fields []pgconn.FieldDescription
	rows   [][][]byte
	tag    pgconn.CommandTag
	at     int // the current row, from 1
	err    error
	types  *pgtype.Map // from typeMaps while rows are scanned
}

// readWhole reads all rows.
func readWhole(rows pgx.Rows) (*replicaRows, error) {
	defer rows.Close()
	r := &replicaRows{}
	for rows.Next() {
		if r.fields == nil {
			r.fields = slices.Clone(rows.FieldDescriptions())
		}
		raw := rows.RawValues()
		row := make([][]byte, len(raw))
		for i := range raw {
			row[i] = bytes.Clone(raw[i]) // the connection uses its memory again
		}
		r.rows = append(r.rows, row)
	}
	if r.fields == nil {
		r.fields = slices.Clone(rows.FieldDescriptions())
	}
	r.tag = rows.CommandTag()
	return r, rows.Err()
}

// Next goes to the next row.
func (r *replicaRows) Next() bool {
	if r.err != nil || r.at >= len(r.rows) {
		r.Close()
		return false
	}
	r.at++
	return true
}

// typeMaps is a pool of maps that decode values. Two goroutines must not use the same map at a time.
var typeMaps = sync.Pool{New: func() any { return pgtype.NewMap() }}

// Scan reads the current row. As with other rows, a single pgx.RowScanner reads it by itself.
func (r *replicaRows) Scan(dest ...any) error {
	values := r.RawValues()
	if values == nil {
		return r.fail(errors.New("there is no row to scan"))
	}
	if len(dest) == 1 {
		if scanner, ok := dest[0].(pgx.RowScanner); ok {
			return r.fail(scanner.ScanRow(r))
		}
	}
	return r.fail(pgx.ScanRow(r.TypeMap(), r.fields, values, dest...))
}

func (r *replicaRows) fail(err error) error {
	if err != nil {
		r.err = err
	}
	return err
}

// Values decodes the current row.
func (r *replicaRows) Values() ([]any, error) {
	values := make([]any, len(r.fields))
	into := make([]any, len(r.fields))
	for i := range values {
		into[i] = &values[i]
	}
	return values, r.Scan(into...)
}

// RawValues returns the undecoded values of the current row; nil without one.
func (r *replicaRows) RawValues() [][]byte {
	if r.at < 1 || r.at > len(r.rows) {
		return nil
	}
	return r.rows[r.at-1]
}

// Close ends the reading.
func (r *replicaRows) Close() {
	r.at = len(r.rows) + 1
	if r.types != nil {
		typeMaps.Put(r.types)
		r.types = nil
	}
}

// TypeMap returns a map that decodes the values until Close.
func (r *replicaRows) TypeMap() *pgtype.Map {
	if r.types == nil {
		r.types = typeMaps.Get().(*pgtype.Map)
	}
	return r.types
}

// Err returns the error of a Scan.
func (r *replicaRows) Err() error { return r.err }

// CommandTag returns the command tag of the query.
func (r *replicaRows) CommandTag() pgconn.CommandTag { return r.tag }

// FieldDescriptions describes the columns.
func (r *replicaRows) FieldDescriptions() []pgconn.FieldDescription { return r.fields }

// Conn returns nil: the connection is back in its pool.
func (r *replicaRows) Conn() *pgx.Conn { return nil }

// replicaRow is the first of some rows, as a pgx.Row.
type replicaRow struct{ rows *replicaRows }

// Scan reads the row, or fails with pgx.ErrNoRows.
func (r replicaRow) Scan(dest ...any) error {
	defer r.rows.Close()
	if !r.rows.Next() {
		return pgx.ErrNoRows
	}
	return r.rows.Scan(dest...)
}
