package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/app"
	"tradelog/internal/demo"
	"tradelog/internal/privatepg"
)

// Suite measures everything the product promises, on a shop and a PostgreSQL of its own.
type Suite struct {
	Program  string        // file of tradelog itself
	Version  string        // of the program
	Duration time.Duration // of one measurement
	Orders   int           // of the large shop
	Events   int           // at least so many in the log of the large shop
	Progress io.Writer

	dir       string
	databases []*privatepg.Server
	report    Report
}

const benchSecret = "the bench's own key, never used anywhere else"

// Run measures. It takes minutes, and about 2 KB of disk for each event.
func (s *Suite) Run(ctx context.Context) (report *Report, err error) {
	if s.dir, err = privatepg.TempDir("", "tradelog-bench-"); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(s.dir)) }()
	defer func() { err = errors.Join(err, s.stop(ctx)) }()
	s.report = Report{When: time.Now(), Version: s.Version}
	for _, part := range []struct {
		name string
		run  func(context.Context) error
	}{{"scale", s.scale}, {"log", s.log}, {"shop", s.shop}, {"agents", s.agents}} {
		if err := part.run(ctx); err != nil {
			return nil, fmt.Errorf("%s: %w", part.name, err)
		}
		if err := s.stop(ctx); err != nil {
			return nil, err
		}
	}
	return &s.report, nil
}

func (s *Suite) say(format string, args ...any) { fmt.Fprintf(s.Progress, format+"\n", args...) }

// database starts a PostgreSQL with the settings of production and returns the URL of its database.
func (s *Suite) database(ctx context.Context, name string) (string, error) {
	pg, err := privatepg.Start(ctx, privatepg.Options{Dir: filepath.Join(s.dir, name), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return "", err
	}
	s.databases = append(s.databases, pg)
	conn, err := pgx.Connect(ctx, pg.URL())
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	return pg.URL(), conn.QueryRow(ctx, `SELECT 'PostgreSQL ' || current_setting('server_version')`).Scan(&s.report.Database)
}

// stop ends the databases that are still running.
func (s *Suite) stop(ctx context.Context) (err error) {
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	for _, pg := range s.databases {
		err = errors.Join(err, pg.Stop(stopping))
	}
	s.databases = nil
	return err
}

// open opens a shop in this process.
func (s *Suite) open(ctx context.Context, database string) (*app.App, error) {
	return app.Open(ctx, app.Config{DatabaseURL: database, Version: s.Version, JWTSecret: benchSecret, RateLimitsOff: true, MaxConnections: 8})
}

// seeded makes a shop in a database.
func (s *Suite) seeded(ctx context.Context, name string, size demo.Size) (string, error) {
	database, err := s.database(ctx, name)
	if err != nil {
		return "", err
	}
	app, err := s.open(ctx, database)
	if err != nil {
		return "", err
	}
	defer app.Close()
	if err := app.Start(ctx); err != nil {
		return "", err
	}
	shown := time.Now()
	if err := demo.Load(ctx, app, size, func(done, all int) {
		if time.Since(shown) > 10*time.Second {
			shown = time.Now()
			s.say("  written: %d of %d", done, all)
		}
	}); err != nil {
		return "", err
	}
	began := time.Now()
	if err := app.CaughtUp(ctx); err != nil {
		return "", err
	}
	s.say("  %d orders; read models there %s later", size.Orders, time.Since(began).Round(time.Millisecond))
	for _, statement := range []string{"VACUUM ANALYZE", "CHECKPOINT"} {
		if _, err := app.Pool.Exec(ctx, statement); err != nil && statement != "CHECKPOINT" {
			return "", err
		}
	}
	return database, nil
}

func (s *Suite) serve(ctx context.Context, database string) (*process, error) {
	env := append(os.Environ(), "TRADELOG_RATE_LIMITS=off", "TRADELOG_JWT_SECRET="+benchSecret)
	return start(ctx, s.Program, env, "serve", "--listen", "127.0.0.1:0", "--database", database, "--data", s.dir, "--log-level", "warn")
}

func (s *Suite) baseline(ctx context.Context, database string) (*process, error) {
	return start(ctx, s.Program, os.Environ(), "bench", "baseline", "--listen", "127.0.0.1:0", "--database", database, "--data", s.dir)
}

func (s *Suite) add(r Row) {
	s.report.Rows = append(s.report.Rows, r)
	s.say("  %-60s %s  (%s, ratio %.2f, target %s)", r.What, r.Figure, r.Baseline, r.Ratio, r.Target)
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
