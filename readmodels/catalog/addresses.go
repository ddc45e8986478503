package catalog

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/catalog"
	"tradelog/domain/content"
	"tradelog/readmodels/scopes"
)

// AddressedProduct is an enabled product that a URL key leads to.
type AddressedProduct struct {
	ID   int64
	Type string
	Key  string // the path under which the store view publishes its key now
}

// ProductAddressed finds the enabled product that a store view publishes, or has published, under a URL key; nil when there is none. Of
// several, composites come first.
func (r *Reader) ProductAddressed(ctx context.Context, storeID int64, key string) (*AddressedProduct, error) {
	p := &AddressedProduct{}
	err := r.From(ctx, scopes.Addresses, scopes.Membership).QueryRow(ctx,
		`SELECT v.product_id, v.type, now.path FROM read.url_addresses a
		JOIN read.product_views v ON v.store_id = $1 AND v.product_id = a.id AND v.enabled
		CROSS JOIN LATERAL (SELECT n.path FROM read.url_addresses n WHERE n.kind = a.kind AND n.id = a.id AND n.stores && ARRAY[0, $1]
			ORDER BY $1 = ANY(n.stores) DESC LIMIT 1) AS now
		WHERE a.kind = $2 AND a.path = $3
		ORDER BY now.path = $3 DESC, v.type IN ('configurable', 'grouped', 'bundle') DESC, v.product_id LIMIT 1`,
		storeID, catalog.Products.Name, key).Scan(&p.ID, &p.Type, &p.Key)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return p, err
}

// FormerCategories finds the categories that a path of URL keys below a root has led to.
func (r *Reader) FormerCategories(ctx context.Context, root int64, keys []string) ([]int64, error) {
	rows, err := r.From(ctx, scopes.Addresses).Query(ctx,
		`SELECT parent_id, path, id FROM read.url_addresses WHERE kind = $1 AND path = ANY($2) ORDER BY id`, catalog.Categories.Name, keys)
	if err != nil {
		return nil, err
	}
	type address struct {
		parent int64
		key    string
	}
	below := map[address][]int64{}
	var at address
	var id int64
	if _, err := pgx.ForEachRow(rows, []any{&at.parent, &at.key, &id}, func() error {
		below[at] = append(below[at], id)
		return nil
	}); err != nil {
		return nil, err
	}
	found := []int64{root}
	for _, key := range keys {
		var next []int64
		for _, parent := range found {
			next = append(next, below[address{parent, key}]...)
		}
		slices.Sort(next)
		found = slices.Compact(next)
	}
	return found, nil
}

// FormerAddress is a record that has had an address.
type FormerAddress struct {
	Kind string // of the record
	ID   int64
}

// FormerContent finds the pages and parts of the blog that have had one of some keys, in any store view.
func (r *Reader) FormerContent(ctx context.Context, keys []string) ([]FormerAddress, error) {
	rows, err := r.From(ctx, scopes.Addresses).Query(ctx,
		`SELECT kind, id FROM read.url_addresses WHERE kind = ANY($1) AND key = ANY($2)
		ORDER BY array_position($2, key), array_position($1, kind), id`,
		[]string{content.Pages.Name, content.Posts.Name, content.Categories.Name}, keys)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[FormerAddress])
}

// At finds the active category that a path of URL keys leads to below a root, as a store view shows the tree. It returns 0 when there is
// none.
func (x *CategoryIndex) At(paths *Paths, storeID, root int64, keys []string) int64 {
	all := x.In(storeID)
	for _, key := range keys {
		i := slices.IndexFunc(x.Children(root), func(id int64) bool { return all[id].IsActive && paths.Category(id, all[id].URLKey) == key })
		if i < 0 {
			return 0
		}
		root = x.Children(root)[i]
	}
	return root
}

// Keys lists the URL keys on the path from a root to a category.
func (x *CategoryIndex) Keys(paths *Paths, storeID, root, id int64) []string {
	all, path := x.In(storeID), x.Path(id)
	var keys []string
	for _, up := range path[slices.Index(path, root)+1:] {
		if all[up].URLKey != "" {
			keys = append(keys, paths.Category(up, all[up].URLKey))
		}
	}
	return keys
}
