package commands

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"

	"tradelog/domain/catalog"
	"tradelog/domain/claim"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/domain/shop"
)

func (c *Commands) websiteCollection() *Collection[shop.Website] {
	return &Collection[shop.Website]{
		c: c, kind: shop.Websites, records: c.websites, sequence: "website", taken: ErrCodeTaken,
		claim: func(w shop.Website) string { return claim.Code("website", w.Code) },
		ready: func(w shop.Website, id int64) (shop.Website, error) {
			w.ID, w.Name = id, strings.TrimSpace(w.Name)
			return w, w.Check()
		},
	}
}

func (c *Commands) groupCollection() *Collection[shop.Group] {
	return &Collection[shop.Group]{
		c: c, kind: shop.Groups, records: c.groups, sequence: "store_group", taken: ErrCodeTaken,
		claim: func(shop.Group) string { return "" },
		ready: func(g shop.Group, id int64) (shop.Group, error) {
			g.ID, g.Name = id, strings.TrimSpace(g.Name)
			return g, g.Check()
		},
	}
}

func (c *Commands) viewCollection() *Collection[shop.Store] {
	return &Collection[shop.Store]{
		c: c, kind: shop.Stores, records: c.stores, sequence: "store", taken: ErrCodeTaken,
		claim: func(s shop.Store) string { return claim.Code("store", s.Code) },
		ready: func(s shop.Store, id int64) (shop.Store, error) {
			s.ID, s.Name = id, strings.TrimSpace(s.Name)
			return s, s.Check()
		},
	}
}

// SetWebsite changes a website, or opens one with id 0, and returns its identifier.
func (c *Commands) SetWebsite(ctx context.Context, id int64, change func(*shop.Website)) (int64, error) {
	w, err := changed(ctx, c.sites, id, change, shop.ErrNoWebsite(id))
	if err != nil {
		return 0, err
	}
	if w.DefaultGroupID != 0 {
		g, err := getting(ctx, c.assortments, w.DefaultGroupID, shop.ErrNoGroup(w.DefaultGroupID))
		if err != nil {
			return 0, err
		}
		if g.WebsiteID != id {
			return 0, fault.Invalidf("Store group %d is of website %d; the default group of a website is one of its own", g.ID, g.WebsiteID)
		}
	}
	return save(ctx, c.sites, id, w, change)
}

// SetGroup changes a store group, or opens one with id 0, and returns its identifier.
func (c *Commands) SetGroup(ctx context.Context, id int64, change func(*shop.Group)) (int64, error) {
	g, err := changed(ctx, c.assortments, id, change, shop.ErrNoGroup(id))
	if err != nil {
		return 0, err
	}
	if _, err := getting(ctx, c.sites, g.WebsiteID, shop.ErrNoWebsite(g.WebsiteID)); err != nil {
		return 0, err
	}
	if err := c.mustBeRoot(ctx, g.RootCategoryID); err != nil {
		return 0, err
	}
	if g.DefaultStoreID != 0 {
		view, err := getting(ctx, c.views, g.DefaultStoreID, shop.ErrNoView(g.DefaultStoreID))
		switch {
		case err != nil:
			return 0, err
		case view.GroupID != id:
			return 0, fault.Invalidf("Store view %d is of group %d; the default view of a group is one of its own", view.ID, view.GroupID)
		case !view.IsActive:
			return 0, fault.Invalidf("Store view %d is not active; a default view must be", view.ID)
		}
	}
	if id != 0 {
		had, err := getting(ctx, c.assortments, id, shop.ErrNoGroup(id))
		if err != nil {
			return 0, err
		}
		if had.WebsiteID != g.WebsiteID {
			uses, err := c.facts.Uses(ctx, shop.Groups, id)
			if err := cmp.Or(err, shop.InUse("A store group that is in use stays in its website", uses)); err != nil {
				return 0, err
			}
		}
	}
	return save(ctx, c.assortments, id, g, change)
}

// SetView changes a store view, or opens one with id 0, and returns its identifier. Its website is that of its group.
func (c *Commands) SetView(ctx context.Context, id int64, change func(*shop.Store)) (int64, error) {
	view, err := changed(ctx, c.views, id, change, shop.ErrNoView(id))
	if err != nil {
		return 0, err
	}
	group, err := getting(ctx, c.assortments, view.GroupID, shop.ErrNoGroup(view.GroupID))
	if err != nil {
		return 0, err
	}
	if id != 0 {
		had, err := getting(ctx, c.views, id, shop.ErrNoView(id))
		if err != nil {
			return 0, err
		}
		former, err := c.assortments.Get(ctx, had.GroupID)
		if err == nil && former.DefaultStoreID == id && (had.GroupID != view.GroupID || had.IsActive && !view.IsActive) {
			return 0, fault.Preconditionf("Store view %d is the default of group %d; give the group another default view first", id, former.ID)
		}
		if had.GroupID != view.GroupID && had.WebsiteID != group.WebsiteID {
			uses, err := c.facts.Uses(ctx, shop.Stores, id)
			if err := cmp.Or(err, shop.InUse("A store view that is in use stays in its website", uses)); err != nil {
				return 0, err
			}
		}
	}
	return save(ctx, c.views, id, view, func(s *shop.Store) {
		change(s)
		s.WebsiteID = group.WebsiteID
	})
}

// SetRootCategory changes a root category, or adds one with id 0, and returns its identifier.
func (c *Commands) SetRootCategory(ctx context.Context, id int64, set record.Values) (int64, error) {
	if id == 0 {
		values := record.Values{"parentId": json.RawMessage(fmtInt(catalog.TreeRoot)), "isActive": json.RawMessage("true"),
			"includeInMenu": json.RawMessage("true"), "isAnchor": json.RawMessage("true"), "position": json.RawMessage("0")}
		for name, value := range set {
			values[name] = value
		}
		return c.CreateCategory(ctx, values)
	}
	if err := c.mustBeRoot(ctx, id); err != nil {
		return 0, err
	}
	return id, c.UpdateCategory(ctx, id, 0, set, nil)
}

// DeleteWebsite ends a website that nothing uses.
func (c *Commands) DeleteWebsite(ctx context.Context, id int64) error {
	w, err := getting(ctx, c.sites, id, shop.ErrNoWebsite(id))
	if err != nil {
		return err
	}
	if w.IsDefault {
		return fault.Preconditionf("The default website cannot be deleted")
	}
	return c.deleteUnused(ctx, shop.Websites, id, "Website", func() error { return c.sites.Delete(ctx, id) })
}

// DeleteGroup ends a store group that nothing uses.
func (c *Commands) DeleteGroup(ctx context.Context, id int64) error {
	if _, err := getting(ctx, c.assortments, id, shop.ErrNoGroup(id)); err != nil {
		return err
	}
	return c.deleteUnused(ctx, shop.Groups, id, "Store group", func() error { return c.assortments.Delete(ctx, id) })
}

// DeleteView ends a store view that nothing uses.
func (c *Commands) DeleteView(ctx context.Context, id int64) error {
	if _, err := getting(ctx, c.views, id, shop.ErrNoView(id)); err != nil {
		return err
	}
	return c.deleteUnused(ctx, shop.Stores, id, "Store view", func() error { return c.views.Delete(ctx, id) })
}

// DeleteRootCategory ends a root category that nothing uses.
func (c *Commands) DeleteRootCategory(ctx context.Context, id int64) error {
	if err := c.mustBeRoot(ctx, id); err != nil {
		return err
	}
	return c.deleteUnused(ctx, catalog.Categories, id, "Root category", func() error { return c.DeleteCategories(ctx, []int64{id}) })
}

func (c *Commands) deleteUnused(ctx context.Context, kind *record.Kind, id int64, title string, end func() error) error {
	uses, err := c.facts.Uses(ctx, kind, id)
	if err := cmp.Or(err, shop.InUse(title+" "+fmtInt(id)+" cannot be deleted", uses)); err != nil {
		return err
	}
	return end()
}

// mustBeRoot refuses categories that are no root of a store.
func (c *Commands) mustBeRoot(ctx context.Context, id int64) error {
	return c.categories.View(ctx, catalog.Categories.Stream(id), func(s record.State, _ bool) error {
		if !s.Live() || id == catalog.TreeRoot || intOf(s.Values[0]["parentId"]) != catalog.TreeRoot {
			return fault.NotFoundf("There is no root category %d", id)
		}
		return nil
	})
}

// changed is a member with a change, or a new one with id 0. none is the refusal when there is no such member.
func changed[T any](ctx context.Context, k *Collection[T], id int64, change func(*T), none error) (v T, err error) {
	if id != 0 {
		if v, err = getting(ctx, k, id, none); err != nil {
			return v, err
		}
	}
	change(&v)
	return k.ready(v, id)
}

// getting is Get with another refusal.
func getting[T any](ctx context.Context, k *Collection[T], id int64, none error) (T, error) {
	v, err := k.Get(ctx, id)
	if fault.KindOf(err) == fault.NotFound {
		return v, none
	}
	return v, err
}

func save[T any](ctx context.Context, k *Collection[T], id int64, v T, change func(*T)) (int64, error) {
	if id == 0 {
		change(&v)
		return k.Create(ctx, v)
	}
	return id, k.Change(ctx, id, func(now T) (T, error) {
		change(&now)
		return now, nil
	})
}
