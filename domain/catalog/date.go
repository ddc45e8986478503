package catalog

import (
	"strings"
	"time"

	"tradelog/domain/fault"
)

// dateLayouts are the ways a date may be written, beside those that begin with YYYY-MM-DD and a time of RFC 3339.
var dateLayouts = []string{
	time.DateOnly, time.DateTime, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", "2006/01/02",
	"2006/01/02 15:04:05",
	"2006-1-2", "1/2/2006", "2 January 2006", "2 Jan 2006", "January 2, 2006", "Jan 2, 2006", time.RFC1123, time.RFC1123Z,
}

// Date reads a date as products take it: any way of writing one that is not just digits. A time is dropped (shapes-catalog
// §1.4).
func Date(field, text string) (string, error) {
	if day, ok := ReadDate(text); ok {
		return day, nil
	}
	return "", fault.Invalidf("Invalid date for %s; use Y-m-d format.", field)
}

// ReadDate reads a date that is written in any usual way; false: it is none.
func ReadDate(text string) (string, bool) {
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, strings.TrimSpace(text)); err == nil && t.Year() > 0 {
			return t.Format(time.DateOnly), true
		}
	}
	return "", false
}
