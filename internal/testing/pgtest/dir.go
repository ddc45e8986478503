package pgtest

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"tradelog/internal/privatepg"
)

// Private starts a server for one test alone. Unlike the shared one it has the settings of production, so what it
// confirmed survives Kill; and it is on disk, so that what takes time in production takes it here. To start it once more after it has ended, pass its Dir to privatepg.Start; whoever does that
// stops the new server before the test ends.
func Private(t testing.TB) *privatepg.Server {
	t.Helper()
	d := testDir(t, "")
	srv, err := d.start(t.Context(), nil)
	if err != nil {
		t.Fatalf("pgtest: %v\n%s", err, privatepg.Advice(err))
	}
	t.Cleanup(srv.Kill)
	return srv
}

// Dir returns a directory for a private server, removed when the test ends. Unlike t.TempDir it can be reached by the
// account which runs the server if the test is run by root. A new cluster is in it already, so that the first start
// does not take a second; use privatepg.TempDir if that start is what is tested.
func Dir(t testing.TB) string {
	t.Helper()
	return testDir(t, memory()).path
}

func testDir(t testing.TB, base string) *dir {
	t.Helper()
	d, err := newDir(t.Context(), base)
	if err != nil {
		t.Fatalf("pgtest: %v\n%s", err, privatepg.Advice(err))
	}
	t.Cleanup(func() {
		if err := d.remove(); err != nil {
			t.Errorf("pgtest: %v", err)
		}
	})
	return d
}

// memory returns a file system in memory to put a cluster on, or "" for the usual place: a container's share of memory
// may be too small, and whoever sets TMPDIR has decided. Package docs say why.
func memory() string {
	const place, enough = "/dev/shm", 1 << 30
	var st syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(place, &st) != nil || uint64(st.Bavail)*uint64(st.Bsize) < enough {
		return ""
	}
	return place
}

// dir is a temporary directory that is removed at the latest when this process has ended.
type dir struct {
	path   string
	alive  io.Closer // our end of a pipe
	reaper *exec.Cmd // waits at the other
	cached string    // the archive that the cluster in it is from, if it is from one
}

// The reaper waits for its input to end. The server may be ending at that moment, so files may be made while it removes
// others: it tries again.
const reap = `cat >/dev/null
tries=0
until rm -rf -- "$1" 2>/dev/null || [ "$tries" -ge 100 ]; do
	tries=$((tries + 1))
	sleep 0.1
done
[ ! -e "$1" ]`

func newDir(ctx context.Context, base string) (*dir, error) {
	path, err := privatepg.TempDir(base, "tradelog-pgtest-")
	if err != nil {
		return nil, err
	}
	d := &dir{path: path, reaper: exec.Command("/bin/sh", "-c", reap, "sh", path)}
	d.reaper.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C is not for it
	d.reaper.Dir = "/"
	if d.alive, err = d.reaper.StdinPipe(); err != nil {
		return nil, err
	}
	if err := d.reaper.Start(); err != nil {
		return nil, err
	}
	if err := d.fill(ctx); err != nil {
		_ = d.remove()
		return nil, err
	}
	return d, nil
}

// remove lets the reaper do its work, and waits for it.
func (d *dir) remove() error {
	_ = d.alive.Close()
	if err := d.reaper.Wait(); err != nil {
		return fmt.Errorf("remove %s: %w", d.path, err)
	}
	return nil
}

func (d *dir) start(ctx context.Context, settings map[string]string) (*privatepg.Server, error) {
	options := privatepg.Options{Dir: d.path, Settings: settings}
	srv, err := privatepg.Start(ctx, options)
	if err != nil && d.cached != "" && ctx.Err() == nil {
		// An archive may have been damaged: by a full disk, by a power cut. Without it there is still initdb.
		if cleared := d.distrust(); cleared != nil {
			return nil, err
		}
		return privatepg.Start(ctx, options)
	}
	return srv, err
}
