package app_test

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/test/apptest"
)

// pastShop is a shop with a changed coupon and a hidden page.
type pastShop struct {
	*apptest.Shop
	clock          *apptest.Clock
	headers        []string
	coupon, page   string // their paths
	made           int64  // the position after both were made
	madeAt, hidden time.Time
}

func startPast(t *testing.T) *pastShop {
	t.Helper()
	clock := apptest.NewClock()
	s := &pastShop{Shop: apptest.Start(t, apptest.WithClock(clock)), clock: clock}
	s.headers = apptest.Bearer(s.Service([]string{"all"}))
	coupon := s.Must(201, "POST", "/api/rest/v2/coupons",
		map[string]any{"code": "SPRING", "discountType": "percent", "discountAmount": 10}, s.headers...)
	s.coupon = fmt.Sprintf("/api/rest/v2/coupons/%v", coupon.Object(t)["id"])
	page := s.Must(201, "POST", "/api/rest/v2/cms-pages",
		map[string]any{"title": "Sale", "identifier": "sale", "content": "soon", "stores": "all"}, s.headers...)
	s.page = fmt.Sprintf("/api/rest/v2/cms-pages/%v", page.Object(t)["id"])
	s.made, s.madeAt = int64(s.LogSize()), s.recorded(t)
	clock.Advance(10 * time.Minute)
	s.Must(200, "PUT", s.coupon, map[string]any{"discountAmount": 20}, s.headers...)
	s.Must(200, "PUT", s.page, map[string]any{"isActive": false}, s.headers...)
	s.hidden = s.recorded(t)
	s.Settle()
	return s
}

// recorded returns the time at which the newest event was recorded.
func (s *pastShop) recorded(t *testing.T) time.Time {
	t.Helper()
	page, err := s.Store.ReadAll(t.Context(), s.LogSize()-1, eventstore.Forwards, 1, eventstore.Filter{})
	if err != nil || len(page.Events) != 1 {
		t.Fatal(len(page.Events), err)
	}
	return page.Events[0].RecordedAt
}

func (s *pastShop) then(status int, path, asOf string, headers ...string) apptest.Answer {
	return s.Must(status, http.MethodGet, path+"?asOf="+url.QueryEscape(asOf), nil, headers...)
}

// TestWhatAsOfTakes reads a coupon with each form of a position and a time.
func TestWhatAsOfTakes(t *testing.T) {
	t.Parallel()
	s := startPast(t)
	amount := func(asOf string) any { return s.then(200, s.coupon, asOf, s.headers...).Object(t)["discountAmount"] }
	token := s.Must(200, "PUT", s.coupon, map[string]any{"discountAmount": 20}, s.headers...).Header.Get("X-Event-Position")
	for asOf, want := range map[string]float64{
		fmt.Sprint(s.made): 10, fmt.Sprint(int64(s.LogSize())): 20, token: 20, strings.Split(token, ".")[0] + "." + fmt.Sprint(s.made): 10,
		s.madeAt.Format(time.RFC3339Nano): 10, s.madeAt.Format(time.RFC3339): 10, s.madeAt.Format(time.DateTime): 10,
		s.madeAt.Format("2006-01-02T15:04:05"): 10, s.hidden.Add(-time.Microsecond).Format(time.RFC3339Nano): 10,
		s.hidden.Format(time.RFC3339Nano): 20, s.madeAt.In(time.FixedZone("", 7200)).Format(time.RFC3339): 10,
	} {
		if got := amount(asOf); got != want {
			t.Errorf("asOf=%s: the discount is %v, want %v", asOf, got, want)
		}
	}
	s.clock.Advance(48 * time.Hour)
	s.headers = apptest.Bearer(s.Service([]string{"all"}))
	if got := amount(s.hidden.Format(time.DateOnly)); got != 20.0 {
		t.Errorf("at the end of the day the discount is %v", got)
	}
}

// TestWhatAsOfRefuses checks that each refusal names what to send, and stores nothing.
func TestWhatAsOfRefuses(t *testing.T) {
	t.Parallel()
	s := startPast(t)
	const forms, future, elsewhere = "asOf must be a position", "asOf is in the future", "cannot answer as of the past"
	size := s.LogSize()
	for _, c := range []struct {
		method, path, asOf string
		status             int
		message            string
	}{
		{"GET", s.coupon, "", 400, forms}, {"GET", s.coupon, "0", 400, forms}, {"GET", s.coupon, "-3", 400, forms},
		{"GET", s.coupon, "yesterday", 400, forms}, {"GET", s.coupon, "2026-13-01", 400, forms}, {"GET", s.coupon, "1e3", 400, forms},
		{"GET", s.coupon, "99999999999999999999", 400, forms}, {"GET", s.coupon, "2026-11-25 10", 400, forms},
		{"GET", s.coupon, fmt.Sprint(size + 1), 400, future}, {"GET", s.coupon, s.clock.Now().Format(time.DateOnly), 400, future},
		{"GET", s.coupon, s.clock.Now().Add(2 * time.Second).Format(time.DateTime), 400, future},
		{"GET", s.coupon, "abcdefabcdef.1", 409, "another event log"},
		{"GET", "/api/rest/v2/audit", "1", 400, elsewhere}, {"GET", "/api/rest/v2/countries", "1", 400, elsewhere},
		{"GET", "/api/rest/v2/orders", "1", 400, "needs ids"}, {"GET", "/api/rest/v2/products", "1", 400, "needs ids"},
		{"GET", "/api/rest/v2/coupons", "1", 400, "needs ids"}, {"GET", "/api/rest/v2/cms-pages", "1", 400, "needs ids"},
		{"PUT", s.coupon, "1", 400, "changes the present"}, {"DELETE", s.coupon, "1", 400, "changes the present"},
		{"GET", s.coupon, "1", 404, ""}, {"GET", s.page, "1", 404, ""},
	} {
		var body any
		if c.method == "PUT" {
			body = map[string]any{"discountAmount": 30}
		}
		answer := s.Do(c.method, c.path+"?asOf="+url.QueryEscape(c.asOf), body, s.headers...)
		if answer.Status != c.status || !strings.Contains(answer.Message(), c.message) {
			t.Errorf("%s %s?asOf=%s: %d %s", c.method, c.path, c.asOf, answer.Status, answer.Body)
		}
	}
	if now := s.LogSize(); now != size {
		t.Errorf("refused requests stored %d events", now-size)
	}
}

// TestTheDeletedIsShownAsItWas reads a deleted coupon and a deleted page as of a time before.
func TestTheDeletedIsShownAsItWas(t *testing.T) {
	t.Parallel()
	s := startPast(t)
	was := map[string]apptest.Answer{}
	for _, path := range []string{s.coupon, s.page} {
		was[path] = s.then(200, path, fmt.Sprint(s.made), s.headers...)
		s.Must(204, "DELETE", path, nil, s.headers...)
	}
	s.Settle()
	deleted := fmt.Sprint(int64(s.LogSize()))
	for path, want := range was {
		if got := s.then(200, path, fmt.Sprint(s.made), s.headers...); string(got.Body) != string(want.Body) {
			t.Errorf("%s was\n%s\nis\n%s", path, want.Body, got.Body)
		}
		s.then(404, path, deleted, s.headers...)
		s.Must(404, http.MethodGet, path, nil, s.headers...)
	}
}

// TestThePastNeedsTheRightsOfThePresent checks permissions and restrictions to stores. The past of public resources is for the back office.
func TestThePastNeedsTheRightsOfThePresent(t *testing.T) {
	t.Parallel()
	s := startPast(t)
	site, store := s.SecondWebsite()
	made := fmt.Sprint(s.made)
	elsewhere := append(apptest.Bearer(s.Service([]string{"all"}, store)), "X-Store-Code", "de")
	s.then(404, s.coupon, made, elsewhere...)
	s.then(403, s.page, made, elsewhere...)
	// The coupon belongs to their website today. Its past state belonged to other websites, so they may not see that.
	s.Must(200, "PUT", s.coupon, map[string]any{"websiteIds": []int64{site}}, s.headers...)
	s.Settle()
	s.Must(200, http.MethodGet, s.coupon, nil, elsewhere...)
	s.then(404, s.coupon, made, elsewhere...)
	s.Must(204, "DELETE", s.coupon, nil, s.headers...)
	s.Settle()
	s.then(404, s.coupon, made, elsewhere...)

	s.then(401, s.page, made)
	_, customer := s.Customer("anna@example.com")
	s.then(403, s.page, made, apptest.Bearer(customer)...)
	s.then(403, s.page, made, apptest.Bearer(s.Service([]string{"orders/read"}))...)
	s.then(200, s.page, made, apptest.Bearer(s.Service([]string{"cms-pages/read"}))...)
	s.then(200, s.page, made, apptest.Bearer(s.Admin("all"))...)
	s.then(403, s.coupon, made, apptest.Bearer(s.Service([]string{"cms-pages/read"}))...)
}

// TestTheForgottenAreForgottenInThePast reads a customer before and after it is forgotten. No cache returns the earlier answer.
func TestTheForgottenAreForgottenInThePast(t *testing.T) {
	t.Parallel()
	s := startPast(t)
	id, own := s.Customer("anna@example.com")
	path, registered := fmt.Sprintf("/api/rest/v2/customers/%d", id), fmt.Sprint(int64(s.LogSize()))
	before := s.then(200, path, registered, s.headers...)
	if !strings.Contains(string(before.Body), "anna@example.com") {
		t.Fatalf("%s", before.Body)
	}
	if mine := s.then(200, path, registered, apptest.Bearer(own)...); string(mine.Body) != string(before.Body) {
		t.Errorf("customers see\n%s\nof\n%s", mine.Body, before.Body)
	}
	s.Must(201, "POST", path+"/forget", map[string]any{"force": true}, s.headers...)
	s.Settle()
	s.Must(404, http.MethodGet, path, nil, s.headers...)
	after := s.then(200, path, registered, append(s.headers, "If-None-Match", before.Header.Get("ETag"))...)
	body := strings.ToLower(string(after.Body))
	if strings.Contains(body, "anna") || strings.Contains(body, "smith") || after.Object(t)["id"] != float64(id) {
		t.Errorf("%s", body)
	}
}

// TestTheConfigurationAsItWas changes a path in three scopes, and reads the former value of each.
func TestTheConfigurationAsItWas(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	anna := operations.Operator("anna", "tradelog")
	const path = "general/store_information/name"
	store := map[string]any{"path": path, "scope": "store", "scopeId": 1}
	set := func(scope string, id int, value string) eventstore.Position {
		t.Helper()
		if _, err := invoke(s, anna, "setting.set", map[string]any{"path": path, "scope": scope, "scopeId": id, "value": value}); err != nil {
			t.Fatal(err)
		}
		s.Settle()
		return s.LogSize()
	}
	shown := func(name string, at eventstore.Position) string {
		t.Helper()
		arguments := maps.Clone(store)
		if name == "setting.list" {
			delete(arguments, "path")
		}
		if at > 0 {
			arguments["asOf"] = at
		}
		r, err := invoke(s, anna, name, arguments)
		if err != nil {
			t.Fatal(err)
		}
		return string(r.Answer.Item) + string(bytes.Join(r.Answer.Items, []byte("\n")))
	}
	var kept []string
	var at []eventstore.Position
	for i, scope := range []string{"default", "website", "store", "store", "website", "default"} {
		id := 1
		if scope == "default" {
			id = 0
		}
		at = append(at, set(scope, id, fmt.Sprint("Shop ", i)))
		kept = append(kept, shown("setting.get", 0), shown("setting.list", 0))
	}
	if _, err := invoke(s, anna, "setting.unset", store); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	for i, position := range at {
		for n, name := range []string{"setting.get", "setting.list"} {
			if got := shown(name, position); got != kept[2*i+n] {
				t.Errorf("%s as of %d is\n%s\nwas\n%s", name, position, got, kept[2*i+n])
			}
		}
	}
	if kept[0] == kept[2] || kept[2] == kept[4] {
		t.Errorf("nothing changed: %v", kept[:5])
	}
}

// TestListsByIDsAsTheyWere reads several coupons and pages at once. The rows are the documents of single reads.
func TestListsByIDsAsTheyWere(t *testing.T) {
	t.Parallel()
	s := startPast(t)
	watch(t, s.Shop)
	second := s.Must(201, "POST", "/api/rest/v2/coupons",
		map[string]any{"code": "FALL", "discountType": "fixed", "discountAmount": 1}, s.headers...)
	number := second.Object(t)["id"]
	s.Settle()
	both := int64(s.LogSize())
	s.Must(204, "DELETE", fmt.Sprintf("/api/rest/v2/coupons/%v", number), nil, s.headers...)
	s.Settle()
	first := s.coupon[strings.LastIndex(s.coupon, "/")+1:]
	list := func(status int, path, ids string, at int64, headers ...string) string {
		t.Helper()
		url := fmt.Sprintf("/api/rest/v2%s?ids=%s&asOf=%d", path, ids, at)
		return string(s.Must(status, http.MethodGet, url, nil, headers...).Body)
	}
	one := string(s.then(200, s.coupon, fmt.Sprint(both), s.headers...).Body)
	want := fmt.Sprintf("[%s,%s]", second.Body, one)
	ids := fmt.Sprintf("%v,999,%s,%s", number, first, first)
	if got := list(200, "/coupons", ids, both, s.headers...); got != want {
		t.Errorf("is\n%s\nwas\n%s", got, want)
	}
	if got := list(200, "/coupons", ids, s.made, s.headers...); !strings.Contains(got, "SPRING") || strings.Contains(got, "FALL") {
		t.Errorf("before the second was made: %s", got)
	}
	if got := list(200, "/coupons", ids, 1, s.headers...); got != "[]" {
		t.Errorf("before both: %s", got)
	}
	_, store := s.SecondWebsite()
	elsewhere := append(apptest.Bearer(s.Service([]string{"all"}, store)), "X-Store-Code", "de")
	if got := list(200, "/coupons", ids, both, elsewhere...); got != "[]" {
		t.Errorf("a token of another website sees %s", got)
	}
	list(401, "/cms-pages", "1", s.made)
	list(403, "/cms-pages", "1", s.made, apptest.Bearer(s.Service([]string{"orders/read"}))...)
	list(200, "/cms-pages", s.page[strings.LastIndex(s.page, "/")+1:], s.made, s.headers...)
	for _, wrong := range []string{"", "1,,2", "one", "1;2", "-1", strings.TrimSuffix(strings.Repeat("7,", 99)+"1,2", ","), "1 2"} {
		status := 400
		if strings.HasPrefix(wrong, "7,") {
			status = 200 // a repeated ID counts once
		}
		list(status, "/coupons", url.QueryEscape(wrong), s.made, s.headers...)
	}
	var many []string
	for i := range 101 {
		many = append(many, fmt.Sprint(i+1))
	}
	list(400, "/coupons", strings.Join(many, ","), s.made, s.headers...)
	list(200, "/coupons", strings.Join(many[1:], ","), s.made, s.headers...)
}

// TestWhichListsTakeIDs names lists that take IDs, and lists that do not because numbers do not identify their resources.
func TestWhichListsTakeIDs(t *testing.T) {
	t.Parallel()
	registry := apptest.Start(t).Pipeline.Registry
	for name, want := range map[string]bool{
		"GET /coupons": true, "GET /customers": true, "GET /reviews": true, "GET /revocation-requests": true, "GET /cms-pages": true,
		"GET /tax-rates": true, "GET /blog-posts": true, "GET /orders": true, "GET /products": true, "GET /categories": true,
		"GET /invoices": true, "GET /shipments": true, "GET /orders/{orderId}/invoices": false, "GET /countries": false,
	} {
		if got := registry.Find(name).ListsAsOf(); got != want {
			t.Errorf("%s takes ids: %t", name, got)
		}
	}
}
