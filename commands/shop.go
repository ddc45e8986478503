package commands

import (
	"context"
	"encoding/json"
	"maps"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/claim"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/domain/tax"
)

// SetConfig sets configuration values in a scope. An empty value is a value; Unset removes one.
func (c *Commands) SetConfig(ctx context.Context, scope settings.Scope, values map[string]string) error {
	set := record.Values{}
	for path, value := range values {
		if err := c.facts.CheckSetting(path, value); err != nil {
			return err
		}
		b, err := json.Marshal(value)
		if err != nil {
			return err
		}
		set[path] = b
	}
	_, err := c.config.Decide(ctx, scope.Stream(), func(s record.State) ([]domain.Event, error) { return settings.Kind.Change(s, 0, set) }, Named("SetConfig"))
	return err
}

// UnsetConfig removes values of a scope, so that the next wider scope holds.
func (c *Commands) UnsetConfig(ctx context.Context, scope settings.Scope, paths ...string) error {
	_, err := c.config.Decide(ctx, scope.Stream(), func(s record.State) ([]domain.Event, error) {
		return settings.Kind.Change(s, 0, nil, paths...)
	}, Named("UnsetConfig"))
	return err
}

// SetRates sets exchange rates.
func (c *Commands) SetRates(ctx context.Context, rates ...shop.Rate) error {
	return c.decideRates(ctx, "SetRates", func(s record.State) ([]domain.Event, error) { return shop.SetRates(s, rates...) })
}

// DeleteRate removes an exchange rate. It fails with shop.ErrNoRate if there is none.
func (c *Commands) DeleteRate(ctx context.Context, from, to string) error {
	return c.decideRates(ctx, "DeleteRate", func(s record.State) ([]domain.Event, error) { return shop.DeleteRate(s, from, to) })
}

func (c *Commands) decideRates(ctx context.Context, name string, decide func(record.State) ([]domain.Event, error)) error {
	_, err := c.rates.Decide(ctx, shop.RatesStream, decide, Named(name))
	return err
}

// ErrCodeTaken: another store or website has the code.
var ErrCodeTaken = fault.Conflictf("This code is already taken")

// CreateWebsite opens a website.
func (c *Commands) CreateWebsite(ctx context.Context, w shop.Website) (int64, error) {
	if err := shop.CheckCode(w.Code); err != nil {
		return 0, err
	}
	return c.createRecord(ctx, shop.Websites, c.websites, "website", claim.Code("website", w.Code), func(id int64) any { w.ID = id; return w })
}

// CreateGroup opens a store group.
func (c *Commands) CreateGroup(ctx context.Context, g shop.Group) (int64, error) {
	return c.createRecord(ctx, shop.Groups, c.groups, "store_group", "", func(id int64) any { g.ID = id; return g })
}

// CreateStore opens a store view.
func (c *Commands) CreateStore(ctx context.Context, s shop.Store) (int64, error) {
	if err := shop.CheckCode(s.Code); err != nil {
		return 0, err
	}
	return c.createRecord(ctx, shop.Stores, c.stores, "store", claim.Code("store", s.Code), func(id int64) any { s.ID = id; return s })
}

// ChangeWebsite sets fields of a website.
func (c *Commands) ChangeWebsite(ctx context.Context, id int64, set record.Values) error {
	return c.changeRecord(ctx, shop.Websites, c.websites, id, set)
}

// ChangeGroup sets fields of a store group.
func (c *Commands) ChangeGroup(ctx context.Context, id int64, set record.Values) error {
	return c.changeRecord(ctx, shop.Groups, c.groups, id, set)
}

// ChangeStore sets fields of a store view.
func (c *Commands) ChangeStore(ctx context.Context, id int64, set record.Values) error {
	return c.changeRecord(ctx, shop.Stores, c.stores, id, set)
}

// createRecord brings a plain record into being. claimed is the claim of its code, if it has one; fields makes the record
// once its identifier is known.
func (c *Commands) createRecord(ctx context.Context, kind *record.Kind, repository *Repository[record.State], sequence, claimed string, fields func(id int64) any) (int64, error) {
	ids, err := c.ids.Next(ctx, sequence, 1)
	if err != nil {
		return 0, err
	}
	owner := kind.Stream(ids[0])
	if claimed != "" {
		if owner, err = c.claimFor(ctx, claimed, owner, ErrCodeTaken); err != nil {
			return 0, err
		}
	}
	id := domain.StreamID(owner)
	values, err := record.Of(fields(id))
	if err != nil {
		return 0, err
	}
	result, err := repository.Decide(ctx, owner, func(s record.State) ([]domain.Event, error) { return kind.Create(s, id, values) }, Named("Create"+kind.Title))
	return domain.StreamID(result.Stream), err
}

func (c *Commands) changeRecord(ctx context.Context, kind *record.Kind, repository *Repository[record.State], id int64, set record.Values) error {
	_, err := repository.Decide(ctx, kind.Stream(id), func(s record.State) ([]domain.Event, error) { return kind.Change(s, 0, set) }, Named("Change"+kind.Title))
	return err
}

// Install makes the smallest shop: one website, group and store view, the roots of the category tree and the seed exchange
// rates. It does nothing when there is a shop.
func (c *Commands) Install(ctx context.Context, rates []shop.Rate) error {
	installed, err := c.exists(ctx, shop.RatesStream)
	if err != nil || installed {
		return err
	}
	for _, root := range []catalog.Category{
		{ID: 1, Name: "Root Catalog", IsActive: true, Position: 0},
		{ID: 2, Name: "Default Category", ParentID: 1, IsActive: true, Position: 1},
	} {
		if err := c.seed(ctx, catalog.Categories, c.categories, root.ID, root); err != nil {
			return err
		}
	}
	if err := c.seed(ctx, shop.Websites, c.websites, 1, shop.Website{ID: 1, Code: "base", Name: "Main Website", DefaultGroupID: 1, IsDefault: true}); err != nil {
		return err
	}
	if err := c.seed(ctx, shop.Groups, c.groups, 1, shop.Group{ID: 1, WebsiteID: 1, Name: "Main Store", RootCategoryID: 2, DefaultStoreID: 1}); err != nil {
		return err
	}
	if _, err := c.claimFor(ctx, claim.Code("website", "base"), shop.Websites.Stream(1), ErrCodeTaken); err != nil {
		return err
	}
	if _, err := c.claimFor(ctx, claim.Code("store", "default"), shop.Stores.Stream(1), ErrCodeTaken); err != nil {
		return err
	}
	if err := c.seed(ctx, shop.Stores, c.stores, 1, shop.Store{ID: 1, Code: "default", Name: "Default Store View", WebsiteID: 1, GroupID: 1, IsActive: true}); err != nil {
		return err
	}
	return c.SetRates(ctx, rates...) // last: its stream tells that the rest is there
}

// InstallTaxes makes the tax classes, rates and rules and the customer groups a shop starts with. It does nothing when they
// were made before, whatever became of them.
func (c *Commands) InstallTaxes(ctx context.Context) error {
	last := tax.SeedRules()
	installed, err := c.exists(ctx, tax.Rules.Stream(last[len(last)-1].ID))
	if err != nil || installed {
		return err
	}
	for _, class := range tax.SeedClasses() {
		if err := seedIn(ctx, c.TaxClasses, class, class.ID); err != nil {
			return err
		}
	}
	for _, group := range customer.SeedGroups() {
		if err := seedIn(ctx, c.CustomerGroups, group, group.ID); err != nil {
			return err
		}
	}
	for _, rate := range tax.SeedRates() {
		if err := seedIn(ctx, c.TaxRates, rate, rate.ID); err != nil {
			return err
		}
	}
	for _, rule := range last {
		if err := seedIn(ctx, c.TaxRules, rule, rule.ID); err != nil {
			return err
		}
	}
	return nil
}

// seedIn creates a member of a collection with a fixed identifier unless it is there.
func seedIn[T any](ctx context.Context, k *Collection[T], v T, id int64) error {
	v, err := k.ready(v, id)
	if err != nil {
		return err
	}
	if _, err := k.take(ctx, k.claim(v), k.kind.Stream(id)); err != nil {
		return err
	}
	return k.c.seed(ctx, k.kind, k.records, id, v)
}

// seed creates a record with a fixed identifier unless it is there.
func (c *Commands) seed(ctx context.Context, kind *record.Kind, repository *Repository[record.State], id int64, fields any) error {
	values, err := record.Of(fields)
	if err != nil {
		return err
	}
	maps.DeleteFunc(values, func(_ string, v json.RawMessage) bool { return string(v) == "null" })
	_, err = repository.Decide(ctx, kind.Stream(id), func(s record.State) ([]domain.Event, error) {
		if s.Exists {
			return nil, nil
		}
		return kind.Create(s, id, values)
	}, Named("Install"))
	return err
}
