package sales

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/shipping"
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// ShippingTable returns the shipping rates of a website for a condition, from memory while they have not changed; nil when there are none.
func (r *Carts) ShippingTable(ctx context.Context, websiteID int64, condition shipping.Condition) (*shipping.RateTable, error) {
	if condition.Check() != nil {
		return nil, nil
	}
	key := tableKey{websiteID, condition}
	return r.tables.Get(ctx, key, func(ctx context.Context, from readmodels.Source) (*shipping.RateTable, error) {
		var stored []byte
		err := from.QueryRow(ctx, `SELECT rates FROM read.shipping_tables WHERE website_id = $1 AND condition = $2`, websiteID,
			string(condition)).Scan(&stored)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		var rates []shipping.TableRate
		if err := json.Unmarshal(stored, &rates); err != nil {
			return nil, err
		}
		return shipping.NewRateTable(condition, rates), nil
	}, scopes.ShippingTable(websiteID))
}

type tableKey struct {
	websiteID int64
	condition shipping.Condition
}

// ImportedTable is a table of shipping rates with its website and when it was imported.
type ImportedTable = tables.ShippingTable

var shippingColumns = tables.Of[ImportedTable]()

// ShippingTables lists all tables of shipping rates.
func (r *Carts) ShippingTables(ctx context.Context) ([]ImportedTable, error) {
	rows, err := r.From(ctx, scopes.ShippingTables).Query(ctx,
		"SELECT "+shippingColumns.SQL()+" FROM read.shipping_tables ORDER BY website_id, condition")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, shippingColumns.CollectValue)
}
