package records

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/shop"
	"tradelog/operations"
	"tradelog/operations/inputs"
)

// Published declares records that anybody may read. Each is assigned to store views, 0 for all of them, by a member stores that is tagged
// input:"raw". The storefront lists and shows the records that are active in its store view. The back office reads every record, and lists
// all with scope=all. A token that is limited to some stores has no access to content of others (shapes-catalog §15.3, conventions §4.8).
//
// Such records embed record.Dated: their lists have the filters createdFrom, createdTo and updatedSince.
type Published[V any] struct {
	Label string // used in messages, such as page
	// Stores returns the member stores.
	Stores func(v *V) *[]int64
	// Shown tells whether the storefront shows a record in its store views.
	Shown func(r Request, v V) bool
	// Key is a parameter that finds one record by its exact text, whatever the other parameters are.
	Key Filter[V]
	// KeyPart makes Key an ordinary filter by a part of the text, in any case, except for tools (Caller.Exact).
	KeyPart bool
}

var (
	errAllStores = fault.Forbiddenf("Access denied for all-stores content")
	errScope     = fault.Forbiddenf("scope=all requires a backend token")
	errStores    = fault.Invalidf(`stores must be a list of codes or numbers of store views, or "all".`).About(fault.Type, "stores")
)

// shown tells whether the storefront shows a record to a call.
func (p *published) shown(r Request, v any) bool {
	return p.showing(r, v) && (r.AllStores || shop.Assigned(p.stores(v), r.Store.ID))
}

// allow refuses a record outside of the token's stores.
func (p *published) allow(c *operations.Call, v any) error {
	allowed, stores := c.AllowedStores(), p.stores(v)
	switch {
	case allowed == nil:
		return nil
	case slices.Contains(stores, shop.AllID):
		return errAllStores
	case slices.ContainsFunc(stores, c.MaySeeStore):
		return nil
	}
	return fault.Forbiddenf("Access denied for this %s's stores", fault.ResourceName(p.label))
}

// backend tells whether a call may read records that the storefront does not show.
func (d *declaration) backend(c *operations.Call) bool { return c.BackendReader(d.of.Permission) }

// visible returns a function that tells whether a list shows a record.
func (d *declaration) visible(r Request, scope string) (func(any) bool, error) {
	p := d.published
	switch {
	case p == nil:
		return func(v any) bool { return d.Allowed(r.Call, v) == nil }, nil
	case strings.TrimSpace(scope) != "all":
		return func(v any) bool { return p.shown(r, v) }, nil
	case r.Anonymous():
		return nil, operations.ErrAuthRequired
	case !d.backend(r.Call):
		return nil, errScope
	}
	return func(v any) bool { return p.allow(r.Call, v) == nil }, nil
}

// keyed finds the record with a key. A record of the call's own store view comes before one of all stores.
func (d *declaration) keyed(r Request, all []any, key string) []any {
	p, backend := d.published, d.backend(r.Call)
	var found []any
	for _, v := range all {
		if p.key.matches(v, key) && (p.shown(r, v) && !backend || backend && p.allow(r.Call, v) == nil) {
			found = append(found, v)
		}
	}
	rank := func(v any) int {
		switch {
		case !p.shown(r, v):
			return 2
		case slices.Contains(p.stores(v), shop.AllID):
			return 1
		}
		return 0
	}
	slices.SortStableFunc(found, func(a, b any) int { return cmp.Compare(rank(a), rank(b)) })
	return found[:min(1, len(found))]
}

// within returns a function that tells whether a record was created and changed within the requested times. text returns a parameter.
func within(text func(name string) string) (func(any) bool, error) {
	var bounds [3]time.Time
	for i, name := range []string{"createdFrom", "createdTo", "updatedSince"} {
		at, err := inputs.Moment(name, text(name), name == "createdTo")
		if err != nil {
			return nil, err
		}
		bounds[i] = at
	}
	from, to, since := bounds[0], bounds[1], bounds[2]
	return func(v any) bool {
		dated, ok := v.(interface {
			Times() (created, updated time.Time)
		})
		if !ok {
			return true
		}
		created, updated := dated.Times()
		created, updated = created.Truncate(time.Second), updated.Truncate(time.Second)
		return !created.Before(from) && (to.IsZero() || !created.After(to)) && !updated.Before(since)
	}, nil
}

// storesOf parses the store views of a record; nil if they were not sent. A token that is limited to some stores may name only these; "all"
// then means all of them.
func storesOf(r Request, raw json.RawMessage) ([]int64, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var list []json.RawMessage
	if raw[0] == '[' {
		if json.Unmarshal(raw, &list) != nil {
			return nil, errStores
		}
	} else {
		list = []json.RawMessage{raw}
	}
	var stores []int64
	for _, named := range list {
		ids, err := storeOf(r, named)
		if err != nil {
			return nil, err
		}
		stores = append(stores, ids...)
	}
	if slices.Contains(stores, shop.AllID) {
		return []int64{shop.AllID}, nil
	}
	slices.Sort(stores)
	return domain.Distinct(stores), nil
}

// storeOf parses one element: a code, a number, as text too, or all.
func storeOf(r Request, raw json.RawMessage) ([]int64, error) {
	var name string
	if json.Unmarshal(raw, &name) != nil {
		var id int64
		if json.Unmarshal(raw, &id) != nil {
			return nil, errStores
		}
		name = strconv.FormatInt(id, 10)
	}
	name = strings.TrimSpace(name)
	allowed := r.AllowedStores()
	switch {
	case name == "all" && allowed != nil:
		return allowed, nil
	case name == "all", (name == "0" || name == shop.AdminCode) && allowed == nil:
		return []int64{shop.AllID}, nil
	case name == "0", name == shop.AdminCode:
		return nil, errAllStores
	}
	store, ok := r.Shop.FindStore(name)
	if !ok {
		return nil, fault.Invalidf("Unknown store: %.64s", name).About(fault.Unknown, "stores")
	}
	if !r.MaySeeStore(store.ID) {
		return nil, fault.Forbiddenf("Access denied for store: %.64s", name)
	}
	return []int64{store.ID}, nil
}
