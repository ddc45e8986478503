package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/app"
	"tradelog/commands"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/installation/backup"
	"tradelog/installation/masterkey"
	"tradelog/installation/session"
	"tradelog/internal/privatepg"
	"tradelog/migrations"
)

// installation is an opened database: one of the operator, the private one of a running server, or a private one started by this
// command.
type installation struct {
	url     string
	private *privatepg.Server
	note    string // file with the URL of a running server's database
	log     string // URL of the event store of a running server; empty if its log is in the database
}

// noteName is the file in the data directory with the URL of the running private database. It holds no secret: file permissions
// protect the socket.
const noteName = "database.url"

// logNoteName is the file in the data directory with the URL of the running server's event store. It may hold a password, like the keys
// in the same directory.
const logNoteName = "event-store.url"

// noted returns the text of a file that a running server writes; empty if there is none.
func noted(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// purpose says whether a command needs, creates or serves an installation.
type purpose int

const (
	// using requires an installation and joins a running server.
	using purpose = iota
	// joining requires a running server, unless the database is one of the operator: a command that runs for long must not hold the
	// private database that the server is about to start.
	joining
	// filling creates an installation if there is none and joins a running server.
	filling
	// starting is the purpose of the server itself.
	starting
	// recovering is the purpose of the command that completes the recovery of an installation. No other command may use the installation until
	// then.
	recovering
)

// uses reports whether there must be an installation.
func (p purpose) uses() bool { return p == using || p == joining || p == recovering }

// recoveryName is the file in the data directory that notes how far the recovery of the private database has come.
const recoveryName = "recovery.json"

// open finds or starts the database.
func (g *Globals) open(ctx context.Context, what purpose, progress func(string)) (*installation, error) {
	if err := (app.Config{EventStoreURL: g.EventStore}).Check(); err != nil {
		return nil, err // before anything is started
	}
	if g.Database != "" {
		if g.WALArchive != "" && what == starting {
			return nil, fault.Invalidf("--wal-archive (TRADELOG_WAL_ARCHIVE) is for the private PostgreSQL; " +
				"set archive_mode and archive_command of yours")
		}
		if what.uses() {
			if err := hasShop(ctx, g.Database); err != nil {
				return nil, err
			}
		}
		return &installation{url: g.Database}, nil
	}
	if what != recovering {
		if err := backup.Pending(filepath.Join(g.Data, recoveryName)); err != nil {
			return nil, err
		}
	}
	note := filepath.Join(g.Data, noteName)
	if what != starting && what != recovering {
		if url, err := os.ReadFile(note); err == nil && answers(ctx, strings.TrimSpace(string(url))) {
			running := strings.TrimSpace(string(url))
			return &installation{url: running, log: noted(filepath.Join(g.Data, logNoteName))}, migrations.Check(ctx, running)
		}
	}
	if what.uses() {
		if err := g.hasInstallation(); err != nil {
			return nil, err
		}
		if what == joining {
			return nil, fault.Invalidf("No server is running on %s. Start tradelog serve first, or use --once.", g.Data)
		}
	} else if err := os.MkdirAll(g.Data, 0o755); err != nil {
		return nil, g.explain(fmt.Errorf("the data directory cannot be made: %w", err))
	}
	walArchive, err := g.walArchive(what)
	if err != nil {
		return nil, g.explain(err)
	}
	server, err := privatepg.Start(ctx, privatepg.Options{Dir: filepath.Join(g.Data, clusterName), Logger: slog.New(slog.DiscardHandler),
		Progress: progress, WALArchive: walArchive})
	if err != nil {
		return nil, g.explain(err)
	}
	started := &installation{url: server.URL(), private: server, note: note}
	if err := migrations.Check(ctx, started.url); err != nil {
		return nil, errors.Join(err, started.close())
	}
	return started, nil
}

// explain adds the remedy to the error of a data directory that this user may not use.
func (g *Globals) explain(err error) error {
	if !errors.Is(err, fs.ErrPermission) || privatepg.Advice(err) != "" {
		return err
	}
	dir := g.Data
	if absolute, err := filepath.Abs(g.Data); err == nil {
		dir = absolute
	}
	return fault.Forbiddenf("The data directory %s cannot be used by user %s: %v.\nGive it to that user (sudo chown -R %s %s), "+
		"or choose another one with --data (TRADELOG_DATA).", g.Data, account(), err, account(), dir).WithCause(err)
}

// walArchiveName is the file in the data directory that names the archive of the private database's write-ahead log.
const walArchiveName = "wal-archive"

// walArchive returns the directory that the private database archives its write-ahead log to, empty for none. The server's flag is
// remembered: a command that starts the database meanwhile would otherwise leave a gap in the archive.
func (g *Globals) walArchive(what purpose) (dir string, err error) {
	note := filepath.Join(g.Data, walArchiveName)
	if g.WALArchive == "" {
		if what == starting {
			if err := os.Remove(note); !errors.Is(err, fs.ErrNotExist) {
				return "", err
			}
			return "", nil
		}
		text, err := os.ReadFile(note)
		if errors.Is(err, fs.ErrNotExist) {
			return "", nil
		}
		return strings.TrimSpace(string(text)), err
	}
	if dir, err = filepath.Abs(g.WALArchive); err != nil || what != starting {
		return dir, err
	}
	return dir, os.WriteFile(note, []byte(dir+"\n"), 0o600)
}

// clusterName is the directory of the private database within a data directory.
const clusterName = "postgres"

// hasShop refuses a database without a shop, so that a mistyped name creates none.
func hasShop(ctx context.Context, url string) error {
	found, err := migrations.Applied(ctx, url)
	if err == nil {
		err = migrations.Check(ctx, url)
	}
	if err == nil && !found {
		return fault.NotFoundf("The database holds no shop. tradelog serve makes one in it; " +
			"check --database (TRADELOG_DATABASE_URL) if there should be one.")
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

// announce writes the URLs of the private database and of the event store for other commands.
func (i *installation) announce(eventStore string) error {
	if i.private == nil {
		return nil
	}
	if eventStore != "" {
		if err := os.WriteFile(i.logNote(), []byte(eventStore+"\n"), 0o600); err != nil {
			return err
		}
	}
	return os.WriteFile(i.note, []byte(i.url+"\n"), 0o600)
}

func (i *installation) logNote() string { return filepath.Join(filepath.Dir(i.note), logNoteName) }

// whileUp returns a context that ends when the private database ends.
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

// ended returns the reason why the private database has ended, if it has, else err.
func (i *installation) ended(err error) error {
	if i.private != nil && i.private.Err() != nil {
		return fmt.Errorf("the private database ended: %w", i.private.Err())
	}
	return err
}

// close stops the private database.
func (i *installation) close() error {
	if i.private == nil {
		return nil
	}
	_ = os.Remove(i.note)
	_ = os.Remove(i.logNote())
	stopping, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	return i.private.Stop(stopping)
}

// config returns the configuration of the shop. A command that uses a database of the operator makes no master key, because this may
// not be the data directory of the installation.
func (g *Globals) config(place *installation, what purpose) (app.Config, error) {
	keys, err := masterkey.Of(g.Data)
	return app.Config{
		DatabaseURL: place.url, EventStoreURL: cmp.Or(g.EventStore, place.log), JWTSecret: g.JWTSecret, Logger: g.logger(), Version: Version,
		RateLimitsOff: os.Getenv("TRADELOG_RATE_LIMITS") == "off",
		MediaURL:      g.Media, MediaDir: filepath.Join(g.Data, "media"), PictureMemory: g.Pictures << 20,
		MailDir: filepath.Join(g.Data, "mail"), WitnessDir: g.Data, LedgerDir: filepath.Join(g.Data, "keys"), SMTPPassword: g.SMTPPassword,
		MasterKeys: keys, MakesMasterKey: !what.uses() || g.Database == "",
	}, g.explain(err)
}

// with opens the shop for a command, runs it and closes everything again.
func (g *Globals) with(ctx context.Context, run func(ctx context.Context, a *app.App) error) error {
	return g.within(ctx, using, run)
}

// effect waits until a change has taken effect on every instance. err is the error of the change itself, which is returned.
func effect(ctx context.Context, a *app.App, err error) error {
	if err != nil {
		return err
	}
	return a.TakeEffect(ctx)
}

// within opens the shop as with does, for commands that may create it.
func (g *Globals) within(ctx context.Context, what purpose, run func(ctx context.Context, a *app.App) error) error {
	return g.withOpened(ctx, what, func(ctx context.Context, a *app.App) error {
		if err := a.Join(ctx); err != nil {
			return err
		}
		return run(ctx, a)
	})
}

// withOpened opens the shop as within does, for commands that join it themselves.
func (g *Globals) withOpened(ctx context.Context, what purpose, run func(ctx context.Context, a *app.App) error) (err error) {
	go collectLess(ctx)
	place, err := g.open(ctx, what, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, place.close()) }()
	config, err := g.config(place, what)
	if err != nil {
		return err
	}
	if g.LogLevel == "info" {
		// commands print their own messages
		config.Logger = slog.New(slog.NewTextHandler(g.err.stream, &slog.HandlerOptions{Level: slog.LevelWarn}))
	}
	config.MaxConnections = 4
	a, err := app.Open(ctx, config)
	if err != nil {
		return err
	}
	defer a.Close()
	return run(asOperator(ctx), a)
}

// asOperator returns a context in which commands are attributed to the operating system user.
func asOperator(ctx context.Context) context.Context {
	actor := eventstore.Actor{Kind: "operator", Name: operator()}
	return commands.WithRequest(ctx, &commands.Request{Actor: actor, Client: client()})
}
