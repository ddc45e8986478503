package catalog

import (
	"context"
	"encoding/hex"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/projections"
	"tradelog/readmodels/tables"
)

// bitmap has one bit for each of 8192 products, set if the product has a mark. The bits are in the order of PostgreSQL's bit strings.
type bitmap [catalog.BitmapSize / 8]byte

func (b *bitmap) set(id int64, on bool) {
	n := id % catalog.BitmapSize
	if bit := byte(0x80) >> (n % 8); on {
		b[n/8] |= bit
	} else {
		b[n/8] &^= bit
	}
}

func (b *bitmap) literal() string { return "x" + hex.EncodeToString(b[:]) }

var (
	productBitmaps = &projections.Table{Name: "product_bitmaps", Keys: 3,
		Columns: projections.Columns("store_id bigint, mark text, chunk bigint, products bit(8192)")}
	stockBitmaps = &projections.Table{Name: "stock_bitmaps", Keys: 2,
		Columns: projections.Columns("mark text, chunk bigint, products bit(8192)")}
)

// marksOf returns the marks by which a product is counted in a store view. A disabled product has none, because it is not listed.
func marksOf(enabled, inCatalog, inSearch bool, categories []int64, facets []string) []string {
	marks := slices.Clone(facets)
	for _, id := range categories {
		marks = append(marks, catalog.CategoryMark(id))
	}
	if enabled && inCatalog {
		marks = append(marks, catalog.CatalogMark)
	}
	if enabled && inSearch {
		marks = append(marks, catalog.SearchMark)
	}
	slices.Sort(marks)
	return slices.Compact(marks)
}

// marks keeps the bitmaps of products. Its memory holds the rows as they are after the batch.
type marks struct {
	now    map[viewKey][]string // of the products of the batch
	memory map[markKey]*bitmap
}

type viewKey struct{ store, product int64 }

type markKey struct {
	store int64
	mark  string
	chunk int64
}

// set sets the marks of a product in a store view. Without marks the product is not there.
func (m *marks) set(store, product int64, marks []string) {
	if m.now == nil {
		m.now = map[viewKey][]string{}
	}
	m.now[viewKey{store, product}] = marks
}

// forget drops a store view, whose rows are deleted.
func (m *marks) forget(store int64) {
	for key := range m.memory {
		if key.store == store {
			delete(m.memory, key)
		}
	}
	for key := range m.now {
		if key.store == store {
			delete(m.now, key)
		}
	}
}

// flush writes the bitmaps that differ because of the batch.
func (m *marks) flush(ctx context.Context, w *projections.Writer, events []projections.Event) error {
	if len(m.now) == 0 {
		return nil
	}
	before, err := m.readMarks(ctx, w, events)
	if err != nil {
		return err
	}
	changes := map[markKey]map[int64]bool{}
	note := func(key viewKey, marks, but []string, on bool) {
		for _, mark := range marks {
			if _, both := slices.BinarySearch(but, mark); both {
				continue
			}
			at := markKey{key.store, mark, key.product / catalog.BitmapSize}
			if changes[at] == nil {
				changes[at] = map[int64]bool{}
			}
			changes[at][key.product] = on
		}
	}
	for key, now := range m.now {
		note(key, before[key], now, false)
		note(key, now, before[key], true)
	}
	clear(m.now)
	if err := m.load(ctx, w, changes); err != nil {
		return err
	}
	for key, products := range changes {
		bits := m.memory[key]
		for id, on := range products {
			bits.set(id, on)
		}
		if *bits == (bitmap{}) {
			w.Delete(productBitmaps, key.store, key.mark, key.chunk)
			continue
		}
		w.Put(productBitmaps, key.store, key.mark, key.chunk, bits.literal())
	}
	return nil
}

// readMarks reads the marks that the products of the batch had. Products that begin in the batch had none.
func (m *marks) readMarks(ctx context.Context, w *projections.Writer, events []projections.Event) (map[viewKey][]string, error) {
	begins := map[int64]bool{}
	for _, e := range events {
		if e.Revision == 0 && domain.Category(e.Stream) == catalog.Products.Name {
			begins[domain.StreamID(e.Stream)] = true
		}
	}
	var ids []int64
	for key := range m.now {
		if !begins[key.product] {
			ids = append(ids, key.product)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	slices.Sort(ids)
	rows, err := w.Query(ctx, "SELECT "+markedColumns.SQL()+" FROM product_views WHERE product_id = ANY($1)", slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	before := map[viewKey][]string{}
	found, err := pgx.CollectRows(rows, markedColumns.Collect)
	for _, p := range found {
		before[viewKey{p.StoreID, p.ProductID}] = marksOf(p.Enabled, p.InCatalog, p.InSearch, p.CategoryIDs, p.Facets)
	}
	return before, err
}

// marked holds the values from which the marks of a product follow.
type marked struct {
	StoreID     int64    `db:"store_id"`
	ProductID   int64    `db:"product_id"`
	Enabled     bool     `db:"enabled"`
	InCatalog   bool     `db:"in_catalog"`
	InSearch    bool     `db:"in_search"`
	CategoryIDs []int64  `db:"category_ids"`
	Facets      []string `db:"facets"`
}

var markedColumns = tables.Of[marked]()

// keptBitmaps is the number of bitmaps kept in memory, of 1 KB each.
const keptBitmaps = 4096

// load reads the bitmaps that are not in memory.
func (m *marks) load(ctx context.Context, w *projections.Writer, changes map[markKey]map[int64]bool) error {
	if len(m.memory) > keptBitmaps || m.memory == nil {
		m.memory = map[markKey]*bitmap{}
	}
	var stores, chunks []int64
	var names []string
	for key := range changes {
		if m.memory[key] == nil {
			m.memory[key] = &bitmap{}
			stores, names, chunks = append(stores, key.store), append(names, key.mark), append(chunks, key.chunk)
		}
	}
	if len(names) == 0 {
		return nil
	}
	rows, err := w.Query(ctx, `SELECT b.store_id, b.mark, b.chunk, b.products FROM product_bitmaps b
		JOIN unnest($1::bigint[], $2::text[], $3::bigint[]) AS u (store_id, mark, chunk) USING (store_id, mark, chunk)`, stores, names, chunks)
	if err != nil {
		return err
	}
	var key markKey
	var bits pgtype.Bits
	_, err = pgx.ForEachRow(rows, []any{&key.store, &key.mark, &key.chunk, &bits}, func() error {
		copy(m.memory[key][:], bits.Bytes)
		return nil
	})
	return err
}

// stockMarks keeps the bitmaps of stock, which are few, in memory.
type stockMarks struct {
	memory  map[markKey]*bitmap // nil until they were read
	changed map[markKey]bool
}

func (m *stockMarks) load(ctx context.Context, w *projections.Writer) error {
	if m.memory != nil {
		return nil
	}
	rows, err := w.Query(ctx, `SELECT mark, chunk, products FROM stock_bitmaps`)
	if err != nil {
		return err
	}
	m.memory, m.changed = map[markKey]*bitmap{}, map[markKey]bool{}
	var key markKey
	var bits pgtype.Bits
	_, err = pgx.ForEachRow(rows, []any{&key.mark, &key.chunk, &bits}, func() error {
		m.memory[key] = &bitmap{}
		copy(m.memory[key][:], bits.Bytes)
		return nil
	})
	return err
}

// set notes whether a product is in stock, and whether it is sold out if the configuration does not manage stock.
func (m *stockMarks) set(product int64, inStock, managed bool) {
	for mark, on := range map[string]bool{catalog.InStockMark: inStock, catalog.ManagedMark: managed} {
		key := markKey{mark: mark, chunk: product / catalog.BitmapSize}
		bits := m.memory[key]
		if bits == nil {
			bits = &bitmap{}
			m.memory[key] = bits
		}
		before := *bits
		if bits.set(product, on); *bits != before {
			m.changed[key] = true
		}
	}
}

// flush writes the bitmaps that differ because of the batch.
func (m *stockMarks) flush(w *projections.Writer) {
	for key := range m.changed {
		if bits := m.memory[key]; *bits == (bitmap{}) {
			w.Delete(stockBitmaps, key.mark, key.chunk)
		} else {
			w.Put(stockBitmaps, key.mark, key.chunk, bits.literal())
		}
	}
	clear(m.changed)
}
