package catalog

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/readmodels"
)

// CategoryIndex is the whole category tree. It never changes, and caches the categories of each store view.
type CategoryIndex struct {
	nodes    map[int64]*categoryNode
	children map[int64][]int64 // by position
	inStore  sync.Map          // store ID -> map[int64]*catalog.Category
	// base is the tree that this one differs from in the categories of changed; nil if there is none.
	base    *CategoryIndex
	changed []int64
}

type categoryNode struct {
	values           map[int64]record.Values
	created, updated time.Time
}

// Categories returns the category tree, from memory while nothing changed.
func (r *Reader) Categories(ctx context.Context) (*CategoryIndex, error) {
	return r.categories.Get(ctx)
}

// AssignedProducts returns how many products are assigned to each category.
func (r *Reader) AssignedProducts(ctx context.Context) (map[int64]int64, error) {
	return r.assigned.Get(ctx)
}

func loadAssigned(ctx context.Context, from readmodels.Source) (map[int64]int64, error) {
	rows, err := from.Query(ctx, `SELECT c, count(*) FROM read.product_views, unnest(category_ids) AS c WHERE store_id = 0 GROUP BY c`)
	if err != nil {
		return nil, err
	}
	out := map[int64]int64{}
	var id, n int64
	_, err = pgx.ForEachRow(rows, []any{&id, &n}, func() error {
		out[id] = n
		return nil
	})
	return out, err
}

func loadCategories(ctx context.Context, from readmodels.Source) (*CategoryIndex, error) {
	nodes := map[int64]*categoryNode{}
	add := func(row readmodels.RecordRow) error {
		id, err := strconv.ParseInt(row.ID, 10, 64)
		nodes[id] = &categoryNode{values: row.Values, created: row.CreatedAt, updated: row.UpdatedAt}
		return err
	}
	if err := readmodels.EachRecord(ctx, from, "categories", readmodels.RecordRows{catalog.Categories: add}); err != nil {
		return nil, err
	}
	return newCategoryIndex(nodes), nil
}

func newCategoryIndex(nodes map[int64]*categoryNode) *CategoryIndex {
	x := &CategoryIndex{nodes: nodes}
	x.arrange()
	return x
}

// arrange finds the children of each category.
func (x *CategoryIndex) arrange() {
	x.children = map[int64][]int64{}
	all := x.In(0)
	for id, c := range all {
		if id != catalog.TreeRoot {
			x.children[c.ParentID] = append(x.children[c.ParentID], id)
		}
	}
	for _, ids := range x.children {
		slices.SortFunc(ids, func(a, b int64) int {
			return cmp.Or(cmp.Compare(all[a].Position, all[b].Position), cmp.Compare(a, b))
		})
	}
}

// CategoryState is a category as it was folded from its stream.
type CategoryState struct {
	record.State
	Created, Updated time.Time
}

// With returns a copy of the tree with other states of some categories: newer ones than the read model has, or older ones.
func (x *CategoryIndex) With(states ...CategoryState) *CategoryIndex {
	out := &CategoryIndex{nodes: maps.Clone(x.nodes), base: x}
	for _, s := range states {
		out.nodes[s.ID] = &categoryNode{values: s.Values, created: s.Created, updated: s.Updated}
		out.changed = append(out.changed, s.ID)
	}
	out.arrange()
	return out
}

// In returns all categories as they are in a store view, 0 for the values of all stores.
func (x *CategoryIndex) In(storeID int64) map[int64]*catalog.Category {
	if had, ok := x.inStore.Load(storeID); ok {
		return had.(map[int64]*catalog.Category)
	}
	var out map[int64]*catalog.Category
	changed := slices.Values(x.changed)
	if x.base != nil {
		out = maps.Clone(x.base.In(storeID))
	} else {
		out, changed = make(map[int64]*catalog.Category, len(x.nodes)), maps.Keys(x.nodes)
	}
	for id := range changed {
		c, err := record.Read[catalog.Category](record.State{Values: x.nodes[id].values}.In(storeID))
		if err != nil {
			delete(out, id)
			continue
		}
		c.ID = id
		out[id] = &c
	}
	x.inStore.Store(storeID, out)
	return out
}

// Children lists the children of a category by position.
func (x *CategoryIndex) Children(id int64) []int64 { return x.children[id] }

// Exists tells whether there is such a category.
func (x *CategoryIndex) Exists(id int64) bool { return x.nodes[id] != nil }

// Path lists the categories from the root down to one, itself included; nil when there is none.
func (x *CategoryIndex) Path(id int64) []int64 {
	all := x.In(0)
	var path []int64
	for len(path) <= len(all) {
		c := all[id]
		if c == nil {
			return nil
		}
		path = append(path, id)
		if id == catalog.TreeRoot || c.ParentID == 0 {
			slices.Reverse(path)
			return path
		}
		id = c.ParentID
	}
	return nil
}

// Within tells whether a category is a root or below it.
func (x *CategoryIndex) Within(id, root int64) bool { return slices.Contains(x.Path(id), root) }

// Descendants lists everything below a category, each after its parent.
func (x *CategoryIndex) Descendants(id int64) []int64 {
	var out []int64
	open := slices.Clone(x.children[id])
	slices.Reverse(open)
	for len(open) > 0 && len(out) < len(x.nodes) { // two moves at the same moment can make a ring for a moment
		next := open[len(open)-1]
		open = open[:len(open)-1]
		out = append(out, next)
		for _, child := range slices.Backward(x.children[next]) {
			open = append(open, child)
		}
	}
	return out
}

// Level returns the depth of a category: 0 for the root of all, 1 for a store's root; -1 outside the tree.
func (x *CategoryIndex) Level(id int64) int { return len(x.Path(id)) - 1 }

// Shown tells whether a category is active in a store view and inside its tree.
func (x *CategoryIndex) Shown(id, storeID, root int64) bool {
	c := x.In(storeID)[id]
	return c != nil && c.IsActive && x.Within(id, root)
}

// FirstPosition returns a position before all children of a category.
func (x *CategoryIndex) FirstPosition(parent int64) int64 {
	children := x.children[parent]
	if len(children) == 0 {
		return 1
	}
	return x.In(0)[children[0]].Position - 1
}

// NextPosition returns the position for a new child.
func (x *CategoryIndex) NextPosition(parent int64) int64 {
	all := x.In(0)
	var last int64
	for _, id := range x.children[parent] {
		last = max(last, all[id].Position)
	}
	return last + 1
}
