// Package shop has the commands that set up a shop and work in it: structure, configuration, rates, catalog, invoices.
package shop

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/shop"
)

// StoresCommand has the commands on the shop's structure.
type StoresCommand struct {
	List   storesList   `cmd:"" help:"List websites, store groups, store views or root categories."`
	Set    storesSet    `cmd:"" help:"Change the record with --id, or create one without it."`
	Delete storesDelete `cmd:"" help:"Delete a website, store group, store view or root category that nothing uses."`
}

// The records as printed. Scripts depend on the names.
type (
	websiteRecord struct {
		ID             int64  `json:"id"`
		Code           string `json:"code"`
		Name           string `json:"name"`
		DefaultGroupID int64  `json:"default_group_id"`
		IsDefault      bool   `json:"is_default"`
		SortOrder      int    `json:"sort_order"`
	}
	groupRecord struct {
		ID             int64  `json:"id"`
		WebsiteID      int64  `json:"website_id"`
		Name           string `json:"name"`
		RootCategoryID int64  `json:"root_category_id"`
		DefaultStoreID int64  `json:"default_store_id" column:"default view"`
	}
	viewRecord struct {
		ID        int64  `json:"id"`
		Code      string `json:"code"`
		Name      string `json:"name"`
		WebsiteID int64  `json:"website_id"`
		GroupID   int64  `json:"group_id"`
		IsActive  bool   `json:"is_active"`
		SortOrder int    `json:"sort_order"`
	}
	rootRecord struct {
		ID        int64  `json:"id"`
		Name      string `json:"name"`
		IsActive  bool   `json:"is_active"`
		SortOrder int64  `json:"sort_order"`
	}
)

// shopStructure is the structure of the shop, as an operation shows it.
type shopStructure struct {
	Websites []shop.Website
	Groups   []shop.Group
	Views    []shop.Store
	Roots    []catalog.Category `json:"rootCategories"`
}

func readStructure(ctx context.Context, a *app.App) (s shopStructure, tree *shop.Tree, err error) {
	s, err = command.Ask[shopStructure](ctx, a, "structure.get", nil)
	return s, shop.NewTree(s.Websites, s.Groups, s.Views), err
}

// ofShop makes a recordKind's read of a function of the shop.
func ofShop(records func(s shopStructure) []any) func(context.Context, *app.App) ([]any, error) {
	return func(ctx context.Context, a *app.App) ([]any, error) {
		s, _, err := readStructure(ctx, a)
		if err != nil {
			return nil, err
		}
		return records(s), nil
	}
}

// structures lists the kinds in the order in which they are created.
var structures = []*recordKind{
	{
		name: "website", title: "website", fields: []string{"code", "name", "default-group", "sort-order"}, needs: []string{"code", "name"},
		record: websiteRecord{},
		read: ofShop(func(s shopStructure) []any {
			return recordsOf(s.Websites, func(w shop.Website) any {
				return websiteRecord{w.ID, w.Code, w.Name, w.DefaultGroupID, w.IsDefault, w.SortOrder}
			})
		}),
	},
	{
		name: "root-category", title: "root category", fields: []string{"name", "active", "sort-order"}, needs: []string{"name"},
		record: rootRecord{},
		read: ofShop(func(s shopStructure) []any {
			return recordsOf(s.Roots, func(c catalog.Category) any { return rootRecord{c.ID, c.Name, c.IsActive, c.Position} })
		}),
	},
	{
		name: "group", title: "store group", fields: []string{"name", "website", "root-category", "default-view"},
		needs: []string{"name", "website", "root-category"}, record: groupRecord{},
		read: ofShop(func(s shopStructure) []any {
			return recordsOf(s.Groups, func(g shop.Group) any {
				return groupRecord{g.ID, g.WebsiteID, g.Name, g.RootCategoryID, g.DefaultStoreID}
			})
		}),
	},
	{
		name: "view", title: "store view", fields: []string{"code", "name", "website", "group", "active", "sort-order"},
		needs: []string{"code", "name", "group"}, record: viewRecord{},
		read: ofShop(func(s shopStructure) []any {
			return recordsOf(s.Views, func(v shop.Store) any {
				return viewRecord{v.ID, v.Code, v.Name, v.WebsiteID, v.GroupID, v.IsActive, v.SortOrder}
			})
		}),
	},
}

type storesList struct {
	Kind string `arg:"" optional:"" enum:"website,group,view,root-category,all" default:"all" help:"Kind: website, group, view or root-category; by default all."`
	JSON bool   `help:"Print JSON."`
}

// Run lists a kind, or all kinds one after another.
func (c *storesList) Run(ctx context.Context, g *command.Globals) error {
	return listRecords(ctx, g, c.JSON, c.Kind, structures)
}

// onOff is a switch: --active, --no-active, --active=false or --active 0.
type onOff bool

// IsBool makes the value optional.
func (onOff) IsBool() bool { return true }

var onOffWords = map[string]bool{"1": true, "true": true, "yes": true, "0": false, "false": false, "no": false}

// Decode reads the value, if there is one.
func (f *onOff) Decode(ctx *kong.DecodeContext) error {
	*f = true
	next := ctx.Scan.Peek()
	if on, ok := next.Value.(bool); ok && next.Type == kong.FlagValueToken {
		ctx.Scan.Pop()
		*f = onOff(on)
		return nil
	}
	word, _ := next.Value.(string)
	on, known := onOffWords[strings.ToLower(word)]
	if known {
		ctx.Scan.Pop()
		*f = onOff(on)
	} else if next.Type == kong.FlagValueToken {
		return fault.Invalidf("takes 1 or 0, not %.20q", word)
	}
	return nil
}

type storesSet struct {
	Kind         string  `arg:"" enum:"website,group,view,root-category" help:"Kind: website, group, view or root-category."`
	ID           int64   `help:"ID of the record to change; by default a new one is created." placeholder:"N"`
	Code         *string `help:"Code of a website or store view." placeholder:"CODE"`
	Name         *string `help:"Name of the website, store group, store view or root category." placeholder:"NAME"`
	Website      *string `help:"ID or code of the website of a store group. A store view is in the website of its group." placeholder:"N"`
	Group        *int64  `help:"ID of the store group of a store view." placeholder:"N"`
	RootCategory *int64  `help:"ID of the root category of a store group." placeholder:"N"`
	DefaultGroup *int64  `help:"ID of the default store group of a website; 0 for none." placeholder:"N"`
	DefaultView  *string `help:"ID or code of the default store view of a store group; 0 for none." placeholder:"N"`
	Active       *onOff  `negatable:"" help:"Whether a store view or root category is active; new ones are."`
	SortOrder    *int    `help:"Position among others, the smallest first." placeholder:"N"`
	JSON         bool    `help:"Print JSON."`
}

// Run creates or changes a record and prints it.
func (c *storesSet) Run(ctx context.Context, g *command.Globals) error {
	kind := kindOf(structures, c.Kind)
	if err := c.check(kind); err != nil {
		return err
	}
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		arguments, err := c.args(ctx, a)
		if err != nil {
			return err
		}
		return kind.set(ctx, g, a, c.JSON, c.Kind+".set", arguments)
	})
}

// args returns the arguments of the operation that sets a record of the kind.
func (c *storesSet) args(ctx context.Context, a *app.App) (command.Args, error) {
	_, s, err := readStructure(ctx, a)
	if err != nil {
		return nil, err
	}
	website, err := c.website(s)
	if err != nil {
		return nil, err
	}
	view, err := c.defaultView(s)
	if err != nil {
		return nil, err
	}
	switch all := (command.Args{"id": c.ID, "name": c.Name}); c.Kind {
	case "website":
		return all.With(command.Args{"code": c.Code, "defaultGroupId": c.DefaultGroup, "sortOrder": c.SortOrder}), nil
	case "group":
		return all.With(command.Args{"websiteId": website, "rootCategoryId": c.RootCategory, "defaultStoreId": view}), nil
	case "view":
		more := command.Args{"code": c.Code, "groupId": c.Group, "isActive": (*bool)(c.Active), "sortOrder": c.SortOrder}
		return all.With(more), c.websiteOfGroup(s, website)
	default:
		return all.With(command.Args{"isActive": (*bool)(c.Active), "position": c.SortOrder}), nil
	}
}

// check refuses flags that the kind does not have, and a new record without the required ones.
func (c *storesSet) check(kind *recordKind) error {
	given := map[string]bool{
		"code": c.Code != nil, "name": c.Name != nil, "website": c.Website != nil, "group": c.Group != nil,
		"root-category": c.RootCategory != nil,
		"default-group": c.DefaultGroup != nil, "default-view": c.DefaultView != nil, "active": c.Active != nil,
		"sort-order": c.SortOrder != nil,
	}
	for _, name := range []string{"code", "name", "website", "group", "root-category", "default-group", "default-view", "active",
		"sort-order"} {
		if given[name] && !slices.Contains(kind.fields, name) {
			return fault.Invalidf("A %s has no --%s; it takes --%s", kind.title, name, strings.Join(kind.fields, ", --"))
		}
	}
	return kind.checkID(c.ID, given)
}

// website finds the website of --website.
func (c *storesSet) website(s *shop.Tree) (*int64, error) {
	if c.Website == nil {
		return nil, nil
	}
	for _, w := range s.Websites {
		if w.Code == *c.Website || strconv.FormatInt(w.ID, 10) == *c.Website {
			return &w.ID, nil
		}
	}
	return nil, fault.NotFoundf("There is no website %s", *c.Website)
}

// websiteOfGroup refuses a website other than that of the group.
func (c *storesSet) websiteOfGroup(s *shop.Tree, website *int64) error {
	if website == nil {
		return nil
	}
	view, _ := s.Store(c.ID)
	group := view.GroupID
	if c.Group != nil {
		group = *c.Group
	}
	if g, ok := s.Group(group); ok && g.WebsiteID != *website {
		return fault.Invalidf("Group %d is of website %d, and a view is in its group's; leave --website out", g.ID, g.WebsiteID)
	}
	return nil
}

// defaultView finds the view of --default-view.
func (c *storesSet) defaultView(s *shop.Tree) (*int64, error) {
	if c.DefaultView == nil {
		return nil, nil
	}
	var none int64
	if *c.DefaultView == "0" {
		return &none, nil
	}
	view, ok := s.FindStore(*c.DefaultView)
	if !ok {
		return nil, fault.NotFoundf("There is no store view %s", *c.DefaultView)
	}
	return &view.ID, nil
}

type storesDelete struct {
	Kind string `arg:"" enum:"website,group,view,root-category" help:"Kind: website, group, view or root-category."`
	whichRecord
}

// Run deletes an unused record and prints it.
func (c *storesDelete) Run(ctx context.Context, g *command.Globals) error {
	return deleteRecord(ctx, g, "stores", kindOf(structures, c.Kind), c.whichRecord)
}
