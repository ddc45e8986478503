package conformance_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// relay passes streams on to a shop with a token, since clients in browsers cannot send one. It notes the requests.
type relay struct {
	shop *salestest.Shop

	mu       sync.Mutex
	requests []*http.Request
	cut      chan struct{} // closed to end the streams that are open
}

func (p *relay) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !strings.HasPrefix(r.URL.Path, "/api/") {
		w.Header().Set("Content-Type", "text/html")
		return
	}
	p.mu.Lock()
	p.requests = append(p.requests, r)
	cut := p.cut
	p.mu.Unlock()
	onward, err := http.NewRequestWithContext(r.Context(), r.Method, p.shop.URL+r.URL.RequestURI(), nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	onward.Header = r.Header.Clone()
	onward.Header.Set(p.shop.Service[0], p.shop.Service[1])
	answer, err := http.DefaultTransport.RoundTrip(onward)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer answer.Body.Close()
	w.Header().Set("Content-Type", answer.Header.Get("Content-Type"))
	w.WriteHeader(answer.StatusCode)
	parts := make(chan []byte)
	go func() {
		defer close(parts)
		for {
			part := make([]byte, 4096)
			n, err := answer.Body.Read(part)
			select {
			case parts <- part[:n]:
			case <-r.Context().Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	for {
		select {
		case part, more := <-parts:
			if _, err := w.Write(part); err != nil || !more || http.NewResponseController(w).Flush() != nil {
				return
			}
		case <-cut:
			return
		}
	}
}

// end ends the streams that are open, as a server does that stops.
func (p *relay) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.cut)
	p.cut = make(chan struct{})
}

// told is an event of the feed of changes.
type told struct {
	Position int64
	Resource string
	ID       any
}

// TestLiveClientsGoOn follows the feed of changes with three clients of others, with and without a query. Their streams end while the shop
// goes on. Each client connects again by itself and goes on after the last event that it had, so it is told everything once.
func TestLiveClientsGoOn(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	s := salestest.Start(t)
	browser := chromium(t)
	var making sync.Mutex // the helpers of a shop are for one test at a time
	for _, client := range []string{"npm", "node", "chromium"} {
		for _, query := range []string{"", "?after=latest&resources=products"} {
			name := client + query
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				p := &relay{shop: s, cut: make(chan struct{})}
				server := httptest.NewServer(p)
				t.Cleanup(server.Close)
				cmd := node(t, "live", "--experimental-eventsource", "--no-warnings", "clients.mjs", client,
					server.URL+"/api/rest/v2/changes"+query, browser)
				in, err := cmd.StdinPipe()
				if err != nil {
					t.Fatal(err)
				}
				out, err := cmd.StdoutPipe()
				if err != nil {
					t.Fatal(err)
				}
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() {
					p.end()
					_ = in.Close()
					_, _ = io.Copy(io.Discard, out)
					_ = cmd.Wait()
				})
				lines := bufio.NewScanner(out)
				lines.Buffer(nil, 1<<20)
				var got []told
				until := func(done func(line string, e told) bool) {
					t.Helper()
					for lines.Scan() {
						var e told
						if json.Unmarshal(lines.Bytes(), &e) == nil && e.Position != 0 {
							got = append(got, e)
						} else if lines.Text() == "closed" {
							t.Fatal("the client has given up")
						}
						if done(lines.Text(), e) {
							return
						}
					}
					t.Fatalf("the client has ended after %v", got)
				}
				product := func(part int) func(string, told) bool {
					making.Lock()
					defer making.Unlock()
					id := s.Product(fmt.Sprintf("%s-%t-%d", client, query == "", part), "10", 1, nil)
					return func(_ string, e told) bool { return e.Resource == "products" && e.ID == float64(id) }
				}
				until(func(line string, _ told) bool { return line == "open" })
				until(product(1))
				for part := range 2 {
					p.end()
					until(product(2 + part))
				}
				p.mu.Lock()
				defer p.mu.Unlock()
				if len(p.requests) < 3 {
					t.Errorf("%d connections", len(p.requests))
				}
				for i, r := range p.requests {
					if r.URL.RawQuery != strings.TrimPrefix(query, "?") || (r.Header.Get("Last-Event-ID") != "") != (i > 0) {
						t.Errorf("connection %d has the query %q and Last-Event-ID %q", i+1, r.URL.RawQuery, r.Header.Get("Last-Event-ID"))
					}
				}
				if want := feedOf(t, s, &making, query, got); !slices.Equal(got, want) {
					t.Errorf("it was told %v, want %v", got, want)
				}
			})
		}
	}
}

// feedOf returns the events of the feed from the first one that a client was told to the last.
func feedOf(t *testing.T, s *salestest.Shop, making *sync.Mutex, query string, got []told) (all []told) {
	t.Helper()
	making.Lock()
	defer making.Unlock()
	page := struct{ Changes []told }{}
	path := fmt.Sprintf("/changes?limit=1000&after=%d", got[0].Position-1)
	if query != "" {
		path += "&resources=products"
	}
	if err := json.Unmarshal(s.Must(200, "GET", path, nil, s.Service...).Body, &page); err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(page.Changes, func(e told) bool { return e.Position > got[len(got)-1].Position })
}
