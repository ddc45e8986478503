// Package backup makes backups of a shop's database with PostgreSQL's own programs, and restores them into empty databases.
package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/adapters/objects"
	"tradelog/internal/privatepg"
)

// Manifest describes a backup. The manifest is in a file beside the dump.
type Manifest struct {
	Format     string    `json:"format"`
	Version    int       `json:"version"`
	LogID      string    `json:"logId"`
	Position   int64     `json:"position"` // end of the log in the backup
	Seal       string    `json:"seal"`     // of the event there, hexadecimal
	Whole      bool      `json:"whole"`    // read models are in it, too
	Program    string    `json:"program"`  // version of tradelog
	PostgreSQL int       `json:"postgresql"`
	Time       time.Time `json:"time"`
	Bytes      int64     `json:"bytes"`  // of the dump
	SHA256     string    `json:"sha256"` // of the dump, hexadecimal
	// Archive is the URL of the archive with the contents of the events up to Dropped. A restore needs it. Archive is empty if the dump has
	// all contents.
	Archive string `json:"archive,omitempty"`
	Dropped int64  `json:"dropped,omitempty"`
}

const (
	format       = "tradelog backup"
	version      = 1
	dumpName     = "database.dump"
	manifestName = "manifest.json"
)

// excludeRemade lists the options of pg_dump that leave out the tables which a server makes again at its start. These are read models and
// their checkpoints, tables of a rebuild and for a rollback, snapshots. They also leave out the stored answers of idempotency keys. All
// these tables have personal data in plain.
var excludeRemade = []string{"--exclude-table-data=read.*", "--exclude-schema=shadow_*", "--exclude-schema=old_*",
	"--exclude-table-data=public.projection_checkpoints", "--exclude-table-data=public.snapshots",
	"--exclude-table-data=public.idempotency_keys"}

// errDamaged means that the backup is incomplete or was changed.
var errDamaged = errors.New("the backup is damaged")

// errNotEmpty means that the target of a restore has tables already.
var errNotEmpty = errors.New("the target is not empty")

// errNoEvents means that the database has no event log to back up, or that the log is elsewhere.
var errNoEvents = errors.New("the database has no events. If they are in an event store, back that up by its own means, and the database " +
	"before it with pg_dump, so that the log has all that the read models know; docs/eventstoredb.md tells more")

// Create makes a backup of a database in a new directory. The dump and the end of the log in the manifest are of one moment. The shop may
// run meanwhile. With whole the dump also has the tables that a server makes again. program is the version of tradelog. The directory gets
// its name when the backup is complete.
func Create(ctx context.Context, databaseURL, dir string, whole bool, program string, now time.Time) (m Manifest, err error) {
	m = Manifest{Format: format, Version: version, Whole: whole, Program: program, Time: now.UTC().Truncate(time.Second)}
	conn, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		return m, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var snapshot string
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return m, err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	if err := tx.QueryRow(ctx, `SELECT pg_export_snapshot(), log_id::text, position, encode(seal, 'hex'),
		current_setting('server_version_num')::integer / 10000 FROM public.log_head ORDER BY position DESC LIMIT 1`).
		Scan(&snapshot, &m.LogID, &m.Position, &m.Seal, &m.PostgreSQL); err != nil {
		return m, fmt.Errorf("read the head of the log: %w", err)
	}
	if m.Position == 0 {
		return m, errNoEvents
	}
	if err := m.readArchive(ctx, tx); err != nil {
		return m, fmt.Errorf("read where old events are: %w", err)
	}
	err = makeWhole(dir, func(part string) error {
		if err := os.Mkdir(part, 0o700); err != nil {
			return err
		}
		// The comment of an extension could only be restored by its owner.
		args := []string{"--format=custom", "--no-owner", "--no-privileges", "--no-comments", "--snapshot=" + snapshot, "--file",
			filepath.Join(part, dumpName)}
		if !whole {
			args = append(args, excludeRemade...)
		}
		if err := run(ctx, m.PostgreSQL, "pg_dump", databaseURL, args...); err != nil {
			return err
		}
		if m.Bytes, m.SHA256, err = sum(filepath.Join(part, dumpName)); err != nil {
			return err
		}
		text, err := json.MarshalIndent(m, "", "  ")
		if err != nil {
			return err
		}
		return objects.WriteFile(filepath.Join(part, manifestName), append(text, '\n'))
	})
	return m, err
}

// readArchive reads the URL of the archive with the contents of dropped events. The query of a URL is for the program only.
func (m *Manifest) readArchive(ctx context.Context, tx pgx.Tx) error {
	var there bool
	err := tx.QueryRow(ctx, `SELECT to_regclass('public.log_archive') IS NOT NULL`).Scan(&there)
	if err != nil || !there {
		return err
	}
	err = tx.QueryRow(ctx, `SELECT place, dropped FROM public.log_archive WHERE dropped > 0`).Scan(&m.Archive, &m.Dropped)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	m.Archive, _, _ = strings.Cut(m.Archive, "?")
	return err
}

// CreateBase copies the cluster of a private PostgreSQL, which runs, into a new directory. With the archived write-ahead log it can be
// recovered to any moment since. databaseURL is the URL of the privatepg.Server.
func CreateBase(ctx context.Context, databaseURL, dir string) error {
	admin, err := privatepg.AdminOf(databaseURL)
	if err != nil {
		return err
	}
	major, err := serverVersion(ctx, admin)
	if err != nil {
		return err
	}
	return makeWhole(dir, func(part string) error {
		return run(ctx, major, "pg_basebackup", admin, "--pgdata", part, "--checkpoint=fast", "--wal-method=stream")
	})
}

// makeWhole makes a directory under another name and renames it when it is complete. It replaces the remains of an interrupted call.
func makeWhole(dir string, make func(part string) error) error {
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", dir, fs.ErrExist)
	}
	if err := os.MkdirAll(filepath.Dir(filepath.Clean(dir)), 0o755); err != nil {
		return err
	}
	part := filepath.Clean(dir) + ".part"
	if err := os.RemoveAll(part); err != nil {
		return err
	}
	if err := make(part); err != nil {
		return errors.Join(err, os.RemoveAll(part))
	}
	if err := os.Rename(part, dir); err != nil {
		return err
	}
	return objects.SyncDir(filepath.Dir(filepath.Clean(dir)))
}

// Open reads the manifest of a backup and checks its dump.
func Open(dir string) (m Manifest, err error) {
	text, err := os.ReadFile(filepath.Join(dir, manifestName))
	if err != nil {
		return m, fmt.Errorf("there is no backup in %s: %w", dir, err)
	}
	if json.Unmarshal(text, &m) != nil || m.Format != format {
		return m, fmt.Errorf("%w: %s is no manifest of a backup", errDamaged, filepath.Join(dir, manifestName))
	}
	if m.Version != version {
		return m, fmt.Errorf("%w: version %d, this program knows version %d", errDamaged, m.Version, version)
	}
	bytes, digest, err := sum(filepath.Join(dir, dumpName))
	if err != nil {
		return m, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if bytes != m.Bytes || digest != m.SHA256 {
		return m, fmt.Errorf("%w: %s is not the file that the manifest describes", errDamaged, filepath.Join(dir, dumpName))
	}
	return m, nil
}

// Restore brings a backup into a database, all or nothing. It fails with errNotEmpty if the database has tables.
func Restore(ctx context.Context, dir, databaseURL string) error {
	if err := empty(ctx, databaseURL); err != nil {
		return err
	}
	major, err := serverVersion(ctx, databaseURL)
	if err != nil {
		return err
	}
	return run(ctx, major, "pg_restore", databaseURL, "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges",
		filepath.Join(dir, dumpName))
}

// empty refuses a database with tables or sequences. Tables of extensions do not count.
func empty(ctx context.Context, databaseURL string) error {
	return withConnection(ctx, databaseURL, func(conn *pgx.Conn) error {
		var table *string
		err := conn.QueryRow(ctx, `SELECT min(c.oid::regclass::text) FROM pg_class c
			WHERE c.relkind IN ('r', 'p', 'S', 'm', 'v') AND c.relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema')
			AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`).Scan(&table)
		if err == nil && table != nil {
			err = fmt.Errorf("%w: it has %s, for example", errNotEmpty, *table)
		}
		return err
	})
}

func serverVersion(ctx context.Context, databaseURL string) (major int, err error) {
	err = withConnection(ctx, databaseURL, func(conn *pgx.Conn) error {
		return conn.QueryRow(ctx, `SELECT current_setting('server_version_num')::integer / 10000`).Scan(&major)
	})
	return major, err
}

func withConnection(ctx context.Context, databaseURL string, do func(*pgx.Conn) error) error {
	conn, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return do(conn)
}

// run runs a client program of PostgreSQL on a database. The password is passed in the environment, because all users of a machine see
// the arguments of its programs.
func run(ctx context.Context, major int, program, databaseURL string, args ...string) error {
	programs, err := privatepg.FindVersion(ctx, major)
	if err != nil {
		return err
	}
	open, password := withoutPassword(databaseURL)
	cmd := programs.Client(ctx, program, append([]string{"--dbname", open}, args...)...)
	if password != "" {
		cmd.Env = append(cmd.Env, "PGPASSWORD="+password)
	}
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%s: %w\n%s", program, err, strings.TrimSpace(said.String()))
	}
	return nil
}

// passwordWord is a password among keywords and values.
var passwordWord = regexp.MustCompile(`\bpassword\s*=\s*(?:'((?:[^'\\]|\\.)*)'|(\S+))`)

// withoutPassword separates the password from a URL, or from keywords and values.
func withoutPassword(databaseURL string) (open, password string) {
	if config, err := pgx.ParseConfig(databaseURL); err == nil {
		password = config.Password
	}
	u, err := url.Parse(databaseURL)
	if err != nil || !strings.HasPrefix(u.Scheme, "postgres") {
		return passwordWord.ReplaceAllString(databaseURL, ""), password
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	u.RawQuery = strings.ReplaceAll(u.RawQuery, "+", "%2B") // to libpq a plus is a plus
	if query := u.Query(); query.Has("password") {
		query.Del("password")
		u.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20")
	}
	return u.String(), password
}

// sum returns the size and the hash of a file.
func sum(name string) (bytes int64, digest string, err error) {
	file, err := os.Open(name)
	if err != nil {
		return 0, "", err
	}
	defer file.Close()
	hash := sha256.New()
	bytes, err = io.Copy(hash, file)
	return bytes, hex.EncodeToString(hash.Sum(nil)), err
}
