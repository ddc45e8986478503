package serve

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"tradelog/cmd/tradelog/cli/command"
)

// accessFlush is the longest time that a line of the access log waits in memory.
const accessFlush = time.Second

// accessLog is the file of the access log. Lines are collected, because a system call for each would cost more than the request.
type accessLog struct {
	path   string
	logger *slog.Logger // for failures to write

	mu     sync.Mutex
	file   *os.File // nil for standard output
	buffer *bufio.Writer
	failed bool // the last write failed

	stop func()
	done chan struct{}
}

// openAccessLog opens the access log: "off", "-" for standard output, or a file, to which it appends. It returns nil for off. Close it.
func openAccessLog(g *command.Globals, where string) (*accessLog, error) {
	if where == "off" || where == "" {
		return nil, nil
	}
	a := &accessLog{path: where, logger: g.Logger(), done: make(chan struct{})}
	if where == "-" {
		a.buffer = bufio.NewWriterSize(g.Out.Stream, 64<<10)
	} else if err := a.open(); err != nil {
		return nil, fmt.Errorf("the access log cannot be written: %w", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	reopen := make(chan os.Signal, 1)
	if a.file != nil {
		signal.Notify(reopen, syscall.SIGHUP)
	}
	a.stop = func() {
		signal.Stop(reopen)
		stop()
		<-a.done
	}
	go a.run(ctx, reopen)
	return a, nil
}

// log returns the logger of requests, nil for none.
func (a *accessLog) log(g *command.Globals) *slog.Logger {
	if a == nil {
		return nil
	}
	return g.LoggerTo(a, slog.LevelInfo)
}

func (a *accessLog) open() error {
	file, err := os.OpenFile(a.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o640)
	if err != nil {
		return err
	}
	a.file, a.buffer = file, bufio.NewWriterSize(file, 64<<10)
	return nil
}

// run writes the collected lines, and opens the file again on demand, because the file may have been renamed.
func (a *accessLog) run(ctx context.Context, reopen <-chan os.Signal) {
	defer close(a.done)
	tick := time.NewTicker(accessFlush)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			a.flush()
		case <-reopen:
			a.reopen()
		case <-ctx.Done():
			return
		}
	}
}

// Write adds a line. It never fails: requests are answered without a log.
func (a *accessLog) Write(line []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	_, err := a.buffer.Write(line)
	a.note(err)
	return len(line), nil
}

func (a *accessLog) flush() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.note(a.buffer.Flush())
}

// note drops lines that cannot be written and logs the first such failure.
func (a *accessLog) note(err error) {
	if err != nil {
		if !a.failed {
			a.logger.Warn("the access log has lost lines", "error", err)
		}
		var to io.Writer = a.file
		if a.file == nil {
			to = io.Discard
		}
		a.buffer.Reset(to)
	}
	a.failed = err != nil
}

// reopen continues in a new file of the same name. If that cannot be opened, it continues in the old file.
func (a *accessLog) reopen() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.note(a.buffer.Flush())
	old := a.file
	if err := a.open(); err != nil {
		a.logger.Warn("the access log cannot be opened again; the former file is used on", "error", err)
		return
	}
	_ = old.Close()
}

// close writes the rest.
func (a *accessLog) close() {
	if a == nil {
		return
	}
	a.stop()
	a.flush()
	if a.file != nil {
		_ = a.file.Close()
	}
}
