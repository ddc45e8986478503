package catalog_test

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/test/apptest"
	"tradelog/test/contract"
	"tradelog/test/pgtest"
)

// settingsDefault is the default scope.
var settingsDefault = settings.Default

func TestMain(m *testing.M) { pgtest.Main(m) }

// fields are members of a JSON object.
type fields = map[string]any

// store is a running shop with a token that has all permissions.
type store struct {
	*apptest.Shop
	t        *testing.T
	admin    []string
	document *contract.Document // the OpenAPI document, which every answer must match
}

func start(t *testing.T, options ...apptest.Option) *store {
	t.Helper()
	s := apptest.Start(t, options...)
	return &store{Shop: s, t: t, admin: apptest.Bearer(s.Service([]string{"all"})), document: contract.Shared(t, s.URL)}
}

// as returns the headers of a token with grants, restricted to the stores if any are named.
func (s *store) as(grants string, stores ...int64) []string {
	s.t.Helper()
	return apptest.Bearer(s.Service(strings.Fields(grants), stores...))
}

// with adds headers to others.
func with(headers []string, more ...string) []string {
	return append(append([]string{}, headers...), more...)
}

// product creates a listed product over REST and returns its number.
func (s *store) product(sku string, more fields) int64 {
	s.t.Helper()
	body := fields{"sku": sku, "name": "The " + sku, "price": 10, "stockQty": 5}
	maps.Copy(body, more)
	return number(s.Must(201, "POST", "/products", body, s.admin...).Object(s.t)["id"])
}

// category creates a category over REST and returns its number.
func (s *store) category(name string, more fields) int64 {
	s.t.Helper()
	body := fields{"name": name}
	maps.Copy(body, more)
	return number(s.Must(201, "POST", "/categories", body, s.admin...).Object(s.t)["id"])
}

func number(v any) int64 {
	n, _ := v.(float64)
	return int64(n)
}

// europe adds a second website with the store views de and fr and the currency euro. It shares the root category unless another
// is given.
func (s *store) europe(root int64) (website, de, fr int64) {
	s.t.Helper()
	ctx := apptest.Operator()
	must := func(id int64, err error) int64 {
		s.t.Helper()
		if err != nil {
			s.t.Fatal(err)
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
	s.config(settings.Scope{Level: "website", ID: website}, "currency/options/default", "EUR")
	return website, de, fr
}

// config sets values, given as paths and values.
func (s *store) config(scope settings.Scope, pairs ...string) {
	s.t.Helper()
	values := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	if err := s.Commands.Directory.SetConfig(apptest.Operator(), scope, values); err != nil {
		s.t.Fatal(err)
	}
	s.Settle()
}

// exchange is a request and its expected answer.
type exchange struct {
	name         string
	method, path string
	body         any
	headers      []string
	status       int
	message      string // of a refusal
	want         fields // members of the answer; a dot goes into an object
	unwanted     []string
}

// run sends requests in order. A refusal must append no event.
func (s *store) run(table []exchange) {
	for _, x := range table {
		s.t.Run(x.name, func(t *testing.T) {
			before := s.LogSize()
			a := s.Do(x.method, x.path, x.body, x.headers...)
			if a.Status != x.status {
				t.Fatalf("%s %s: status %d, want %d\n%s", x.method, x.path, a.Status, x.status, a.Body)
			}
			if x.method != "PATCH" {
				contract.Check(t, s.document, x.method, x.path, a.Status, a.Header.Get("Content-Type"), a.Body)
			}
			if x.status >= 400 {
				if got := a.Message(); got != x.message {
					t.Errorf("message %q, want %q", got, x.message)
				}
				if after := s.LogSize(); after != before {
					t.Errorf("the refusal left %d events", after-before)
				}
			}
			if x.want != nil {
				check(t, a.Object(t), x.want)
			}
			for _, text := range x.unwanted {
				if strings.Contains(string(a.Body), text) {
					t.Errorf("%q must not be in %s", text, a.Body)
				}
			}
		})
	}
}

// check compares members; want nil means that there is none.
func check(t testing.TB, object, want fields) {
	t.Helper()
	for path, expected := range want {
		var at any = object
		for _, name := range strings.Split(path, ".") {
			members, _ := at.(map[string]any)
			at = members[name]
		}
		if !reflect.DeepEqual(at, plain(expected)) {
			t.Errorf("%s is %v, want %v", path, at, expected)
		}
	}
}

// plain converts a value to its JSON form.
func plain(v any) any {
	switch v := v.(type) {
	case int:
		return float64(v)
	case int64:
		return float64(v)
	case []int64:
		out := make([]any, len(v))
		for i, n := range v {
			out[i] = float64(n)
		}
		return out
	case []int:
		out := make([]any, len(v))
		for i, n := range v {
			out[i] = float64(n)
		}
		return out
	case []string:
		out := make([]any, len(v))
		for i, s := range v {
			out[i] = s
		}
		return out
	}
	return v
}

// skus returns the SKUs of a list in order.
func skus(t testing.TB, a apptest.Answer) string {
	t.Helper()
	var out []string
	for _, row := range a.List(t) {
		sku, _ := row["sku"].(string)
		out = append(out, sku)
	}
	return strings.Join(out, " ")
}

func escaped(s string) string { return url.QueryEscape(s) }

// verify rebuilds the read models in a shadow schema and compares them with the live ones.
func verify(t testing.TB, s *store, projectors ...string) {
	t.Helper()
	s.Settle()
	for _, name := range projectors {
		differences, err := s.Engine.Verify(context.Background(), name, nil)
		if err != nil || len(differences) != 0 {
			t.Errorf("%s rebuilt is not what it is: %+v, %v", name, differences, err)
		}
	}
}
