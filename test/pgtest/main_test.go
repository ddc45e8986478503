//go:build linux

package pgtest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"
)

const helperEnv = "TRADELOG_PGTEST_HELPER"

func TestMain(m *testing.M) {
	if os.Getenv(helperEnv) != "" {
		helper()
		return
	}
	Main(m, func() error { return goleak.Find() })
}

// helper is a test binary without a Main. It prints its database and waits.
func helper() {
	h, err := sharedHost()
	if err == nil {
		err = h.create(context.Background(), h.newName("helper"), "template0")
	}
	if err != nil {
		fmt.Println("error:", err)
		return
	}
	fmt.Println(h.run, h.admin)
	_, _ = io.Copy(io.Discard, os.Stdin)
}

type program struct {
	cmd   *exec.Cmd
	said  string
	stdin io.Closer
}

func startProgram(t *testing.T, env ...string) *program {
	t.Helper()
	exe, err := os.Executable()
	must(t, err)
	p := &program{cmd: exec.Command(exe)}
	p.cmd.Env = append(append(os.Environ(), helperEnv+"=1"), env...)
	p.cmd.Stderr = os.Stderr
	stdin, err := p.cmd.StdinPipe()
	must(t, err)
	stdout, err := p.cmd.StdoutPipe()
	must(t, err)
	must(t, p.cmd.Start())
	p.stdin = stdin
	t.Cleanup(func() { p.end(false) })
	line, err := bufio.NewReader(stdout).ReadString('\n')
	must(t, err)
	p.said = strings.TrimSpace(line)
	if strings.HasPrefix(line, "error") {
		t.Fatal(line)
	}
	return p
}

func (p *program) end(abruptly bool) {
	if abruptly {
		_ = p.cmd.Process.Kill()
	}
	_ = p.stdin.Close()
	_ = p.cmd.Wait()
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func query(t testing.TB, url, sql string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer conn.Close(context.Background())
	var out string
	must(t, conn.QueryRow(t.Context(), sql).Scan(&out))
	return out
}

func execute(t testing.TB, url, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer conn.Close(context.Background())
	_, err = conn.Exec(t.Context(), sql)
	must(t, err)
}

// failing is a test that is expected to fail. It records its messages and runs its cleanups at the end.
type failing struct {
	testing.TB
	said     []string
	cleanups []func()
}

func (f *failing) Helper()          {}
func (f *failing) Cleanup(c func()) { f.cleanups = append(f.cleanups, c) }
func (f *failing) Errorf(format string, args ...any) {
	f.said = append(f.said, fmt.Sprintf(format, args...))
}

func (f *failing) Fatalf(format string, args ...any) {
	f.Errorf(format, args...)
	panic(f)
}

// fails runs a test and returns its messages.
func fails(t *testing.T, test func(testing.TB)) (said string) {
	f := &failing{TB: t}
	func() {
		defer func() {
			if r := recover(); r != nil && r != any(f) {
				panic(r)
			}
		}()
		test(f)
	}()
	for i := len(f.cleanups) - 1; i >= 0; i-- {
		f.cleanups[i]()
	}
	return strings.Join(f.said, "\n")
}
