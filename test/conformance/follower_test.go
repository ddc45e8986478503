package conformance_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// follower runs follow.py in a directory.
type follower struct {
	t     *testing.T
	shop  *salestest.Shop
	path  string // of Python
	dir   string
	cmd   *exec.Cmd
	lines *bufio.Scanner
}

func (f *follower) start() {
	f.t.Helper()
	token, _ := strings.CutPrefix(f.shop.Service[1], "Bearer ")
	f.follow(f.shop.URL+"/api/rest/v2", token)
}

// follow starts it on an interface.
func (f *follower) follow(api, token string) {
	f.t.Helper()
	f.cmd = exec.Command(f.path, "../../examples/follower/follow.py", api, "products,orders,categories", f.dir)
	f.cmd.Env, f.cmd.Stderr = append(os.Environ(), "TOKEN="+token), os.Stderr
	out, err := f.cmd.StdoutPipe()
	if err == nil {
		err = f.cmd.Start()
	}
	if err != nil {
		f.t.Fatal(err)
	}
	f.lines = bufio.NewScanner(out)
}

// kill ends it as a power cut would.
func (f *follower) kill() {
	_ = f.cmd.Process.Kill()
	_ = f.cmd.Wait()
}

// reach waits until it has stored a position.
func (f *follower) reach(position int64) {
	f.t.Helper()
	for f.lines.Scan() {
		_, number, _ := strings.Cut(f.lines.Text(), ".")
		if at, err := strconv.ParseInt(number, 10, 64); err == nil && at >= position {
			return
		}
	}
	f.t.Fatalf("it ended before position %d", position)
}

// TestTheFollowerSurvivesBeingKilled kills the follower of docs/synchronisation.md several times, in the middle of its work, while the shop
// changes. In the end its data equal the shop's.
func TestTheFollowerSurvivesBeingKilled(t *testing.T) {
	t.Parallel()
	python := suite.Program(t, "../../scripts/soap-clients.sh", "--where")[1]
	s := salestest.Start(t)
	f := &follower{t: t, shop: s, path: python, dir: t.TempDir()}
	var products []int64
	for i := range 30 {
		products = append(products, s.Product(fmt.Sprintf("P-%d", i), "10", 100, nil))
	}
	gone := products[len(products)-3:]
	for i := range 6 {
		f.start()
		if i%2 == 0 {
			f.reach(1) // it has stored a page; otherwise it would be killed during its start or its first page
		}
		for _, id := range products[:5] {
			s.Must(200, "PUT", fmt.Sprintf("/products/%d", id), salestest.Fields{"name": fmt.Sprintf("Name %d", i)}, s.Service...)
		}
		s.Order(fmt.Sprintf("P-%d", i))
		if i == 3 {
			for _, id := range gone {
				s.Must(204, "DELETE", fmt.Sprintf("/products/%d", id), nil, s.Service...)
			}
		}
		f.kill()
	}
	f.start()
	defer f.kill()
	last := s.Must(201, "POST", "/categories", salestest.Fields{"name": "Last", "parentId": 2}, s.Service...)
	_, number, _ := strings.Cut(last.Header.Get("X-Event-Position"), ".")
	position, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	f.reach(position)
	has := func(resource string, id any) string {
		content, err := os.ReadFile(filepath.Join(f.dir, resource, fmt.Sprint(id)))
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	for i, id := range products[:len(products)-3] {
		want := s.Must(200, "GET", fmt.Sprintf("/products/%d", id), nil, s.Service...)
		if i >= 6 && has("products", id) != string(want.Body) { // the stock of the others changed, which is a resource of its own
			t.Errorf("product %d is %s, want %s", id, has("products", id), want.Body)
		}
		if i < 5 && !strings.Contains(has("products", id), `"Name 5"`) {
			t.Errorf("product %d lacks the last change: %s", id, has("products", id))
		}
	}
	for _, id := range gone {
		if _, err := os.Stat(filepath.Join(f.dir, "products", fmt.Sprint(id))); !os.IsNotExist(err) {
			t.Errorf("product %d was deleted, and is there: %v", id, err)
		}
	}
	orders := s.Must(200, "GET", "/orders", nil, s.Service...).List(t)
	if len(orders) != 6 {
		t.Errorf("%d orders", len(orders))
	}
	for _, o := range orders {
		if want := s.Must(200, "GET", fmt.Sprintf("/orders/%v", o["id"]), nil, s.Service...); has("orders", o["id"]) != string(want.Body) {
			t.Errorf("order %v is %s, want %s", o["id"], has("orders", o["id"]), want.Body)
		}
	}
	has("categories", last.Object(t)["id"])
}

// TestTheFollowerGoesOnAfterAResourceLeft: a resource that the token may not see any more is deleted from the copy, and stops nothing.
func TestTheFollowerGoesOnAfterAResourceLeft(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	f := &follower{t: t, path: suite.Program(t, "../../scripts/python.sh", "--where")[0], dir: t.TempDir()}
	gone := map[string]int{"/products/1": 403, "/products/2": 404}
	left := false
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != "/changes" && left && gone[r.URL.Path] > 0:
			w.WriteHeader(gone[r.URL.Path])
		case r.URL.Path != "/changes":
			_, _ = io.WriteString(w, r.URL.Path)
		case r.URL.Query().Get("after") == "0":
			_, _ = io.WriteString(w, changed("log.3", 1, 2, 3))
		default:
			left = true // the follower asks for one page after the other
			_, _ = io.WriteString(w, changed("log.6", 1, 2, 3))
		}
	}))
	defer shop.Close()
	f.follow(shop.URL, "")
	defer f.kill()
	f.reach(6)
	entries, err := os.ReadDir(filepath.Join(f.dir, "products"))
	if err != nil || len(entries) != 1 || entries[0].Name() != "3" {
		t.Errorf("the copy has %v, %v", entries, err)
	}
}

// changed returns a page of the feed with changes of products.
func changed(cursor string, ids ...int) string {
	changes := make([]string, len(ids))
	for i, id := range ids {
		changes[i] = fmt.Sprintf(`{"resource":"products","id":%d}`, id)
	}
	return fmt.Sprintf(`{"cursor":%q,"changes":[%s]}`, cursor, strings.Join(changes, ","))
}
