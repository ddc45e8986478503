package trail

import (
	"context"
	"slices"

	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/domain/customer"
	"tradelog/eventstore"
)

// Names finds the names of actors as they were when they acted. It reads the stream of each actor once, so it is for events that were read
// before it was made.
type Names struct {
	reader    *Reader
	customers bool
	known     map[string][]naming
	ahead     map[string][]eventstore.Recorded // streams that are read already
}

// naming is a name that an actor has from a position on.
type naming struct {
	from eventstore.Position
	name string
}

// Names makes Names. Customers have none unless customers is set.
func (r *Reader) Names(customers bool) *Names {
	return &Names{r, customers, map[string][]naming{}, nil}
}

// stream returns the stream that tells the name of an actor; empty if none does.
func (n *Names) stream(a eventstore.Actor) string {
	switch {
	case a.ID == 0:
	case access.HasAccount(a.Kind):
		return access.Stream(a.ID)
	case a.Kind == "customer" && n.customers:
		return customer.Stream(a.ID)
	}
	return ""
}

// readStreams reads streams at once, for Names that look into them next. Each stream is read once, however often it is named.
func (r *Reader) readStreams(ctx context.Context, streams []string) (map[string][]eventstore.Recorded, error) {
	slices.Sort(streams)
	streams = slices.DeleteFunc(slices.Compact(streams), func(stream string) bool { return stream == "" })
	if r.Reads != nil {
		for _, stream := range streams {
			if err := r.Reads(ctx, stream); err != nil {
				return nil, err
			}
		}
	}
	ahead, err := eventstore.CachedStreams(ctx, r.store, streams)
	if err != nil {
		return nil, err
	}
	all := make(map[string][]eventstore.Recorded, len(streams))
	for _, stream := range streams {
		all[stream] = ahead[stream] // nil: it has no events
	}
	return all, nil
}

// Of returns an actor with the name at a position. Without one, the name is empty. The name of a forgotten person is "forgotten". The name
// of an admin or API user without an account is "no account".
func (n *Names) Of(ctx context.Context, a eventstore.Actor, at eventstore.Position) (eventstore.Actor, error) {
	switch stream := n.stream(a); {
	case stream == "":
		return n.reader.codec.OpenActor(ctx, a)
	case a.Kind == "customer":
		return n.named(ctx, a, stream, at, customerNames())
	default:
		return n.named(ctx, a, stream, at, accountNames(a.Kind))
	}
}

// nameAfter finds the name of a person after each event of the person's stream. ok is false if the stream is somebody else's.
type nameAfter func(domain.Event) (name string, ok bool)

// accountNames finds the names of an account that acted as an actor of a kind.
func accountNames(kind string) nameAfter {
	account := access.NewAccount("")
	return func(e domain.Event) (string, bool) {
		account = access.EvolveAccount(account, e)
		return account.Username, account.Kind.Includes(kind)
	}
}

func customerNames() nameAfter {
	state := customer.New("")
	return func(e domain.Event) (string, bool) {
		state = customer.Evolve(state, e)
		return state.Profile.FullName(), true
	}
}

// noAccount is the name of an admin or API user for whom there was never an account. Earlier versions issued such tokens.
const noAccount = "no account"

// whole returns the events of a stream.
func (n *Names) whole(ctx context.Context, stream string) ([]eventstore.Recorded, error) {
	if recorded, read := n.ahead[stream]; read {
		return recorded, nil
	}
	return n.reader.whole(ctx, stream)
}

func (n *Names) named(ctx context.Context, a eventstore.Actor, stream string, at eventstore.Position, name nameAfter) (
	eventstore.Actor, error,
) {
	actor := a.Kind + " " + stream
	namings, read := n.known[actor]
	if !read {
		recorded, err := n.whole(ctx, stream)
		if err != nil {
			return a, err
		}
		events, err := n.reader.codec.DecodeAll(ctx, recorded, true)
		if err != nil {
			return a, err
		}
		for i, e := range events {
			if e == nil {
				continue
			}
			if name, ok := name(e); ok {
				namings = append(namings, naming{recorded[i].Position, name})
			}
		}
		n.known[actor] = namings
	}
	a.Name = ""
	for _, known := range namings {
		if known.from <= at {
			a.Name = known.name
		}
	}
	switch {
	case a.Name != "":
	case len(namings) > 0:
		a.Name = forgotten
	case access.HasAccount(a.Kind):
		a.Name = noAccount
	}
	return a, nil
}
