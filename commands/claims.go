package commands

import (
	"context"

	"tradelog/domain"
	"tradelog/domain/claim"
)

// claimFor takes a value for an owner that is about to come into being, and returns who has it now. After a retry that is
// the owner of the first attempt, whose identifier must be used. taken is returned when somebody else uses the value.
func (c *Commands) claimFor(ctx context.Context, stream, owner string, taken error) (string, error) {
	return c.claimUnless(ctx, stream, owner, taken, c.exists)
}

// claimUnless is claimFor where holds tells whether the present holder has a right to the value. Its answer must stand: a
// holder it denies must never come into being afterwards.
func (c *Commands) claimUnless(ctx context.Context, stream, owner string, taken error, holds func(ctx context.Context, holder string) (bool, error)) (string, error) {
	request := RequestFrom(ctx)
	holder := ""
	if err := c.claims.View(ctx, stream, func(s claim.State, _ bool) error { holder = s.Owner; return nil }); err != nil {
		return "", err
	}
	for {
		exists := false
		// What an earlier attempt of this request has claimed is its own, and not looked at.
		if holder != "" && holder != owner && !request.repeats() {
			var err error
			if exists, err = holds(ctx, holder); err != nil {
				return "", err
			}
		}
		asked := holder
		result, err := c.claims.Decide(ctx, stream, func(s claim.State) ([]domain.Event, error) {
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
		for _, e := range result.Events {
			if t, ok := e.(claim.Taken); ok {
				return t.Owner, nil
			}
		}
		return owner, nil
	}
}

// claimEnding is claimFor where a holder that has not come into being is kept from doing so first: of two requests for one
// value only one gets it, whichever dies. end tells whether a holder has a right to the value, and otherwise ends its stream
// before it began.
func claimEnding[S any](ctx context.Context, c *Commands, stream, owner string, taken error, holders *Repository[S], end func(s S, id int64) (holds bool, events []domain.Event)) (string, error) {
	return c.claimUnless(ctx, stream, owner, taken, func(ctx context.Context, holder string) (holds bool, err error) {
		// On its own account: what a request repeats after a crash must not depend on what others were doing.
		_, err = holders.Decide(As(ctx, RequestFrom(ctx).Actor, ""), holder, func(s S) (events []domain.Event, _ error) {
			holds, events = end(s, domain.StreamID(holder))
			return events, nil
		}, Named("EndUnbegun"))
		return holds, err
	})
}

// release gives a value back.
func (c *Commands) release(ctx context.Context, stream, owner string) error {
	_, err := c.claims.Decide(ctx, stream, func(s claim.State) ([]domain.Event, error) { return s.Release(owner), nil }, Named("ReleaseValue"))
	return err
}

type claimError string

func (e claimError) Error() string { return string(e) }

// errHolderChanged: the claim went to somebody else between the look and the decision.
const errHolderChanged = claimError("the holder of the claim changed")
