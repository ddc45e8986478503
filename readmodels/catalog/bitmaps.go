package catalog

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"tradelog/domain/catalog"
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
)

// fewProducts is the greatest number of products that are found before a page is read. A longer list is read in its order, and products
// that the filter excludes are skipped.
const fewProducts = 20000

// filter returns a condition for a query. If bitmaps have counted the products already, the condition is written so that no index is used
// for it. The products are known then, or so many that an index costs more.
func (f ProductFilter) filter(condition string) string {
	if f.counted {
		return "(" + condition + ") IS TRUE"
	}
	return condition
}

// groups returns groups of marks: a product of the list has at least one mark of each group. ok is false if marks do not decide alone. The
// words of a search do not count here.
func (f ProductFilter) groups() (groups [][]string, ok bool) {
	if f.compares() {
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

// marked returns the query for the bitmaps of the products of a list.
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

// countMarked counts the products of a list by their marks. known is false if marks do not decide alone.
func (r *Reader) countMarked(ctx context.Context, f ProductFilter) (n int64, known bool, err error) {
	if _, ok := f.groups(); !ok || f.Search.Text != "" {
		return 0, false, nil
	}
	found, err := r.bitmaps(ctx, f)
	return found.total, true, err
}

// listScopes holds the scopes on which the products of a list and their facets depend.
var listScopes = []scopes.Scope{scopes.Membership, scopes.Facets, scopes.Availability}

// countByMarks counts the products of a list by their marks, and leaves the bitmaps in the filter.
func (r *Reader) countByMarks(ctx context.Context, f *ProductFilter) (total int64, err error) {
	found, err := r.bitmaps(ctx, *f)
	f.counted, f.marks = true, found.products
	return found.total, err
}

// marked holds the products that bitmaps have found, and their number.
type marked struct {
	products bitmaps
	total    int64
}

// bitmaps returns a bit for each product of a list, regardless of the words of a search. The result is remembered while no product is
// added or removed, or changes its marks.
func (r *Reader) bitmaps(ctx context.Context, f ProductFilter) (marked, error) {
	sql, args, _ := f.marked()
	return r.marked.Get(ctx, readmodels.CacheKey(sql, args), func(ctx context.Context, from readmodels.Source) (m marked, err error) {
		rows, err := from.Query(ctx, sql, args...)
		if err != nil {
			return m, err
		}
		m.products = bitmaps{}
		var chunk int64
		var found pgtype.Bits
		_, err = pgx.ForEachRow(rows, []any{&chunk, &found}, func() error {
			m.products[chunk] = slices.Clone(found.Bytes)
			for _, b := range found.Bytes {
				m.total += int64(bits.OnesCount8(b))
			}
			return nil
		})
		return m, err
	}, listScopes...)
}

// bitmaps maps the number of a chunk of products to one bit for each product.
type bitmaps map[int64][]byte

func (b bitmaps) has(product int64) bool {
	bytes, at := b[product/catalog.BitmapSize], product%catalog.BitmapSize
	return bytes != nil && bytes[at/8]&(0x80>>(at%8)) != 0
}

// all lists the identifiers of the products. total is their number.
func (b bitmaps) all(total int64) []int64 {
	ids := make([]int64, 0, total)
	for chunk, bytes := range b {
		for i, b := range bytes {
			for ; b != 0; b &= b - 1 {
				ids = append(ids, chunk*catalog.BitmapSize+int64(i*8+7-bits.TrailingZeros8(b)))
			}
		}
	}
	return ids
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
