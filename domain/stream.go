package domain

import (
	"strconv"
	"strings"
)

// Stream names a stream as category-id, such as "order-42", so that category projections of event stores work on it.
func Stream(category string, id int64) string {
	return category + "-" + strconv.FormatInt(id, 10)
}

// StreamOf names a stream whose identifier is text, such as "claim-sku-ABC".
func StreamOf(category, id string) string { return category + "-" + id }

// Category is the part of a stream name before the first dash.
func Category(stream string) string {
	category, _, _ := strings.Cut(stream, "-")
	return category
}

// StreamID is the numeric identifier of a stream name, or 0 if it has none.
func StreamID(stream string) int64 {
	_, id, _ := strings.Cut(stream, "-")
	if n, err := strconv.ParseInt(id, 10, 64); err == nil {
		return n
	}
	return 0
}
