package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/cmd/tradelog/demo"
	"tradelog/domain/settings"
	"tradelog/internal/privatepg"
)

// Suite measures all performance targets on a shop and a PostgreSQL of its own.
type Suite struct {
	Program  string        // file of the program tradelog
	Version  string        // of the program
	Duration time.Duration // of one measurement
	Orders   int           // of the large shop
	Events   int           // least number of events in the log of the large shop
	Products int           // of the shop with a large catalog
	Only     string        // the part to measure; empty: all
	Keep     string        // a directory for the shops, which the next run uses again; empty: they are removed
	Progress io.Writer
	// Open opens a shop in this process, with secrets in a directory and without rate limits. Tokens signed with Secret are valid in it.
	Open func(ctx context.Context, database, dir string) (*Shop, error)

	dir     string
	running []func(context.Context) error // stop the started programs, in the order of the starts
	report  Report
}

// Secret is the key of the tokens in measured shops.
const Secret = "the bench's own key, never used anywhere else"

// failure is the value that check panics with. It ends a part of the suite, and Run returns its error.
type failure struct{ error }

func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

// attempt runs a part and returns the error with which check ended it.
func attempt(part func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case failure:
			err = p.error
		default:
			panic(p)
		}
	}()
	part()
	return nil
}

// Run measures. It takes minutes, and about 2 KB of disk for each event.
func (s *Suite) Run(ctx context.Context) (report *Report, err error) {
	if s.dir = s.Keep; s.dir == "" {
		if s.dir, err = privatepg.TempDir("", "tradelog-bench-"); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(s.dir)) }()
	}
	s.report = Report{When: time.Now(), Version: s.Version}
	for _, part := range []struct {
		name string
		run  func(context.Context)
	}{
		{"scale", s.scale}, {"log", s.log}, {"shop", s.shop}, {"bill", s.bill}, {"agents", s.agents}, {"graphql", s.graphql},
		{"soap", s.soap}, {"feed", s.feed}, {"webhooks", s.webhooks}, {"lists", s.lists}, {"asof", s.asOf}, {"import", s.importCatalog},
		{"console", s.console},
	} {
		if s.Only != "" && s.Only != part.name {
			continue
		}
		err := attempt(func() { part.run(ctx) })
		if err := errors.Join(err, s.stop(ctx)); err != nil {
			return nil, fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return &s.report, nil
}

func (s *Suite) say(format string, args ...any) { fmt.Fprintf(s.Progress, format+"\n", args...) }

// database starts a PostgreSQL with the settings of production and returns the URL of its database.
func (s *Suite) database(ctx context.Context, name string) string {
	pg := must(privatepg.Start(ctx, privatepg.Options{Dir: filepath.Join(s.dir, name), Logger: slog.New(slog.DiscardHandler)}))
	s.running = append(s.running, pg.Stop)
	conn := must(pgx.Connect(ctx, pg.URL()))
	defer conn.Close(ctx)
	check(conn.QueryRow(ctx, `SELECT 'PostgreSQL ' || current_setting('server_version')`).Scan(&s.report.Database))
	return pg.URL()
}

// stop ends servers and databases, the newest first.
func (s *Suite) stop(ctx context.Context) (err error) {
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	for _, stop := range slices.Backward(s.running) {
		err = errors.Join(err, stop(stopping))
	}
	s.running = nil
	return err
}

// Shop lists the parts of a shop in this process that the suite uses to fill, change and measure it.
type Shop struct {
	demo.Shop
	Pool        *pgxpool.Pool
	KnownGrant  func(admin bool) func(grant string) bool
	Rebuild     func(ctx context.Context, projector string) error
	Start, Join func(context.Context) error
	Close       func()
}

// open opens a shop in this process.
func (s *Suite) open(ctx context.Context, database string) *Shop {
	return must(s.Open(ctx, database, s.dir))
}

// seeded creates a shop in a database of its own and returns the URL. The shop of an earlier run is used again.
func (s *Suite) seeded(ctx context.Context, name string, size demo.Size) string {
	database := s.database(ctx, name)
	note, made := filepath.Join(s.dir, name+".size"), fmt.Sprintf("%+v\n", size)
	if kept, err := os.ReadFile(note); err == nil {
		if string(kept) != made {
			check(fmt.Errorf("the shop in %s is of another size: %s", s.dir, kept))
		}
		return database
	}
	a := s.open(ctx, database)
	defer a.Close()
	check(a.Start(ctx))
	shown := time.Now()
	check(demo.Load(ctx, a.Shop, size, func(done, all int) {
		if time.Since(shown) > 10*time.Second {
			shown = time.Now()
			s.say("  written: %d of %d", done, all)
		}
	}))
	began := time.Now()
	check(a.CaughtUp(ctx))
	s.say("  %d orders; read models there %s later", size.Orders, time.Since(began).Round(time.Millisecond))
	must(a.Pool.Exec(ctx, "VACUUM ANALYZE"))
	_, _ = a.Pool.Exec(ctx, "CHECKPOINT") // only some roles may
	check(os.WriteFile(note, []byte(made), 0o600))
	return database
}

// change changes a shop before it is measured.
func (s *Suite) change(ctx context.Context, database string, change func(*Shop)) {
	a := s.open(ctx, database)
	defer a.Close()
	check(a.Join(ctx))
	change(a)
	check(a.CaughtUp(ctx))
}

// switchOn switches on interfaces that are off by default.
func switchOn(ctx context.Context, a *Shop, protocols ...string) {
	values := map[string]string{}
	for _, p := range protocols {
		values["apiplatform/protocols/"+p] = "1"
	}
	check(a.Stores.SetConfig(ctx, settings.Default, values))
}

// serve starts the program as a server on a database.
func (s *Suite) serve(ctx context.Context, database string) *process {
	env := append(os.Environ(), "TRADELOG_RATE_LIMITS=off", "TRADELOG_JWT_SECRET="+Secret, "TRADELOG_WEBHOOK_NETWORKS=127.0.0.0/8")
	return s.start(ctx, env, "serve", "--listen", "127.0.0.1:0", "--database", database, "--data", s.dir, "--log-level", "warn")
}

func (s *Suite) baseline(ctx context.Context, database string) *process {
	return s.start(ctx, os.Environ(), "bench", "baseline", "--listen", "127.0.0.1:0", "--database", database, "--data", s.dir)
}

func (s *Suite) start(ctx context.Context, env []string, args ...string) *process {
	p := must(start(ctx, s.Program, env, args...))
	s.running = append(s.running, p.stop)
	return p
}

// token runs the program to issue a back-office token.
func (s *Suite) token(ctx context.Context, database string) string {
	return strings.TrimSpace(s.command(ctx, database, "token", "service", "--expires", "24h"))
}

// command runs a command of the program and returns its output.
func (s *Suite) command(ctx context.Context, database string, args ...string) string {
	cmd := exec.CommandContext(ctx, s.Program, append(args, "--database", database, "--data", s.dir)...)
	cmd.Env = append(os.Environ(), "TRADELOG_JWT_SECRET="+Secret)
	out, err := cmd.Output()
	if err != nil {
		check(fmt.Errorf("tradelog %s: %w", strings.Join(args, " "), err))
	}
	return string(out)
}

// target starts a server on a database, to be measured.
func (s *Suite) target(ctx context.Context, database string) Target {
	server := s.serve(ctx, database)
	return Target{URL: server.url, Token: s.token(ctx, database), PID: server.pid}
}

func (s *Suite) add(r Row) {
	s.report.Rows = append(s.report.Rows, r)
	s.say("  %-60s %s  (%s, ratio %.2f, target %s)", r.Name, r.Figure, r.Baseline, r.Ratio, r.Target)
}

func (s *Suite) detail(scenario string, f Figures) {
	s.report.Detail = append(s.report.Detail, Detail{scenario, f})
	s.say("  %-32s c=%-3d %9.0f/s  p50 %s  p99 %s", scenario, f.Concurrency, f.PerSecond(), short(f.P50), short(f.P99))
}

func (s *Suite) load(concurrency int) Load {
	return Load{Concurrency: concurrency, Warmup: s.Duration / 4, Duration: s.Duration}
}

// rate formats a throughput.
func rate(perSecond float64) string { return fmt.Sprintf("%.0f/s", perSecond) }
