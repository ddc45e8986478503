package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"tradelog/cmd/tradelog/demo"
	"tradelog/internal/wait"
)

// The sizes of the measurements of webhooks.
const (
	hookOrders        = 5000
	hookSubscriptions = 10_000
	hookPatience      = 5 * time.Minute
)

// sink is a receiver of webhooks on this machine.
type sink struct {
	url    string
	server *http.Server
	taken  atomic.Int64
	last   atomic.Int64 // nanoseconds since 1970
}

func newSink(ctx context.Context) *sink {
	listener := must((&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0"))
	k := &sink{url: "http://" + listener.Addr().String()}
	k.server = &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		k.taken.Add(1)
		k.last.Store(time.Now().UnixNano())
		w.WriteHeader(http.StatusNoContent)
	})}
	go func() {
		if err := k.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			panic(err)
		}
	}()
	return k
}

// await waits until a number of messages was received.
func (k *sink) await(ctx context.Context, n int64) {
	end := time.Now().Add(hookPatience)
	for k.taken.Load() < n {
		if ctx.Err() != nil || time.Now().After(end) {
			check(fmt.Errorf("%d of %d messages were delivered within %s", k.taken.Load(), n, hookPatience))
		}
		wait.For(ctx, 5*time.Millisecond)
	}
}

// webhooks measures deliveries to one receiver on this machine, beside bare requests to it, and the cost of many subscriptions.
func (s *Suite) webhooks(ctx context.Context) {
	s.say("webhooks, %d orders", hookOrders)
	database := s.seeded(ctx, "webhooks", demo.Size{Products: 500, Customers: 500, Orders: hookOrders})
	target := s.target(ctx, database)
	c := must(newClient(target.URL))
	k := newSink(ctx)
	defer k.server.Close()
	base := must(newClient(k.url))
	message := strings.Repeat("x", 500)
	bare := must(drive(ctx, s.load(16), func(int) (loadStep, error) {
		return base.Step(request{Method: "POST", Path: "/", Body: message, Want: http.StatusNoContent})
	}))
	s.detail("baseline: bare POSTs", bare)

	_, count := s.walkFeed(c, target, "orders")
	k.taken.Store(0)
	id := s.subscribe(c, target, k.url, "orders")
	before, began := must(usageOf(target.PID)), time.Now()
	s.post(c, target, fmt.Sprintf("/webhooks/%d/replay", id), `{"after":"0"}`, http.StatusOK)
	k.await(ctx, int64(count))
	took := time.Unix(0, k.last.Load()).Sub(began)
	perSecond := float64(count) / took.Seconds()
	each := (must(usageOf(target.PID)).CPU - before.CPU) / time.Duration(count)
	s.add(Row{
		Name:   fmt.Sprintf("webhooks to one receiver, %d changes, %s of the server's processor time each", count, short(each)),
		Figure: rate(perSecond), Baseline: "bare POSTs by 16 clients " + rate(bare.PerSecond()), Ratio: perSecond / bare.PerSecond(),
		Target: "2,000/s", Met: perSecond >= 2000,
	})
	s.manyWebhooks(ctx, c, target, k)
}

// manyWebhooks measures a change that many subscriptions match.
func (s *Suite) manyWebhooks(ctx context.Context, c *client, target Target, k *sink) {
	for range hookSubscriptions {
		s.subscribe(c, target, k.url, "categories")
	}
	resting := must(usageOf(target.PID))
	k.taken.Store(0)
	began := time.Now()
	s.post(c, target, "/categories", `{"name":"Bench","parentId":2}`, http.StatusCreated)
	k.await(ctx, hookSubscriptions)
	took := time.Unix(0, k.last.Load()).Sub(began)
	s.add(Row{
		Name:   fmt.Sprintf("a change that %d webhooks want, until the last one has it", hookSubscriptions),
		Figure: short(took), Baseline: fmt.Sprintf("%.0f MB of the server before", float64(resting.Memory)/(1<<20)),
		Target: "10 s", Met: took < 10*time.Second,
	})
}

// walkFeed counts the changes of a resource.
func (s *Suite) walkFeed(c *client, target Target, resource string) (end int64, count int) {
	latest := s.page(c, target, "after=latest").Next
	for end < latest {
		page := s.page(c, target, fmt.Sprintf("after=%d&limit=1000&resources=%s", end, resource))
		end, count = page.Next, count+len(page.Changes)
	}
	return end, count
}

func (s *Suite) subscribe(c *client, target Target, url, resource string) int64 {
	body := fmt.Sprintf(`{"url":%q,"resources":[%q]}`, url, resource)
	var made struct{ ID int64 }
	check(json.Unmarshal(s.post(c, target, "/webhooks", body, http.StatusCreated), &made))
	return made.ID
}

func (s *Suite) post(c *client, target Target, path, body string, want int) []byte {
	answer, _, err := c.Once(request{
		Method: "POST", Path: api + path, Header: target.authorization(), Body: json.RawMessage(body), Want: want,
	}, "")
	check(err)
	return answer
}
