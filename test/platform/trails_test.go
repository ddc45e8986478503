package platform_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tradelog/commands"
	"tradelog/commands/catalog"
	"tradelog/eventstore"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// entries reads the entries of a timeline or a search.
func entries(t *testing.T, a apptest.Answer) (list []fields, next int64) {
	t.Helper()
	page := a.Object(t)
	for _, e := range page["entries"].([]any) {
		list = append(list, e.(fields))
	}
	return list, salestest.Number(page["next"])
}

// sentences returns those of entries.
func sentences(list []fields) (out []string) {
	for _, e := range list {
		out = append(out, e["what"].(string))
	}
	return out
}

// TestTheTimelineOfAnOrder reads the timeline of an order from its placement to its refund, as an auditor and as callers who may read
// orders.
func TestTheTimelineOfAnOrder(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 10, nil)
	o := s.Order("MUG 2")
	path := fmt.Sprintf("/orders/%d", salestest.ID(o))
	s.Must(201, "POST", path+"/hold", fields{"reason": "The address is odd"}, s.Service...)
	s.Must(201, "POST", path+"/unhold", nil, s.Service...)
	s.Must(201, "POST", path+"/comments", fields{"comment": "Called the buyer"}, s.Service...)
	s.Must(201, "POST", path+"/shipments", fields{}, s.Service...)
	auditor := apptest.Bearer(s.Shop.Service([]string{"audit/read"}))
	reader := apptest.Bearer(s.Shop.Service([]string{"audit/read", "orders/read"}))

	list, next := entries(t, s.Must(200, "GET", path+"/timeline?order=oldest", nil, reader...))
	told := strings.Join(sentences(list), "\n")
	for _, sentence := range []string{
		"Order " + o["incrementId"].(string) + " placed", "Put on hold: The address is odd", "Released from hold", "Comment: Called the buyer",
		" shipped with shipment ",
	} {
		if !strings.Contains(told, sentence) {
			t.Errorf("the timeline lacks %q:\n%s", sentence, told)
		}
	}
	if next != 0 {
		t.Errorf("there are entries after %d", next)
	}
	for _, e := range list {
		actor := e["actor"].(fields)
		if e["type"] == "OrderHeld" && (actor["kind"] != "api" || !strings.HasPrefix(actor["name"].(string), "service") ||
			actor["via"] != "rest" || actor["token"] == "" || e["command"] != "HoldOrder") {
			t.Errorf("who put the order on hold: %v, %v", actor, e["command"])
		}
		if len(e["seal"].(string)) != 64 {
			t.Errorf("the seal is %v", e["seal"])
		}
	}
	held, _ := entries(t, s.Must(200, "GET", path+"/timeline?field=state&language=de", nil, reader...))
	if got := sentences(held); len(got) == 0 || !strings.Contains(strings.Join(got, "\n"), "Angehalten") {
		t.Errorf("changes of the state in German: %v", got)
	}
	for _, c := range held[len(held)-2]["changes"].([]any) {
		if c := c.(fields); c["field"] == "state" && (c["before"] == nil || c["after"] == nil || c["label"] != "Zustand") {
			t.Errorf("the state changed: %v", c)
		}
	}

	closed := s.Must(200, "GET", path+"/timeline", nil, auditor...)
	if strings.Contains(string(closed.Body), "@example.com") || strings.Contains(string(closed.Body), "The address is odd") {
		t.Errorf("an auditor without orders/read sees personal fields: %s", closed.Body)
	}
	s.Must(403, "GET", path+"/timeline", nil, apptest.Bearer(s.Shop.Service([]string{"orders/read"}))...)
	s.Must(404, "GET", path, nil, auditor...)
	s.Must(404, "GET", "/orders/999/timeline", nil, auditor...)
	s.Must(404, "GET", "/orders/x/timeline", nil, auditor...)
	s.Must(400, "GET", path+"/timeline?limit=101", nil, auditor...)
}

// TestTimelinesAreRemembered: an unchanged timeline costs no query, with a body or as a 304. Each event of its stream invalidates it, also
// one that does not change the document.
func TestTimelinesAreRemembered(t *testing.T) {
	t.Parallel()
	var queries salestest.Queries
	s := salestest.Start(t, queries.Trace())
	mug := s.Product("MUG", "10", 10, nil)
	annaID, anna := s.Customer("anna@example.com")
	hers, guests := s.OrderOf(anna, "MUG 2"), s.Order("MUG")
	reader := apptest.Bearer(s.Shop.Service([]string{"audit/read", "orders/read", "customers/read"}))
	order, guestsOrder := fmt.Sprintf("/orders/%d", salestest.ID(hers)), fmt.Sprintf("/orders/%d", salestest.ID(guests))
	cart := s.Cart(anna, "MUG")
	s.Configure("general/locale/code", "en_US")
	for _, c := range []struct {
		path  string
		write func()
		event string
	}{
		{order, func() { s.Must(201, "POST", order+"/comments", fields{"comment": "Called Anna"}, s.Service...) }, "OrderCommented"},
		{guestsOrder, func() {
			s.Must(200, "GET", fmt.Sprintf("/orders/%s/details", guests["incrementId"]), nil, "X-Order-Token", guests["accessToken"].(string))
		}, "OrderTokenUsed"},
		{fmt.Sprintf("/products/%d", mug), func() { s.Change(mug, fields{"price": 12}) }, "ProductChanged"},
		{"/inventory/MUG", func() { s.Restock(mug, 7) }, "StockLevelsSet"},
		{fmt.Sprintf("/customers/%d", annaID), func() {
			s.Must(201, "POST", "/customers/forgot-password", fields{"email": "anna@example.com"})
		}, "CustomerPasswordResetRequested"},
		{fmt.Sprintf("/carts/%d", cart), func() {
			s.Must(200, "POST", fmt.Sprintf("/carts/%d/items", cart), fields{"sku": "MUG", "qty": 1}, anna...)
		}, "CartItemQtyChanged"},
		{"/configuration/default", func() { s.Configure("general/locale/code", "de_DE") }, "ConfigChanged"},
	} {
		s.Settle()
		first := s.Must(200, "GET", c.path+"/timeline", nil, reader...)
		queries.Take()
		s.Must(304, "GET", c.path+"/timeline", nil, salestest.With(reader, "If-None-Match", first.Header.Get("ETag"))...)
		if again := s.Must(200, "GET", c.path+"/timeline", nil, reader...); string(again.Body) != string(first.Body) {
			t.Errorf("%s: remembered as something else", c.path)
		}
		if seen := queries.Take(); len(seen) > 0 {
			t.Errorf("%s: %d queries, such as %s", c.path, len(seen), seen[0])
		}
		c.write()
		s.Settle()
		before, _ := entries(t, first)
		after, _ := entries(t, s.Must(200, "GET", c.path+"/timeline", nil, reader...))
		if len(after) <= len(before) || after[0]["type"] != c.event {
			t.Errorf("%s: after %d entries %d, the newest is %v, want %s", c.path, len(before), len(after), after[0]["type"], c.event)
		}
	}
	s.Must(201, "POST", order+"/cancel", nil, s.Service...)
	s.Settle()
	told := string(s.Must(200, "GET", order+"/timeline", nil, reader...).Body)
	s.Must(201, "POST", fmt.Sprintf("/customers/%d/forget", annaID), fields{"reason": "asked for it"}, s.Service...)
	s.Settle()
	if list := string(s.Must(200, "GET", order+"/timeline", nil, reader...).Body); !strings.Contains(told, "Anna") ||
		strings.Contains(list, "Anna") {
		t.Errorf("the timeline of an order of somebody who is forgotten: %s\nit was %s", list, told)
	}
}

// TestPagesOfATimeline walks through a timeline in both directions.
func TestPagesOfATimeline(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	id := s.Product("MUG", "10", 10, nil)
	for i := range 7 {
		s.Change(id, fields{"price": 20 + i})
	}
	reader := apptest.Bearer(s.Shop.Service([]string{"audit/read"}))
	path := fmt.Sprintf("/products/%d/timeline", id)
	for _, order := range []string{"newest", "oldest"} {
		var walked []string
		for next := int64(0); ; {
			var list []fields
			list, next = entries(t, s.Must(200, "GET", fmt.Sprintf("%s?limit=3&order=%s&after=%d", path, order, next), nil, reader...))
			walked = append(walked, sentences(list)...)
			if next == 0 {
				break
			}
		}
		first, last := walked[0], walked[len(walked)-1]
		if order == "oldest" {
			first, last = last, first
		}
		if len(walked) != 8 || first != "Price 25 → 26" || last != "Product created" {
			t.Errorf("%s first: %v", order, walked)
		}
	}
}

// TestSearchingTheLog finds the acts of an account, and the events of one request.
func TestSearchingTheLog(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 10, nil)
	s.Order("MUG 1")
	auditor := apptest.Bearer(s.Shop.Service([]string{"audit/read"}))
	placed, _ := entries(t, s.Must(200, "GET", "/audit?type=OrderPlaced&resource=order", nil, auditor...))
	if len(placed) != 1 || placed[0]["stream"] != "order-1" {
		t.Fatalf("orders that were placed: %v", placed)
	}
	request := placed[0]["cause"].(fields)["requestId"].(string)
	of, _ := entries(t, s.Must(200, "GET", "/audit?requestId="+request, nil, auditor...))
	streams := map[string]bool{}
	for i, e := range of {
		streams[strings.Split(e["stream"].(string), "-")[0]] = true
		if i > 0 && salestest.Number(of[i-1]["position"]) <= salestest.Number(e["position"]) {
			t.Error("entries are not newest first")
		}
	}
	for _, stream := range []string{"cart", "order", "stock"} {
		if !streams[stream] {
			t.Errorf("the request that placed the order has no event of %s: %v", stream, streams)
		}
	}
	for query, message := range map[string]string{
		"resource=produkt": "There is no kind of things named produkt. Did you mean product?",
		"type=OrderPlace":  "There is no event type OrderPlace. Did you mean OrderPlaced?",
	} {
		if a := s.Do("GET", "/audit?"+query, nil, auditor...); a.Status != 400 || a.Message() != message {
			t.Errorf("%s: %d %s", query, a.Status, a.Body)
		}
	}
	if none, next := entries(t, s.Must(200, "GET", "/audit?actorKind=admin&actorId=99", nil, auditor...)); len(none) > 0 || next != 0 {
		t.Errorf("an account that did nothing: %v, next %d", none, next)
	}
	s.Must(403, "GET", "/audit", nil, s.As([]string{"audit/read"}, 1)...)
	s.Must(401, "GET", "/audit", nil)
}

// TestASearchTellsOldAndNewValues: an entry names the thing and tells what changed, as its timeline does.
func TestASearchTellsOldAndNewValues(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	mug := s.Product("MUG", "13", 10, fields{"name": "A mug"})
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", mug), fields{"price": 15.5}, salestest.With(s.Service, "User-Agent", "night/1.0")...)
	order := salestest.ID(s.Order("MUG 1"))
	s.Must(201, "POST", fmt.Sprintf("/orders/%d/hold", order), fields{}, s.Service...)
	auditor := apptest.Bearer(s.Shop.Service([]string{"audit/read"}))
	for _, c := range []struct {
		query, timeline, what, resource string
		id                              int64
	}{
		{"type=ProductChanged&resource=products", fmt.Sprintf("/products/%d", mug), "Price 13 → 15.5", "products", mug},
		{"type=OrderHeld&resource=Order", fmt.Sprintf("/orders/%d", order), "Put on hold", "orders", order},
	} {
		found, _ := entries(t, s.Must(200, "GET", "/audit?limit=1&"+c.query, nil, auditor...))
		there, _ := entries(t, s.Must(200, "GET", c.timeline+"/timeline?limit=100", nil, auditor...))
		at := slices.IndexFunc(there, func(e fields) bool { return e["position"] == found[0]["position"] })
		if at < 0 || !reflect.DeepEqual(found[0], there[at]) {
			t.Errorf("the search tells\n%v\nthe timeline\n%v", found[0], there)
		}
		if e := found[0]; e["what"] != c.what || e["resource"] != c.resource || salestest.Number(e["id"]) != c.id || e["name"] == "" {
			t.Errorf("%v", e)
		}
	}
}

// TestATimelineOfAForgottenPerson has the word forgotten in place of the person.
func TestATimelineOfAForgottenPerson(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	id, _ := s.Customer("anna@example.com")
	reader := apptest.Bearer(s.Shop.Service([]string{"audit/read", "customers/read", "customers/delete"}))
	path := fmt.Sprintf("/customers/%d", id)
	if before := s.Must(200, "GET", path+"/timeline", nil, reader...); !strings.Contains(string(before.Body), "anna@example.com") {
		t.Errorf("who may read customers sees no personal field: %s", before.Body)
	}
	s.Must(201, "POST", path+"/forget", fields{"reason": "asked for it"}, reader...)
	s.Settle()
	list, _ := entries(t, s.Must(200, "GET", path+"/timeline?order=oldest", nil, reader...))
	registered := fmt.Sprint(list[0])
	if strings.Contains(fmt.Sprint(list), "anna@example.com") || !strings.Contains(registered, "forgotten") {
		t.Errorf("the trail of a forgotten person: %v", list)
	}
}

// TestTrailsKeepToTheStoresOfAToken: a token for some stores reads trails of things in them or in all stores, without the values of other
// stores.
func TestTrailsKeepToTheStoresOfAToken(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	_, store := s.SecondWebsite()
	mug := s.Product("MUG", "10", 10, nil)
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", mug), fields{"websiteIds": []int64{1}}, s.Service...)
	order := salestest.ID(s.Order("MUG"))
	category := s.Must(201, "POST", "/categories", fields{"name": "Cups", "parentId": 2}, s.Service...).Object(t)["id"]
	s.Must(200, "PUT", fmt.Sprintf("/categories/%v", category), fields{"name": "Tassen"}, salestest.With(s.Service, "X-Store-Code", "de")...)
	here := s.As([]string{"audit/read"}, 1)
	there := salestest.With(s.As([]string{"audit/read"}, store), "X-Store-Code", "de")
	for path, status := range map[string]int{
		fmt.Sprintf("/products/%d", mug): 403, fmt.Sprintf("/orders/%d", order): 403, fmt.Sprintf("/categories/%v", category): 200,
	} {
		s.Must(status, "GET", path+"/timeline", nil, there...)
		if status == 403 {
			status = 200
		}
		s.Must(status, "GET", path+"/timeline", nil, here...)
	}
	for _, c := range []struct {
		headers []string
		shown   bool
	}{{here, false}, {there, true}, {s.As([]string{"audit/read"}), true}} {
		a := s.Must(200, "GET", fmt.Sprintf("/categories/%v/timeline", category), nil, c.headers...)
		if list, _ := entries(t, a); len(list) != 2 || strings.Contains(string(a.Body), "Tassen") != c.shown {
			t.Errorf("the name in another store view is shown, want %v: %s", c.shown, a.Body)
		}
	}
	account := s.Must(200, "GET", "/audit?resource=account", nil, s.As([]string{"audit/read"})...)
	list, _ := entries(t, account)
	path := "/accounts/" + strings.TrimPrefix(list[0]["stream"].(string), "account-") + "/timeline"
	if a := s.Do("GET", path, nil, here...); a.Status != 403 || a.Message() !=
		"The timeline of an account is for tokens that are not restricted to stores." {
		t.Errorf("an account: %d %s", a.Status, a.Body)
	}
}

// TestTheTimelineOfStock has the reasons of one product's movements, from events of the ledger and of orders, and of no other product.
func TestTheTimelineOfStock(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 10, nil)
	s.Product("CUP", "10", 5, nil)
	o := s.Order("MUG*2", "CUP")
	order := fmt.Sprintf("/orders/%d", salestest.ID(o))
	s.Must(201, "POST", order+"/shipments", fields{}, s.Service...)
	s.Must(200, "PUT", "/inventory", fields{"sku": "MUG", "qty": 20}, s.Service...)
	s.Order("CUP")
	auditor := s.As([]string{"audit/read"})
	const path = "/inventory/mug/timeline"
	list, next := entries(t, s.Must(200, "GET", path+"?order=oldest", nil, auditor...))
	var told []string
	for _, e := range list {
		line := e["type"].(string)
		for _, c := range e["changes"].([]any) {
			line += fmt.Sprintf(" %v %v>%v", salestest.At(c, "field"), salestest.At(c, "before"), salestest.At(c, "after"))
		}
		told = append(told, line)
	}
	want := []string{
		"StockLevelsSet available 0>10 onHand 0>10", "StockReserved available 10>8 reserved 0>2",
		"OrderShipped onHand 10>8 reserved 2>0", "StockLevelsSet available 8>20 onHand 8>20",
	}
	if !slices.Equal(told, want) || next != 0 {
		t.Errorf("the stock of a product: %q, next %d, want %q", told, next, want)
	}
	if e := list[1]; e["stream"] != "stock-1" || e["what"] != fmt.Sprintf("Reserved for order %d", salestest.ID(o)) || e["seal"] == "" {
		t.Errorf("what an order took: %v", e)
	}
	var walked []string
	for after, parts := int64(0), 0; parts == 0 || after != 0; parts++ {
		var part []fields
		part, after = entries(t, s.Must(200, "GET", fmt.Sprintf("%s?field=available&limit=1&after=%d", path, after), nil, auditor...))
		for _, e := range part {
			walked = append(walked, e["type"].(string))
		}
	}
	if !slices.Equal(walked, []string{"StockLevelsSet", "StockReserved", "StockLevelsSet"}) {
		t.Errorf("changes of what is available, newest first: %v", walked)
	}
	if shipped, _ := entries(t, s.Must(200, "GET", path+"?actorKind=guest", nil, auditor...)); len(shipped) != 1 {
		t.Errorf("what guests did: %v", sentences(shipped))
	}
	if german := s.Must(200, "GET", path+"?language=de&limit=1", nil, auditor...); !strings.Contains(string(german.Body), `"Verfügbar"`) {
		t.Errorf("labels in German: %s", german.Body)
	}
	s.Must(404, "GET", "/inventory/NONE/timeline", nil, auditor...)
	s.Must(403, "GET", path, nil, s.As([]string{"inventory/read"})...)
	s.Must(403, "GET", path, nil, s.As([]string{"audit/read", "inventory/read"}, 1)...)
}

// TestOneReadOfAListIsBounded: a timeline of stock that finds nothing ends after some hundred events, and the next read continues there.
func TestOneReadOfAListIsBounded(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 10, nil)
	const sets = 520
	for i := range sets {
		s.Must(200, "PUT", "/inventory", fields{"sku": "MUG", "qty": 11 + i}, s.Service...)
	}
	path := "/inventory/MUG/timeline?order=oldest&field=reserved"
	none, next := entries(t, s.Must(200, "GET", path, nil, s.As([]string{"audit/read"})...))
	if len(none) != 0 || next == 0 {
		t.Fatalf("entries %v, next %d", none, next)
	}
	none, last := entries(t, s.Must(200, "GET", fmt.Sprintf("%s&after=%d", path, next), nil, s.As([]string{"audit/read"})...))
	if len(none) != 0 || last != 0 {
		t.Errorf("the rest: entries %v, next %d", none, last)
	}
}

// TestCausesSayWhereTheyAre: the entry of a reaction's event names the event that it handled, with its position, also in another stream.
func TestCausesSayWhereTheyAre(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 10, nil)
	o := s.Order("MUG*2")
	s.Must(201, "POST", fmt.Sprintf("/orders/%d/cancel", salestest.ID(o)), fields{}, s.Service...)
	auditor := s.As([]string{"audit/read"})
	canceled, _ := entries(t, s.Must(200, "GET", "/audit?type=OrderCanceled", nil, auditor...))
	id := s.Product("CUP", "10", 0, nil)
	reaction := commands.WithCause(t.Context(), commands.Cause{
		Actor: eventstore.Actor{Kind: "system", Name: "reaction"}, CausationID: canceled[0]["eventId"].(string),
		CausedAt: eventstore.Position(salestest.Number(canceled[0]["position"])),
	})
	values := catalog.Scoped{0: {"price": []byte("11")}}
	if err := s.App.Commands.Catalog.ChangeProduct(reaction, id, values); err != nil {
		t.Fatal(err)
	}
	list, _ := entries(t, s.Must(200, "GET", fmt.Sprintf("/products/%d/timeline?limit=1", id), nil, auditor...))
	cause := list[0]["cause"].(fields)
	if len(canceled) != 1 || cause["eventId"] != canceled[0]["eventId"] || cause["position"] != canceled[0]["position"] ||
		cause["stream"] != canceled[0]["stream"] || cause["type"] != "OrderCanceled" {
		t.Errorf("the cause is %v, want %v", cause, canceled)
	}
	if of := canceled[0]["cause"].(fields); of["position"] != nil || of["requestId"] == "" {
		t.Errorf("a request is a cause without a place: %v", of)
	}
}

// TestActorsWithoutAnAccount are shown differently from forgotten ones. Earlier versions issued tokens of admins without an account, and
// the number of an API user names no admin.
func TestActorsWithoutAnAccount(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 10, nil)
	id := salestest.ID(s.Order("MUG"))
	auditor := apptest.Bearer(s.Shop.Service([]string{"audit/read", "orders/read"}))
	accounts, err := s.Readers.Access.Accounts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, number := range []int64{4711, accounts.All()[0].ID} {
		as := commands.WithCause(t.Context(), commands.Cause{Actor: eventstore.Actor{Kind: "admin", ID: number}})
		change := s.Commands.Sales.HoldOrder
		if i > 0 {
			change = s.Commands.Sales.UnholdOrder
		}
		if err := change(as, id, ""); err != nil {
			t.Fatal(err)
		}
		s.Settle()
		list, _ := entries(t, s.Must(200, "GET", fmt.Sprintf("/orders/%d/timeline?limit=1", id), nil, auditor...))
		salestest.Check(t, list[0], fields{"actor.kind": "admin", "actor.id": number, "actor.name": "no account"})
		step := s.Must(200, "GET", fmt.Sprintf("/orders/%d", id), nil, auditor...).Object(t)
		salestest.Check(t, step, fields{"statusHistory.0.changedBy": fmt.Sprint("admin ", number), "statusHistory.0.changedByName": nil})
	}
}

// TestMembersOfEntries: the parameter fields names the members of entries.
func TestMembersOfEntries(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 10, nil)
	path := fmt.Sprintf("/orders/%d", salestest.ID(s.Order("MUG")))
	s.Must(201, "POST", path+"/hold", fields{"reason": "The address is odd"}, s.Service...)
	for query, want := range map[string]string{
		"fields=what":                 `{"entries":[{"what":"Put on hold: The address is odd"}],"next":2}`,
		"fields=revision,+type,shape": `{"entries":[{"revision":1,"type":"OrderHeld"}],"next":2}`,
		"fields=shape":                `{"entries":[{}],"next":2}`,
	} {
		a := s.Must(200, "GET", path+"/timeline?limit=1&"+query, nil, s.Service...)
		at := fmt.Sprintf(`"next":%.0f`, a.Object(t)["next"])
		if got := strings.Replace(string(a.Body), at, `"next":2`, 1); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	whole := s.Must(200, "GET", path+"/timeline", nil, s.Service...)
	if all := s.Must(200, "GET", path+"/timeline?fields=*", nil, s.Service...); string(all.Body) != string(whole.Body) {
		t.Errorf("%s\nis not\n%s", all.Body, whole.Body)
	}
	found := s.Must(200, "GET", "/audit?type=OrderHeld&fields=type", nil, s.Service...).Object(t)["entries"]
	if fmt.Sprint(found) != "[map[type:OrderHeld]]" {
		t.Errorf("found %v", found)
	}
}
