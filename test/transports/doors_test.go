package transports_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"tradelog/domain/access"
	"tradelog/operations"
	operationsaccess "tradelog/operations/access"
	"tradelog/operations/passwords"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// doors is a shop with all interfaces on.
type doors struct {
	*graphShop
	product int64
}

func startDoors(t *testing.T) doors {
	t.Helper()
	s := startGraphQL(t)
	s.Configure("apiplatform/protocols/mcp", "1", "apiplatform/protocols/soap", "1", "apiplatform/protocols/v2_soap", "1",
		"apiplatform/protocols/xmlrpc", "1", "apiplatform/protocols/jsonrpc", "1")
	d := doors{s, s.Product("MUG", "10", 20, nil)}
	s.Order("MUG")
	s.Settle()
	return d
}

// account opens an account with all permissions that is limited to tools.
func (d doors) account(kind access.Kind, name string, tools ...string) int64 {
	d.T.Helper()
	role, err := d.Commands.Access.SaveRole(apptest.Operator(), 0, "everything "+name, kind == access.Admin, []string{"all"},
		func(string) bool { return true })
	if err != nil {
		d.T.Fatal(err)
	}
	created := access.AccountCreated{Kind: kind, Username: name, RoleID: role}
	switch kind {
	case access.API:
		created.KeyHash = passwords.HashKey(name + "-key")
	case access.Service:
		created.ClientID, created.SecretHash = "tradelog_"+name, passwords.HashKey(name+"-secret")
	}
	id, err := d.Commands.Access.CreateAccount(apptest.Operator(), created)
	if err == nil && tools != nil {
		err = d.Commands.Access.RestrictTools(apptest.Operator(), id, tools)
	}
	if err != nil {
		d.T.Fatal(err)
	}
	d.Settle()
	return id
}

// TestAccountsLimitedToToolsAreLimitedEverywhere: whatever kind the account is, however it got its token, and whether the account or its
// token
// is limited, every door admits it to its tools and to nothing else.
func TestAccountsLimitedToToolsAreLimitedEverywhere(t *testing.T) {
	t.Parallel()
	d := startDoors(t)
	d.Configure("apiplatform/mcp/tool_sets", "shelf=catalog_products_list")
	for name, token := range map[string]string{
		"a service":                d.tokenFor(access.Service, "service", nil, "catalog_products_list"),
		"an API user":              d.tokenFor(access.API, "api", nil, "catalog_products_list"),
		"a user of the office":     d.tokenFor(access.Admin, "admin", nil, "catalog_products_list"),
		"an account with a set":    d.tokenFor(access.Service, "set", nil, "@shelf"),
		"a token":                  d.tokenFor(access.Service, "token", []string{"catalog_products_list"}),
		"a token of an account":    d.tokenFor(access.API, "both", []string{"catalog_*"}, "catalog_products_list", "sales_*"),
		"a token with another set": d.tokenFor(access.API, "sets", []string{"@shelf"}, "@catalog"),
		"a pattern":                d.tokenFor(access.Service, "pattern", nil, "catalog_products_l*"),
		"a token with a pattern":   d.tokenFor(access.Admin, "patterns", []string{"*_products_list"}, "catalog_*", "sales_*"),
		"the same in both":         d.tokenFor(access.Service, "same", []string{"catalog_products_list"}, "catalog_products_list"),
		"a token of the office":    d.tokenFor(access.Admin, "issued", []string{"catalog_products_list"}),
		"an API user's login":      d.login(access.API, "key", "catalog_products_list"),
		"a service's login":        d.login(access.Service, "secret", "@shelf"),
		"a refreshed login":        d.refreshed(d.login(access.API, "renewed", "catalog_products_list")),
		"a refreshed token":        d.refreshed(d.tokenFor(access.Service, "fresh", []string{"catalog_products_list"}, "catalog_*")),
		"a refreshed user":         d.refreshed(d.tokenFor(access.Admin, "again", []string{"catalog_products_list"})),
		"a session in a browser":   d.session("berta", "catalog_products_list"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d.limited(t, apptest.Bearer(token))
		})
	}
}

// tokenFor returns the token of a new account. The token and the account are limited to tools.
func (d doors) tokenFor(kind access.Kind, name string, token []string, account ...string) string {
	d.T.Helper()
	id := d.account(kind, name, account...)
	if kind != access.Admin {
		return tokenOf(d.T, d.Shop.Shop, id, token...)
	}
	claims := operationsaccess.Claims{Type: operationsaccess.TypeAdmin, AdminID: id, Tools: token}
	signed, _, err := d.Logins.Signer.Issue(context.Background(), claims, time.Hour)
	if err != nil {
		d.T.Fatal(err)
	}
	return signed
}

// login opens an account that is limited to tools, and returns the token of its login.
func (d doors) login(kind access.Kind, name string, tools ...string) string {
	d.T.Helper()
	d.account(kind, name, tools...)
	sent := object{"grant_type": "api_user", "username": name, "api_key": name + "-key"}
	if kind == access.Service {
		sent = object{"grant_type": "client_credentials", "client_id": "tradelog_" + name, "client_secret": name + "-secret"}
	}
	return fmt.Sprint(d.Must(200, "POST", "/auth/token", sent).Object(d.T)["token"])
}

// refreshed returns the token that a refresh gives for another one.
func (d doors) refreshed(token string) string {
	d.T.Helper()
	return fmt.Sprint(d.Must(200, "POST", "/auth/refresh", nil, apptest.Bearer(token)...).Object(d.T)["token"])
}

// session opens an account of the back office that is limited to tools, and returns the token of its login in a browser.
func (d doors) session(name string, tools ...string) string {
	d.T.Helper()
	id := d.account(access.Admin, name, tools...)
	hash, err := d.Logins.Passwords.Hash(d.T.Context(), "correct horse")
	if err == nil {
		err = d.Commands.Access.SetPassword(apptest.Operator(), id, hash, func(string) bool { return true })
	}
	if err != nil {
		d.T.Fatal(err)
	}
	d.Settle()
	var session operationsaccess.Session
	caller := operations.Caller{RemoteIP: "192.0.2.1", Via: "page"}
	if err := d.Pipeline.Page(d.T.Context(), caller, func(ctx context.Context) error {
		c, err := d.Pipeline.Prepare(ctx, caller)
		if err == nil {
			session, err = d.Logins.Sessions.Login(ctx, c, name, "correct horse", "")
		}
		return err
	}); err != nil {
		d.T.Fatal(err)
	}
	return session.Token
}

// limited checks the doors that take a token. The token permits the list of products.
func (d doors) limited(t *testing.T, token []string) {
	const told = "This token is not allowed to use this tool."
	d.Must(200, "GET", "/products", nil, token...)
	for _, c := range [][2]string{
		{"GET", "/orders"}, {"GET", "/customers"}, {"GET", "/changes"}, {"GET", "/audit"},
		{"GET", fmt.Sprintf("/products/%d/timeline", d.product)},
		{"PUT", "/inventory"}, {"POST", "/customers"}, {"POST", "/webhooks"}, {"POST", "/orders/1/hold"},
	} {
		var body any
		if c[0] != "GET" {
			body = object{"sku": "MUG", "qty": 1}
		}
		if a := d.Do(c[0], c[1], body, token...); a.Status != 403 || !strings.Contains(string(a.Body), told) {
			t.Errorf("%s %s: %d %s", c[0], c[1], a.Status, a.Body)
		}
	}
	if a := d.Do("GET", "/changes?after=0", nil, append([]string{"Accept", "text/event-stream"}, token...)...); a.Status != 403 {
		t.Errorf("the live feed: %d %s", a.Status, a.Body)
	}
	if got := d.Do("GET", "", nil, token...); got.Status == 200 && strings.Contains(string(got.Body), `"/api/rest/v2/orders"`) {
		t.Errorf("the list of resources: %s", got.Body)
	}
	refused := d.read(d.Do("POST", path, object{"query": `{ orders { totalCount } }`}, token...))
	if len(refused.Errors) == 0 || refused.Errors[0].Message != told {
		t.Errorf("GraphQL: %s", refused.Body)
	}
	for _, subscription := range []string{
		`subscription { changes(after: "0") { what } }`, `subscription { orderChanged(id: "/api/rest/v2/orders/1") { state } }`,
	} {
		if a := d.events(t, subscription, token...)(); !strings.Contains(fmt.Sprint(a["errors"]), told) {
			t.Errorf("%s: %v", subscription, a)
		}
	}
	d.limitedAgent(t, token)
}

// limitedAgent checks tools, prompts and resources of MCP.
func (d doors) limitedAgent(t *testing.T, token []string) {
	a := choose(t, d.Shop.Shop, "catalog_products_list,sales_orders_list,sales_orders_credit_memos_create", token...)
	if listed, _ := a.tools(); !slices.Equal(namesOf(listed), []string{"catalog_products_list"}) {
		t.Errorf("tools %q", namesOf(listed))
	}
	a.refused("-32603 This token is not allowed to use this tool.", "sales_orders_list", object{})
	if got := string(a.ask("prompts/list", object{}).Result); got != `{"prompts":[]}` {
		t.Errorf("prompts %s", got)
	}
	for _, name := range []string{"orders-to-ship", "refund-line"} {
		if got := a.ask("prompts/get", object{"name": name, "arguments": object{"order": "1", "sku": "MUG"}}); got.Error == nil {
			t.Errorf("the prompt %s: %s", name, got.Result)
		}
	}
	if got := string(a.ask("resources/list", object{}).Result); strings.Contains(got, "orders") || !strings.Contains(got, "products") {
		t.Errorf("resources %s", got)
	}
	for _, method := range []string{"resources/read", "resources/subscribe"} {
		if got := a.ask(method, object{"uri": "tradelog://shop/orders"}); got.Error == nil {
			t.Errorf("%s: %s", method, got.Result)
		}
	}
}

// TestLegacyInterfacesKnowTools: SOAP, XML-RPC and JSON-RPC refuse an API user what the user's tools do not include, with a session and
// with HTTP Basic.
func TestLegacyInterfacesKnowTools(t *testing.T) {
	t.Parallel()
	d := startDoors(t)
	d.account(access.API, "contractor", "catalog_products_list")
	c := &client{Shop: d.Shop.Shop, t: t}
	c.session = c.login("contractor")
	customer, _ := c.Customer("anna@example.com")
	before := c.LogSize()
	home := "<firstname>A</firstname><lastname>B</lastname><street><item>1 rue</item></street><city>Lyon</city><country_id>FR</country_id>" +
		"<region_id>257</region_id><postcode>69002</postcode><telephone>04</telephone>"
	add := fmt.Sprintf("<customerId>%d</customerId><addressData>%s</addressData>", customer, home)
	rpc := func(path string) string {
		return string(c.Do("POST", "/api/xmlrpc", "<methodCall><methodName>call</methodName><params><param><value>"+c.session+
			"</value></param><param><value>"+path+"</value></param></params></methodCall>").Body)
	}
	for what, got := range map[string]string{
		"V2":   c.v2("customerAddressCreate", add),
		"V1":   c.call("customer_address.create", list(fmt.Sprint(customer), home)),
		"read": c.v2("salesOrderList", ""),
		"basic": c.text(c.send("/api/v2_soap/", "<customerAddressCreate>"+add+"</customerAddressCreate>", "Authorization",
			"Basic Y29udHJhY3Rvcjpjb250cmFjdG9yLWtleQ==")),
		"XML-RPC": rpc("sales_order.list"),
		"JSON-RPC": string(c.Do("POST", "/api/jsonrpc", `{"jsonrpc":"2.0","id":1,"method":"call","params":["`+c.session+
			`","sales_order.list"]}`).Body),
	} {
		if !strings.Contains(got, "Access denied.") {
			t.Errorf("%s: %s", what, got)
		}
	}
	if got := c.LogSize(); got != before {
		t.Errorf("%d events were stored", got-before)
	}
	if got := c.v2("catalogProductList", ""); !strings.Contains(got, "MUG") {
		t.Errorf("the list of products: %s", got)
	}
	methods := c.text(c.send("/api/soap", "<resources><sessionId>"+c.session+"</sessionId></resources>"))
	if !strings.Contains(methods, "catalog_product.list") || strings.Contains(methods, "customer_address.create") {
		t.Errorf("methods %s", methods)
	}
}

// TestTheFeedKnowsTools: the feed names only resources that one of the caller's tools reads, over every interface that tells it.
func TestTheFeedKnowsTools(t *testing.T) {
	t.Parallel()
	d := startDoors(t)
	for name, of := range map[string]struct {
		tools []string
		want  []string
	}{
		"one product":      {[]string{"system_changes_get", "catalog_products_get"}, []string{"products"}},
		"lists":            {[]string{"system_changes_get", "catalog_products_list", "sales_orders_list"}, []string{"orders", "products"}},
		"histories":        {[]string{"system_changes_get", "audit_orders_timeline_get"}, []string{"orders"}},
		"writes":           {[]string{"system_changes_get", "catalog_inventory_update", "sales_orders_get"}, []string{"orders"}},
		"the set of tools": {[]string{"@read-only"}, []string{"categories", "customer-groups", "inventory", "orders", "products", "stores"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			id := d.account(access.Service, name, of.tools...)
			token := apptest.Bearer(tokenOf(t, d.Shop.Shop, id))
			told := map[string]bool{}
			for _, c := range d.Must(200, "GET", "/changes?after=0&limit=1000", nil, token...).Object(t)["changes"].([]any) {
				told[fmt.Sprint(salestest.At(c, "resource"))] = true
			}
			for resource := range told {
				if !slices.Contains(of.want, resource) {
					t.Errorf("the feed tells of %s", resource)
				}
			}
			for _, resource := range []string{"orders", "products"} {
				wanted := slices.Contains(of.want, resource)
				if told[resource] != wanted {
					t.Errorf("the feed tells of %s: %t", resource, told[resource])
				}
				a := d.Do("GET", "/changes?after=0&resources="+resource, nil, token...)
				if (a.Status == 200) != wanted || !wanted && a.Status != 403 {
					t.Errorf("%s: %d %s", resource, a.Status, a.Body)
				}
				first := d.events(t, fmt.Sprintf(`subscription { changes(after: "0", resources: %q) { resource } }`, resource), token...)()
				if (at(first, "data.changes.resource") == resource) != wanted {
					t.Errorf("the subscription to %s: %v", resource, first)
				}
			}
		})
	}
}

// TestLiveAnswersEndWithTheRights: an account that is limited, switched off, or given a new password, gets no further message, and no
// answer to a poll that waits.
func TestLiveAnswersEndWithTheRights(t *testing.T) {
	t.Parallel()
	d := startDoors(t)
	coupon := func(code string) {
		d.Create("/coupons", salestest.Fields{"code": code, "discountType": "percent", "discountAmount": 10})
	}
	coupon("FIRST")
	for name, end := range map[string]func(id int64) error{
		"tools": func(id int64) error {
			return d.Commands.Access.RestrictTools(apptest.Operator(), id, []string{"catalog_*"})
		},
		"disabled": func(id int64) error { return d.Commands.Access.SetAccountActive(apptest.Operator(), id, false) },
		"password": func(id int64) error {
			return d.Commands.Access.SetPassword(apptest.Operator(), id, "hash", func(string) bool { return true })
		},
	} {
		id := d.account(access.Admin, "live "+name)
		issued, _, err := d.Logins.Signer.Issue(t.Context(), operationsaccess.Claims{Type: operationsaccess.TypeAdmin, AdminID: id}, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		token := apptest.Bearer(issued)
		feed := d.events(t, `subscription { changes(after: "0", resources: "coupons") { resource } }`, token...)
		live := d.live(t, "/changes?after=0&resources=coupons", token...)
		if first := feed(); at(first, "data.changes.resource") != "coupons" {
			t.Fatalf("%s: %v", name, first)
		}
		if first := live(); !strings.Contains(first, `"coupons"`) {
			t.Fatalf("%s: %s", name, first)
		}
		for range d.coupons() - 1 {
			feed()
			live()
		}
		cursor := salestest.At(d.Must(200, "GET", "/changes?after=latest", nil, token...).Object(t), "cursor")
		polled := make(chan apptest.Answer, 1)
		go func() {
			polled <- d.Do("GET", fmt.Sprintf("/changes?resources=coupons&wait=20&after=%v", cursor), nil, token...)
		}()
		if err := end(id); err != nil {
			t.Fatal(err)
		}
		d.Settle()
		coupon("AFTER-" + name)
		if a := <-polled; a.Status < 400 {
			t.Errorf("%s: a poll that waited: %d %s", name, a.Status, a.Body)
		}
		if next := feed(); next != nil && at(next, "data.changes") != nil {
			t.Errorf("%s: %v", name, next)
		}
		if next := live(); next != "" {
			t.Errorf("%s: %s", name, next)
		}
	}
}

// coupons counts the changes of coupons in the feed.
func (d doors) coupons() int {
	d.T.Helper()
	list, _ := d.Must(200, "GET", "/changes?after=0&resources=coupons", nil, d.Service...).Object(d.T)["changes"].([]any)
	return len(list)
}

// live reads a live answer over REST. The returned function returns the next message; "" at the end.
func (d doors) live(t *testing.T, path string, headers ...string) func() string {
	t.Helper()
	r, err := http.NewRequestWithContext(within(t), http.MethodGet, d.URL+"/api/rest/v2"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Body.Close() })
	lines := bufio.NewScanner(a.Body)
	return func() string {
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				return data
			}
		}
		return ""
	}
}
