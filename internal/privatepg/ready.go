package privatepg

import (
	"context"
	"encoding/binary"
	"errors"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

const pidFile = dataName + "/postmaster.pid"

// postmaster is the content of postmaster.pid: the process in its first line, the state in its eighth.
type postmaster struct {
	pid   int
	ready bool
}

func (s *site) postmaster() postmaster {
	b, err := s.base.ReadFile(pidFile)
	if err != nil {
		return postmaster{}
	}
	lines := strings.Split(string(b), "\n")
	pid, _ := strconv.Atoi(strings.TrimSpace(lines[0]))
	return postmaster{pid: pid, ready: len(lines) > 7 && strings.TrimSpace(lines[7]) == "ready"}
}

// clearStalePID removes the pid file of a server that was killed if it would be in the way. PostgreSQL deals with such a file, except if a
// process of the same account has that number by now. Then it takes that process for the old server and refuses. In a container this is
// common: numbers start over with each run, so it may be a thread of ours. If the first process collects no children, the old server is
// still in the table as a zombie. As we hold the lock no server of ours runs; anyone else's has the data directory as its working
// directory, and that is *inUseError.
func (s *site) clearStalePID() error {
	pid := s.postmaster().pid
	if pid <= 0 {
		return nil
	}
	switch dir, err := workingDir(pid); {
	case zombie(pid):
	case err != nil:
		return nil // gone, or not visible to this process: PostgreSQL decides
	case dir == s.data():
		return &inUseError{Dir: dir, PID: pid, Foreign: true}
	}
	return s.base.Remove(pidFile)
}

// clean reports whether the server was shut down cleanly, so that it need not recover. The state is in the control file, after a system
// identifier of 8 bytes and two version numbers of 4. 1 and 2 mean shut down. The result is only used for messages.
func (s *site) clean() bool {
	b, err := s.base.ReadFile(dataName + "/global/pg_control")
	if err != nil || len(b) < 20 {
		return true
	}
	state := binary.NativeEndian.Uint32(b[16:])
	return state == 1 || state == 2
}

// ensureDatabase creates the role and the database of the program if they are missing. Every start checks, because an earlier one
// may have been interrupted.
func (s *Server) ensureDatabase(ctx context.Context) (err error) {
	conn, err := pgx.Connect(ctx, s.AdminURL())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()

	var role, database bool
	err = conn.QueryRow(ctx, `select exists (select from pg_roles where rolname = $1),
		exists (select from pg_database where datname = $2)`, Role, databaseName).Scan(&role, &database)
	if err == nil && !role {
		_, err = conn.Exec(ctx, "create role "+Role+" login")
	}
	if err == nil && !database {
		_, err = conn.Exec(ctx, "create database "+databaseName+" owner "+Role)
	}
	return err
}
