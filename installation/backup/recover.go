package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/adapters/objects"
	"tradelog/internal/privatepg"
)

// Recovery brings a private PostgreSQL to a moment. It copies a base and replays the archived write-ahead log. The result replaces the
// cluster when it is known to be the wanted one. Until then nothing else changes. A file notes its progress, so that a repeated call goes
// on after any interruption.
//
//	copy      the base is copied into a directory of its own
//	replay    the log is replayed there up to the target, where the replay pauses, and the end of the event log is checked
//	promote   the copy is opened for writes. An interruption leaves a state that PostgreSQL may take further: it begins again with copy
//	verify    the event log is verified
//	install   the copy takes the place of the cluster, which is kept beside it
//	finish    the caller rebuilds what derives from the log, and ends the recovery with Done
//
// PostgreSQL can only aim at the end of a transaction. A position is found in a first pass, to the end of the archive, which tells the
// transaction that stored it. The second pass ends with that one.
type Recovery struct {
	Target  Target
	Base    string // a copy that CreateBase has made
	Archive string // of the write-ahead log
	Dir     string // of the private PostgreSQL
	Note    string // the file
	// Verify checks the event log in a database, and returns its end.
	Verify   func(ctx context.Context, databaseURL string) (End, error)
	Progress func(string)
	Now      func() time.Time

	state state
	held  *privatepg.HeldDir
}

// End is the end of a log: its last position, and the seal there.
type End struct {
	LogID    string `json:"logId"`
	Position int64  `json:"position"`
	Seal     string `json:"seal"` // hexadecimal
}

// state is the content of the note.
type state struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	To      string `json:"to"`
	Base    string `json:"base"`
	Archive string `json:"archive"`
	Step    string `json:"step"`
	XID     string `json:"xid,omitempty"`  // the transaction to end with, found in the first pass
	Seen    int64  `json:"seen,omitempty"` // the end of the log in the archive, found there, too
	End     End    `json:"end"`            // the end of the recovered log
	Home    string `json:"home"`           // the directory of the cluster
	Aside   string `json:"aside"`          // the name that the replaced cluster gets there
}

const (
	recoveryFormat                                  = "tradelog recovery"
	stepCopy, stepReplay, stepPromote               = "copy", "replay", "promote"
	stepVerify, stepInstall, stepFinish             = "verify", "install", "finish"
	recoveryDir, pendingWAL, asidePrefix, asideTime = "recovery", "wal", "data.before-", "20060102T150405"
)

// errPending means that a recovery has replaced the database and was not finished.
var errPending = errors.New("a recovery was not finished")

// Pending returns errPending while only the repeated recovery may use the database.
func Pending(note string) error {
	s, err := readState(note)
	if err != nil || s.Step != stepInstall && s.Step != stepFinish {
		return err
	}
	return fmt.Errorf("%w. Repeat it: tradelog backup recover --to %s --base %s --wal-archive %s with the same --data", errPending, s.To,
		s.Base, s.Archive)
}

// readState reads a note; the zero state if there is none.
func readState(note string) (s state, err error) {
	text, err := os.ReadFile(note)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return s, nil
	}
	if err == nil && (json.Unmarshal(text, &s) != nil || s.Format != recoveryFormat || s.Version != version) {
		err = fmt.Errorf("%s cannot be read by this version of tradelog", note)
	}
	return s, err
}

func (r *Recovery) save() error {
	text, err := json.MarshalIndent(r.state, "", "  ")
	if err != nil {
		return err
	}
	return objects.WriteFile(r.Note, append(text, '\n'))
}

// to goes to another step.
func (r *Recovery) to(step string) error {
	r.state.Step = step
	return r.save()
}

// Recovered is the result of a recovery so far.
type Recovered struct {
	End  End
	Seen int64  // end of the log before the recovery; 0 if unknown
	Kept string // directory of the cluster that was replaced; empty if there was none
}

// Run carries out all steps but the last. The caller carries out that one and calls Done.
func (r *Recovery) Run(ctx context.Context) (done Recovered, err error) {
	if err := r.begin(); err != nil {
		return done, err
	}
	if r.state.Step != stepFinish {
		if r.held, err = privatepg.Hold(ctx, privatepg.Options{Dir: r.Dir, Progress: r.Progress}); err != nil {
			return done, err
		}
		defer r.held.Release()
		if err := r.sameCluster(); err != nil {
			return done, err
		}
	}
	for r.state.Step != stepFinish {
		if err := r.step(ctx); err != nil {
			return done, err
		}
	}
	done = Recovered{End: r.state.End, Seen: r.state.Seen}
	if kept := filepath.Join(r.state.Home, r.state.Aside); exists(kept) {
		done.Kept = kept
	}
	return done, nil
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// Done ends the recovery.
func (r *Recovery) Done() error {
	if err := os.Remove(r.Note); err != nil {
		return err
	}
	return objects.SyncDir(filepath.Dir(r.Note))
}

// begin reads the note of an interrupted recovery, or starts one.
func (r *Recovery) begin() (err error) {
	if r.Target.Time.After(r.Now()) {
		return fmt.Errorf("%s is in the future", r.Target)
	}
	want := state{Format: recoveryFormat, Version: version, To: r.Target.String(), Base: r.Base, Archive: r.Archive, Step: stepCopy,
		Aside: asidePrefix + r.Now().UTC().Format(asideTime)}
	if r.state, err = readState(r.Note); err != nil {
		return err
	}
	same := r.state.To == want.To && r.state.Base == want.Base && r.state.Archive == want.Archive
	switch {
	case same && r.state.Step == stepPromote: // the promotion may have ended anywhere
		r.Progress("Begins again, because it was interrupted while the copy was opened for writes.")
		return r.to(stepCopy)
	case same:
		return nil
	case r.state.Step == stepInstall || r.state.Step == stepFinish:
		return Pending(r.Note)
	}
	r.state = want
	if _, err := os.Stat(r.Archive); err != nil {
		return fmt.Errorf("the archive of the write-ahead log: %w", err)
	}
	if _, err := readBaseManifest(r.Base); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(r.Note), 0o755); err != nil { // not before: a refusal leaves no directory
		return fmt.Errorf("the data directory cannot be made: %w", err)
	}
	return r.save()
}

// sameCluster refuses a base of another cluster than the one it shall replace.
func (r *Recovery) sameCluster() error {
	there, err := privatepg.SystemID(r.held.DataDir())
	if errors.Is(err, fs.ErrNotExist) {
		return nil // a new machine, or the clusters are being exchanged
	}
	if err != nil {
		return err
	}
	base, err := privatepg.SystemID(r.Base)
	if err == nil && base != there {
		err = fmt.Errorf("the base %s is of another cluster than the one in %s; recover it into a directory without one (--data)", r.Base,
			r.held.DataDir())
	}
	return err
}

func (r *Recovery) scratch() string { return filepath.Join(r.held.Home(), recoveryDir) }

func (r *Recovery) step(ctx context.Context) error {
	switch r.state.Step {
	case stepCopy:
		return r.copy(ctx)
	case stepReplay:
		return r.replay(ctx)
	case stepVerify:
		return r.verify(ctx)
	case stepInstall:
		return r.install(ctx)
	}
	return fmt.Errorf("%s names the step %q, which this version of tradelog does not know", r.Note, r.state.Step)
}

// copy prepares a copy of the base.
func (r *Recovery) copy(ctx context.Context) error {
	r.Progress("Copying the base, and checking it.")
	r.state.Home = r.held.Home()
	if err := privatepg.Remove(ctx, r.scratch()); err != nil {
		return err
	}
	if err := os.Mkdir(r.scratch(), 0o711); err != nil {
		return err
	}
	if err := copyBase(ctx, r.Base, privatepg.ClusterDir(r.scratch())); err != nil {
		return err
	}
	if err := privatepg.PrepareRecovery(r.scratch()); err != nil {
		return err
	}
	return r.to(stepReplay)
}

// replay replays the log in the copy, and opens it for writes if it ends where it should.
func (r *Recovery) replay(ctx context.Context) error {
	survey := r.Target.Position > 0 && r.state.XID == ""
	recovery := r.recovery()
	if recovery.Target == "" {
		if err := r.to(stepPromote); err != nil { // it promotes itself
			return err
		}
	}
	if survey {
		r.Progress("Looking for the position in the archived write-ahead log.")
	} else {
		r.Progress("Replaying the archived write-ahead log.")
	}
	server, err := r.start(ctx, recovery)
	switch {
	case errors.Is(err, privatepg.ErrTargetNotReached):
		return r.notReached(err)
	case errors.Is(err, privatepg.ErrTargetTooEarly):
		return fmt.Errorf("the base was made after %s; take an older one: %w", r.Target, err)
	case err != nil:
		return err
	}
	defer server.Kill() // nothing, if it was stopped
	if recovery.Target != "" {
		r.Progress("Checking where the event log ends.")
		if err := r.checkEnd(ctx, server.URL()); err != nil {
			return err
		}
		if err := r.to(stepPromote); err != nil {
			return err
		}
		r.Progress("Opening the copy for writes.")
		if err := server.Promote(ctx); err != nil {
			return err
		}
	}
	if err := withConnection(ctx, server.AdminURL(), func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, `CHECKPOINT`)
		return err
	}); err != nil {
		return err
	}
	next := stepVerify
	if recovery.Target == "" {
		if next, err = r.examineEnd(ctx, server, survey); err != nil {
			return err
		}
	}
	if err := server.Stop(ctx); err != nil {
		return err
	}
	return r.to(next)
}

// start starts a server on the copy. The files that it archives are kept apart until the copy is known to be the wanted one.
func (r *Recovery) start(ctx context.Context, recovery *privatepg.Recovery) (*privatepg.Server, error) {
	return privatepg.Start(ctx, privatepg.Options{Dir: r.scratch(), WALArchive: filepath.Join(r.scratch(), pendingWAL), Recovery: recovery})
}

func (r *Recovery) recovery() *privatepg.Recovery {
	// Files that were not archived yet may be in the cluster that is replaced.
	recovery := &privatepg.Recovery{From: []string{r.Archive, filepath.Join(r.held.DataDir(), "pg_wal")}}
	switch {
	case r.state.XID != "":
		recovery.Target, recovery.Value = "recovery_target_xid", r.state.XID
	case !r.Target.Time.IsZero():
		recovery.Target, recovery.Value = "recovery_target_time", r.Target.Time.Format("2006-01-02 15:04:05.999999-07")
	}
	return recovery
}

func (r *Recovery) notReached(err error) error {
	if r.state.XID != "" {
		return fmt.Errorf("position %s was stored before the base was made; take an older base: %w", r.Target, err)
	}
	return fmt.Errorf("nothing in the archived write-ahead log is later than %s, so it cannot be told whether something is missing; "+
		"--to %s recovers all there is: %w", r.Target, latest, err)
}

// verify checks the event log, and that it ends where the replay has left it.
func (r *Recovery) verify(ctx context.Context) error {
	r.Progress("Verifying the event log.")
	server, err := r.start(ctx, nil)
	if err != nil {
		return err
	}
	defer server.Kill()
	end, err := r.Verify(ctx, server.URL())
	if err != nil {
		return err
	}
	if end != r.state.End {
		return fmt.Errorf("the recovered log ends at position %d, and it was replayed to position %d", end.Position, r.state.End.Position)
	}
	if err := server.Stop(ctx); err != nil {
		return err
	}
	return r.to(stepInstall)
}

// install puts the copy in the place of the cluster. The files that the copy has archived are added to the archive, which continues with
// its timeline.
func (r *Recovery) install(ctx context.Context) error {
	r.Progress("Putting the recovered database in its place.")
	pending := filepath.Join(r.scratch(), pendingWAL)
	files, err := os.ReadDir(pending)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // nothing was archived, or this is done
		return err
	}
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".part") || strings.HasPrefix(f.Name(), ".") {
			continue
		}
		if err := archiveFile(filepath.Join(pending, f.Name()), filepath.Join(r.Archive, f.Name())); err != nil {
			return err
		}
	}
	if err := objects.SyncDir(r.Archive); err != nil {
		return err
	}
	if err := r.held.Exchange(r.scratch(), r.state.Aside); err != nil {
		return err
	}
	if err := privatepg.Remove(ctx, r.scratch()); err != nil {
		return err
	}
	return r.to(stepFinish)
}
