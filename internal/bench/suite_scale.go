package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"tradelog/eventstore"
	"tradelog/internal/demo"
)

// scale compares a large shop with a small one: lists must not grow slower with what they do not show.
func (s *Suite) scale(ctx context.Context) error {
	s.say("1,000 orders")
	few, err := s.measured(ctx, "few", 1000, 1000*s.Events/max(1, s.Orders)) // as many events for each order
	if err != nil {
		return err
	}
	s.say("%d orders", s.Orders)
	many, err := s.measured(ctx, "many", s.Orders, s.Events)
	if err != nil {
		return err
	}
	worst, which := 0.0, ""
	for _, f := range filters {
		ratio := many.p50[f.name].Seconds() / few.p50[f.name].Seconds()
		s.say("  list by %-14s %s against %s: %.2f", f.name, short(many.p50[f.name]), short(few.p50[f.name]), ratio)
		if ratio > worst {
			worst, which = ratio, f.name
		}
	}
	s.add(Row{What: fmt.Sprintf("order list page 1, worst of %d filters (%s), %d orders", len(filters), which, s.Orders), Figure: short(many.p50[which]),
		Baseline: "1,000 orders " + short(few.p50[which]), Ratio: worst, Target: "at most 1.5", Met: worst <= 1.5})
	for _, name := range []string{"order", "history"} {
		ratio := many.p50[name].Seconds() / few.p50[name].Seconds()
		s.add(Row{What: fmt.Sprintf("%s, %d events in the log", map[string]string{"order": "single order", "history": "an order's stream"}[name], many.events), Figure: short(many.p50[name]),
			Baseline: fmt.Sprintf("%d events %s", few.events, short(few.p50[name])), Ratio: ratio, Target: "at most 1.2", Met: ratio <= 1.2})
	}
	return nil
}

// filters are the ways to ask for orders. What asks is never the same twice, so that no answer is remembered.
var filters = []struct{ name, query string }{
	{"none", ""}, {"status", "&status=processing"}, {"state", "&state=processing"}, {"storeId", "&storeId=1"}, {"customerId", "&customerId=17"},
	{"email", "&email=load17@example.com"}, {"emailLike", "&emailLike=load1"}, {"incrementId", "&incrementId=100000017"},
	{"createdFrom", "&createdFrom=2025-06-01"}, {"createdTo", "&createdTo=2026-06-01"}, {"updatedSince", "&updatedSince=2025-06-01"},
	{"everything", "&status=processing&storeId=1&createdFrom=2025-06-01&createdTo=2026-06-01"},
}

type measurement struct {
	p50    map[string]time.Duration
	events eventstore.Position
}

// measured makes a shop and measures its lists and single reads, none of which is remembered.
func (s *Suite) measured(ctx context.Context, name string, orders, events int) (m measurement, err error) {
	database, err := s.seeded(ctx, name, demo.Size{Products: 1000, Customers: max(20, orders/10), Orders: orders, Events: events})
	if err != nil {
		return m, err
	}
	app, err := s.open(ctx, database)
	if err != nil {
		return m, err
	}
	defer app.Close()
	if m.events, err = app.Store.Head(ctx); err != nil {
		return m, err
	}
	server, err := s.serve(ctx, database)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	bearer, err := s.token(ctx, database)
	if err != nil {
		return m, err
	}
	c, err := NewClient(server.url)
	if err != nil {
		return m, err
	}
	m.p50 = map[string]time.Duration{}
	var asked atomic.Int64
	fresh := func(query string) string { return fmt.Sprintf("?unlike=%d%s", asked.Add(1), query) }
	measure := func(name string, step Step) error {
		f, err := Drive(ctx, Load{Concurrency: 1, Warmup: s.Duration / 8, Duration: s.Duration / 2}, func(int) (Step, error) { return step, nil })
		m.p50[name] = f.P50
		if err == nil {
			s.say("  %-14s p50 %s p99 %s", name, short(f.P50), short(f.P99))
		}
		return err
	}
	get := func(path string) error {
		_, _, err := c.Once(Request{Method: "GET", Path: api + path, Header: []string{"Authorization", "Bearer " + bearer}, Want: 200}, "")
		return err
	}
	for _, f := range filters {
		if err := measure(f.name, func(context.Context) error { return get("/orders" + fresh("&itemsPerPage=20"+f.query)) }); err != nil {
			return m, err
		}
	}
	body, _, err := c.Once(Request{Method: "GET", Path: api + "/orders?itemsPerPage=1", Header: []string{"Authorization", "Bearer " + bearer}, Want: 200}, "")
	if err != nil {
		return m, err
	}
	var newest []struct{ ID int64 }
	if err := json.Unmarshal(body, &newest); err != nil || len(newest) != 1 {
		return m, fmt.Errorf("the newest order: %w", err)
	}
	// The same thousand orders in both shops' middle, so that both have them in memory: what is compared is the way there.
	random := rand.New(rand.NewPCG(1, 1))
	some := func() int64 { return newest[0].ID - int64(orders)/2 + int64(random.IntN(min(orders/2, 400))) }
	if err := measure("order", func(context.Context) error { return get(fmt.Sprintf("/orders/%d%s", some(), fresh(""))) }); err != nil {
		return m, err
	}
	return m, measure("history", func(ctx context.Context) error {
		_, err := app.Store.ReadStream(ctx, fmt.Sprintf("order-%d", some()), 0, eventstore.Forwards, 100)
		return err
	})
}
