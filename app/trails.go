package app

import (
	"cmp"
	"context"
	"reflect"
	"strconv"
	"strings"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/settings"
	"tradelog/domain/stock"
	"tradelog/eventstore"
	"tradelog/eventstore/trail"
)

// trails is Module.Trails for kinds that need no services.
func trails(kinds ...trail.Kind) func(Services) []trail.Kind {
	return func(Services) []trail.Kind { return kinds }
}

// trailReader returns the reader of trails, which records the versions that they depend on.
func trailReader(s Services) *trail.Reader {
	versions := map[string]string{}
	for _, d := range s.projectors {
		for _, category := range d.Trails {
			versions[category] = d.Name
		}
	}
	r := trail.New(s.Store, s.Codec)
	r.Reads = func(ctx context.Context, stream string) error {
		return s.Reader.FromTrail(ctx, versions[domain.Category(stream)], stream)
	}
	return r
}

// trailKinds returns the modules' kinds that have trails. Plain records have trails by themselves.
func trailKinds(modules []Module, s Services) []trail.Kind {
	kinds := contributions(modules, s, func(m Module) func(Services) []trail.Kind { return m.Trails })
	for _, r := range declared(modules) {
		if path, of := r.Listed(); path != "" {
			kinds = append(kinds, trail.Of(r.Kind(), path+"/{id}", of.Label, of.Permission))
		}
	}
	return kinds
}

// partOf returns a trail.Kind.Find for parts of other things, such as invoices: stream finds the stream of the whole. Events about the part
// have its identifier in a field, or are e-mails about it.
func partOf(stream func(ctx context.Context, id int64) (string, error), field string, mailed func(domain.Event, int64) bool) func(
	context.Context, string) (trail.Source, error) {
	return func(ctx context.Context, name string) (trail.Source, error) {
		id, err := strconv.ParseInt(name, 10, 64)
		if err != nil || id <= 0 {
			return trail.Source{}, trail.ErrNotFound
		}
		of, err := stream(ctx, id)
		if err != nil {
			return trail.Source{}, err
		}
		return trail.Source{Stream: of, About: func(e domain.Event) bool {
			v := reflect.ValueOf(e).FieldByName(field)
			return v.IsValid() && v.CanInt() && v.Int() == id || mailed != nil && mailed(e, id)
		}}, nil
	}
}

// mailedAbout returns a function that tells whether an event is an e-mail about a part of an order.
func mailedAbout(part string) func(domain.Event, int64) bool {
	return func(e domain.Event, id int64) bool {
		mail, ok := e.(order.Emailed)
		return ok && mail.About == part && mail.AboutID == id
	}
}

// units are the fields of a product's stock that a trail compares.
type units struct {
	OnHand    money.Decimal `json:"onHand"`
	Reserved  money.Decimal `json:"reserved"`
	Available money.Decimal `json:"available"`
}

// stockOf is trail.Kind.Find of the stock of a product by its SKU. The stream of stock has all products, and streams of orders have the
// shipments. So the movements in the read model name the events that changed the product's stock.
func stockOf(s Services) func(context.Context, string) (trail.Source, error) {
	return func(ctx context.Context, sku string) (trail.Source, error) {
		sku = strings.TrimSpace(sku)
		found, err := s.Readers.Catalog.ProductIDs(ctx, []string{sku})
		if err != nil {
			return trail.Source{}, err
		}
		product, known := found[strings.ToLower(sku)]
		if !known {
			return trail.Source{}, fault.NotFoundf("Product not found for SKU: %s", sku)
		}
		list := func(ctx context.Context, after eventstore.Position, oldestFirst bool, limit int) ([]trail.Listed, error) {
			moved, err := s.Readers.Catalog.MovementsAfter(ctx, product.ID, after, !oldestFirst, limit)
			listed := make([]trail.Listed, len(moved))
			for i, m := range moved {
				listed[i] = trail.Listed{
					Position: m.Position,
					Before:   units{m.AvailableBefore.Add(m.ReservedBefore), m.ReservedBefore, m.AvailableBefore},
					After:    units{m.AvailableAfter.Add(m.ReservedAfter), m.ReservedAfter, m.AvailableAfter},
				}
			}
			return listed, err
		}
		return trail.Source{Stream: stock.Stream, List: list}, nil
	}
}

// configurationOf finds the trail of a scope of the configuration: default, website-1 or store-2.
func configurationOf(_ context.Context, name string) (trail.Source, error) {
	level, number, _ := strings.Cut(name, "-")
	id, err := strconv.ParseInt(cmp.Or(number, "0"), 10, 64)
	if err != nil {
		return trail.Source{}, trail.ErrNotFound
	}
	scope, err := settings.ParseScope(level, id)
	if err != nil {
		return trail.Source{}, trail.ErrNotFound
	}
	return trail.Source{Stream: scope.Stream()}, nil
}

// TrailOf returns the kind of things in streams of a category, for programs that read a log without a shop. Streams of other categories
// show the members of their events.
func TrailOf(category string) (trail.Kind, error) {
	table, err := settings.NewTable(collect(Shop(), func(m Module) []settings.Path { return m.Settings }))
	if err != nil {
		return trail.Kind{}, err
	}
	found, _ := domain.Find(trailKinds(Shop(), Services{Settings: table}), func(k trail.Kind) bool { return k.Category == category })
	return found, nil
}
