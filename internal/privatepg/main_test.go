//go:build linux

package privatepg

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"tradelog/test/suite"
)

// Some tests need a program that can be killed or that runs as another user. The test binary is that program, too.
const helperEnv = "TRADELOG_PRIVATEPG_HELPER"

func TestMain(m *testing.M) {
	if os.Getenv(helperEnv) != "" {
		os.Exit(helper())
	}
	code := m.Run()
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// report is the one line of JSON that a helper prints once its server runs or has failed to start.
type report struct {
	PID           int // of the postmaster
	URL           string
	Error, Advice string
	Kind          string // type of the error
}

// helper starts a server in the directory that the environment names, says so, and stops when its input ends.
func helper() int {
	srv, err := Start(context.Background(), Options{Dir: os.Getenv(helperEnv), Settings: quick})
	if err != nil {
		_ = json.NewEncoder(os.Stdout).Encode(report{Error: err.Error(), Advice: Advice(err), Kind: fmt.Sprintf("%T", err)})
		return 0
	}
	_ = json.NewEncoder(os.Stdout).Encode(report{PID: srv.PID(), URL: srv.URL()})
	_, _ = io.Copy(io.Discard, os.Stdin)
	if err := srv.Stop(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

type program struct {
	report
	cmd   *exec.Cmd
	stdin io.Closer
}

// startProgram runs a helper, as somebody else if cred is not nil.
func startProgram(t *testing.T, dir string, cred *syscall.Credential) *program {
	t.Helper()
	p := &program{cmd: exec.Command(testBinary(t))}
	p.cmd.Dir = "/"
	p.cmd.Env = append(os.Environ(), helperEnv+"="+dir, "TMPDIR=/tmp")
	p.cmd.Stderr = os.Stderr
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: cred}
	stdin, err := p.cmd.StdinPipe()
	fatal(t, err)
	stdout, err := p.cmd.StdoutPipe()
	fatal(t, err)
	fatal(t, p.cmd.Start())
	p.stdin = stdin
	t.Cleanup(func() {
		_ = p.stdin.Close()
		_ = p.cmd.Wait()
	})
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	fatal(t, err)
	fatal(t, json.Unmarshal(line, &p.report))
	return p
}

func (p *program) finish(t *testing.T) {
	t.Helper()
	fatal(t, p.stdin.Close())
	fatal(t, p.cmd.Wait())
}

// testBinary is this program where anybody may run it; go test builds it in a directory of its own user's.
func testBinary(t *testing.T) string {
	t.Helper()
	exe, err := os.Executable()
	fatal(t, err)
	f, err := os.Open(exe)
	fatal(t, err)
	defer f.Close()
	path := filepath.Join(diskDir(t), "privatepg.test")
	writeProgram(t, path, f)
	return path
}

// writeProgram lets another process do it. If this process opened the file for writing, a child forked at that moment for another test
// would hold it open for an instant. A file that is open for writing cannot be run.
func writeProgram(t *testing.T, path string, content io.Reader) {
	t.Helper()
	cmd := exec.Command("/bin/sh", "-c", `cat >"$1" && chmod 755 "$1"`, "sh", path)
	cmd.Stdin = content
	fatal(t, cmd.Run())
}

// tempDir is t.TempDir, but open to the server's account and with a name short enough for a socket. The directory is in memory if there is
// enough of it: ext4 takes a second for the files of a cluster when as many were deleted a moment ago.
func tempDir(t *testing.T) string {
	t.Helper()
	base := "/dev/shm"
	var st syscall.Statfs_t
	if err := syscall.Statfs(base, &st); err != nil || st.Bavail*uint64(st.Bsize) < 1<<30 {
		base = ""
	}
	return makeTemp(t, base)
}

// diskDir makes a directory for programs. The file system of the other temporary directories may not run any.
func diskDir(t *testing.T) string {
	t.Helper()
	dir := makeTemp(t, "")
	fatal(t, os.Chmod(dir, 0o755))
	return dir
}

func makeTemp(t *testing.T, base string) string {
	t.Helper()
	dir, err := TempDir(base, "pptest-")
	fatal(t, err)
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// quick settings survive the end of the server at any moment, but not the machine's.
var quick = map[string]string{"fsync": "off", "shared_buffers": "16MB"}

func start1(t *testing.T, o Options) *Server {
	t.Helper()
	if o.Settings == nil {
		o.Settings = quick
	}
	srv, err := Start(t.Context(), o)
	fatal(t, err)
	t.Cleanup(srv.Kill)
	return srv
}

func stop(t *testing.T, srv *Server) {
	t.Helper()
	fatal(t, srv.Stop(context.Background()))
}

func query(t *testing.T, url, sql string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	fatal(t, err)
	defer conn.Close(context.Background())
	var out *string
	if err := conn.QueryRow(t.Context(), sql).Scan(&out); err != nil && !errors.Is(err, pgx.ErrNoRows) {
		t.Fatalf("%s: %v", sql, err)
	}
	if out == nil {
		return ""
	}
	return *out
}

func needRoot(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can be somebody else")
	}
}

var nobody = &syscall.Credential{Uid: 65534, Gid: 65534}

func fatal(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%v\n%s", err, Advice(err))
	}
}

func wantText(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%q is missing in:\n%s", p, text)
		}
	}
}

func exists(t *testing.T, path string) bool {
	t.Helper()
	_, err := os.Lstat(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return err == nil
}

// Everything once more as an ordinary user, who owns what he starts and changes into nobody.
func TestAllAsOrdinaryUser(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	needRoot(t)
	home := tempDir(t)
	fatal(t, os.Chown(home, int(nobody.Uid), int(nobody.Gid)))
	cmd := exec.Command(testBinary(t), "-test.v", "-test.timeout=5m", "-test.parallel=2")
	cmd.Dir = home
	cmd.Env = append(os.Environ(), "HOME="+home, "TMPDIR=/tmp", "XDG_CACHE_HOME=")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: nobody, Pdeathsig: syscall.SIGKILL}
	runtime.LockOSThread() // for Pdeathsig
	defer runtime.UnlockOSThread()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	wantText(t, string(out), "--- PASS: TestDataIsKept", "--- PASS: TestProgramKilled", "--- SKIP: TestAllAsOrdinaryUser")
}
