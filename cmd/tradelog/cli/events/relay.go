package events

import (
	"context"
	"time"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/eventstore"
	"tradelog/internal/wait"
	"tradelog/reactions/relay"
	"tradelog/reactions/relay/brokers"
)

// RelayCommand has the commands on relays to brokers.
type RelayCommand struct {
	Publish relayPublish `cmd:"" default:"withargs" help:"Publish events until interrupted; what tradelog relay does without a further word."`
	Status  relayStatus  `cmd:"" help:"Show how far each relay is."`
	Delete  relayDelete  `cmd:"" help:"Remove a relay's checkpoint."`
}

type relayPublish struct {
	To           string   `required:"" help:"The broker: nats://host:4222, amqp://user:password@host/vhost or kafka://host:9092,host:9092; with TLS nats+tls, amqps, kafka+tls. A password is safer in the environment." env:"TRADELOG_RELAY_TO" placeholder:"URL"`
	Topic        string   `help:"Begin of the subjects of NATS, exchange of AMQP, topic of Kafka." default:"tradelog" aliases:"subject,exchange" placeholder:"NAME"`
	Types        []string `predictor:"type" help:"Only events of these types, such as OrderPlaced." placeholder:"NAME" sep:","`
	Categories   []string `help:"Only streams of these categories, such as order." placeholder:"NAME" sep:","`
	Streams      []string `help:"Only these streams, such as order-42." placeholder:"NAME" sep:","`
	From         string   `help:"Where a new relay begins: start, end, or after a position. One that has published goes on where it was." default:"start" placeholder:"POSITION"`
	Name         string   `help:"Name of the relay's checkpoint." default:"default"`
	OpenPersonal bool     `help:"Publish the personal data of persons who are not forgotten. Whoever reads the broker can then read it, and forgetting does not reach it."`
	Once         bool     `help:"Publish what is there, and end."`
}

// Help explains what the command publishes.
func (relayPublish) Help() string {
	return "Events are published at least once, in the order of their streams, as CloudEvents in JSON (docs/relays.md).\n" +
		"Personal data is left out unless --open-personal is given; passwords, keys and codes of gift cards always are."
}

// Run publishes until it is interrupted.
func (c *relayPublish) Run(ctx context.Context, g *command.Globals) error {
	what := command.Joining
	if c.Once {
		what = command.Using
	}
	return g.WithinLog(ctx, what, func(ctx context.Context, log *app.Log) error {
		broker, err := brokers.Parse(c.To, c.Topic)
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
		case err != nil: // the relay itself tells of the outage
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
	Name string `arg:"" help:"Name of the relay; see tradelog relay status."`
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
