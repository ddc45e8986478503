package audit

import (
	"bytes"
	"context"

	"tradelog/eventstore"
)

// links compares a log with its links; see eventstore.LinkedStore.
type links struct {
	found *findings
	rest  []eventstore.Mark   // that were not reached yet
	seal  []byte              // of the last event, computed from the link before
	from  eventstore.Position // of the last link that was reached
}

// newLinks reads the links of a store.
func newLinks(ctx context.Context, linked eventstore.LinkedStore, found *findings) (*links, error) {
	l := &links{found: found, seal: eventstore.GenesisSeal}
	err := linked.Links(ctx, func(m eventstore.Mark) error {
		if n := len(l.rest); n > 0 && m.Position <= l.rest[n-1].Position {
			found.add(Forged, m.Position, "", "its seal was written after that of position %d", l.rest[n-1].Position)
			return nil
		}
		l.rest = append(l.rest, m)
		return nil
	})
	return l, err
}

// next takes the next event of the log.
func (l *links) next(r *eventstore.Recorded) {
	for len(l.rest) > 0 && r.Position > l.rest[0].Position {
		l.found.add(Removed, l.rest[0].Position, "", "the log was sealed at this position, and there is no event")
		l.reach()
	}
	if len(l.rest) == 0 {
		return
	}
	l.seal = eventstore.Seal(l.seal, r)
	if r.Position < l.rest[0].Position {
		return
	}
	if !bytes.Equal(l.seal, l.rest[0].Seal) {
		l.found.add(Forged, r.Position, r.Stream, "the log after position %d was sealed here with other events: one was changed, removed or "+
			"inserted", l.from)
	}
	l.reach()
}

// reach continues behind a link with the link's seal, so that one damage is reported once.
func (l *links) reach() {
	l.seal, l.from, l.rest = l.rest[0].Seal, l.rest[0].Position, l.rest[1:]
}

// end reports links of events that are not there.
func (l *links) end() {
	if len(l.rest) > 0 {
		l.found.add(TailCut, l.rest[0].Position, "", "the log was sealed up to position %d", l.rest[len(l.rest)-1].Position)
	}
}
