package mcp

import (
	"bytes"

	"tradelog/operations"
)

// tried returns the answer of a dry run: the events that would be stored and the answer that would be given. Only callers with a
// back-office right to the resource see the events' data, as far as the tags of the event types allow. Others see only their types. Events
// of discreet operations are never shown.
func (f form) tried(body []byte, done operations.Result, o *operations.Operation, who *operations.Principal) []byte {
	decided := done.Decided
	if o.Effect.Discreet {
		decided = nil
	}
	backOffice := o.BackOffice(who, o.Resource.Permission)
	b := []byte(`{"@type":"DryRun","stored":false,` + f.preview)
	if bytes.Contains(body, []byte(`"id":-`)) {
		b = append(b, `"numbers":"IDs below 0, and numbers made of them, are assigned when it is stored.",`...)
	}
	b = append(b, `"events":[`...)
	told := 0
	for _, d := range decided {
		if d.Bookkeeping() {
			continue
		}
		if told++; told > 1 {
			b = append(b, ',')
		}
		b = append(append(b, `{"stream":`...), quoted(d.Stream)...)
		b = append(append(b, `,"type":`...), quoted(d.Event.EventName())...)
		if backOffice {
			if data, err := d.Data(); err == nil {
				b = append(append(b, `,"data":`...), data...)
			}
		}
		b = append(b, '}')
	}
	b = append(b, `],"result":`...)
	if len(body) == 0 {
		b = append(b, "null"...)
	}
	return append(append(b, body...), '}')
}
