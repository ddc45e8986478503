package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"tradelog/app/office"
	"tradelog/test/pgtest"
	"tradelog/test/servetest"
)

func TestMain(m *testing.M) { servetest.Main(m, office.Add) }

type object = servetest.Object

// TestANewcomersFirstHour is the product's promise as one story: a running shop with orders of a guest and a customer, which the shop
// processes. It has cheap polling, a kill in the middle, and a log that tells who did what.
func TestANewcomersFirstHour(t *testing.T) {
	t.Parallel()
	data := pgtest.Dir(t)
	s := servetest.Start(t, data, "--demo")
	said := func(what string) string {
		m := regexp.MustCompile(what + `\s+(\S+)`).FindStringSubmatch(s.Said)
		if m == nil {
			t.Fatalf("the start does not tell the %s:\n%s", what, s.Said)
		}
		return m[1]
	}
	measured(t, s)
	for _, link := range regexp.MustCompile(`http://\S+`).FindAllString(s.Said, -1) {
		answer, err := http.Get(link)
		if err != nil {
			t.Fatalf("%s: %v", link, err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != 200 {
			t.Errorf("%s, which serve prints, answers %d", link, answer.StatusCode)
		}
	}
	showsWhatItSends(t, said("invoice"), said("e-mail"))
	opensTheConsole(t, said("console"), said("username"), said("api_key"))
	token := s.Must(200, "POST", "/auth/token",
		object{"grant_type": "client_credentials", "client_id": said("client_id"), "client_secret": said("client_secret")}).Object()
	shop := []string{"Authorization", "Bearer " + token["token"].(string)}
	login := s.Must(200, "POST", "/auth/token", object{"email": said("email"), "password": said("password")}).Object()
	me := []string{"Authorization", "Bearer " + login["token"].(string)}

	address := object{
		"firstName": "Ada", "lastName": "Guest", "street": "1 Main St", "city": "Los Angeles", "region": "CA", "postcode": "90001",
		"countryId": "US", "telephone": "555-0100",
	}
	details := object{
		"shippingAddress": address, "billingAddress": address, "guestEmail": "ada@example.com", "paymentMethod": "checkmo",
		"shippingMethod": "flatrate_flatrate",
	}
	sku := s.Run("config", "get", "general/store_information/name") // a command beside the running server
	if sku != "Harbour & Hill\n" {
		t.Errorf("the shop is called %q", sku)
	}
	product := firstProduct(t, s)
	guest := func() int64 {
		cart := s.Must(201, "POST", "/guest-carts", object{}).Object()
		mask := cart["maskedId"].(string)
		s.Must(200, "POST", "/guest-carts/"+mask+"/items", object{"sku": product, "qty": 1})
		placed := s.Must(201, "POST", "/guest-carts/"+mask+"/place-order", details, "X-Idempotency-Key", "first-hour").Object()
		return int64(placed["id"].(float64))
	}
	first, second, third := guest(), guest(), guest()
	cart := s.Must(201, "POST", "/carts", object{}, me...).Object()
	cartPath := fmt.Sprintf("/carts/%.0f", cart["id"])
	s.Must(200, "POST", cartPath+"/items", object{"sku": product}, me...)
	own := s.Must(201, "POST", cartPath+"/place-order", details, me...).Object()
	if own["customerEmail"] == nil || own["customerIsGuest"] != false {
		t.Errorf("the customer's order: %v", own)
	}

	s.Must(201, "POST", fmt.Sprintf("/orders/%d/shipments", first), object{"tracks": []any{object{"trackNumber": "1Z"}}}, shop...)
	s.Must(201, "POST", fmt.Sprintf("/orders/%d/hold", second), object{"reason": "address check"}, shop...)
	s.Must(201, "POST", fmt.Sprintf("/orders/%d/cancel", third), nil, shop...)
	for id, want := range map[int64]string{first: "processing pending", second: "holded holded pending", third: "canceled pending"} {
		if got := history(s, id, shop); got != want {
			t.Errorf("order %d: history %q, want %q", id, got, want)
		}
	}
	told(t, s, shop, first, second, third, int64(own["id"].(float64)))
	header := s.Must(200, "GET", "/orders", nil, shop...).Header
	poll := append([]string{"If-None-Match", header.Get("ETag")}, shop...)
	s.Must(304, "GET", "/orders", nil, poll...)
	s.Must(201, "POST", fmt.Sprintf("/orders/%d/unhold", second), nil, shop...)
	s.Must(200, "GET", "/orders", nil, poll...)

	// A setting takes effect before the command returns.
	s.Run("config", "set", "apiplatform/protocols/rest_v2", "0")
	s.Must(404, "GET", "/stores", nil)
	s.Run("config", "set", "apiplatform/protocols/rest_v2", "1")
	s.Must(200, "GET", "/stores", nil)
	printed := strings.TrimSpace(s.Run("token", "service", "--permissions", "orders/read", "--expires", "5m"))
	s.Must(200, "GET", "/orders", nil, "Authorization", "Bearer "+printed)
	s.Must(403, "POST", fmt.Sprintf("/orders/%d/hold", first), nil, "Authorization", "Bearer "+printed)
	if out, err := s.Try("token", "service", "--tools", "sales_order_*"); err == nil ||
		!strings.Contains(out, "there is no tool sales_order_*") {
		t.Errorf("an unknown tool: %v\n%s", err, out)
	}
	limited := s.Token("service", "--tools", "sales_orders_list,sales_orders_shipments_*")
	s.Must(200, "GET", "/orders", nil, limited...)
	s.Must(403, "GET", fmt.Sprintf("/orders/%d", first), nil, limited...)

	// The history names the actor, the time and the reason.
	story := s.Run("events", "history", fmt.Sprintf("order-%d", second))
	for _, part := range []string{"OrderPlaced", "by guest", "OrderHeld", "because: address check", "by api", "OrderUnheld", "HoldOrder"} {
		if !strings.Contains(story, part) {
			t.Errorf("the history does not tell %q:\n%s", part, story)
		}
	}
	invoiceByHand(t, s, own, product)
	before := s.Must(200, "GET", fmt.Sprintf("/orders/%d", second), nil, shop...).Object()

	// Killed in the middle and started again, nothing is lost.
	_ = s.Signal(syscall.SIGKILL)
	s = servetest.Start(t, data, "--demo")
	after := s.Must(200, "GET", fmt.Sprintf("/orders/%d", second), nil, shop...).Object()
	if fmt.Sprint(before) != fmt.Sprint(after) {
		t.Errorf("the order changed:\n%v\n%v", before, after)
	}
	if out := s.Run("events", "verify"); !strings.Contains(out, "all seals hold") {
		t.Error(out)
	}
	s.Run("projections", "rebuild", "orders", "stock")
	if out := s.Run("projections", "verify", "--all"); !strings.Contains(out, "orders: no differences") {
		t.Error(out)
	}
	for _, now := range []string{"the rows of before the last rebuild serve", "the rows of the last rebuild serve again"} {
		if out := s.Run("projections", "rollback", "stock"); !strings.Contains(out, now) {
			t.Errorf("rolled back: %s, want %s", out, now)
		}
	}
	s.Must(200, "GET", fmt.Sprintf("/orders/%d", second), nil, shop...)

	// Ctrl-C stops everything.
	if err := s.Signal(syscall.SIGINT); err != nil {
		t.Errorf("the server did not end well: %v", err)
	}
	if out, err := s.Try("projections", "status"); err != nil || !strings.Contains(out, "orders") {
		t.Errorf("without a server: %v\n%s", err, out)
	}
}

// measured reads the metrics, which are served at an address of their own and not at the shop's.
func measured(t *testing.T, s *servetest.Server) {
	t.Helper()
	for url, want := range map[string]int{
		s.Metrics: 200, s.URL + "/metrics": 404, strings.Replace(s.Metrics, "/metrics", "/healthz", 1): 404,
	} {
		answer, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil || answer.StatusCode != want || strings.Contains(string(body), "tradelog_log_position") != (want == 200) {
			t.Errorf("%s: status %d, want %d, error %v\n%.200s", url, answer.StatusCode, want, err, body)
		}
	}
}

func firstProduct(t *testing.T, s *servetest.Server) string {
	t.Helper()
	var list []struct{ SKU string }
	if err := json.Unmarshal(s.Must(200, "GET", "/products?itemsPerPage=1", nil).Body, &list); err != nil || len(list) != 1 {
		t.Fatalf("products: %v, %v", list, err)
	}
	return list[0].SKU
}

// history lists the statuses of an order, the newest first.
func history(s *servetest.Server, id int64, headers []string) string {
	o := s.Must(200, "GET", fmt.Sprintf("/orders/%d", id), nil, headers...).Object()
	var out []string
	for _, e := range o["statusHistory"].([]any) {
		out = append(out, e.(object)["status"].(string))
	}
	return strings.Join(out, " ")
}

// told waits until orders show that the confirmation was sent. The e-mail is sent after the answer, and changes the order.
func told(t *testing.T, s *servetest.Server, reader []string, orders ...int64) {
	again, patience := time.NewTicker(10*time.Millisecond), time.After(2*time.Minute)
	defer again.Stop()
	for _, id := range orders {
		for s.Must(200, "GET", fmt.Sprintf("/orders/%d", id), nil, reader...).Object()["emailSent"] != true {
			select {
			case <-again.C:
			case <-patience:
				t.Fatalf("order %d: no confirmation was sent", id)
			}
		}
	}
}

// invoiceByHand invoices an order at the command line while the shop runs, and prints the invoice.
func invoiceByHand(t *testing.T, s *servetest.Server, order object, sku string) {
	t.Helper()
	number := order["incrementId"].(string)
	if made := s.Run("invoices", "create", number, "--line", sku+"=1", "--comment", "Paid at the counter"); !strings.Contains(made, "paid") {
		t.Errorf("invoiced: %s", made)
	}
	list := strings.Fields(strings.SplitN(s.Run("invoices", "list", number), "\n", 3)[1])
	dir := t.TempDir()
	page := func(name string) string { return filepath.Join(dir, name) }
	s.Run("invoices", "pdf", number, list[1], "--out", page("invoice.pdf"))
	s.Run("papers", "order", number, "--out", page("order.pdf"))
	s.Run("papers", "packing-slip", number, "--out", page("slip.pdf"))
	all := s.Run("invoices", "pdf", "--all", "--to", page("all"))
	if !strings.Contains(all, "invoices in "+page("all")) {
		t.Errorf("all invoices: %s", all)
	}
	for _, name := range []string{"invoice.pdf", "order.pdf", "slip.pdf", "all/invoice_" + list[1] + ".pdf"} {
		if body, err := os.ReadFile(page(name)); err != nil || !bytes.HasPrefix(body, []byte("%PDF-")) {
			t.Errorf("%s: %.20q, %v", name, body, err)
		}
	}
	who, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	if story := s.Run("events", "history", fmt.Sprintf("order-%.0f", order["id"])); !strings.Contains(story, "OrderInvoiced") ||
		!strings.Contains(story, "by operator ("+who.Username+")") {
		t.Errorf("the history:\n%s", story)
	}
}

func TestTheCommandLineSaysWhatToDo(t *testing.T) {
	t.Parallel()
	name := servetest.Binary(t)
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, 0, "Usage: tradelog"},
		{[]string{"--help"}, 0, "Usage: tradelog"},
		{[]string{"serve", "--help"}, 0, "TRADELOG_LISTEN"},
		{[]string{"nonsense"}, 2, "unexpected argument nonsense"},
		{[]string{"serve", "--listen", "127.0.0.1:0", "--event-store", "http://user:tr0ub4dor@x", "--data", t.TempDir()}, 1,
			"something like esdb://"},
		{[]string{"serve", "--listen", "300.0.0.1:1", "--data", t.TempDir()}, 1, "cannot answer on"},
		{[]string{"token", "customer", "--database", "nonsense://"}, 1, "database URL cannot be read"},
		{[]string{"serve", "--listen", "127.0.0.1:0", "--metrics-listen", "300.0.0.1:1", "--data", t.TempDir()}, 1,
			"cannot answer on 300.0.0.1:1"},
		{[]string{"serve", "--listen", "127.0.0.1:0", "--esdb-listen", "0.0.0.0:0", "--esdb-insecure", "--data", t.TempDir()}, 1,
			"--esdb-insecure is for loopback addresses"},
		{[]string{"serve", "--listen", "127.0.0.1:0", "--esdb-read-only", "--data", t.TempDir()}, 1, "nothing without --esdb-listen"},
		{[]string{"token", "admin", "--data", filepath.Join(t.TempDir(), "dta")}, 1, "does not exist"},
		{[]string{"token", "admin", "--database", "postgres://nobody@127.0.0.1:1/none"}, 1, "The database cannot be reached: dial tcp"},
		{[]string{"version"}, 0, "tradelog"},
	} {
		out, err := exec.Command(name, c.args...).CombinedOutput()
		code := 0
		if exit, ok := err.(*exec.ExitError); ok {
			code = exit.ExitCode()
		}
		if code != c.code || !strings.Contains(string(out), c.want) {
			t.Errorf("tradelog %s: exit %d, want %d and %q\n%s", strings.Join(c.args, " "), code, c.code, c.want, out)
		}
	}
}

// showsWhatItSends checks that the first page of the demo links an invoice and an e-mail of a German order with a German payment method.
func showsWhatItSends(t *testing.T, invoice, email string) {
	t.Helper()
	get := func(url string) (string, http.Header) {
		t.Helper()
		request, err := http.NewRequest("GET", url, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Accept", "text/html")
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != 200 {
			t.Fatalf("%s: %d, %v", url, answer.StatusCode, err)
		}
		return string(body), answer.Header
	}
	base, path, _ := strings.Cut(invoice, "/demo/")
	first, _ := get(base + "/")
	for _, link := range []string{"/demo/" + path, strings.TrimPrefix(email, base), "/console"} {
		if !strings.Contains(first, `<a href="`+link+`">`) {
			t.Errorf("the first page does not link %s:\n%s", link, first)
		}
	}
	if paper, header := get(invoice); !strings.HasPrefix(paper, "%PDF") || header.Get("Content-Type") != "application/pdf" {
		t.Errorf("the invoice: %.40q", paper)
	}
	page, header := get(email)
	for _, want := range []string{`lang="de"`, "Überweisung", "DE02 1203 0000 0000 2020 51", "€"} {
		if !strings.Contains(page, want) {
			t.Errorf("%s is missing in the e-mail:\n%s", want, page)
		}
	}
	if policy := header.Get("Content-Security-Policy"); !strings.Contains(policy, "sandbox") {
		t.Errorf("the e-mail may run scripts: %s", policy)
	}
}
