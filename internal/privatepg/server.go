package privatepg

import (
	"log/slog"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// Options of Start.
type Options struct {
	// Dir holds the cluster and its files. The directory is created if it does not exist.
	Dir string

	// StateDir holds clusters whose Dir the server's account cannot reach. Default: /var/lib/tradelog.
	StateDir string

	// Binaries to use; the zero value means those that Find returns.
	Binaries Binaries

	// Settings of the server, in addition to or instead of the defaults. Settings that make the server private cannot be changed.
	Settings map[string]string

	// WALArchive is a directory that the server archives its write-ahead log to, an absolute path; empty for none. The directory is made if it
	// does not exist. The server's account must be able to write there.
	WALArchive string

	// Recovery replays archived write-ahead log into the cluster, which is a copy that was prepared by PrepareRecovery.
	Recovery *Recovery

	// Standby leaves a cluster that is marked as a replica one: it follows its primary and takes no writes. Otherwise a start waits until
	// the server is promoted.
	Standby bool

	// Logger logs that the server started, stopped or died. The server's own messages are in LogFile.
	Logger *slog.Logger

	// Progress is called by Start, on its goroutine, with sentences for a person who waits.
	Progress func(string)
}

func (o Options) withDefaults() Options {
	if o.StateDir == "" {
		o.StateDir = "/var/lib/tradelog"
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
	return o
}

// Server is a running PostgreSQL server. All methods may be called at any time and from any goroutine.
type Server struct {
	site      *site
	binaries  Binaries
	socketDir string
	log       *os.File
	cmd       *exec.Cmd
	logger    *slog.Logger
	recovers  bool // the cluster was marked as one that recovers

	mu            sync.Mutex
	stopRequested bool // Stop or Kill was called; does not change after the end
	killed        bool
	ended         bool
	err           error // how it ended

	done chan struct{}
}

// Done returns a channel that is closed when the server has ended, for whatever reason, and everything it held has been released.
func (s *Server) Done() <-chan struct{} { return s.done }

// Err returns nil while the server runs and after it was stopped. If it ended by itself, Err returns a *failedError.
func (s *Server) Err() error {
	select {
	case <-s.done:
	default:
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopRequested {
		return nil
	}
	return s.err
}

// Role is the role of the program in its database. The role is no superuser.
const Role = "tradelog"

const databaseName = "tradelog"

// URL returns the URL of the program's database, for pgx and libpq. Its role owns the database but is no superuser. It stays the same
// after a restart, unless the socket is in a temporary directory.
func (s *Server) URL() string { return s.url(Role, databaseName) }

// AdminURL returns the URL of the superuser for the database postgres.
func (s *Server) AdminURL() string { return s.url(superuser, "postgres") }

// AdminOf returns the AdminURL of the server that has this URL.
func AdminOf(databaseURL string) (string, error) {
	u, err := url.Parse(databaseURL)
	if err != nil {
		return "", err
	}
	u.User, u.Path = url.User(superuser), "/postgres"
	return u.String(), nil
}

func (s *Server) url(user, database string) string {
	// All values are explicit, so that variables such as PGPORT have no effect.
	query := url.Values{"host": {s.socketDir}, "port": {"5432"}, "sslmode": {"disable"}}
	u := url.URL{
		Scheme: "postgres", User: url.User(user), Path: "/" + database,
		RawQuery: strings.ReplaceAll(query.Encode(), "+", "%20"), // to libpq a plus is a plus
	}
	return u.String()
}

// Dir returns the directory the server was started for, as an absolute path without symbolic links.
func (s *Server) Dir() string { return s.site.dir }

// DataDir returns the directory of the cluster. The directory is below Dir unless the server's account cannot reach that.
func (s *Server) DataDir() string { return s.site.data() }

// LogFile returns the file of the server's messages.
func (s *Server) LogFile() string { return filepath.Join(s.site.dir, logName) }

// PID returns the postmaster's process ID.
func (s *Server) PID() int { return s.cmd.Process.Pid }

// Binaries returns the binaries of the server.
func (s *Server) Binaries() Binaries { return s.binaries }
