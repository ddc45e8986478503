package catalog

import (
	"context"
	"sync/atomic"

	"github.com/jackc/pgx/v5"

	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
)

// orderWorth is the number of pages after which the order of all names is read: so many pages cost as much as reading the order. While
// products are added and removed faster than that, PostgreSQL sorts the rows that each page needs.
const orderWorth = 8

// nameOrder lists the products of a store view in the order of their names, once it is worth reading.
type nameOrder struct {
	asked    atomic.Int32
	products atomic.Pointer[[]int64]
}

// named returns the enabled products of a store view in the order of lists by name; nil if the order has not been read. It stands while no
// product is added, removed or renamed.
func (r *Reader) named(ctx context.Context, storeID int64) ([]int64, error) {
	o, err := r.names.Get(ctx, storeID, func(context.Context, readmodels.Source) (*nameOrder, error) { return new(nameOrder), nil },
		scopes.Membership)
	if err != nil {
		return nil, err
	}
	if ids := o.products.Load(); ids != nil {
		return *ids, nil
	}
	if o.asked.Add(1) != orderWorth {
		return nil, nil
	}
	rows, err := r.From(ctx, scopes.Membership).Query(ctx,
		"SELECT v.product_id FROM read.product_views v WHERE v.store_id = $1 AND v.enabled ORDER BY "+ProductFilter{}.keys().SQL(), storeID)
	if err == nil {
		var ids []int64
		if ids, err = pgx.CollectRows(rows, pgx.RowTo[int64]); err == nil {
			o.products.Store(&ids)
			return ids, nil
		}
	}
	o.asked.Store(0)
	return nil, err
}

// choose finds the products of a page by the order of their names, or all products of the list if there are at most fewProducts.
func (r *Reader) choose(ctx context.Context, f *ProductFilter, page readmodels.Page, total int64) error {
	if f.marks == nil {
		return nil
	}
	if !f.walked && (f.Sort == "" || f.Sort == "name") && !f.priced() {
		order, err := r.named(ctx, f.StoreID)
		if err != nil {
			return err
		}
		if order != nil {
			f.among, f.placed = f.marks.page(order, page, f.Descending), true
			return nil
		}
	}
	if total <= fewProducts {
		f.among = f.marks.all(total)
	}
	return nil
}

// page returns the products of a page. order lists all products of the store view.
func (b bitmaps) page(order []int64, p readmodels.Page, descending bool) []int64 {
	ids, before := make([]int64, 0, p.Size), p.Offset()
	for i := range order {
		id := order[i]
		if descending {
			id = order[len(order)-1-i]
		}
		switch {
		case !b.has(id):
		case before > 0:
			before--
		default:
			if ids = append(ids, id); len(ids) == p.Size {
				return ids
			}
		}
	}
	return ids
}
