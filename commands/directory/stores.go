// Package directory has the commands on websites, store groups and store views, on the root categories of stores, on exchange rates, and on
// the configuration.
package directory

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"tradelog/commands"
	"tradelog/commands/catalog"
	"tradelog/domain/claim"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
)

// References finds the references to a record, and checks values of the configuration.
type References interface {
	// Uses returns the references to a website, store group, store view or category.
	Uses(ctx context.Context, kind *record.Kind, id int64) ([]shop.Use, error)
	// CheckSetting returns an error if a configuration path does not allow a value.
	CheckSetting(path, value string) error
}

// errCodeTaken: another store or website has the code.
var errCodeTaken = fault.Conflictf("This code is already taken").About(fault.Taken, "code")

// Stores carries out the commands of the area.
type Stores struct {
	*commands.Engine
	// Websites, Groups and Views check only the member itself. SetWebsite, SetGroup and SetView also check its references.
	Websites commands.Members[shop.Website]
	Groups   commands.Members[shop.Group]
	Views    commands.Members[shop.Store]

	catalog    *catalog.Catalog
	references References
	rates      commands.Repository[record.State]
	config     commands.Repository[record.State]
}

// Streams declares the streams of the area.
func Streams() []commands.Streams {
	return []commands.Streams{
		commands.DeclareRecords(shop.Websites, "website"), commands.DeclareRecords(shop.Groups, "store_group"),
		commands.DeclareRecords(shop.Stores, "store"), commands.DeclareRecords(shop.Rates, ""), commands.DeclareRecords(settings.Kind, ""),
	}
}

// New returns the commands.
func New(e *commands.Engine, c *catalog.Catalog, references References) *Stores {
	return &Stores{
		Engine: e, catalog: c, references: references,
		rates: commands.OpenRecords(e, shop.Rates), config: commands.OpenRecords(e, settings.Kind),
		Websites: commands.OpenCollection(e, commands.Collection[shop.Website]{
			Kind: shop.Websites, Sequence: "website", Taken: errCodeTaken,
			Claim: func(w shop.Website) string { return claim.Code("website", w.Code) },
			Ready: func(w shop.Website, id int64) (shop.Website, error) {
				w.ID, w.Name = id, strings.TrimSpace(w.Name)
				return w, w.Check()
			},
		}),
		Groups: commands.OpenCollection(e, commands.Collection[shop.Group]{
			Kind: shop.Groups, Sequence: "store_group",
			Ready: func(g shop.Group, id int64) (shop.Group, error) {
				g.ID, g.Name = id, strings.TrimSpace(g.Name)
				return g, g.Check()
			},
		}),
		Views: commands.OpenCollection(e, commands.Collection[shop.Store]{
			Kind: shop.Stores, Sequence: "store", Taken: errCodeTaken,
			Claim: func(s shop.Store) string { return claim.Code("store", s.Code) },
			Ready: func(s shop.Store, id int64) (shop.Store, error) {
				s.ID, s.Name = id, strings.TrimSpace(s.Name)
				return s, s.Check()
			},
		}),
	}
}

// SetWebsite changes a website, or creates one with id 0, and returns its identifier.
func (c *Stores) SetWebsite(ctx context.Context, id int64, change func(*shop.Website)) (int64, error) {
	w, err := changed(ctx, c.Websites, id, change, shop.ErrNoWebsite(id))
	if err != nil {
		return 0, err
	}
	if w.DefaultGroupID != 0 {
		g, err := getOr(ctx, c.Groups, w.DefaultGroupID, shop.ErrNoGroup(w.DefaultGroupID))
		if err != nil {
			return 0, err
		}
		if g.WebsiteID != id {
			return 0, fault.Invalidf("Store group %d is of website %d; the default group of a website is one of its own", g.ID, g.WebsiteID).
				About(fault.Unfitting, "defaultGroupId")
		}
	}
	return save(ctx, c.Websites, id, w, change)
}

// SetGroup changes a store group, or creates one with id 0, and returns its identifier.
func (c *Stores) SetGroup(ctx context.Context, id int64, change func(*shop.Group)) (int64, error) {
	g, err := changed(ctx, c.Groups, id, change, shop.ErrNoGroup(id))
	if err != nil {
		return 0, err
	}
	if _, err := getOr(ctx, c.Websites, g.WebsiteID, shop.ErrNoWebsite(g.WebsiteID)); err != nil {
		return 0, err
	}
	if err := c.catalog.MustBeRoot(ctx, g.RootCategoryID); err != nil {
		return 0, err
	}
	if g.DefaultStoreID != 0 {
		view, err := getOr(ctx, c.Views, g.DefaultStoreID, shop.ErrNoView(g.DefaultStoreID))
		switch {
		case err != nil:
			return 0, err
		case view.GroupID != id:
			return 0, fault.Invalidf("Store view %d is of group %d; the default view of a group is one of its own", view.ID, view.GroupID).
				About(fault.Unfitting, "defaultStoreId")
		case !view.IsActive:
			return 0, fault.Invalidf("Store view %d is not active; a default view must be", view.ID).About(fault.Unfitting, "defaultStoreId")
		}
	}
	if id != 0 {
		had, err := getOr(ctx, c.Groups, id, shop.ErrNoGroup(id))
		if err != nil {
			return 0, err
		}
		if had.WebsiteID != g.WebsiteID {
			uses, err := c.references.Uses(ctx, shop.Groups, id)
			if err := cmp.Or(err, shop.InUse("A store group that is in use stays in its website", uses)); err != nil {
				return 0, err
			}
		}
	}
	return save(ctx, c.Groups, id, g, change)
}

// SetView changes a store view, or creates one with id 0, and returns its identifier. Its website is that of its group.
func (c *Stores) SetView(ctx context.Context, id int64, change func(*shop.Store)) (int64, error) {
	view, err := changed(ctx, c.Views, id, change, shop.ErrNoView(id))
	if err != nil {
		return 0, err
	}
	group, err := getOr(ctx, c.Groups, view.GroupID, shop.ErrNoGroup(view.GroupID))
	if err != nil {
		return 0, err
	}
	if id != 0 {
		had, err := getOr(ctx, c.Views, id, shop.ErrNoView(id))
		if err != nil {
			return 0, err
		}
		former, err := c.Groups.Get(ctx, had.GroupID)
		if err == nil && former.DefaultStoreID == id && (had.GroupID != view.GroupID || had.IsActive && !view.IsActive) {
			return 0, fault.Preconditionf("Store view %d is the default of group %d; give the group another default view first", id,
				former.ID)
		}
		if had.GroupID != view.GroupID && had.WebsiteID != group.WebsiteID {
			uses, err := c.references.Uses(ctx, shop.Stores, id)
			if err := cmp.Or(err, shop.InUse("A store view that is in use stays in its website", uses)); err != nil {
				return 0, err
			}
		}
	}
	return save(ctx, c.Views, id, view, func(s *shop.Store) {
		change(s)
		s.WebsiteID = group.WebsiteID
	})
}

// DeleteWebsite deletes a website that is not in use.
func (c *Stores) DeleteWebsite(ctx context.Context, id int64) error {
	w, err := getOr(ctx, c.Websites, id, shop.ErrNoWebsite(id))
	if err != nil {
		return err
	}
	if w.IsDefault {
		return fault.Preconditionf("The default website cannot be deleted")
	}
	return c.deleteUnused(ctx, shop.Websites, id, "Website", func() error { return c.Websites.Delete(ctx, id) })
}

// DeleteGroup deletes a store group that is not in use.
func (c *Stores) DeleteGroup(ctx context.Context, id int64) error {
	if _, err := getOr(ctx, c.Groups, id, shop.ErrNoGroup(id)); err != nil {
		return err
	}
	return c.deleteUnused(ctx, shop.Groups, id, "Store group", func() error { return c.Groups.Delete(ctx, id) })
}

// DeleteView deletes a store view that is not in use.
func (c *Stores) DeleteView(ctx context.Context, id int64) error {
	if _, err := getOr(ctx, c.Views, id, shop.ErrNoView(id)); err != nil {
		return err
	}
	return c.deleteUnused(ctx, shop.Stores, id, "Store view", func() error { return c.Views.Delete(ctx, id) })
}

func (c *Stores) deleteUnused(ctx context.Context, kind *record.Kind, id int64, title string, end func() error) error {
	uses, err := c.references.Uses(ctx, kind, id)
	if err := cmp.Or(err, shop.InUse(fmt.Sprintf("%s %d cannot be deleted", title, id), uses)); err != nil {
		return err
	}
	return end()
}

// changed returns a member with a change, or a new one with id 0. It fails with none if there is no such member.
func changed[T any](ctx context.Context, k commands.Members[T], id int64, change func(*T), none error) (v T, err error) {
	if id != 0 {
		if v, err = getOr(ctx, k, id, none); err != nil {
			return v, err
		}
	}
	change(&v)
	return k.Prepare(v, id)
}

// getOr is Get that fails with none if there is no such member.
func getOr[T any](ctx context.Context, k commands.Members[T], id int64, none error) (T, error) {
	v, err := k.Get(ctx, id)
	if fault.KindOf(err) == fault.NotFound {
		return v, none
	}
	return v, err
}

func save[T any](ctx context.Context, k commands.Members[T], id int64, v T, change func(*T)) (int64, error) {
	if id == 0 {
		change(&v)
		return k.Create(ctx, v)
	}
	return id, k.Change(ctx, id, func(now T) (T, error) {
		change(&now)
		return now, nil
	})
}
