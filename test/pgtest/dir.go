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

// Private starts a server for one test. It has the settings of production and is on disk, so committed data survives Kill. To start it
// again, pass its Dir to privatepg.Start, and stop that server before the test ends.
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

// Dir returns a directory for a private server, removed when the test ends. Unlike t.TempDir, the account that runs the server can reach it
// if root runs the test. It has a new cluster already, which saves a second. To test the first start, use privatepg.TempDir.
func Dir(t testing.TB) string {
	t.Helper()
	return testDir(t, memory()).path
}

func testDir(t testing.TB, base string) *dir {
	t.Helper()
	d, err := newDir(t.Context(), base)
	return removed(t, d, err)
}

// removed removes a new directory when the test ends.
func removed(t testing.TB, d *dir, err error) *dir {
	t.Helper()
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

// memory returns a directory in memory for a cluster, or "" if there is too little memory or TMPDIR is set. The package documentation says
// why.
func memory() string {
	const path, enough = "/dev/shm", 1 << 30
	var st syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(path, &st) != nil || uint64(st.Bavail)*uint64(st.Bsize) < enough {
		return ""
	}
	return path
}

// dir is a temporary directory that is removed at the latest when this process ends.
type dir struct {
	path   string
	alive  io.Closer // this end of a pipe
	reaper *exec.Cmd // waits at the other end
	cached string    // the archive that the cluster was unpacked from, or ""
}

// The reaper waits for the end of its input. A stopping server may still create files, so it tries several times.
const reap = `cat >/dev/null
tries=0
until rm -rf -- "$1" 2>/dev/null || [ "$tries" -ge 100 ]; do
	tries=$((tries + 1))
	sleep 0.1
done
[ ! -e "$1" ]`

func newDir(ctx context.Context, base string) (*dir, error) {
	d, err := emptyDir(base)
	if err != nil {
		return nil, err
	}
	if err := d.fill(ctx); err != nil {
		_ = d.remove()
		return nil, err
	}
	return d, nil
}

// emptyDir makes a directory without a cluster.
func emptyDir(base string) (*dir, error) {
	path, err := privatepg.TempDir(base, "tradelog-pgtest-")
	if err != nil {
		return nil, err
	}
	d := &dir{path: path, reaper: exec.Command("/bin/sh", "-c", reap, "sh", path)}
	d.reaper.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C must not end the reaper
	d.reaper.Dir = "/"
	if d.alive, err = d.reaper.StdinPipe(); err != nil {
		return nil, err
	}
	if err := d.reaper.Start(); err != nil {
		return nil, err
	}
	return d, nil
}

// remove lets the reaper remove the directory and waits for it.
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
		// The archive may be damaged. Without it the server starts with initdb.
		if cleared := d.distrust(); cleared != nil {
			return nil, err
		}
		return privatepg.Start(ctx, options)
	}
	return srv, err
}
