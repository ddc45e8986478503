package catalog

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/domain/stock"
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// FoldProduct renders a product in a store view from its state, as the read table would have it. websiteID selects the website of its
// prices; 0 selects the prices for all websites.
func FoldProduct(s record.State, storeID, websiteID int64, created, updated time.Time) (*Product, error) {
	p, err := record.Read[catalog.Product](catalog.ProductIn(s, storeID, websiteID))
	if err != nil {
		return nil, err
	}
	p.ID, p.Parts = s.ID, p.Parts.In(storeID)
	view, err := tables.NewProductView(p, storeID, websiteID, catalog.Custom(s.In(storeID)), created, updated)
	return &Product{Product: view.Product}, err
}

// WithLevel gives a folded product its stock.
func (p *Product) WithLevel(level stock.Level, known bool) *Product {
	p.Level, p.HasLevel = level, known
	return p
}

var stateColumns = tables.Of[tables.ProductState]()

// ProductAnywhere reads a product in a store view, even one where it is not sold, in the form of FoldProduct.
func (r *Reader) ProductAnywhere(ctx context.Context, storeID, websiteID, id int64) (*Product, error) {
	base, err := r.Product(ctx, 0, id)
	if err != nil || storeID == 0 {
		return base, err
	}
	s, err := stateColumns.Read(r.From(ctx, scopes.Product(id)).QueryRow(ctx,
		"SELECT "+stateColumns.SQL()+" FROM read.products WHERE id = $1", id))
	if err != nil {
		return nil, readmodels.OrNotFound(err)
	}
	p, err := FoldProduct(s.State(), storeID, websiteID, s.CreatedAt, s.UpdatedAt)
	if err != nil {
		return nil, err
	}
	p.Shown = base.Shown
	return p.WithLevel(base.Level, base.HasLevel), r.Rate(ctx, storeID, p)
}

// AssignedOf returns those of some products that are assigned to a category.
func (r *Reader) AssignedOf(ctx context.Context, categoryID int64, ids []int64) ([]int64, error) {
	rows, err := r.From(ctx, scopes.Assignments).Query(ctx,
		`SELECT product_id FROM read.product_views WHERE store_id = 0 AND product_id = ANY($2) AND category_ids @> ARRAY[$1::bigint]
		ORDER BY product_id`, categoryID, ids)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}
