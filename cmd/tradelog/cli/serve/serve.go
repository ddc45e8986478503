// Package serve has the commands that run a server, fill a shop and measure it.
package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"tradelog/adapters/outside"
	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/cmd/tradelog/cli/demoshop"
	"tradelog/cmd/tradelog/demo"
	"tradelog/installation"
	"tradelog/internal/tracing/otlp"
	"tradelog/internal/wait"
)

// Command runs the server.
type Command struct {
	Listen       string    `help:"Address that serves requests." default:"127.0.0.1:8080" env:"TRADELOG_LISTEN" placeholder:"HOST:PORT"`
	Demo         bool      `help:"Fill an empty shop with demo data, and print the credentials."`
	Metrics      string    `name:"metrics-listen" help:"Address that serves /metrics. Only the monitoring should reach it. By default none, with --demo a free port." env:"TRADELOG_METRICS_LISTEN" placeholder:"HOST:PORT"`
	ESDB         esdbFlags `embed:"" prefix:"esdb-"`
	ReadDatabase []string  `help:"Replica of the database that answers reads. The flag may be repeated." env:"TRADELOG_READ_DATABASE" sep:"," placeholder:"URL"`
	AccessLog    string    `help:"File of the access log, - for standard output, or off. SIGHUP reopens the file." default:"off" env:"TRADELOG_ACCESS_LOG" placeholder:"FILE"`
	Checkpoints  string    `help:"Place to publish signed checkpoints of the event log: file:PATH, or an https:// URL they are posted to." env:"TRADELOG_CHECKPOINTS" placeholder:"PLACE"`
	Webhooks     []string  `name:"webhook-networks" help:"Network, such as 10.1.0.0/16, that webhooks may be sent to besides the public internet. The flag may be repeated." env:"TRADELOG_WEBHOOK_NETWORKS" sep:"," placeholder:"NETWORK"`
	Role         string    `help:"Role of this instance: all, serve (requests), project (projectors), react (reactions and sweeps) or api (all but projectors)." enum:"all,serve,project,react,api" default:"all" env:"TRADELOG_ROLE"`
}

// Run serves until the context ends.
func (c *Command) Run(ctx context.Context, g *command.Globals) (err error) {
	go command.CollectLess(ctx)
	// The address comes first: if it is in use, nothing is started.
	listener, err := c.listen()
	if err != nil {
		return err
	}
	defer listener.Close()
	metrics, err := c.listenMetrics()
	if err != nil {
		return err
	}
	if metrics != nil {
		defer metrics.Close()
	}
	esdb, err := c.ESDB.listen()
	if err != nil {
		return err
	}
	if esdb != nil {
		defer esdb.Close()
	}
	openGates := func() {}
	if !app.Role(c.Role).Projects() {
		openGates = gates(&listener, &metrics, esdb)
	}
	access, err := openAccessLog(g, c.AccessLog)
	if err != nil {
		return err
	}
	defer access.close()
	opened, err := g.Open(ctx, command.Starting, func(step string) { _ = g.Out.Println(step) })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(opened.Ended(err), opened.Close()) }()
	ctx, stop := opened.WhileUp(ctx)
	defer stop()
	config, err := g.Config(opened, command.Starting)
	if err != nil {
		return err
	}
	config.Requests.BaseURL = baseURL(listener.Addr())
	if err := c.configure(&config); err != nil {
		return err
	}
	if opened.Private != nil {
		config.Database.Gone = opened.Private.Done()
	}
	config.Requests.Access = access.log(g)
	flush, err := trace(ctx, &config)
	if err != nil {
		return err
	}
	defer flush()
	var demo demonstration
	a, err := start(ctx, config, demo.modules(c.Demo)...)
	if err != nil {
		return err
	}
	defer a.Close()
	if err := c.ESDB.encrypt(esdb, g.Data); err != nil {
		return err
	}
	openGates()
	if err := opened.Announce(config.EventLog.StoreURL); err != nil {
		return err
	}
	if c.Demo {
		end, err := fillDemo(ctx, g, a)
		if err != nil {
			return err
		}
		defer end()
		demo.filled.Store(a)
	}
	showAddresses(g, config, c.Demo, listener, metrics, esdb)
	return serveAll(ctx, func(ctx context.Context) error { return a.Serve(ctx, listener) }, beside(a, metrics, esdb))
}

// configure applies the flags.
func (c *Command) configure(config *app.Config) (err error) {
	config.Role, config.Database.ReplicaURLs, config.EventLog.CheckpointsTo = app.Role(c.Role), c.ReadDatabase, c.Checkpoints
	config.Outside.WebhookNetworks, err = outside.ParseNetworks(c.Webhooks)
	return err
}

// listen opens the address for requests, after checking the flags.
func (c *Command) listen() (net.Listener, error) {
	config := app.Config{}
	if err := errors.Join(c.configure(&config), config.Check()); err != nil {
		return nil, err
	}
	return listen("--listen", c.Listen)
}

// beside returns the further servers, by names for messages.
func beside(a *app.App, metrics net.Listener, esdb *esdbListener) map[string]func(context.Context) error {
	servers := map[string]func(context.Context) error{}
	if metrics != nil {
		servers["metrics"] = func(ctx context.Context) error { return a.ServeMetrics(ctx, metrics) }
	}
	if esdb != nil {
		servers["EventStoreDB clients"] = func(ctx context.Context) error { return esdb.serve(ctx, a) }
	}
	return servers
}

// listenMetrics returns the listener for metrics; nil if there is none. A demo has one on a free port.
func (c *Command) listenMetrics() (net.Listener, error) {
	if c.Metrics == "" && c.Demo {
		c.Metrics = "127.0.0.1:0"
	}
	if c.Metrics == "" {
		return nil, nil
	}
	return listen("--metrics-listen", c.Metrics)
}

// demonstration holds the demo's shop, once it is filled.
type demonstration struct{ filled atomic.Pointer[app.App] }

// modules returns the module with the demo's pages, for a demo.
func (d *demonstration) modules(wanted bool) []app.Module {
	if !wanted {
		return nil
	}
	return []app.Module{demoshop.Pages(d.filled.Load)}
}

// showAddresses prints the addresses of the server.
func showAddresses(g *command.Globals, config app.Config, shown bool, listener, metrics net.Listener, esdb *esdbListener) {
	base := "http://" + listener.Addr().String()
	_ = g.Out.Printf("tradelog answers on %s\n", base)
	if config.Role.Serves() {
		_ = g.Out.Printf("  docs      %s/api/docs\n  REST v2   %s/api/rest/v2/products\n", base, base)
	}
	if config.Role.Serves() && shown {
		if config.Office.Console != "" {
			_ = g.Out.Printf("  console   %s%s  (log in as %s with its api_key)\n", base, config.Office.Console, demo.APIUser)
		}
		_ = g.Out.Printf("  invoice   %s%s\n  e-mail    %s%s\n", base, demoshop.InvoicePath, base, demoshop.EmailPath)
	}
	_ = g.Out.Printf("  health    %s/readyz\n", base)
	if metrics != nil {
		_ = g.Out.Printf("  metrics   http://%s/metrics\n", metrics.Addr())
	}
	if esdb != nil {
		_ = g.Out.Printf("  log       %s\n", esdb.connection())
	}
	_ = g.Out.Printf("Ctrl-C stops it; the data stays in %s.\n", dataLocation(g))
}

// gates puts gates before listeners. They turn clients away until the returned function is called.
func gates(listener, metrics *net.Listener, esdb *esdbListener) (open func()) {
	listeners := []*net.Listener{listener}
	if *metrics != nil {
		listeners = append(listeners, metrics)
	}
	if esdb != nil {
		listeners = append(listeners, &esdb.Listener)
	}
	made := make([]*gate, len(listeners))
	for i, one := range listeners {
		made[i] = newGate(*one)
		*one = made[i]
	}
	return func() {
		for _, g := range made {
			g.open()
		}
	}
}

// fillDemo fills an empty shop and prints how to log in. Pictures are drawn while the shop is open; end stops that.
func fillDemo(ctx context.Context, g *command.Globals, a *app.App) (end func(), err error) {
	shop := demoshop.Of(a)
	credentials, err := demo.Seed(ctx, shop, func(step string) { _ = g.Out.Println(step) })
	if err != nil {
		return nil, fmt.Errorf("demo data: %w", err)
	}
	if err := g.Out.Lines(credentials.String()); err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := demo.Pictures(ctx, shop); err != nil && ctx.Err() == nil {
			a.Config.Logger.Warn("the pictures of the demo are not complete; they are tried again at the next start", "error", err)
		}
	}()
	return func() {
		stop()
		<-done
	}, nil
}

// trace makes the program export traces if the environment requests that. flush sends the last ones.
func trace(ctx context.Context, config *app.Config) (flush func(), err error) {
	if !otlp.Configured() {
		return func() {}, nil
	}
	provider, err := otlp.Open(ctx, config.Version, config.Logger)
	if err != nil {
		return nil, err
	}
	config.Tracing = provider
	return func() {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if err := provider.Shutdown(ending); err != nil {
			config.Logger.Warn("the last traces were not sent", "error", err)
		}
	}, nil
}

// listen opens the listener for the address of a flag. Its error gives advice.
func listen(flag, address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if err == nil {
		return listener, nil
	}
	host, port, malformed := net.SplitHostPort(address)
	advice := ""
	switch {
	case malformed != nil:
		advice = fmt.Sprintf("\n%s takes HOST:PORT, such as 127.0.0.1:8080, or :8080 for all addresses of this machine.", flag)
		if _, number := strconv.ParseUint(address, 10, 16); number == nil {
			advice = fmt.Sprintf("\n%s takes HOST:PORT: 127.0.0.1:%s, or :%s for all addresses of this machine.", flag, address, address)
		}
	case errors.Is(err, syscall.EADDRINUSE):
		advice = fmt.Sprintf("\nAnother program uses it. Choose another address: %s %s", flag, freeAfter(host, port))
	case errors.Is(err, fs.ErrPermission):
		advice = fmt.Sprintf("\nPorts below 1024 need rights of their own. Choose a higher one: %s %s", flag, freeAfter(host, "8080"))
	}
	return nil, fmt.Errorf("cannot answer on %s: %w%s", address, err, advice)
}

// freeAfter returns an unused address, with the first free port from the given one on. Port 0 is any free port.
func freeAfter(host, port string) string {
	first, err := strconv.Atoi(port)
	for next := first; err == nil && next < min(first+100, 1<<16); next++ {
		address := net.JoinHostPort(host, strconv.Itoa(next))
		if l, err := net.Listen("tcp", address); err == nil {
			_ = l.Close()
			return address
		}
	}
	return net.JoinHostPort(host, "0")
}

// start opens and starts the shop. If PostgreSQL has no connection left, it logs that and tries again, so that an instance can start while
// another one stops.
func start(ctx context.Context, config app.Config, further ...app.Module) (*app.App, error) {
	for {
		a, err := app.Open(ctx, config, further...)
		if err == nil {
			if err = a.Start(ctx); err == nil {
				return a, nil
			}
			a.Close()
		}
		if !installation.NoConnectionLeft(err) {
			return nil, err
		}
		config.Logger.Warn("cannot start yet; will try again", "error", installation.ExplainConnection(err))
		if wait.For(ctx, time.Second); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}

// serveAll runs the main server and further ones, which have names, until the context ends or one of them fails.
func serveAll(ctx context.Context, run func(context.Context) error, beside map[string]func(context.Context) error) error {
	serving, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var others sync.WaitGroup
	for name, other := range beside {
		others.Go(func() {
			if err := other(serving); err != nil {
				stop(fmt.Errorf("%s: %w", name, err))
			}
		})
	}
	err := run(serving)
	if gone := context.Cause(serving); gone != nil && !errors.Is(gone, context.Canceled) {
		err = gone
	}
	stop(nil)
	others.Wait()
	return err
}

func dataLocation(g *command.Globals) string {
	if g.Database != "" {
		return "your database"
	}
	return g.Data
}

// baseURL returns the URL of an address for a browser on this machine.
func baseURL(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return ""
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return "http://" + host + ":" + port + "/"
}
