package tradelog

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/commands"
	"tradelog/commands/sales"
	"tradelog/domain/settings"
	"tradelog/eventstore"
	"tradelog/eventstore/postgres"
	tradehttp "tradelog/http"
	"tradelog/internal/passwords"
	"tradelog/internal/roundcall"
	"tradelog/internal/sandbox"
	"tradelog/internal/secrets"
	"tradelog/internal/sequence"
	"tradelog/internal/session"
	"tradelog/internal/witness"
	"tradelog/mcp"
	"tradelog/migrations"
	"tradelog/operations"
	"tradelog/operations/identity"
	"tradelog/operations/keys"
	"tradelog/projections"
	"tradelog/reactions"
	"tradelog/readmodels"
	"tradelog/readmodels/freshness"
)

// Config says how a program runs. The zero value needs only DatabaseURL.
type Config struct {
	DatabaseURL string
	// JWTSecret is the key of tokens, at least 32 bytes, see Check; empty: the installation's own.
	JWTSecret string
	// BaseURL is where the shop is reached when the configuration does not say.
	BaseURL string
	// RateLimitsOff lets every caller call as often as they like, for load tests.
	RateLimitsOff bool
	// NoProjectors leaves the projectors to other instances.
	NoProjectors bool
	Clock        func() time.Time
	Logger       *slog.Logger
	Version      string
	// MaxConnections of the pool for requests; 8 by default.
	MaxConnections int32
	// MailDir takes e-mails as files while no mail server is configured. Without it there are no e-mails at all.
	MailDir string
	// WitnessDir is where the program notes how far it has seen the log, so that a database that lost events is found. Empty: nowhere.
	WitnessDir string
	// Gone is closed when the database has ended for good: nothing is waited for then. Nil: it may come back.
	Gone <-chan struct{}
	// Drain is how long requests under way may take when the program is told to end; 10 s by default.
	Drain time.Duration
	// SMTPPassword is the password at the mail server; empty: the one of the configuration.
	SMTPPassword string
	// Tracer sees every query; nil for none. Connections of the pool for requests call themselves "tradelog".
	Tracer pgx.QueryTracer
}

// Check refuses a configuration that no program may run with. Open and OpenLog call it.
func (c Config) Check() error {
	if c.JWTSecret == "" {
		return nil
	}
	return settings.CheckTokenKey("the key of tokens (TRADELOG_JWT_SECRET)", c.JWTSecret)
}

// App is a program put together. Make it with Open.
type App struct {
	Config   Config
	Pool     *pgxpool.Pool
	Store    *postgres.Store
	Codec    *eventstore.Codec
	Engine   *projections.Engine
	Reader   *readmodels.Reader
	Tracker  *freshness.Tracker
	Commands UseCases
	Signer   *identity.Signer
	Secrets  *secrets.Secrets
	// Passwords are hashed a few at once, since each takes 19 MiB.
	Passwords *passwords.Hasher
	IDs       *sequence.Sequences
	Pipeline  *operations.Pipeline
	HTTP      *tradehttp.Server
	// Metrics has /metrics, for a listener of its own.
	Metrics *tradehttp.Server
	Keys    *keys.Keys
	// Reactions run while the app is started.
	Reactions *reactions.Runner

	follower *freshness.Follower
	metrics  *metrics
	witness  *witness.Witness
	stop     context.CancelFunc
	running  sync.WaitGroup
	started  bool
	closing  sync.Once
}

// Open connects to the database, brings it up to date and puts the parts together. Nothing runs in the background yet but
// the log itself.
func Open(ctx context.Context, config Config, modules ...Module) (*App, error) {
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
	a := &App{Config: config, metrics: newMetrics()}
	var err error
	if a.Pool, err = openPool(ctx, config); err != nil {
		return nil, err
	}
	if err := a.prepare(ctx); err != nil {
		a.Close()
		return nil, err
	}
	if err := a.wire(ctx, modules); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// prepare brings the database up to date, once its connections are known to be fit for that.
func (a *App) prepare(ctx context.Context) error {
	if err := session.Check(ctx, a.Pool); err != nil {
		return err
	}
	return migrations.Up(ctx, a.Config.DatabaseURL)
}

// openPool connects. Commits of this pool do not wait for the disk: what it writes (keys, reservations) is committed before
// the events that need it in the same write-ahead log, and the log's own connection does wait.
func openPool(ctx context.Context, config Config) (*pgxpool.Pool, error) {
	c, err := pgxpool.ParseConfig(config.DatabaseURL)
	if err != nil {
		return nil, errors.New("the database URL cannot be read; expected something like postgres://user@host/database")
	}
	c.MaxConns = config.MaxConnections
	c.ConnConfig.Tracer = config.Tracer
	c.ConnConfig.RuntimeParams["application_name"] = "tradelog"
	c.ConnConfig.RuntimeParams["search_path"] = "read, public"
	c.ConnConfig.RuntimeParams["synchronous_commit"] = "off"
	c.ConnConfig.RuntimeParams["timezone"] = "UTC"
	return pgxpool.NewWithConfig(ctx, c)
}

func (a *App) wire(ctx context.Context, modules []Module) error {
	specs := EventSpecs()
	for _, m := range modules {
		specs = append(specs, m.Events...)
	}
	var err error
	if a.Store, err = postgres.Open(ctx, a.Pool, postgres.Options{Clock: a.Config.Clock, Logger: a.Config.Logger}); err != nil {
		return err
	}
	a.Codec = eventstore.NewCodec(postgres.NewKeyring(a.Pool), specs...)
	a.follower = &freshness.Follower{Pool: a.Pool, Channel: projections.Channel, Logger: a.Config.Logger,
		Local: func() bool { return a.Engine != nil && a.Engine.Owner() }, Asked: func(projector string) { a.Engine.Hurry(projector) }}
	a.Tracker = freshness.New(a.follower.Trusted)
	a.Tracker.Ask(a.follower.Ask)
	if a.Engine, err = projections.New(projections.Options{
		Pool: a.Pool, Store: a.Store, Codec: a.Codec, Definitions: projectors(modules), Logger: a.Config.Logger,
		Publish: func(u projections.Update) { a.Tracker.Publish(freshness.Update(u)) }, Wanted: a.Tracker.Wanted,
	}); err != nil {
		return err
	}
	a.Reader = readmodels.New(a.Pool, a.Tracker, a.Config.Clock)
	a.Secrets, a.Passwords = secrets.New(a.Pool), passwords.New(0)
	a.IDs = sequence.New(a.Pool)
	infra := commands.Infrastructure{Store: a.Store, Codec: a.Codec, Snapshots: postgres.Snapshots{Pool: a.Pool},
		SnapshotKey: a.snapshotKey,
		Clock:       a.Config.Clock, Logger: a.Config.Logger}
	a.Commands = NewUseCases(commands.NewEngine(infra, a.IDs), a.Reader,
		map[string]sales.Gateway{sandbox.Method: sandbox.Gateway{Pool: a.Pool}})
	a.Signer = &identity.Signer{Secret: a.jwtSecret, Issuer: a.issuer, Clock: a.Config.Clock}
	a.Keys = &keys.Keys{Pool: a.Pool, Store: a.Store, Codec: a.Codec, Tracker: a.Tracker, Clock: a.Config.Clock, Logger: a.Config.Logger}
	services := Services{Commands: a.Commands, Reader: a.Reader, Infrastructure: infra, Store: a.Store, Codec: a.Codec}
	lists := a.operations()
	for _, m := range modules {
		if m.Operations != nil {
			lists = append(lists, m.Operations(services))
		}
	}
	registry, err := operations.NewRegistry(lists...)
	if err != nil {
		return err
	}
	a.Pipeline = (&operations.Pipeline{
		Registry: registry, Reader: a.Reader, Auth: &identity.Authenticator{Signer: a.Signer, Reader: a.Reader}, Keys: a.Keys,
		Limiter: operations.NewLimiter(a.Config.Clock, a.Config.RateLimitsOff), Clock: a.Config.Clock, Logger: a.Config.Logger,
		LogID: a.Store.LogID(), Cuts: a.cuts(),
	}).Init()
	agents := mcp.New(mcp.Options{Pipeline: a.Pipeline, Prefix: tradehttp.Prefix, Version: a.Config.Version, Observe: a.metrics.observe})
	a.Metrics = tradehttp.NewMetrics(a.metrics.handler(a), a.Config.Logger)
	a.HTTP, err = tradehttp.New(tradehttp.Options{
		Pipeline: a.Pipeline, Logger: a.Config.Logger, Ready: a.Ready, Observe: a.metrics.observe, Version: a.Config.Version,
		Pages: a.pages(), Endpoints: []tradehttp.Endpoint{{
			Path: mcp.Path, Protocol: mcp.Protocol, MaxBody: mcp.MaxBody, Headers: mcp.Headers, Serve: agents.Serve,
			Document: tradehttp.Document{Paths: mcp.CardPaths, Type: "application/json", Title: "Card of the MCP server",
				Make: agents.Card},
		}},
	})
	return err
}

func (a *App) jwtSecret(ctx context.Context) ([]byte, error) {
	if a.Config.JWTSecret != "" {
		return []byte(a.Config.JWTSecret), nil
	}
	return a.Secrets.Get(ctx, "jwt")
}

// snapshotKey seals snapshots.
func (a *App) snapshotKey(ctx context.Context) ([]byte, error) {
	return a.Secrets.Get(ctx, "snapshots")
}

func (a *App) issuer(ctx context.Context) (string, error) {
	s, err := a.Reader.Shop(ctx)
	if err != nil {
		return "", err
	}
	return s.BaseURL(0), nil
}

// Start runs projectors, reactions and what keeps this instance in step with others. It returns when the read models have
// caught up with the log as it was.
func (a *App) Start(ctx context.Context) error {
	if err := a.consistency().lost(ctx, true); err != nil {
		return err
	}
	if err := a.watch(ctx); err != nil {
		return err
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	a.stop, a.started = stop, true
	if !a.Config.NoProjectors {
		if err := a.Engine.Start(ctx); err != nil {
			return err
		}
	}
	a.running.Go(func() { a.follower.Run(background, a.Tracker) })
	if err := a.Keys.Start(ctx); err != nil {
		return err
	}
	// New reactions begin where the log ends now. What is appended from here on, be it by the recovery below, is theirs.
	if err := a.placeReactions(ctx); err != nil {
		return err
	}
	if err := a.CaughtUp(ctx); err != nil {
		return err
	}
	if err := a.install(ctx); err != nil {
		return err
	}
	if err := a.IDs.Raise(ctx); err != nil {
		return err
	}
	a.running.Go(func() { roundcall.Answer(background, a.Pool, a.Config.Logger, a.reach) })
	return a.startReactions(background)
}

// reach waits until this instance has seen a position, and drops what it remembers beside the log.
func (a *App) reach(ctx context.Context, position int64) error {
	a.Secrets.Forget()
	for _, name := range a.Engine.Names() {
		if err := a.Tracker.Wait(ctx, name, eventstore.Position(position)); err != nil && ctx.Err() != nil {
			return err
		}
	}
	return nil
}

var defaultScope = settings.Default

func systemActor(name string) eventstore.Actor { return eventstore.Actor{Kind: "system", Name: name} }

// CaughtUp waits until every projector has applied the log as it is now. Projectors that have stopped are not waited for.
func (a *App) CaughtUp(ctx context.Context) error {
	head, err := a.Store.Head(ctx)
	if err != nil {
		return err
	}
	for _, d := range a.Engine.Names() {
		if err := a.Tracker.Wait(ctx, d, head); err != nil {
			if ctx.Err() != nil {
				return err
			}
			a.Config.Logger.Error("a projector has stopped; its read model stays behind", "projector", d, "error", err)
		}
	}
	return nil
}

// Ready tells why requests cannot be served; nil when they can.
func (a *App) Ready(ctx context.Context) error {
	if !a.started {
		return errors.New("starting")
	}
	if err := a.Store.LostEvents(); err != nil {
		return err
	}
	check, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	head, err := a.Store.Head(check)
	if err != nil {
		return errors.New("the database does not answer")
	}
	for _, name := range a.Engine.Names() {
		if lag := int64(head - a.Tracker.Position(name)); lag > maxLag {
			return fmt.Errorf("projector %s is %d positions behind", name, lag)
		}
	}
	return nil
}

// maxLag is how far projectors may be behind while the instance calls itself ready.
const maxLag = 50_000

// endTimeout is how long requests that were ended get for the answer that they are to be repeated. An append that has begun is
// bounded by less.
const endTimeout = 12 * time.Second

// Serve answers HTTP on a listener until the context ends. It then takes no more requests and finishes those under way: each gets
// its answer, or is told to try again. When the database is gone, or has lost events, it ends at once: nothing that is under
// way can succeed.
func (a *App) Serve(ctx context.Context, l net.Listener) error { return a.serve(ctx, a.HTTP, l) }

// ServeMetrics is Serve for /metrics alone. Listen where only the monitoring reaches it.
func (a *App) ServeMetrics(ctx context.Context, l net.Listener) error {
	return a.serve(ctx, a.Metrics, l)
}

func (a *App) serve(ctx context.Context, server *tradehttp.Server, l net.Listener) error {
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-a.Store.Lost():
		_ = server.Close()
		return fmt.Errorf("%w. The database was put back, or taken over by a standby that lacks commits. The next start tells what to do",
			a.Store.LostEvents())
	case <-a.Config.Gone:
	case <-ctx.Done():
	}
	for _, patience := range []time.Duration{a.Config.Drain, endTimeout} {
		finishing, cancel := a.whileThere(ctx, patience)
		err := server.Shutdown(finishing)
		cancel()
		if err == nil {
			return <-failed
		}
		server.EndRequests()
	}
	return server.Close()
}

// whileThere makes a context for what remains to be done after ctx has ended. It ends at once when the database is gone.
func (a *App) whileThere(ctx context.Context, patience time.Duration) (context.Context, context.CancelFunc) {
	remaining, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	go func() {
		select {
		case <-a.Config.Gone:
			cancel()
		case <-remaining.Done():
		}
	}()
	return remaining, cancel
}

// Close stops everything, in the order in which nothing is lost: reactions, projectors, the log, the connections. When the
// database is gone the log comes first, so that nobody waits for an append.
func (a *App) Close() {
	a.closing.Do(func() {
		if a.stop != nil {
			a.stop()
		}
		select {
		case <-a.Config.Gone:
			if a.Store != nil {
				a.Store.Close()
			}
		default:
		}
		if a.Reactions != nil {
			a.Reactions.Stop()
		}
		a.running.Wait()
		if a.Keys != nil {
			a.Keys.Stop()
		}
		if a.Engine != nil {
			a.Engine.Stop()
		}
		if a.Store != nil {
			a.Store.Close()
		}
		if a.Pool != nil {
			a.Pool.Close()
		}
		if a.witness != nil {
			if err := a.witness.Close(); err != nil {
				a.Config.Logger.Warn("note how far the log was seen", "error", err)
			}
		}
	})
}

// As returns a context in which commands are attributed to an actor.
func As(ctx context.Context, actor eventstore.Actor) context.Context {
	return commands.WithRequest(ctx, &commands.Request{Actor: actor})
}
