package catalog

import (
	"encoding/json"
	"slices"
	"time"

	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/eventstore"
	"tradelog/projections"
	"tradelog/readmodels/documents"
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
		w.Delete(productsTable, id)
		for _, store := range append([]int64{0}, storeIDs(p.stores)...) {
			p.withdraw(w, store, id)
		}
		return nil
	}
	state, err := json.Marshal(row.State.Values)
	if err != nil {
		return err
	}
	var sku string
	_ = json.Unmarshal(row.State.Values[0]["sku"], &sku)
	options, values, err := optionIDs(row.State.Values[0])
	if err != nil {
		return err
	}
	w.Put(productsTable, id, sku, state, p.family.children[id], options, values, row.Created, row.Updated, at)
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
		doc, detail, backend, err := documents.EncodeProduct(product, row.Created, row.Updated)
		if err != nil {
			return err
		}
		terms, err := json.Marshal(product.Terms(website))
		if err != nil {
			return err
		}
		parts, err := json.Marshal(product.Parts)
		if err != nil {
			return err
		}
		own, facets := catalog.Custom(values), catalog.Facets(values)
		custom, err := json.Marshal(own)
		if err != nil {
			return err
		}
		choices, err := p.choices(product, store, rows)
		if err != nil {
			return err
		}
		var offers any
		if len(choices) > 0 {
			if offers, err = json.Marshal(choices); err != nil {
				return err
			}
		}
		for _, r := range (catalog.Pricing{Offer: product.Offer(website), Choices: choices}).Index() {
			price := &r.Price
			if price.IsZero() && product.Price == nil {
				price = nil // it has no price, and none of its parts has
			}
			w.Put(priceRows, store, product.ID, r.GroupID, r.Since, r.Until, r.Others, price)
		}
		p.texts.put(w, store, p.texts.configOf(store, p.stores[store]), product, own, facets)
		p.marks.set(store, product.ID, marksOf(product.IsActive, product.ListedInCatalog(), product.ListedInSearch(), product.Categories, facets))
		w.Put(productViews, store, product.ID, product.SKU, product.Name, product.Type, product.IsActive, product.ListedInCatalog(),
			product.ListedInSearch(),
			product.Price, product.SpecialPrice, product.SpecialFromDate, product.SpecialToDate, product.Msrp, product.Cost,
			product.Weight, product.TaxClassID,
			product.URLKey, product.Barcode, product.Categories, product.WebsiteIDs, doc, detail, backend, terms, custom,
			facets, parts, offers, row.Created.Truncate(time.Second), row.Updated.Truncate(time.Second), at)
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
	w.Delete(productViews, store, id)
	w.Delete(productTexts, store, id)
	w.Delete(pricesOf, store, id)
	p.marks.set(store, id, nil)
}
