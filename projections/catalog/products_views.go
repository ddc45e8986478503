package catalog

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/eventstore"
	"tradelog/projections"
	"tradelog/readmodels/documents"
)

// put writes a product; at is the version of the product, viewed that of its views.
func (p *productsProjector) put(w *projections.Writer, id int64, row *projections.RecordRow, at, viewed eventstore.Position,
	rows map[int64]*projections.RecordRow) error {
	if row.State.Deleted {
		w.Delete(productsTable, id)
		for _, store := range append(storeIDs(p.stores), 0) {
			w.Delete(productViews, store, id)
			w.Delete(pricesOf, store, id)
		}
		return nil
	}
	state, err := json.Marshal(row.State.Values)
	if err != nil {
		return err
	}
	var sku string
	_ = json.Unmarshal(row.State.Values[0]["sku"], &sku)
	w.Put(productsTable, id, sku, state, p.family.children[id], row.Created, row.Updated, at)
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
		product.ID = row.State.ID
		w.Delete(pricesOf, store, product.ID)
		if store != 0 && !slices.Contains(product.WebsiteIDs, p.stores[store]) {
			w.Delete(productViews, store, product.ID)
			continue
		}
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
			w.Put(priceRows, store, product.ID, r.GroupID, r.Since, r.Until, r.Others, r.Price)
		}
		custom, err := json.Marshal(catalog.Custom(values))
		if err != nil {
			return err
		}
		w.Put(productViews, store, product.ID, product.SKU, product.Name, product.Type, product.IsActive, product.ListedInCatalog(),
			product.ListedInSearch(),
			product.Price, product.SpecialPrice, product.SpecialFromDate, product.SpecialToDate, product.Msrp, product.Cost,
			product.Weight, product.TaxClassID,
			product.URLKey, product.Barcode, product.Categories, product.WebsiteIDs, searchText(product), doc, detail, backend, terms, custom,
			catalog.Facets(values), parts, offers, row.Created.Truncate(time.Second), row.Updated.Truncate(time.Second), at)
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

func searchText(p catalog.Product) string {
	text := p.Name + "\n" + p.SKU
	for _, s := range []*string{p.ShortDescription, p.Description, p.Gtin, p.Mpn, p.Barcode} {
		if s != nil {
			text += "\n" + *s
		}
	}
	return strings.ToLower(text)
}
