//go:build linux

package privatepg

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func ownerOf(t *testing.T, path string) uint32 {
	t.Helper()
	fi, err := os.Stat(path)
	fatal(t, err)
	return fi.Sys().(*syscall.Stat_t).Uid
}

// A directory that only root may enter, such as /root.
func TestRootsOwnDirectory(t *testing.T) {
	t.Parallel()
	needRoot(t)
	closed := tempDir(t)
	fatal(t, os.Chmod(closed, 0o700))
	state := tempDir(t)
	dir := filepath.Join(closed, "shop", "data")
	var said []string
	o := Options{Dir: dir, StateDir: filepath.Join(state, "lib"), Settings: quick, Progress: func(s string) { said = append(said, s) }}

	srv := start1(t, o)
	query(t, srv.URL(), "create table kept (n int)")
	if !strings.HasPrefix(srv.DataDir(), state) || srv.Dir() != dir {
		t.Errorf("the cluster is in %s, Dir is %s", srv.DataDir(), srv.Dir())
	}
	wantText(t, strings.Join(said, "\n"), "is kept in "+filepath.Dir(srv.DataDir()), closed)
	note, err := os.ReadFile(filepath.Join(dir, noteFile))
	fatal(t, err)
	wantText(t, string(note), filepath.Dir(srv.DataDir()), "user ", closed)
	if !exists(t, filepath.Join(dir, logName)) {
		t.Error("the log is not in the directory")
	}
	_, err = Start(t.Context(), o)
	if _, ok := errors.AsType[*inUseError](err); !ok {
		t.Errorf("a second instance: %v", err)
	}
	stop(t, srv)

	t.Log("a copy does not get the original's cluster")
	copied := filepath.Join(closed, "copy")
	fatal(t, exec.Command("cp", "-a", dir, copied).Run())
	_, err = Start(t.Context(), Options{Dir: copied, StateDir: o.StateDir, Settings: quick})
	if _, ok := errors.AsType[*movedError](err); !ok {
		t.Fatalf("a copy: %v", err)
	}
	wantText(t, err.Error(), copied, dir)
	wantText(t, Advice(err), noteFile)

	t.Log("a directory that was moved keeps it")
	moved := filepath.Join(closed, "moved")
	fatal(t, os.Rename(dir, moved))
	srv = start1(t, Options{Dir: moved, StateDir: o.StateDir, Settings: quick})
	query(t, srv.URL(), "select n::text from kept")
	stop(t, srv)
	fatal(t, os.Rename(moved, dir))
	srv = start1(t, o)
	query(t, srv.URL(), "select n::text from kept")
	stop(t, srv)

	t.Log("a directory that was deleted begins anew, and what was there is set aside")
	fatal(t, os.RemoveAll(dir))
	said = nil
	srv = start1(t, o)
	if got := query(t, srv.URL(), "select count(*)::text from pg_tables where tablename = 'kept'"); got != "0" {
		t.Error("the old cluster came back")
	}
	wantText(t, strings.Join(said, "\n"), "data.before-")
	home := filepath.Dir(srv.DataDir())
	stop(t, srv)
	old, err := filepath.Glob(filepath.Join(home, "data.before-*/PG_VERSION"))
	fatal(t, err)
	if len(old) != 1 {
		t.Errorf("set aside: %q", old)
	}

	t.Log("a cluster that is gone is not replaced by an empty one")
	fatal(t, os.RemoveAll(home))
	_, err = Start(t.Context(), o)
	if _, ok := errors.AsType[*movedError](err); !ok {
		t.Fatalf("a cluster that is gone: %v", err)
	}
	wantText(t, err.Error(), dir, home, "gone")
}

func TestNoPlaceForTheCluster(t *testing.T) {
	t.Parallel()
	needRoot(t)
	closed := tempDir(t)
	fatal(t, os.Chmod(closed, 0o700))
	_, err := Start(t.Context(), Options{Dir: filepath.Join(closed, "a"), StateDir: filepath.Join(closed, "b")})
	u, ok := errors.AsType[*unreachableError](err)
	if !ok {
		t.Fatalf("got %v", err)
	}
	if u.Obstacle != closed {
		t.Errorf("the obstacle is %s", u.Obstacle)
	}
	wantText(t, Advice(err), "chmod o+x "+closed, "--data", "--database")
}

func TestClusterBecomesUnreachable(t *testing.T) {
	t.Parallel()
	needRoot(t)
	dir := tempDir(t)
	stop(t, start1(t, Options{Dir: dir}))
	fatal(t, os.Chmod(dir, 0o700))
	_, err := Start(t.Context(), Options{Dir: dir, Settings: quick})
	if u, ok := errors.AsType[*unreachableError](err); !ok || u.Obstacle != dir {
		t.Fatalf("got %v", err)
	}
}

func TestBinariesAreUnreachable(t *testing.T) {
	t.Parallel()
	needRoot(t)
	bin := fake(t, filepath.Join(t.TempDir(), "bin"), "16.1") // t.TempDir is root's alone
	_, err := Start(t.Context(), Options{Dir: tempDir(t), Binaries: Binaries{Dir: bin, Major: 16}})
	if u, ok := errors.AsType[*unreachableError](err); !ok || !strings.HasPrefix(bin, u.Obstacle) {
		t.Fatalf("got %v", err)
	}
}

func TestRootGivesAwayOnlyWhatItMust(t *testing.T) {
	t.Parallel()
	needRoot(t)
	dir := tempDir(t)
	srv := start1(t, Options{Dir: dir})
	for name, root := range map[string]bool{"": true, lockName: true, logName: true, dataName: false, socketName: false} {
		if got := ownerOf(t, filepath.Join(dir, name)); (got == 0) != root {
			t.Errorf("%q belongs to user %d", name, got)
		}
	}
	stop(t, srv)

	t.Log("chown -R root, as people do when something does not work")
	fatal(t, filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(path, 0, 0))
	}))
	srv = start1(t, Options{Dir: dir})
	stop(t, srv)

	p := startProgram(t, dir, nobody)
	if p.Kind != "*privatepg.ownerError" {
		t.Fatalf("nobody in root's directory: %+v", p.report)
	}
	wantText(t, p.Error, dir, "root", "nobody")
	wantText(t, p.Advice, "--data")
}

// A cluster keeps its owner: root can start it, and afterwards the owner can again.
func TestRootStartsAnothersCluster(t *testing.T) {
	t.Parallel()
	needRoot(t)
	dir := tempDir(t)
	fatal(t, os.Chown(dir, int(nobody.Uid), int(nobody.Gid)))
	for round, who := range []*syscall.Credential{nobody, nil, nobody} {
		p := startProgram(t, dir, who)
		if p.Error != "" {
			t.Fatalf("round %d: %s", round, p.Error)
		}
		query(t, p.URL, "create table if not exists kept (n int)")
		p.finish(t)
		if got := ownerOf(t, filepath.Join(dir, dataName)); got != nobody.Uid {
			t.Errorf("round %d: data belongs to user %d", round, got)
		}
	}
}

func TestUserWithoutEntry(t *testing.T) {
	t.Parallel()
	needRoot(t)
	const uid = 4242
	dir := tempDir(t)
	fatal(t, os.Chown(dir, uid, uid))
	p := startProgram(t, dir, &syscall.Credential{Uid: uid, Gid: uid})
	if p.Kind != "*privatepg.accountError" {
		t.Fatalf("got %+v", p.report)
	}
	wantText(t, p.Error, "4242", "/etc/passwd")
	wantText(t, p.Advice, "--database postgres://")
}

func TestLinksLeadNowhere(t *testing.T) {
	t.Parallel()
	dir, victim := tempDir(t), filepath.Join(tempDir(t), "victim")
	fatal(t, os.WriteFile(victim, []byte("precious"), 0o600))
	fatal(t, os.Symlink(victim, filepath.Join(dir, lockName)))
	if srv, err := Start(context.Background(), Options{Dir: dir, Settings: quick}); err == nil {
		srv.Kill()
		t.Error("it followed a link out of the directory")
	}
	b, err := os.ReadFile(victim)
	fatal(t, err)
	if string(b) != "precious" {
		t.Errorf("the file the link led to holds %q", b)
	}
}
