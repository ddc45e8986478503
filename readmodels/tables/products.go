package tables

import (
	"encoding/json"
	"time"

	"tradelog/domain/catalog"
	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/domain/stock"
	"tradelog/eventstore"
	"tradelog/readmodels/folds"
)

// Product has the columns that readers select of a product in a store view. They are ready parts of its document, and values that are
// spliced in for the caller.
type Product struct {
	StoreID      int64             `db:"store_id"` // 0: the values of all stores
	ID           int64             `db:"product_id"`
	SKU          string            `db:"sku"`
	Name         string            `db:"name"`
	Type         string            `db:"type"`
	Enabled      bool              `db:"enabled"`
	InCatalog    bool              `db:"in_catalog"`
	InSearch     bool              `db:"in_search"`
	Price        *money.Decimal    `db:"price"`
	SpecialPrice *money.Decimal    `db:"special_price"`
	SpecialFrom  *string           `db:"special_from"`
	SpecialTo    *string           `db:"special_to"`
	Msrp         *money.Decimal    `db:"msrp"`
	Cost         *money.Decimal    `db:"cost"`
	Weight       *money.Decimal    `db:"weight"`
	TaxClassID   int64             `db:"tax_class_id"`
	CategoryIDs  []int64           `db:"category_ids"`
	WebsiteIDs   []int64           `db:"website_ids"`
	Doc          []byte            `db:"doc"`
	Detail       []byte            `db:"detail"`
	Backend      []byte            `db:"backend"`
	Custom       []byte            `db:"custom"` // values of user-defined attributes by code
	Terms        catalog.Terms     `db:"terms,json"`
	Parts        catalog.Parts     `db:"parts,json"`
	Choices      [][]catalog.Piece `db:"offers,json,omitempty"` // for each part of a composite, the products that it may be
}

// ProductView is a row of product_views. The columns that Product lacks serve conditions and orders of lists.
type ProductView struct {
	Product
	URLKey    string              `db:"url_key"`
	Barcode   *string             `db:"barcode"`
	Facets    []string            `db:"facets"`
	CreatedAt time.Time           `db:"created_at"`
	UpdatedAt time.Time           `db:"updated_at"`
	Version   eventstore.Position `db:"version"`
}

// NewProductView renders a product as it is in a store view, without Choices, Facets and Version. websiteID selects the website of its
// prices; 0 selects the prices for all websites. own are the values of its user-defined attributes.
func NewProductView(p catalog.Product, storeID, websiteID int64, own record.Values, created, updated time.Time) (ProductView, error) {
	v := ProductView{
		Product: Product{
			StoreID: storeID, ID: p.ID, SKU: p.SKU, Name: p.Name, Type: p.Type, Enabled: p.IsActive, InCatalog: p.ListedInCatalog(),
			InSearch: p.ListedInSearch(), Price: p.Price, SpecialPrice: p.SpecialPrice, SpecialFrom: p.SpecialFromDate,
			SpecialTo: p.SpecialToDate, Msrp: p.Msrp, Cost: p.Cost, Weight: p.Weight, TaxClassID: p.TaxClassID, CategoryIDs: p.Categories,
			WebsiteIDs: p.WebsiteIDs, Terms: p.Terms(websiteID), Parts: p.Parts,
		},
		URLKey: p.URLKey, Barcode: p.Barcode, CreatedAt: created.Truncate(time.Second), UpdatedAt: updated.Truncate(time.Second),
	}
	var err error
	if v.Doc, v.Detail, v.Backend, err = folds.EncodeProduct(p, created, updated); err != nil {
		return v, err
	}
	v.Custom, err = json.Marshal(own)
	return v, err
}

// ProductState has the columns of the state of a product: its values by store view, and when it was made and changed.
type ProductState struct {
	ID        int64                   `db:"id"`
	Values    map[int64]record.Values `db:"state,json"`
	CreatedAt time.Time               `db:"created_at"`
	UpdatedAt time.Time               `db:"updated_at"`
}

// State returns the state of the product's stream.
func (p ProductState) State() record.State {
	return record.State{ID: p.ID, Exists: true, Values: p.Values}
}

// ProductRow is a row of products. The lists hold the numbers of its parts, of the products beside it, of its custom options and of their
// values, and the names of the blocks in its descriptions.
type ProductRow struct {
	ProductState
	SKU       string              `db:"sku"`
	ChildIDs  []int64             `db:"child_ids"`
	BesideIDs []int64             `db:"beside_ids"`
	OptionIDs []int64             `db:"option_ids"`
	ValueIDs  []int64             `db:"value_ids"`
	Blocks    []string            `db:"block_names"`
	Version   eventstore.Position `db:"version"`
}

// Shown has the column that readers select of product_updates.
type Shown struct {
	// UpdatedAt is when what the product shows has changed last: the product itself, its stock, or another product that it shows.
	UpdatedAt *time.Time `db:"updated_at"`
}

// Stock has the columns that readers select of the stock of a product.
type Stock struct {
	Qty money.Decimal `db:"qty"`
	// Managed and Unmanaged tell whether the product is in stock: Managed if the configuration manages stock, Unmanaged if it does not.
	Managed   bool `db:"in_stock"`
	Unmanaged bool `db:"unmanaged"`
	// Stored is the level, whose quantity may be an old one; nil for a composite without a level of its own.
	Stored *stock.Level `db:"level,json,omitempty"`
}

// Level returns the level with the present quantity. known is false if there is none.
func (s Stock) Level() (level stock.Level, known bool) {
	if s.Stored == nil {
		return stock.Level{}, false
	}
	level = *s.Stored
	level.Qty = s.Qty
	return level, true
}

// StockRow is a row of product_stock.
type StockRow struct {
	ProductID int64 `db:"product_id"`
	Stock
	Version eventstore.Position `db:"version"`
}

// Balance is a row of product_balances: the quantities of a product. LevelAt is the position of the event that set its level. All values of
// that level are still in effect, except for the quantity and InStock. NotifyQty and Managed are the product's own values, nil: those of
// the configuration. Low tells whether fewer than NotifyQty units are available, nil if the configuration decides. Low is false if the
// stock is not managed.
type Balance struct {
	ProductID int64               `db:"product_id"`
	Available money.Decimal       `db:"available"`
	Reserved  money.Decimal       `db:"reserved"`
	InStock   bool                `db:"in_stock"`
	LevelAt   eventstore.Position `db:"level_at"`
	NotifyQty *money.Decimal      `db:"notify_qty"`
	Managed   *bool               `db:"managed"`
	Low       *bool               `db:"low"`
	UpdatedAt time.Time           `db:"updated_at"`
	Version   eventstore.Position `db:"version"`
}

// Movement is a row of stock_movements: an event that changed the stock of a product. It may have moved nothing, and changed other values
// of the level. InStock and LevelAt are those of the balance afterwards. LevelAt is 0 if the event removed the level, and -1 in rows of
// earlier versions, which do not know it.
type Movement struct {
	ProductID       int64               `db:"product_id"`
	Position        eventstore.Position `db:"position"`
	Cause           string              `db:"cause"`
	OrderID         int64               `db:"order_id"`
	DocumentID      int64               `db:"document_id"` // of the shipment or the credit memo
	AvailableBefore money.Decimal       `db:"available_before"`
	AvailableAfter  money.Decimal       `db:"available_after"`
	ReservedBefore  money.Decimal       `db:"reserved_before"`
	ReservedAfter   money.Decimal       `db:"reserved_after"`
	MadeAt          time.Time           `db:"made_at"`
	Actor           string              `db:"actor"`
	Command         string              `db:"command"`
	InStock         bool                `db:"in_stock"`
	LevelAt         eventstore.Position `db:"level_at"`
}

// URLAddress is a row of url_addresses: a present or former address of a product, a category or a piece of content.
type URLAddress struct {
	Kind     string              `db:"kind"`
	ID       int64               `db:"id"`
	ParentID int64               `db:"parent_id"` // the category above a category; 0 for anything else
	Key      string              `db:"key"`
	Stores   []int64             `db:"stores"` // in which it holds now, 0 for all
	Version  eventstore.Position `db:"version"`
	Path     string              `db:"path"` // under which it is published
}
