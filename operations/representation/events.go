package representation

import (
	"mime"
	"strings"
)

// EventStream is the media type of answers that go on: server-sent events.
const EventStream = "text/event-stream"

// TakesEvents reports whether an Accept header asks for an answer that goes on.
func TakesEvents(accept string) bool {
	for part := range strings.SplitSeq(accept, ",") {
		if name, _, err := mime.ParseMediaType(strings.TrimSpace(part)); err == nil && name == EventStream {
			return true
		}
	}
	return false
}
