package directory

import (
	"cmp"
	"context"

	"tradelog/domain/directory"
	"tradelog/domain/shop"
	"tradelog/operations"
	readdirectory "tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

func (h *handlers) config(ctx context.Context, c *operations.Call, _ operations.None) (documents.StoreConfig, error) {
	err := c.Refresh(ctx)
	return configOf(c.Shop, c.Store), err
}

func (h *handlers) configOf(ctx context.Context, c *operations.Call, in codePath) (documents.StoreConfig, error) {
	if err := c.Refresh(ctx); err != nil {
		return documents.StoreConfig{}, err
	}
	s, err := usableStore(c, in.Code)
	if err != nil {
		return documents.StoreConfig{}, err
	}
	return configOf(c.Shop, s), nil
}

// configOf returns a store's configuration with its fallbacks (shapes-customer §11).
func configOf(t *readdirectory.Shop, s shop.Store) documents.StoreConfig {
	config, base := t.Settings.In(s.ID), t.BaseURL(s.ID)
	group, _ := t.Group(s.GroupID)
	name := cmp.Or(config.Text("general/store_information/name"), group.Name, s.Name)
	theme := config.Text("design/package/name") + "/" + config.Text("design/theme/default") + "/"
	return documents.StoreConfig{
		Type: "StoreConfig", ID: s.Code, StoreCode: s.Code, StoreName: name, BaseCurrency: t.BaseCurrency(s),
		DisplayCurrency: t.DisplayCurrency(s),
		Locale:          localeOf(t, s), Timezone: cmp.Or(config.Text("general/locale/timezone"), directory.FallbackZone),
		WeightUnit: cmp.Or(config.Text("general/locale/weight_unit"), "lbs"), BaseURL: base, BaseMediaURL: base + "media/",
		AllowedCountries:  directory.ParseCodes(config.Text("general/country/allow")),
		GuestCheckout:     config.Flag("checkout/options/guest_checkout"),
		NewsletterEnabled: true, WishlistEnabled: config.Flag("wishlist/general/active"), ReviewsEnabled: config.Flag("catalog/review/active"),
		LogoURL: base + "skin/frontend/" + theme + config.Text("design/header/logo_src"), LogoAlt: cmp.Or(
			config.Text("design/header/logo_alt"), name,
		),
		DefaultTitle:       documents.Optional(config.Text("design/head/default_title")),
		DefaultDescription: documents.Optional(config.Text("design/head/default_description")),
		CmsHomePage:        cmp.Or(config.Text("web/default/cms_home_page"), "home"),
	}
}

func localeOf(t *readdirectory.Shop, s shop.Store) string {
	return cmp.Or(t.Settings.In(s.ID).Text("general/locale/code"), directory.DefaultLocale)
}
