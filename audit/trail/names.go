package trail

import (
	"context"

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
}

// naming is a name that an actor has from a position on.
type naming struct {
	from eventstore.Position
	name string
}

// Names makes Names. Customers have none unless customers is set.
func (r *Reader) Names(customers bool) *Names { return &Names{r, customers, map[string][]naming{}} }

// Of returns an actor with the name at a position. Without one, the name is empty; that of somebody forgotten is "forgotten".
func (n *Names) Of(ctx context.Context, a eventstore.Actor, at eventstore.Position) (eventstore.Actor, error) {
	switch a.Kind {
	case string(access.Admin), string(access.API), string(access.Service):
		if a.ID != 0 {
			return n.named(ctx, a, access.Stream(a.ID), at, accountNames())
		}
	case "customer":
		if a.ID != 0 && n.customers {
			return n.named(ctx, a, customer.Stream(a.ID), at, customerNames())
		}
	}
	return n.reader.codec.OpenActor(ctx, a)
}

// accountNames returns a function that finds the name of an account after each of its events.
func accountNames() func(domain.Event) string {
	account := access.NewAccount("")
	return func(e domain.Event) string {
		account = access.EvolveAccount(account, e)
		return account.Username
	}
}

func customerNames() func(domain.Event) string {
	state := customer.New("")
	return func(e domain.Event) string {
		state = customer.Evolve(state, e)
		return state.Profile.FullName()
	}
}

func (n *Names) named(ctx context.Context, a eventstore.Actor, stream string, at eventstore.Position, name func(domain.Event) string) (
	eventstore.Actor, error,
) {
	namings, read := n.known[stream]
	if !read {
		recorded, err := eventstore.ReadWhole(ctx, n.reader.store, stream)
		if err != nil {
			return a, err
		}
		events, err := n.reader.codec.DecodeAll(ctx, recorded, true)
		if err != nil {
			return a, err
		}
		for i, e := range events {
			if e != nil {
				namings = append(namings, naming{recorded[i].Position, name(e)})
			}
		}
		n.known[stream] = namings
	}
	a.Name = ""
	for _, known := range namings {
		if known.from <= at {
			a.Name = known.name
		}
	}
	if a.Name == "" && len(namings) > 0 {
		a.Name = forgotten
	}
	return a, nil
}
