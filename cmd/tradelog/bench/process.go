package bench

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// process is a server process of the suite.
type process struct {
	url   string
	pid   int
	ready time.Duration // time from the start until it answered
	cmd   *exec.Cmd
}

var answersOn = regexp.MustCompile(`answers on (http://\S+)`)

// start runs a program and returns when it has printed the address at which it answers.
func start(ctx context.Context, program string, env []string, args ...string) (*process, error) {
	p := &process{cmd: exec.CommandContext(ctx, program, args...)}
	p.cmd.Env = env
	p.cmd.Cancel = func() error { return p.cmd.Process.Signal(syscall.SIGTERM) }
	p.cmd.WaitDelay = 20 * time.Second
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	var complaints strings.Builder
	p.cmd.Stderr = &complaints
	began := time.Now()
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if m := answersOn.FindStringSubmatch(lines.Text()); m != nil {
			p.url, p.ready, p.pid = m[1], time.Since(began), p.cmd.Process.Pid
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return p, nil
		}
	}
	return nil, fmt.Errorf("%s did not start: %w\n%s", args[0], p.cmd.Wait(), complaints.String())
}

// stop ends it and waits. A second call does nothing.
func (p *process) stop(context.Context) error {
	if p.cmd.ProcessState != nil {
		return nil
	}
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return p.cmd.Wait()
}
