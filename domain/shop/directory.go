package shop

import (
	"cmp"
	"slices"
	"strconv"

	"tradelog/domain"
)

// Tree holds all websites, groups and stores. The tree is built from the read model and immutable, so that all requests can share it. The
// zero Tree is an empty shop.
type Tree struct {
	Websites []Website
	Groups   []Group
	Stores   []Store

	storeByID   map[int64]int
	storeByCode map[string]int
	siteByID    map[int64]int
	groupByID   map[int64]int
}

// NewTree returns a sorted and indexed shop.
func NewTree(websites []Website, groups []Group, stores []Store) *Tree {
	t := &Tree{Websites: websites, Groups: groups, Stores: stores,
		storeByID: map[int64]int{}, storeByCode: map[string]int{}, siteByID: map[int64]int{}, groupByID: map[int64]int{}}
	slices.SortFunc(t.Websites, func(a, b Website) int {
		return cmp.Or(cmp.Compare(a.SortOrder, b.SortOrder), cmp.Compare(a.ID, b.ID))
	})
	slices.SortFunc(t.Groups, func(a, b Group) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(t.Stores, func(a, b Store) int {
		return cmp.Or(cmp.Compare(a.SortOrder, b.SortOrder), cmp.Compare(a.ID, b.ID))
	})
	for i, w := range t.Websites {
		t.siteByID[w.ID] = i
	}
	for i, g := range t.Groups {
		t.groupByID[g.ID] = i
	}
	for i, s := range t.Stores {
		t.storeByID[s.ID], t.storeByCode[s.Code] = i, i
	}
	return t
}

func (t *Tree) Store(id int64) (Store, bool) {
	i, ok := t.storeByID[id]
	return at(t.Stores, i, ok)
}

// FindStore returns a store view by its code or, failing that, by its number as text.
func (t *Tree) FindStore(codeOrID string) (Store, bool) {
	if i, ok := t.storeByCode[codeOrID]; ok {
		return t.Stores[i], true
	}
	id, err := strconv.ParseInt(codeOrID, 10, 64)
	if err != nil {
		return Store{}, false
	}
	return t.Store(id)
}

func (t *Tree) Website(id int64) (Website, bool) {
	i, ok := t.siteByID[id]
	return at(t.Websites, i, ok)
}

func (t *Tree) Group(id int64) (Group, bool) {
	i, ok := t.groupByID[id]
	return at(t.Groups, i, ok)
}

func at[T any](list []T, i int, ok bool) (found T, _ bool) {
	if ok {
		found = list[i]
	}
	return found, ok
}

// Default returns the store view if none is named: the default one of the default website.
func (t *Tree) Default() (Store, bool) {
	for _, w := range t.Websites {
		if w.IsDefault {
			if s, ok := t.DefaultOf(w.ID); ok {
				return s, true
			}
		}
	}
	return domain.Find(t.Stores, func(Store) bool { return true })
}

// DefaultOf returns the default store view of a website.
func (t *Tree) DefaultOf(websiteID int64) (Store, bool) {
	if w, ok := t.Website(websiteID); ok {
		if g, ok := t.Group(w.DefaultGroupID); ok {
			if s, ok := t.Store(g.DefaultStoreID); ok {
				return s, true
			}
		}
	}
	return domain.Find(t.Stores, func(s Store) bool { return s.WebsiteID == websiteID })
}

// RootCategory returns the ID of the root category of a store view, 0 if it has none.
func (t *Tree) RootCategory(s Store) int64 {
	g, _ := t.Group(s.GroupID)
	return g.RootCategoryID
}

// FullName returns the name of a store in orders, in three lines: website, group, store (shapes-sales §7).
func (t *Tree) FullName(s Store) string {
	w, _ := t.Website(s.WebsiteID)
	g, _ := t.Group(s.GroupID)
	return w.Name + "\n" + g.Name + "\n" + s.Name
}

// WebsitesOf returns the websites of some stores, without duplicates.
func (t *Tree) WebsitesOf(storeIDs []int64) []int64 {
	var out []int64
	for _, id := range storeIDs {
		if s, ok := t.Store(id); ok && !slices.Contains(out, s.WebsiteID) {
			out = append(out, s.WebsiteID)
		}
	}
	return out
}
