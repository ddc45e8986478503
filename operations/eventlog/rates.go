package eventlog

import (
	"context"
	"time"

	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/operations/inputs"
)

type ratesInput struct {
	Unit  string `query:"unit" enum:"minute,hour,day" doc:"length of the parts; hour by default"`
	Parts int    `query:"parts" doc:"number of parts, 1 to 400; by default 60 minutes, 48 hours or 30 days"`
	Until string `query:"until" doc:"time in the last part; UTC, YYYY-MM-DD HH:MM:SS; now by default"`
}

// Rates are numbers of events over time.
type Rates struct {
	Unit   string `json:"unit"`
	Points []Rate `json:"points"` // the oldest first, without a gap
	Events int64  `json:"events"` // of all parts
	// Types are shares of the types, the greatest first. They are estimated from some of the events unless Exact is set.
	Types []TypeCount `json:"types"`
	Exact bool        `json:"exact"`
}

// Rate is the number of events of a part.
type Rate struct {
	From   time.Time `json:"from"` // UTC
	Events int64     `json:"events"`
}

// units are the lengths of parts and their usual numbers.
var units = map[string]struct {
	length time.Duration
	usual  int
}{"minute": {time.Minute, 60}, "hour": {time.Hour, 48}, "day": {24 * time.Hour, 30}}

// sampled bounds the number of events from which shares of types are estimated.
const sampled = 2000

// rates finds the positions at which the parts begin. Positions have no gaps, so their differences are numbers of events.
func (h *handlers) rates(ctx context.Context, c *operations.Call, in ratesInput) (out Rates, err error) {
	out = Rates{Unit: in.Unit, Points: []Rate{}, Types: []TypeCount{}}
	if out.Unit == "" {
		out.Unit = "hour"
	}
	unit, known := units[out.Unit]
	if !known {
		return out, fault.Invalidf("unit must be minute, hour or day.").About(fault.Choice, "unit")
	}
	if in.Parts == 0 {
		in.Parts = unit.usual
	}
	if in.Parts < 1 || in.Parts > 400 {
		return out, fault.Invalidf("parts must be from 1 to 400.").About(fault.Range, "parts")
	}
	until, err := inputs.Moment("until", in.Until, true)
	if err != nil {
		return out, err
	}
	if until.IsZero() {
		until = c.Now()
	}
	log, err := h.surveyed()
	if err != nil {
		return out, err
	}
	last := until.UTC().Truncate(unit.length)
	bounds := make([]time.Time, in.Parts+1)
	for i := range bounds {
		bounds[i] = last.Add(time.Duration(i-in.Parts+1) * unit.length)
	}
	positions, err := log.PositionsBefore(ctx, bounds)
	if err != nil {
		return out, err
	}
	for i := range in.Parts {
		out.Points = append(out.Points, Rate{bounds[i], int64(positions[i+1] - positions[i])})
	}
	whole := eventstore.Range{From: positions[0], To: positions[in.Parts]}
	if out.Events = int64(whole.To - whole.From); out.Events == 0 {
		out.Exact = true
		return out, nil
	}
	shares, exact, err := log.Shares(ctx, whole, sampled)
	if err != nil {
		return out, err
	}
	out.Exact = exact
	var looked int64
	for _, s := range shares {
		looked += s.Events
	}
	for _, s := range shares {
		out.Types = append(out.Types, TypeCount{s.Type, (s.Events*out.Events + looked/2) / looked})
	}
	return out, nil
}
