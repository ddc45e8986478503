// Package events has the commands on the event log, and on relays that publish it.
package events

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/cmd/tradelog/cli/serve"
	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/order"
	"tradelog/domain/record"
	"tradelog/eventstore"
	"tradelog/eventstore/trail"
	"tradelog/internal/tracing"
)

// Command has the commands on the event log.
type Command struct {
	Tail       eventsTail        `cmd:"" help:"Show the newest events, then new events as they are appended."`
	History    eventsHistory     `cmd:"" help:"Show the events of a stream: who did what, when and why."`
	Verify     eventsVerify      `cmd:"" help:"Verify every seal of the log, and report damage."`
	Checkpoint eventsCheckpoint  `cmd:"" help:"Print a signed checkpoint: a position and its seal, for tradelog events verify. Keep it elsewhere."`
	Key        eventsKey         `cmd:"" help:"Print the public key of the installation, which signs checkpoints and receipts."`
	Prove      eventsProve       `cmd:"" help:"Write a receipt of the events of an order, which others can check."`
	Check      eventsCheck       `cmd:"" help:"Check a receipt, without an installation."`
	Export     eventsExport      `cmd:"" help:"Write the log as lines of JSON."`
	Archive    eventsArchive     `cmd:"" help:"Write old events to a compressed, signed archive."`
	Drop       eventsDrop        `cmd:"" help:"Drop the contents of archived events from the database."`
	Import     eventsImport      `cmd:"" help:"Import an export or an archive into an empty log."`
	Serve      serve.EventsServe `cmd:"" help:"Serve an event log without a shop to EventStoreDB clients."`
	Reactions  reactionsStatus   `cmd:"" help:"Show the position of each reaction to events, and how many it could not handle."`
	Parked     reactionsParked   `cmd:"" help:"Show the events that reactions could not handle."`
	Retry      reactionsRetry    `cmd:"" help:"Handle the parked events of a stream again, in order, until one fails."`
	Skip       reactionsSkip     `cmd:"" help:"Skip a parked event for good. The log stores the reason."`
	Copy       eventsCopy        `cmd:"" help:"Copy the log to an empty log."`
}

type filterFlags struct {
	Category []string `help:"Categories of the streams, such as order; by default all." placeholder:"NAME" sep:","`
	Type     []string `help:"Types of the events to publish, such as OrderPlaced; by default all." placeholder:"NAME" sep:"," predictor:"type"`
}

func (f filterFlags) filter() eventstore.Filter {
	return eventstore.Filter{Categories: f.Category, Types: f.Type}
}

type showFlags struct {
	JSON bool `help:"Print JSON, one object per line."`
	Body bool `help:"Show the data of the events. Personal data stays sealed."`
	Open bool `help:"Show the data of the events, with personal data opened."`

	entries map[eventstore.Position]trail.Entry // the trail's entries about events
	names   *trail.Names                        // of actors of other events
	brief   bool                                // lines fit the terminal's width
}

type eventsTail struct {
	Lines int  `help:"Number of the newest events to show first." short:"n" default:"10"`
	Once  bool `help:"Do not wait for new events."`
	filterFlags
	showFlags
}

// Run shows events until it is interrupted.
func (c *eventsTail) Run(ctx context.Context, g *command.Globals) error {
	return g.WithLog(ctx, func(ctx context.Context, log *app.Log) error {
		page, err := log.Store.ReadAll(ctx, eventstore.End, eventstore.Backwards, max(1, c.Lines), c.filter())
		if err != nil {
			return err
		}
		head, err := log.Store.Head(ctx)
		if err != nil {
			return err
		}
		newest := page.Events
		if c.Lines <= 0 {
			newest = nil
		}
		from, trails := head, trail.New(log.Store, log.Codec)
		c.names = trails.Names(false)
		for i := len(newest) - 1; i >= 0; i-- {
			if err := c.show(ctx, g, log, newest[i]); err != nil {
				return err
			}
			from = max(from, newest[i].Position)
		}
		if c.Once {
			return nil
		}
		subscription, err := log.Store.Subscribe(ctx, from, c.filter())
		if err != nil {
			return err
		}
		defer subscription.Close()
		for {
			batch, err := subscription.Next(ctx)
			if ctx.Err() != nil {
				return nil // interrupted by the user
			}
			if err != nil {
				return err
			}
			c.names = trails.Names(false) // accounts may have been renamed since
			for _, e := range batch.Events {
				if err := c.show(ctx, g, log, e); err != nil {
					return err
				}
			}
		}
	})
}

type eventsHistory struct {
	Of   []string `arg:"" optional:"" help:"Stream such as order-42 or config-default-0, or order and its number: order 100000146."`
	SKU  string   `name:"sku" help:"SKU of a product, instead of a stream." placeholder:"SKU"`
	Wide bool     `help:"Show all IDs on a terminal, too."`
	showFlags
}

// Run shows the events of a stream.
func (c *eventsHistory) Run(ctx context.Context, g *command.Globals) error {
	return g.WithLog(ctx, func(ctx context.Context, log *app.Log) error {
		stream, err := c.stream(ctx, log)
		if err != nil {
			return err
		}
		events, err := eventstore.ReadWhole(ctx, log.Store, stream)
		if err != nil {
			return err
		}
		if len(events) == 0 {
			return fmt.Errorf("there is no stream %s; streams are named like order-42, with the order's ID; tradelog events history order "+
				"100000146 takes its number", stream)
		}
		if err := c.describe(ctx, log, events); err != nil {
			return err
		}
		c.brief = g.Out.Terminal() && !c.Wide
		for _, e := range events {
			if err := c.show(ctx, g, log, e); err != nil {
				return err
			}
		}
		return nil
	})
}

// describe looks up the trail's entries about the events of a stream. Event types that the program does not know have none.
func (c *eventsHistory) describe(ctx context.Context, log *app.Log, events []eventstore.Recorded) error {
	kind, err := app.TrailOf(events[0].Category())
	if err != nil {
		return err
	}
	trails := trail.New(log.Store, log.Codec)
	page, err := trails.PageOf(ctx, kind, events, nil, trail.Query{Open: c.Open, OldestFirst: true})
	if err != nil && !errors.Is(err, trail.ErrNotFound) {
		return err
	}
	c.names, c.entries = trails.Names(false), make(map[eventstore.Position]trail.Entry, len(page.Entries))
	for _, e := range page.Entries {
		c.entries[e.Position] = e
	}
	return nil
}

// stream returns the stream that the arguments name.
func (c *eventsHistory) stream(ctx context.Context, log *app.Log) (string, error) {
	switch {
	case c.SKU != "" && len(c.Of) == 0:
		return newest(ctx, log, []string{catalog.Products.Title + "Created", catalog.Products.Title + "Changed"}, "product with the SKU "+c.SKU,
			func(e domain.Event) bool { return skuOf(e) == c.SKU })
	case c.SKU == "" && len(c.Of) == 1:
		return c.Of[0], nil
	case c.SKU == "" && len(c.Of) == 2 && c.Of[0] == order.Category:
		return newest(ctx, log, []string{order.Placed{}.EventName()}, "order "+c.Of[1], func(e domain.Event) bool {
			return e.(order.Placed).IncrementID == c.Of[1]
		})
	}
	return "", fault.Invalidf("Name a stream such as order-42, or an order by its number, such as order 100000146, or a product by --sku")
}

// skuOf returns the SKU that an event of a product sets.
func skuOf(e domain.Event) (sku string) {
	switch e := e.(type) {
	case record.Created:
		_ = json.Unmarshal(e.Values["sku"], &sku)
	case record.Changed:
		_ = json.Unmarshal(e.Set["sku"], &sku)
	}
	return sku
}

// newest finds the stream of the newest wanted event. It reads the log backwards, because a log need not have a shop.
func newest(ctx context.Context, log *app.Log, types []string, what string, wanted func(domain.Event) bool) (string, error) {
	for from := eventstore.Position(eventstore.End); ; {
		page, err := log.Store.ReadAll(ctx, from, eventstore.Backwards, 1000, eventstore.Filter{Types: types})
		if err != nil {
			return "", err
		}
		for _, e := range page.Events {
			event, err := log.Codec.Public(e)
			if err != nil {
				return "", err
			}
			if wanted(event) {
				return e.Stream, nil
			}
		}
		if page.End || page.Next <= 1 {
			return "", fault.NotFoundf("The log has no %s", what)
		}
		from = page.Next
	}
}

// eventView is the JSON form of an event.
type eventView struct {
	Position   eventstore.Position `json:"position"`
	Stream     string              `json:"stream"`
	Revision   eventstore.Revision `json:"revision"`
	Type       string              `json:"type"`
	Version    int                 `json:"schemaVersion"`
	ID         string              `json:"id"`
	RecordedAt time.Time           `json:"recordedAt"`
	Metadata   json.RawMessage     `json:"metadata"`
	Data       json.RawMessage     `json:"data"`
}

// show prints an event.
func (f showFlags) show(ctx context.Context, g *command.Globals, log *app.Log, e eventstore.Recorded) error {
	data := e.Data
	if f.Open {
		opened, err := log.Codec.Decode(ctx, e)
		if err != nil {
			return err
		}
		if data, err = json.Marshal(opened); err != nil {
			return err
		}
	} else if subject, err := e.Subject(); err == nil && subject == "" && slices.Contains(log.Codec.Personal(), e.Type) {
		shown, err := log.Codec.Disclose(ctx, []eventstore.Recorded{e}, false) // an earlier version stored the name in plain
		if err != nil {
			return err
		}
		data = shown[0].Data
	}
	if f.JSON {
		return g.Out.JSONLine(eventView{e.Position, e.Stream, e.Revision, e.Type, e.SchemaVersion, e.ID.String(), e.RecordedAt, e.Metadata,
			data})
	}
	meta, err := e.Meta()
	if err != nil {
		return err
	}
	at, by := e.Times().Occurred, f.actor(ctx, e, meta.Actor)
	if f.brief && !f.Body && !f.Open {
		line := fmt.Sprintf("%8d  %s  %s, by %s", e.Position, at.UTC().Format(time.DateTime), f.entries[e.Position].What, by)
		return g.Out.Println(g.Out.Fit(line))
	}
	line := fmt.Sprintf("%8d  %s  %-22s %-26s by %s", e.Position, at.UTC().Format(time.DateTime),
		fmt.Sprintf("%s@%d", e.Stream, e.Revision), e.Type, by)
	if what := f.entries[e.Position].What; what != "" {
		line += "  " + what
	}
	var about []string
	if meta.Command != "" {
		about = append(about, meta.Command)
	}
	if reason := cmp.Or(meta.Reason, reasonOf(ctx, log, e)); reason != "" {
		about = append(about, "because: "+reason)
	}
	if meta.Client != "" {
		about = append(about, "with "+meta.Client)
	}
	if meta.RequestID != "" {
		about = append(about, "request "+meta.RequestID)
	}
	if trace := tracing.IDOf(meta.TraceParent); trace != "" {
		about = append(about, "trace "+trace)
	}
	if len(about) > 0 {
		line += "  (" + strings.Join(about, "; ") + ")"
	}
	if err := g.Out.Println(line); err != nil {
		return err
	}
	if f.Body || f.Open {
		return g.Out.Printf("          %s\n", data)
	}
	return nil
}

// actor returns the actor of an event, with the name at that time, for people at this machine. The name is missing if keys cannot be read.
func (f showFlags) actor(ctx context.Context, e eventstore.Recorded, a eventstore.Actor) eventstore.Actor {
	if entry, is := f.entries[e.Position]; is {
		return eventstore.Actor{Kind: entry.Actor.Kind, ID: entry.Actor.ID, Name: entry.Actor.Name}
	}
	named, err := f.names.Of(ctx, a, e.Position)
	if err != nil {
		return eventstore.Actor{Kind: a.Kind, ID: a.ID}
	}
	return named
}

// reasonOf returns the reason for which an order was held, released or cancelled. It is sealed in the event, so it is gone once its author
// is forgotten.
func reasonOf(ctx context.Context, log *app.Log, e eventstore.Recorded) string {
	if !strings.HasPrefix(e.Stream, order.Category+"-") {
		return ""
	}
	opened, err := log.Codec.Decode(ctx, e)
	if err != nil {
		return ""
	}
	var given struct {
		Reason string `json:"reason"`
	}
	data, err := json.Marshal(opened)
	if err != nil || json.Unmarshal(data, &given) != nil {
		return ""
	}
	return given.Reason
}
