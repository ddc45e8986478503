package main_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"

	"tradelog/internal/pgtest"
)

// binary builds the program once for all tests of the package.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "tradelog-program-")
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "tradelog")
	out, err := exec.Command("go", "build", "-o", name, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return name, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if name, err := binary(); err == nil {
		_ = os.RemoveAll(filepath.Dir(name))
	}
	os.Exit(code)
}

// server is the program, running.
type server struct {
	t     *testing.T
	data  string
	url   string
	said  string // until it was ready
	cmd   *exec.Cmd
	ended chan error
}

// serve starts the program as a person would and waits until it says where it answers.
func serve(t *testing.T, data string, args ...string) *server {
	t.Helper()
	name, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	s := &server{t: t, data: data, ended: make(chan error, 1)}
	s.cmd = exec.Command(name, append([]string{"serve", "--listen", "127.0.0.1:0", "--data", data}, args...)...)
	s.cmd.Env = append(os.Environ(), "TRADELOG_RATE_LIMITS=off")
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var complaints bytes.Buffer
	s.cmd.Stderr = &complaints
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		s.said += lines.Text() + "\n"
		if m := regexp.MustCompile(`answers on (http://\S+)`).FindStringSubmatch(lines.Text()); m != nil {
			s.url = m[1]
		}
		if strings.HasPrefix(lines.Text(), "Ctrl-C") {
			break
		}
	}
	go func() {
		_, _ = io.Copy(io.Discard, out)
		s.ended <- s.cmd.Wait()
	}()
	if s.url == "" {
		t.Fatalf("the server did not start: %v\n%s%s", <-s.ended, s.said, complaints.String())
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
	return s
}

// signal ends the server and returns how it ended.
func (s *server) signal(sig syscall.Signal) error {
	s.t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
	return <-s.ended
}

// run carries out another command of the program on the same data.
func (s *server) run(args ...string) string {
	s.t.Helper()
	out, err := s.try(args...)
	if err != nil {
		s.t.Fatalf("tradelog %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

func (s *server) try(args ...string) (string, error) {
	name, err := binary()
	if err != nil {
		s.t.Fatal(err)
	}
	out, err := exec.Command(name, append(args, "--data", s.data)...).CombinedOutput()
	return string(out), err
}

type object = map[string]any

// call sends a request and reads the answer.
func (s *server) call(want int, method, path string, body any, headers ...string) (object, http.Header) {
	s.t.Helper()
	var reader io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			s.t.Fatal(err)
		}
		reader = bytes.NewReader(b)
	}
	r, err := http.NewRequest(method, s.url+"/api/rest/v2"+path, reader)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	if response.StatusCode != want {
		s.t.Fatalf("%s %s: %d, want %d\n%s", method, path, response.StatusCode, want, read)
	}
	var out object
	_ = json.Unmarshal(read, &out) // lists and empty bodies stay nil
	return out, response.Header
}

// TestANewcomersFirstHour is the product's promise as one story: a running shop, orders by a guest and a customer, the
// shop's work on them, cheap polling, a kill in the middle, and a log that tells who did what.
func TestANewcomersFirstHour(t *testing.T) {
	t.Parallel()
	data := pgtest.Dir(t)
	s := serve(t, data, "--demo")
	said := func(what string) string {
		m := regexp.MustCompile(what + `\s+(\S+)`).FindStringSubmatch(s.said)
		if m == nil {
			t.Fatalf("the start does not tell the %s:\n%s", what, s.said)
		}
		return m[1]
	}
	token, _ := s.call(200, "POST", "/auth/token", object{"grant_type": "client_credentials", "client_id": said("client_id"), "client_secret": said("client_secret")})
	shop := []string{"Authorization", "Bearer " + token["token"].(string)}
	login, _ := s.call(200, "POST", "/auth/token", object{"email": said("email"), "password": said("password")})
	me := []string{"Authorization", "Bearer " + login["token"].(string)}

	address := object{"firstName": "Ada", "lastName": "Guest", "street": "1 Main St", "city": "Los Angeles", "region": "CA", "postcode": "90001", "countryId": "US", "telephone": "555-0100"}
	details := object{"shippingAddress": address, "billingAddress": address, "guestEmail": "ada@example.com", "paymentMethod": "checkmo", "shippingMethod": "flatrate_flatrate"}
	sku := s.run("config", "get", "general/store_information/name") // a command beside the running server
	if sku != "Harbour & Hill\n" {
		t.Errorf("the shop is called %q", sku)
	}
	product := s.firstProduct()
	guest := func() int64 {
		cart, _ := s.call(201, "POST", "/guest-carts", object{})
		mask := cart["maskedId"].(string)
		s.call(200, "POST", "/guest-carts/"+mask+"/items", object{"sku": product, "qty": 1})
		placed, _ := s.call(201, "POST", "/guest-carts/"+mask+"/place-order", details, "X-Idempotency-Key", "first-hour")
		return int64(placed["id"].(float64))
	}
	first, second, third := guest(), guest(), guest()
	cart, _ := s.call(201, "POST", "/carts", object{}, me...)
	cartPath := fmt.Sprintf("/carts/%.0f", cart["id"])
	s.call(200, "POST", cartPath+"/items", object{"sku": product}, me...)
	own, _ := s.call(201, "POST", cartPath+"/place-order", details, me...)
	if own["customerEmail"] == nil || own["customerIsGuest"] != false {
		t.Errorf("the customer's order: %v", own)
	}

	s.call(201, "POST", fmt.Sprintf("/orders/%d/shipments", first), object{"tracks": []any{object{"trackNumber": "1Z"}}}, shop...)
	s.call(201, "POST", fmt.Sprintf("/orders/%d/hold", second), object{"reason": "address check"}, shop...)
	s.call(201, "POST", fmt.Sprintf("/orders/%d/cancel", third), nil, shop...)
	for id, want := range map[int64]string{first: "processing pending", second: "holded holded pending", third: "canceled pending"} {
		if got := s.history(id, shop); got != want {
			t.Errorf("order %d: history %q, want %q", id, got, want)
		}
	}
	_, header := s.call(200, "GET", "/orders", nil, shop...)
	poll := append([]string{"If-None-Match", header.Get("ETag")}, shop...)
	s.call(304, "GET", "/orders", nil, poll...)
	s.call(201, "POST", fmt.Sprintf("/orders/%d/unhold", second), nil, shop...)
	s.call(200, "GET", "/orders", nil, poll...)

	// A setting takes effect before the command returns.
	s.run("config", "set", "apiplatform/protocols/rest_v2", "0")
	s.call(404, "GET", "/stores", nil)
	s.run("config", "set", "apiplatform/protocols/rest_v2", "1")
	s.call(200, "GET", "/stores", nil)
	printed := strings.TrimSpace(s.run("token", "service", "--permissions", "orders/read", "--expires", "5m"))
	s.call(200, "GET", "/orders", nil, "Authorization", "Bearer "+printed)
	s.call(403, "POST", fmt.Sprintf("/orders/%d/hold", first), nil, "Authorization", "Bearer "+printed)

	// Who did what, when and why.
	story := s.run("events", "history", fmt.Sprintf("order-%d", second))
	for _, part := range []string{"OrderPlaced", "by guest", "OrderHeld", "because: address check", "by api", "OrderUnheld", "HoldOrder"} {
		if !strings.Contains(story, part) {
			t.Errorf("the history does not tell %q:\n%s", part, story)
		}
	}
	before, _ := s.call(200, "GET", fmt.Sprintf("/orders/%d", second), nil, shop...)

	// Killed in the middle, started again: everything is there.
	_ = s.signal(syscall.SIGKILL)
	s = serve(t, data, "--demo")
	after, _ := s.call(200, "GET", fmt.Sprintf("/orders/%d", second), nil, shop...)
	if fmt.Sprint(before) != fmt.Sprint(after) {
		t.Errorf("the order changed:\n%v\n%v", before, after)
	}
	if out := s.run("events", "verify"); !strings.Contains(out, "all seals hold") {
		t.Error(out)
	}
	s.run("projections", "rebuild", "orders", "stock")
	s.run("projections", "verify", "--all")
	s.call(200, "GET", fmt.Sprintf("/orders/%d", second), nil, shop...)

	// Ctrl-C stops everything.
	if err := s.signal(syscall.SIGINT); err != nil {
		t.Errorf("the server did not end well: %v", err)
	}
	if out, err := s.try("projections", "status"); err != nil || !strings.Contains(out, "orders") {
		t.Errorf("without a server: %v\n%s", err, out)
	}
}

func (s *server) firstProduct() string {
	s.t.Helper()
	response, err := http.Get(s.url + "/api/rest/v2/products?itemsPerPage=1")
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	var list []struct{ SKU string }
	if err := json.NewDecoder(response.Body).Decode(&list); err != nil || len(list) != 1 {
		s.t.Fatalf("products: %v, %v", list, err)
	}
	return list[0].SKU
}

// history lists the statuses of an order, the newest first.
func (s *server) history(id int64, headers []string) string {
	s.t.Helper()
	o, _ := s.call(200, "GET", fmt.Sprintf("/orders/%d", id), nil, headers...)
	var out []string
	for _, e := range o["statusHistory"].([]any) {
		out = append(out, e.(object)["status"].(string))
	}
	return strings.Join(out, " ")
}

func TestTheCommandLineSaysWhatToDo(t *testing.T) {
	t.Parallel()
	name, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, 0, "Usage: tradelog"},
		{[]string{"--help"}, 0, "Usage: tradelog"},
		{[]string{"serve", "--help"}, 0, "TRADELOG_LISTEN"},
		{[]string{"nonsense"}, 2, "unexpected argument nonsense"},
		{[]string{"serve", "--event-store", "esdb://x", "--data", t.TempDir()}, 1, "leave --event-store"},
		{[]string{"serve", "--listen", "300.0.0.1:1", "--data", t.TempDir()}, 1, "cannot answer on"},
		{[]string{"token", "customer", "--database", "nonsense://"}, 1, "database URL cannot be read"},
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
