package app

import (
	"context"
	"crypto/x509"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/trace"

	"tradelog/adapters/media"
	"tradelog/adapters/outside"
	"tradelog/adapters/webhook"
	"tradelog/commands"
	"tradelog/domain/claim"
	"tradelog/domain/giftcard"
	"tradelog/domain/settings"
	"tradelog/eventstore"
	"tradelog/eventstore/esdb"
	"tradelog/eventstore/lineage"
	"tradelog/eventstore/postgres"
	"tradelog/eventstore/vault"
	"tradelog/graphql"
	tradehttp "tradelog/http"
	"tradelog/installation/apisession"
	"tradelog/installation/checkpoints"
	"tradelog/installation/instances"
	"tradelog/installation/secrets"
	"tradelog/installation/sequence"
	"tradelog/installation/session"
	"tradelog/internal/lifecycle"
	"tradelog/logserver"
	"tradelog/mcp"
	"tradelog/migrations"
	"tradelog/monitoring"
	"tradelog/oauth"
	"tradelog/operations"
	"tradelog/operations/idempotency"
	"tradelog/operations/identity"
	"tradelog/operations/passwords"
	"tradelog/projections"
	"tradelog/reactions"
	"tradelog/readmodels"
	"tradelog/readmodels/freshness"
	"tradelog/records"
	"tradelog/representation"
	"tradelog/soap"
)

// Config is the configuration of a program. Only DatabaseURL is required.
type Config struct {
	DatabaseURL string
	// EventStoreURL is an EventStoreDB or KurrentDB server that has the log; empty: the log is in the database. See esdb.Schemes.
	EventStoreURL string
	// EventStorePatience is the time that the event store may lack events that were seen, before they count as lost; see esdb.Options.
	EventStorePatience time.Duration
	// JWTSecret is the key of tokens, at least 32 bytes, see Check; empty: the installation's own.
	JWTSecret string
	// BaseURL is the address of the shop if the configuration has none.
	BaseURL string
	// RateLimitsOff lets every caller call as often as they like, for load tests.
	RateLimitsOff bool
	// WeakPasswords stores passwords in a way that is easy to guess, for tests.
	WeakPasswords bool
	// ReadDatabaseURLs are replicas of the database that answer reads of clients as far as they are new enough.
	ReadDatabaseURLs []string
	// Role is the role of this instance; All by default.
	Role    Role
	Clock   func() time.Time
	Logger  *slog.Logger
	Version string
	// MaxConnections of the pool for requests; 8 by default.
	MaxConnections int32
	// MailDir takes e-mails as files while no mail server is configured. Without it there are no e-mails at all.
	MailDir string
	// MediaURL is the store of media files, such as s3://bucket?region=eu-central-1; without it they are in MediaDir. Without either
	// there are none.
	MediaURL, MediaDir string
	// PictureMemory bounds the memory of all conversions of pictures together, in bytes; media.DefaultMemory by default.
	PictureMemory int64
	// LedgerDir is the directory in which the program notes whose keys were deleted, see package ledger. Empty: nowhere.
	LedgerDir string
	// WitnessDir is the directory in which the program notes the end of the log that it has seen, so that a database that lost events is
	// found. Empty: nowhere.
	WitnessDir string
	// MasterKeys wrap the keys of personal data and the secrets of the installation. A database with wrapped keys cannot be opened without
	// them. Without master keys, a database with plain keys keeps them plain. Nil: none.
	MasterKeys vault.Source
	// MakesMasterKey makes the first master key of a database that has none; otherwise it is left to another instance.
	MakesMasterKey bool
	// Gone is closed when the database has ended for good: nothing is waited for then. Nil: it may come back.
	Gone <-chan struct{}
	// Drain is the time that requests under way may take when the program is told to end; 10 s by default.
	Drain time.Duration
	// RequestTimeout bounds a request; 30 s by default.
	RequestTimeout time.Duration
	// Heartbeat is the time after which a live answer without news shows that it is still there; 15 s by default.
	Heartbeat time.Duration
	// CaptchaURLs maps names of CAPTCHA providers to the URLs at which they are asked. Without one the provider's own URL is used.
	CaptchaURLs map[string]string
	// SignInURLs maps names of sign-in providers to the URLs at which they are asked. Without one the provider's own URL is used.
	SignInURLs map[string]string
	// SMTPPassword is the password at the mail server; empty: that of the configuration.
	SMTPPassword string
	// CheckpointsTo is the place where checkpoints of the log are published, see checkpoints.CheckTarget; empty: nowhere.
	CheckpointsTo string
	// WebhookNetworks are networks that webhooks may be sent to besides the public internet.
	WebhookNetworks outside.Networks
	// AgentRoots are the authorities that certificates of clients' metadata documents are checked against; nil for those of the system.
	AgentRoots *x509.CertPool
	// WebhookPause is the pause after a number of failed attempts, if the receiver asks for none; webhook.Pause by default.
	WebhookPause func(attempts int, asked time.Duration) time.Duration
	// Tracer sees every query; nil for none. Connections of the pool for requests call themselves "tradelog".
	Tracer pgx.QueryTracer
	// Access takes a line for each request; nil for none.
	Access *slog.Logger
	// Tracing makes spans of requests, appends and queries; nil for none.
	Tracing trace.TracerProvider
	// Printing makes printed documents and electronic invoices; nil for none. Interfaces make further interfaces, such as the console.
	// Package office has those of the program.
	Printing   *Printing
	Interfaces []func(*App) Interface
	// Console is the path of the console; empty if there is none.
	Console string
}

// Check refuses a configuration that no program may run with. Open and OpenLog call it.
func (c Config) Check() error {
	if c.EventStoreURL != "" {
		if err := esdb.CheckURL(c.EventStoreURL); err != nil {
			return err
		}
	}
	if c.CheckpointsTo != "" {
		if err := checkpoints.CheckTarget(c.CheckpointsTo); err != nil {
			return err
		}
	}
	if c.JWTSecret == "" {
		return nil
	}
	return settings.CheckTokenKey("the key of tokens (TRADELOG_JWT_SECRET)", c.JWTSecret)
}

// App is a composed program. Make it with Open.
type App struct {
	Config   Config
	Pool     *pgxpool.Pool
	Store    eventstore.WatchedLog
	Codec    *eventstore.Codec
	Engine   *projections.Engine
	Reader   *readmodels.Reader
	Tracker  *freshness.Tracker
	Deciders *commands.Engine
	Signer   *identity.Signer
	Secrets  *secrets.Secrets
	// Vault stores the keys of Keyring and Secrets.
	Vault   *vault.Vault
	Keyring *postgres.Keyring
	// Settings are the configuration paths that the shop knows.
	Settings *settings.Table
	// Passwords are hashed a few at once, since each takes 19 MiB.
	Passwords *passwords.Hasher
	IDs       *sequence.Sequences
	Pipeline  *operations.Pipeline
	HTTP      *tradehttp.Server
	// Metrics has /metrics, for a listener of its own.
	Metrics *tradehttp.Server
	// health answers instead of HTTP if the role does not serve.
	health *tradehttp.Server
	Keys   *idempotency.Keys
	// Reactions run while the app is started.
	Reactions *reactions.Runner
	// Services are what the modules work with.
	Services Services

	ends     lineage.Ends
	logCuts  []postgres.Cut // where the log lost events, as it was opened
	modules  []Module
	agents   *mcp.Handler
	graph    *graphql.Handler
	further  []Interface
	legacy   *soap.Handler
	follower *freshness.Follower
	alone    atomic.Pointer[func() bool] // Alone of the follower, once there is one
	metrics  *monitoring.Metrics
	noting   *lineage.Noting
	replicas *readmodels.Replicas
	owners   *monitoring.Owners
	lags     *monitoring.Lags
	jobs     *projections.Jobs
	instance instances.Instance // as it started
	address  atomic.Value       // at which requests are answered
	troubles *monitoring.Troubles
	parts    []lifecycle.Part // in the order of their start
	started  bool
	closing  sync.Once
}

// Open connects to the database, brings it up to date and puts the parts together: the shop and further modules. Nothing runs in
// the background yet but the log itself.
func Open(ctx context.Context, config Config, further ...Module) (*App, error) {
	if err := config.Check(); err != nil {
		return nil, err
	}
	if config.Clock == nil {
		config.Clock = time.Now
	}
	if config.Logger == nil {
		config.Logger = slog.New(slog.DiscardHandler)
	}
	if config.MaxConnections == 0 {
		config.MaxConnections = 8
	}
	if config.Drain == 0 {
		config.Drain = 10 * time.Second
	}
	a := &App{
		Config: config, metrics: monitoring.New(), troubles: &monitoring.Troubles{Logger: config.Logger}, modules: append(Shop(), further...),
	}
	var err error
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
	if err := session.Check(ctx, a.Pool); err != nil {
		return err
	}
	if err := migrations.Up(ctx, a.Config.DatabaseURL); err != nil {
		return err
	}
	for _, m := range a.modules {
		if m.Migrations == nil {
			continue
		}
		if err := migrations.UpModule(ctx, a.Config.DatabaseURL, m.Name, m.Migrations); err != nil {
			return err
		}
	}
	before, err := migrations.Use(ctx, a.Pool, a.Config.Version)
	if err == nil && before != "" && before != a.Config.Version {
		a.Config.Logger.Info("another version has used the database before", "before", before, "now", a.Config.Version)
	}
	return err
}

// openPool connects. Commits of this pool do not wait for the disk: what it writes (keys, reservations) is committed before
// the events that need it in the same write-ahead log, and the log's own connection does wait.
func openPool(ctx context.Context, config Config) (*pgxpool.Pool, error) {
	c, err := config.pool(config.DatabaseURL)
	if err != nil {
		return nil, err
	}
	c.ConnConfig.RuntimeParams["synchronous_commit"] = "off"
	return pgxpool.NewWithConfig(ctx, c)
}

// openReplicas makes the pools of read replicas.
func (a *App) openReplicas(ctx context.Context) (*readmodels.Replicas, error) {
	if len(a.Config.ReadDatabaseURLs) == 0 || !a.Config.Role.Serves() {
		return nil, nil
	}
	configs := make([]*pgxpool.Config, len(a.Config.ReadDatabaseURLs))
	for i, url := range a.Config.ReadDatabaseURLs {
		var err error
		if configs[i], err = a.Config.pool(url); err != nil {
			return nil, fmt.Errorf("read replica %d: %w", i+1, err)
		}
	}
	return readmodels.OpenReplicas(ctx, a.Pool, configs, readmodels.ReplicaOptions{Logger: a.Config.Logger, Observe: a.metrics.ReplicaRead})
}

// pool returns the settings of connections to the primary or to a replica.
func (c Config) pool(url string) (*pgxpool.Config, error) {
	return session.PoolConfig(url, c.MaxConnections, c.Tracer, c.Tracing != nil)
}

func (c Config) passwords() *passwords.Hasher {
	if c.WeakPasswords {
		return passwords.NewWeak(0)
	}
	return passwords.New(0)
}

// wire makes the parts out of the modules.
func (a *App) wire(ctx context.Context) error {
	var err error
	if a.Settings, err = settings.NewTable(collect(a.modules, func(m Module) []settings.Path { return m.Settings })); err != nil {
		return err
	}
	if a.Store, a.ends, err = lineage.Open(ctx, a.Pool, a.logOptions()); err != nil {
		return err
	}
	a.parts = append(a.parts, lifecycle.Closer(a.Store.Close))
	if err := lineage.Whole(ctx, a.Store); err != nil {
		return err
	}
	if err := a.ownLog(ctx); err != nil {
		return err
	}
	if a.logCuts, err = postgres.Cuts(ctx, a.Pool); err != nil {
		return err
	}
	a.Vault = vault.New(a.Pool, a.Config.MasterKeys, a.Config.MakesMasterKey)
	if err := a.Vault.Check(ctx); err != nil {
		return err
	}
	a.Keyring = postgres.NewKeyring(a.Vault)
	a.Codec = eventstore.NewCodec(a.Keyring, eventSpecs(a.modules)...)
	a.Secrets, a.Passwords = secrets.New(a.Vault), a.Config.passwords()
	a.IDs = sequence.New(a.Pool)
	if err := a.wireReading(ctx); err != nil {
		return err
	}
	a.Services.Infrastructure = commands.Infrastructure{
		Store: a.Store, Codec: a.Codec, Snapshots: postgres.Snapshots{Pool: a.Pool}, SnapshotKey: a.snapshotKey, ClaimKey: a.claimKey,
		Clock: a.Config.Clock, Logger: a.Config.Logger,
	}
	a.Deciders = commands.NewEngine(a.Services.Infrastructure, a.IDs)
	a.Signer = &identity.Signer{Secret: a.jwtSecret, Issuer: a.issuer, Clock: a.Config.Clock}
	a.Keys = &idempotency.Keys{
		Pool: a.Pool, Store: a.Store, Codec: a.Codec, Tracker: a.Tracker, Clock: a.Config.Clock, Logger: a.Config.Logger,
	}
	s := &a.Services
	s.Engine, s.Reader, s.Settings, s.Pool, s.IDs, s.parts = a.Deciders, a.Reader, a.Settings, a.Pool, a.IDs, &parts{}
	s.Signer, s.Passwords, s.Derive, s.SetSecret = a.Signer, a.Passwords, a.Secrets.Derive, a.Secrets.Set
	s.Grants, s.KnownGrant = a.Grants, a.KnownGrant
	s.app, s.projectors = a, a.projectors()
	if s.changes, err = changesOf(a.modules); err != nil {
		return err
	}
	if s.Printing = a.Config.Printing; s.Printing == nil {
		s.Printing = alike(unprinted)
	}
	s.Letters = a.composing
	s.Show = a.show
	s.Webhooks = webhook.New(webhook.Options{
		Networks: a.Config.WebhookNetworks, Program: "tradelog/" + a.Config.Version, Clock: a.Config.Clock,
	})
	s.SentWebhook, s.WebhookPause = a.metrics.SentWebhook, a.Config.WebhookPause
	a.parts = append(a.parts, lifecycle.Closer(s.Webhooks.Close))
	s.AgentRoots = a.Config.AgentRoots
	s.Captcha, s.Social, s.CheckpointsTo = a.captcha(), a.social(), a.Config.CheckpointsTo
	s.Media = media.Open(a.Config.MediaURL, a.Config.MediaDir, a.Config.PictureMemory)
	a.parts = append(a.parts, lifecycle.Closer(func() {
		if err := s.Media.Close(); err != nil {
			a.Config.Logger.Warn("the store of media files did not close", "error", err)
		}
	}))
	a.parts = append(a.parts, lifecycle.Closer(func() { logVerifications.Of(a).Stop() }))
	a.surround()
	a.wireReactions()
	a.wireEngine()
	return a.wireTransports()
}

// wireReading makes the projectors and the readers of their tables.
func (a *App) wireReading(ctx context.Context) (err error) {
	a.follower = &freshness.Follower{Pool: a.Pool, Channel: projections.Channel, Logger: a.Config.Logger,
		Local: func() bool { return a.Engine != nil && a.Engine.Owner() }, Asked: func(projector string) { a.Engine.Hurry(projector) }}
	a.Tracker = freshness.New(a.follower.Trusted)
	a.Tracker.Ask(a.follower.Ask)
	numbered := projections.Sequences(marks(a.modules)...)
	sealer := eventstore.NewSealer(a.Keyring, giftcard.CodeSubject)
	a.Engine, err = projections.New(projections.Options{
		Pool: a.Pool, Store: a.Store, Codec: a.Codec, Sealer: sealer, Logger: a.Config.Logger,
		Definitions: append(a.projectors(), numbered),
		Alone:       a.follower.Alone, Publish: func(u projections.Update) { a.Tracker.Publish(freshness.Update(u)) }, Wanted: a.Tracker.Wanted,
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
	a.Reader = readmodels.New(a.Pool, a.Tracker, sealer)
	a.Reader.UseReplicas(a.replicas)
	return nil
}

// projectors returns the projectors of all modules and of plain records.
func (a *App) projectors() []projections.Definition {
	all := collect(a.modules, func(m Module) []projections.Definition { return m.Projectors })
	return append(all, records.Projector(declared(a.modules)))
}

// wireReactions makes the reactions to events and the sweeps.
func (a *App) wireReactions() {
	a.Reactions = &reactions.Runner{
		Pool: a.Pool, Store: a.Store, Codec: a.Codec, Logger: a.Config.Logger, Observe: a.metrics.Reacted,
		Reactions: contributions(a.modules, a.Services, func(m Module) func(Services) []reactions.Reaction { return m.Reactions }),
		Sweeps:    contributions(a.modules, a.Services, func(m Module) func(Services) []reactions.Sweep { return m.Sweeps }),
		Works:     contributions(a.modules, a.Services, func(m Module) func(Services) []reactions.Work { return m.Works }),
	}
	if composer := a.mails(); composer != nil {
		a.Reactions.Reactions, a.Reactions.Sweeps = append(a.Reactions.Reactions, composer.Reaction()),
			append(a.Reactions.Sweeps, composer.Sweep())
	}
	a.owners = monitoring.NewOwners(a.Config.Logger, a.works())
}

// show reads one of a resource as a caller may see it.
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
	a.Settings.Further(operations.ToolSetsSetting, func(value string) error { return operations.CheckToolSets(registry, value) })
	a.Pipeline = (&operations.Pipeline{
		Registry: registry, Reader: DirectoryReader.Of(a), Head: a.Store.Head, Showing: projections.Showing(a.projectors()), Keys: a.Keys,
		Auth: authenticator.Of(a), Limiter: operations.NewLimiter(a.Config.Clock, a.Config.RateLimitsOff), Clock: a.Config.Clock,
		Logger: a.Config.Logger,
		LogID:  a.Store.LogID(), Log: a.Store, Cuts: a.cuts(), Prefix: tradehttp.Prefix, Outage: lineage.Outage,
		Attempts: Attempts.Of(a).Add,
	}).Init()
	a.legacy, err = soap.New(soap.Options{
		Pipeline: a.Pipeline, Accounts: AccessReader.Of(a), Sessions: apisession.New(a.Pool, a.Config.Clock),
	})
	if err != nil {
		return err
	}
	watch := func(changed func()) {
		a.Tracker.Watch(func(freshness.Update) { changed() })
	}
	a.graph = graphql.New(graphql.Options{Pipeline: a.Pipeline, Observe: a.metrics.Observe, Watch: watch})
	a.agents = mcp.New(mcp.Options{Pipeline: a.Pipeline, Version: a.Config.Version, Observe: a.metrics.Observe, Watch: watch})
	for _, make := range a.Config.Interfaces {
		a.further = append(a.further, make(a))
	}
	health := tradehttp.Health{Ready: a.Ready, Missing: a.Missing, Degraded: a.troubles.Reasons, Verified: a.verified}
	a.health = tradehttp.NewHealth(health, a.Config.Logger)
	a.HTTP, err = tradehttp.New(tradehttp.Options{
		Pipeline: a.Pipeline, Logger: a.Config.Logger, Health: health, Observe: a.metrics.Observe, Version: a.Config.Version,
		Timeout: a.Config.RequestTimeout, Heartbeat: a.Config.Heartbeat, Access: a.Config.Access, Tracing: a.Config.Tracing,
		Pages:     append(contributions(a.modules, a.Services, func(m Module) func(Services) []tradehttp.Page { return m.Pages }), graphiql),
		Endpoints: a.endpoints(),
		Locale:    DirectoryReader.Of(a).Locale, Leaving: func() {
			Feed.Of(a).Leave()
			logEnding.Of(a).Leave()
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
		Pool: a.Pool, Log: a.Store, Engine: a.Engine, Reactions: a.Reactions, Replicas: a.replicas, Owners: a.owners, Troubles: a.troubles,
		Answers: a.Pipeline.Lookups, Clock: a.Config.Clock,
		Proof: a.logProof, Webhooks: WebhookDispatcher.Of(a).Standing,
	}), a.Config.Logger)
	return nil
}

// graphiql serves the files of the page for browsers at the path of GraphQL.
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
	authorization := oauth.New(oauth.Options{Pipeline: a.Pipeline, Authorization: authorization.Of(a)})
	for path, serve := range authorization.Endpoints() {
		all = append(all, tradehttp.Endpoint{Path: path, Protocol: oauth.Protocol, Headers: mcp.Headers, Extra: true, Serve: serve})
	}
	for _, p := range soap.Protocols {
		all = append(all, tradehttp.Endpoint{Path: p.Path(), Protocol: string(p), Legacy: true, Serve: a.legacy.Serve(p)})
	}
	return all
}

// tokenSecret is the name under which the key of tokens is kept.
const tokenSecret = "jwt"

func (a *App) jwtSecret(ctx context.Context) ([]byte, error) {
	if a.Config.JWTSecret != "" {
		return []byte(a.Config.JWTSecret), nil
	}
	return a.Secrets.Get(ctx, tokenSecret)
}

// snapshotKey seals snapshots.
func (a *App) snapshotKey(ctx context.Context) ([]byte, error) {
	return a.Secrets.Get(ctx, "snapshots")
}

// claimKey names the claims of e-mail addresses. It is stored like the key of a person.
func (a *App) claimKey(ctx context.Context) ([]byte, error) {
	return a.Keyring.Key(ctx, claim.KeySubject, true)
}

func (a *App) issuer(ctx context.Context) (string, error) {
	s, err := DirectoryReader.Of(a).Shop(ctx)
	if err != nil {
		return "", err
	}
	return s.BaseURL(0), nil
}

// KnownGrant tells whether a permission exists: those of operations for API roles, the resources' ACL paths for admins.
func (a *App) KnownGrant(admin bool) func(string) bool {
	known := a.Grants(admin)
	return func(grant string) bool {
		return slices.Contains(known, grant) || !admin && logserver.Narrow(grant)
	}
}

// Grants lists the permissions that KnownGrant knows, but those for a part of the event log: those of API roles include the names of the
// legacy interfaces.
func (a *App) Grants(admin bool) []string {
	if admin {
		return a.Pipeline.Registry.ACLPaths()
	}
	grants := slices.Concat(a.Pipeline.Registry.Grants(), logserver.Permissions())
	slices.Sort(grants)
	return append(grants, soap.Permissions()...)
}
