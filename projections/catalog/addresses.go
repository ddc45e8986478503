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
	"tradelog/readmodels/tables"
)

// Addresses stores the URL keys of products, categories and content, including former ones (shapes-catalog §19). It also decides the path
// under which each is published, see paths.go.
var Addresses = projections.Definition{
	Name: "addresses", Version: 3, Tables: []string{"url_addresses"},
	Events: slices.Concat(catalog.Products.EventNames(), catalog.Categories.EventNames(), content.Pages.EventNames(),
		content.Posts.EventNames(), content.Categories.EventNames()),
	New: func() projections.Projector { return &addressesProjector{lru.New[string, addresses](2000)} },
}

type addressesProjector struct{ memory lru.Cache[string, addresses] }

// address is a URL key below a category, 0 for products.
type address struct {
	parent int64
	key    string
}

// spot holds the store views in which an address holds now, 0 for all, and the path under which it is published.
type spot struct {
	stores []int64
	path   string
}

func (s spot) equal(other spot) bool {
	return s.path == other.path && slices.Equal(s.stores, other.stores)
}

// addresses holds the present and former addresses of one product, category or piece of content.
type addresses map[address]spot

var (
	addressTable   = projections.TableOf[tables.URLAddress]("url_addresses", 4)
	addressColumns = tables.Of[tables.URLAddress]()
)

// Apply notes addresses that appear, move or end. A deleted record leaves no addresses.
func (p *addressesProjector) Apply(ctx context.Context, w *projections.Writer, events []projections.Event) error {
	known, err := p.load(ctx, w, events)
	if err != nil {
		return err
	}
	taken, err := readTaken(ctx, w, events, known)
	if err != nil {
		return err
	}
	for _, e := range events {
		before := known[e.Stream]
		after := before.afterEvent(e.Payload)
		if err := taken.publish(ctx, w, e.Stream, before, after); err != nil {
			return projections.At(e, err)
		}
		kind, id := domain.Category(e.Stream), domain.StreamID(e.Stream)
		changed, suffixed := false, false
		for at, had := range before {
			if _, kept := after[at]; !kept {
				w.Delete(addressTable.Table, kind, id, at.parent, at.key)
				changed, suffixed = true, suffixed || had.path != at.key
			}
		}
		for at, is := range after {
			if had, ok := before[at]; !ok || !had.equal(is) {
				if err := addressTable.Put(w, tables.URLAddress{
					Kind: kind, ID: id, ParentID: at.parent, Key: at.key, Stores: is.stores, Version: e.Position, Path: is.path,
				}); err != nil {
					return projections.At(e, err)
				}
				changed, suffixed = true, suffixed || is.path != at.key || ok && had.path != at.key
			}
		}
		if changed {
			w.Touch(e.Position, scopes.Addresses)
		}
		if suffixed {
			w.Touch(e.Position, scopes.Paths)
		}
		known[e.Stream] = after
		p.memory.Add(e.Stream, after)
	}
	return nil
}

// load returns the addresses of the records that a batch changes.
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
	rows, err := w.Query(ctx, `SELECT `+addressColumns.SQL()+` FROM url_addresses
		WHERE (kind, id) IN (SELECT * FROM unnest($1::text[], $2::bigint[]))`, kinds, ids)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectRows(rows, addressColumns.Collect)
	for _, a := range found {
		known[domain.Stream(a.Kind, a.ID)][address{a.ParentID, a.Key}] = spot{a.Stores, a.Path}
	}
	return known, err
}

// afterEvent returns the addresses after an event. Content has one address at a time, whatever its store views.
func (a addresses) afterEvent(event domain.Event) addresses {
	now := a.current()
	switch e := event.(type) {
	case record.Created:
		now = map[int64]address{0: addressOf(e.Values, address{})}
	case record.Changed:
		was, own := now[e.StoreID]
		if !own {
			was = now[0]
		}
		is := addressOf(e.Set, was)
		switch {
		case slices.Contains(e.Unset, "urlKey"):
			delete(now, e.StoreID)
		case own || e.StoreID == 0 || is != was:
			now[e.StoreID] = is
		}
		for store, at := range now { // a category is below the same one in all stores
			now[store] = address{now[0].parent, at.key}
		}
	case record.Deleted:
		return addresses{}
	}
	after := addresses{}
	for at, had := range a {
		after[at] = spot{[]int64{}, had.path}
	}
	for _, store := range slices.Sorted(maps.Keys(now)) {
		is := after[now[store]]
		after[now[store]] = spot{append(is.stores, store), is.path}
	}
	return after
}

// current returns the present addresses by store view.
func (a addresses) current() map[int64]address {
	now := map[int64]address{}
	for at, is := range a {
		for _, store := range is.stores {
			now[store] = at
		}
	}
	return now
}

// addressOf returns an address with the values that were written. A page is addressed by its identifier.
func addressOf(values record.Values, at address) address {
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
