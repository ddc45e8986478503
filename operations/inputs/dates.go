package inputs

import (
	"strings"
	"time"

	"tradelog/domain/fault"
)

// Moment parses a date filter: a UTC date or datetime. If until is set, a date means the end of its day, so the same date in both bounds
// selects one day (rest-v2 §4.12). Blank text means no filter.
func Moment(name, text string, until bool) (time.Time, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return time.Time{}, nil
	}
	if t, err := time.Parse(time.DateOnly, text); err == nil {
		if until {
			t = t.Add(24*time.Hour - time.Second)
		}
		return t, nil
	}
	for _, layout := range []string{time.DateTime, "2006-01-02T15:04:05", time.RFC3339} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC().Truncate(time.Second), nil // documents have whole seconds too
		}
	}
	return time.Time{}, fault.Invalidf("%s must be a UTC date (YYYY-MM-DD) or datetime (YYYY-MM-DD HH:MM:SS).", fault.Name(name)).
		About(fault.Format, name)
}
