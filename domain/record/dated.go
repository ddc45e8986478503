package record

import "time"

// Dated is embedded in the structs of kinds whose records show when they were created and changed. The times are those of the events, so
// they are not stored in the record.
type Dated struct {
	CreatedAt time.Time `json:"-"`
	UpdatedAt time.Time `json:"-"`
}

// Date sets the times.
func (d *Dated) Date(created, updated time.Time) { d.CreatedAt, d.UpdatedAt = created, updated }

// Times returns the times.
func (d Dated) Times() (created, updated time.Time) { return d.CreatedAt, d.UpdatedAt }

// Dates sets the times of the record that v points to, if its kind has Dated.
func Dates(v any, created, updated time.Time) {
	if d, ok := v.(interface {
		Date(created, updated time.Time)
	}); ok {
		d.Date(created, updated)
	}
}
