// Package pickup is a module outside the shop: points where buyers fetch what they have ordered. It has events, a read model,
// operations, a setting and an e-mail of its own, and imports nothing internal. A program of yours has it with
//
//	a, err := app.Open(ctx, config, pickup.Module())
package pickup

import (
	"context"
	"embed"

	"github.com/jackc/pgx/v5"

	"tradelog/app"
	"tradelog/commands"
	"tradelog/domain"
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

// NotifySetting is the path of the setting that names who is told of new points.
const NotifySetting = "pickup/general/notify_email"

//go:embed *.sql
var migrations embed.FS

// Module is what the program is given.
func Module() app.Module {
	events := []domain.EventSpec{domain.Spec[Opened](1), domain.Spec[Closed](1)}
	return app.Module{
		Name:       "pickup",
		Streams:    []commands.Streams{commands.Declare(decider, "pickup_point", events, Opened{})},
		Events:     events,
		Sequences:  []projections.Marks{marks},
		Projectors: []projections.Definition{points},
		Operations: declare,
		Settings:   []settings.Path{{Name: NotifySetting, Type: settings.Email, About: "who is told of new pickup points; empty: nobody"}},
		Mails:      []mails.Kind{notice},
		Migrations: migrations,
		Steps: []app.Step{
			{Name: "pickup_pickup_points_create", Makes: "pickup point", With: app.Arguments{"name": app.Named("Kiosk"), "city": "Kyiv"}},
			{Name: "pickup_pickup_points_delete", Of: "pickup point"},
		},
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
	// Closed ends it.
	Closed struct{}
)

// EventName is how the log calls it.
func (Opened) EventName() string { return "PickupPointOpened" }

// EventName is how the log calls it.
func (Closed) EventName() string { return "PickupPointClosed" }

// state is what decisions need to know of a point.
type state struct{ Open bool }

var decider = commands.Decider[state]{
	Category: "pickup", Initial: func(string) state { return state{} },
	Evolve: func(_ state, e domain.Event) state {
		_, opened := e.(Opened)
		return state{Open: opened}
	},
}

var errUnknown = fault.NotFoundf("There is no such pickup point.")

// Point is what the interfaces show.
type Point struct {
	Type string `json:"@type"`
	ID   int64  `json:"id"`
	Name string `json:"name" about:"name that people read"`
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

type handlers struct {
	points commands.Repository[state]
	ids    commands.IDs
	reader *readmodels.Reader
}

var resource = &operations.Resource{
	Name: "PickupPoint", Section: "pickup", Permission: "pickup-points", ACL: "sales/pickup", Label: "pickup point",
	Doc: "A place where buyers fetch their orders.",
}

func declare(s app.Services) []*operations.Operation {
	h := &handlers{commands.Open(s.Commands.Engine, decider), s.IDs, s.Readers.Engine}
	return []*operations.Operation{
		operations.Define(operations.Operation{
			Resource: resource, Verb: operations.List, Method: "GET", Path: "/pickup-points", Auth: operations.Public, Paged: true,
			Summary: "List pickup points", Doc: "Lists the points that are open, the oldest first.",
		}, h.list),
		operations.Define(operations.Operation{
			Resource: resource, Verb: operations.Create, Method: "POST", Path: "/pickup-points", Auth: operations.Backend,
			Permission: "pickup-points/create", Summary: "Open a pickup point", Doc: "Adds a point.",
		}, h.open),
		operations.Define(operations.Operation{
			Resource: resource, Verb: operations.Delete, Method: "DELETE", Path: "/pickup-points/{id}", Auth: operations.Backend,
			Permission: "pickup-points/delete", Summary: "Close a pickup point", Doc: "Closes a point for good.",
		}, h.close),
	}
}

func (h *handlers) list(ctx context.Context, c *operations.Call, _ operations.None) (*documents.Page[Point], error) {
	from := h.reader.From(ctx, scope)
	var total int64
	if err := from.QueryRow(ctx, `SELECT count(*) FROM pickup_points`).Scan(&total); err != nil {
		return nil, err
	}
	page := c.Page()
	rows, err := from.Query(ctx, `SELECT document FROM pickup_points ORDER BY id LIMIT $1 OFFSET $2`, page.Size, page.Offset())
	if err != nil {
		return nil, err
	}
	docs, err := pgx.CollectRows(rows, pgx.RowTo[documents.Doc[Point]])
	return &documents.Page[Point]{Docs: docs, Total: total}, err
}

type input struct {
	Name string `json:"name" required:"true" doc:"what the point is called"`
	City string `json:"city" required:"true" doc:"where it is"`
}

func (h *handlers) open(ctx context.Context, _ *operations.Call, in input) (Point, error) {
	ids, err := h.ids.Next(ctx, "pickup_point", 1)
	if err != nil {
		return Point{}, err
	}
	_, err = h.points.Decide(ctx, h.points.Stream(ids[0]), func(state) ([]domain.Event, error) {
		return []domain.Event{Opened{ids[0], in.Name, in.City}}, nil
	}, commands.Named("OpenPickupPoint"))
	return Point{"PickupPoint", ids[0], in.Name, in.City}, err
}

type pathID struct {
	ID int64 `path:"id" doc:"number of the point"`
}

func (h *handlers) close(ctx context.Context, _ *operations.Call, in pathID) (operations.Nothing, error) {
	_, err := h.points.Decide(ctx, h.points.Stream(in.ID), func(s state) ([]domain.Event, error) {
		if !s.Open {
			return nil, errUnknown
		}
		return []domain.Event{Closed{}}, nil
	}, commands.Named("ClosePickupPoint"))
	return operations.Nothing{}, err
}

//go:embed pickup-point.txt pickup-point.html messages
var letters embed.FS

// newPoint is what the e-mail about a new point shows.
type newPoint struct {
	letter.Common
	Name string `doc:"name of the point"`
	City string `doc:"where it is"`
}

// notice tells somebody of the shop about new points.
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
