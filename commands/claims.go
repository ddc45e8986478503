package commands

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/eventstore"
)

// Claim claims a value for an owner that is about to be created, and returns the present owner. In a retry, that owner is the first
// attempt's, and its identifier must be used. It fails with taken if another owner uses the value.
func (e *Engine) Claim(ctx context.Context, value, owner string, taken error) (string, error) {
	return e.ClaimUnless(ctx, value, owner, taken, e.Exists)
}

// ClaimUnless is Claim with another test of whether the present holder has a right to the value. A holder that fails the test must never be
// created afterwards.
func (e *Engine) ClaimUnless(ctx context.Context, value, owner string, taken error,
	holds func(ctx context.Context, holder string) (bool, error)) (string, error) {
	request := RequestFrom(ctx)
	at, err := e.claimStreams(ctx, value)
	if err != nil {
		return "", err
	}
	holder, err := e.owner(ctx, at.stream)
	if err != nil {
		return "", err
	}
	former, err := e.owner(ctx, at.former)
	if err != nil {
		return "", err
	}
	for {
		present, exists := cmp.Or(holder, former), false
		// A repeated request owns the claims of its earlier attempt.
		if present != "" && present != owner && !request.Repeats(claim.Category) {
			if exists, err = holds(ctx, present); err != nil {
				return "", err
			}
		}
		asked := holder
		result, err := e.claims.Decide(ctx, at.stream, func(s claim.State) ([]domain.Event, error) {
			if holder = s.Owner; holder != asked {
				return nil, errHolderChanged
			}
			if holder == "" && exists {
				return nil, taken // under its former name
			}
			return s.Take(owner, exists, taken)
		}, Named("ClaimValue"))
		if err == errHolderChanged {
			request.uncount(at.stream)
			continue
		}
		if err != nil {
			if err == taken {
				request.Collide()
			}
			return "", err
		}
		for _, event := range result.Events {
			if t, ok := event.(claim.Taken); ok {
				return t.Owner, nil
			}
		}
		return owner, nil
	}
}

// ClaimEnding is Claim that ends the stream of a holder that was never created, so that it cannot be created later. Of two requests, only
// one gets the value, even if either is interrupted. end tells whether a holder has a right to the value; if not, it returns the events
// that end the holder's stream.
func ClaimEnding[S any](
	ctx context.Context, e *Engine, value, owner string, taken error, holders Repository[S],
	end func(s S, id int64) (holds bool, events []domain.Event),
) (string, error) {
	return e.ClaimUnless(ctx, value, owner, taken, func(ctx context.Context, holder string) (holds bool, err error) {
		// The command runs as a request of its own: the number of commands of a repeated request must not depend on other requests.
		_, err = holders.Decide(As(ctx, RequestFrom(ctx).Actor, ""), holder, func(s S) (events []domain.Event, _ error) {
			holds, events = end(s, domain.StreamID(holder))
			return events, nil
		}, Named("EndUnbegun"))
		return holds, err
	})
}

// ClaimNew is ClaimEnding for values that are rarely taken: it claims without reading the claim first.
func ClaimNew[S any](
	ctx context.Context, e *Engine, value, owner string, taken error, holders Repository[S],
	end func(s S, id int64) (holds bool, events []domain.Event),
) (string, error) {
	if RequestFrom(ctx).Key == "" && !claim.Guessable(value) {
		_, err := e.claims.Decide(ctx, value, func(s claim.State) ([]domain.Event, error) {
			if s.Owner != "" {
				return nil, errHolderChanged
			}
			return s.Take(owner, false, taken)
		}, Named("ClaimValue"), First())
		if err != errHolderChanged {
			return owner, err
		}
	}
	return ClaimEnding(ctx, e, value, owner, taken, holders, end)
}

// ClaimAll claims names for an owner, each with one, such as Claim, and returns the owner that has them. Names are claimed in the order of
// the alphabet, so that one of two requests gets all. If one is taken, those claimed before are released, except those in kept.
func (e *Engine) ClaimAll(ctx context.Context, names, kept []string, owner string, taken error,
	one func(name, owner string) (string, error)) (string, error) {
	names = slices.Sorted(slices.Values(names))
	for i, name := range names {
		got, err := one(name, owner)
		if err == taken {
			err = cmp.Or(e.ReleaseAll(ctx, owner, names[:i], kept), err)
		}
		if err != nil {
			return "", err
		}
		owner = got
	}
	return owner, nil
}

// Holder returns the stream that holds a value; empty if there is none.
func (e *Engine) Holder(ctx context.Context, value string) (stream string, err error) {
	at, err := e.claimStreams(ctx, value)
	if err != nil {
		return "", err
	}
	if stream, err = e.owner(ctx, at.stream); err != nil {
		return stream, err
	}
	former, err := e.owner(ctx, at.former) // read in any case: the time that a lookup takes must not tell whether there is a holder
	return cmp.Or(stream, former), err
}

// HolderUntil is Holder as of the past.
func (e *Engine) HolderUntil(ctx context.Context, value string, until eventstore.Until) (string, error) {
	at, err := e.claimStreams(ctx, value)
	if err != nil {
		return "", err
	}
	for _, stream := range []string{at.stream, at.former} {
		var s claim.State
		if stream != "" {
			err = e.EachUntil(ctx, stream, until, func(event domain.Event, _ domain.Times) { s = claim.Evolve(s, event) })
		}
		if err != nil || s.Owner != "" {
			return s.Owner, err
		}
	}
	return "", nil
}

// owner returns the owner recorded in a claim's stream; empty if there is none.
func (e *Engine) owner(ctx context.Context, stream string) (owner string, err error) {
	if stream == "" {
		return "", nil
	}
	err = e.claims.View(ctx, stream, func(s claim.State, _ bool) error {
		owner = s.Owner
		return nil
	})
	return owner, err
}

// claimStreams holds the streams of a claim. Values are no longer claimed in the former stream, only released, so reading it before a
// decision is enough.
type claimStreams struct {
	stream string
	former string // in a log of an earlier version; empty: none
}

// placeOf returns the streams of a value.
func (e *Engine) claimStreams(ctx context.Context, value string) (claimStreams, error) {
	if e.infra.ClaimKey == nil || !claim.Guessable(value) {
		return claimStreams{stream: value}, nil
	}
	key := e.claimKey.Load()
	if key == nil {
		read, err := e.infra.ClaimKey(ctx)
		if err != nil {
			return claimStreams{}, err
		}
		key = &read
		e.claimKey.Store(key)
	}
	return claimStreams{stream: claim.Keyed(*key, value), former: value}, nil
}

// ClaimStream returns the stream in which a value is claimed.
func (e *Engine) ClaimStream(ctx context.Context, value string) (string, error) {
	at, err := e.claimStreams(ctx, value)
	return at.stream, err
}

// Release releases a value of an owner. It ignores an empty value.
func (e *Engine) Release(ctx context.Context, value, owner string) error {
	if value == "" {
		return nil
	}
	at, err := e.claimStreams(ctx, value)
	if err != nil {
		return err
	}
	// Each stream gets a command, even if it does not exist: a repeated request must count the same commands.
	for _, stream := range []string{at.stream, at.former} {
		if stream == "" {
			continue
		}
		if _, err := e.claims.Decide(ctx, stream, func(s claim.State) ([]domain.Event, error) {
			return s.Release(owner), nil
		}, Named("ReleaseValue")); err != nil {
			return err
		}
	}
	return nil
}

// Renaming is a change of a stream that may replace its unique names. The new names must be claimed before the change.
type Renaming struct {
	Stream   string
	From, To []string // names of claims; empty ones are ignored
	// Names returns the names that an event gave the stream; nil: none.
	Names func(domain.Event) []string
}

// Finish releases the names that the stream does not have after the change. result and err come from the change.
func (r Renaming) Finish(ctx context.Context, e *Engine, result Result, err error) error {
	switch {
	case errors.Is(err, eventstore.ErrUnknownOutcome):
		return err
	case err != nil:
		return errors.Join(err, e.ReleaseAll(ctx, r.Stream, r.To, r.From))
	case result.Repeated: // an earlier attempt made the change, so From holds the new names
		return r.releaseFormer(ctx, e)
	}
	return e.ReleaseAll(ctx, r.Stream, r.From, r.To)
}

// releaseFormer releases all names that the stream had before.
func (r Renaming) releaseFormer(ctx context.Context, e *Engine) error {
	var former []string
	if err := e.EachEvent(ctx, r.Stream, func(event domain.Event, _ domain.Times) {
		former = append(former, r.Names(event)...)
	}); err != nil {
		return err
	}
	slices.Sort(former)
	return e.ReleaseAll(ctx, r.Stream, slices.Compact(former), r.To)
}

// ReleaseAll releases names, except those in kept.
func (e *Engine) ReleaseAll(ctx context.Context, owner string, names, kept []string) error {
	for _, name := range names {
		if slices.Contains(kept, name) {
			continue
		}
		if err := e.Release(ctx, name, owner); err != nil {
			return err
		}
	}
	return nil
}

// errHolderChanged: the claim changed its owner between reading it and the decision.
var errHolderChanged = errors.New("the holder of the claim changed")
