package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"tradelog/cmd/tradelog/demo"
	"tradelog/eventstore"
)

// scale compares a large shop with a small one: rows that a list does not show must not make it slower.
func (s *Suite) scale(ctx context.Context) {
	s.say("1,000 orders")
	few := s.measured(ctx, "few", 1000, 1000*s.Events/max(1, s.Orders)) // the same number of events for each order
	check(s.stop(ctx))
	s.say("%d orders", s.Orders)
	many := s.measured(ctx, "many", s.Orders, s.Events)
	worst, which := 0.0, ""
	for _, f := range filters {
		ratio := many.p50[f.name].Seconds() / few.p50[f.name].Seconds()
		s.say("  list by %-14s %s against %s: %.2f", f.name, short(many.p50[f.name]), short(few.p50[f.name]), ratio)
		if ratio > worst {
			worst, which = ratio, f.name
		}
	}
	s.add(Row{
		Name:   fmt.Sprintf("order list page 1, worst of %d filters (%s), %d orders", len(filters), which, s.Orders),
		Figure: short(many.p50[which]), Baseline: "1,000 orders " + short(few.p50[which]),
		Ratio: worst, Target: "at most 1.5", Met: worst <= 1.5,
	})
	for _, read := range []struct{ name, what string }{{"order", "single order"}, {"history", "an order's stream"}} {
		ratio := many.p50[read.name].Seconds() / few.p50[read.name].Seconds()
		s.add(Row{
			Name:   fmt.Sprintf("%s, %d events in the log", read.what, many.events),
			Figure: short(many.p50[read.name]), Baseline: fmt.Sprintf("%d events %s", few.events, short(few.p50[read.name])),
			Ratio: ratio, Target: "at most 1.2", Met: ratio <= 1.2,
		})
	}
}

// filters are the ways to filter orders. No two requests are the same, so that no answer comes from a cache.
var filters = []struct{ name, query string }{
	{"none", ""}, {"status", "&status=processing"}, {"state", "&state=processing"}, {"storeId", "&storeId=1"},
	{"customerId", "&customerId=17"},
	{"email", "&email=load17@example.com"}, {"emailLike", "&emailLike=load1"}, {"incrementId", "&incrementId=100000017"},
	{"createdFrom", "&createdFrom=2025-06-01"}, {"createdTo", "&createdTo=2026-06-01"},
	{"updatedSince", "&updatedSince=2025-06-01"},
	{"everything", "&status=processing&storeId=1&createdFrom=2025-06-01&createdTo=2026-06-01"},
}

type measurement struct {
	p50    map[string]time.Duration
	events eventstore.Position
}

// measured creates a shop and measures its lists and single reads, none of which a cache answers.
func (s *Suite) measured(ctx context.Context, name string, orders, events int) (m measurement) {
	database := s.seeded(ctx, name, demo.Size{Products: 1000, Customers: max(20, orders/10), Orders: orders, Events: events})
	a := s.open(ctx, database)
	defer a.Close()
	m.events = must(a.Store.Head(ctx))
	target := s.target(ctx, database)
	c := must(newClient(target.URL))
	m.p50 = map[string]time.Duration{}
	var asked atomic.Int64
	fresh := func(query string) string { return fmt.Sprintf("?unlike=%d%s", asked.Add(1), query) }
	measure := func(name string, step loadStep) {
		load := Load{Concurrency: 1, Warmup: s.Duration / 8, Duration: s.Duration / 2}
		f := must(drive(ctx, load, func(int) (loadStep, error) { return step, nil }))
		m.p50[name] = f.P50
		s.say("  %-14s p50 %s p99 %s", name, short(f.P50), short(f.P99))
	}
	get := func(path string) ([]byte, error) {
		body, _, err := c.Once(request{Method: "GET", Path: api + path, Header: target.authorization(), Want: 200}, "")
		return body, err
	}
	for _, f := range filters {
		measure(f.name, func(context.Context) error {
			_, err := get("/orders" + fresh("&itemsPerPage=20"+f.query))
			return err
		})
	}
	var newest []struct{ ID int64 }
	if err := json.Unmarshal(must(get("/orders?itemsPerPage=1")), &newest); err != nil || len(newest) != 1 {
		check(fmt.Errorf("the newest order: %w", err))
	}
	// In both shops the random reads choose from the middle thousand orders, which then are in memory. So only the lookup is compared.
	random := rand.New(rand.NewPCG(1, 1))
	some := func() int64 { return newest[0].ID - int64(orders)/2 + int64(random.IntN(min(orders/2, 400))) }
	measure("order", func(context.Context) error {
		_, err := get(fmt.Sprintf("/orders/%d%s", some(), fresh("")))
		return err
	})
	measure("history", func(ctx context.Context) error {
		_, err := a.Store.ReadStream(ctx, fmt.Sprintf("order-%d", some()), 0, eventstore.Forwards, 100)
		return err
	})
	return m
}
