package representation

import (
	"mime"
	"strings"
)

// EventStream is the media type of live answers: server-sent events.
const EventStream = "text/event-stream"

// TakesEvents reports whether an Accept header requests a live answer.
func TakesEvents(accept string) bool {
	for part := range strings.SplitSeq(accept, ",") {
		if name, _, err := mime.ParseMediaType(strings.TrimSpace(part)); err == nil && name == EventStream {
			return true
		}
	}
	return false
}
