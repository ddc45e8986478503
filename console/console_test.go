package console_test

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tradelog/cmd/tradelog/bench/browser"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

type fields = salestest.Fields

// visitor is a person with a browser. A failure of the browser ends the test.
type visitor struct {
	t testing.TB
	*browser.Browser
	base string
}

func visit(t testing.TB, base string) *visitor {
	t.Helper()
	b, err := browser.New(base)
	if err != nil {
		t.Fatal(err)
	}
	return &visitor{t, b, base}
}

// logIn visits the console and logs in.
func logIn(t testing.TB, s *salestest.Shop, username, key string) *visitor {
	t.Helper()
	b := visit(t, s.URL)
	if _, err := b.LogIn(t.Context(), username, key); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *visitor) open(path string) browser.Page {
	b.t.Helper()
	return b.read(b.Open(b.t.Context(), path))
}

// post sends a form with exactly these fields.
func (b *visitor) post(path string, form url.Values, headers ...string) browser.Page {
	b.t.Helper()
	return b.read(b.Post(b.t.Context(), path, form, headers...))
}

// submit opens a page and sends its form with values by names.
func (b *visitor) submit(path string, values ...string) browser.Page {
	b.t.Helper()
	return b.read(b.Submit(b.t.Context(), path, values...))
}

func (b *visitor) read(p browser.Page, err error) browser.Page {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
	return p
}

func start(t testing.TB, options ...apptest.Option) *salestest.Shop {
	t.Helper()
	s := salestest.Start(t, options...)
	s.Configure("apiplatform/protocols/console", "1")
	return s
}

// TestOffByDefault: a shop without the console switched on has neither its paths nor its files.
func TestOffByDefault(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	for _, path := range []string{"/console", "/console/login", "/console/assets/console.css"} {
		if p := visit(t, s.URL).open(path); p.Status != 404 {
			t.Errorf("%s: %d", path, p.Status)
		}
	}
}

// TestForms: a form is accepted only from a page that was shown to the same browser.
func TestForms(t *testing.T) {
	t.Parallel()
	s := start(t)
	_, key := s.APIUser("greta", "all")
	s.Settle()
	credentials := url.Values{"username": {"greta"}, "password": {key}}
	if p := visit(t, s.URL).post("/console/login", credentials); p.Status != 403 {
		t.Errorf("a login without a page: %d", p.Status)
	}
	b := logIn(t, s, "greta", key)
	form := url.Values{"step": {"do"}, "field.className": {"Books"}, "field.classType": {"PRODUCT"}, "key": {"abcdefghijklmnop"}}
	if p := b.post("/console/new/tax-classes", form); p.Status != 403 {
		t.Errorf("a form without its proof: %d", p.Status)
	}
	form.Set("proof", visit(t, s.URL).open("/console/login").Hidden().Get("proof"))
	if p := b.post("/console/new/tax-classes", form); p.Status != 403 {
		t.Errorf("a form with the proof of another browser: %d", p.Status)
	}
	form.Set("proof", b.open("/console").Hidden().Get("proof"))
	if p := b.post("/console/new/tax-classes", form, "Sec-Fetch-Site", "cross-site"); p.Status != 403 {
		t.Errorf("a form of another site: %d", p.Status)
	}
	if strings.Contains(string(s.Must(200, "GET", "/tax-classes", nil, s.Service...).Body), "Books") {
		t.Error("a form that was refused has an effect")
	}
	if p := b.post("/console/new/tax-classes", form); p.Status != 200 || !strings.Contains(p.Text, "Books") {
		t.Errorf("the form itself: %d at %s", p.Status, p.At)
	}
}

// TestFormsOfParts: a form for a part of a thing works, and names in the language of the page the refused fields. An edit of a thing that
// has changed meanwhile is refused.
func TestFormsOfParts(t *testing.T) {
	t.Parallel()
	s := start(t)
	_, key := s.APIUser("greta", "all")
	customer, _ := s.Customer("ann@example.com")
	s.Settle()
	b := logIn(t, s, "greta", key)
	b.speak("de")
	path := fmt.Sprintf("/console/customers/%d", customer)
	form := path + "/do/addresses"
	if p := b.open(form); !strings.Contains(p.Text, "ID der Region") {
		t.Errorf("the fields have no German explanations: %d", p.Status)
	}
	if p := b.submit(form, "field.firstname", "Ann"); p.Status != 400 || !strings.Contains(p.Text, "Der Nachname ist nötig") {
		t.Errorf("an address without a name: %d", p.Status)
	}
	address := []string{
		"field.firstname", "Ann", "field.lastname", "Archer", "field.street", "Mill Lane 1", "field.city", "Bremen",
		"field.postcode", "28195", "field.countryId", "DE", "field.telephone", "0421",
	}
	if p := b.submit(form, address...); p.Status != 200 || strings.Contains(p.Text, `class="problem"`) {
		t.Errorf("an address that is tried: %d", p.Status)
	}
	address = append(address, "step", "do", "key", "abcdefghijklmnop")
	if p := b.submit(form, address...); p.Status != 200 || p.At != path {
		t.Errorf("an address that is added: %d at %s", p.Status, p.At)
	}
	made := s.Must(201, "POST", "/tax-classes", map[string]any{"className": "Books", "classType": "PRODUCT"}, s.Service...).Object(t)
	s.Settle()
	class := fmt.Sprintf("/console/tax-classes/%v/do/edit", made["id"])
	sent := b.open(class).Hidden()
	s.Must(200, "PUT", fmt.Sprintf("/tax-classes/%v", made["id"]), map[string]any{"className": "Papers"}, s.Service...)
	s.Settle()
	sent.Set("field.className", "Prints")
	sent.Set("field.classType", "PRODUCT")
	if p := b.post(class, sent); p.Status != 412 || !strings.Contains(p.Text, "Inzwischen wurde etwas geändert") {
		t.Errorf("an edit of what has changed: %d", p.Status)
	}
}

// speak chooses the language of the pages.
func (b *visitor) speak(language string) {
	b.t.Helper()
	root, err := url.Parse(b.base + "/console")
	if err != nil {
		b.t.Fatal(err)
	}
	b.Client.Jar.SetCookies(root, []*http.Cookie{{Name: "tradelog_console_language", Value: language}})
}

// control returns the control of a field in a page, with the class of its parent; "" if there is none.
func control(p browser.Page, name string) string {
	return regexp.MustCompile(`<div class="field[^"]*"><label for="f-` + name + `">[^\n]*\n[^\n]*`).FindString(p.Text)
}

// filled returns the filled-in fields of a page's form.
func filled(p browser.Page) (values []string) {
	for _, pattern := range []string{
		`<input id="[^"]*" name="(field\.[^"]*)"[^>]* value="([^"]*)"`, `<textarea id="[^"]*" name="(field\.[^"]*)"[^>]*>([^<]*)<`,
		`<select id="[^"]*" name="(field\.[^"]*)"[^\n]* value="([^"]*)" selected`,
	} {
		for _, f := range regexp.MustCompile(pattern).FindAllStringSubmatch(p.Text, -1) {
			values = append(values, f[1], html.UnescapeString(f[2]))
		}
	}
	return values
}

// TestControls: documents and tables have wide and high controls, other texts do not. Explanations are sentences.
func TestControls(t *testing.T) {
	t.Parallel()
	s := start(t)
	_, key := s.APIUser("greta", "all")
	s.Settle()
	b := logIn(t, s, "greta", key)
	b.speak("de")
	for _, c := range []struct {
		path, name string
		wide       bool
	}{
		{"/console/new/cms-pages", "content", true},
		{"/console/new/cms-pages", "metaDescription", false},
		{"/console/new/cms-blocks", "content", true},
		{"/console/new/blog-posts", "content", true},
		{"/console/new/blog-posts", "shortContent", false},
		{"/console/new/email-templates", "text", true},
		{"/console/new/email-templates", "html", true},
		{"/console/new/email-templates", "subject", false},
		{"/console/new/products", "description", true},
		{"/console/new/coupons", "description", false},
		{"/console/new/coupons", "websiteIds", false},
		{"/console/do/inventory.bulk", "items", true},
	} {
		found := control(b.open(c.path), c.name)
		wide, high := strings.HasPrefix(found, `<div class="field wide">`), strings.Contains(found, `rows="16"`)
		if found == "" || wide != c.wide || high != c.wide {
			t.Errorf("%s of %s: %s", c.name, c.path, found)
		}
	}
	for language, says := range map[string]string{"de": "ohne Angabe alle. Ein Wert je Zeile.", "en": "all by default. One value in a line."} {
		b.speak(language)
		if p := b.open("/console/new/coupons"); !strings.Contains(p.Text, says) {
			t.Errorf("%s: no explanation of a list ends with %q", language, says)
		}
	}
}

// TestDays: fields of days have a date control with the value of the document. An emptied value is removed, and invalid input is shown
// again as typed.
func TestDays(t *testing.T) {
	t.Parallel()
	s := start(t)
	_, key := s.APIUser("greta", "all")
	made := s.Must(201, "POST", "/coupons", fields{
		"code": "SPRING", "discountType": "percent", "discountAmount": 10, "fromDate": "2026-03-01", "expirationDate": "2026-05-01 10:00:00",
		"customerGroupIds": []int{0, 1, 2, 3},
	}, s.Service...).Object(t)
	s.Settle()
	b := logIn(t, s, "greta", key)
	form := fmt.Sprintf("/console/coupons/%v/do/edit", made["id"])
	p := b.open(form)
	if c := control(p, "fromDate"); !strings.Contains(c, `type="date"`) || !strings.Contains(c, `value="2026-03-01"`) {
		t.Errorf("the control of a day: %s", c)
	}
	if c := control(p, "customerGroupIds"); !strings.Contains(c, `rows="4"`) {
		t.Errorf("a list of four values: %s", c)
	}
	if c := control(p, "expirationDate"); !strings.Contains(c, `type="text"`) {
		t.Errorf("the control of a moment: %s", c)
	}
	sent := []string{
		"field.code", "SPRING", "field.discountType", "percent", "field.fromDate", "soon", "step", "change",
	}
	if c := control(b.submit(form, sent...), "fromDate"); !strings.Contains(c, `type="text"`) || !strings.Contains(c, `value="soon"`) {
		t.Errorf("the control of what is no day: %s", c)
	}
	change := func(fromDate, toDate, key string) map[string]any {
		t.Helper()
		sent := append(filled(b.open(form)), "field.fromDate", fromDate, "field.toDate", toDate, "step", "do", "key", key)
		if p := b.submit(form, sent...); p.Status != 200 || p.At == form {
			t.Fatalf("an edit: %d at %s", p.Status, p.At)
		}
		s.Settle()
		return s.Must(200, "GET", fmt.Sprintf("/coupons/%v", made["id"]), nil, s.Service...).Object(t)
	}
	if now := change("2026-04-01", "2026-06-30", "abcdefghijklmnop"); now["fromDate"] != "2026-04-01" || now["toDate"] != "2026-06-30" {
		t.Errorf("days that were changed: %v to %v", now["fromDate"], now["toDate"])
	}
	if now := change("", "2026-06-30", "ponmlkjihgfedcba"); now["fromDate"] != nil || now["toDate"] != "2026-06-30" {
		t.Errorf("a day that was removed: %v to %v", now["fromDate"], now["toDate"])
	}
}

// TestSessions: cookies are out of reach of scripts and other sites, and a token is invalid after the logout.
func TestSessions(t *testing.T) {
	t.Parallel()
	s := start(t)
	id, key := s.APIUser("greta", "all")
	s.Settle()
	b := visit(t, s.URL)
	b.Client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	p := b.submit("/console/login", "username", "greta", "password", key, "to", "https://elsewhere.example/console")
	if p.Header.Get("Location") != "/console" {
		t.Errorf("the login leads to %s", p.Header.Get("Location"))
	}
	token := ""
	for _, line := range p.Header["Set-Cookie"] {
		if !strings.Contains(line, "HttpOnly") || !strings.Contains(line, "SameSite=Lax") || !strings.Contains(line, "Path=/console") {
			t.Errorf("a cookie can be reached: %s", line)
		}
		if value, is := strings.CutPrefix(line, "tradelog_console="); is {
			token, _, _ = strings.Cut(value, ";")
		}
	}
	bearer := apptest.Bearer(token)
	s.Must(200, "GET", "/orders", nil, bearer...)
	b.submit("/console", "nothing", "")
	proof := b.open("/console").Hidden().Get("proof")
	if p := b.post("/console/logout", url.Values{"proof": {proof}}); p.Header.Get("Location") != "/console/login" {
		t.Errorf("the logout: %d %s", p.Status, p.Header.Get("Location"))
	}
	s.Settle()
	s.Must(401, "GET", "/orders", nil, bearer...)

	// A disabled account is logged out at its next page.
	again := logIn(t, s, "greta", key)
	if err := s.Commands.Access.SetAccountActive(apptest.Operator(), id, false); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	if p := again.open("/console/orders"); p.At != "/console/login" {
		t.Errorf("an account that is switched off is at %s", p.At)
	}
}

// TestRights: an account sees the same and may do the same as over REST. An auditor sees timelines and no button.
func TestRights(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.Product("MUG", "10", 10, nil)
	order := fmt.Sprintf("/console/orders/%d", salestest.ID(s.Order("MUG")))
	_, reader := s.APIUser("reader", "orders/read")
	_, auditor := s.APIUser("auditor", "audit/read", "orders/read", "products/read")
	s.Settle()
	b := logIn(t, s, "reader", reader)
	first := b.open("/console").Text
	if !strings.Contains(first, `href="/console/orders"`) || strings.Contains(first, `href="/console/customers"`) {
		t.Error("the menu of somebody who may read orders has not orders alone")
	}
	if p := b.open("/console/customers"); p.Status != 403 {
		t.Errorf("a list without the permission: %d", p.Status)
	}
	if p := b.open(order); p.Status != 200 || strings.Contains(p.Text, "/do/hold") || strings.Contains(p.Text, "OrderPlaced") {
		t.Errorf("the order of a reader: %d, with buttons or a timeline", p.Status)
	}
	if p := b.open(order + "/do/hold"); p.Status != 403 {
		t.Errorf("a form without the permission: %d", p.Status)
	}
	a := logIn(t, s, "auditor", auditor)
	if p := a.open(order); p.Status != 200 || strings.Contains(p.Text, "/do/") || !strings.Contains(p.Text, "OrderPlaced") {
		t.Errorf("the order of an auditor: %d, with buttons or without a timeline", p.Status)
	}
	if p := visit(t, s.URL).open(order); p.At != "/console/login" {
		t.Errorf("the order of nobody: %d at %s", p.Status, p.At)
	}
}

// TestLowStock: the first page counts products with few available units. The limit is the product's, the configured one, or five. The
// linked list has the same products.
func TestLowStock(t *testing.T) {
	t.Parallel()
	s := start(t)
	_, key := s.APIUser("greta", "all")
	all := map[string]int64{"CUP": 3, "HAT": 4, "MUG": 5, "PEN": 8, "VASE": 20}
	for sku, units := range all {
		s.Product(sku, "10", units, nil)
	}
	s.Must(200, "PUT", "/inventory", fields{"sku": "VASE", "qty": 20, "notifyStockQty": 25}, s.Service...)
	s.Must(200, "PUT", "/inventory", fields{"sku": "CUP", "qty": 3, "notifyStockQty": 3}, s.Service...)
	s.Settle()
	b := logIn(t, s, "greta", key)
	tells := func(below string, products ...string) {
		t.Helper()
		p := b.open("/console/today/work")
		count := fmt.Sprintf(`href="/console/inventory\?low=true"><span>Low stock</span><b[^>]*>%d</b>`, len(products))
		if !strings.Contains(p.Text, "fewer than "+below+" units can be sold") || !regexp.MustCompile(count).MatchString(p.Text) {
			t.Errorf("below %s there are not %s: %s", below, products, p.Text)
		}
		if p = b.open("/console/inventory?low=true"); p.Status != 200 {
			t.Errorf("the list that it leads to: %d", p.Status)
		}
		for sku := range all {
			if strings.Contains(p.Text, `href="/console/inventory/`+sku+`"`) != slices.Contains(products, sku) {
				t.Errorf("below %s the list has not just %s: %s", below, products, p.Text)
			}
		}
	}
	tells("5", "HAT", "VASE")
	s.Configure("cataloginventory/item_options/notify_stock_qty", "6")
	tells("6", "HAT", "MUG", "VASE")
	s.Configure("cataloginventory/item_options/notify_stock_qty", "1")
	tells("1", "VASE")
}

// TestPagesAreCheap: no page makes more than 6 queries or is larger than 60 KB.
func TestPagesAreCheap(t *testing.T) {
	t.Parallel()
	queries := &salestest.Queries{}
	s := start(t, queries.Trace())
	s.Product("MUG", "10", 1000, nil)
	var last int64
	for range 30 {
		last = salestest.ID(s.Order("MUG"))
	}
	// Several accounts and the buyer's own act on the last order, each with a name to look up.
	_, anna := s.Customer("anna@example.com")
	last = salestest.ID(s.OrderOf(anna, "MUG"))
	for range 4 {
		s.Must(201, "POST", fmt.Sprintf("/orders/%d/comments", last), fields{"comment": "Packed"}, s.As([]string{"orders/all"})...)
	}
	s.Must(201, "POST", fmt.Sprintf("/orders/%d/hold", last), fields{}, s.Service...)
	_, key := s.APIUser("greta", "all")
	s.Settle()
	b := logIn(t, s, "greta", key)
	one := fmt.Sprintf("/console/orders/%d", last)
	paths := []string{
		one, one + "?at=1", one + "?at=2", one + "/papers", one + "/timeline", one + "/do/hold", one + "/do/comments", one + "/receipt",
		one + "/emails", "/console/products/1/part/tier-prices",
		one + "/part/invoices", one + "/file/pdf",
		"/console/orders?page=2", "/console/orders?search=mug", "/console/orders?paid=false&shipped=false", "/console/orders?emailLike=exa",
		"/console/inventory/MUG", "/console/inventory/MUG/timeline", "/console/products/1", "/console/products/1/do/edit",
		"/console/products/1/timeline", "/console/find?q=mug", "/console/new/coupons", "/console/do/inventory.put", "/console/account",
		"/console/today/work", "/console/today/standing",
		"/console/agents", "/console/agents/stories", "/console/agents/stories?kind=admin", "/console/agents/attempts",
		"/console/agents/led?request=none",
		"/console/configuration?q=mail", "/console/configuration/edit?path=general/locale/code&scope=default",
		"/console/engine/projector?name=orders", "/console/engine/reactions", "/console/engine/receivers", "/console/engine/installation",
		"/console/engine/confirm?act=rebuild&projector=orders",
		"/console/log?unit=minute", "/console/log?unit=day", "/console/log/live", "/console/log/live?actorKind=admin", "/console/log/streams",
		"/console/log/streams?prefix=order-", "/console/log/stream?name=order-1", fmt.Sprintf("/console/log/stream?name=order-%d", last),
		"/console/log/event?at=100", "/console/log/seals", "/console/log/verify",
	}
	menu := regexp.MustCompile(`<a href="(/console[^"]*)"`)
	for _, link := range menu.FindAllStringSubmatch(b.open("/console").Text, -1) {
		paths = append(paths, link[1])
	}
	slices.Sort(paths)
	for _, path := range slices.Compact(paths) {
		b.open(path) // fill the caches of constant data
		queries.Take()
		p := b.open(path)
		if made := queries.Take(); p.Status != 200 || len(made) > 6 || p.Sent > 60<<10 {
			t.Errorf("%s: status %d, %d bytes, %d queries:\n%s", path, p.Status, p.Sent, len(made), strings.Join(made, "\n"))
		}
	}
}

// TestTheFirstPageLinksTheConsole as long as it is switched on.
func TestTheFirstPageLinksTheConsole(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	page := func() string {
		request := httptest.NewRequest("GET", s.URL+"/", nil)
		request.Header.Set("Accept", "text/html")
		answer := httptest.NewRecorder()
		s.HTTP.Handler().ServeHTTP(answer, request)
		return answer.Body.String()
	}
	const link = `href="/console"`
	if strings.Contains(page(), link) {
		t.Error("the first page links the console, which is switched off")
	}
	s.Configure("apiplatform/protocols/console", "1")
	if !strings.Contains(page(), link) {
		t.Errorf("the first page does not link the console:\n%s", page())
	}
}
