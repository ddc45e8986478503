package backup

import (
	"fmt"
	"strconv"
	"time"
)

// Target is the end of a recovery: the event at a position, a moment, or the end of the archive (the zero Target).
type Target struct {
	Position int64
	Time     time.Time
}

// latest is the word for the zero Target.
const latest = "latest"

// timeLayouts are the forms of a moment. Without a zone it is in UTC. Fractions of a second are read with all of them.
var timeLayouts = []string{time.RFC3339, "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05-07", "2006-01-02T15:04:05",
	"2006-01-02 15:04:05"}

// ParseTarget reads a position, a moment, or the word latest.
func ParseTarget(text string) (t Target, err error) {
	if text == latest {
		return Target{}, nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		if n < 1 {
			return Target{}, fmt.Errorf("positions of the log begin with 1, not with %s", text)
		}
		return Target{Position: n}, nil
	}
	for _, layout := range timeLayouts {
		if at, err := time.Parse(layout, text); err == nil {
			return Target{Time: at.UTC().Truncate(time.Microsecond)}, nil // the precision of PostgreSQL
		}
	}
	return Target{}, fmt.Errorf("%q is neither a position of the log, nor a time such as 2026-01-31T12:00:00Z (UTC without a zone), nor %s",
		text, latest)
}

// String returns the form that ParseTarget reads.
func (t Target) String() string {
	switch {
	case t.Position > 0:
		return strconv.FormatInt(t.Position, 10)
	case !t.Time.IsZero():
		return t.Time.Format(time.RFC3339Nano)
	}
	return latest
}
