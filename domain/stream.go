package domain

import (
	"strconv"
	"strings"
)

// Stream returns the name of a stream, category-id, such as "order-42". Category projections of event stores rely on this form.
func Stream(category string, id int64) string {
	return category + "-" + strconv.FormatInt(id, 10)
}

// StreamOf returns the name of a stream whose identifier is text, such as "claim-sku-ABC".
func StreamOf(category, id string) string { return category + "-" + id }

// Category returns the part of a stream name before the first dash.
func Category(stream string) string {
	category, _, _ := strings.Cut(stream, "-")
	return category
}

// StreamID returns the numeric identifier in a stream name, or 0 if it has none.
func StreamID(stream string) int64 {
	_, id, _ := strings.Cut(stream, "-")
	if n, err := strconv.ParseInt(id, 10, 64); err == nil {
		return n
	}
	return 0
}
