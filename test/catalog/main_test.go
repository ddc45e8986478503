// Package catalog_test tests on whole shops the data that merchants enter. These are products, categories and stock, texts and media, store
// views and their settings, and catalogs as files.
package catalog_test

import (
	"fmt"
	"maps"
	"net/url"
	"strings"
	"testing"

	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/test/apptest"
	"tradelog/test/pgtest"
	"tradelog/test/salestest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

type (
	fields   = salestest.Fields
	exchange = salestest.Exchange
)

// store is a running shop whose products and categories are made over REST.
type store struct{ *salestest.Shop }

func start(t *testing.T, options ...apptest.Option) *store {
	t.Helper()
	return &store{salestest.Start(t, options...)}
}

// within returns the store for a part of its test, which fails in its place.
func (s *store) within(t *testing.T) *store {
	inner := *s.Shop
	inner.T = t
	return &store{&inner}
}

// product creates a listed product and returns its number.
func (s *store) product(sku string, more fields) int64 {
	s.T.Helper()
	body := fields{"sku": sku, "name": "The " + sku, "price": 10, "stockQty": 5}
	maps.Copy(body, more)
	return s.Create("/products", body)
}

// category creates a category and returns its number.
func (s *store) category(name string, more fields) int64 {
	s.T.Helper()
	body := fields{"name": name}
	maps.Copy(body, more)
	return s.Create("/categories", body)
}

// europe adds a second website with the store views de and fr and the currency euro. It shares the root category unless another is given.
func (s *store) europe(root int64) (website, de, fr int64) {
	s.T.Helper()
	ctx := apptest.Operator()
	must := func(id int64, err error) int64 {
		s.T.Helper()
		if err != nil {
			s.T.Fatal(err)
		}
		return id
	}
	website = must(s.Commands.Directory.Websites.Create(ctx, shop.Website{Code: "europe", Name: "Europe", SortOrder: 1}))
	group := must(s.Commands.Directory.Groups.Create(ctx, shop.Group{WebsiteID: website, Name: "Europe", RootCategoryID: root}))
	de = must(s.Commands.Directory.Views.Create(ctx, shop.Store{
		Code: "de", Name: "Deutsch", WebsiteID: website, GroupID: group, IsActive: true,
	}))
	fr = must(s.Commands.Directory.Views.Create(ctx, shop.Store{
		Code: "fr", Name: "Français", WebsiteID: website, GroupID: group, IsActive: true,
	}))
	must(0, s.Commands.Directory.Groups.Set(ctx, group, record.Values{"defaultStoreId": []byte(fmt.Sprint(de))}))
	must(0, s.Commands.Directory.Websites.Set(ctx, website, record.Values{"defaultGroupId": []byte(fmt.Sprint(group))}))
	s.ConfigureIn(settings.Scope{Level: "website", ID: website}, "currency/options/default", "EUR")
	return website, de, fr
}

// joined returns a member of the rows of a list, joined by blanks.
func joined(t testing.TB, a apptest.Answer, member string) string {
	t.Helper()
	var out []string
	for _, row := range a.List(t) {
		out = append(out, fmt.Sprint(row[member]))
	}
	return strings.Join(out, " ")
}

// skus returns the SKUs of a list in order.
func skus(t testing.TB, a apptest.Answer) string {
	t.Helper()
	return joined(t, a, "sku")
}

func escaped(s string) string { return url.QueryEscape(s) }
