package folds

import (
	"time"

	"tradelog/domain/catalog"
	"tradelog/domain/stock"
	"tradelog/readmodels/documents"
)

// NewStockItem renders a level for the public or for the back office.
func NewStockItem(l stock.Level, backend bool) documents.StockItem {
	s := documents.StockItem{
		Qty: l.Qty, InStock: l.InStock, MinSaleQty: l.MinSaleQty, MaxSaleQty: l.MaxSaleQty, DecimalQty: l.DecimalQty,
		Increments: l.Increments, EnableIncrements: l.EnableIncrements,
	}
	if backend {
		not := func(own bool) *bool {
			use := !own
			return &use
		}
		s.Manage, s.MinQty, s.NotifyQty, s.Backorders = &l.Manage, &l.MinQty, &l.NotifyQty, &l.Backorders
		s.ConfigMinQty, s.ConfigMinSale, s.ConfigMaxSale = not(l.OwnMinQty), not(l.OwnMinSaleQty), not(l.OwnMaxSaleQty)
		s.ConfigBackorders, s.ConfigNotify, s.ConfigIncrements = not(l.OwnBackorders), not(l.OwnNotifyQty), not(l.OwnIncrements)
		s.ConfigEnableInc, s.ConfigManage = not(l.OwnEnableIncrements), not(l.OwnManage)
	}
	return s
}

// newProduct renders the parts of a product as it is in one store view.
func newProduct(p catalog.Product, created, updated string) (documents.Product, documents.ProductDetail, documents.ProductBackend) {
	status := "disabled"
	if p.IsActive {
		status = "enabled"
	}
	lists := documents.EmptyLists()
	if p.GiftcardAmounts != nil {
		lists.GiftcardAmounts = p.GiftcardAmounts
	}
	return documents.Product{
			Type: "Product", ID: p.ID, SKU: p.SKU, Name: p.Name, ProductType: p.Type, Status: status, Visibility: p.Visibility,
			AttributeSetID: p.SetID, TaxClassID: p.TaxClassID, Description: p.Description, ShortDescription: p.ShortDescription,
			URLKey: p.URLKey, URLPath: p.URLKey, Shown: p.Shown,
			CategoryIDs: list(p.Categories), HasRequired: p.HasRequiredOptions(), CreatedAt: created, UpdatedAt: updated,
		}, documents.ProductDetail{
			ProductLists: lists, WebsiteIDs: list(p.WebsiteIDs), Detailed: p.Detailed,
		}, documents.ProductBackend{Internal: p.Internal}
}

// EncodeProduct encodes the parts of a product: the document, and the members of the item form and of the back office.
func EncodeProduct(p catalog.Product, created, updated time.Time) (doc, detail, backend []byte, err error) {
	view, details, hidden := newProduct(p, documents.Time(created), documents.Time(updated))
	if doc, err = documents.Encode(view); err != nil {
		return nil, nil, nil, err
	}
	if detail, err = documents.Fragment(details); err != nil {
		return nil, nil, nil, err
	}
	backend, err = documents.Fragment(hidden)
	return doc, detail, backend, err
}

func list(ids []int64) []int64 {
	if ids == nil {
		return []int64{}
	}
	return ids
}
