package bench

import (
	"context"
	"fmt"
	"time"

	"tradelog/cmd/tradelog/demo"
)

// log measures the event log and the projection of orders.
func (s *Suite) log(ctx context.Context) {
	s.say("the log")
	from := s.seeded(ctx, "engine", demo.Size{Products: 500, Customers: 1000, Orders: 30_000})
	a := s.open(ctx, from)
	defer a.Close()
	perSecond, memory := rebuilt(ctx, a, s.Progress)
	s.add(Row{
		Name: "rebuild of the order read models", Figure: fmt.Sprintf("%.0f events/s, %s", perSecond, megabytes(memory)),
		Target: "20,000 events/s", Met: perSecond >= 20_000,
	})

	empty := s.database(ctx, "taken")
	to := s.open(ctx, empty)
	defer to.Close()
	copied, taken, events := imported(ctx, a, to)
	s.add(Row{
		Name: fmt.Sprintf("import of %d events", events), Figure: fmt.Sprintf("%.1f MB/s", taken/1e6),
		Baseline: fmt.Sprintf("COPY %.1f MB/s", copied/1e6), Ratio: taken / copied, Target: "0.4", Met: taken/copied >= 0.4,
	})

	for _, c := range []int{1, 8, 64} {
		appended := must(appends(ctx, to.Store, s.load(c)))
		s.detail("append, durable", appended)
		rows := must(inserts(ctx, empty, s.load(c)))
		s.detail("baseline: insert, durable", rows)
		if ratio := appended.PerSecond() / rows.PerSecond(); c == 64 {
			s.add(Row{
				Name: "appends of one event, concurrency 64", Figure: rate(appended.PerSecond()),
				Baseline: "inserts " + rate(rows.PerSecond()), Ratio: ratio, Target: "4", Met: ratio >= 4,
			})
		}
	}
}

// shop measures requests to a server of its own.
func (s *Suite) shop(ctx context.Context) {
	s.say("the shop")
	database := s.seeded(ctx, "small", demo.Size{Products: 2000, Customers: 1000, Orders: 1000})
	target := s.target(ctx, database)
	plain := s.baseline(ctx, database)
	base := must(newClient(plain.url))
	found := map[string]Figures{}
	for _, c := range []int{1, 8, 32} {
		for _, path := range []string{"/bare", "/item", "/rows"} {
			found[path] = must(watched(plain.pid, func() (Figures, error) {
				return drive(ctx, s.load(c), func(int) (loadStep, error) { return base.Step(request{Method: "GET", Path: path, Want: 200}) })
			}))
			s.detail("baseline: "+path, found[path])
		}
		for _, scenario := range Scenarios {
			if scenario.Protocol != "" {
				continue // see agents
			}
			f := s.measure(ctx, scenario, target, c)
			found[scenario.Name] = f
			if c == 8 && scenario.Name == "checkout" {
				s.add(Row{
					Name: "guest checkout, concurrency 8", Figure: fmt.Sprintf("%.0f flows/s, p99 %s", f.PerSecond(), short(f.P99)),
					Target: "300 flows/s, p99 60 ms", Met: f.PerSecond() >= 300 && f.P99 < 60*time.Millisecond,
				})
			}
		}
	}
	for _, r := range []struct {
		scenario, baseline, what string
		target                   float64
	}{
		{"item", "/item", "GET a product, concurrency 32", 1},
		{"products", "/rows", "GET 20 products, concurrency 32", 1},
		{"orders", "/rows", "GET 20 orders, concurrency 32", 1},
		{"304", "/bare", "304, anonymous, concurrency 32", 0.7},
		{"304-token", "/bare", "304 with a token, concurrency 32", 0.7},
	} {
		f, b := found[r.scenario].PerSecond(), found[r.baseline].PerSecond()
		s.add(Row{
			Name: r.what, Figure: rate(f), Baseline: r.baseline + " " + rate(b), Ratio: f / b,
			Target: fmt.Sprint(r.target), Met: f/b >= r.target,
		})
	}
	usage := must(usageOf(target.PID))
	again := s.serve(ctx, database)
	check(again.stop(ctx))
	s.add(Row{
		Name: "start with existing data", Figure: again.ready.Round(time.Millisecond).String(),
		Target: "1.5 s", Met: again.ready < 1500*time.Millisecond,
	})
	s.add(Row{
		Name: "resident memory after the bench", Figure: megabytes(usage.Memory), Target: "150 MB", Met: usage.Memory < 150e6,
	})
}

// measure runs a scenario and reports its figures.
func (s *Suite) measure(ctx context.Context, scenario Scenario, target Target, concurrency int) Figures {
	f, err := scenario.Run(ctx, target, s.load(concurrency))
	if err != nil {
		check(fmt.Errorf("%s: %w", scenario.Name, err))
	}
	s.detail(scenario.Name, f)
	return f
}
