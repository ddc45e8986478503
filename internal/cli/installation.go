package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog"
	"tradelog/commands"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/internal/privatepg"
	"tradelog/internal/session"
	"tradelog/migrations"
)

// installation is an opened database: the operator's, the private one of a running server, or one started for now.
type installation struct {
	url     string
	private *privatepg.Server
	note    string // where a running server's database is written down
}

// noteName is the file in the data directory that says how to reach the private database while it runs. It holds no secret:
// who may open the socket is the file system's affair.
const noteName = "database.url"

// purpose says what a command wants the installation for.
type purpose int

const (
	// using is for commands that need an installation. There must be one; a running server is joined.
	using purpose = iota
	// filling is for commands that make an installation when there is none. A running server is joined.
	filling
	// starting is for the server itself.
	starting
)

// open finds or starts the database.
func (g *Globals) open(ctx context.Context, what purpose, progress func(string)) (*installation, error) {
	if g.Database != "" {
		if what == using {
			if err := hasShop(ctx, g.Database); err != nil {
				return nil, err
			}
		}
		return &installation{url: g.Database}, nil
	}
	note := filepath.Join(g.Data, noteName)
	if what != starting {
		if url, err := os.ReadFile(note); err == nil && answers(ctx, strings.TrimSpace(string(url))) {
			return &installation{url: strings.TrimSpace(string(url))}, nil
		}
	}
	if what == using {
		if err := g.hasInstallation(); err != nil {
			return nil, err
		}
	} else if err := os.MkdirAll(g.Data, 0o755); err != nil {
		return nil, fmt.Errorf("the data directory cannot be made: %w", err)
	}
	server, err := privatepg.Start(ctx, privatepg.Options{Dir: filepath.Join(g.Data, clusterName), Logger: slog.New(slog.DiscardHandler),
		Progress: progress})
	if err != nil {
		return nil, err
	}
	return &installation{url: server.URL(), private: server, note: note}, nil
}

// clusterName is the directory of the private database within a data directory.
const clusterName = "postgres"

// hasShop refuses a database that no shop has used, so that a mistyped name makes none.
func hasShop(ctx context.Context, url string) error {
	found, err := migrations.Applied(ctx, url)
	if err == nil && !found {
		return fault.NotFoundf("The database holds no shop. tradelog serve makes one in it; check --database (TRADELOG_DATABASE_URL) if there should be one.")
	}
	return session.Explain(err)
}

func answers(ctx context.Context, url string) bool {
	if url == "" {
		return false
	}
	trying, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	conn, err := pgx.Connect(trying, url)
	if err != nil {
		return false
	}
	_ = conn.Close(trying)
	return true
}

// announce writes down how commands reach the database of this server.
func (i *installation) announce() error {
	if i.private == nil {
		return nil
	}
	return os.WriteFile(i.note, []byte(i.url+"\n"), 0o600)
}

// whileUp returns a context that ends when the database does, if it was started here.
func (i *installation) whileUp(ctx context.Context) (context.Context, func()) {
	ctx, stop := context.WithCancel(ctx)
	if i.private != nil {
		go func() {
			select {
			case <-i.private.Done():
				stop()
			case <-ctx.Done():
			}
		}()
	}
	return ctx, stop
}

// ended puts the reason why the database has ended by itself in place of what came of that.
func (i *installation) ended(err error) error {
	if i.private != nil && i.private.Err() != nil {
		return fmt.Errorf("the private database ended: %w", i.private.Err())
	}
	return err
}

// close stops the database if it was started here.
func (i *installation) close() error {
	if i.private == nil {
		return nil
	}
	_ = os.Remove(i.note)
	stopping, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	return i.private.Stop(stopping)
}

// config is how programs of this command line run.
func (g *Globals) config(url string) tradelog.Config {
	return tradelog.Config{
		DatabaseURL: url, JWTSecret: g.JWTSecret, Logger: g.logger(), Version: Version,
		RateLimitsOff: os.Getenv("TRADELOG_RATE_LIMITS") == "off",
		MailDir:       filepath.Join(g.Data, "mail"), WitnessDir: g.Data, SMTPPassword: g.SMTPPassword,
	}
}

// with opens the shop for a command, runs it and closes everything again.
func (g *Globals) with(ctx context.Context, run func(ctx context.Context, app *tradelog.App) error) error {
	return g.within(ctx, using, run)
}

// within is with for a command that may make the shop first.
func (g *Globals) within(ctx context.Context, what purpose, run func(ctx context.Context, app *tradelog.App) error) error {
	return g.withOpened(ctx, what, func(ctx context.Context, app *tradelog.App) error {
		if err := app.Join(ctx); err != nil {
			return err
		}
		return run(ctx, app)
	})
}

// withOpened is within for a command that joins the shop by itself.
func (g *Globals) withOpened(ctx context.Context, what purpose, run func(ctx context.Context, app *tradelog.App) error) (err error) {
	place, err := g.open(ctx, what, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, place.close()) }()
	config := g.config(place.url)
	if g.LogLevel == "info" {
		// a command speaks for itself
		config.Logger = slog.New(slog.NewTextHandler(g.err.stream, &slog.HandlerOptions{Level: slog.LevelWarn}))
	}
	config.MaxConnections = 4
	app, err := tradelog.Open(ctx, config)
	if err != nil {
		return err
	}
	defer app.Close()
	return run(commands.WithRequest(ctx, &commands.Request{Actor: eventstore.Actor{Kind: "operator", Name: user()},
		Client: "tradelog " + Version}), app)
}
