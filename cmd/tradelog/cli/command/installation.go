package command

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
	"tradelog/installation"
	"tradelog/installation/backup"
	"tradelog/installation/migrations"
	"tradelog/internal/privatepg"
)

// Installation is an opened database: an operator's, a running server's private one, or a private one started by this command.
type Installation struct {
	URL     string
	Private *privatepg.Server
	note    string // file with the URL of a running server's database
	log     string // URL of the event store of a running server; empty if its log is in the database
}

// noteName is the file in the data directory with the URL of the running private database. It holds no secret: file permissions protect the
// socket.
const noteName = "database.url"

// logNoteName is the file in the data directory with the URL of the running server's event store. The URL may contain a password, and the
// directory has the keys as well.
const logNoteName = "event-store.url"

// readNote returns the text of a file that a running server writes; empty if there is none.
func readNote(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// Purpose says whether a command needs, creates or serves an installation.
type Purpose int

const (
	// Using requires an installation and joins a running server.
	Using Purpose = iota
	// Joining requires a running server, unless the database is the operator's. A command that runs for long must not hold the private
	// database that the server is about to start.
	Joining
	// Filling creates an installation if there is none and joins a running server.
	Filling
	// Starting is the purpose of the server itself.
	Starting
	// Recovering is the purpose of the command that completes the recovery of an installation. No other command may use the installation until
	// then.
	Recovering
)

// uses reports whether there must be an installation.
func (p Purpose) uses() bool { return p == Using || p == Joining || p == Recovering }

// RecoveryName is the file in the data directory that notes how far the recovery of the private database has come.
const RecoveryName = "recovery.json"

// Open finds or starts the database.
func (g *Globals) Open(ctx context.Context, what Purpose, progress func(string)) (*Installation, error) {
	if err := (app.Config{EventLog: app.EventLog{StoreURL: g.EventStore}}).Check(); err != nil {
		return nil, err // nothing was started yet
	}
	if g.Database != "" {
		if g.WALArchive != "" && what == Starting {
			return nil, fault.Invalidf("--wal-archive (TRADELOG_WAL_ARCHIVE) is for the private PostgreSQL; " +
				"set archive_mode and archive_command of yours")
		}
		if what.uses() {
			if err := requireShop(ctx, g.Database); err != nil {
				return nil, err
			}
		}
		return &Installation{URL: g.Database}, nil
	}
	if what != Recovering {
		if err := backup.Pending(filepath.Join(g.Data, RecoveryName)); err != nil {
			return nil, err
		}
	}
	note := filepath.Join(g.Data, noteName)
	if what != Starting && what != Recovering {
		if url, err := os.ReadFile(note); err == nil && accepts(ctx, strings.TrimSpace(string(url))) {
			running := strings.TrimSpace(string(url))
			return &Installation{URL: running, log: readNote(filepath.Join(g.Data, logNoteName))}, migrations.Check(ctx, running)
		}
	}
	if what.uses() {
		if err := g.requireInstallation(); err != nil {
			return nil, err
		}
		if what == Joining {
			return nil, fault.Invalidf("No server is running on %s. Start tradelog serve first, or use --once.", g.Data)
		}
	} else if err := g.makeData(ctx); err != nil {
		return nil, g.Explain(err)
	}
	walArchive, err := g.WalArchive(what)
	if err != nil {
		return nil, g.Explain(err)
	}
	server, err := privatepg.Start(ctx, privatepg.Options{Dir: filepath.Join(g.Data, ClusterName), Logger: slog.New(slog.DiscardHandler),
		Progress: progress, WALArchive: walArchive})
	if err != nil {
		return nil, g.Explain(err)
	}
	started := &Installation{URL: server.URL(), Private: server, note: note}
	if err := migrations.Check(ctx, started.URL); err != nil {
		return nil, errors.Join(err, started.Close())
	}
	return started, nil
}

// makeData makes the data directory if there is none. It fails first if master keys cannot be read.
func (g *Globals) makeData(ctx context.Context) error {
	if g.dataExists() {
		return nil
	}
	keys, err := installation.MasterKeys(g.Data)
	if err == nil {
		_, err = keys.Keys(ctx)
	}
	if err != nil {
		return err
	}
	if err := os.MkdirAll(g.Data, 0o755); err != nil {
		return fmt.Errorf("the data directory cannot be made: %w", err)
	}
	return nil
}

func (g *Globals) dataExists() bool {
	_, err := os.Stat(g.Data)
	return !errors.Is(err, fs.ErrNotExist)
}

// Explain adds the remedy to the error of a data directory that this user may not use.
func (g *Globals) Explain(err error) error {
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

// WalArchive returns the directory to which the private database archives its write-ahead log, empty for none. The server's flag is
// remembered. Otherwise a command that starts the database would leave a gap in the archive.
func (g *Globals) WalArchive(what Purpose) (dir string, err error) {
	note := filepath.Join(g.Data, walArchiveName)
	if g.WALArchive == "" {
		if what == Starting {
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
	if dir, err = filepath.Abs(g.WALArchive); err != nil || what != Starting {
		return dir, err
	}
	return dir, os.WriteFile(note, []byte(dir+"\n"), 0o600)
}

// ClusterName is the directory of the private database within a data directory.
const ClusterName = "postgres"

// requireShop refuses a database without a shop, so that a mistyped name creates none.
func requireShop(ctx context.Context, url string) error {
	found, err := migrations.Applied(ctx, url)
	if err == nil {
		err = migrations.Check(ctx, url)
	}
	if err == nil && !found {
		return fault.NotFoundf("The database holds no shop. tradelog serve makes one in it; " +
			"check --database (TRADELOG_DATABASE_URL) if there should be one.")
	}
	return installation.ExplainConnection(err)
}

// accepts tells whether a database accepts a connection.
func accepts(ctx context.Context, url string) bool {
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

// Announce writes the URLs of the private database and of the event store for other commands.
func (i *Installation) Announce(eventStore string) error {
	if i.Private == nil {
		return nil
	}
	if eventStore != "" {
		if err := os.WriteFile(i.logNote(), []byte(eventStore+"\n"), 0o600); err != nil {
			return err
		}
	}
	return os.WriteFile(i.note, []byte(i.URL+"\n"), 0o600)
}

func (i *Installation) logNote() string { return filepath.Join(filepath.Dir(i.note), logNoteName) }

// WhileUp returns a context that ends when the private database ends.
func (i *Installation) WhileUp(ctx context.Context) (context.Context, func()) {
	ctx, stop := context.WithCancel(ctx)
	if i.Private != nil {
		go func() {
			select {
			case <-i.Private.Done():
				stop()
			case <-ctx.Done():
			}
		}()
	}
	return ctx, stop
}

// Ended returns the reason why the private database has ended, if it has, else err.
func (i *Installation) Ended(err error) error {
	if i.Private != nil && i.Private.Err() != nil {
		return fmt.Errorf("the private database ended: %w", i.Private.Err())
	}
	return err
}

// Close stops the private database.
func (i *Installation) Close() error {
	if i.Private == nil {
		return nil
	}
	_ = os.Remove(i.note)
	_ = os.Remove(i.logNote())
	stopping, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	return i.Private.Stop(stopping)
}

// Config returns the configuration of the shop. The data directory may not belong to the operator's database. So a command that uses such a
// database makes no master key, and notes the end of the log only in an existing directory.
func (g *Globals) Config(opened *Installation, what Purpose) (app.Config, error) {
	keys, err := installation.MasterKeys(g.Data)
	witnesses := g.Data
	if what.uses() && g.Database != "" && !g.dataExists() {
		witnesses = ""
	}
	config := app.Config{
		Database: app.Database{URL: opened.URL},
		EventLog: app.EventLog{StoreURL: cmp.Or(g.EventStore, opened.log), WitnessDir: witnesses},
		Secrets: app.Secrets{
			TokenKey: g.JWTSecret, SMTPPassword: g.SMTPPassword, LedgerDir: filepath.Join(g.Data, "keys"),
			MasterKeys: keys, MakesMasterKey: !what.uses() || g.Database == "",
		},
		Requests: app.Requests{RateLimitsOff: os.Getenv("TRADELOG_RATE_LIMITS") == "off"},
		Files: app.Files{
			MediaURL: g.Media, MediaDir: filepath.Join(g.Data, "media"), PictureMemory: g.Pictures << 20,
			MailDir: filepath.Join(g.Data, "mail"),
		},
		Logger: g.Logger(), Version: g.Version,
	}
	if g.Add != nil {
		g.Add(&config)
	}
	return config, g.Explain(err)
}

// With opens the shop for a command, runs it and closes everything again.
func (g *Globals) With(ctx context.Context, run func(ctx context.Context, a *app.App) error) error {
	return g.Within(ctx, Using, run)
}

// effect waits until a change has taken effect on every instance. err is the error of the change itself, which is returned.
func effect(ctx context.Context, a *app.App, err error) error {
	if err != nil {
		return err
	}
	return a.TakeEffect(ctx)
}

// Within opens the shop as With does, for commands that may create it.
func (g *Globals) Within(ctx context.Context, what Purpose, run func(ctx context.Context, a *app.App) error) error {
	return g.WithOpened(ctx, what, func(ctx context.Context, a *app.App) error {
		if err := a.Join(ctx); err != nil {
			return err
		}
		return run(ctx, a)
	})
}

// WithOpened opens the shop as Within does, for commands that join it themselves.
func (g *Globals) WithOpened(ctx context.Context, what Purpose, run func(ctx context.Context, a *app.App) error) error {
	go CollectLess(ctx)
	return g.withConfig(ctx, what, func(config app.Config) error {
		if g.LogLevel == "info" {
			config.Logger = g.warningLogger() // commands print their own messages
		}
		config.Database.MaxConnections, config.Outside.OfInstances = 4, true
		a, err := app.Open(ctx, config)
		if err != nil {
			return err
		}
		defer a.Close()
		return run(AsOperator(ctx, g.Version), a)
	})
}

// withConfig opens the installation and calls run with its configuration.
func (g *Globals) withConfig(ctx context.Context, what Purpose, run func(config app.Config) error) (err error) {
	opened, err := g.Open(ctx, what, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	config, err := g.Config(opened, what)
	if err != nil {
		return err
	}
	return run(config)
}

// warningLogger returns a logger for warnings and errors alone.
func (g *Globals) warningLogger() *slog.Logger {
	return slog.New(slog.NewTextHandler(g.Err.Stream, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// AsOperator returns a context in which commands are attributed to the operating system user.
func AsOperator(ctx context.Context, version string) context.Context {
	actor := eventstore.Actor{Kind: "operator", Name: operator()}
	return commands.WithCause(ctx, commands.Cause{Actor: actor, Client: client(version)})
}
