package tables

import (
	"time"

	"tradelog/domain/record"
	"tradelog/eventstore"
)

// Record has the columns of a plain record: its values by store view, and when it was made and changed.
type Record struct {
	Kind      string                  `db:"kind"`
	ID        string                  `db:"id"`
	Values    map[int64]record.Values `db:"state,json"`
	CreatedAt time.Time               `db:"created_at"`
	UpdatedAt time.Time               `db:"updated_at"`
}

// RecordRow is a row of a table of plain records.
type RecordRow struct {
	Record
	Version eventstore.Position `db:"version"`
}
