package record

import "time"

// Dated is embedded in the struct of a kind whose records show when they were made and changed. The times are those of the events, so
// they are not stored in the record.
type Dated struct {
	CreatedAt time.Time `json:"-"`
	UpdatedAt time.Time `json:"-"`
}

// Date sets the times.
func (d *Dated) Date(created, updated time.Time) { d.CreatedAt, d.UpdatedAt = created, updated }

// Times returns the times.
func (d *Dated) Times() (created, updated time.Time) { return d.CreatedAt, d.UpdatedAt }

// Dates sets the times of a record that shows them; v points to it.
func Dates(v any, created, updated time.Time) {
	if d, ok := v.(interface {
		Date(created, updated time.Time)
	}); ok {
		d.Date(created, updated)
	}
}
