package catalog

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/eventstore"
	"tradelog/projections"
	"tradelog/readmodels/scopes"
)

// links maps things to those that they show, and back. Only things that show any take space.
type links[K cmp.Ordered] struct {
	children map[int64][]K        // by what shows them; nil until it was read
	parents  map[K]map[int64]bool // what shows a child
}

// components maps composites to the products that they consist of.
type components = links[int64]

// load reads rows of a thing and its children, once.
func (f *links[K]) load(ctx context.Context, w *projections.Writer, sql string) error {
	if f.children != nil {
		return nil
	}
	rows, err := w.Query(ctx, sql)
	if err != nil {
		return err
	}
	f.clear()
	var id int64
	var children []K
	_, err = pgx.ForEachRow(rows, []any{&id, &children}, func() error {
		f.set(id, slices.Clone(children))
		return nil
	})
	return err
}

func (f *links[K]) clear() { f.children, f.parents = map[int64][]K{}, map[K]map[int64]bool{} }

// set replaces the children of a thing.
func (f *links[K]) set(id int64, children []K) {
	for _, child := range f.children[id] {
		delete(f.parents[child], id)
		if len(f.parents[child]) == 0 {
			delete(f.parents, child)
		}
	}
	if len(children) == 0 {
		delete(f.children, id)
		return
	}
	slices.Sort(children)
	f.children[id] = slices.Compact(children)
	for _, child := range f.children[id] {
		if f.parents[child] == nil {
			f.parents[child] = map[int64]bool{}
		}
		f.parents[child][id] = true
	}
}

// related notes a composite's children, and the composites that show a changed product.
func (p *productsProjector) related(w *projections.Writer, e projections.Event, s record.State,
	rendered map[int64]eventstore.Position) error {
	p.affected(w, e, s.ID, rendered)
	if s.Deleted {
		p.components.set(s.ID, nil)
		p.beside.set(s.ID, nil)
		p.quoting.set(s.ID, nil)
		return nil
	}
	parts, productType, err := partsOf(s.Values[0])
	if err != nil {
		return err
	}
	p.components.set(s.ID, slices.Concat(catalog.PartsOf(productType, parts)...))
	p.beside.set(s.ID, besideOf(parts))
	p.quoting.set(s.ID, quotedIn(s))
	return nil
}

// affected notes the composites whose price depends on a product, and the products that show it.
func (p *productsProjector) affected(w *projections.Writer, e projections.Event, id int64, rendered map[int64]eventstore.Position) {
	for parent := range p.components.parents[id] {
		rendered[parent] = e.Position
		w.Touch(e.Position, scopes.Product(parent), scopes.Products)
	}
	p.echoAround(w, e, id)
}

// partsOf reads the type of a product and the sub-resources that determine its children.
func partsOf(values record.Values) (parts catalog.Parts, productType string, err error) {
	if raw := values["type"]; raw != nil {
		if err := json.Unmarshal(raw, &productType); err != nil {
			return parts, "", err
		}
	}
	for field, to := range map[string]any{
		"groupedLinks": &parts.Grouped, "childIds": &parts.ChildIDs, "bundleOptions": &parts.BundleOptions,
		"relatedLinks": &parts.Related, "crossSellLinks": &parts.CrossSell, "upSellLinks": &parts.UpSell,
	} {
		if raw := values[field]; raw != nil {
			if err := json.Unmarshal(raw, to); err != nil {
				return parts, "", err
			}
		}
	}
	return parts, productType, nil
}

// loadComponents adds the rows that composites are rendered with: their own and those of their children.
func (p *productsProjector) loadComponents(ctx context.Context, w *projections.Writer, changed map[int64]projections.Event,
	rendered map[int64]eventstore.Position, rows map[int64]*projections.RecordRow) error {
	if len(p.components.children) == 0 {
		return nil
	}
	var missing []int64
	need := func(id int64) {
		if rows[id] != nil {
			return
		}
		if row, ok := p.rows.Get(id); ok {
			rows[id] = row
			return
		}
		missing = append(missing, id)
	}
	needChildren := func(id int64) {
		for _, child := range p.components.children[id] {
			need(child)
		}
	}
	for id := range rendered {
		need(id)
		needChildren(id)
	}
	for id := range changed {
		needChildren(id)
	}
	if len(missing) == 0 {
		return nil
	}
	slices.Sort(missing)
	return p.load(ctx, w, slices.Compact(missing), func(id int64, row *projections.RecordRow) { rows[id] = row })
}

// choices returns the products and prices that a composite offers in a store view.
func (p *productsProjector) choices(product catalog.Product, store int64, rows map[int64]*projections.RecordRow) (
	choices [][]catalog.Piece, failure error,
) {
	choices = product.Choices(func(id int64) (o catalog.Offer, sold, inStock bool) {
		row := rows[id]
		if row == nil || !row.State.Live() {
			return o, false, false
		}
		child, err := record.Read[catalog.Product](catalog.ProductIn(row.State, store, p.pricedIn(store)))
		if err != nil {
			failure = err
		}
		if !child.IsActive || store != 0 && !slices.Contains(child.WebsiteIDs, p.stores[store]) {
			return o, false, false
		}
		return child.Offer(p.pricedIn(store)), true, p.canBeBought(child, id)
	})
	return choices, failure
}
