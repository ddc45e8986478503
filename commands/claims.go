package commands

import (
	"context"
	"errors"
	"maps"
	"slices"

	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/eventstore"
)

// Claim takes a value for an owner that is about to be created, and returns who has it now. After a retry that is the owner of
// the first attempt, whose identifier must be used. It fails with taken if somebody else uses the value.
func (e *Engine) Claim(ctx context.Context, value, owner string, taken error) (string, error) {
	return e.ClaimUnless(ctx, value, owner, taken, e.Exists)
}

// ClaimUnless is Claim with another test of whether the present holder has a right to the value. A holder that is refused must
// never be created afterwards.
func (e *Engine) ClaimUnless(ctx context.Context, value, owner string, taken error,
	holds func(ctx context.Context, holder string) (bool, error)) (string, error) {
	request := RequestFrom(ctx)
	holder, err := e.Holder(ctx, value)
	if err != nil {
		return "", err
	}
	for {
		exists := false
		// A claim of an earlier attempt of this request is its own.
		if holder != "" && holder != owner && !request.Repeats() {
			if exists, err = holds(ctx, holder); err != nil {
				return "", err
			}
		}
		asked := holder
		result, err := e.claims.Decide(ctx, value, func(s claim.State) ([]domain.Event, error) {
			if holder = s.Owner; holder != asked {
				return nil, errHolderChanged
			}
			return s.Take(owner, exists, taken)
		}, Named("ClaimValue"))
		if err == errHolderChanged {
			request.uncount()
			continue
		}
		if err != nil {
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

// ClaimEnding is Claim that ends the stream of a holder which was never created, so that it cannot be created later: only one of
// two requests for a value gets it, whichever is interrupted. end tells whether a holder has a right to the value, and otherwise
// returns the events that end its stream.
func ClaimEnding[S any](
	ctx context.Context, e *Engine, value, owner string, taken error, holders *Repository[S],
	end func(s S, id int64) (holds bool, events []domain.Event),
) (string, error) {
	return e.ClaimUnless(ctx, value, owner, taken, func(ctx context.Context, holder string) (holds bool, err error) {
		// In a request of its own: the commands a repeated request counts must not depend on what others do.
		_, err = holders.Decide(As(ctx, RequestFrom(ctx).Actor, ""), holder, func(s S) (events []domain.Event, _ error) {
			holds, events = end(s, domain.StreamID(holder))
			return events, nil
		}, Named("EndUnbegun"))
		return holds, err
	})
}

// ClaimNew is ClaimEnding for a value that hardly anybody has: it is claimed without a look at who has it.
func ClaimNew[S any](
	ctx context.Context, e *Engine, value, owner string, taken error, holders *Repository[S],
	end func(s S, id int64) (holds bool, events []domain.Event),
) (string, error) {
	if RequestFrom(ctx).Scope == "" {
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

// Holder returns the stream that has a value; empty if none has.
func (e *Engine) Holder(ctx context.Context, value string) (stream string, err error) {
	err = e.claims.View(ctx, value, func(s claim.State, _ bool) error {
		stream = s.Owner
		return nil
	})
	return stream, err
}

// Release gives a value back. An empty value is none.
func (e *Engine) Release(ctx context.Context, value, owner string) error {
	if value == "" {
		return nil
	}
	_, err := e.claims.Decide(ctx, value, func(s claim.State) ([]domain.Event, error) {
		return s.Release(owner), nil
	}, Named("ReleaseValue"))
	return err
}

// Renaming is a change of a stream that may have replaced its unique name. The new name is claimed before the change.
type Renaming struct {
	Stream, From, To string // names are those of claims; empty: none
	// Name finds the name that an event gave the stream; false: it gave none.
	Name func(domain.Event) (string, bool)
}

// Finish gives back the name that the stream does not have after the change, of which result and err came.
func (r Renaming) Finish(ctx context.Context, e *Engine, result Result, err error) error {
	switch {
	case err != nil && r.To != r.From && !errors.Is(err, eventstore.ErrUnknownOutcome):
		return errors.Join(err, e.Release(ctx, r.To, r.Stream))
	case err != nil:
		return err
	case result.Repeated: // an earlier attempt made the change: From is what it is now
		return r.releaseFormer(ctx, e)
	case r.To != r.From:
		return e.Release(ctx, r.From, r.Stream)
	}
	return nil
}

// releaseFormer gives back all names the stream had before.
func (r Renaming) releaseFormer(ctx context.Context, e *Engine) error {
	former := map[string]bool{}
	if err := e.EachEvent(ctx, r.Stream, func(event domain.Event, _ domain.Times) {
		if name, ok := r.Name(event); ok {
			former[name] = true
		}
	}); err != nil {
		return err
	}
	delete(former, r.To)
	for _, name := range slices.Sorted(maps.Keys(former)) {
		if err := e.Release(ctx, name, r.Stream); err != nil {
			return err
		}
	}
	return nil
}

// errHolderChanged: the claim went to somebody else between reading it and the decision.
var errHolderChanged = errors.New("the holder of the claim changed")
