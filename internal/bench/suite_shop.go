package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"tradelog/internal/demo"
)

// log measures the event log and the projection of orders.
func (s *Suite) log(ctx context.Context) error {
	s.say("the log")
	from, err := s.seeded(ctx, "engine", demo.Size{Products: 500, Customers: 1000, Orders: 30_000})
	if err != nil {
		return err
	}
	app, err := s.open(ctx, from)
	if err != nil {
		return err
	}
	defer app.Close()
	perSecond, memory, err := rebuilt(ctx, app, s.Progress)
	if err != nil {
		return err
	}
	s.add(Row{What: "rebuild of the order read models", Figure: fmt.Sprintf("%.0f events/s, %s", perSecond, megabytes(memory)), Target: "20,000 events/s", Met: perSecond >= 20_000})

	empty, err := s.database(ctx, "taken")
	if err != nil {
		return err
	}
	to, err := s.open(ctx, empty)
	if err != nil {
		return err
	}
	defer to.Close()
	copied, taken, events, err := imported(ctx, app, to)
	if err != nil {
		return err
	}
	s.add(Row{What: fmt.Sprintf("import of %d events", events), Figure: fmt.Sprintf("%.1f MB/s", taken/1e6), Baseline: fmt.Sprintf("COPY %.1f MB/s", copied/1e6),
		Ratio: taken / copied, Target: "0.3", Met: taken/copied >= 0.3})

	for _, c := range []int{1, 8, 64} {
		appended, err := appends(ctx, to.Store, s.load(c))
		if err != nil {
			return err
		}
		s.detail("append, durable", appended)
		rows, err := inserts(ctx, empty, s.load(c))
		if err != nil {
			return err
		}
		s.detail("baseline: insert, durable", rows)
		if ratio := appended.PerSecond() / rows.PerSecond(); c == 64 {
			s.add(Row{What: "appends of one event, concurrency 64", Figure: rate(appended.PerSecond()), Baseline: "inserts " + rate(rows.PerSecond()), Ratio: ratio, Target: "4", Met: ratio >= 4})
		}
	}
	return nil
}

// token lets the program make a token of the back office.
func (s *Suite) token(ctx context.Context, database string) (string, error) {
	cmd := exec.CommandContext(ctx, s.Program, "token", "service", "--database", database, "--data", s.dir, "--expires", "24h")
	cmd.Env = append(os.Environ(), "TRADELOG_JWT_SECRET="+benchSecret)
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("tradelog token: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// shop measures requests to a server of its own.
func (s *Suite) shop(ctx context.Context) (err error) {
	s.say("the shop")
	database, err := s.seeded(ctx, "small", demo.Size{Products: 2000, Customers: 1000, Orders: 1000})
	if err != nil {
		return err
	}
	server, err := s.serve(ctx, database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	plain, err := s.baseline(ctx, database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, plain.stop()) }()
	bearer, err := s.token(ctx, database)
	if err != nil {
		return err
	}
	target := Target{URL: server.url, Token: bearer, PID: server.pid}
	base, err := NewClient(plain.url)
	if err != nil {
		return err
	}
	found := map[string]Figures{}
	for _, c := range []int{1, 8, 32} {
		for _, path := range []string{"/bare", "/item", "/rows"} {
			f, err := watched(plain.pid, func() (Figures, error) {
				return Drive(ctx, s.load(c), func(int) (Step, error) { return base.Step(Request{Method: "GET", Path: path, Want: 200}) })
			})
			if err != nil {
				return err
			}
			s.detail("baseline: "+path, f)
			found[path] = f
		}
		for _, scenario := range Scenarios {
			if scenario.MCP {
				continue // see agents
			}
			f, err := scenario.Run(ctx, target, s.load(c))
			if err != nil {
				return fmt.Errorf("%s: %w", scenario.Name, err)
			}
			s.detail(scenario.Name, f)
			found[scenario.Name] = f
			if c == 8 && scenario.Name == "checkout" {
				s.add(Row{What: "guest checkout, concurrency 8", Figure: fmt.Sprintf("%.0f flows/s, p99 %s", f.PerSecond(), short(f.P99)), Target: "300 flows/s, p99 60 ms",
					Met: f.PerSecond() >= 300 && f.P99 < 60*time.Millisecond})
			}
		}
	}
	for _, r := range []struct {
		scenario, baseline, what string
		target                   float64
	}{
		{"item", "/item", "GET a product, concurrency 32", 1}, {"products", "/rows", "GET 20 products, concurrency 32", 1}, {"orders", "/rows", "GET 20 orders, concurrency 32", 1},
		{"304", "/bare", "304, anonymous, concurrency 32", 0.7}, {"304-token", "/bare", "304 with a token, concurrency 32", 0.7},
	} {
		f, b := found[r.scenario], found[r.baseline]
		ratio := f.PerSecond() / b.PerSecond()
		s.add(Row{What: r.what, Figure: rate(f.PerSecond()), Baseline: r.baseline + " " + rate(b.PerSecond()), Ratio: ratio, Target: fmt.Sprint(r.target), Met: ratio >= r.target})
	}
	usage, err := UsageOf(server.pid)
	if err != nil {
		return err
	}
	again, err := s.serve(ctx, database)
	if err != nil {
		return err
	}
	if err := again.stop(); err != nil {
		return err
	}
	s.add(Row{What: "start with existing data", Figure: again.ready.Round(time.Millisecond).String(), Target: "1.5 s", Met: again.ready < 1500*time.Millisecond})
	s.add(Row{What: "resident memory after the bench", Figure: megabytes(usage.Memory), Target: "150 MB", Met: usage.Memory < 150e6})
	return nil
}
