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

// Options say what Start is to start.
type Options struct {
	// Dir holds the cluster and all that belongs to it. It is created if it does not exist.
	Dir string

	// StateDir is where root keeps the clusters whose Dir the server's account cannot reach. Default: /var/lib/tradelog.
	StateDir string

	// Binaries to use; the zero value means those that Find returns.
	Binaries Binaries

	// Settings of the server, besides or instead of our defaults. Those that make the server private cannot be set.
	Settings map[string]string

	// Logger hears that the server started, stopped or died. What the server itself has to say is in LogFile.
	Logger *slog.Logger

	// Progress is told what is being done, in sentences for a person who waits. It is called by Start, from Start's
	// own goroutine.
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

	mu       sync.Mutex
	wanted   bool // that it ends; does not change any more once it has
	abruptly bool
	ended    bool
	err      error // how it ended

	done chan struct{}
}

// Done is closed when the server has ended, for whatever reason, and everything it held has been released.
func (s *Server) Done() <-chan struct{} { return s.done }

// Err is nil while the server runs and after it was stopped. If it ended by itself, it is a *FailedError.
func (s *Server) Err() error {
	select {
	case <-s.done:
	default:
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.wanted {
		return nil
	}
	return s.err
}

// Role is who the program is in its database. It is an ordinary role.
const Role = "tradelog"

const databaseName = "tradelog"

// URL is where the program's database is: for pgx, and for anything that uses libpq. Its role owns the database but is no
// superuser. It stays the same when the server is started again, unless the socket had to be put into a temporary directory.
func (s *Server) URL() string { return s.url(Role, databaseName) }

// AdminURL is for the superuser, in the database postgres.
func (s *Server) AdminURL() string { return s.url(superuser, "postgres") }

func (s *Server) url(user, database string) string {
	// Everything is spelt out, so that PGPORT and the like in the environment do not lead a client elsewhere.
	query := url.Values{"host": {s.socketDir}, "port": {"5432"}, "sslmode": {"disable"}}
	u := url.URL{
		Scheme: "postgres", User: url.User(user), Path: "/" + database,
		RawQuery: strings.ReplaceAll(query.Encode(), "+", "%20"), // to libpq a plus is a plus
	}
	return u.String()
}

// Dir is the directory the server was started for, as an absolute path without symbolic links.
func (s *Server) Dir() string { return s.site.dir }

// DataDir is where the cluster is. It is below Dir unless the server's account cannot reach that.
func (s *Server) DataDir() string { return s.site.data() }

// LogFile is what the server writes its messages to.
func (s *Server) LogFile() string { return filepath.Join(s.site.dir, logName) }

// PID is the postmaster's process ID.
func (s *Server) PID() int { return s.cmd.Process.Pid }

// Binaries are those the server runs.
func (s *Server) Binaries() Binaries { return s.binaries }
