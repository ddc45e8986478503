package privatepg

import (
	"errors"
	"fmt"
	"strings"
)

// Advice returns what a person can do about an error of this package, as one or more lines, or "".
func Advice(err error) string {
	var a interface{ Advice() string }
	if errors.As(err, &a) {
		return a.Advice()
	}
	return ""
}

const adviceOwnServer = "Or use a server of yours: --database postgres://user@host/name, or TRADELOG_DATABASE_URL."

// notFoundError reports that no usable server binaries were found.
type notFoundError struct {
	Searched []string   // where we looked
	TooOld   []Binaries // found, but older than minMajor
}

func (e *notFoundError) Error() string {
	msg := fmt.Sprintf("no PostgreSQL server binaries of version %d or later found; looked in %s",
		minMajor, strings.Join(e.Searched, ", "))
	if len(e.TooOld) > 0 {
		msg += "; too old: " + list(e.TooOld)
	}
	return msg
}

func (e *notFoundError) Advice() string {
	return "Install them with `make setup` (it runs scripts/postgres.sh), or from a package: postgresql on Debian, Ubuntu,\n" +
		"Alpine and Arch, postgresql-server on Fedora and RHEL.\n" +
		"If they are somewhere else, set PG_BIN to the directory that holds initdb and postgres.\n" + adviceOwnServer
}

// versionError reports a cluster that none of the binaries found can open.
type versionError struct {
	DataDir string
	Want    int        // the major version that made the cluster
	Found   []Binaries // found instead
	Set     string     // name of the variable or option that chose the binaries, if one did
}

func (e *versionError) Error() string {
	found := list(e.Found)
	if e.Set != "" {
		found = e.Set + " names " + found
	} else if found == "" {
		found = "none was found"
	} else {
		found = "found only " + found
	}
	return fmt.Sprintf("the data in %s was made by PostgreSQL %d and needs server binaries of that version; %s",
		e.DataDir, e.Want, found)
}

func (e *versionError) Advice() string {
	return fmt.Sprintf("Install PostgreSQL %d (package postgresql-%d on Debian), or set PG_BIN to its bin directory.\n"+
		"To change to a newer version, convert the data with pg_upgrade, or restore a dump into a new directory (--data).\n",
		e.Want, e.Want) + adviceOwnServer
}

// inUseError reports that another running program uses the directory.
type inUseError struct {
	Dir     string
	PID     int  // 0 if it could not be learnt
	Foreign bool // it is a PostgreSQL server that was not started by this package
}

func (e *inUseError) Error() string {
	if e.Foreign {
		return fmt.Sprintf("a PostgreSQL server (process %d) that tradelog did not start runs on %s", e.PID, e.Dir)
	}
	who := "another tradelog"
	if e.PID > 0 {
		who += fmt.Sprintf(" (process %d)", e.PID)
	}
	return fmt.Sprintf("%s uses the data directory %s", who, e.Dir)
}

func (e *inUseError) Advice() string {
	if e.PID == 0 {
		return "Its process cannot be seen from here: it may run in another container, or be ending still.\n" +
			"Stop it, or use another directory with --data."
	}
	if e.Foreign {
		return fmt.Sprintf("Stop it (kill -INT %d), or use another directory with --data.", e.PID)
	}
	return fmt.Sprintf("Stop it (kill %d), or use another directory with --data.\n"+
		"To run several instances on one database, give all of them the same --database.", e.PID)
}

// unreachableError reports a path that the account of the server cannot reach.
type unreachableError struct {
	Path     string
	Obstacle string // the directory, or the file, that keeps the account out
	Account  string
	Instead  error // why another directory could not be used either; nil if that was not tried
}

func (e *unreachableError) Error() string {
	msg := fmt.Sprintf("user %s, who runs PostgreSQL, cannot reach %s: %s does not let others through",
		e.Account, e.Path, e.Obstacle)
	if e.Instead != nil {
		msg += fmt.Sprintf(" (and no other place could be used: %v)", e.Instead)
	}
	return msg
}

func (e *unreachableError) Unwrap() error { return e.Instead }

func (e *unreachableError) Advice() string {
	return fmt.Sprintf("PostgreSQL does not run as root, so its directories must be open to user %s.\n"+
		"Let others pass through (chmod o+x %s), or move to another place (--data, PG_BIN).\n", e.Account, e.Obstacle) + adviceOwnServer
}

// accountError reports that there is no account to run the server.
type accountError struct {
	UID int // of this process
	Err error
}

func (e *accountError) Error() string {
	if e.UID == 0 {
		return "PostgreSQL does not run as root, and none of the users postgres, nobody and daemon can be used instead: " + e.Err.Error()
	}
	return fmt.Sprintf("user ID %d has no entry in the user database (/etc/passwd), and PostgreSQL cannot create a cluster "+
		"without one", e.UID)
}

func (e *accountError) Unwrap() error { return e.Err }

func (e *accountError) Advice() string {
	if e.UID == 0 {
		return "Create a user (useradd --system postgres), or run tradelog as an ordinary user.\n" + adviceOwnServer
	}
	return "Run as a user that has an entry, or add one for this ID.\n" + adviceOwnServer
}

// ownerError reports that something in the directory belongs to another user.
type ownerError struct {
	Path    string
	Owner   string
	Account string // who we are
}

func (e *ownerError) Error() string {
	return fmt.Sprintf("%s belongs to user %s and cannot be used by user %s", e.Path, e.Owner, e.Account)
}

func (e *ownerError) Advice() string {
	return fmt.Sprintf("Run as user %s or as root, give it away (sudo chown -R %s %s), or use another directory with --data.\n",
		e.Owner, e.Account, e.Path) + adviceOwnServer
}

// movedError reports a directory whose note names a cluster that it cannot use.
type movedError struct {
	Dir, Home string
	Owner     string // the directory the cluster belongs to; "" if the cluster is gone
}

func (e *movedError) Error() string {
	if e.Owner == "" {
		return fmt.Sprintf("the database of %s was kept in %s, which is gone", e.Dir, e.Home)
	}
	return fmt.Sprintf("%s is a copy of %s, whose database is kept in %s and was not copied with it", e.Dir, e.Owner, e.Home)
}

func (e *movedError) Advice() string {
	return fmt.Sprintf("To begin with an empty database delete %s/%s.\n"+
		"To keep the data, put a copy of the old cluster in %s/data first, and delete that file then.", e.Dir, noteFile, e.Dir)
}

// failedError reports that initdb or postgres failed. Output is the end of its messages.
type failedError struct {
	Program string
	Err     error
	Output  string
	LogFile string // "" if there is none
}

func (e *failedError) Error() string {
	msg := fmt.Sprintf("%s failed: %v", e.Program, e.Err)
	if e.Output != "" {
		msg += ": " + e.Output
	}
	return msg
}

func (e *failedError) Unwrap() error { return e.Err }

func (e *failedError) Advice() string {
	if e.LogFile == "" {
		return adviceOwnServer
	}
	return "More may be in " + e.LogFile + ".\n" + adviceOwnServer
}

func list(all []Binaries) string {
	var s []string
	for _, b := range all {
		s = append(s, b.String())
	}
	return strings.Join(s, ", ")
}
