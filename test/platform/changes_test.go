package platform_test

import (
	"fmt"
	"slices"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestWhatTheFeedTells follows resources from their creation to their deletion.
func TestWhatTheFeedTells(t *testing.T) {
	t.Parallel()
	s := startFeed(t)
	for _, c := range []struct {
		resource, create string
		body, change     fields
		changed          string
		status           int
	}{
		{"products", "/products", fields{"sku": "A", "name": "A", "type": "simple", "price": 10, "websiteIds": []int{1}},
			fields{"name": "B", "price": 12}, "[name price]", 200},
		{"categories", "/categories", fields{"name": "New", "parentId": 2}, fields{"name": "Newer"}, "[name]", 200},
		{"tax-classes", "/tax-classes", fields{"className": "Books", "classType": "PRODUCT"}, fields{"className": "Print"}, "[className]", 200},
		{"cms-pages", "/cms-pages", fields{"identifier": "about", "title": "About"}, fields{"title": "About us"}, "[title]", 200},
		{"coupons", "/coupons", fields{"code": "TEN", "discountType": "percent", "discountAmount": 10, "websiteIds": []int{1},
			"customerGroupIds": []int{0}, "name": "Ten"}, fields{"discountAmount": 12}, "[]", 200},
	} {
		at := s.latest()
		created := s.Must(201, "POST", c.create, c.body, s.Service...).Object(t)
		path := fmt.Sprintf("%s/%v", c.create, created["id"])
		s.Must(c.status, "PUT", path, c.change, s.Service...)
		if a := s.Do("DELETE", path, nil, s.Service...); a.Status != 204 && a.Status != 200 {
			t.Fatalf("DELETE %s: %d %s", path, a.Status, a.Body)
		}
		s.Settle()
		list, next := s.page(fmt.Sprintf("after=%d&resources=%s", at, c.resource), s.Service)
		// The parent of the category shows it.
		list = slices.DeleteFunc(list, func(told fields) bool { return salestest.ID(told) != salestest.ID(created) })
		name := fmt.Sprintf("%s %v ", c.resource, created["id"])
		same(t, c.resource, shorts(list), []string{name + "created", name + "changed", name + "deleted"})
		if len(list) < 2 || fmt.Sprint(list[1]["fields"]) != c.changed {
			t.Errorf("%s: %v, want fields %s", c.resource, list, c.changed)
		}
		last := at
		for _, change := range list {
			position := salestest.Number(change["position"])
			if position <= last || position > next || len(fmt.Sprint(change["time"])) != len("2026-01-02 15:04:05") {
				t.Errorf("%s: %v after position %d, next %d", c.resource, change, last, next)
			}
			last = position
		}
	}
}

// TestWhatShowsWhatHasChanged: an event of a category is told of the categories above it, and of those below it if they show another path.
// An event of a block is told of the products and categories that show it.
func TestWhatShowsWhatHasChanged(t *testing.T) {
	t.Parallel()
	s := startFeed(t)
	text := func(name any) string { return fmt.Sprintf(`<p>{{block type="cms/block" block_id="%v"}}</p>`, name) }
	block := func(identifier, content string) int64 {
		return s.Create("/cms-blocks", fields{"identifier": identifier, "content": content, "stores": "all"})
	}
	category := func(name string, parent int64) int64 {
		return s.Create("/categories", fields{"name": name, "parentId": parent})
	}
	outer := block("outer", text("inner"))
	inner := block("inner", "<p>Text</p>")
	shoes, hats := category("Shoes", 2), category("Hats", 2)
	boots := category("Boots", shoes)
	tall := category("Tall", boots)
	s.Must(200, "PUT", fmt.Sprintf("/categories/%d", hats), fields{"landingPageId": outer}, s.Service...)
	lamp := s.Create("/products", fields{"sku": "LAMP", "name": "Lamp", "price": 1, "shortDescription": text(outer)})
	candle := s.Create("/products", fields{"sku": "CANDLE", "name": "Candle", "price": 1, "description": text("outer")})
	s.Create("/products", fields{"sku": "PLAIN", "name": "Plain", "price": 1, "description": "<p>Text</p>"})
	told := func(resource, what string, ids ...int64) (all []string) {
		for _, id := range ids {
			all = append(all, fmt.Sprint(resource, " ", id, " ", what))
		}
		return all
	}
	shown := slices.Concat(told("products", "changed [description shortDescription]", lamp, candle),
		told("categories", "changed [cmsBlock]", hats))
	for _, c := range []struct {
		name, method, path string
		id                 int64
		body               fields
		want               []string
	}{
		{"a name", "PUT", "categories", tall, fields{"name": "Taller"},
			slices.Concat(told("categories", "changed [name]", tall), told("categories", "changed []", 2, shoes, boots))},
		{"a URL key", "PUT", "categories", shoes, fields{"urlKey": "footwear"},
			slices.Concat(told("categories", "changed [urlKey]", shoes), told("categories", "changed []", 2, boots, tall))},
		{"a move", "PUT", "categories", boots, fields{"parentId": hats},
			slices.Concat(told("categories", "changed [parentId]", boots), told("categories", "changed []", 2, shoes, hats, tall))},
		{"a deletion", "DELETE", "categories", tall, nil, slices.Concat(told("categories", "deleted []", tall),
			told("categories", "changed [children childrenCount childrenIds]", 2, hats, boots))},
		{"a text", "PUT", "cms-blocks", outer, fields{"content": text("inner") + "<p>More</p>"}, shown},
		{"a text within a text", "PUT", "cms-blocks", inner, fields{"content": "<p>Else</p>"}, shown},
		{"another identifier", "PUT", "cms-blocks", inner, fields{"identifier": "other"}, shown},
		{"a title", "PUT", "cms-blocks", outer, fields{"title": "Title"}, nil},
		{"a status", "PUT", "cms-blocks", outer, fields{"isActive": false}, shown},
	} {
		at := s.latest()
		if a := s.Do(c.method, fmt.Sprintf("/%s/%d", c.path, c.id), c.body, s.Service...); a.Status != 200 && a.Status != 204 {
			t.Fatalf("%s: %d %s", c.name, a.Status, a.Body)
		}
		s.Settle()
		list, _ := s.page(fmt.Sprintf("after=%d&resources=products,categories", at), s.Service)
		var got []string
		for _, change := range list {
			got = append(got, fmt.Sprint(short(change), " ", change["fields"]))
		}
		slices.Sort(got[min(1, len(got)):])
		slices.Sort(c.want[min(1, len(c.want)):])
		same(t, c.name, got, c.want)
	}
}

// TestStockInTheFeed has every quantity before and after, also of deleted products.
func TestStockInTheFeed(t *testing.T) {
	t.Parallel()
	s := startFeed(t)
	at := s.latest()
	mug := s.Product("MUG", "10", 5, nil)
	s.Must(200, "PUT", "/inventory", fields{"sku": "MUG", "qty": 8}, s.Service...)
	order := s.Order("MUG*3")
	s.Must(201, "POST", fmt.Sprintf("/orders/%d/cancel", salestest.ID(order)), fields{}, s.Service...)
	s.Must(204, "DELETE", fmt.Sprintf("/products/%d", mug), nil, s.Service...)
	s.Settle()
	list, _ := s.page(fmt.Sprintf("after=%d&resources=inventory", at), s.Service)
	var got []string
	for _, c := range list {
		got = append(got, fmt.Sprintf("%s %v: %v to %v", short(c), c["sku"], c["qtyBefore"], c["qtyAfter"]))
		if salestest.Number(c["productId"]) != mug {
			t.Errorf("%v is not of product %d", c, mug)
		}
	}
	same(t, "stock", got, []string{
		"inventory MUG changed MUG: 0 to 5", "inventory MUG changed MUG: 5 to 8", "inventory MUG changed MUG: 8 to 5",
		"inventory MUG changed MUG: 5 to 8", "inventory MUG deleted MUG: 8 to <nil>",
	})
}

// TestAForgottenCustomerInTheFeed is reported as deleted once nothing of the account is shown, and not before.
func TestAForgottenCustomerInTheFeed(t *testing.T) {
	t.Parallel()
	s := startFeed(t)
	at := s.latest()
	id, _ := s.Customer("anna@example.com")
	path := fmt.Sprintf("/customers/%d", id)
	s.Must(200, "PUT", path, fields{"firstName": "Ann"}, s.Service...)
	s.Must(201, "POST", path+"/forget", fields{"reason": "asked for it"}, s.Service...)
	s.Settle()
	list, _ := s.page(fmt.Sprintf("after=%d&resources=customers", at), s.Service)
	created, changed, deleted := fmt.Sprintf("customers %d created", id), fmt.Sprintf("customers %d changed", id),
		fmt.Sprintf("customers %d deleted", id)
	same(t, "the customer", slices.Compact(shorts(list)), []string{created, changed, deleted}) // each may be reported several times
	s.Must(404, "GET", path, nil, s.Service...)
}

// TestAnOrderInTheFeed is reported with its parts, each in the order of the log.
func TestAnOrderInTheFeed(t *testing.T) {
	t.Parallel()
	s := startFeed(t)
	s.Product("MUG", "10", 5, nil)
	at := s.latest()
	id := salestest.ID(s.Order("MUG*2"))
	order := fmt.Sprintf("orders %d ", id)
	path := fmt.Sprintf("/orders/%d", id)
	s.Must(201, "POST", path+"/hold", fields{}, s.Service...)
	s.Must(201, "POST", path+"/unhold", fields{}, s.Service...)
	invoice := s.Must(201, "POST", path+"/invoices", fields{}, s.Service...).Object(t)["id"]
	shipment := s.Must(201, "POST", path+"/shipments", fields{"tracks": []fields{{"trackNumber": "1Z"}}}, s.Service...).Object(t)["id"]
	memo := s.Must(201, "POST", path+"/credit-memos", fields{}, s.Service...).Object(t)["id"]
	got := s.since(at, "orders,invoices,shipments,credit-memos")
	for _, want := range []string{
		order + "created", order + "changed", fmt.Sprintf("invoices %v created", invoice), fmt.Sprintf("shipments %v created", shipment),
		fmt.Sprintf("credit-memos %v created", memo),
	} {
		if i := slices.Index(got, want); i < 0 {
			t.Errorf("%q lacks %q", got, want)
		} else if want != order+"changed" {
			got = got[i:] // the others follow
		}
	}
	only := s.since(at, "invoices")
	if len(only) == 0 || slices.ContainsFunc(only, func(c string) bool { return c[:8] != "invoices" }) {
		t.Errorf("of invoices alone: %q", only)
	}
}

// TestPagesOfTheFeed walks through the feed in pages of every size and finds the same changes, none twice and none left out. Changes of one
// event are not divided.
func TestPagesOfTheFeed(t *testing.T) {
	t.Parallel()
	s := startFeed(t)
	for i := range 4 {
		s.Product(fmt.Sprintf("P-%d", i), "10", 20, nil)
	}
	for range 3 {
		s.Order("P-0*1", "P-1*2", "P-2*3") // three changes of stock in one event
	}
	end := s.latest()
	whole, next := s.page("after=0"+mostChanges, s.Service)
	if next != end || len(whole) < 30 {
		t.Fatalf("%d changes, next %d, want %d", len(whole), next, end)
	}
	for _, limit := range []int{1, 2, 3, 7, 100} {
		var walked []string
		for at := int64(0); at < end; {
			page, next := s.page(fmt.Sprintf("after=%d&limit=%d", at, limit), s.Service)
			if next <= at {
				t.Fatalf("next of %d is %d", at, next)
			}
			if n := len(page); n > limit && page[0]["position"] != page[n-1]["position"] {
				t.Errorf("%d changes of several events, limit %d", n, limit)
			}
			walked, at = append(walked, shorts(page)...), next
		}
		same(t, fmt.Sprint("limit ", limit), walked, shorts(whole))
	}
	if rest, next := s.page(fmt.Sprintf("after=%d&resources=cms-pages", end-1), s.Service); len(rest) != 0 || next < end {
		t.Errorf("where all is left out: %v, next %d, want %d", rest, next, end)
	}
}

// TestWhoMayFollowTheFeed checks the permissions: that of the feed, and that of each resource.
func TestWhoMayFollowTheFeed(t *testing.T) {
	t.Parallel()
	s := startFeed(t)
	at := s.latest()
	s.Product("MUG", "10", 5, nil)
	s.Order("MUG")
	s.Settle()
	_, customer := s.Customer("anna@example.com")
	query := fmt.Sprintf("/changes?after=%d", at)
	for name, c := range map[string]struct {
		headers []string
		query   string
		status  int
		message string
	}{
		"nobody":       {nil, "", 401, "Authentication required"},
		"a customer":   {customer, "", 403, "Access denied"},
		"not the feed": {s.As([]string{"orders/all"}), "", 403, "Access denied"},
		"no resource":  {s.As([]string{"changes/read"}), "", 403, "This token may read none of the resources whose changes are told."},
		"another resource": {s.As([]string{"changes/read", "orders/read"}), "&resources=orders,products", 403,
			"The changes of products need the permission products/read."},
		"a user without the node": {apptest.Bearer(s.Admin("sales/order")), "", 403,
			`Your admin role does not grant access to "system/changes".`},
	} {
		a := s.Do("GET", query+c.query, nil, c.headers...)
		if a.Status != c.status || a.Message() != c.message {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	for name, c := range map[string]struct {
		headers []string
		want    []string
	}{
		"orders":       {s.As([]string{"changes/read", "orders/read"}), []string{"orders"}},
		"a user":       {apptest.Bearer(s.Admin("system/changes", "catalog/products")), []string{"inventory", "products"}},
		"all products": {s.As([]string{"changes/read", "products/all"}), []string{"products"}},
	} {
		list, _ := s.page(fmt.Sprintf("after=%d", at), c.headers)
		var names []string
		for _, change := range list {
			names = append(names, change["resource"].(string))
		}
		slices.Sort(names)
		same(t, name, slices.Compact(names), c.want)
	}
}

// TestBadQueriesOfTheFeed are refused with advice.
func TestBadQueriesOfTheFeed(t *testing.T) {
	t.Parallel()
	s := startFeed(t)
	end := s.latest()
	for query, c := range map[string]struct {
		status  int
		message string
	}{
		"after=x":          {400, "after must be a position: a number from 0, or a value of cursor or X-Event-Position."},
		"after=-1":         {400, "after must be a position: a number from 0, or a value of cursor or X-Event-Position."},
		"after=abcdef.1":   {409, "after belongs to another event log."},
		"resources=chairs": {400, `Unknown resource "chairs" in resources. Known are: attribute-sets, `},
		fmt.Sprintf("after=%d", end+100): {409, fmt.Sprintf("The position %d is after the end of this log, which is %d. "+
			"It is of another log, or of one that has lost events since: read all resources again, beginning with after=latest.", end+100, end)},
	} {
		a := s.Do("GET", "/changes?"+query, nil, s.Service...)
		if a.Status != c.status || len(a.Message()) < len(c.message) || a.Message()[:len(c.message)] != c.message {
			t.Errorf("%s: %d %s", query, a.Status, a.Body)
		}
	}
}

// TestNothingNewInTheFeed is answered with 304, also after changes that the reader does not see.
func TestNothingNewInTheFeed(t *testing.T) {
	t.Parallel()
	s := startFeed(t)
	s.Product("MUG", "10", 5, nil)
	path := fmt.Sprintf("/changes?resources=orders&after=%d", s.latest())
	tag := s.Must(200, "GET", path, nil, s.Service...).Header.Get("ETag")
	with := salestest.With(s.Service, "If-None-Match", tag)
	s.Must(304, "GET", path, nil, with...)
	s.Product("CUP", "10", 5, nil)
	s.Must(304, "GET", path, nil, with...)
	s.Order("MUG")
	s.Settle()
	changed := s.Must(200, "GET", path, nil, with...)
	s.Must(304, "GET", path, nil, salestest.With(s.Service, "If-None-Match", changed.Header.Get("ETag"))...)
	if cached := changed.Header.Get("Cache-Control"); cached != "no-store" {
		t.Errorf("Cache-Control %q", cached)
	}
	cursor := changed.Object(t)["cursor"].(string)
	if list := s.Must(200, "GET", "/changes?after="+cursor, nil, s.Service...).Object(t)["changes"].([]any); len(list) != 0 {
		t.Errorf("after the cursor: %v", list)
	}
}

// TestTheFeedKeepsToTheStoresOfAToken: a token for some stores gets changes of things in them. A thing that leaves them is deleted for it.
func TestTheFeedKeepsToTheStoresOfAToken(t *testing.T) {
	t.Parallel()
	s := startFeed(t)
	website, store := s.SecondWebsite()
	here := s.As([]string{"all"}, 1)
	there := salestest.With(s.As([]string{"all"}, store), "X-Store-Code", "de")
	at := s.latest()
	mug := s.Product("MUG", "10", 5, nil)
	id := fmt.Sprintf("/products/%d", mug)
	s.Must(200, "PUT", id, fields{"name": "Mug"}, s.Service...)
	order := salestest.ID(s.Order("MUG"))
	s.Must(200, "PUT", id, fields{"websiteIds": []int64{website}}, s.Service...)
	s.Must(200, "PUT", id, fields{"name": "Becher"}, s.Service...)
	s.Must(200, "PUT", "/inventory", fields{"sku": "MUG", "qty": 50}, s.Service...)
	s.Must(204, "DELETE", id, nil, s.Service...)
	s.Settle()
	query := fmt.Sprintf("after=%d&resources=products,orders,inventory%s", at, mostChanges)
	product := func(what string) string { return fmt.Sprintf("products %d %s", mug, what) }
	stock := "inventory MUG changed"
	seen, _ := s.page(query, here)
	same(t, "the first website", slices.Compact(shorts(seen)), []string{
		product("created"), stock, product("changed"), stock, product("changed"), fmt.Sprintf("orders %d created", order), product("deleted"),
	})
	seen, _ = s.page(query, there)
	same(t, "the second website", slices.Compact(shorts(seen)), []string{
		product("changed"), stock, product("changed"), product("deleted"), "inventory MUG deleted",
	})
}

// TestChangesOfPartsAreOfTheWhole: the least price of a group follows from the stock and the status of its parts. So a change of a part
// names no fields of the group: webhooks for its price get it, too.
func TestChangesOfPartsAreOfTheWhole(t *testing.T) {
	t.Parallel()
	s := startFeed(t)
	cheap, dear := s.Product("CHEAP", "3", 1, nil), s.Product("DEAR", "30", 5, nil)
	set := s.Create("/products", fields{"sku": "SET", "name": "Set", "type": "grouped", "websiteIds": []int{1}})
	for _, part := range []int64{cheap, dear} {
		s.Must(201, "POST", fmt.Sprintf("/products/%d/grouped", set), fields{"childProductId": part}, s.Service...)
	}
	price := func() any {
		return s.Must(200, "GET", fmt.Sprintf("/products/%d", set), nil, s.Service...).Object(t)["minimalPrice"]
	}
	for _, c := range []struct {
		name   string
		do     func()
		price  any
		fields string // of the part, which is CHEAP if its stock has changed
	}{
		{"the last unit is sold", func() { s.Order("CHEAP") }, 30.0, "[stockItem stockQty stockStatus]"},
		{"a part is disabled", func() {
			s.Must(200, "PUT", fmt.Sprintf("/products/%d", dear), fields{"isActive": false}, s.Service...)
		}, 3.0, "[isActive]"},
		{"a part is restocked", func() { s.Must(200, "PUT", "/inventory", fields{"sku": "CHEAP", "qty": 2}, s.Service...) }, 3.0,
			"[stockItem stockQty stockStatus]"},
	} {
		at := s.latest()
		c.do()
		s.Settle()
		if got := price(); got != c.price {
			t.Errorf("%s: the least price is %v, want %v", c.name, got, c.price)
		}
		list, _ := s.page(fmt.Sprintf("after=%d&resources=products", at), s.Service)
		var whole, part bool
		for _, change := range list {
			named := fmt.Sprint(change["fields"])
			if salestest.ID(change) == set {
				whole = true
				if named != "[]" {
					t.Errorf("%s: the group is told of with the fields %s", c.name, named)
				}
			} else {
				part = part || named == c.fields
			}
		}
		if !whole || !part {
			t.Errorf("%s: %v", c.name, list)
		}
	}
}
