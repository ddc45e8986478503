package app

import (
	"context"
	"io/fs"
	"math/rand/v2"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/settings"
	tradehttp "tradelog/http"
	"tradelog/internal/passwords"
	"tradelog/operations"
	"tradelog/operations/identity"
	"tradelog/projections"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	"tradelog/readmodels"
)

// Module is an area of the shop: what may happen, the projectors that keep it readable, the operations that serve it, and what else
// belongs to it. Listing one is all it takes to appear in every interface. Permissions follow from the operations.
type Module struct {
	Name       string
	Events     []domain.EventSpec
	Sequences  []projections.Marks // which identifiers its events bring into the world
	Projectors []projections.Definition
	Operations func(Services) []*operations.Operation
	Reactions  func(Services) []reactions.Reaction
	Sweeps     func(Services) []reactions.Sweep
	Settings   []settings.Path
	Mails      []mails.Kind
	Pages      func(Services) []tradehttp.Page
	// Migrations are numbered SQL files. They run after the shop's own and are counted in a table of the module's.
	Migrations fs.FS
	// Install adds what a new shop begins with, unless it is there.
	Install func(context.Context, Services) error
	// Steps are what random histories are made of.
	Steps []Step
}

// Step is a move in a random history of the shop. Tests replay such histories and compare rebuilt read models with live ones.
type Step struct {
	Name string
	// Take calls operations, with arguments that it draws at random.
	Take func(random *rand.Rand, call Call)
}

// Call calls an operation by the name of its tool and returns what it answers; ok is false when it is refused.
type Call func(tool string, arguments map[string]any) (answer map[string]any, ok bool)

// Services are what the functions of modules work with.
type Services struct {
	Commands  UseCases
	Reader    *readmodels.Reader
	IDs       commands.IDs
	Signer    *identity.Signer
	Passwords *passwords.Hasher
	// Derive makes a secret of 64 hexadecimal characters from a named secret of the installation, the same one for each purpose.
	Derive func(ctx context.Context, name, purpose string) (string, error)
	// Infrastructure is for repositories of the module's own streams. It also has the clock and the logger.
	Infrastructure commands.Infrastructure
}

// Shop lists the modules of the shop itself, in the order in which documents and tools list their operations.
func Shop() []Module {
	return []Module{
		platformModule, accessModule, directoryModule, catalogModule, checkoutModule, promotionsModule, giftcardsModule, taxesModule,
		customersModule, salesModule, revocationsModule,
	}
}

// collect joins what modules have.
func collect[T any](modules []Module, of func(Module) []T) (all []T) {
	for _, m := range modules {
		all = append(all, of(m)...)
	}
	return all
}

// made is collect for what modules make of the services.
func made[T any](modules []Module, s Services, of func(Module) func(Services) []T) []T {
	return collect(modules, func(m Module) []T {
		if f := of(m); f != nil {
			return f(s)
		}
		return nil
	})
}

// EventSpecs declares every event type of the shop and of further modules.
func EventSpecs(further ...Module) []domain.EventSpec {
	return collect(append(Shop(), further...), func(m Module) []domain.EventSpec { return m.Events })
}
