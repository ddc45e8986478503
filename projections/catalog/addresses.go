package catalog

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/content"
	"tradelog/domain/record"
	"tradelog/internal/lru"
	"tradelog/projections"
	"tradelog/readmodels/scopes"
)

// Addresses stores the URL keys of products and categories and those of content, the ones of before included (shapes-catalog §19).
var Addresses = projections.Definition{
	Name: "addresses", Version: 2, Tables: []string{"url_addresses"},
	Events: slices.Concat(catalog.Products.EventNames(), catalog.Categories.EventNames(), content.Pages.EventNames(),
		content.Posts.EventNames(), content.Categories.EventNames()),
	New: func() projections.Projector { return &addressesProjector{lru.New[string, addresses](2000)} },
}

type addressesProjector struct{ memory lru.Cache[string, addresses] }

// place is an address below a category, 0 for products.
type place struct {
	parent int64
	key    string
}

// addresses are those of one product or category: where each holds now, as store views or 0 for all stores.
type addresses map[place][]int64

var addressTable = &projections.Table{Name: "url_addresses", Keys: 4, Columns: projections.Columns(
	"kind text, id bigint, parent_id bigint, key text, stores bigint[], version bigint")}

// Apply notes addresses that appear, move or end. What is deleted leaves none.
func (p *addressesProjector) Apply(ctx context.Context, w *projections.Writer, events []projections.Event) error {
	known, err := p.load(ctx, w, events)
	if err != nil {
		return err
	}
	for _, e := range events {
		before := known[e.Stream]
		after := before.with(e.Payload)
		kind, id := domain.Category(e.Stream), domain.StreamID(e.Stream)
		changed := false
		for at := range before {
			if _, kept := after[at]; !kept {
				w.Delete(addressTable, kind, id, at.parent, at.key)
				changed = true
			}
		}
		for at, stores := range after {
			if had, ok := before[at]; !ok || !slices.Equal(had, stores) {
				w.Put(addressTable, kind, id, at.parent, at.key, stores, e.Position)
				changed = true
			}
		}
		if changed {
			w.Touch(e.Position, scopes.Addresses)
		}
		known[e.Stream] = after
		p.memory.Add(e.Stream, after)
	}
	return nil
}

// load returns the addresses of what a batch changes.
func (p *addressesProjector) load(ctx context.Context, w *projections.Writer, events []projections.Event) (map[string]addresses, error) {
	known := map[string]addresses{}
	var kinds []string
	var ids []int64
	for _, e := range events {
		if _, has := known[e.Stream]; has {
			continue
		}
		remembered, has := p.memory.Get(e.Stream)
		known[e.Stream] = remembered
		if !has && e.Revision > 0 {
			known[e.Stream] = addresses{}
			kinds, ids = append(kinds, domain.Category(e.Stream)), append(ids, domain.StreamID(e.Stream))
		}
	}
	if len(ids) == 0 {
		return known, nil
	}
	rows, err := w.Query(ctx, `SELECT kind, id, parent_id, key, stores FROM url_addresses
		WHERE (kind, id) IN (SELECT * FROM unnest($1::text[], $2::bigint[]))`, kinds, ids)
	if err != nil {
		return nil, err
	}
	var kind string
	var id int64
	var at place
	var stores []int64
	_, err = pgx.ForEachRow(rows, []any{&kind, &id, &at.parent, &at.key, &stores}, func() error {
		known[domain.Stream(kind, id)][at] = slices.Clone(stores)
		return nil
	})
	return known, err
}

// with returns the addresses after an event. Content has one address at a time, whatever its store views are.
func (a addresses) with(event domain.Event) addresses {
	now := a.now()
	switch e := event.(type) {
	case record.Created:
		now = map[int64]place{0: placed(e.Values, place{})}
	case record.Changed:
		was, own := now[e.StoreID]
		if !own {
			was = now[0]
		}
		is := placed(e.Set, was)
		switch {
		case slices.Contains(e.Unset, "urlKey"):
			delete(now, e.StoreID)
		case own || e.StoreID == 0 || is != was:
			now[e.StoreID] = is
		}
		for store, at := range now { // a category is below the same one in all stores
			now[store] = place{now[0].parent, at.key}
		}
	case record.Deleted:
		return addresses{}
	}
	after := addresses{}
	for at := range a {
		after[at] = []int64{}
	}
	for _, store := range slices.Sorted(maps.Keys(now)) {
		after[now[store]] = append(after[now[store]], store)
	}
	return after
}

// now returns the present addresses by store view.
func (a addresses) now() map[int64]place {
	now := map[int64]place{}
	for at, stores := range a {
		for _, store := range stores {
			now[store] = at
		}
	}
	return now
}

// placed returns an address with the values that were written. A page is addressed by its identifier.
func placed(values record.Values, at place) place {
	for _, member := range []string{"urlKey", "identifier"} {
		if raw, written := values[member]; written {
			at.key = ""
			_ = json.Unmarshal(raw, &at.key)
		}
	}
	if raw, written := values["parentId"]; written {
		at.parent = 0
		_ = json.Unmarshal(raw, &at.parent)
	}
	return at
}
