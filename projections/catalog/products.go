// Package catalog projects products for each store view, categories, the stock of each product, and media files. It also projects the
// shop's structure: websites, store groups, store views, exchange rates and the configuration.
package catalog

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/content"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/domain/stock"
	"tradelog/eventstore"
	"tradelog/projections"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// Products stores each product once with the values of all stores (store 0). It stores it once more for each store view of the websites in
// which it is sold, ready to be listed and shown there. It also stores the least price of each product in each store view.
var Products = projections.Definition{
	Name: "products", Version: 12, Tables: []string{"products", "product_views", "product_prices", "product_stores", "product_price_scope",
		"product_texts", "product_languages", "product_attributes", "product_bitmaps", "product_availability", "product_holds",
		"product_updates", "product_echoes", "category_echoes", "shown_categories", "shown_blocks"},
	Events: slices.Concat(catalog.Products.EventNames(), shop.Stores.EventNames(), catalog.Categories.EventNames(),
		content.Blocks.EventNames(), settings.Kind.EventNames(), catalog.AttributeRecords.EventNames(), movesOfStock,
		[]string{catalog.DayBegan{}.EventName()}),
	Trails: []string{catalog.Products.Name},
	Shows:  showsProducts,
	New: func() projections.Projector {
		p := &productsProjector{}
		p.rows = projections.NewRowCache(2000, p.load)
		return p
	},
}

// Categories stores categories.
var Categories = projections.Records("categories", 3, "categories", catalog.Categories)

type productsProjector struct {
	rows       *projections.RowCache[*projections.RecordRow]
	stores     map[int64]int64 // website by store; nil until it was read
	components components
	beside     components    // the products that are shown beside each product
	quoting    links[string] // the names of the blocks in the descriptions of each product
	categories shownCategories
	blocks     shownBlocks
	texts      texts
	marks      marks
	shelf      shelf
	// ownPrices tells whether websites have prices of their own (catalog/price/scope).
	ownPrices bool
}

// pricedIn returns the website whose prices hold in a store view; 0 stands for the prices of all websites.
func (p *productsProjector) pricedIn(store int64) int64 {
	if p.ownPrices {
		return p.stores[store]
	}
	return 0
}

var (
	productsTable = projections.TableOf[tables.ProductRow]("products", 1)
	productViews  = projections.TableOf[tables.ProductView]("product_views", 2)
	priceRows     = &projections.Table{Name: "product_prices", Keys: 4, Columns: projections.Columns(`store_id bigint, product_id bigint,
		group_id bigint, since text, until text, others bigint[], price numeric`)}
	pricesOf   = &projections.Table{Name: "product_prices", Keys: 2, Columns: priceRows.Columns} // to delete those of a product
	priceScope = &projections.Table{Name: "product_price_scope", Keys: 1,
		Columns: projections.Columns("id bigint, by_website boolean, unmanaged boolean")}
	productStores = &projections.Table{Name: "product_stores", Keys: 1, Columns: projections.Columns("store_id bigint, website_id bigint")}
)

func (p *productsProjector) load(ctx context.Context, w *projections.Writer, ids []int64, found func(int64, *projections.RecordRow)) error {
	rows, err := w.Query(ctx, selectStates+" WHERE id = ANY($1)", ids)
	if err != nil {
		return err
	}
	return readProducts(rows, found)
}

var (
	stateColumns = tables.Of[tables.ProductState]()
	selectStates = "SELECT " + stateColumns.SQL() + " FROM products"
)

// readProducts reads rows of selectStates.
func readProducts(rows pgx.Rows, found func(int64, *projections.RecordRow)) error {
	defer rows.Close()
	for rows.Next() {
		p, err := stateColumns.Read(rows)
		if err != nil {
			return err
		}
		found(p.ID, &projections.RecordRow{State: p.State(), Created: p.CreatedAt, Updated: p.UpdatedAt})
	}
	return rows.Err()
}

// batch is the effect of a batch of events on the products.
type batch struct {
	rows     map[int64]*projections.RecordRow
	changed  map[int64]projections.Event   // the last event that changed a product
	rendered map[int64]eventstore.Position // the last change of store views or children that renders a product
	stores   *projections.Event            // the last event that changed the set of store views
}

// Apply renders each changed product for every store view. A new store view gets all products of its website, and products
// leave a category that is deleted.
func (p *productsProjector) Apply(ctx context.Context, w *projections.Writer, events []projections.Event) error {
	if err := p.loadStores(ctx, w); err != nil {
		return err
	}
	if err := p.texts.load(ctx, w); err != nil {
		return err
	}
	if err := p.components.load(ctx, w, `SELECT id, child_ids FROM products WHERE child_ids <> '{}'`); err != nil {
		return err
	}
	if err := p.beside.load(ctx, w, `SELECT id, beside_ids FROM products WHERE beside_ids <> '{}'`); err != nil {
		return err
	}
	if err := p.quoting.load(ctx, w, `SELECT id, block_names FROM products WHERE block_names <> '{}'`); err != nil {
		return err
	}
	if err := p.categories.load(ctx, w); err != nil {
		return err
	}
	if err := p.blocks.load(ctx, w); err != nil {
		return err
	}
	if err := p.shelf.begin(ctx, w, events); err != nil {
		return err
	}
	isProduct := func(e projections.Event) bool { return domain.Category(e.Stream) == catalog.Products.Name }
	rows, err := p.rows.Batch(ctx, w, events, isProduct)
	if err != nil {
		return err
	}
	b := &batch{rows: rows, changed: map[int64]projections.Event{}, rendered: map[int64]eventstore.Position{}}
	for _, e := range events {
		if err := p.fold(ctx, w, e, b); err != nil {
			return projections.At(e, err)
		}
	}
	if err := p.loadComponents(ctx, w, b.changed, b.rendered, rows); err != nil {
		return err
	}
	if err := p.sellable(ctx, w, b); err != nil {
		return err
	}
	if b.stores != nil {
		if err := p.renderAll(ctx, w, b.changed, rows, *b.stores); err != nil {
			return err
		}
	}
	if err := p.renderRelated(w, b); err != nil {
		return err
	}
	if err := p.putChanged(w, b); err != nil {
		return err
	}
	return p.marks.flush(ctx, w, events)
}

// fold applies an event to the rows of a batch, and notes the products to render.
func (p *productsProjector) fold(ctx context.Context, w *projections.Writer, e projections.Event, b *batch) error {
	switch domain.Category(e.Stream) {
	case catalog.Products.Name:
		return p.evolve(w, e, b)
	case catalog.Categories.Name:
		return p.categoryChanged(ctx, w, e, b)
	case content.Blocks.Name:
		return p.blockChanged(w, e)
	}
	switch e.Stream {
	case stock.Stream:
		return p.restocked(ctx, w, e, b)
	case catalog.DaysStream:
		return p.repriced(ctx, w, e, b)
	}
	again, err := p.noteSharedChanges(w, e)
	if err != nil || !again {
		return err
	}
	b.stores = &e
	for id, row := range b.rows {
		if row.State.Live() {
			b.rendered[id] = e.Position
		}
	}
	return nil
}

// categoryChanged applies an event of a category. Products leave a category that is deleted.
func (p *productsProjector) categoryChanged(ctx context.Context, w *projections.Writer, e projections.Event, b *batch) error {
	if err := p.echoTree(w, e); err != nil {
		return err
	}
	if _, deleted := e.Payload.(record.Deleted); !deleted {
		return nil
	}
	found, err := p.removeCategory(ctx, w, e, b.rows, b.changed)
	if err != nil || b.stores == nil {
		return err
	}
	for _, id := range found {
		b.rendered[id] = b.stores.Position
	}
	return nil
}

// evolve applies an event of a product to its row.
func (p *productsProjector) evolve(w *projections.Writer, e projections.Event, b *batch) error {
	id := domain.StreamID(e.Stream)
	row := b.rows[id]
	if row == nil {
		row = &projections.RecordRow{Created: e.Times().Occurred}
		b.rows[id] = row
	}
	before := row.State
	row.State, row.Updated = record.Evolve(row.State, e.Payload), e.RecordedAt
	b.changed[id] = e
	if updated(w, e, id); row.State.Deleted {
		w.Delete(updatesTable, id)
	}
	p.touch(w, e, before, row.State)
	return p.related(w, e, row.State, b.rendered)
}

// renderRelated renders the products that did not change themselves, but whose children or store views did.
func (p *productsProjector) renderRelated(w *projections.Writer, b *batch) error {
	for id, at := range b.rendered {
		if _, has := b.changed[id]; has || b.rows[id] == nil || !b.rows[id].State.Live() {
			continue
		}
		if b.stores != nil {
			at = max(at, b.stores.Position)
		}
		w.Touch(at, scopes.Product(id))
		if err := p.views(w, b.rows[id], at, b.rows); err != nil {
			return err
		}
	}
	return nil
}

// putChanged stores and renders the changed products.
func (p *productsProjector) putChanged(w *projections.Writer, b *batch) error {
	for id, last := range b.changed {
		// A change of the store views rendered it as well, and so touched it.
		w.Touch(b.rendered[id], scopes.Product(id))
		if err := p.put(w, id, b.rows[id], last.Position, max(last.Position, b.rendered[id]), b.rows); err != nil {
			return projections.At(last, err)
		}
		p.rows.Keep(id, b.rows[id])
	}
	return nil
}

// removeCategory removes a deleted category from the products in it: those of the batch, and those in the table, which it adds to the
// batch.
func (p *productsProjector) removeCategory(
	ctx context.Context, w *projections.Writer, e projections.Event, rows map[int64]*projections.RecordRow,
	changed map[int64]projections.Event) (added []int64, err error) {
	category := domain.StreamID(e.Stream)
	found, err := w.Query(ctx, selectStates+` p
		WHERE EXISTS (SELECT FROM product_views v WHERE v.store_id = 0 AND v.product_id = p.id
		AND v.category_ids @> ARRAY[$1::bigint])`, category)
	if err != nil {
		return nil, err
	}
	if err := readProducts(found, func(id int64, row *projections.RecordRow) {
		if rows[id] != nil {
			return // newer than the table
		}
		if known, ok := p.rows.Get(id); ok {
			row = known
		}
		rows[id] = row
		added = append(added, id)
	}); err != nil {
		return nil, err
	}
	for id, row := range rows {
		had := categoriesOf(row.State)
		if !slices.Contains(had, category) || !row.State.Live() {
			continue
		}
		encoded, err := json.Marshal(slices.DeleteFunc(had, func(id int64) bool { return id == category }))
		if err != nil {
			return nil, err
		}
		values := maps.Clone(row.State.Values)
		values[0] = maps.Clone(values[0])
		values[0]["categoryIds"] = encoded
		row.State.Values, row.Updated = values, e.RecordedAt
		changed[id] = e
		p.echo(w, e, id)
		w.Touch(e.Position, scopes.Products, scopes.Membership, scopes.Assignments, scopes.Product(id))
	}
	return added, nil
}

// touch touches the scopes of a changed product, and of the lists whose set of products may have changed.
func (p *productsProjector) touch(w *projections.Writer, e projections.Event, before, after record.State) {
	w.Touch(e.Position, scopes.Products, scopes.Product(after.ID))
	for _, name := range []string{"isActive", "visibility", "categoryIds", "websiteIds", "name", "sku"} {
		for store := range after.Values {
			if string(before.Values[store][name]) != string(after.Values[store][name]) {
				w.Touch(e.Position, scopes.Membership)
			}
		}
	}
	for store := range after.Values {
		if !slices.Equal(catalog.Facets(before.Values[store]), catalog.Facets(after.Values[store])) {
			w.Touch(e.Position, scopes.Facets)
		}
	}
	if _, changed := e.Payload.(record.Changed); !changed {
		w.Touch(e.Position, scopes.Membership)
	}
	if !slices.Equal(categoriesOf(before), categoriesOf(after)) || after.Deleted {
		w.Touch(e.Position, scopes.Assignments)
	}
}

func categoriesOf(s record.State) []int64 {
	var ids []int64
	if json.Unmarshal(s.Values[0]["categoryIds"], &ids) != nil {
		return nil
	}
	return ids
}

func (p *productsProjector) loadStores(ctx context.Context, w *projections.Writer) error {
	if p.stores != nil {
		return nil
	}
	rows, err := w.Query(ctx, `SELECT store_id, website_id FROM product_stores`)
	if err != nil {
		return err
	}
	stores := map[int64]int64{}
	var store, website int64
	if _, err = pgx.ForEachRow(rows, []any{&store, &website}, func() error {
		stores[store] = website
		return nil
	}); err != nil {
		return err
	}
	if rows, err = w.Query(ctx, `SELECT by_website, unmanaged FROM product_price_scope`); err != nil {
		return err
	}
	if _, err = pgx.ForEachRow(rows, []any{&p.ownPrices, &p.shelf.unmanaged}, func() error { return nil }); err != nil {
		return err
	}
	p.stores = stores
	return nil
}

// scope notes whether websites have prices of their own, and whether stock is managed. It tells whether products must be rendered again.
func (p *productsProjector) scope(w *projections.Writer, e projections.Event) bool {
	again := p.shelf.configured(e)
	if raw, known := setting(e, priceScopePath); known && (textOf(raw) == "1") != p.ownPrices {
		p.ownPrices, again = !p.ownPrices, true
	}
	if again {
		w.Put(priceScope, int64(1), p.ownPrices, p.shelf.unmanaged)
	}
	return again
}

const priceScopePath = "catalog/price/scope"

// store notes a store view. It tells whether products must be rendered again.
func (p *productsProjector) store(w *projections.Writer, e projections.Event) bool {
	id := domain.StreamID(e.Stream)
	var values record.Values
	switch payload := e.Payload.(type) {
	case record.Created:
		values = payload.Values
	case record.Changed:
		values = payload.Set
	case record.Deleted:
		delete(p.stores, id)
		w.Delete(productStores, id)
		for _, table := range []string{"product_views", "product_prices", "product_texts", "product_bitmaps"} {
			w.Exec("DELETE FROM "+table+" WHERE store_id = $1", id)
		}
		p.marks.forget(id)
		return true
	}
	var website int64
	if json.Unmarshal(values["websiteId"], &website) != nil || p.stores[id] == website {
		return false
	}
	p.stores[id] = website
	w.Put(productStores, id, website)
	return true
}

// renderAll renders every product again, because the set of store views has changed.
func (p *productsProjector) renderAll(ctx context.Context, w *projections.Writer, changed map[int64]projections.Event,
	rows map[int64]*projections.RecordRow, e projections.Event) error {
	all, err := w.Query(ctx, selectStates)
	if err != nil {
		return err
	}
	var loaded []*projections.RecordRow
	known := map[int64]*projections.RecordRow{}
	if err := readProducts(all, func(id int64, row *projections.RecordRow) {
		loaded, known[id] = append(loaded, row), row
	}); err != nil {
		return err
	}
	maps.Copy(known, rows)
	for _, row := range loaded {
		if _, has := changed[row.State.ID]; has {
			continue // it is rendered with the batch
		}
		if err := p.views(w, row, e.Position, known); err != nil {
			return err
		}
		w.Touch(e.Position, scopes.Product(row.State.ID))
	}
	w.Touch(e.Position, scopes.Products, scopes.Membership)
	return nil
}
