package customers

import (
	"context"

	"github.com/jackc/pgx/v5"

	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// StockAlerts reads stock alerts. Make it with NewStockAlerts.
type StockAlerts struct {
	*readmodels.Reader
}

// NewStockAlerts makes a reader.
func NewStockAlerts(engine *readmodels.Reader) *StockAlerts { return &StockAlerts{engine} }

// StockAlertFilter chooses alerts for a list. Zero values do not filter.
type StockAlertFilter struct {
	CustomerID int64
	ProductID  int64
	Stores     []int64 // those that the caller may see; nil: all
}

// Alerts lists alerts, the newest first.
func (r *StockAlerts) Alerts(
	ctx context.Context,
	f StockAlertFilter,
	page readmodels.Page,
) (*documents.Page[documents.StockAlertRow], error) {
	w, of := readmodels.Where{}, scopes.StockAlerts
	if f.CustomerID != 0 {
		w.Add("customer_id = $?", f.CustomerID)
		of = scopes.CustomerStockAlerts(f.CustomerID)
	}
	if f.ProductID != 0 {
		w.Add("product_id = $?", f.ProductID)
	}
	if f.Stores != nil {
		w.Add("store_id = ANY($?)", f.Stores)
	}
	return readmodels.List[documents.StockAlertRow](ctx, r.Reader, readmodels.Query{
		Table: "read.stock_alerts", Column: "doc", Where: w, Order: readmodels.ByID, Page: page, Scopes: []scopes.Scope{of},
	})
}

// DueStockAlert is an alert whose product is in stock again.
type DueStockAlert struct{ CustomerID, AlertID int64 }

// Waiting tells whether anybody waits for a product.
func (r *StockAlerts) Waiting(ctx context.Context) (waiting bool, err error) {
	err = r.From(ctx, scopes.StockAlerts).QueryRow(ctx, `SELECT EXISTS (SELECT FROM read.stock_alerts)`).Scan(&waiting)
	return waiting, err
}

// Due lists at most max alerts of some store views in which the product is for sale and in stock, the oldest first. managed tells whether
// the configuration manages stock.
func (r *StockAlerts) Due(ctx context.Context, stores []int64, managed bool, max int) ([]DueStockAlert, error) {
	rows, err := r.From(ctx, scopes.StockAlerts, scopes.Products, scopes.Stock).Query(ctx, `SELECT a.customer_id, a.id FROM read.stock_alerts a
		JOIN read.product_views v ON v.store_id = a.store_id AND v.product_id = a.product_id AND v.enabled
		LEFT JOIN read.product_stock s ON s.product_id = a.product_id
		WHERE a.store_id = ANY($1) AND CASE WHEN $2 THEN coalesce(s.in_stock, false) ELSE coalesce(s.unmanaged, true) END
		ORDER BY a.id LIMIT $3`, stores, managed, max)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[DueStockAlert])
}
