package directory

import (
	"context"
	"encoding/json"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/eventstore"
)

// SetConfig sets configuration values in a scope. An empty text is a value, too; UnsetConfig removes one.
func (c *Stores) SetConfig(ctx context.Context, scope settings.Scope, values map[string]string) error {
	set := record.Values{}
	for path, value := range values {
		if err := c.references.CheckSetting(path, value); err != nil {
			return err
		}
		b, err := json.Marshal(value)
		if err != nil {
			return err
		}
		set[path] = b
	}
	_, err := c.config.Decide(ctx, scope.Stream(), func(s record.State) ([]domain.Event, error) {
		return settings.Kind.Change(s, 0, set)
	}, commands.Named("SetConfig"))
	return err
}

// ConfigUntil returns the values that were set in a scope in the past, by path.
func (c *Stores) ConfigUntil(ctx context.Context, scope settings.Scope, until eventstore.Until) (map[string]string, error) {
	var s record.State
	if err := c.EachUntil(ctx, scope.Stream(), until, func(e domain.Event, _ domain.Times) { s = record.Evolve(s, e) }); err != nil {
		return nil, err
	}
	set := map[string]string{}
	for path, value := range s.Values[0] {
		var text string
		if json.Unmarshal(value, &text) == nil {
			set[path] = text
		}
	}
	return set, nil
}

// UnsetConfig removes values of a scope, so that those of the next wider scope apply.
func (c *Stores) UnsetConfig(ctx context.Context, scope settings.Scope, paths ...string) error {
	_, err := c.config.Decide(ctx, scope.Stream(), func(s record.State) ([]domain.Event, error) {
		return settings.Kind.Change(s, 0, nil, paths...)
	}, commands.Named("UnsetConfig"))
	return err
}

// SetRates sets exchange rates.
func (c *Stores) SetRates(ctx context.Context, rates ...shop.Rate) error {
	return c.decideRates(ctx, "SetRates", func(s record.State) ([]domain.Event, error) { return shop.SetRates(s, rates...) })
}

// DeleteRate removes an exchange rate. It fails with shop.ErrNoRate if there is none.
func (c *Stores) DeleteRate(ctx context.Context, from, to string) error {
	return c.decideRates(ctx, "DeleteRate", func(s record.State) ([]domain.Event, error) { return shop.DeleteRate(s, from, to) })
}

func (c *Stores) decideRates(ctx context.Context, name string, decide func(record.State) ([]domain.Event, error)) error {
	_, err := c.rates.Decide(ctx, shop.RatesStream, decide, commands.Named(name))
	return err
}

// Install creates the smallest shop: one website, group and store view, the roots of the category tree and the given exchange rates. It
// does nothing if there is a shop.
func (c *Stores) Install(ctx context.Context, rates []shop.Rate) error {
	installed, err := c.Exists(ctx, shop.RatesStream)
	if err != nil || installed {
		return err
	}
	if err := c.catalog.Install(ctx); err != nil {
		return err
	}
	if err := c.Websites.Seed(ctx, 1, shop.Website{Code: "base", Name: "Main Website", DefaultGroupID: 1, IsDefault: true}); err != nil {
		return err
	}
	if err := c.Groups.Seed(ctx, 1, shop.Group{WebsiteID: 1, Name: "Main Store", RootCategoryID: 2, DefaultStoreID: 1}); err != nil {
		return err
	}
	if err := c.Views.Seed(ctx, 1, shop.Store{Code: "default", Name: "Default Store View", WebsiteID: 1, GroupID: 1,
		IsActive: true}); err != nil {
		return err
	}
	return c.SetRates(ctx, rates...) // last: its stream shows that everything else is there
}
