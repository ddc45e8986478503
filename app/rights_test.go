package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// everything is a shop with one of each thing that paths of operations name.
type everything struct {
	*salestest.Shop
	named map[string]string // names of things by the path segment before them
	token string            // of the guest's order
	guest salestest.Fields  // the guest's order
	anna  []string          // headers of the customer who placed the order
}

func startEverything(t *testing.T) *everything {
	t.Helper()
	s := salestest.Start(t, apptest.WithRateLimits())
	const about = "general/store_information/"
	s.Configure("revocation/general/enabled", "1", about+"name", "Shop", about+"address", "Main Street 1", about+"city", "Berlin",
		about+"postcode", "10115", about+"merchant_country", "DE", about+"merchant_vat_number", "DE123456789")
	id := func(o salestest.Fields) string { return fmt.Sprint(salestest.ID(o)) }
	product := s.Product("MUG", "10", 100, nil)
	customer, anna := s.Customer("anna@example.com")
	order, guest := s.OrderOf(anna, "MUG*3"), s.Order("MUG")
	made := func(path string, body any, headers ...string) salestest.Fields {
		t.Helper()
		return s.Must(201, "POST", path, body, headers...).Object(t)
	}
	below := fmt.Sprintf("/orders/%d", salestest.ID(order))
	one := salestest.Fields{"items": []any{salestest.Fields{"orderItemId": salestest.At(order, "items.0.id"), "qty": 1}}}
	parcel := salestest.Fields{"items": one["items"], "tracks": []any{salestest.Fields{"trackNumber": "1Z"}}}
	shipment := made(below+"/shipments", parcel, s.Service...)
	invoice, memo := made(below+"/invoices", one, s.Service...), made(below+"/credit-memos", one, s.Service...)
	coupon := made("/coupons", salestest.Fields{"code": "TEN", "discountType": "percent", "discountAmount": 10}, s.Service...)
	card := made("/giftcards", salestest.Fields{"code": "GC-A", "initialBalance": 50}, s.Service...)
	option := made(fmt.Sprintf("/products/%d/custom-options", product), salestest.Fields{"title": "Size", "type": "drop_down",
		"values": []salestest.Fields{{"title": "L"}}}, s.Service...)
	composite := func(of string) string {
		return id(made("/products", salestest.Fields{"sku": of, "name": of, "type": of}, s.Service...))
	}
	revocation := made("/customers/me/revocation-requests", salestest.Fields{"orderId": salestest.ID(order)}, anna...)
	cart, mask := s.Cart(anna, "MUG"), s.GuestCart("MUG")
	line := func(path string, headers ...string) string {
		return fmt.Sprint(salestest.At(s.Must(200, "GET", path, nil, headers...).Object(t), "items.0.id"))
	}
	review := made(fmt.Sprintf("/products/%d/reviews", product),
		salestest.Fields{"title": "Good", "detail": "A good mug.", "nickname": "Anna"}, anna...)
	home := salestest.Fields{"firstname": "Anna", "lastname": "Smith", "street": "Main Street 1", "city": "Berlin", "postcode": "10115",
		"countryId": "DE", "telephone": "030 1"}
	const email = "0192f0c1-2b3c-7d4e-8f50-61728394a5b6"
	if _, err := s.Pool.Exec(t.Context(), `INSERT INTO public.reaction_mails
		(kind, event_id, stream, revision, position, queued_at, due_at, attempts, closed_at, outcome, failed, store_id)
		VALUES ('order', $1, 'order-1', 0, 1, $2, $2, 1, $2, 'mail: the mail server refuses the recipient (550)', true, 1)`,
		email, time.Date(2026, 3, 1, 10, 20, 30, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	token, _ := guest["accessToken"].(string)
	return &everything{s, map[string]string{
		"orders": id(order), "shipments": id(shipment), "tracks": fmt.Sprint(salestest.At(shipment, "tracks.0.id")), "invoices": id(invoice),
		"credit-memos": id(memo), "coupons": id(coupon), "giftcards": id(card), "revocation-requests": id(revocation),
		"customers": fmt.Sprint(customer), "products": fmt.Sprint(product), "carts": fmt.Sprint(cart), "guest-carts": mask,
		"carts items": line(fmt.Sprintf("/carts/%d", cart), anna...), "guest-carts items": line("/guest-carts/" + mask),
		"categories": "2", "tax-classes": "2", "tax-rates": "1", "tax-rules": "1", "customer-groups": "1", "stores": "1", "countries": "US",
		"switch": "default", "": "default", "product-attributes": "1",
		"products bundle-options": composite("bundle"), "products configurable": composite("configurable"),
		"products downloadable-links": composite("downloadable"), "products grouped": composite("grouped"),
		"attribute-sets": "4", "accounts": "1", "roles": "1", "configuration": "default", "custom-options": id(option), "gallery": "1",
		"custom-option-values": fmt.Sprint(salestest.At(option, "values.0.id")),
		"bundle-options":       "1", "children": fmt.Sprint(product), "grouped": fmt.Sprint(product), "related": fmt.Sprint(product),
		"cross-sell": fmt.Sprint(product), "up-sell": fmt.Sprint(product), "media": "a.webp",
		"wishlist":     id(made("/customers/me/wishlist", salestest.Fields{"productId": product}, anna...)),
		"reviews":      id(review),
		"stock-alerts": id(made("/customers/me/stock-alerts", salestest.Fields{"productId": s.Product("SOLD-OUT", "5", 0, nil)}, anna...)),
		"subscribers":  fmt.Sprint(made("/newsletter/subscribe", salestest.Fields{}, anna...)["subscriberId"]),
		"downloads":    "none", "papers": "none", "inventory": "MUG", "custom-option-file": "9", "{optionId}": "none",
		"addresses":       id(made("/customers/me/addresses", home, anna...)),
		"cms-pages":       id(made("/cms-pages", salestest.Fields{"identifier": "about"}, s.Service...)),
		"cms-blocks":      id(made("/cms-blocks", salestest.Fields{"identifier": "about"}, s.Service...)),
		"blog-posts":      id(made("/blog-posts", salestest.Fields{"title": "News"}, s.Service...)),
		"blog-categories": id(made("/blog-categories", salestest.Fields{"name": "News"}, s.Service...)),
		"webhooks":        id(made("/webhooks", salestest.Fields{"url": "https://erp.example/", "resources": []string{"orders"}}, s.Service...)),
		"agents":          fmt.Sprint(s.Agent(1)),
		"emails":          "order-" + email,
		"email-templates": id(made("/email-templates", salestest.Fields{"kind": "order", "language": "en", "subject": "New"}, s.Service...)),
	}, token, guest, anna}
}

// path returns the path of an operation with the names of documents that exist, or, if missing is set, of documents that do not.
func (e *everything) path(t *testing.T, o *operations.Operation, missing bool) string {
	t.Helper()
	segments := strings.Split(o.Path, "/")
	for i, segment := range segments {
		if !strings.HasPrefix(segment, "{") {
			continue
		}
		kind := strings.Split(o.Path, "/")[i-1]
		if kind == "items" {
			kind = segments[1] + " items"
		}
		name, known := e.named[kind]
		if i+1 < len(segments) && e.named[kind+" "+segments[i+1]] != "" {
			name = e.named[kind+" "+segments[i+1]]
		}
		switch {
		case !known:
			t.Fatalf("%s: what is there to be named after %q?", o.Path, kind)
		case segment == "{incrementId}":
			name, _ = e.guest["incrementId"].(string)
		}
		if missing {
			name = strings.Repeat("9", max(6, len(name)))
		}
		segments[i] = name
	}
	return strings.Join(segments, "/")
}

func withBody(o *operations.Operation) any {
	if o.Method == http.MethodGet || o.Method == http.MethodDelete {
		return nil
	}
	return "{}"
}

// TestEveryOperation checks the rules that hold for every operation, so that new ones are covered too.
func TestEveryOperation(t *testing.T) {
	t.Parallel()
	e := startEverything(t)
	watch(t, e.Shop.Shop)
	e.strangersLearnNothing(t)
	e.whatIsMissingComesBeforeTheBody(t)
	e.readsAreRepresented(t)
	e.otherMethodsAreRefused(t)
	e.headChangesNothing(t)
	e.everybodyIsToldWhatTheContractSays(t)
	e.otherStoresAreClosed(t)
}

// strangersLearnNothing: a token without a right gets the same answer whether the named resource exists or not.
func (e *everything) strangersLearnNothing(t *testing.T) {
	_, ben := e.Customer("ben@example.com")
	for _, o := range e.Pipeline.Registry.All() {
		if o.Access.Auth == operations.Public || o.Access.Auth == operations.OrderToken || len(o.Placeholders()) == 0 {
			continue
		}
		node := "cms/page"
		if o.Resource.ACL == node {
			node = "cms/block"
		}
		strangers := map[string][]string{
			"a service": e.As([]string{"cms-pages/read"}), "a back-office user": apptest.Bearer(e.Admin(node)), "a customer": ben,
		}
		if o.Resource.Name == "Invoice" && o.Method == http.MethodGet {
			delete(strangers, "a customer") // the answer depends on whether the order is a guest's or another customer's (shapes-sales §10)
			strangers["who writes only"] = e.As([]string{"invoices/write", "invoices/create", "orders/all"})
		}
		if o.Resource.Name == "Review" && o.Method == http.MethodPost {
			delete(strangers, "a customer") // customers may review every product that they can see
		}
		for name, headers := range strangers {
			there := e.Do(o.Method, e.path(t, o, false), withBody(o), headers...)
			missing := e.Do(o.Method, e.path(t, o, true), withBody(o), headers...)
			if there.Status != missing.Status || string(there.Body) != string(missing.Body) {
				t.Errorf("%s %s as %s: %d %s, and %d %s where there is none", o.Method, o.Path, name, there.Status, there.Body,
					missing.Status, missing.Body)
			}
			if hidden := there.Status == 404 && (o.Access.ByRow || name == "a customer"); there.Status != 403 && !hidden {
				t.Errorf("%s %s as %s: %d %s", o.Method, o.Path, name, there.Status, there.Body)
			}
		}
	}
}

// isOwn tells whether an operation is for resources of the calling customer.
func isOwn(o *operations.Operation) bool {
	own := []string{"/customers/me", "/addresses", "/newsletter/status", "/products/{productId}/reviews"}
	return slices.ContainsFunc(own, func(path string) bool { return strings.HasPrefix(o.Path, path) })
}

// asker returns the headers of a permitted caller: a customer for the customer's own resources, otherwise a service with all rights.
func (e *everything) asker(o *operations.Operation) []string {
	if isOwn(o) {
		return e.anna
	}
	return e.Service
}

// whatIsMissingComesBeforeTheBody: the resource of the path is looked up before the body is read (conventions §2).
func (e *everything) whatIsMissingComesBeforeTheBody(t *testing.T) {
	for _, o := range e.Pipeline.Registry.All() {
		made := o.Method == http.MethodPost && o.Path == "/guest-carts/{id}/items" // a missing cart is created
		if withBody(o) == nil || len(o.Placeholders()) == 0 || made {
			continue
		}
		bodies := []string{"{", `{"x": 1} 2`}
		if member := typed(o.Input); member != "" {
			bodies = append(bodies, fmt.Sprintf(`{%q: [[{}]]}`, member))
		}
		for _, body := range bodies {
			if a := e.Do(o.Method, e.path(t, o, true), body, e.asker(o)...); a.Status != 404 {
				t.Errorf("%s %s with %s: %d %s", o.Method, o.Path, body, a.Status, a.Body)
			}
		}
	}
}

// typed names a member of a body that has one type only.
func typed(input reflect.Type) string {
	for _, f := range reflect.VisibleFields(input) {
		kind := f.Type
		if kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		if name := f.Tag.Get("json"); name != "" && slices.Contains([]reflect.Kind{reflect.String, reflect.Int64, reflect.Bool}, kind.Kind()) {
			return name
		}
	}
	return ""
}

// headChangesNothing: no HEAD appends an event. None consumes an answer that GET gives only once or a limited number of times.
func (e *everything) headChangesNothing(t *testing.T) {
	e.Configure("system/rate_limit/guest_order_lookup", "1")
	token := []string{"X-Order-Token", e.token}
	const asked = "asked-by-head"
	before := e.LogSize()
	details := ""
	for _, o := range e.Pipeline.Registry.All() {
		if o.Method != http.MethodGet {
			continue
		}
		headers := e.asker(o)
		if o.Access.Auth == operations.OrderToken {
			headers, details = token, e.path(t, o, false)
		}
		want := 200
		if strings.HasPrefix(o.Path, "/downloads/") || strings.HasPrefix(o.Path, "/custom-option-file/") ||
			strings.HasPrefix(o.Path, "/papers/") {
			want = 404 // the shop has no download and no file
		}
		if a := e.Do(http.MethodHead, e.path(t, o, false), nil, salestest.With(headers, "X-Request-Id", asked)...); a.Status != want ||
			len(a.Body) != 0 {
			t.Errorf("HEAD %s: %d %s", o.Path, a.Status, a.Body)
		}
	}
	page, err := e.Store.ReadAll(context.Background(), before, eventstore.Forwards, 100, eventstore.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, event := range page.Events {
		if meta, err := event.Meta(); err != nil || meta.RequestID == asked {
			t.Errorf("HEAD left %s on %s (%v)", event.Type, event.Stream, err)
		}
	}
	e.Must(429, http.MethodHead, details, nil, token...) // HEAD is counted too, in a count of its own
	e.Must(200, "GET", details, nil, token...)
	e.Must(429, "GET", details, nil, token...)
	e.Configure("system/rate_limit/guest_order_lookup", "0")
	e.Must(404, http.MethodHead, details, nil, token...)
	e.Must(404, "GET", details, nil, token...)
}

// TestPrivilegesAreOfTheACLNode: operations for everybody have parts for the back office. These need a right to the resource; a token of
// the back office alone is not enough.
func TestPrivilegesAreOfTheACLNode(t *testing.T) {
	t.Parallel()
	e := startEverything(t)
	e.Configure("system/rate_limit/coupon_validate", "0", "system/rate_limit/giftcard_balance", "2", "system/rate_limit/customer_register",
		"2")
	e.Product("CUP", "5", 100, nil)
	hidden := fmt.Sprintf("/products/%d", e.Product("GONE", "5", 1, salestest.Fields{"isActive": false}))
	mask, item, cart := e.named["guest-carts"], e.named["guest-carts items"], json.Number(e.named["carts"])
	n := 0
	register := func() salestest.Fields {
		n++
		return salestest.Fields{
			"email": fmt.Sprintf("c%d@example.com", n), "firstname": "C", "lastname": "D", "password": "a-long-password-1", "groupId": 2,
			"isActive": false, "taxvat": "DE1",
		}
	}
	apply := func(body salestest.Fields) func() salestest.Fields { return func() salestest.Fields { return body } }
	type verdict struct {
		status int
		want   salestest.Fields
	}
	for _, c := range []struct {
		name, method, path string
		body               func() salestest.Fields
		node, permission   string
		others, right      verdict
		times              int // number that others have before
	}{
		{name: "a price of one's own", method: "POST", path: "/guest-carts/" + mask + "/items",
			body: apply(salestest.Fields{"sku": "CUP", "qty": 1, "customPrice": 1}),
			node: "sales/order/actions/create", permission: "carts/write", others: verdict{status: 403}, right: verdict{status: 200}},
		{name: "for a line", method: "PUT", path: "/guest-carts/" + mask + "/items/" + item,
			body: apply(salestest.Fields{"qty": 1, "customPrice": 1}), node: "sales/order/actions/create", permission: "carts/write",
			others: verdict{status: 403}, right: verdict{status: 200, want: salestest.Fields{"items.0.price": 1}}},
		{name: "a customer's group, and confirmation", method: "POST", path: "/customers", body: register, node: "customer/manage",
			permission: "customers/create",
			others:     verdict{201, salestest.Fields{"groupId": 1, "isActive": true, "isConfirmed": false, "taxvat": nil}},
			right:      verdict{201, salestest.Fields{"groupId": 2, "isActive": false, "isConfirmed": true, "taxvat": "DE1"}}},
		{name: "how many accounts are opened", method: "POST", path: "/customers", body: register, node: "customer/manage",
			permission: "customers/write", others: verdict{status: 429}, right: verdict{status: 201}},
		{name: "a product that is not shown", method: "GET", path: hidden, node: "catalog/products", permission: "products/read",
			others: verdict{status: 404}, right: verdict{status: 200}},
		{name: "the values of all stores", method: "GET", path: "/products?store=admin", node: "catalog/products", permission: "products/write",
			others: verdict{status: 403}, right: verdict{status: 200}},
		{name: "the tree of all stores", method: "GET", path: "/categories?store=admin", node: "catalog/categories",
			permission: "categories/read", others: verdict{status: 403}, right: verdict{status: 200}},
		{name: "somebody's cart", method: "POST", path: "/coupons/validate", body: apply(salestest.Fields{"code": "TEN", "cartId": cart}),
			node: "sales/order/actions/create", permission: "carts/read", others: verdict{status: 400}, right: verdict{status: 201}},
		{name: "an order of somebody's cart", method: "POST", path: "/orders", body: apply(salestest.Fields{"cartId": cart}),
			node: "sales/order", permission: "orders/create", others: verdict{status: 403}, right: verdict{status: 422}},
		{name: "how many coupons are tried", method: "POST", path: "/guest-carts/" + mask + "/coupon",
			body: apply(salestest.Fields{"code": "NONE"}), node: "sales/order/actions/create", permission: "carts/write",
			others: verdict{status: 429}, right: verdict{status: 400}, times: 2},
		{name: "how many gift cards are tried", method: "POST", path: "/guest-carts/" + mask + "/giftcards",
			body: apply(salestest.Fields{"giftcardCode": "NONE"}), node: "sales/order/actions/create", permission: "carts/write",
			others: verdict{status: 429}, right: verdict{status: 400}, times: 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.times > 0 {
				e.Configure("system/rate_limit/coupon_validate", "2")
			}
			send := func(headers []string) apptest.Answer {
				t.Helper()
				if c.body == nil {
					return e.Do(c.method, c.path, nil, headers...)
				}
				return e.Do(c.method, c.path, c.body(), headers...)
			}
			for range c.times {
				send(nil)
			}
			check := func(who string, v verdict, headers []string) {
				t.Helper()
				a := send(headers)
				if a.Status != v.status {
					t.Errorf("%s: %d, want %d\n%s", who, a.Status, v.status, a.Body)
				} else if v.want != nil {
					salestest.Check(t, a.Object(t), v.want)
				}
			}
			check("a back-office user of something else", c.others, apptest.Bearer(e.Admin("cms/page")))
			check("a service of something else", c.others, e.As([]string{"cms-pages/all"}))
			check("a back-office user of it", c.right, apptest.Bearer(e.Admin(c.node)))
			check("a service of it", c.right, e.As([]string{c.permission}))
		})
	}
	// Attempts with codes on carts and attempts with codes at the check count separately.
	code := salestest.Fields{"code": "TEN"}
	for _, status := range []int{201, 201, 429} {
		e.Must(status, "POST", "/coupons/validate", code)
	}
	e.Configure("system/rate_limit/coupon_validate", "3")
	for _, status := range []int{201, 429} {
		e.Must(status, "POST", "/guest-carts/"+mask+"/coupon", code)
	}
}
