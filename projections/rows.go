package projections

import "tradelog/readmodels/tables"

// Rows is a table whose rows are values of R. The fields of R are its columns.
type Rows[R any] struct {
	*Table
	columns *tables.Columns[R]
}

// TableOf returns the table with the fields of R as columns. The first keys of them are the primary key.
func TableOf[R any](name string, keys int) *Rows[R] {
	r := &Rows[R]{&Table{Name: name, Keys: keys}, tables.Of[R]()}
	for _, c := range r.columns.List() {
		r.Columns = append(r.Columns, Column(c))
	}
	return r
}

// Put writes a row, as Writer.Put does.
func (r *Rows[R]) Put(w *Writer, row R) error {
	values, err := r.columns.Values(&row)
	if err != nil {
		return err
	}
	w.Put(r.Table, values...)
	return nil
}
