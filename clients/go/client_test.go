package tradelog_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tradelog "tradelog/clients/go"
	"tradelog/clients/go/api"
)

// The tests of this file need a clock, a foreign origin or a caller that gives up. The suite of all libraries tests the rest on a real
// shop.

// shop is a fake shop that records its requests.
type shop struct {
	*httptest.Server
	mu   sync.Mutex
	seen []*http.Request
}

func serve(t *testing.T, handle func(w http.ResponseWriter, r *http.Request)) *shop {
	t.Helper()
	s := &shop{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.seen = append(s.seen, r)
		s.mu.Unlock()
		_, _ = io.Copy(io.Discard, r.Body) // the server notices a gone client only after reading the body
		handle(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// sent returns the result of a function for each request.
func (s *shop) sent(what func(r *http.Request) string) (out []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.seen {
		out = append(out, what(r))
	}
	return out
}

func answer(w http.ResponseWriter, status int, value any) {
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}

type object = map[string]any

func open(t *testing.T, s *shop, o tradelog.Options) *tradelog.Client {
	t.Helper()
	c, err := tradelog.New(s.URL, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func get(t *testing.T, c *tradelog.Client, path string) (object, error) {
	t.Helper()
	return tradelog.Get[object](t.Context(), c, path, nil)
}

// clock is a clock set by tests.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) read() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// TestRenewal renews a token before it ends, by refresh, and by a login if that fails.
func TestRenewal(t *testing.T) {
	t.Parallel()
	refuse := false
	logins := 0
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/rest/v2/auth/refresh":
			if refuse {
				answer(w, 401, object{"error": "authentication_error"})
				return
			}
			fallthrough
		case "/api/rest/v2/auth/token":
			logins++
			answer(w, 200, object{"token": string(rune('a' - 1 + logins)), "expires_in": 100})
		default:
			answer(w, 200, object{})
		}
	})
	at := &clock{now: time.Unix(1770000000, 0)}
	c := open(t, s, tradelog.Options{Login: tradelog.CustomerLogin("a@example.com", "secret"), Clock: at.read})
	for _, step := range []time.Duration{0, 89 * time.Second, 2 * time.Second, 95 * time.Second, 200 * time.Second} {
		at.advance(step)
		refuse = step == 95*time.Second
		if _, err := get(t, c, "/a"); err != nil {
			t.Fatal(err)
		}
	}
	got := s.sent(func(r *http.Request) string {
		return r.URL.Path[len("/api/rest/v2"):] + " " + r.Header.Get("Authorization")
	})
	want := []string{
		"/auth/token ", "/a Bearer a", "/a Bearer a", "/auth/refresh Bearer a", "/a Bearer b", "/auth/refresh Bearer b", "/auth/token ",
		"/a Bearer c", "/auth/token ", "/a Bearer d",
	}
	if !slices.Equal(got, want) {
		t.Errorf("it sent %q,\nwant %q", got, want)
	}
}

// TestAnOldTokenServes uses a token that still works while the shop issues no new one.
func TestAnOldTokenServes(t *testing.T) {
	t.Parallel()
	down := false
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != "/api/rest/v2/auth/token":
			answer(w, 200, object{"by": r.Header.Get("Authorization")})
		case down:
			answer(w, 503, object{})
		default:
			answer(w, 200, object{"token": "first", "expires_in": 100})
		}
	})
	at := &clock{now: time.Unix(1770000000, 0)}
	c := open(t, s, tradelog.Options{Login: tradelog.ServiceLogin("id", "secret"), Attempts: 1, Clock: at.read})
	if _, err := get(t, c, "/a"); err != nil {
		t.Fatal(err)
	}
	down = true
	at.advance(95 * time.Second)
	if got, err := get(t, c, "/b"); err != nil || got["by"] != "Bearer first" {
		t.Errorf("%v %v", got, err)
	}
	at.advance(6 * time.Second)
	if _, err := get(t, c, "/c"); tradelog.KindOf(err) != tradelog.Unavailable {
		t.Errorf("with a token that has ended: %v", err)
	}
}

// TestOneLogin has many goroutines share one login.
func TestOneLogin(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) { answer(w, 200, object{"token": "t", "expires_in": 100}) })
	c := open(t, s, tradelog.Options{Login: tradelog.ServiceLogin("id", "secret")})
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := tradelog.Get[object](context.Background(), c, "/a", nil); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	logins := slices.DeleteFunc(s.sent(func(r *http.Request) string { return r.Method }), func(m string) bool { return m != "POST" })
	if len(logins) != 1 {
		t.Errorf("%d logins", len(logins))
	}
}

// TestForeignLink refuses a link to another origin, which would get the token.
func TestForeignLink(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Link", `<http://127.0.0.1:1/api/rest/v2/a?page=2>; rel="next"`)
		answer(w, 200, []object{{"id": 1}})
	})
	rows, failed := 0, error(nil)
	for _, err := range tradelog.List[object](t.Context(), open(t, s, tradelog.Options{}), "/a", nil) {
		if err != nil {
			failed = err
			continue
		}
		rows++
	}
	if rows != 1 || tradelog.KindOf(failed) != tradelog.Network {
		t.Errorf("%d rows, %v", rows, failed)
	}
}

// TestRetryAfter respects Retry-After in seconds and as a date, and fails at once if it asks for more than a minute.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"120": 2 * time.Minute, "Sun, 01 Mar 2026 09:32:00 GMT": 2 * time.Minute, "61": 61 * time.Second,
	} {
		s := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", text)
			answer(w, 429, object{"error": "too_many_requests"})
		})
		_, err := get(t, open(t, s, tradelog.Options{Clock: func() time.Time { return now }}), "/a")
		var failed *tradelog.Error
		if !errors.As(err, &failed) || failed.Kind != tradelog.RateLimited || failed.RetryAfter != want || len(s.sent(path)) != 1 {
			t.Errorf("%s: %v after %q", text, err, s.sent(path))
		}
	}
}

func path(r *http.Request) string { return r.URL.RequestURI() }

// TestCancel cancels a call while it waits for an answer, for the next attempt, and for a login, and when a failure has come.
func TestCancel(t *testing.T) {
	t.Parallel()
	t.Run("a failure that has come", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		s := serve(t, func(w http.ResponseWriter, _ *http.Request) { answer(w, 503, object{}) })
		read := func() time.Time { // an answer is read whole when the clock is asked
			cancel()
			return time.Time{}
		}
		_, err := tradelog.Get[object](ctx, open(t, s, tradelog.Options{Clock: read}), "/a", nil)
		if !errors.Is(err, context.Canceled) || len(s.sent(path)) != 1 {
			t.Errorf("%v after %q", err, s.sent(path))
		}
	})
	for name, status := range map[string]int{"an answer": 0, "the next attempt": 503, "a login": -1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if status > 0 {
					w.Header().Set("Retry-After", "50")
					answer(w, status, object{})
				}
				cancel()
				if status <= 0 {
					<-r.Context().Done()
				}
			})
			o := tradelog.Options{}
			if status < 0 {
				o.Login = tradelog.ServiceLogin("id", "secret")
			}
			if _, err := tradelog.Get[object](ctx, open(t, s, o), "/a", nil); !errors.Is(err, context.Canceled) || len(s.sent(path)) != 1 {
				t.Errorf("%v after %q", err, s.sent(path))
			}
		})
	}
}

// TestTimeout: an answer that does not come in time is a failure of the network.
func TestTimeout(t *testing.T) {
	t.Parallel()
	s := serve(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	_, err := get(t, open(t, s, tradelog.Options{Timeout: 20 * time.Millisecond, Attempts: 1}), "/a")
	if tradelog.KindOf(err) != tradelog.Network || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// TestFailingHandler: a page whose handler fails does not move the position.
func TestFailingHandler(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("after") == "a.7" {
			answer(w, 200, object{"changes": []object{}, "next": 9, "cursor": "a.9"})
			return
		}
		change := object{"position": 7, "resource": "orders", "id": 1, "what": "created", "fields": []string{}, "time": ""}
		answer(w, 200, object{"changes": []object{change}, "next": 7, "cursor": "a.7"})
	})
	dir := t.TempDir()
	c, place := open(t, s, tradelog.Options{}), tradelog.FilePlace(filepath.Join(dir, "position"))
	full := errors.New("full")
	following := tradelog.Following{Place: place, Until: 8}
	if err := c.Follow(t.Context(), following, func(context.Context, tradelog.Change) error { return full }); !errors.Is(err, full) {
		t.Error(err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("it stored %v, %v", entries, err)
	}
	var told []string
	err := c.Follow(t.Context(), following, func(_ context.Context, change tradelog.Change) error {
		told = append(told, change.Resource+" "+change.ID.String())
		return nil
	})
	if err != nil || !slices.Equal(told, []string{"orders 1"}) {
		t.Errorf("it told %q, %v", told, err)
	}
	if cursor, err := place.Load(t.Context()); err != nil || cursor != "a.9" {
		t.Errorf("it stored %q, %v", cursor, err)
	}
	after := func(r *http.Request) string { return r.URL.Query().Get("after") }
	if got := s.sent(after); !slices.Equal(got, []string{"0", "0", "a.7"}) {
		t.Errorf("it asked after %q", got)
	}
}

// TestFollowingWhatHasLeft: a resource that was deleted, or has left the stores of the login, is told as gone and stops nothing.
func TestFollowingWhatHasLeft(t *testing.T) {
	t.Parallel()
	change := func(id int) object {
		return object{"position": id, "resource": "orders", "id": id, "what": "changed", "fields": []string{}, "time": ""}
	}
	for how, asks := range map[tradelog.Reading][]string{
		tradelog.Documents: {"/changes", "/orders/1", "/orders/2", "/orders/3"}, tradelog.Rows: {"/changes", "/orders"},
	} {
		s := serve(t, func(w http.ResponseWriter, r *http.Request) {
			switch at := r.URL.Path[len("/api/rest/v2"):]; at {
			case "/changes":
				answer(w, 200, object{"changes": []object{change(1), change(2), change(3)}, "next": 3, "cursor": "a.3"})
			case "/orders":
				if r.URL.Query().Get("asOf") != "3" || len(r.URL.Query().Get("ids")) != 5 {
					t.Errorf("it asked for %s", r.URL)
				}
				answer(w, 200, []object{{"id": 3}})
			default:
				answer(w, map[string]int{"/orders/1": 403, "/orders/2": 404, "/orders/3": 200}[at], object{"id": 3})
			}
		})
		place := tradelog.FilePlace(filepath.Join(t.TempDir(), "position"))
		var read []string
		following := tradelog.Following{Place: place, Until: 3, Read: how}
		err := open(t, s, tradelog.Options{}).Follow(t.Context(), following, func(_ context.Context, change tradelog.Change) error {
			read = append(read, strings.TrimSpace(string(change.Document)))
			return nil
		})
		if cursor, _ := place.Load(t.Context()); err != nil || cursor != "a.3" || !slices.Equal(read, []string{"", "", `{"id":3}`}) {
			t.Errorf("%s: it read %q and stored %q, %v", how, read, cursor, err)
		}
		if got := s.sent(func(r *http.Request) string { return r.URL.Path[len("/api/rest/v2"):] }); !slices.Equal(got, asks) {
			t.Errorf("%s: it asked for %q", how, got)
		}
	}
}

// TestMemory: the number of remembered answers is bounded, and callers may change their copies.
func TestMemory(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") != "" {
			w.WriteHeader(304)
			return
		}
		w.Header().Set("ETag", `"e"`)
		answer(w, 200, object{"a": 1})
	})
	c := open(t, s, tradelog.Options{ETags: 1})
	for _, at := range []string{"/a", "/a", "/b", "/a"} {
		got, err := c.Do(t.Context(), tradelog.Request{Method: "GET", Path: at})
		if err != nil || string(got.Body) != "{\"a\":1}\n" {
			t.Errorf("%s: %v", at, err)
		}
		clear(got.Body)
	}
	tag := func(r *http.Request) string { return r.Header.Get("If-None-Match") }
	if got := s.sent(tag); !slices.Equal(got, []string{"", `"e"`, "", ""}) {
		t.Errorf("it sent %q", got)
	}
}

// TestPath escapes the parts of a path, and keeps the path of a shop's address.
func TestPath(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) { answer(w, 200, object{}) })
	c, err := tradelog.New(s.URL+"/behind/", tradelog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := get(t, c, tradelog.Path("media", "a/b c")); err != nil {
		t.Fatal(err)
	}
	if got := s.sent(path); got[0] != "/behind/api/rest/v2/media/a%2Fb%20c" {
		t.Errorf("it asked for %q", got)
	}
	for _, wrong := range []string{"", "shop.example", "ftp://shop.example"} {
		if _, err := tradelog.New(wrong, tradelog.Options{}); err == nil {
			t.Errorf("%q is taken as an address", wrong)
		}
	}
}

// TestKeyReused: an answer to an earlier request with another body is an error, not the answer to this one.
func TestKeyReused(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Idempotency-Replayed", "true")
		w.Header().Set("X-Idempotency-Body-Differs", "true")
		answer(w, 201, object{"id": 1})
	})
	c := open(t, s, tradelog.Options{Login: tradelog.TokenLogin("t")})
	_, err := c.Do(t.Context(), tradelog.Request{Method: "POST", Path: "/orders", Body: object{}, Key: "mine"})
	var failed *tradelog.Error
	if !errors.As(err, &failed) || failed.Kind != tradelog.KeyReused || failed.Status != 201 || failed.Retryable || len(s.sent(path)) != 1 {
		t.Errorf("%v after %q", err, s.sent(path))
	}
}

// TestViolations: a refusal names the fields that are wrong.
func TestViolations(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		answer(w, 400, object{"error": "bad_request", "message": "no", "violations": []object{
			{"field": "items[2].qty", "code": "range", "message": "too many", "present": object{"qty": 3}},
		}})
	})
	_, err := get(t, open(t, s, tradelog.Options{}), "/a")
	var failed *tradelog.Error
	if !errors.As(err, &failed) || len(failed.Violations) != 1 {
		t.Fatal(err)
	}
	if v := failed.Violations[0]; v.Field != "items[2].qty" || v.Code != "range" || v.Message != "too many" ||
		string(v.Present) != `{"qty":3}` {
		t.Errorf("%+v", v)
	}
}

// TestNamedCalls: methods of resources send what their names say, with headers, dry runs, files and forms.
func TestNamedCalls(t *testing.T) {
	t.Parallel()
	var bodies []string
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/rest/v2/orders/7/pdf":
			w.Header().Set("Content-Type", "application/pdf")
			_, _ = w.Write([]byte("%PDF\xff"))
		case "/api/rest/v2/media":
			answer(w, 201, object{"path": "a.png"})
		default:
			answer(w, 200, object{"id": 7})
		}
	})
	s.Config.Handler = keepBodies(&bodies, s.Config.Handler)
	c := open(t, s, tradelog.Options{Login: tradelog.TokenLogin("t")})
	ctx := t.Context()
	if order, err := c.Orders.Get(ctx, 7, nil); err != nil || order.ID != 7 {
		t.Errorf("%+v, %v", order, err)
	}
	if file, err := c.Orders.Pdf(ctx, 7); err != nil || string(file) != "%PDF\xff" {
		t.Errorf("%q, %v", file, err)
	}
	body := api.SalesOrdersCreditMemosCreateBody{}
	if _, err := c.Orders.Refund(ctx, 7, body, tradelog.DryRun(), tradelog.Header("X-Store-Code", "de")); err != nil {
		t.Error(err)
	}
	if _, err := c.Orders.Details(ctx, "100000001", "secret"); err != nil {
		t.Error(err)
	}
	upload := api.CmsMediaCreateBody{File: api.File{Name: "a.png", Content: []byte("\x89PNG")}, Filename: new("b")}
	for range 2 {
		if _, err := c.Media.Create(ctx, upload, tradelog.Key("mine:7/8 #")); err != nil {
			t.Error(err)
		}
	}
	got := s.sent(func(r *http.Request) string {
		return r.Method + " " + r.URL.Path[len("/api/rest/v2"):] + " " + r.Header.Get("X-Dry-Run") + r.Header.Get("X-Store-Code") +
			r.Header.Get("X-Order-Token") + r.Header.Get("X-Idempotency-Key")[:len(r.Header.Get("X-Idempotency-Key"))/100]
	})
	want := []string{
		"GET /orders/7 ", "GET /orders/7/pdf ", "POST /orders/7/credit-memos truede", "GET /orders/100000001/details secret", "POST /media ",
		"POST /media ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("it sent %q, want %q", got, want)
	}
	form := bodies[4]
	if !strings.Contains(form, `name="file"; filename="a.png"`) || !strings.Contains(form, "\x89PNG\r\n") ||
		!strings.Contains(form, "\r\nb\r\n") ||
		form != bodies[5] {
		t.Errorf("the form is %q, then %q", form, bodies[5])
	}
}

// keepBodies keeps the body of each request.
func keepBodies(bodies *[]string, handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*bodies = append(*bodies, string(body))
		handler.ServeHTTP(w, r)
	})
}

// TestWordsAreAFailure: the text answer of a proxy is a failure by its status.
func TestWordsAreAFailure(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(502)
		_, _ = w.Write([]byte("<h1>Bad gateway</h1>"))
	})
	_, err := get(t, open(t, s, tradelog.Options{Attempts: 1}), "/a")
	var failed *tradelog.Error
	if !errors.As(err, &failed) || failed.Kind != tradelog.Unavailable || !failed.Retryable || failed.Message != "Bad Gateway" {
		t.Error(err)
	}
}
