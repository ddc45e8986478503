package catalog

import (
	"strings"
	"time"

	"tradelog/domain/fault"
)

// dateLayouts lists the accepted layouts of dates. A time after the date is accepted and dropped.
var dateLayouts = []string{
	time.DateOnly, time.DateTime, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", "2006/01/02",
	"2006/01/02 15:04:05",
	"2006-1-2", "1/2/2006", "2 January 2006", "2 Jan 2006", "January 2, 2006", "Jan 2, 2006", time.RFC1123, time.RFC1123Z,
}

// Date reads a date of a product field in any of the accepted layouts and returns it as YYYY-MM-DD. A time is dropped (shapes-catalog
// §1.4).
func Date(field, text string) (string, error) {
	if day, ok := ReadDate(text); ok {
		return day, nil
	}
	return "", fault.Invalidf("Invalid date for %s; use Y-m-d format.", fault.Name(field)).About(fault.Format, field)
}

// ReadDate reads a date in any of the accepted layouts and returns it as YYYY-MM-DD; false: the text is no date.
func ReadDate(text string) (string, bool) {
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, strings.TrimSpace(text)); err == nil && t.Year() > 0 {
			return t.Format(time.DateOnly), true
		}
	}
	return "", false
}
