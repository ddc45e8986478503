package clienttest

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// Program is how a program of a library is run.
type Program struct {
	Dir     string   // working directory
	Command []string // the program and its arguments
	Env     []string // in addition to those of Shop.Env
}

// With returns the program with more arguments.
func (p Program) With(args ...string) Program {
	p.Command = append(p.Command[:len(p.Command):len(p.Command)], args...)
	return p
}

// Process is a program of a library, running.
type Process struct {
	t     testing.TB
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines *bufio.Reader
	out   *os.File // read by lines

	killed bool
	rest   []string // its output before it was killed, as far as it was not read
}

// Begin starts a program on a shop, which prints lines. It ends with the test.
func (s *Shop) Begin(t testing.TB, p Program) *Process {
	t.Helper()
	running := &Process{t: t, cmd: exec.Command(p.Command[0], p.Command[1:]...)}
	running.cmd.Dir, running.cmd.Env, running.cmd.Stderr = p.Dir, s.Env(p.Env...), t.Output()
	var err error
	if running.in, err = running.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := running.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := running.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	running.out, running.lines = out.(*os.File), bufio.NewReader(out)
	t.Cleanup(running.Kill)
	return running
}

// Line returns the next line that the program prints. ok is false if it has ended.
func (p *Process) Line() (line string, ok bool) {
	if p.killed {
		if len(p.rest) == 0 {
			return "", false
		}
		line, p.rest = p.rest[0], p.rest[1:]
		return line, true
	}
	line, err := p.lines.ReadString('\n')
	return strings.TrimSuffix(line, "\n"), err == nil
}

// patience bounds the time in which Kill waits for the end of a program's output, in case a child of it lives on.
const patience = 10 * time.Second

// Kill ends the program as a power cut would. Line still returns its complete earlier lines.
func (p *Process) Kill() {
	if p.killed {
		return
	}
	_ = p.cmd.Process.Kill()
	_ = p.out.SetReadDeadline(time.Now().Add(patience))
	for line, ok := p.Line(); ok; line, ok = p.Line() {
		p.rest = append(p.rest, line)
	}
	p.killed = true
	_ = p.cmd.Wait()
}

// Complete runs a program on a shop, such as an example, and returns its output. The program must succeed.
func (s *Shop) Complete(t testing.TB, p Program) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), p.Command[0], p.Command[1:]...)
	cmd.Dir, cmd.Env, cmd.Stderr = p.Dir, s.Env(p.Env...), t.Output()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", p.Command, err, out)
	}
	return string(out)
}
