package catalog

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"tradelog/domain/catalog"
	"tradelog/readmodels/scopes"
)

// fewProducts is up to how many products are found before the page of a list is. More are read in the order of the list, and those that
// the filter leaves out are passed over.
const fewProducts = 20000

// filter is a condition that marks have counted the products of. It is written so that no index is used for it: the products are known, or
// so many that an index costs more.
func (f ProductFilter) filter(condition string) string {
	if f.counted {
		return "(" + condition + ") IS TRUE"
	}
	return condition
}

// groups are the marks that the products of a list have: one of each group. Not ok: something else decides as well, a search apart.
func (f ProductFilter) groups() (groups [][]string, ok bool) {
	if f.Single() || f.WithDisabled || f.PriceMin != nil || f.PriceMax != nil || !f.CreatedFrom.IsZero() ||
		!f.CreatedTo.IsZero() || !f.UpdatedSince.IsZero() {
		return nil, false
	}
	groups = [][]string{{catalog.CatalogMark}}
	if f.Search.Text != "" {
		groups = [][]string{{catalog.SearchMark}}
	}
	if f.CategoryIDs != nil {
		marks := make([]string, len(f.CategoryIDs))
		for i, id := range f.CategoryIDs {
			marks[i] = catalog.CategoryMark(id)
		}
		groups = append(groups, marks)
	}
	for _, match := range f.Attributes {
		facets, chosen := match.facets()
		if !chosen || len(facets) == 0 || !match.Backend && !match.Custom.Public() {
			return nil, false
		}
		groups = append(groups, facets)
	}
	return groups, true
}

// marked is the query for the bitmaps of the products of a list.
func (f ProductFilter) marked() (sql string, args []any, ok bool) {
	groups, ok := f.groups()
	if !ok {
		return "", nil, false
	}
	args = []any{f.StoreID}
	products, from := "", ""
	for i, marks := range groups {
		args = append(args, marks)
		group := fmt.Sprintf(`(SELECT chunk, bit_or(products) AS products FROM read.product_bitmaps WHERE store_id = $1 AND mark = ANY($%d)
			GROUP BY chunk) AS g%d`, len(args), i)
		if i == 0 {
			products, from = "g0.products", group
			continue
		}
		products += fmt.Sprintf(" & g%d.products", i)
		from += fmt.Sprintf(" JOIN %s ON g%d.chunk = g0.chunk", group, i)
	}
	switch stock := " JOIN read.stock_bitmaps s ON s.chunk = g0.chunk AND s.mark = '"; {
	case f.WithSoldOut:
	case f.Unmanaged:
		products += " & coalesce(~s.products, g0.products)"
		from += " LEFT" + stock + catalog.ManagedMark + "'"
	default:
		products += " & s.products"
		from += stock + catalog.InStockMark + "'"
	}
	return "SELECT g0.chunk, " + products + " AS products FROM " + from, args, true
}

// countMarked counts the products of a list by their marks, where these decide alone.
func (r *Reader) countMarked(ctx context.Context, f ProductFilter) (n int64, known bool, err error) {
	sql, args, ok := f.marked()
	if !ok || f.Search.Text != "" {
		return 0, false, nil
	}
	sql = "SELECT coalesce(sum(bit_count(products)), 0)::bigint FROM (" + sql + ") AS found"
	err = r.From(ctx, listScopes...).QueryRow(ctx, sql, args...).Scan(&n)
	return n, true, err
}

// listScopes are what decides which products a list has, and what they are counted by.
var listScopes = []scopes.Scope{scopes.Membership, scopes.Facets, scopes.Availability}

// narrow counts the products of a list by their marks, and finds them if they are few.
func (r *Reader) narrow(ctx context.Context, f *ProductFilter) (total int64, err error) {
	products, err := r.bitmaps(ctx, *f)
	if err != nil {
		return 0, err
	}
	for _, bytes := range products {
		for _, b := range bytes {
			total += int64(bits.OnesCount8(b))
		}
	}
	if f.counted = true; total > fewProducts {
		return total, nil
	}
	f.among = make([]int64, 0, total)
	for chunk, bytes := range products {
		for i, b := range bytes {
			for ; b != 0; b &= b - 1 {
				f.among = append(f.among, chunk*catalog.BitmapSize+int64(i*8+7-bits.TrailingZeros8(b)))
			}
		}
	}
	return total, nil
}

// bitmaps has a bit for each product of a list, but for what it searches for.
func (r *Reader) bitmaps(ctx context.Context, f ProductFilter) (bitmaps, error) {
	sql, args, _ := f.marked()
	rows, err := r.From(ctx, listScopes...).Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	out := bitmaps{}
	var chunk int64
	var found pgtype.Bits
	_, err = pgx.ForEachRow(rows, []any{&chunk, &found}, func() error {
		out[chunk] = slices.Clone(found.Bytes)
		return nil
	})
	return out, err
}

// bitmaps are the bits of products by their chunk.
type bitmaps map[int64][]byte

func (b bitmaps) has(product int64) bool {
	bytes, at := b[product/catalog.BitmapSize], product%catalog.BitmapSize
	return bytes != nil && bytes[at/8]&(0x80>>(at%8)) != 0
}

// FacetCounts counts the products of a list by their facets. Neither prices nor quantities matter.
func (r *Reader) FacetCounts(ctx context.Context, f ProductFilter) (map[string]int64, error) {
	sql, args, ok := f.marked()
	if !ok {
		return nil, fmt.Errorf("the products of the list are not counted by their marks: %+v", f)
	}
	sql = `SELECT b.mark, sum(bit_count(b.products & found.products))::bigint FROM (` + sql + `) AS found
		JOIN read.product_bitmaps b ON b.store_id = $1 AND b.mark >= 'a' AND b.chunk = found.chunk GROUP BY b.mark`
	rows, err := r.From(ctx, listScopes...).Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	counts := map[string]int64{}
	var facet string
	var count int64
	_, err = pgx.ForEachRow(rows, []any{&facet, &count}, func() error {
		if count > 0 {
			counts[facet] = count
		}
		return nil
	})
	return counts, err
}
