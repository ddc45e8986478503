package transports_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"tradelog/operations"
	"tradelog/test/apptest"
	"tradelog/test/contract"
	"tradelog/test/salestest"
)

// narrowing is one filter with its expected results. With value the list is want, with rubbish it is then. Rows are named by a member, in
// their order.
type narrowing struct {
	filter, value, want string
	rubbish, then       string // all rows, or the status of a refusal
}

const everything = "everything"

// dated are the filters by time (rest-v2 §4.12).
func dated(more ...narrowing) []narrowing {
	const badDate = "400"
	return append(more, narrowing{"createdFrom", "2999-01-01", "", "soon", badDate},
		narrowing{"createdTo", "2000-01-01", "", "2026-13-01", badDate}, narrowing{"updatedSince", "2999-01-01 00:00:00", "", "12:00", badDate})
}

// known has the identifiers of the rows that the filters are tried on.
type known struct {
	cups, anna, held int64
}

// filtersOf are the filters of each list of the contract, by its path, and the member that names its rows.
func filtersOf(k known) map[string]struct {
	name    string
	filters []narrowing
} {
	id := func(n int64) string { return fmt.Sprint(n) }
	return map[string]struct {
		name    string
		filters []narrowing
	}{
		"/products": {"sku", dated(
			narrowing{"search", "cap", "CAP", "zzz", ""}, narrowing{"q", "cap", "CAP", "zzz", ""},
			narrowing{"categoryId", id(k.cups), "MUG", "x", everything}, narrowing{"priceMin", "15", "CAP", "cheap", everything},
			narrowing{"priceMax", "15", "MUG", "dear", everything}, narrowing{"sortBy", "price", "MUG CAP", "colour", "400"},
			narrowing{"sortDir", "desc", "MUG CAP", "up", everything},
			narrowing{"attributeFilters", `{"country_of_manufacture":"DE"}`, "MUG", "{color:1}", "400"},
			narrowing{"sku", "cap", "CAP", "zzz", ""}, narrowing{"barcode", "111", "MUG", "11", ""},
			narrowing{"urlKey", "cap", "CAP", "zzz", ""}, narrowing{"fullDetail", "1", "CAP MUG", "perhaps", everything},
		)},
		"/orders": {"incrementId", dated(
			narrowing{"status", "holded", "100000002", "zzz", ""}, narrowing{"state", "new", "100000001", "zzz", ""},
			narrowing{"storeId", "99", "", "x", everything}, narrowing{"customerId", id(k.anna), "100000002", "x", everything},
			narrowing{"email", "anna@example.com", "100000002", "anna", ""}, narrowing{"emailLike", "gina@", "100000001", "zzz", ""},
			narrowing{"incrementId", "100000001", "100000001", "1", ""}, narrowing{"since", "2999-01-01", "", "soon", "400"},
		)},
		"/customers/me/orders": {"incrementId", []narrowing{{"status", "pending", "", "zzz", ""}}},
		"/customers": {"email", []narrowing{
			{"search", "smith", "anna@example.com", "zzzzz", ""}, {"email", "ben@example.com", "ben@example.com", "ben", ""},
			{"telephone", "030 555", "ben@example.com", "zzz", ""},
		}},
		"/cms-pages": {"identifier", dated(
			narrowing{"identifier", "about", "about", "zzz", ""}, narrowing{"search", "imprint", "imprint", "zzz", ""},
			narrowing{"q", "imprint", "imprint", "zzz", ""}, narrowing{"scope", "all", "about hidden imprint", "some", everything},
		)},
		"/cms-blocks": {"identifier", dated(
			narrowing{"identifier", "about", "about", "zzz", ""}, narrowing{"search", "imprint", "imprint", "zzz", ""},
			narrowing{"q", "imprint", "imprint", "zzz", ""}, narrowing{"scope", "all", "about hidden imprint", "some", everything},
		)},
		"/blog-posts": {"urlKey", dated(
			narrowing{"urlKey", "first", "first", "zzz", ""}, narrowing{"search", "second", "second", "zzz", ""},
			narrowing{"categoryId", "2", "second", "x", everything}, narrowing{"scope", "all", "tomorrow second first", "some", everything},
		)},
		"/blog-categories": {"urlKey", []narrowing{
			{"urlKey", "news", "news", "zzz", ""}, {"scope", "all", "news hidden", "some", everything},
		}},
		"/categories": {"name", []narrowing{
			{"search", "HAT", "Hats", "zzz", ""}, {"q", "HAT", "Hats", "zzz", ""}, {"urlKey", "cups", "Cups", "zzz", ""},
			{"parentId", id(k.cups), "Small", "x", everything}, {"includeInMenu", "1", "Cups", "perhaps", everything},
		}},
		"/tax-rates": {"code", []narrowing{
			{"search", "-NY", "US-NY-*-Rate 1", "zzz", ""}, {"q", "-NY", "US-NY-*-Rate 1", "zzz", ""}, {"taxCountryId", "DE", "Germany", "zzz", ""},
		}},
		"/tax-classes": {"className", []narrowing{
			{"search", "taxable", "Taxable Goods", "zzz", ""}, {"q", "taxable", "Taxable Goods", "zzz", ""},
			{"classType", "CUSTOMER", "Retail Customer", "zzz", ""},
		}},
		"/tax-rules": {"code", []narrowing{
			{"search", "retail", "Retail Customer-Taxable Goods-Rate 1", "zzz", ""}, {"q", "zzz", "", "yyy", ""},
		}},
		"/customer-groups": {"code", []narrowing{{"search", "whole", "Wholesale", "zzz", ""}, {"q", "whole", "Wholesale", "zzz", ""}}},
		"/coupons": {"code", []narrowing{
			{"code", "te", "TEN", "zzz", ""}, {"is_active", "0", "OLD", "perhaps", everything}, {"isActive", "true", "TEN", "perhaps", everything},
		}},
		"/product-attributes": {"attributeCode", []narrowing{
			{"code", "gtin", "gtin", "zzz", ""}, {"search", "gti", "gtin", "zzz", ""}, {"q", "gti", "gtin", "zzz", ""},
		}},
		"/revocation-requests": {"email", []narrowing{
			{"email", "ANNA@example.com", "anna@example.com", "anna", ""}, {"orderId", id(k.held), "anna@example.com", "x", everything},
			{"processedStatus", "accepted", "", "zzz", ""}, {"storeId", "99", "", "x", everything},
		}},
		"/url-resolver":    {"type", []narrowing{{"path", "mug", "product", "zzz", ""}}},
		"/layered-filters": {"code", []narrowing{{"categoryId", id(k.cups), "", "x", everything}}},
		"/media":           {"path", []narrowing{{"folder", "", "", "nowhere", "400"}}},
		"/reviews":         {"status", []narrowing{{"status", "pending", "pending", "good", "400"}}},
	}
}

// TestFiltersNarrow tries every filter of every list of the contract, over REST and by the tool. A valid value narrows the list; an invalid
// one is ignored or refused as the sheets say, and by tools refused as by strict REST. Tools honour filters that they do not advertise, too
// (rest-v2 §4.12 rule 12).
func TestFiltersNarrow(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Configure("apiplatform/protocols/mcp", "1", "revocation/general/enabled", "1")
	k, anna := stocked(s)
	lists := filtersOf(k)
	tools := introduce(t, s.Shop, s.Service...)
	mine := introduce(t, s.Shop, anna...)
	for _, row := range contract.Rows() {
		wanted := append(slices.Clone(row.Filters), row.Silent...)
		if len(wanted) == 0 {
			continue
		}
		list := lists[row.Path]
		for _, f := range list.filters {
			if !slices.Contains(wanted, f.filter) {
				t.Errorf("GET %s has no filter %s in the contract", row.Path, f.filter)
			}
		}
		o := operationAt(s.Shop, row)
		if o == nil {
			continue // TestOperationsAreThoseOfTheContract lists the missing ones
		}
		headers, agent := s.Service, tools
		if strings.HasPrefix(row.Path, "/customers/me") {
			headers, agent = anna, mine
		}
		ask := func(query url.Values) string {
			t.Helper()
			rest := s.Do("GET", row.Path+"?"+query.Encode(), nil, salestest.With(headers, "Accept", "application/ld+json")...)
			arguments := object{}
			for name := range query {
				arguments[name] = query.Get(name)
			}
			if row.Tool != "" {
				strict := s.Do("GET", row.Path+"?"+query.Encode(), nil,
					salestest.With(headers, "Accept", "application/ld+json", "Prefer", "handling=strict")...)
				sameByTool(t, agent, row.Tool, arguments, strict)
			}
			if rest.Status != 200 {
				return fmt.Sprint(rest.Status)
			}
			return namedRows(t, rest, list.name)
		}
		all := ask(url.Values{})
		for _, name := range wanted {
			i := slices.IndexFunc(list.filters, func(n narrowing) bool { return n.filter == name })
			if i < 0 {
				t.Errorf("add what the filter %s of GET %s does to filtersOf", name, row.Path)
				continue
			}
			f := list.filters[i]
			if got := ask(url.Values{name: {f.value}}); got != f.want {
				t.Errorf("GET %s?%s=%s lists %q, want %q; without a filter %q", row.Path, name, f.value, got, f.want, all)
			}
			want := strings.Replace(f.then, everything, all, 1)
			if got := ask(url.Values{name: {f.rubbish}}); got != want {
				t.Errorf("GET %s?%s=%s lists %q, want %q", row.Path, name, f.rubbish, got, want)
			}
		}
	}
}

// TestIdentifiersOfBlocks: REST matches parts of them, the tool whole ones (shapes-catalog §16).
func TestIdentifiersOfBlocks(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Configure("apiplatform/protocols/mcp", "1")
	s.Must(201, "POST", "/cms-blocks", salestest.Fields{"identifier": "about"}, s.Service...)
	s.Settle()
	agent := introduce(t, s.Shop, s.Service...)
	for asked, want := range map[string][2]int{"about": {1, 1}, "BOU": {1, 0}, "zzz": {0, 0}} {
		for range 2 { // the second answer may come from the cache
			rest := s.Must(200, "GET", "/cms-blocks?identifier="+asked, nil, s.Service...).List(t)
			text := resultOf(t, agent.ask("tools/call", object{"name": "content_cms_blocks_list",
				"arguments": object{"identifier": asked}})).Content[0].Text
			if len(rest) != want[0] || !strings.Contains(text, fmt.Sprintf(`"totalItems":%d`, want[1])) {
				t.Errorf("%s: REST finds %d, want %d; the tool says %s", asked, len(rest), want[0], text)
			}
		}
	}
}

// sameByTool calls a tool and compares its result with REST's answer.
func sameByTool(t *testing.T, a *agent, tool string, arguments object, rest apptest.Answer) {
	t.Helper()
	r := a.ask("tools/call", object{"name": tool, "arguments": arguments})
	switch {
	case rest.Status != 200 && r.failed() != "-32603 "+rest.Message():
		t.Errorf("%s %v: %q, REST answers %d %s", tool, arguments, r.failed(), rest.Status, rest.Body)
	case rest.Status == 200 && r.Error != nil:
		t.Errorf("%s %v: %s", tool, arguments, r.failed())
	case rest.Status == 200 && resultOf(t, r).Content[0].Text != string(rest.Body):
		t.Errorf("%s %v:\n got %.600s\nwant %.600s", tool, arguments, resultOf(t, r).Content[0].Text, rest.Body)
	}
}

// namedRows returns a member of each row.
func namedRows(t *testing.T, a apptest.Answer, member string) string {
	t.Helper()
	rows, _ := a.Object(t)["member"].([]any)
	var names []string
	for _, row := range rows {
		names = append(names, fmt.Sprint(row.(object)[member]))
	}
	return strings.Join(names, " ")
}

func operationAt(s *apptest.Shop, row contract.Row) *operations.Operation {
	for _, o := range s.Pipeline.Registry.All() {
		if contract.Route(o.Method, o.Path) == row.Route() {
			return o
		}
	}
	return nil
}

// stocked fills a shop with two or three rows of each list.
func stocked(s *salestest.Shop) (k known, anna []string) {
	made := func(path string, body object, headers ...string) int64 {
		s.T.Helper()
		return salestest.ID(s.Must(201, "POST", path, body, append(headers, s.Service...)...).Object(s.T))
	}
	k.cups = made("/categories", object{"name": "Cups", "urlKey": "cups", "parentId": 2})
	hats := made("/categories", object{"name": "Hats", "urlKey": "hats", "parentId": 2, "includeInMenu": false})
	made("/categories", object{"name": "Small", "parentId": k.cups})
	s.Product("MUG", "10", 100, salestest.Fields{
		"categoryIds": []int64{k.cups}, "barcode": "111", "urlKey": "mug", "countryOfManufacture": "DE",
	})
	s.Product("CAP", "20", 100, salestest.Fields{"categoryIds": []int64{hats}, "urlKey": "cap"})
	k.anna, anna = s.Customer("anna@example.com")
	ben, _ := s.Customer("ben@example.com")
	s.Must(200, "PUT", fmt.Sprintf("/customers/%d", ben), object{"lastname": "Jones"}, s.Service...)
	made(fmt.Sprintf("/customers/%d/addresses", ben), object{"firstname": "Ben", "lastname": "Jones", "street": "1 Way", "city": "Berlin",
		"postcode": "10115", "countryId": "DE", "telephone": "030 555 12 34"})
	s.Order("MUG")
	k.held = salestest.ID(s.OrderOf(anna, "CAP"))
	made(fmt.Sprintf("/orders/%d/hold", k.held), object{})
	s.Must(201, "POST", "/customers/me/revocation-requests", object{"orderId": k.held}, anna...)
	for _, path := range []string{"/cms-pages", "/cms-blocks"} {
		for _, name := range []string{"about", "imprint", "hidden"} {
			made(path, object{"identifier": name, "title": name, "content": "Text", "stores": "all", "isActive": name != "hidden"})
		}
	}
	for _, name := range []string{"news", "hidden"} {
		made("/blog-categories", object{"name": name, "urlKey": name, "isActive": name == "news"})
	}
	for _, post := range []object{{"title": "First", "urlKey": "first"}, {"title": "Second", "urlKey": "second", "categoryIds": []int{2}},
		{"title": "Tomorrow", "urlKey": "tomorrow", "publishDate": "2999-01-01"}} {
		post["isActive"] = true
		made("/blog-posts", post)
	}
	made("/tax-rates", object{"code": "Germany", "taxCountryId": "DE", "taxPostcode": "*", "rate": 19})
	made("/coupons", object{"code": "TEN", "discountType": "percent", "discountAmount": 10})
	made("/coupons", object{"code": "OLD", "discountType": "percent", "discountAmount": 10, "isActive": false})
	s.Must(201, "POST", fmt.Sprintf("/products/%d/reviews", 1), object{"title": "Good", "detail": "A good mug.", "nickname": "Anna"}, anna...)
	s.Settle()
	return k, anna
}
