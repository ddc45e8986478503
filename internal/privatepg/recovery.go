package privatepg

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/internal/wait"
)

// Recovery replays archived write-ahead log into a copy of a cluster, which PrepareRecovery has marked. The mark is removed when the server
// is promoted. Until then a start that repeats an interrupted one replays up to the same target.
//
// With a target, Start returns when the replay has paused there: the database can be read, and Promote opens it for writes. Without
// one, the server promotes itself at the end of the log, and Start returns after that.
type Recovery struct {
	// From are directories with files of the log, in the order of their search.
	From []string
	// Target is the name of the setting for the target, such as recovery_target_time; empty for the end of the log.
	Target, Value string
}

// The refusals of targets: the log ends before the target, or the target is before the end of the copy of the cluster.
var (
	ErrTargetNotReached = errors.New("the write-ahead log ends before the target of the recovery")
	ErrTargetTooEarly   = errors.New("the target of the recovery is before the copy of the cluster was complete")
)

// pausedError refuses a cluster whose recovery has paused, so that it accepts no writes.
type pausedError struct{ Dir string }

// Error describes the fault that was found.
func (e *pausedError) Error() string {
	return fmt.Sprintf("the database in %s is in recovery, which has paused: nothing can be written", e.Dir)
}

// Advice returns the remedy.
func (e *pausedError) Advice() string {
	return "Recover with tradelog backup recover, or set recovery_target_action = 'promote' in postgresql.auto.conf there."
}

const (
	recoverySignal = "recovery.signal"
	standbySignal  = "standby.signal"
	fromVariable   = "TRADELOG_WAL_FROM_"
)

func (r *Recovery) pauses() bool { return r != nil && r.Target != "" }

// settings adds the settings of the recovery. They are passed to the server alone, so that none stays in the cluster.
func (r *Recovery) settings(others map[string]string) map[string]string {
	all := maps.Clone(others)
	if all == nil {
		all = map[string]string{}
	}
	var command strings.Builder
	for i := range r.From {
		fmt.Fprintf(&command, `f="$%s%d/%%f"; if test -f "$f"; then exec cp "$f" "%%p"; fi; `, fromVariable, i)
	}
	all["restore_command"] = command.String() + "exit 1"
	all["hot_standby"], all["recovery_target_timeline"] = "on", "latest"
	if r.Target != "" {
		all[r.Target], all["recovery_target_action"], all["recovery_target_inclusive"] = r.Value, "pause", "on"
	}
	return all
}

func (r *Recovery) environment() (env []string) {
	if r == nil {
		return nil
	}
	for i, dir := range r.From {
		env = append(env, fromVariable+strconv.Itoa(i)+"="+dir)
	}
	return env
}

// PrepareRecovery marks the copy of a cluster in a directory that was made for a server of its own. Start recovers it.
func PrepareRecovery(dir string) error {
	return os.WriteFile(filepath.Join(dir, dataName, recoverySignal), nil, 0o600)
}

// ClusterDir returns the directory for the copy of a cluster, below the directory of a private server.
func ClusterDir(dir string) string { return filepath.Join(dir, dataName) }

// exitReason returns why the server has ended, or nil while it runs.
func (s *Server) exitReason() error {
	select {
	case <-s.done:
	default:
		return nil
	}
	err := s.Err()
	if failed, ok := errors.AsType[*failedError](err); ok {
		switch {
		case strings.Contains(failed.Output, "recovery ended before configured recovery target was reached"):
			return fmt.Errorf("%w: %w", ErrTargetNotReached, err)
		case strings.Contains(failed.Output, "requested recovery stop point is before consistent recovery point"):
			return fmt.Errorf("%w: %w", ErrTargetTooEarly, err)
		}
	}
	if err == nil {
		err = errors.New("PostgreSQL was stopped")
	}
	return err
}

// settleRecovery waits for the end of a recovery. A server that recovers says that it is ready when it can be read. If it is stopped in its
// promotion, the next start goes on with the write-ahead log that it finds. The log may go past the target.
func (s *Server) settleRecovery(ctx context.Context, o *Options) error {
	if !s.recovers {
		return nil
	}
	const patience = 100 // refused connections in a row: ten seconds
	said, refused := false, 0
	for {
		recovers, paused, err := s.recovery(ctx)
		if gone := s.exitReason(); gone != nil {
			return gone
		}
		refused++
		if err == nil {
			refused = 0
		}
		switch {
		case err != nil && (ctx.Err() != nil || refused == patience):
			return err
		case err != nil: // clients are cut off when the recovery fails or ends
			wait.Until(ctx, 90*time.Millisecond, s.done)
		case !recovers:
			return nil
		case paused && o.Recovery.pauses():
			return nil
		case paused && o.Recovery == nil:
			return &pausedError{Dir: s.DataDir()}
		}
		if !said {
			o.Progress("PostgreSQL recovers. Waiting until it accepts writes.")
			said = true
		}
		if wait.Until(ctx, 10*time.Millisecond, s.done); ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
}

// recovery asks whether the server recovers, and whether it has paused.
func (s *Server) recovery(ctx context.Context) (recovers, paused bool, err error) {
	conn, err := pgx.Connect(ctx, s.AdminURL())
	if err != nil {
		return false, false, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = conn.QueryRow(ctx, `SELECT pg_is_in_recovery()`).Scan(&recovers)
	if err == nil && recovers { // the state can be asked for only then
		err = conn.QueryRow(ctx, `SELECT pg_get_wal_replay_pause_state() = 'paused'`).Scan(&paused)
	}
	return recovers, paused, err
}

// signalled reports whether the cluster is marked as one that recovers.
func (s *site) signalled() bool {
	for _, name := range []string{recoverySignal, standbySignal} {
		if _, err := s.base.Lstat(filepath.Join(dataName, name)); err == nil {
			return true
		}
	}
	return false
}

// Promote opens a server whose recovery has paused for writes, and returns when the recovered state is final.
func (s *Server) Promote(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, s.AdminURL())
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, `SELECT pg_promote(false)`); err != nil {
		return err
	}
	for recovers := true; recovers; {
		if wait.Until(ctx, 10*time.Millisecond, s.done); ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := s.exitReason(); err != nil {
			return err
		}
		if err := conn.QueryRow(ctx, `SELECT pg_is_in_recovery()`).Scan(&recovers); err != nil {
			return err
		}
	}
	return s.ensureDatabase(ctx)
}

// HeldDir is the directory of a server, held so that no server runs there meanwhile.
type HeldDir struct{ site *site }

// Hold holds the directory of Options. It fails with *inUseError while a server runs there.
func Hold(ctx context.Context, options Options) (*HeldDir, error) {
	o := options.withDefaults()
	s, err := openSite(ctx, &o)
	if err != nil {
		return nil, err
	}
	if err := s.clearStalePID(); err != nil {
		s.close()
		return nil, err
	}
	return &HeldDir{s}, nil
}

// Release lets servers run in the directory again.
func (p *HeldDir) Release() { p.site.close() }

// Home returns the directory that holds the cluster: its own, unless the server's account cannot reach it.
func (p *HeldDir) Home() string { return p.site.home }

// DataDir returns the directory of the cluster, which may not exist.
func (p *HeldDir) DataDir() string { return p.site.data() }

// Exchange puts the cluster of another directory below Home in the place of this one, which is renamed to aside. After an interruption at
// any moment, a repeated call completes it.
func (p *HeldDir) Exchange(dir, aside string) error {
	base := p.site.base
	from, err := filepath.Rel(p.site.home, filepath.Join(dir, dataName))
	if err != nil {
		return err
	}
	there := func(name string) bool {
		_, err := base.Lstat(name)
		return !errors.Is(err, fs.ErrNotExist)
	}
	if !there(from) {
		if !there(dataName) {
			return fmt.Errorf("neither %s nor %s is there", filepath.Join(dir, dataName), p.site.data())
		}
		return nil // it was done
	}
	if there(dataName) {
		if there(aside) {
			return fmt.Errorf("%s: %w", filepath.Join(p.site.home, aside), fs.ErrExist)
		}
		if err := base.Rename(dataName, aside); err != nil {
			return err
		}
	}
	if err := base.Rename(from, dataName); err != nil {
		return err
	}
	return syncDir(base)
}

// Remove removes a directory that was made for a server, after the last process of that server has ended. The directory may be incomplete
// or missing.
func Remove(ctx context.Context, dir string) error {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer root.Close()
	held, err := acquire(ctx, root)
	if err != nil {
		return err
	}
	defer held.release()
	return os.RemoveAll(dir)
}

// SystemID returns the number of a cluster, which copies of it share. The number is in the first 8 bytes of the control file.
func SystemID(dataDir string) (uint64, error) {
	f, err := os.Open(filepath.Join(dataDir, "global", "pg_control"))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	var id uint64
	return id, binary.Read(f, binary.NativeEndian, &id)
}

// SwitchPoint returns the point at which a cluster left the timeline before its own: the position in the write-ahead log, and the
// timeline's number.
func SwitchPoint(dataDir string, timeline int) (lsn uint64, from int, err error) {
	b, err := os.ReadFile(filepath.Join(dataDir, "pg_wal", fmt.Sprintf("%08X.history", timeline)))
	if err != nil {
		return 0, 0, err
	}
	lines := bytes.Split(bytes.TrimSpace(b), []byte("\n"))
	var high, low uint32
	if _, err := fmt.Sscanf(string(lines[len(lines)-1]), "%d\t%X/%X", &from, &high, &low); err != nil {
		return 0, 0, fmt.Errorf("the history of timeline %d cannot be read: %w", timeline, err)
	}
	return uint64(high)<<32 | uint64(low), from, nil
}
