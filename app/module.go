package app

import (
	"context"
	"io/fs"
	"log/slog"
	"time"

	"tradelog/adapters/media"
	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/change"
	"tradelog/domain/settings"
	"tradelog/eventstore/trail"
	tradehttp "tradelog/http"
	"tradelog/installation"
	"tradelog/operations"
	"tradelog/operations/access"
	"tradelog/operations/content"
	"tradelog/operations/eventlog"
	"tradelog/operations/records"
	"tradelog/projections"
	"tradelog/quote"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	"tradelog/reactions/webhooks"
	"tradelog/readmodels"
	readchanges "tradelog/readmodels/changes"
)

// Module is an area of the shop: its events, projectors, operations, and everything else that belongs to it. Every interface serves the
// modules in the list. Permissions follow from the operations.
type Module struct {
	Name string
	// Streams are the streams that the module decides on, besides those of its records. Each event of the module belongs to one of them.
	Streams    []commands.Streams
	Events     []domain.EventSpec
	Changes    change.Area         // the resources that the events change; records declare theirs themselves
	Records    []records.Record    // plain records; the rest follows from their declaration
	Sequences  []projections.Marks // find the identifiers that its events use
	Projectors []projections.Definition
	Operations func(Services) []*operations.Operation
	Reactions  func(Services) []reactions.Reaction
	Sweeps     func(Services) []reactions.Sweep
	Settings   []settings.Path
	Mails      []mails.Kind
	// Captchas are CAPTCHA providers by the names that the configuration has for them.
	Captchas map[string]access.CaptchaProvider
	// SignIns are sign-in providers by the names that callers have for them.
	SignIns map[string]access.SocialProvider
	Pages   func(Services) []tradehttp.Page
	// Trails are the kinds of things whose timelines can be read.
	Trails func(Services) []trail.Kind
	// Migrations are numbered SQL files. They run after the shop's own and are counted in a table of the module's.
	Migrations fs.FS
	// Install adds the content that a new shop begins with, unless it exists.
	Install func(context.Context, Services) error
	// Forget removes the data outside of the log of streams whose people are forgotten.
	Forget func(ctx context.Context, s Services, streams []string) error
}

// Services are the commands, readers and services that the functions of modules use.
type Services struct {
	Storage
	Clock  func() time.Time
	Logger *slog.Logger

	// Deciders opens the streams that a module decides on, and IDs assigns their numbers. Reader reads tables of projectors.
	Deciders *commands.Engine
	IDs      *installation.Sequences
	Reader   *readmodels.Reader
	// Settings are the known configuration paths.
	Settings *settings.Table

	Commands Commands
	Readers  Readers
	Quotes   *quote.Service // prices and totals of carts
	Logins   Logins
	Proofs   Proofs
	Feed     *readchanges.Feed    // reads the changes
	Webhooks *webhooks.Dispatcher // sends changes to subscriptions

	Media *media.Store
	// Captcha checks that callers are people. Social asks sign-in providers which person they have recognised.
	Captcha access.CaptchaGate
	Social  access.SocialGate
	// Printing makes printed documents and electronic invoices. Letters writes previews of e-mails.
	Printing *Printing
	Letters  func() content.Composer
	// Grants lists the permissions that API roles or roles of the back office can have, without those for a part of the event log. KnownGrant
	// tells whether one exists.
	Grants     func(admin bool) []string
	KnownGrant func(admin bool) func(grant string) bool

	background *background              // for the operations of the engine
	projectors []projections.Definition // of all modules
	changes    change.Area              // of all modules
}

// Shop lists the modules of the shop itself, in the order in which documents and tools list their operations.
func Shop() []Module {
	return []Module{
		platformModule, accessModule, directoryModule, catalogModule, checkoutModule, promotionsModule, giftcardsModule, taxesModule,
		customersModule, reviewsModule, wishlistsModule, stockAlertsModule, newsletterModule, contactsModule, salesModule, revocationsModule,
		contentModule,
		mailsModule, proofModule, eventLogModule, changesModule, webhooksModule, engineModule,
	}
}

// collect joins the lists that of returns for the modules.
func collect[T any](modules []Module, of func(Module) []T) (all []T) {
	for _, m := range modules {
		all = append(all, of(m)...)
	}
	return all
}

// contributions joins the results of the modules' functions.
func contributions[T any](modules []Module, s Services, of func(Module) func(Services) []T) []T {
	return collect(modules, func(m Module) []T {
		if f := of(m); f != nil {
			return f(s)
		}
		return nil
	})
}

// EventSpecs declares every event type of the shop and of further modules.
func EventSpecs(further ...Module) []domain.EventSpec {
	return eventSpecs(append(Shop(), further...))
}

func eventSpecs(modules []Module) []domain.EventSpec {
	return collect(modules, func(m Module) []domain.EventSpec { return append(records.EventSpecs(m.Records), m.Events...) })
}

// Changes joins what the areas of the shop and of further modules declare about the changes that events make.
func Changes(further ...Module) (change.Area, error) { return changesOf(append(Shop(), further...)) }

func changesOf(modules []Module) (change.Area, error) {
	return change.Join(append(records.Changes(declared(modules)), collect(modules, func(m Module) []change.Area {
		return []change.Area{m.Changes}
	})...)...)
}

// declared returns the plain records of modules.
func declared(modules []Module) []records.Record {
	return collect(modules, func(m Module) []records.Record { return m.Records })
}

// decidedOn returns the streams that modules decide on.
func decidedOn(modules []Module) []commands.Streams {
	return collect(modules, func(m Module) (all []commands.Streams) {
		for _, kind := range records.Kinds(m.Records) {
			all = append(all, commands.DeclareRecords(kind, kind.Name))
		}
		return append(all, m.Streams...)
	})
}

// declaredOperations returns the operations of modules, with those of their records and those on their trails.
func declaredOperations(modules []Module, s Services) []*operations.Operation {
	all := collect(modules, func(m Module) (all []*operations.Operation) {
		for _, r := range m.Records {
			all = append(all, r.Operations(records.Services{
				Deciders: s.Deciders, Reader: s.Reader, FeedResources: s.changes.Resources(), CheckReceiver: s.Webhooks.CheckReceiver,
			})...)
		}
		if m.Operations != nil {
			all = append(all, m.Operations(s)...)
		}
		return all
	})
	reader, kinds := trailReader(s), trailKinds(modules, s)
	var categories []string
	for _, streams := range decidedOn(modules) {
		categories = append(categories, streams.Category)
	}
	all = append(all, eventlog.NewTrails(reader, kinds, domain.Distinct(categories), s.Feed)...)
	return append(all, eventLog(s, reader, kinds)...)
}

// marks find the identifiers that the events of modules use.
func marks(modules []Module) []projections.Marks {
	return append(collect(modules, func(m Module) []projections.Marks { return m.Sequences }), records.Marks(declared(modules)))
}

// projectors returns the projectors of modules and of their plain records.
func projectors(modules []Module) []projections.Definition {
	all := collect(modules, func(m Module) []projections.Definition { return m.Projectors })
	return append(all, records.Projector(declared(modules)))
}

// ProjectorNames lists the projectors of a shop, for programs that have not opened one.
func ProjectorNames() (names []string) {
	for _, p := range append(projectors(Shop()), projections.Sequences()) {
		names = append(names, p.Name)
	}
	return names
}

// ConfigPaths lists the paths of the configuration of a shop.
func ConfigPaths() (names []string) {
	for _, p := range collect(Shop(), func(m Module) []settings.Path { return m.Settings }) {
		names = append(names, p.Name)
	}
	return names
}
