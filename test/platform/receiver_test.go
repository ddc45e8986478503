package platform_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"tradelog/adapters/outside"
	"tradelog/app"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// received is a message at a receiver.
type received struct {
	Header http.Header `json:"-"`
	Body   []byte      `json:"-"`

	SpecVersion, ID, Source, Type, Subject, Time, Position string
	Data                                                   struct {
		Change   fields
		Document fields
		Test     string
	}
}

// receiver receives messages. respond decides the answer; nil accepts all.
type receiver struct {
	*httptest.Server
	mu       sync.Mutex
	respond  func(received) int
	accepted []received
	refused  []received
	grown    chan struct{}
}

func newReceiver(t testing.TB, respond func(received) int) *receiver {
	r := &receiver{respond: respond, grown: make(chan struct{})}
	r.Server = httptest.NewServer(http.HandlerFunc(r.serve))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) serve(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	m := received{Header: request.Header, Body: body}
	if err == nil {
		err = json.Unmarshal(body, &m)
	}
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	r.mu.Lock()
	respond := r.respond
	r.mu.Unlock()
	status := http.StatusNoContent
	if respond != nil {
		status = respond(m)
	}
	r.mu.Lock()
	if status < 300 {
		r.accepted = append(r.accepted, m)
	} else {
		r.refused = append(r.refused, m)
	}
	close(r.grown)
	r.grown = make(chan struct{})
	r.mu.Unlock()
	w.WriteHeader(status)
}

// answer replaces the rule for answers.
func (r *receiver) answer(respond func(received) int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.respond = respond
}

// await waits until the accepted and refused messages meet a condition, and returns the accepted ones.
func (r *receiver) await(t testing.TB, what string, wanted func(accepted, refused []received) bool) []received {
	t.Helper()
	timeout := time.After(5 * time.Minute)
	for {
		r.mu.Lock()
		accepted, refused, grown := slices.Clone(r.accepted), slices.Clone(r.refused), r.grown
		r.mu.Unlock()
		if wanted(accepted, refused) {
			return accepted
		}
		select {
		case <-grown:
		case <-timeout:
			t.Fatalf("%s: accepted %q, refused %q", what, subjects(accepted), subjects(refused))
		}
	}
}

// first waits for a number of messages.
func (r *receiver) first(t testing.TB, n int) []received {
	t.Helper()
	return r.await(t, fmt.Sprint(n, " messages"), func(accepted, _ []received) bool { return len(accepted) >= n })
}

func subjects(list []received) (out []string) {
	for _, m := range list {
		out = append(out, m.Subject+" "+m.Type)
	}
	return out
}

// sender is a running shop that may send webhooks to this machine.
type sender struct{ *salestest.Shop }

// soon is the pause between attempts of tests.
func soon(int, time.Duration) time.Duration { return 20 * time.Millisecond }

// loopback allows webhooks to this machine.
func loopback(pause func(int, time.Duration) time.Duration) apptest.Option {
	return apptest.WithConfig(func(c *app.Config) {
		c.Outside.WebhookNetworks, c.Outside.WebhookPause = outside.Networks{netip.MustParsePrefix("127.0.0.0/8")}, pause
	})
}

func startSender(t testing.TB, options ...apptest.Option) sender {
	return sender{salestest.Start(t, append([]apptest.Option{loopback(soon)}, options...)...)}
}

// subscribe makes a subscription and returns its number.
func (s sender) subscribe(r *receiver, more fields) int64 {
	s.T.Helper()
	body := fields{"name": "ERP", "url": r.URL + "/hooks?key=1", "resources": []string{"blog-categories"}}
	for name, value := range more {
		body[name] = value
	}
	id := s.Create("/webhooks", body)
	s.placed(id)
	return id
}

// placed waits until a subscription has its position, so that it gets every later change.
func (s sender) placed(id int64) {
	s.T.Helper()
	until(s.T, fmt.Sprintf("the position of webhook %d", id), func() bool {
		var n int
		if err := s.Pool.QueryRow(s.T.Context(), `SELECT count(*) FROM webhook_positions WHERE subscription = $1`, id).Scan(&n); err != nil {
			s.T.Fatal(err)
		}
		return n == 1
	})
}

// category makes a category of the blog, which no other resource shows, and returns its number.
func (s sender) category(name string) int64 {
	s.T.Helper()
	return s.Create("/blog-categories", fields{"name": name})
}

func (s sender) rename(id int64, name string) {
	s.T.Helper()
	s.Must(200, "PUT", fmt.Sprintf("/blog-categories/%d", id), fields{"name": name}, s.Service...)
}

// secret returns the verifier of a subscription's messages.
func (s sender) secret(id int64) *standardwebhooks.Webhook {
	s.T.Helper()
	return signer(s.T, s.Must(200, "GET", fmt.Sprintf("/webhooks/%d/secret", id), nil, s.Service...).Object(s.T)["secret"])
}

func signer(t testing.TB, secret any) *standardwebhooks.Webhook {
	t.Helper()
	w, err := standardwebhooks.NewWebhook(fmt.Sprint(secret))
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// state waits until the status of a subscription meets a condition.
func (s sender) state(id int64, wanted func(fields) bool) fields {
	s.T.Helper()
	return await(s.T, s.Shop.Shop, fmt.Sprintf("/webhooks/%d/status", id), s.Service, wanted)
}

// renewed returns the shop with a new token of its service account, because the former has expired.
func (s sender) renewed() sender {
	s.T.Helper()
	return sender{&salestest.Shop{Shop: s.Shop.Shop, T: s.T, Service: s.As([]string{"all"}), Document: s.Document}}
}
