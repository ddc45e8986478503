// Package pickup is a module outside the shop: points where buyers collect their orders. It has events, a read model, operations, a setting
// and an e-mail of its own, and imports nothing internal. A program adds it with
//
//	a, err := app.Open(ctx, config, pickup.Module())
package pickup

import (
	"context"
	"embed"
	"slices"

	"github.com/jackc/pgx/v5"

	"tradelog/app"
	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/change"
	"tradelog/domain/fault"
	"tradelog/domain/letter"
	"tradelog/domain/locale"
	"tradelog/domain/settings"
	"tradelog/operations"
	"tradelog/projections"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// NotifySetting is the configuration path of the address for e-mails about new points.
const NotifySetting = "pickup/general/notify_email"

//go:embed *.sql
var migrations embed.FS

// Module returns the module for app.Open.
func Module() app.Module {
	events := []domain.EventSpec{domain.Spec[Opened](1), domain.Spec[Closed](1)}
	return app.Module{
		Name:    "pickup",
		Streams: []commands.Streams{commands.Declare(decider, "pickup_point", events, Opened{})},
		Events:  events,
		Changes: change.Area{
			Events: slices.Concat(
				change.Stream("pickup-points", change.Created, nil, Opened{}), change.Stream("pickup-points", change.Deleted, nil, Closed{}),
			),
			Scopes: map[string]change.ScopeFold{decider.Category: change.Everywhere},
		},
		Sequences:  []projections.Marks{marks},
		Projectors: []projections.Definition{points},
		Operations: declare,
		Settings:   []settings.Path{{Name: NotifySetting, Type: settings.Email, About: "who is told of new pickup points; empty: nobody"}},
		Mails:      []mails.Kind{notice},
		Migrations: migrations,
	}
}

// The events of a point.
type (
	// Opened begins the stream of a point.
	Opened struct {
		ID   int64  `json:"id"`
		Name string `json:"name"`
		City string `json:"city"`
	}
	// Closed ends the stream.
	Closed struct{}
)

// EventName returns the name of the event in the log.
func (Opened) EventName() string { return "PickupPointOpened" }

// EventName returns the name of the event in the log.
func (Closed) EventName() string { return "PickupPointClosed" }

// state is the part of a point's state that decisions need.
type state struct{ Open bool }

var decider = commands.Decider[state]{
	Category: "pickup", Initial: func(string) state { return state{} },
	Evolve: func(_ state, e domain.Event) state {
		_, opened := e.(Opened)
		return state{Open: opened}
	},
}

var errUnknown = fault.NotFoundf("There is no such pickup point.")

// Point is the document of a point in all interfaces.
type Point struct {
	Type string `json:"@type"`
	ID   int64  `json:"id" about:"ID of the pickup point"`
	Name string `json:"name" about:"name"`
	City string `json:"city" about:"city"`
}

var (
	points = projections.Definition{
		Name: "pickup", Version: 1, Tables: []string{"pickup_points"}, Events: []string{Opened{}.EventName(), Closed{}.EventName()},
		New: func() projections.Projector { return projector{} },
	}
	marks = projections.Marks{
		Events: []string{Opened{}.EventName()},
		Find:   func(e projections.Event, mark projections.Mark) { mark("pickup_point", e.Payload.(Opened).ID) },
	}
	table = &projections.Table{Name: "pickup_points", Keys: 1, Columns: projections.Columns("id bigint, document text, version bigint")}
	// scope changes with every point.
	scope = scopes.Scope{Projector: "pickup", Name: "pickup points"}
)

type projector struct{}

// Apply keeps a row for each open point.
func (projector) Apply(_ context.Context, w *projections.Writer, events []projections.Event) error {
	for _, e := range events {
		w.Touch(e.Position, scope)
		switch payload := e.Payload.(type) {
		case Opened:
			document, err := documents.Encode(Point{"PickupPoint", payload.ID, payload.Name, payload.City})
			if err != nil {
				return projections.At(e, err)
			}
			w.Put(table, payload.ID, document, e.Position)
		case Closed:
			w.Delete(table, domain.StreamID(e.Stream))
		}
	}
	return nil
}

// Commands opens and closes points.
type Commands struct {
	points commands.Repository[state]
	ids    commands.IDs
}

// NewCommands makes the module's use cases, for its operations and for other modules.
func NewCommands(deciders *commands.Engine, ids commands.IDs) *Commands {
	return &Commands{commands.Open(deciders, decider), ids}
}

// Open adds a point and returns its number.
func (c *Commands) Open(ctx context.Context, name, city string) (int64, error) {
	ids, err := c.ids.Next(ctx, "pickup_point", 1)
	if err != nil {
		return 0, err
	}
	_, err = c.points.Decide(ctx, c.points.Stream(ids[0]), func(state) ([]domain.Event, error) {
		return []domain.Event{Opened{ids[0], name, city}}, nil
	}, commands.Named("OpenPickupPoint"))
	return ids[0], err
}

// Close closes a point for good. It fails with a fault of kind NotFound if there is none.
func (c *Commands) Close(ctx context.Context, id int64) error {
	_, err := c.points.Decide(ctx, c.points.Stream(id), func(s state) ([]domain.Event, error) {
		if !s.Open {
			return nil, errUnknown
		}
		return []domain.Event{Closed{}}, nil
	}, commands.Named("ClosePickupPoint"))
	return err
}

// Reader reads points.
type Reader struct{ rows *readmodels.Reader }

// NewReader makes the reader of points.
func NewReader(rows *readmodels.Reader) *Reader { return &Reader{rows} }

// Points returns a page of the points that are open, the oldest first.
func (r *Reader) Points(ctx context.Context, size, offset int) (*documents.Page[Point], error) {
	from := r.rows.From(ctx, scope)
	var total int64
	if err := from.QueryRow(ctx, `SELECT count(*) FROM pickup_points`).Scan(&total); err != nil {
		return nil, err
	}
	rows, err := from.Query(ctx, `SELECT document FROM pickup_points ORDER BY id LIMIT $1 OFFSET $2`, size, offset)
	if err != nil {
		return nil, err
	}
	docs, err := pgx.CollectRows(rows, pgx.RowTo[documents.Doc[Point]])
	return &documents.Page[Point]{Docs: docs, Total: total}, err
}

type handlers struct {
	points *Commands
	rows   *Reader
}

var resource = &operations.Resource{
	Name: "PickupPoint", Section: "pickup", Permission: "pickup-points", ACL: "sales/pickup", Label: "pickup point",
	Doc: "A place where buyers collect their orders.",
}

func declare(s app.Services) []*operations.Operation {
	h := &handlers{NewCommands(s.Deciders, s.IDs), NewReader(s.Reader)}
	return []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: resource, Verb: operations.List, Method: "GET", Path: "/pickup-points", Access: operations.Public.Access(), Paged: true,
			Summary: "List pickup points", Doc: "Lists the open points, oldest first.",
		}, h.list),
		operations.Define(operations.Declaration{
			Resource: resource, Verb: operations.Create, Method: "POST", Path: "/pickup-points",
			Access: operations.Backend.Access("pickup-points/create"), Summary: "Open a pickup point", Doc: "Adds a point.",
		}, h.create),
		operations.Define(operations.Declaration{
			Resource: resource, Verb: operations.Delete, Method: "DELETE", Path: "/pickup-points/{id}",
			Access: operations.Backend.Access("pickup-points/delete"), Summary: "Close a pickup point", Doc: "Closes a point permanently.",
		}, h.close),
	}
}

func (h *handlers) list(ctx context.Context, c *operations.Call, _ operations.None) (*documents.Page[Point], error) {
	page := c.Page()
	return h.rows.Points(ctx, page.Size, page.Offset())
}

type input struct {
	Name string `json:"name" required:"true" doc:"name of the pickup point"`
	City string `json:"city" required:"true" doc:"city of the pickup point"`
}

func (h *handlers) create(ctx context.Context, _ *operations.Call, in input) (Point, error) {
	id, err := h.points.Open(ctx, in.Name, in.City)
	return Point{"PickupPoint", id, in.Name, in.City}, err
}

type pathID struct {
	ID int64 `path:"id" doc:"ID of the point"`
}

func (h *handlers) close(ctx context.Context, _ *operations.Call, in pathID) (operations.Nothing, error) {
	return operations.Nothing{}, h.points.Close(ctx, in.ID)
}

//go:embed pickup-point.txt pickup-point.html messages
var letters embed.FS

// newPoint is the data of the e-mail about a new point.
type newPoint struct {
	letter.Common
	Name string `doc:"name of the point"`
	City string `doc:"city of the pickup point"`
}

// notice is the e-mail about a new point.
var notice = mails.Kind{
	Form:   letter.Define("pickup-point", letters, func(locale.Locale) newPoint { return newPoint{Name: "Kiosk", City: "Kyiv"} }),
	Events: []string{Opened{}.EventName()},
	Compose: func(ctx context.Context, d *mails.Composer, e reactions.Event) (*mails.Letter, error) {
		shop, err := d.Shop(ctx)
		if err != nil {
			return nil, err
		}
		to := shop.Settings.In(0).Text(NotifySetting)
		if to == "" {
			return nil, nil
		}
		point := e.Payload.(Opened)
		return &mails.Letter{
			Sender: "general", To: mails.Address{Email: to},
			Values: newPoint{Common: d.Common(shop, 0, ""), Name: point.Name, City: point.City},
		}, nil
	},
}
