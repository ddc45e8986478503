package catalog

import (
	"encoding/json"
	"slices"

	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/eventstore"
	"tradelog/projections"
	"tradelog/readmodels/tables"
)

// optionIDs returns the identifiers of a product's custom options and of their values.
func optionIDs(values record.Values) (options, ofValues []int64, err error) {
	options, ofValues = []int64{}, []int64{}
	if values["customOptions"] == nil {
		return options, ofValues, nil
	}
	parts, err := record.Read[catalog.Parts](record.Values{"customOptions": values["customOptions"]})
	for _, o := range parts.CustomOptions {
		options = append(options, o.ID)
		for _, v := range o.Values {
			ofValues = append(ofValues, v.ID)
		}
	}
	return options, ofValues, err
}

// put writes a product. at is the version of the product, viewed the version of its views.
func (p *productsProjector) put(w *projections.Writer, id int64, row *projections.RecordRow, at, viewed eventstore.Position,
	rows map[int64]*projections.RecordRow) error {
	if row.State.Deleted {
		w.Delete(productsTable.Table, id)
		for _, store := range append([]int64{0}, storeIDs(p.stores)...) {
			p.withdraw(w, store, id)
		}
		return nil
	}
	var sku string
	_ = json.Unmarshal(row.State.Values[0]["sku"], &sku)
	options, values, err := optionIDs(row.State.Values[0])
	if err != nil {
		return err
	}
	if err := productsTable.Put(w, tables.ProductRow{
		ProductState: tables.ProductState{ID: id, Values: row.State.Values, CreatedAt: row.Created, UpdatedAt: row.Updated},
		SKU:          sku, ChildIDs: p.components.children[id], BesideIDs: p.beside.children[id],
		OptionIDs: options, ValueIDs: values, Blocks: p.quoting.children[id], Version: at,
	}); err != nil {
		return err
	}
	return p.views(w, row, viewed, rows)
}

// views renders a product for each store view of its websites, and removes it from the others.
func (p *productsProjector) views(w *projections.Writer, row *projections.RecordRow, at eventstore.Position,
	rows map[int64]*projections.RecordRow) error {
	for _, store := range append([]int64{0}, storeIDs(p.stores)...) {
		website := p.pricedIn(store)
		values := catalog.ProductIn(row.State, store, website)
		product, err := record.Read[catalog.Product](values)
		if err != nil {
			return err
		}
		product.ID, product.Parts = row.State.ID, product.Parts.In(store)
		if store != 0 && !slices.Contains(product.WebsiteIDs, p.stores[store]) {
			p.withdraw(w, store, product.ID)
			continue
		}
		w.Delete(pricesOf, store, product.ID)
		own := catalog.Custom(values)
		view, err := tables.NewProductView(product, store, website, own, row.Created, row.Updated)
		if err != nil {
			return err
		}
		if view.Choices, err = p.choices(product, store, rows); err != nil {
			return err
		}
		view.Facets, view.Version = catalog.Facets(values), at
		for _, r := range (catalog.Pricing{Offer: product.Offer(website), Choices: view.Choices}).Index() {
			price := &r.Price
			if price.IsZero() && product.Price == nil {
				price = nil // it has no price, and none of its parts has
			}
			w.Put(priceRows, store, product.ID, r.GroupID, r.Since, r.Until, r.Others, price)
		}
		p.texts.put(w, store, p.texts.configOf(store, p.stores[store]), product, own, view.Facets)
		p.marks.set(store, product.ID,
			marksOf(product.IsActive, product.ListedInCatalog(), product.ListedInSearch(), product.Categories, view.Facets))
		if err := productViews.Put(w, view); err != nil {
			return err
		}
	}
	return nil
}

func storeIDs(stores map[int64]int64) []int64 {
	var out []int64
	for id := range stores {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

// withdraw removes a product from a store view.
func (p *productsProjector) withdraw(w *projections.Writer, store, id int64) {
	w.Delete(productViews.Table, store, id)
	w.Delete(productTexts, store, id)
	w.Delete(pricesOf, store, id)
	p.marks.set(store, id, nil)
}
