package app_test

import (
	"crypto/md5"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"tradelog/operations"
	"tradelog/test/apptest"
	"tradelog/test/contract"
	"tradelog/test/salestest"
)

// watch compares all further exchanges of a shop's client with its OpenAPI document.
func watch(t testing.TB, s *apptest.Shop) *contract.Watch {
	t.Helper()
	w := &contract.Watch{Document: contract.Fetch(t, s.URL), Through: s.Client.Transport, Report: func(err error) { t.Error(err) }}
	s.Client.Transport = w
	return w
}

// oneRepresentation lists reads with the same answer for every Accept, and reads that cannot be repeated here.
func oneRepresentation(o *operations.Operation) bool {
	return o.Response.Produces != "" || o.Bare || o.Access.Auth == operations.OrderToken || strings.HasPrefix(o.Path, "/downloads/") ||
		strings.HasPrefix(o.Path, "/custom-option-file/")
}

// readsAreRepresented sends every read for both media types, with GET and HEAD, with an ETag and without.
func (e *everything) readsAreRepresented(t *testing.T) {
	for _, o := range e.Pipeline.Registry.All() {
		if o.Method != http.MethodGet || o.Access.Auth == operations.OrderToken {
			continue
		}
		path, headers := e.path(t, o, false), e.asker(o)
		tags := map[string]bool{}
		for _, accept := range []string{"application/json", "application/ld+json"} {
			asking := salestest.With(headers, "Accept", accept)
			a := e.Do("GET", path, nil, asking...)
			if a.Status == http.StatusNotFound && oneRepresentation(o) {
				continue // the shop has no download and no file
			}
			media := a.Header.Get("Content-Type")
			if a.Status != 200 || !oneRepresentation(o) && media != accept+"; charset=utf-8" {
				t.Errorf("GET %s as %s: %d %s %.300s", path, accept, a.Status, media, a.Body)
			}
			tag := a.Header.Get("ETag")
			// The tag of a live answer covers its content without the position to resume from, which changes by itself.
			if want := fmt.Sprintf(`"%x"`, md5.Sum(a.Body)); tag != want && o.Live == nil {
				t.Errorf("GET %s as %s: ETag %s, the MD5 of the body is %s", path, accept, tag, want)
			}
			tags[tag] = true
			head := e.Do("HEAD", path, nil, asking...)
			for _, name := range []string{"Content-Type", "ETag", "Content-Length", "Cache-Control", "Link", "X-Total-Count"} {
				if head.Header.Get(name) != a.Header.Get(name) || head.Status != 200 || len(head.Body) > 0 {
					t.Errorf("HEAD %s: %d with %s %q, GET has %q", path, head.Status, name, head.Header.Get(name), a.Header.Get(name))
				}
			}
			for _, method := range []string{"GET", "HEAD"} {
				b := e.Do(method, path, nil, salestest.With(asking, "If-None-Match", tag)...)
				if b.Status != 304 || len(b.Body) > 0 || b.Header.Get("ETag") != tag {
					t.Errorf("%s %s with its ETag: %d %s %.300s", method, path, b.Status, b.Header.Get("ETag"), b.Body)
				}
			}
		}
		if len(tags) == 1 && !oneRepresentation(o) {
			t.Errorf("GET %s: two representations have one ETag", path)
		}
		if a := e.Do("GET", path, nil, salestest.With(headers, "Accept", "text/csv")...); a.Status != 406 && !oneRepresentation(o) {
			t.Errorf("GET %s as CSV: %d", path, a.Status)
		}
	}
}

// otherMethodsAreRefused sends the methods that a path lacks.
func (e *everything) otherMethodsAreRefused(t *testing.T) {
	tried := map[string]bool{}
	for _, o := range e.Pipeline.Registry.All() {
		path := e.path(t, o, false)
		if slices.ContainsFunc(o.Placeholders(), o.DeepVariable) || tried[path] {
			continue
		}
		tried[path] = true
		var served []string
		for _, other := range e.Pipeline.Registry.All() {
			if fits(other.Path, path) {
				served = append(served, other.Method)
			}
		}
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			if slices.Contains(served, method) {
				continue
			}
			a := e.Do(method, path, nil)
			allowed := strings.FieldsFunc(a.Header.Get("Allow"), func(c rune) bool { return c == ',' || c == ' ' })
			for _, name := range served {
				if !slices.Contains(allowed, name) {
					t.Errorf("%s %s: Allow %v, it has %v", method, path, allowed, served)
				}
			}
			if a.Status != 405 || slices.Contains(allowed, method) {
				t.Errorf("%s %s: %d %v %s", method, path, a.Status, allowed, a.Body)
			}
		}
	}
}

// fits tells whether a path matches a template.
func fits(template, path string) bool {
	segments, asked := strings.Split(template, "/"), strings.Split(path, "/")
	if len(segments) != len(asked) {
		return false
	}
	for i, s := range segments {
		if s != asked[i] && !strings.HasPrefix(s, "{") {
			return false
		}
	}
	return true
}

// refusals of callers before any other check
const (
	wrongStore = "Token is not authorized for the requested store."
	noRight    = "Access denied"
	noNode     = "Your admin role does not grant access to"
	noAdmins   = "This endpoint is not admin-accessible."
	notYours   = "You can only access your own data" // for other customers (conventions §6)
)

// access is the access to an operation in the contract's terms: the kind of caller, and the permission.
type access struct{ auth, permission string }

// unrestricted lists operations whose access differs from their rows of the contract, with the reason.
var unrestricted = map[string]string{
	"POST /auth/refresh": "asks for a token by itself (conventions §3.5)",
	"POST /auth/logout":  "succeeds without a token (conventions §3.6)",
}

// contractAccess returns the access to each operation: the contract's row, or the declaration of an operation beyond the contract.
func (e *everything) contractAccess() map[*operations.Operation]access {
	rows := map[string]contract.Row{}
	for _, r := range contract.Rows() {
		rows[r.Route()] = r
	}
	declared := map[operations.Auth]string{
		operations.Public: "none", operations.Customer: "customer", operations.Backend: "admin", operations.OrderToken: "order-token",
		operations.Bearer: "bearer",
	}
	out := map[*operations.Operation]access{}
	for _, o := range e.Pipeline.Registry.All() {
		route := contract.Route(o.Method, o.Path)
		if unrestricted[route] != "" {
			continue
		}
		out[o] = access{declared[o.Access.Auth], o.Access.Permission}
		if r, ok := rows[route]; ok {
			out[o] = access{r.Auth, r.Permission}
		}
	}
	return out
}

// everybodyIsToldWhatTheContractSays calls every operation as every kind of caller. These are no token, a customer, services and
// back-office users. The services have the permission, or not, or all others of the resource, or another store. Nothing is done, since the
// resources of the paths do not exist and bodies are not JSON.
func (e *everything) everybodyIsToldWhatTheContractSays(t *testing.T) {
	_, other := e.SecondWebsite()
	tokens := map[string][]string{}
	service := func(grants []string, stores ...int64) []string {
		key := fmt.Sprint(grants, stores)
		if tokens[key] == nil {
			tokens[key] = e.As(grants, stores...)
		}
		return tokens[key]
	}
	admin := func(nodes ...string) []string {
		key := strings.Join(nodes, " ")
		if tokens[key] == nil {
			tokens[key] = apptest.Bearer(e.Admin(nodes...))
		}
		return tokens[key]
	}
	for o, who := range e.contractAccess() {
		path := e.path(t, o, !o.Access.ByRow)
		ask := func(caller string, headers []string, status int, messages ...string) {
			t.Helper()
			var body any
			if withBody(o) != nil {
				body = "{"
			}
			if o.Uploads() { // the media type is checked before the permission (conventions §2)
				headers = salestest.With(headers, "Content-Type", "multipart/form-data; boundary=x")
			}
			a := e.Do(o.Method, path, body, headers...)
			gate := a.Status == 401 || a.Status == 403 && a.Message() != notYours
			if status == 200 && gate || status != 200 && a.Status != status && !(o.Access.ByRow && status == 403 && a.Status == 404) {
				t.Errorf("%s %s as %s: %d %s, the contract says %v", o.Method, o.Path, caller, a.Status, a.Body, who)
				return
			}
			ok := len(messages) == 0 || a.Status == 404
			for _, m := range messages {
				ok = ok || strings.HasPrefix(a.Message(), m)
			}
			if !ok {
				t.Errorf("%s %s as %s: %s", o.Method, o.Path, caller, a.Body)
			}
		}
		public := who.auth == "none" || who.auth == "order-token"
		ask("the service of another store", salestest.With(service([]string{"all"}, other), "X-Store-Code", "default"), 403, wrongStore)
		if public {
			ask("nobody", nil, 200)
			ask("a customer", e.anna, 200)
			ask("a service without rights", service([]string{"cms-pages/all"}), 200)
			ask("a back-office user of something else", admin("cms/page"), 200)
			continue
		}
		ask("nobody", nil, 401, "Authentication required")
		if who.auth == "admin" {
			ask("a customer", e.anna, 403, noRight)
		} else {
			ask("a customer", e.anna, 200)
		}
		resource, _, _ := strings.Cut(who.permission, "/")
		unrelated, node := "cms-pages/all", "cms/page"
		if resource == "cms-pages" {
			unrelated, node = "cms-blocks/all", "cms/block"
		}
		ask("a service without rights", service([]string{unrelated}), 403, noRight)
		if near := neighbours(o, who.permission); len(near) > 0 {
			ask(fmt.Sprint("a service with ", near), service(near), 403, noRight)
		}
		acl := o.Resource.ACL
		ask("a back-office user of something else", admin(node), 403, noNode, noAdmins)
		if personal := who.auth == "customer"; personal { // a customer's own operation lets other callers pass
			for caller, headers := range map[string][]string{"a service": service([]string{who.permission}), "the back office": admin(acl)} {
				if acl == "" && caller == "the back office" {
					ask(caller, admin("all"), 403, noAdmins)
				} else if a := e.Do(o.Method, path, withBody(o), headers...); a.Status >= 500 || a.Message() == noRight {
					t.Errorf("%s %s as %s of it: %d %s", o.Method, o.Path, caller, a.Status, a.Body)
				}
			}
			continue
		}
		needed, nodes := []string{who.permission}, []string{acl}
		if o.Live != nil { // readers of one resource may follow changes
			needed, nodes = append(needed, "orders/read"), append(nodes, "sales/order")
		}
		ask("a service with "+who.permission, service(needed), 200)
		ask("a back-office user of "+acl, admin(nodes...), 200)
	}
}

// neighbours are the other permissions of the resource, which do not permit an operation.
func neighbours(o *operations.Operation, permission string) (out []string) {
	resource, _, _ := strings.Cut(permission, "/")
	for _, kind := range []string{"read", "create", "write", "delete"} {
		p := resource + "/" + kind
		reads := o.Access.ByRow && (kind == "read" || kind == "write") // are back-office access to the resource (conventions §4.2)
		if p != permission && !reads && !slices.Contains(o.Access.Also, p) {
			out = append(out, p)
		}
	}
	return out
}

// ofStores are the resources of a store view or a website (conventions §4.8), by the beginnings of paths.
var ofStores = []string{"/orders/{id}", "/orders/{orderId}", "/shipments/", "/invoices/", "/credit-memos/", "/coupons/{", "/giftcards/{",
	"/customers/{id}", "/customers/{customerId}", "/revocation-requests/{"}

// otherStoresAreClosed requests things of the first store with a token of the second one.
func (e *everything) otherStoresAreClosed(t *testing.T) {
	views := e.Readers.Directory
	shop, err := views.Shop(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	second, ok := shop.FindStore("de")
	if !ok {
		t.Fatal("there is no second store")
	}
	headers := salestest.With(e.As([]string{"all"}, second.ID), "X-Store-Code", "de")
	for _, o := range e.Pipeline.Registry.All() {
		of := slices.ContainsFunc(ofStores, func(prefix string) bool { return strings.HasPrefix(o.Path, prefix) })
		if !of || o.Access.Auth == operations.Public || o.Access.Auth == operations.OrderToken {
			continue
		}
		var body any
		if withBody(o) != nil {
			body = salestest.Fields{"comment": "hm"}
		}
		a := e.Do(o.Method, e.path(t, o, false), body, headers...)
		if a.Status != 403 && a.Status != 404 {
			t.Errorf("%s %s for another store: %d %s", o.Method, o.Path, a.Status, a.Body)
		}
	}
}
