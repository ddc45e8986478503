package catalog

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/projections"
)

// URL keys need not be unique, and paths must be (shapes-catalog §19). The first record with a key is published under the key itself;
// others get the first free path with -1, -2 ... behind the key. The projector decides this, and not commands, because keys may repeat. No
// product is refused for its key, and no event has to record the path. The decision depends on nothing but the order of events in the log,
// so a rebuild decides as the projector did. A path stays until its product or category has another key, even if the first record with the
// key is gone. So existing links stay valid.

// pathKey is a path below a category, 0 for products.
type pathKey struct {
	kind   string
	parent int64
	path   string
}

// taken maps paths to the records that have them now: the rows of the table, and over them the changes of the batch. 0 stands for nobody.
type taken struct{ owners map[pathKey]int64 }

// isUnique tells whether a kind of record has paths of its own.
func isUnique(kind string) bool {
	return kind == catalog.Products.Name || kind == catalog.Categories.Name
}

// readTaken reads the owners of the keys that a batch takes, with one query.
func readTaken(ctx context.Context, w *projections.Writer, events []projections.Event, known map[string]addresses) (*taken, error) {
	t := &taken{map[pathKey]int64{}}
	var kinds, keys []string
	var parents []int64
	states := map[string]addresses{}
	for _, e := range events {
		kind := domain.Category(e.Stream)
		if !isUnique(kind) {
			continue
		}
		before, seen := states[e.Stream]
		if !seen {
			before = known[e.Stream]
		}
		after := before.afterEvent(e.Payload)
		for at := range after.added(before) {
			kinds, parents, keys = append(kinds, kind), append(parents, at.parent), append(keys, at.key)
		}
		states[e.Stream] = after
	}
	if len(keys) == 0 {
		return t, nil
	}
	rows, err := w.Query(ctx, `SELECT kind, parent_id, path, id FROM url_addresses WHERE stores <> '{}'
		AND (kind, parent_id, path) IN (SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[]))`, kinds, parents, keys)
	return t, t.add(rows, err)
}

func (t *taken) add(rows pgx.Rows, err error) error {
	if err != nil {
		return err
	}
	var at pathKey
	var id int64
	_, err = pgx.ForEachRow(rows, []any{&at.kind, &at.parent, &at.path, &id}, func() error {
		if _, newer := t.owners[at]; !newer {
			t.owners[at] = id
		}
		return nil
	})
	return err
}

// added returns the addresses that hold now and did not hold before.
func (a addresses) added(before addresses) map[address]spot {
	out := map[address]spot{}
	for at, is := range a {
		if len(is.stores) > 0 && len(before[at].stores) == 0 {
			out[at] = is
		}
	}
	return out
}

// publish gives the new addresses of a record their paths, and frees the paths that it has left.
func (t *taken) publish(ctx context.Context, w *projections.Writer, stream string, before, after addresses) error {
	kind, id := domain.Category(stream), domain.StreamID(stream)
	if isUnique(kind) {
		for at, had := range before {
			if len(had.stores) > 0 && len(after[at].stores) == 0 {
				t.owners[pathKey{kind, at.parent, had.path}] = 0
			}
		}
	}
	fresh := after.added(before)
	for _, at := range sortedAddresses(fresh) {
		path, err := at.key, error(nil)
		if isUnique(kind) && at.key != "" {
			if path, err = t.free(ctx, w, kind, at); err != nil {
				return err
			}
			t.owners[pathKey{kind, at.parent, path}] = id
		}
		after[at] = spot{after[at].stores, path}
	}
	return nil
}

// sortedAddresses lists addresses in a fixed order.
func sortedAddresses(found map[address]spot) []address {
	out := make([]address, 0, len(found))
	for at := range found {
		out = append(out, at)
	}
	slices.SortFunc(out, func(a, b address) int {
		if a.parent != b.parent {
			return int(a.parent - b.parent)
		}
		if a.key < b.key {
			return -1
		}
		return 1
	})
	return out
}

// free returns the first path of a key that nobody has.
func (t *taken) free(ctx context.Context, w *projections.Writer, kind string, at address) (string, error) {
	if t.owners[pathKey{kind, at.parent, at.key}] == 0 {
		return at.key, nil
	}
	rows, err := w.Query(ctx, `SELECT kind, parent_id, path, id FROM url_addresses WHERE stores <> '{}'
		AND kind = $1 AND parent_id = $2 AND path LIKE $3`, kind, at.parent, at.key+"-%")
	if err := t.add(rows, err); err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		path := fmt.Sprintf("%s-%d", at.key, n)
		if t.owners[pathKey{kind, at.parent, path}] == 0 {
			return path, nil
		}
	}
}
