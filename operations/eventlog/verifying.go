package eventlog

import (
	"context"
	"time"

	"tradelog/eventstore"
	"tradelog/eventstore/audit"
	"tradelog/eventstore/trail"
	"tradelog/operations"
)

// Verification is a requested verification of the whole log.
type Verification struct {
	ID       int64               `json:"id"`
	By       trail.Actor         `json:"by"`
	Began    time.Time           `json:"began"`
	Ended    *time.Time          `json:"ended"` // nil while it runs
	Position eventstore.Position `json:"position"`
	Head     eventstore.Position `json:"head"`
	Rate     int64               `json:"rate"` // events a second; 0: unknown
	// Left is an estimate of the remaining time in seconds; -1: unknown.
	Left     int64               `json:"left"`
	Stopping bool                `json:"stopping"` // it was cancelled
	Outcome  audit.Outcome       `json:"outcome"`  // empty while it runs
	Against  eventstore.Position `json:"against"`  // position of the checkpoint that the log was compared with; 0: none
	Damages  []Damage            `json:"damages"`
}

// Damage is a kind of damage, at the first position where it was found.
type Damage struct {
	Kind     string              `json:"kind"`
	Position eventstore.Position `json:"position"`
	Stream   string              `json:"stream"`
	Count    int                 `json:"count"` // least number of positions with this kind
	Detail   string              `json:"detail"`
}

// Verifications are the newest verifications.
type Verifications struct {
	Verifications []Verification `json:"verifications"`
}

// listed is the number of verifications in the list.
const listed = 10

func (h *handlers) verifications(ctx context.Context, _ *operations.Call, _ operations.None) (Verifications, error) {
	out := Verifications{Verifications: []Verification{}}
	runs, err := h.Runs.List(ctx, listed)
	if err != nil {
		return out, err
	}
	names := h.Reader.Names(false)
	for _, r := range runs {
		v, err := h.verification(ctx, r, names)
		if err != nil {
			return out, err
		}
		out.Verifications = append(out.Verifications, v)
	}
	return out, nil
}

// verification describes a run.
func (h *handlers) verification(ctx context.Context, r audit.VerificationRun, names *trail.Names) (Verification, error) {
	by, err := names.Of(ctx, r.Asked, r.Head)
	if err != nil {
		return Verification{}, err
	}
	v := Verification{
		ID: r.ID, By: trail.Actor{Kind: by.Kind, ID: by.ID, Name: by.Name}, Began: r.Began, Position: r.Position, Head: r.Head, Left: -1,
		Stopping: r.Stopping, Outcome: r.Outcome, Against: r.Against, Damages: []Damage{},
	}
	if !r.Ended.IsZero() {
		v.Ended = &r.Ended
	}
	if took := r.Seen.Sub(r.Began).Seconds(); took > 0 && r.Position > 0 {
		rate := float64(r.Position) / took
		v.Rate = int64(rate)
		if v.Ended == nil {
			v.Left = int64(float64(max(0, r.Head-r.Position))/rate + 0.5)
		}
	}
	for _, d := range r.Damages {
		v.Damages = append(v.Damages, Damage{string(d.Kind), d.Position, d.Stream, d.Count, d.Detail})
	}
	return v, nil
}

func (h *handlers) verify(ctx context.Context, c *operations.Call, _ operations.None) (Verification, error) {
	run, err := h.Runs.Start(ctx, c.Command.Actor)
	if err != nil {
		return Verification{}, err
	}
	return h.verification(ctx, run, h.Reader.Names(false))
}

type cancelInput struct {
	ID int64 `json:"id" doc:"ID of the verification"`
}

func (h *handlers) cancel(ctx context.Context, _ *operations.Call, in cancelInput) (operations.Nothing, error) {
	return operations.Nothing{}, h.Runs.Cancel(ctx, in.ID)
}
