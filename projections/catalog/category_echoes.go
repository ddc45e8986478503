package catalog

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/projections"
	"tradelog/readmodels/scopes"
)

// shownCategories is the tree of categories with their landing blocks. Categories show those below them, the path from the root, and the
// content of their block.
type shownCategories struct {
	known    map[int64]shownCategory // nil until they were read
	places   components              // the only child of each category is the one above it
	landings components              // the landing blocks of each category
}

// shownCategory is what is stored of a category.
type shownCategory struct {
	Parent int64 `json:"parent"`
	// Landings has the landing blocks by store view, 0 for all stores.
	Landings map[int64]int64 `json:"landings,omitempty"`
}

var (
	shownCategoriesTable = &projections.Table{Name: "shown_categories", Keys: 1, Columns: projections.Columns("id bigint, state text")}
	categoryEchoesTable  = &projections.Table{Name: "category_echoes", Keys: 2,
		Columns: projections.Columns("position bigint, category_id bigint")}
)

func (t *shownCategories) load(ctx context.Context, w *projections.Writer) error {
	if t.known != nil {
		return nil
	}
	rows, err := w.Query(ctx, `SELECT id, state FROM shown_categories`)
	if err != nil {
		return err
	}
	t.known = map[int64]shownCategory{}
	t.places.clear()
	t.landings.clear()
	return eachState(rows, t.keep)
}

// eachState calls keep with rows of a number and the JSON of a state.
func eachState[S any](rows pgx.Rows, keep func(int64, S)) error {
	var id int64
	var state []byte
	_, err := pgx.ForEachRow(rows, []any{&id, &state}, func() error {
		var known S
		if err := json.Unmarshal(state, &known); err != nil {
			return err
		}
		keep(id, known)
		return nil
	})
	return err
}

func (t *shownCategories) keep(id int64, c shownCategory) {
	t.known[id] = c
	t.places.set(id, []int64{c.Parent})
	t.landings.set(id, slices.Collect(maps.Values(c.Landings)))
}

// apply applies an event of a category.
func (t *shownCategories) apply(w *projections.Writer, e projections.Event) error {
	id := domain.StreamID(e.Stream)
	c := t.known[id]
	c.Landings = maps.Clone(c.Landings)
	switch payload := e.Payload.(type) {
	case record.Created:
		c = shownCategory{}
		c.set(0, payload.Values)
	case record.Changed:
		if slices.Contains(payload.Unset, "landingPageId") {
			delete(c.Landings, payload.StoreID)
		}
		c.set(payload.StoreID, payload.Set)
	case record.Deleted:
		delete(t.known, id)
		t.places.set(id, nil)
		t.landings.set(id, nil)
		w.Delete(shownCategoriesTable, id)
		return nil
	}
	t.keep(id, c)
	state, err := json.Marshal(c)
	w.Put(shownCategoriesTable, id, state)
	return err
}

// set applies values of a store view, 0 for those of all stores.
func (c *shownCategory) set(store int64, values record.Values) {
	if raw, written := values["parentId"]; written {
		c.Parent = 0
		_ = json.Unmarshal(raw, &c.Parent)
	}
	if raw, written := values["landingPageId"]; written {
		var block int64
		if delete(c.Landings, store); json.Unmarshal(raw, &block) != nil || block == 0 {
			return
		}
		if c.Landings == nil {
			c.Landings = map[int64]int64{}
		}
		c.Landings[store] = block
	}
}

// above lists the categories above one that can be shown: not the root of all. Two moves at the same moment can make a ring for a moment.
func (t *shownCategories) above(id int64) (above []int64) {
	for c, known := t.known[id]; known && c.Parent != catalog.TreeRoot && !slices.Contains(above, c.Parent); {
		up := c.Parent
		if c, known = t.known[up]; known {
			above = append(above, up)
		}
	}
	return above
}

// below lists the categories below one.
func (t *shownCategories) below(id int64) (below []int64) {
	found := map[int64]bool{id: true}
	for next := []int64{id}; len(next) > 0; next = next[1:] {
		for child := range t.places.parents[next[0]] {
			if !found[child] {
				found[child] = true
				below, next = append(below, child), append(next, child)
			}
		}
	}
	return below
}

// echoCategory notes that an event changed what a category shows, although the event is not the category's own.
func (p *productsProjector) echoCategory(w *projections.Writer, e projections.Event, id int64) {
	w.Put(categoryEchoesTable, e.Position, id)
	w.Touch(e.Position, scopes.Shown)
}

// echoTree notes the categories that show a changed category: those above it, before and after the event. Those below it show its URL key
// and its place.
func (p *productsProjector) echoTree(w *projections.Writer, e projections.Event) error {
	t, id := &p.categories, domain.StreamID(e.Stream)
	shown := t.above(id)
	if err := t.apply(w, e); err != nil {
		return err
	}
	shown = append(shown, t.above(id)...)
	if placed(e) {
		shown = append(shown, t.below(id)...)
	}
	for _, other := range shown {
		if other != id {
			p.echoCategory(w, e, other)
		}
	}
	return nil
}

// placed tells whether an event changes the place of a category, or the address of those below it.
func placed(e projections.Event) bool {
	changed, ok := e.Payload.(record.Changed)
	return ok && slices.ContainsFunc([]string{"parentId", "urlKey"}, func(field string) bool {
		return changed.Set[field] != nil || slices.Contains(changed.Unset, field)
	})
}
