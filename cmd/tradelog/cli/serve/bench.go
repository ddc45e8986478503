package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tradelog/app"
	"tradelog/cmd/tradelog/bench"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/cmd/tradelog/cli/demoshop"
	"tradelog/installation"
)

// BenchCommand has the commands that measure a shop.
type BenchCommand struct {
	HTTP     benchHTTP     `cmd:"" default:"withargs" help:"Measure a running shop over HTTP."`
	Suite    benchSuite    `cmd:"" help:"Measure all targets on shops of its own, and compare them with baselines."`
	Capacity benchCapacity `cmd:"" help:"Estimate how many checkouts a shop carries, and show its limits."`
	Baseline benchBaseline `cmd:"" hidden:"" help:"Serve the baseline of a suite."`
}

type benchHTTP struct {
	URL         string        `help:"Base URL of the shop." default:"http://127.0.0.1:8080" placeholder:"URL"`
	Token       string        `help:"Token of the back office. Scenarios of orders require it." env:"TRADELOG_BENCH_TOKEN" placeholder:"JWT"`
	Scenario    []string      `help:"Scenarios to run; by default all of REST that only read." placeholder:"NAME,..."`
	Write       bool          `help:"Also run scenarios that change the shop. They place real orders."`
	Concurrency []int         `help:"Numbers of concurrent requests." default:"1,8,32" placeholder:"N,..."`
	Duration    time.Duration `help:"Duration of each measurement." default:"5s"`
	List        bool          `help:"List the scenarios, and exit."`
	JSON        bool          `help:"Print JSON."`
}

func (c *benchHTTP) Run(ctx context.Context, g *command.Globals) error {
	if c.List {
		return c.list(g)
	}
	chosen, err := c.chosen()
	if err != nil {
		return err
	}
	if c.Duration < 100*time.Millisecond || slices.ContainsFunc(c.Concurrency, func(n int) bool { return n < 1 || n > 1000 }) {
		return errors.New("--duration starts at 100ms, and --concurrency goes from 1 to 1000")
	}
	type measured struct {
		Scenario    string  `json:"scenario"`
		Concurrency int     `json:"concurrency"`
		PerSecond   float64 `json:"per_second"`
		P50         int64   `json:"p50_microseconds"`
		P95         int64   `json:"p95_microseconds"`
		P99         int64   `json:"p99_microseconds"`
	}
	out, list := []measured{}, command.Table{Columns: []string{"scenario", "concurrency", "per second", "p50", "p95", "p99"}}
	for _, s := range chosen {
		for _, n := range c.Concurrency {
			f, err := s.Run(ctx, bench.Target{URL: c.URL, Token: c.Token},
				bench.Load{Concurrency: n, Warmup: c.Duration / 5, Duration: c.Duration})
			if err != nil {
				return fmt.Errorf("%s: %w", s.Name, err)
			}
			out = append(out, measured{s.Name, n, f.PerSecond(), f.P50.Microseconds(), f.P95.Microseconds(), f.P99.Microseconds()})
			list.Add(s.Name, n, fmt.Sprintf("%.0f", f.PerSecond()), f.P50, f.P95, f.P99)
			_ = g.Err.Printf("%s, %d at once: %.0f per second\n", s.Name, n, f.PerSecond())
		}
	}
	return g.Out.Show(c.JSON, out, list)
}

func (c *benchHTTP) list(g *command.Globals) error {
	type scenario struct {
		Name  string `json:"name"`
		About string `json:"about"`
		Token bool   `json:"needs_token"`
		Write bool   `json:"needs_write"`
		Needs string `json:"needs_protocol"`
	}
	out, list := []scenario{}, command.Table{}
	for _, s := range bench.Scenarios {
		needs := ""
		if s.Token {
			needs = "needs --token"
		}
		if s.Write {
			needs = "needs --write"
		}
		if s.Protocol != "" {
			needs = strings.TrimPrefix(needs+", needs apiplatform/protocols/"+s.Protocol, ", ")
		}
		out = append(out, scenario{s.Name, s.About, s.Token, s.Write, s.Protocol})
		list.Add(s.Name, s.About, needs)
	}
	return g.Out.Show(c.JSON, out, list)
}

func (c *benchHTTP) chosen() (out []bench.Scenario, err error) {
	if len(c.Scenario) == 0 {
		for _, s := range bench.Scenarios {
			if s.Protocol == "" && (!s.Write || c.Write) && (!s.Token || c.Token != "") {
				out = append(out, s)
			}
		}
		return out, nil
	}
	for _, name := range c.Scenario {
		s, ok := bench.Find(name)
		if !ok {
			return nil, fmt.Errorf("there is no scenario %q; tradelog bench --list shows them", name)
		}
		if s.Write && !c.Write {
			return nil, fmt.Errorf("the scenario %s changes the shop; say --write if that is meant", name)
		}
		out = append(out, s)
	}
	return out, nil
}

type benchSuite struct {
	Results  string        `help:"File to write the results to." default:"cmd/tradelog/bench/RESULTS.md" placeholder:"FILE"`
	Orders   int           `help:"Number of orders of the large shop." default:"1000000"`
	Events   int           `help:"Least number of events in the log of the large shop." default:"10000000"`
	Products int           `help:"Number of products of the shop with a large catalog." default:"100000"`
	Only     string        `help:"Part to measure; by default all." enum:",scale,log,shop,agents,graphql,soap,feed,webhooks,lists,asof,import,bill,console" default:""`
	Keep     string        `help:"Directory for the shops. It is kept, and the next run measures the same shops. Needs --only." placeholder:"DIR"`
	Duration time.Duration `help:"Duration of each measurement." default:"5s"`
}

// Run measures and writes the results.
func (c *benchSuite) Run(ctx context.Context, g *command.Globals) error {
	if c.Orders < 1000 || c.Products < 1000 || c.Duration < 100*time.Millisecond {
		return errors.New("--orders and --products start at 1000, --duration at 100ms")
	}
	if c.Keep != "" && c.Only == "" {
		return errors.New("--keep needs --only: some parts change their shops")
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	report, err := (&bench.Suite{Program: program, Version: g.Version, Duration: c.Duration, Orders: c.Orders, Events: c.Events,
		Products: c.Products, Only: c.Only, Keep: c.Keep, Progress: g.Err.Stream, Open: openMeasured(g.Version)}).Run(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(c.Results), 0o755); err != nil {
		return err
	}
	file, err := os.Create(c.Results)
	if err != nil {
		return err
	}
	if _, err := report.WriteTo(file); err != nil {
		return errors.Join(err, file.Close())
	}
	if err := file.Close(); err != nil {
		return err
	}
	missed := 0
	for _, r := range report.Rows {
		if !r.Met {
			missed++
		}
	}
	return g.Out.Printf("%s: %d figures, %d targets missed\n", c.Results, len(report.Rows), missed)
}

// openMeasured returns the function that opens the shops of a suite.
func openMeasured(version string) func(ctx context.Context, database, dir string) (*bench.Shop, error) {
	return func(ctx context.Context, database, dir string) (*bench.Shop, error) {
		keys, err := installation.MasterKeys(dir)
		if err != nil {
			return nil, err
		}
		a, err := app.Open(ctx, app.Config{
			Database: app.Database{URL: database, MaxConnections: 8}, Requests: app.Requests{RateLimitsOff: true}, Version: version,
			Secrets: app.Secrets{TokenKey: bench.Secret, MasterKeys: keys, MakesMasterKey: true},
		})
		if err != nil {
			return nil, err
		}
		return &bench.Shop{
			Shop: demoshop.Of(a), Pool: a.Pool, KnownGrant: a.KnownGrant, Start: a.Start, Join: a.Join, Close: a.Close,
			Rebuild: func(ctx context.Context, projector string) error { return a.Projections.Rebuild(ctx, projector, nil) },
		}, nil
	}
}

type benchBaseline struct {
	Listen string `default:"127.0.0.1:0"`
}

// Run serves the baseline until the context ends.
func (c *benchBaseline) Run(ctx context.Context, g *command.Globals) error {
	if !strings.HasPrefix(c.Listen, "127.0.0.1:") {
		return errors.New("the baseline answers on loopback only")
	}
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return err
	}
	_ = g.Out.Printf("the baseline answers on http://%s\n", listener.Addr())
	return bench.ServeBaseline(ctx, listener, g.Database)
}
