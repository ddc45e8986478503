package events

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"tradelog/adapters/outside"
	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/internal/wait"
	"tradelog/reactions/relay"
)

// RelayCommand has the commands on relays to brokers.
type RelayCommand struct {
	Publish RelayPublish `cmd:"" default:"withargs" help:"Publish events until interrupted. This is the default command of tradelog relay."`
	Status  relayStatus  `cmd:"" help:"Show the position of each relay."`
	Delete  relayDelete  `cmd:"" help:"Delete the checkpoint of a relay."`
}

// OpenBroker parses the address of a broker and the name of a destination there. secret signs the posts to a receiver of webhooks. Its
// address may be in networks.
type OpenBroker func(address, location, secret string, networks outside.Networks) (relay.Broker, error)

// RelayPublish is the command that publishes. Only the program tradelog-relay has the clients of brokers, so tradelog becomes that program.
type RelayPublish struct {
	// Open is set in the program tradelog-relay.
	Open OpenBroker `kong:"-"`
	// Args is the whole command line, which tradelog hands over.
	Args []string `kong:"-"`

	To           string   `required:"" help:"URL of the broker: nats://host:4222, amqp://user:password@host/vhost or kafka://host:9092,host:9092; with TLS nats+tls, amqps, kafka+tls. An https:// URL is posted to, signed with TRADELOG_RELAY_SECRET. A password is safer in the environment." env:"TRADELOG_RELAY_TO" placeholder:"URL"`
	Topic        string   `help:"Prefix of the subjects in NATS, exchange in AMQP, topic in Kafka." default:"tradelog" aliases:"subject,exchange" placeholder:"NAME"`
	Secret       string   `help:"Secret that signs posts to an https:// URL, such as whsec_...; safer in the environment." env:"TRADELOG_RELAY_SECRET" placeholder:"SECRET"`
	Networks     []string `help:"Network, such as 10.1.0.0/16, that an https:// or http:// URL may be in besides the public internet. The flag may be repeated." env:"TRADELOG_WEBHOOK_NETWORKS" placeholder:"NETWORK" sep:","`
	Types        []string `predictor:"type" help:"Types of the events to publish, such as OrderPlaced; by default all." placeholder:"NAME" sep:","`
	Categories   []string `help:"Categories of the streams, such as order; by default all." placeholder:"NAME" sep:","`
	Streams      []string `help:"Streams to publish, such as order-42; by default all." placeholder:"NAME" sep:","`
	From         string   `help:"Start of a new relay: start, end, or the position after which it begins. A relay with a checkpoint continues there." default:"start" placeholder:"POSITION"`
	Name         string   `help:"Name of the relay's checkpoint." default:"default"`
	OpenPersonal bool     `help:"Publish the personal data of persons who are not forgotten. Everybody who reads the broker can read it, and forgetting does not erase it there."`
	Once         bool     `help:"Publish all events that the log holds now, and exit."`
}

// Help explains what the command publishes.
func (RelayPublish) Help() string {
	return "The relay publishes each event at least once, in the order of its stream, as a CloudEvent in JSON (docs/relays.md).\n" +
		"It omits personal data unless --open-personal is given. It always omits passwords, keys and codes of gift cards."
}

// relayProgram is the name of the program that publishes.
const relayProgram = "tradelog-relay"

// handOver replaces this process by the program that publishes, which is in the same directory. It returns only if that fails.
func (c *RelayPublish) handOver() error {
	own, err := os.Executable()
	if err != nil {
		return err
	}
	program := filepath.Join(filepath.Dir(own), relayProgram)
	err = syscall.Exec(program, append([]string{program}, c.Args...), os.Environ())
	if errors.Is(err, fs.ErrNotExist) {
		return fault.NotFoundf("The program %s is not in %s. It publishes for tradelog relay: make build makes both; "+
			"install it beside tradelog.", relayProgram, filepath.Dir(own))
	}
	return fmt.Errorf("%s: %w", program, err)
}

// Run publishes until it is interrupted.
func (c *RelayPublish) Run(ctx context.Context, g *command.Globals) error {
	if c.Open == nil {
		return c.handOver()
	}
	what := command.Joining
	if c.Once {
		what = command.Using
	}
	return g.WithinLog(ctx, what, func(ctx context.Context, log *app.Log) error {
		networks, err := outside.ParseNetworks(c.Networks)
		if err != nil {
			return err
		}
		broker, err := c.Open(c.To, c.Topic, c.Secret, networks)
		if err != nil {
			return err
		}
		from, err := relay.ParseStart(c.From)
		if err != nil {
			return err
		}
		r := &relay.Relay{
			Name: c.Name, Pool: log.Pool, Store: log.Store, Codec: log.Codec, Broker: broker, Logger: g.Logger(),
			Filter: eventstore.Filter{Categories: c.Categories, Types: c.Types}, Streams: c.Streams, From: from,
			OpenPersonal: c.OpenPersonal, Once: c.Once,
		}
		reporting, stop := context.WithCancel(ctx)
		reported := make(chan struct{})
		go func() {
			defer close(reported)
			reportRelay(reporting, g, r)
		}()
		err = r.Run(ctx)
		stop()
		<-reported
		g.Err.EndStatus()
		if err != nil {
			return err
		}
		at, events := r.Published()
		return g.Out.Printf("%s: published %d events; everything up to position %d is at %s\n", c.Name, events, at, broker)
	})
}

// reportRelay shows position, lag and rate: each second on a terminal, each half a minute in the log.
func reportRelay(ctx context.Context, g *command.Globals, r *relay.Relay) {
	const onTerminal, inLog = time.Second, 30 * time.Second
	logger, every := g.Logger(), inLog
	if g.Err.Terminal() {
		every = onTerminal
	}
	before, then := int64(0), time.Now()
	for {
		wait.For(ctx, every)
		if ctx.Err() != nil {
			return
		}
		head, err := r.Store.Head(ctx)
		at, events := r.Published()
		lag, rate := max(0, head-at), float64(events-before)/time.Since(then).Seconds()
		before, then = events, time.Now()
		switch {
		case err != nil: // the relay itself reports the outage
		case every == onTerminal:
			g.Err.Status("%s: position %d, %d behind, %.0f events/s", r.Name, at, lag, rate)
		default:
			logger.Info("relay", "relay", r.Name, "position", at, "lag", lag, "published", events, "perSecond", rate)
		}
	}
}

type relayStatus struct {
	JSON bool `help:"Print JSON."`
}

// Run lists relays.
func (c *relayStatus) Run(ctx context.Context, g *command.Globals) error {
	return g.WithLog(ctx, func(ctx context.Context, log *app.Log) error {
		list, err := relay.Statuses(ctx, log.Pool, log.Store)
		if err != nil {
			return err
		}
		rows := command.Table{Columns: []string{"relay", "position", "behind", "running", "updated", "publishes to"}}
		for _, s := range list {
			rows.Add(s.Name, s.Position, s.Lag, s.Running, s.UpdatedAt.UTC().Format(time.DateTime), s.Target)
		}
		return g.Out.Show(c.JSON, list, rows)
	})
}

type relayDelete struct {
	Name string `arg:"" help:"Name of the relay. tradelog relay status lists them."`
}

// Run removes a checkpoint.
func (c *relayDelete) Run(ctx context.Context, g *command.Globals) error {
	return g.WithLog(ctx, func(ctx context.Context, log *app.Log) error {
		if err := relay.Delete(ctx, log.Pool, c.Name); err != nil {
			return err
		}
		return g.Out.Printf("The relay %s is deleted.\n", c.Name)
	})
}
