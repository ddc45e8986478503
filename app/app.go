package app

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/adapters/media"
	"tradelog/adapters/sandbox"
	"tradelog/adapters/webhook"
	"tradelog/app/logserver"
	"tradelog/app/monitoring"
	"tradelog/commands"
	"tradelog/domain/claim"
	"tradelog/domain/giftcard"
	"tradelog/domain/settings"
	"tradelog/eventstore"
	"tradelog/eventstore/lineage"
	"tradelog/eventstore/postgres"
	"tradelog/graphql"
	tradehttp "tradelog/http"
	"tradelog/http/oauth"
	"tradelog/installation"
	"tradelog/installation/apisession"
	"tradelog/installation/migrations"
	"tradelog/internal/lifecycle"
	"tradelog/mcp"
	"tradelog/operations"
	"tradelog/operations/access"
	"tradelog/operations/changes"
	"tradelog/operations/idempotency"
	"tradelog/operations/representation"
	"tradelog/projections"
	"tradelog/readmodels"
	"tradelog/readmodels/freshness"
	"tradelog/soap"
)

// App is a composed program. Make it with Open.
type App struct {
	Config     Config
	Services   // for the functions of modules
	background // work that no request waits for
	transports // answer requests

	modules []Module
	parts   []lifecycle.Part // in the order of their start
	started bool
	closing sync.Once
}

type transports struct {
	Pipeline *operations.Pipeline
	HTTP     *tradehttp.Server
	// Metrics serves /metrics on a listener of its own. health replaces HTTP if the role serves no requests.
	Metrics, health *tradehttp.Server

	Keys     *idempotency.Keys
	agents   *mcp.Handler
	graph    *graphql.Handler
	legacy   *soap.Handler
	further  []Interface
	replicas *readmodels.Replicas
}

// Open connects to the database, migrates it, and wires the modules of the shop and further ones. Only the log works in the background
// until Start.
func Open(ctx context.Context, config Config, further ...Module) (*App, error) {
	config, err := config.complete(8)
	if err != nil {
		return nil, err
	}
	a := &App{Config: config, modules: append(Shop(), further...)}
	a.metrics, a.troubles = monitoring.New(), &monitoring.Troubles{Logger: config.Logger}
	if a.Pool, err = openPool(ctx, config); err != nil {
		return nil, err
	}
	a.parts = []lifecycle.Part{lifecycle.Closer(a.Pool.Close), lifecycle.Closer(func() { a.noting.Close() })}
	if err := a.prepare(ctx); err != nil {
		a.Close()
		return nil, err
	}
	if err := a.wire(ctx); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// prepare checks the connections to the database and migrates it.
func (a *App) prepare(ctx context.Context) error {
	if err := installation.CheckPool(ctx, a.Pool); err != nil {
		return err
	}
	if err := migrations.Up(ctx, a.Config.Database.URL); err != nil {
		return err
	}
	for _, m := range a.modules {
		if m.Migrations == nil {
			continue
		}
		if err := migrations.UpModule(ctx, a.Config.Database.URL, m.Name, m.Migrations); err != nil {
			return err
		}
	}
	before, err := migrations.Use(ctx, a.Pool, a.Config.Version)
	if err == nil && before != "" && before != a.Config.Version {
		a.Config.Logger.Info("another version has used the database before", "before", before, "now", a.Config.Version)
	}
	return err
}

// openPool connects. Commits of this pool (keys, reservations) do not wait for the disk. They precede the events that need them in the same
// write-ahead log, and the log's own connection does wait.
func openPool(ctx context.Context, config Config) (*pgxpool.Pool, error) {
	c, err := config.pool(config.Database.URL)
	if err != nil {
		return nil, err
	}
	c.ConnConfig.RuntimeParams["synchronous_commit"] = "off"
	return pgxpool.NewWithConfig(ctx, c)
}

// openReplicas makes the pools of read replicas.
func (a *App) openReplicas(ctx context.Context) (*readmodels.Replicas, error) {
	if len(a.Config.Database.ReplicaURLs) == 0 || !a.Config.Role.Serves() {
		return nil, nil
	}
	configs := make([]*pgxpool.Config, len(a.Config.Database.ReplicaURLs))
	for i, url := range a.Config.Database.ReplicaURLs {
		var err error
		if configs[i], err = a.Config.pool(url); err != nil {
			return nil, fmt.Errorf("read replica %d: %w", i+1, err)
		}
	}
	return readmodels.OpenReplicas(ctx, a.Pool, configs, readmodels.ReplicaOptions{Logger: a.Config.Logger, Observe: a.metrics.ReplicaRead})
}

// wire makes the parts of the modules in the order of their dependencies.
func (a *App) wire(ctx context.Context) error {
	s, c := &a.Services, a.Config
	s.Clock, s.Logger, s.background, s.projectors = c.Clock, c.Logger, &a.background, projectors(a.modules)
	var err error
	if s.Settings, err = settings.NewTable(collect(a.modules, func(m Module) []settings.Path { return m.Settings })); err != nil {
		return err
	}
	if s.changes, err = changesOf(a.modules); err != nil {
		return err
	}
	if s.Storage, err = openStorage(ctx, s.Pool, c, a.logOptions(), eventSpecs(a.modules)); err != nil {
		return err
	}
	a.parts = append(a.parts, lifecycle.Closer(s.Store.Close))
	if err := lineage.Whole(ctx, s.Store); err != nil {
		return err
	}
	if err := a.ownLog(ctx); err != nil {
		return err
	}
	if err := s.Vault.Check(ctx); err != nil {
		return err
	}
	if err := a.wireReading(ctx); err != nil {
		return err
	}
	s.IDs = installation.NewSequences(s.Pool)
	s.Deciders = commands.NewEngine(a.infrastructure(), s.IDs)
	s.Readers = newReaders(s.Reader, s.Settings, c.Clock)
	s.Commands = newCommands(s.Deciders, s.Readers, structure{s.Settings, s.Deciders, s.Reader}, sandbox.Gateway{Pool: s.Pool}, c.Clock)
	s.Quotes = newQuotes(s.Readers, s.Commands)
	signer := &access.Signer{Secret: a.jwtSecret, Issuer: a.issuer, Clock: c.Clock}
	s.Logins = newLogins(s.Pool, c, signer, c.passwords(), s.Commands.Access, s.Readers)
	s.Feed = newFeed(s.Storage, s.Reader.Tracker(), s.projectors, s.changes, s.Readers.Catalog, c.Logger)
	s.Proofs = newProofs(s.Storage, c.EventLog.CheckpointsTo, c.Clock, c.Logger)
	networks, err := a.webhookNetworks(ctx)
	if err != nil {
		return err
	}
	sender := webhook.New(webhook.Options{Networks: networks, Program: "tradelog/" + c.Version, Clock: c.Clock})
	a.parts = append(a.parts, lifecycle.Closer(sender.Close))
	subscriptions := changes.WebhookSubscriptions.Commands(s.Deciders)
	reading := subscribers{
		accounts: s.Readers.Access, clock: c.Clock, resources: s.changes.Resources(), prepare: a.prepareCall, show: a.show,
	}
	s.Webhooks = newDispatcher(s.Storage, c, s.Feed, subscriptions, s.Readers.Directory, reading, sender, a.metrics.SentWebhook)
	s.Grants, s.KnownGrant, s.Letters = a.Grants, a.KnownGrant, a.composing
	s.Captcha, s.Social = a.captcha(), a.social()
	s.Media = media.Open(c.Files.MediaURL, c.Files.MediaDir, c.Files.PictureMemory)
	a.parts = append(a.parts, lifecycle.Closer(func() {
		if err := s.Media.Close(); err != nil {
			c.Logger.Warn("the store of media files did not close", "error", err)
		}
	}), lifecycle.Closer(s.Proofs.verifications.Stop))
	if s.Printing = alike(unprinted); c.Office.Printing != nil {
		s.Printing = c.Office.Printing(a.library)
	}
	a.surround()
	a.wireBackground()
	return a.wireTransports()
}

// infrastructure returns the dependencies of all commands.
func (a *App) infrastructure() commands.Infrastructure {
	return commands.Infrastructure{
		Store: a.Store, Codec: a.Codec, Snapshots: postgres.Snapshots{Pool: a.Pool}, SnapshotKey: a.snapshotKey, ClaimKey: a.claimKey,
		Clock: a.Clock, Logger: a.Logger,
	}
}

// wireReading makes the engine of the projectors and the reader of their tables.
func (a *App) wireReading(ctx context.Context) (err error) {
	a.follower = &freshness.Follower{Pool: a.Pool, Channel: projections.Channel, Logger: a.Config.Logger,
		Local: func() bool { return a.Projections != nil && a.Projections.Owner() },
		Asked: func(projector string) { a.Projections.Hurry(projector) }}
	tracker := freshness.New(a.follower.Trusted)
	tracker.Ask(a.follower.Ask)
	sealer := eventstore.NewSealer(a.Keyring, giftcard.CodeSubject)
	a.Projections, err = projections.New(projections.Options{
		Pool: a.Pool, Store: a.Store, Codec: a.Codec, Sealer: sealer, Logger: a.Config.Logger,
		Definitions: append(projectors(a.modules), projections.Sequences(marks(a.modules)...)),
		Alone:       a.follower.Alone, Publish: func(u projections.Update) { tracker.Publish(freshness.Update(u)) }, Wanted: tracker.Wanted,
		Observe: a.metrics.Projected,
	})
	if err != nil {
		return err
	}
	if a.replicas, err = a.openReplicas(ctx); err != nil {
		return err
	}
	a.parts = append(a.parts, lifecycle.Closer(a.replicas.Close))
	alone := a.follower.Alone
	a.alone.Store(&alone)
	a.Reader = readmodels.New(a.Pool, tracker, sealer)
	a.Reader.UseReplicas(a.replicas)
	return nil
}

// prepareCall makes a call that has the shop, by the pipeline, which is made after its callers.
func (a *App) prepareCall(ctx context.Context, caller operations.Caller) (*operations.Call, error) {
	return a.Pipeline.Prepare(ctx, caller)
}

// show reads one resource with the rights of a caller.
func (a *App) show(ctx context.Context, caller operations.Caller, resource, id string) (operations.Result, error) {
	o := a.Pipeline.Registry.Item(resource)
	if o == nil {
		return operations.Result{}, fmt.Errorf("no operation shows one of %s", resource)
	}
	in, err := representation.Arguments(o, map[string]any{o.Placeholders()[0]: id})
	if err != nil {
		return operations.Result{}, err
	}
	return a.Pipeline.Invoke(ctx, caller, o, in)
}

// wireTransports makes the operations and the transports that serve them.
func (a *App) wireTransports() error {
	registry, err := operations.NewRegistry(declaredOperations(a.modules, a.Services))
	if err != nil {
		return err
	}
	a.Settings.Further(mcp.ExcludedSetting, func(value string) error { return mcp.CheckExcluded(registry, value) })
	a.Settings.Further(settings.Logo, a.checkLogo)
	a.Settings.Further(operations.ToolSetsSetting, func(value string) error { return operations.CheckToolSets(registry, value) })
	a.Keys = &idempotency.Keys{
		Pool: a.Pool, Store: a.Store, Codec: a.Codec, Tracker: a.Reader.Tracker(), Clock: a.Config.Clock, Logger: a.Config.Logger,
	}
	a.Pipeline = (&operations.Pipeline{
		Registry: registry, Reader: a.Readers.Directory, Head: a.Store.Head, Showing: projections.Showing(a.Services.projectors), Keys: a.Keys,
		Auth: a.Logins.authenticator, Limiter: operations.NewLimiter(a.Config.Clock, a.Config.Requests.RateLimitsOff), Clock: a.Config.Clock,
		Logger: a.Config.Logger,
		LogID:  a.Store.LogID(), Log: a.Store, Cuts: a.cutAt(), Prefix: tradehttp.Prefix, Outage: lineage.Outage,
		Attempts: a.Logins.Attempts.Add,
	}).Init()
	a.legacy, err = soap.New(soap.Options{
		Pipeline: a.Pipeline, Accounts: a.Readers.Access, Sessions: apisession.New(a.Pool, a.Config.Clock),
	})
	if err != nil {
		return err
	}
	watch := func(changed func()) {
		a.Reader.Tracker().Watch(func(freshness.Update) { changed() })
	}
	a.graph = graphql.New(graphql.Options{Pipeline: a.Pipeline, Observe: a.metrics.Observe, Watch: watch})
	a.agents = mcp.New(mcp.Options{Pipeline: a.Pipeline, Version: a.Config.Version, Observe: a.metrics.Observe, Watch: watch})
	for _, make := range a.Config.Office.Interfaces {
		a.further = append(a.further, make(a))
	}
	health := tradehttp.Health{Ready: a.Ready, Missing: a.Missing, Degraded: a.troubles.Reasons, Verified: a.Proofs.verified}
	a.health = tradehttp.NewHealth(health, a.Config.Logger)
	a.HTTP, err = tradehttp.New(tradehttp.Options{
		Pipeline: a.Pipeline, Logger: a.Config.Logger, Health: health, Observe: a.metrics.Observe, Version: a.Config.Version,
		Timeout: a.Config.Requests.Timeout, Heartbeat: a.Config.Requests.Heartbeat, Access: a.Config.Requests.Access, Tracing: a.Config.Tracing,
		Pages:     append(contributions(a.modules, a.Services, func(m Module) func(Services) []tradehttp.Page { return m.Pages }), graphiql),
		Endpoints: a.endpoints(),
		Locale:    a.Readers.Directory.Locale, Leaving: func() {
			a.Feed.Leave()
			a.Proofs.ending.Leave()
			a.graph.Leave()
			a.agents.Leave()
			for _, i := range a.further {
				i.Leave()
			}
		},
	})
	if err != nil {
		return err
	}
	a.Metrics = tradehttp.NewMetrics(a.metrics.Handler(monitoring.Shop{
		Pool: a.Pool, Log: a.Store, Projections: a.Projections, Reactions: a.Reactions, Replicas: a.replicas, Owners: a.owners,
		Troubles: a.troubles,
		Answers:  a.Pipeline.Lookups, Clock: a.Config.Clock, Proof: a.Proofs.progress, Webhooks: a.Webhooks.Totals,
	}), a.Config.Logger)
	return nil
}

// graphiql serves the files of the GraphiQL page below the path of GraphQL.
var graphiql = tradehttp.Page{Path: graphql.FilesPath + "/*path", Serve: func(_ context.Context, path string) (*tradehttp.Asset, error) {
	file, err := graphql.GraphiQLFile(path)
	if file == nil || err != nil {
		return nil, err
	}
	return &tradehttp.Asset{Type: file.Type, Version: file.Version, Content: tradehttp.InMemory(file.Content)}, nil
}}

// endpoints returns the interfaces beside REST.
func (a *App) endpoints() []tradehttp.Endpoint {
	all := []tradehttp.Endpoint{{
		Path: mcp.Path, Protocol: mcp.Protocol, Headers: mcp.Headers, Serve: a.agents.Serve,
		Document: tradehttp.Document{Paths: mcp.CardPaths, Type: "application/json", Title: "Card of the MCP server",
			Make: a.agents.Card},
	}, {Path: graphql.Path, Protocol: graphql.Protocol, Headers: graphql.Headers, Serve: a.graph.Serve,
		Live: graphql.Live}}
	for _, i := range a.further {
		all = append(all, i.Endpoints...)
	}
	authorization := oauth.New(oauth.Options{Pipeline: a.Pipeline, Authorization: a.Logins.authorization})
	for path, serve := range authorization.Endpoints() {
		all = append(all, tradehttp.Endpoint{Path: path, Protocol: oauth.Protocol, Headers: mcp.Headers, Extra: true, Serve: serve})
	}
	for _, p := range soap.Protocols {
		all = append(all, tradehttp.Endpoint{Path: p.Path(), Protocol: string(p), Legacy: true, Serve: a.legacy.Serve(p)})
	}
	return all
}

// tokenSecret names the secret with which tokens are signed.
const tokenSecret = "jwt"

func (a *App) jwtSecret(ctx context.Context) ([]byte, error) {
	if a.Config.Secrets.TokenKey != "" {
		return []byte(a.Config.Secrets.TokenKey), nil
	}
	return a.Secrets.Get(ctx, tokenSecret)
}

// snapshotKey returns the key that seals snapshots.
func (a *App) snapshotKey(ctx context.Context) ([]byte, error) {
	return a.Secrets.Get(ctx, "snapshots")
}

// claimKey returns the key that hides e-mail addresses in the names of claims. It is stored like the key of a person.
func (a *App) claimKey(ctx context.Context) ([]byte, error) {
	return a.Keyring.Key(ctx, claim.KeySubject, true)
}

func (a *App) issuer(ctx context.Context) (string, error) {
	s, err := a.Readers.Directory.Shop(ctx)
	if err != nil {
		return "", err
	}
	return s.BaseURL(0), nil
}

// KnownGrant tells whether a permission exists. API roles have the permissions of operations, admins the ACL paths of resources.
func (a *App) KnownGrant(admin bool) func(string) bool {
	known := a.Grants(admin)
	return func(grant string) bool {
		return slices.Contains(known, grant) || !admin && logserver.Narrow(grant)
	}
}

// Grants lists the permissions that KnownGrant knows, without those for a part of the event log. API roles can also have the permissions of
// the legacy interfaces.
func (a *App) Grants(admin bool) []string {
	if admin {
		return a.Pipeline.Registry.ACLPaths()
	}
	grants := slices.Concat(a.Pipeline.Registry.Grants(), logserver.Permissions())
	slices.Sort(grants)
	return append(grants, soap.Permissions()...)
}
