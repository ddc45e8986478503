package trail

import (
	"context"

	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/domain/customer"
	"tradelog/eventstore"
)

// names finds the names of actors as they were when they acted. It reads the stream of each actor once.
type names struct {
	*Reader
	open  bool // customers have names
	known map[string][]naming
}

// naming is a name that an actor has from a position on.
type naming struct {
	from eventstore.Position
	name string
}

func newNames(r *Reader, open bool) *names { return &names{r, open, map[string][]naming{}} }

// of returns an actor with the name at a position.
func (n *names) of(ctx context.Context, a eventstore.Actor, at eventstore.Position) (eventstore.Actor, error) {
	switch a.Kind {
	case string(access.Admin), string(access.API), string(access.Service):
		if a.ID != 0 {
			return n.named(ctx, a, access.Stream(a.ID), at, accountNames())
		}
	case "customer":
		if a.ID != 0 && n.open {
			return n.named(ctx, a, customer.Stream(a.ID), at, customerNames())
		}
	}
	return n.codec.OpenActor(ctx, a)
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

func (n *names) named(ctx context.Context, a eventstore.Actor, stream string, at eventstore.Position, name func(domain.Event) string) (
	eventstore.Actor, error,
) {
	namings, read := n.known[stream]
	if !read {
		recorded, err := eventstore.ReadWhole(ctx, n.store, stream)
		if err != nil {
			return a, err
		}
		events, err := n.codec.DecodeAll(ctx, recorded, true)
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
