package operations

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"tradelog/domain/fault"
	"tradelog/eventstore"
)

// AsOfParameter is the parameter of operations that can answer about the past, see Declaration.AsOf.
const AsOfParameter = "asOf"

// AsOfDoc describes the parameter.
const AsOfDoc = "shows it as it was: a position of the log, such as a value of X-Event-Position, or a UTC time " +
	"(YYYY-MM-DDTHH:MM:SSZ, YYYY-MM-DD HH:MM:SS, or YYYY-MM-DD for the end of that day)"

// asOfSummary is the part of an operation's description about the parameter.
const asOfSummary = " With asOf, a position of the log or a UTC time, it answers as of then."

var (
	errAsOf = fault.Invalidf("asOf must be a position of the log (a number from 1, or a value of X-Event-Position) or a UTC time: "+
		"YYYY-MM-DDTHH:MM:SSZ, YYYY-MM-DD HH:MM:SS, or YYYY-MM-DD for the end of that day.").About(fault.Format, "asOf")
	errAsOfWrite = fault.Invalidf("asOf shows the past, and this operation changes the present. Leave asOf out.").About(fault.Fixed, "asOf")
	errAsOfHere  = fault.Invalidf("This operation cannot answer as of the past. Leave asOf out, or get a resource by its ID: "+
		"the API documentation lists the operations that take asOf.").About(fault.Fixed, "asOf")
	errAsOfForeign = fault.Conflictf("asOf belongs to another event log.").About(fault.Other, "asOf")
)

// AsOf returns the requested view of the past. The zero value is the present.
func (c *Call) AsOf() eventstore.Until { return c.past }

// InPast reports whether the call is about the past.
func (c *Call) InPast() bool { return !c.past.IsZero() }

// admitsAsOf refuses asOf on operations that do not support it, since an answer about the present would look like one about the past. The
// past of public resources is for the back office: it has unpublished content.
func (c *Call) admitsAsOf() error {
	o := c.Operation
	_, sent := c.input.Parameter(AsOfParameter)
	switch {
	case !sent:
		return nil
	case !o.Reads():
		return errAsOfWrite
	case !o.AsOf:
		return errAsOfHere
	case o.items != nil:
		if err := o.items.admits(c.Principal); err != nil {
			return err
		}
		if err := o.items.grants(c.Principal); err != nil {
			return err
		}
	}
	switch {
	case o.Access.Auth != Public:
		return nil
	case c.Anonymous():
		return ErrAuthRequired
	}
	return c.Need(o.Resource, o.Resource.Permission+"/read", o.Resource.Permission+"/write")
}

// asOf reads the parameter asOf.
func (p *Pipeline) asOf(ctx context.Context, c *Call) (until eventstore.Until, err error) {
	text, sent := c.input.Parameter(AsOfParameter)
	if !sent {
		return until, nil
	}
	text = strings.TrimSpace(text)
	if at, ok := asOfTime(text); ok {
		if now := c.Now(); at.first.After(now) {
			return until, fault.Invalidf("asOf is in the future. The time now is %s UTC.", now.UTC().Format(time.DateTime)).
				About(fault.Range, "asOf")
		}
		return eventstore.Until{Time: at.last}, nil
	}
	name, number, token := strings.Cut(text, ".")
	if !token {
		number = text
	}
	at, err := strconv.ParseUint(number, 10, 63)
	switch {
	case err != nil || at == 0:
		return until, errAsOf
	case token && !p.ofThisLog(name, eventstore.Position(at)):
		return until, errAsOfForeign
	}
	head, err := p.Log.Head(ctx)
	if err != nil {
		return until, err
	}
	if eventstore.Position(at) > head {
		return until, fault.Invalidf("asOf is in the future. The newest position is %d.", head).About(fault.Range, "asOf")
	}
	return eventstore.Until{Position: eventstore.Position(at)}, eventstore.CheckPosition(ctx, p.Log, eventstore.Position(at))
}

// span is the time that a text means, from its first moment to its last.
type span struct{ first, last time.Time }

// tick is the unit of recorded times.
const tick = time.Microsecond

// asOfTime parses a time. Times of documents are whole seconds, so a text without a fraction includes all events of that second. A date
// includes its whole day, as in filters; a day that has not ended is in the future.
func asOfTime(text string) (span, bool) {
	if t, err := time.Parse(time.DateOnly, text); err == nil {
		last := t.AddDate(0, 0, 1).Add(-tick)
		return span{last, last}, true
	}
	for _, layout := range []string{time.RFC3339, time.DateTime, "2006-01-02T15:04:05"} {
		t, err := time.Parse(layout, text)
		if err != nil {
			continue
		}
		t = t.UTC()
		if strings.Contains(text, ".") {
			return span{t, t}, true
		}
		return span{t, t.Add(time.Second - tick)}, true
	}
	return span{}, false
}

// PastPosition returns the position of the newest event in the requested past; 0 if there was none.
func (c *Call) PastPosition(ctx context.Context) (eventstore.Position, error) {
	if c.past.Position > 0 {
		return c.past.Position, nil
	}
	at, err := c.pipeline.Log.PositionsBefore(ctx, []time.Time{c.past.Time.Add(tick)})
	if err != nil {
		return 0, err
	}
	return at[0], nil
}

// Moment returns the time of the answer: the requested past, or otherwise now. Prices with a period depend on it.
func (c *Call) Moment(ctx context.Context) (time.Time, error) {
	switch {
	case !c.InPast():
		return c.Now(), nil
	case c.past.Position == 0:
		return c.past.Time, nil
	}
	newest, err := eventstore.ReadAt(ctx, c.pipeline.Log, c.past.Position)
	if errors.Is(err, eventstore.ErrGap) { // the event store has deleted the event
		return c.Now(), nil
	}
	return newest.RecordedAt, err
}
