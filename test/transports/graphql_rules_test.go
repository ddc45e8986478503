package transports_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestTransport checks the forms of requests and the answers to other requests (graphql §1).
func TestTransport(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	const country = `{"data":{"country":{"name":"Germany"}}}`
	const query = `{ country(id: "/api/rest/v2/countries/DE") { name } }`
	form := url.Values{"query": {query}}.Encode()
	const byID, id = `"query ($id: ID!) { country(id: $id) { name } }"`, `{"id": "/api/rest/v2/countries/DE"}`
	field := func(name, value string) string {
		return fmt.Sprintf("--x\r\nContent-Disposition: form-data; name=%q\r\n\r\n%s\r\n", name, value)
	}
	multipart := field("operations", `{"query": `+byID+`, "variables": `+id+`}`) + field("map", "{}") + "--x--\r\n"
	two := "query a { __typename } query b " + query
	none := `{"errors":[{"message":"GraphQL query is not valid.","extensions":{"status":400}}]}`
	for name, c := range map[string]struct {
		method, path, kind string
		body               string
		want               string
	}{
		"JSON":               {"POST", path, "application/json", `{"query": ` + fmt.Sprintf("%q", query) + `}`, country},
		"text variables":     {"POST", path, "application/json", `{"query": ` + byID + `, "variables": ` + fmt.Sprintf("%q", id) + `}`, country},
		"empty list":         {"POST", path, "application/json", `{"query": ` + fmt.Sprintf("%q", query) + `, "variables": []}`, country},
		"GET":                {"GET", path + "?query=" + url.QueryEscape(query), "", "", country},
		"a form":             {"POST", path, "application/x-www-form-urlencoded", form, country},
		"a form with files":  {"POST", path, "multipart/form-data; boundary=x", multipart, country},
		"one of several":     {"POST", path, "application/json", fmt.Sprintf(`{"query": %q, "operationName": "b"}`, two), country},
		"no query":           {"POST", path, "application/json", `{}`, none},
		"a batch":            {"POST", path, "application/json", `[{"query": "{ __typename }"}]`, none},
		"a GraphQL document": {"POST", path, "application/graphql", query, none},
		"no JSON":            {"POST", path, "application/json", `{`, strings.Replace(none, "query is not valid", "data is not valid JSON", 1)},
		"nothing":            {"GET", path, "", "", none},
	} {
		headers := []string{}
		if c.kind != "" {
			headers = append(headers, "Content-Type", c.kind)
		}
		a := s.Do(c.method, c.path, c.body, headers...)
		if a.Status != 200 || string(a.Body) != c.want || a.Header.Get("Content-Type") != "application/json" ||
			a.Header.Get("Cache-Control") != "no-cache, private" {
			t.Errorf("%s: %d %s\n%s\nwant %s", name, a.Status, a.Body, a.Header, c.want)
		}
	}
	if a := s.Do("POST", path, object{"query": query}, "Authorization", "Bearer x"); a.Status != 401 ||
		string(a.Body) != `{"error":"authentication_error","message":"Malformed token"}` || a.Header.Get("WWW-Authenticate") == "" {
		t.Errorf("a bad bearer: %d %s", a.Status, a.Body)
	}
	if a := s.Do("POST", path, object{"query": query}, "X-Store-Code", "nowhere"); a.Status != 400 {
		t.Errorf("a bad store: %d %s", a.Status, a.Body)
	}
	if a := s.Do("DELETE", path, nil); a.Status != 405 || a.Header.Get("Allow") == "" {
		t.Errorf("DELETE: %d %s", a.Status, a.Header)
	}
	s.Configure("apiplatform/protocols/graphql", "0")
	if a := s.Do("POST", path, object{"query": query}); a.Status != 404 || !strings.Contains(string(a.Body), "protocol_disabled") {
		t.Errorf("switched off: %d %s", a.Status, a.Body)
	}
}

// TestLimits checks depth, complexity, introspection and sizes (graphql §2).
func TestLimits(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	deep := strings.Repeat("children { edges { node { ", 5) + "name" + strings.Repeat(" } } }", 5)
	s.refused("Max query depth should be 12 but got 15.", 0, `{ category(id: "/api/rest/v2/categories/2") { `+deep+` } }`, nil)
	var wide strings.Builder
	for i := range 210 {
		fmt.Fprintf(&wide, `c%d: country(id: "x") { name iso2Code } `, i)
	}
	s.refused("Max query complexity should be 500 but got 630.", 0, "{ "+wide.String()+" }", nil)
	bomb := "query { ...f0 } "
	for i := range 40 {
		bomb += fmt.Sprintf("fragment f%d on Query { ...f%d @skip(if: true) ...f%d ...f%d } ", i, i+1, i+1, i+1)
	}
	r := s.ask(bomb+"fragment f40 on Query { __typename @skip(if: true) }", nil)
	if len(r.Errors) != 1 || !strings.HasPrefix(r.Errors[0].Message, "Max query complexity") {
		t.Errorf("a bomb of fragments: %.300s", r.Body)
	}
	s.refused("The query is longer than 65536 bytes.", 400, "{ __typename } # "+strings.Repeat("x", 1<<16), nil)
	s.Configure("apiplatform/graphql/introspection", "0")
	for _, q := range []string{
		"{ __schema { queryType { name } } }", `{ __type(name: "Product") { name } }`,
		"{ ...f } fragment f on Query { __schema { queryType { name } } }",
	} {
		s.refused("GraphQL introspection is not allowed, but the query contained __schema or __type", 0, q, nil)
	}
	s.must("{ __typename }", nil)
}

// TestAnswersAreBounded checks the bounds on the size of an answer and on the data that it loads. The lengths of documents do not bound
// these.
func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	id := s.Product("BIG", "10", 20, object{"description": strings.Repeat("long ", 8<<10)})
	var lines []string
	for i := range 5 {
		lines = append(lines, fmt.Sprintf("P-%d", i))
		s.Product(lines[i], "10", 20, nil)
	}
	order := s.Order(lines...)
	s.Settle()
	times := func(n int, field string) string {
		var out strings.Builder
		for i := range n {
			fmt.Fprintf(&out, "f%d: %s ", i, field)
		}
		return out.String()
	}
	bounded := func(what, query, message string, headers ...string) {
		t.Helper()
		r := s.ask(query, nil, headers...)
		if len(r.Errors) != 1 || r.Errors[0].Message != message || r.Errors[0].Extensions.Status == 0 || len(r.Body) > 2<<20 {
			t.Errorf("%s: %d bytes: %.300s", what, len(r.Body), r.Body)
		}
	}
	const large = "The answer exceeds 4194304 bytes. Ask for fewer rows or fields."
	product := fmt.Sprintf(`product(id: "/api/rest/v2/products/%d")`, id)
	bounded("one object", "{ "+product+" { "+times(200, "description")+" } }", large)
	bounded("many fields", "{ "+times(200, product+" { description }")+" }", large)
	bounded("rows", `{ products(pageSize: 100) { edges { node { `+times(200, "description")+" } } } }", large)
	bounded("the schema", "{ __schema { types { "+times(100, "fields { name description }")+" } } }", large)
	below := s.must("{ "+product+" { "+times(100, "description")+" } }", nil)
	if got := at(below, "product.f99").(string); len(got) != 40<<10 {
		t.Errorf("100 descriptions: the last has %d bytes", len(got))
	}
	deep := fmt.Sprintf("{ order(id: \"/api/rest/v2/orders/%v\") { typed { items { %%s } } } }", order["id"])
	bounded("loads", fmt.Sprintf(deep, times(201, "product { sku }")),
		"The answer refers to more than 1000 other resources. Ask for fewer rows.", s.Service...)
	data := s.must(fmt.Sprintf(deep, times(200, "product { sku }")), nil, s.Service...)
	if got := at(data, "order.typed.items.4.f199.sku"); got != "P-4" {
		t.Errorf("1000 loads: %v", got)
	}
}

// TestWritesAreReadWithTheirPosition: a read with the position of a write shows it, although an earlier answer was cached (graphql §1).
func TestWritesAreReadWithTheirPosition(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	second := &graphShop{&salestest.Shop{Shop: apptest.Start(t, apptest.OnDatabase(s.Shop.Shop)), T: t, Service: s.Service}}
	const count = `{ giftCards { totalCount } }`
	for n := range 3 {
		made := s.ask(`mutation { createGiftCard(input: {initialBalance: 10}) { giftCard { code } } }`, nil, s.Service...)
		position := made.Header.Get("X-Event-Position")
		for _, in := range []*graphShop{s, second} {
			data := in.must(count, nil, salestest.With(s.Service, "X-Min-Position", position)...)
			if got := at(data, "giftCards.totalCount"); got != float64(n+1) {
				t.Errorf("%v cards, want %d", got, n+1)
			}
			in.must(count, nil, s.Service...) // from the cache
		}
	}
	for position, message := range map[string]string{
		"x": "X-Min-Position must be a value of X-Event-Position.", "0123456789ab.3": "X-Min-Position belongs to another event log.",
	} {
		if a := s.Do("POST", path, object{"query": count}, salestest.With(s.Service, "X-Min-Position", position)...); !strings.Contains(
			string(a.Body), message) {
			t.Errorf("%s: %d %s", position, a.Status, a.Body)
		}
	}
}

// TestErrors checks messages, statuses, paths and the remaining answer (graphql §6).
func TestErrors(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	_, customer := s.Customer("anna@example.com")
	order := order1(s)
	s.refused("Authentication required", 401, `{ orders { totalCount } }`, nil)
	s.refused("Access Denied.", 403, `{ customers { totalCount } }`, nil)
	s.refused("Access Denied.", 403, `{ customers { totalCount } }`, nil, customer...)
	s.refused("Access Denied.", 403, `{ orders { totalCount } }`, nil, customer...)
	s.refused("Cart not found", 404, `{ cart(id: "/api/rest/v2/carts/1") { _id } }`, nil)
	s.refused("after is not a cursor of this list.", 400, `{ countries(after: "x") { totalCount } }`, nil)
	r := s.ask(`query { a: orders { totalCount } b: country(id: "/api/rest/v2/countries/DE") { name } }`, nil)
	if len(r.Errors) != 1 || fmt.Sprint(r.Errors[0].Path) != "[a]" || fmt.Sprint(r.Errors[0].Locations) != "[map[column:9 line:1]]" ||
		at(r.Data, "b.name") != "Germany" || r.Data["a"] != nil {
		t.Errorf("%s", r.Body)
	}
	for _, id := range []string{
		fmt.Sprintf("/api/rest/v2/orders/%v", order["id"]), "/api/rest/v2/orders/4711", "1", "junk", "/api/rest/v2/products/1",
	} {
		data := s.must(fmt.Sprintf(`{ order(id: %q) { _id } node(id: "junk") { id } }`, id), nil, customer...)
		if data["order"] != nil || data["node"] != nil {
			t.Errorf("order %s: %v", id, data)
		}
	}
	shown := s.must(fmt.Sprintf(`{ order(id: "/api/rest/v2/orders/%v") { id incrementId typed { items { product { sku } } } }
		node(id: "/api/rest/v2/orders/%v") { __typename id ... on Order { incrementId } } }`, order["id"], order["id"]), nil, s.Service...)
	if at(shown, "order.incrementId") != order["incrementId"] || at(shown, "node.__typename") != "Order" ||
		at(shown, "node.incrementId") != order["incrementId"] || at(shown, "order.typed.items.0.product.sku") != "MUG" {
		t.Errorf("%v", shown)
	}
	for query, message := range map[string]string{
		`{ nothing }`: `Cannot query field "nothing" on type "Query".`, `{`: "Expected Name, found <EOF>",
		`query ($x: Int!) { productReviews(productId: $x) { totalCount } }`: `Variable "$x" must be defined.`,
	} {
		r := s.ask(query, nil)
		if len(r.Errors) != 1 || r.Errors[0].Message != message || strings.Contains(string(r.Body), `"data"`) ||
			strings.Contains(string(r.Body), "extensions") {
			t.Errorf("%s: %s", query, r.Body)
		}
	}
}

// TestCursors walks through a list from both ends (graphql §5).
func TestCursors(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	var all []string
	for i := range 7 {
		all = append(all, fmt.Sprintf("P-%d", i))
		s.Product(all[i], "10", 20, nil)
	}
	s.Settle()
	page := func(arguments string) (skus []string, info object) {
		t.Helper()
		data := s.must(`{ stocks(`+arguments+`) { totalCount edges { cursor node { sku } } pageInfo { startCursor endCursor hasNextPage
			hasPreviousPage } } }`, nil, s.Service...)
		for _, e := range at(data, "stocks.edges").([]any) {
			skus = append(skus, at(e, "node.sku").(string))
		}
		return skus, at(data, "stocks.pageInfo").(object)
	}
	whole, _ := page("first: 100")
	if len(whole) != 7 {
		t.Fatalf("%v", whole)
	}
	for arguments, want := range map[string][]string{
		"first: 3": whole[:3], `first: 3, after: "Mg=="`: whole[3:6], `first: 3, after: "MA=="`: whole[1:4], `first: 5, after: "NA=="`: whole[5:],
		"last: 2": whole[5:], `last: 2, before: "Mw=="`: whole[1:3], `before: "Mg=="`: whole[:2], "first: 0": {}, `first: 2, after: "OTk="`: {},
		"first: 1000": whole, `first: 4, last: 2`: whole[2:4],
	} {
		if got, _ := page(arguments); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", arguments, got, want)
		}
	}
	if _, info := page(`first: 3, after: "Mg=="`); info["startCursor"] != "Mw==" || info["endCursor"] != "NQ==" ||
		info["hasNextPage"] != true ||
		info["hasPreviousPage"] != true {
		t.Errorf("%v", info)
	}
}

// TestAnswersAreRemembered: a query costs nothing while its data is unchanged, and a client that has the answer gets a 304.
func TestAnswersAreRemembered(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	id := s.Product("MUG", "10", 20, nil)
	s.Settle()
	query := fmt.Sprintf(`{ product(id: "/api/rest/v2/products/%d") { sku finalPrice stockQty } countries { totalCount } }`, id)
	first := s.get(query)
	tag := first.Header.Get("ETag")
	if tag == "" || first.Status != 200 {
		t.Fatalf("%d %s %s", first.Status, first.Header, first.Body)
	}
	if !s.NeedsNoQuery(func() {
		if a := s.get(query, "If-None-Match", tag); a.Status != 304 || len(a.Body) != 0 {
			t.Errorf("%d %s", a.Status, a.Body)
		}
		if r := s.ask(query, nil); string(r.Body) != string(first.Body) || r.Header.Get("ETag") != "" {
			t.Errorf("%s", r.Body)
		}
	}) {
		t.Error("an unchanged answer was read again")
	}
	s.Change(id, object{"price": 12})
	s.Settle()
	if a := s.get(query, "If-None-Match", tag); a.Status != 200 || !strings.Contains(string(a.Body), `"finalPrice":12`) {
		t.Errorf("after a change: %d %s", a.Status, a.Body)
	}
	if a := s.get(query, "X-Currency-Code", "EUR"); a.Status != 200 || strings.Contains(string(a.Body), `"finalPrice":12`) {
		t.Errorf("in another currency: %d %s", a.Status, a.Body)
	}
}

// TestPersistedQueries: a query is sent once, and then its hash.
func TestPersistedQueries(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	const query = "{ __typename }"
	const hash = "7f56e67dd21ab3f30d1ff8b7bed08893f0a0db86449836189b361dd1e56ddb4b"
	extensions := object{"persistedQuery": object{"version": 1, "sha256Hash": hash}}
	send := func(more object) string {
		more["extensions"] = extensions
		return string(s.Do("POST", path, more).Body)
	}
	if got := send(object{}); got != `{"errors":[{"message":"PersistedQueryNotFound","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}}]}` {
		t.Errorf("unknown: %s", got)
	}
	if got := send(object{"query": "{ a: __typename }"}); !strings.Contains(got, "provided sha does not match query") {
		t.Errorf("wrong: %s", got)
	}
	for _, body := range []object{{"query": query}, {}} {
		if got := send(body); got != `{"data":{"__typename":"Query"}}` {
			t.Errorf("%v: %s", body, got)
		}
	}
	a := s.Do("GET", path+"?extensions="+url.QueryEscape(`{"persistedQuery":{"version":1,"sha256Hash":"`+hash+`"}}`), nil)
	if string(a.Body) != `{"data":{"__typename":"Query"}}` || a.Header.Get("ETag") == "" {
		t.Errorf("GET: %s", a.Body)
	}
}

// TestIdempotency: a key stands for one mutation (graphql §1).
func TestIdempotency(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	s.Product("MUG", "10", 20, nil)
	service := append([]string{"X-Idempotency-Key", "once"}, s.Service...)
	mutation := `mutation { a: createGiftCard(input: {initialBalance: 10}) { giftCard { code } }
		b: createGiftCard(input: {initialBalance: 20}) { giftCard { code } } }`
	first := s.ask(mutation, nil, service...)
	again := s.ask(mutation, nil, service...)
	if string(first.Body) != string(again.Body) || again.Header.Get("X-Idempotency-Replayed") != "true" ||
		at(first.Data, "a.giftCard.code") == at(first.Data, "b.giftCard.code") {
		t.Errorf("%s\n%s %s", first.Body, again.Body, again.Header)
	}
	other := s.ask(strings.Replace(mutation, "initialBalance: 20", "initialBalance: 30", 1), nil, service...)
	if string(first.Body) != string(other.Body) || other.Header.Get("X-Idempotency-Body-Differs") != "true" ||
		again.Header.Get("X-Idempotency-Body-Differs") != "" {
		t.Errorf("with another input: %s %s", other.Body, other.Header)
	}
	if first.Header.Get("X-Event-Position") == "" {
		t.Error("a write tells no position")
	}
	var _ apptest.Answer = first.Answer
}
