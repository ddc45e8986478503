package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
)

// Target is a shop to be measured.
type Target struct {
	URL   string
	Token string // of the back office, for scenarios on orders
	PID   int    // of the server, whose usage is measured; 0 for a server on another machine
}

const api = "/api/rest/v2"

// Scenario is a sequence of requests that is measured over HTTP.
type Scenario struct {
	Name  string
	About string
	Token bool // needs a back-office token
	Write bool // changes the shop
	// Protocol names the endpoint that it needs and that is off by default; empty for REST.
	Protocol string

	start starter
}

// starter prepares a scenario. The function that it returns makes the step of each worker.
type starter func(c *client, t Target) (func(worker int) (loadStep, error), error)

// Scenarios has all scenarios.
var Scenarios = []Scenario{
	{Name: "item", About: "GET one product", start: same(func(_ Target, a article) request {
		return request{Method: "GET", Path: fmt.Sprintf("%s/products/%d", api, a.ID), Want: 200}
	})},
	{Name: "products", About: "GET a list of 20 products", start: same(func(Target, article) request {
		return request{Method: "GET", Path: api + "/products?itemsPerPage=20", Want: 200}
	})},
	{Name: "orders", About: "GET a list of 20 orders with a token", Token: true, start: same(func(t Target, _ article) request {
		return request{Method: "GET", Path: api + "/orders?itemsPerPage=20", Header: t.authorization(), Want: 200}
	})},
	{Name: "304", About: "If-None-Match on a list, anonymous", start: unchanged("/products?itemsPerPage=20", false)},
	{Name: "304-token", About: "If-None-Match on a list of orders, with a token", Token: true,
		start: unchanged("/orders?itemsPerPage=20", true)},
	{Name: "mcp", About: "tools/call that lists 20 products", Protocol: "mcp",
		start: called("catalog_products_list", false, object{"itemsPerPage": 20})},
	{Name: "mcp-orders", About: "tools/call that lists 20 orders, with a token", Protocol: "mcp", Token: true,
		start: called("sales_orders_list", true, object{"itemsPerPage": 20})},
	{Name: "mcp-tools", About: "tools/list of all pages, with a token", Protocol: "mcp", Token: true, start: listed},
	{Name: "graphql", About: "a GraphQL query for 10 fields of 20 products", Protocol: "graphql", start: queried(productsQuery, false, false)},
	{Name: "graphql-new", About: "the same query, answered anew each time from a remembered list", Protocol: "graphql",
		start: queried(productsQuery, false, true)},
	{Name: "graphql-orders", About: "a GraphQL query for 20 orders, their lines and the products of these, with a token", Protocol: "graphql",
		Token: true, start: queried(ordersQuery, true, false)},
	{Name: "checkout", About: "a guest's cart, two items, totals and order", Write: true, start: checkouts(fiveRequests)},
	{Name: "checkout-4", About: "a guest's cart, two items and order", Write: true, start: checkouts(fourRequests)},
	{
		Name:  "checkout-9",
		About: "a guest's cart, two items, rates, address, methods, totals and order",
		Write: true,
		start: checkouts(nineRequests),
	},
}

// Find returns a scenario by its name.
func Find(name string) (Scenario, bool) {
	for _, s := range Scenarios {
		if s.Name == name {
			return s, true
		}
	}
	return Scenario{}, false
}

// Run measures a scenario.
func (s Scenario) Run(ctx context.Context, t Target, l Load) (Figures, error) {
	if s.Token && t.Token == "" {
		return Figures{}, fmt.Errorf("the scenario %s needs a token of the back office: --token \"$(tradelog token service)\"", s.Name)
	}
	c, err := newClient(t.URL)
	if err != nil {
		return Figures{}, err
	}
	start, err := s.start(c, t)
	if err != nil {
		return Figures{}, err
	}
	return watched(t.PID, func() (Figures, error) { return drive(ctx, l, start) })
}

func (t Target) authorization() []string { return []string{"Authorization", "Bearer " + t.Token} }

// same returns a scenario with the same request for all workers.
func same(request func(Target, article) request) starter {
	return func(c *client, t Target) (func(int) (loadStep, error), error) {
		articles, err := stockedArticles(c)
		if err != nil {
			return nil, err
		}
		r := request(t, articles[0])
		return func(int) (loadStep, error) { return c.Step(r) }, nil
	}
}

// unchanged returns a scenario of conditional requests for an unchanged resource.
func unchanged(path string, token bool) starter {
	return func(c *client, t Target) (func(int) (loadStep, error), error) {
		r := request{Method: "GET", Path: api + path, Want: 200}
		if token {
			r.Header = t.authorization()
		}
		_, etag, err := c.Once(r, "ETag")
		if err != nil {
			return nil, err
		}
		r.Want, r.Header = 304, append(append([]string{}, r.Header...), "If-None-Match", etag)
		return func(int) (loadStep, error) { return c.Step(r) }, nil
	}
}

type article struct {
	ID          int64  `json:"id"`
	SKU         string `json:"sku"`
	Type        string `json:"type"`
	StockStatus string `json:"stockStatus"`
}

// stockedArticles returns articles in stock.
func stockedArticles(c *client) ([]article, error) {
	body, _, err := c.Once(request{Method: "GET", Path: api + "/products?itemsPerPage=50", Want: 200}, "")
	if err != nil {
		return nil, err
	}
	var list []article
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, fmt.Errorf("the list of products: %w", err)
	}
	var out []article
	for _, p := range list {
		if p.Type == "simple" && p.StockStatus == "in_stock" {
			out = append(out, p)
		}
	}
	if len(out) < 2 {
		return nil, fmt.Errorf("the shop has %d articles in stock among its first; two are needed: tradelog seed demo, or seed load",
			len(out))
	}
	return out, nil
}

type object = map[string]any

// where is the address of the guests.
var where = object{
	"firstName": "Ada", "lastName": "Bench", "street": "1 Main St", "city": "Los Angeles", "region": "CA", "postcode": "90001",
	"countryId": "US", "telephone": "555-0100",
}

// fourRequests, fiveRequests and nineRequests list the requests of checkouts with so many requests, without the first for the cart and the
// last for the order.
func fourRequests(path, first, second string) []request {
	return []request{
		{Method: "POST", Path: path + "/items", Body: object{"sku": first, "qty": 1}, Want: 200},
		{Method: "POST", Path: path + "/items", Body: object{"sku": second, "qty": 2}, Want: 200},
	}
}

func fiveRequests(path, first, second string) []request {
	return append(fourRequests(path, first, second), request{Method: "GET", Path: path + "/totals", Want: 200})
}

func nineRequests(path, first, second string) []request {
	return append(fourRequests(path, first, second),
		request{Method: "POST", Path: path + "/shipping-methods", Body: object{"address": where}, Want: 200},
		request{Method: "PUT", Path: path + "/shipping-address", Body: where, Want: 200},
		request{Method: "PUT", Path: path + "/shipping-method", Body: object{"carrierCode": "flatrate", "methodCode": "flatrate"}, Want: 200},
		request{Method: "PUT", Path: path + "/payment-method", Body: object{"methodCode": "checkmo"}, Want: 200},
		request{Method: "GET", Path: path + "/totals", Want: 200},
	)
}

// checkouts returns the checkout of a guest, from the cart over other requests to the order.
func checkouts(between func(path, first, second string) []request) starter {
	placement := object{
		"shippingAddress": where, "billingAddress": where, "guestEmail": "ada@example.com", "shippingMethod": "flatrate_flatrate",
		"paymentMethod": "checkmo",
	}
	return func(c *client, _ Target) (func(int) (loadStep, error), error) {
		articles, err := stockedArticles(c)
		if err != nil {
			return nil, err
		}
		return func(worker int) (loadStep, error) {
			first, second := articles[worker%len(articles)].SKU, articles[(worker+1)%len(articles)].SKU
			return func(context.Context) error { return checkout(c, placement, between, first, second) }, nil
		}, nil
	}
}

func checkout(c *client, placement object, between func(path, first, second string) []request, first, second string) error {
	body, _, err := c.Once(request{Method: "POST", Path: api + "/guest-carts", Body: object{}, Want: 201}, "")
	if err != nil {
		return err
	}
	var cart struct {
		Mask string `json:"maskedId"`
	}
	if err := json.Unmarshal(body, &cart); err != nil {
		return err
	}
	path := api + "/guest-carts/" + cart.Mask
	for _, r := range between(path, first, second) {
		if _, _, err := c.Once(r, ""); err != nil {
			return err
		}
	}
	placed, _, err := c.Once(request{Method: "POST", Path: path + "/place-order", Body: placement, Want: 201}, "")
	if err == nil && !bytes.Contains(placed, []byte(`"incrementId"`)) {
		err = fmt.Errorf("the placement was answered without an order number: %.200s", placed)
	}
	return err
}
