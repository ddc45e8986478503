package privatepg

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"
)

// Stop ends the server with a fast shutdown: clients are cut off, the data is written out. It waits until the server is
// gone, and returns nil if it is gone already. If the context ends first the server is stopped at once, as by Kill,
// and the error says so; nothing is lost by that.
func (s *Server) Stop(ctx context.Context) error {
	s.end(false, syscall.SIGINT)
	select {
	case <-s.done:
	case <-ctx.Done():
		select {
		case <-s.done: // both; the better news counts
		default:
			s.Kill()
			return fmt.Errorf("PostgreSQL was stopped at once, the next start recovers: %w", context.Cause(ctx))
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.wanted {
		return nil // it had ended by itself; Err tells
	}
	return s.err
}

// Kill ends the server at once, as a power cut would, and waits until it is gone. What was confirmed is in the log and
// the next start recovers it.
func (s *Server) Kill() {
	s.end(true, syscall.SIGQUIT)
	last := time.NewTimer(15 * time.Second) // the postmaster itself kills what has not ended after 5
	defer last.Stop()
	select {
	case <-s.done:
	case <-last.C:
		s.end(true, syscall.SIGKILL)
		<-s.done
	}
}

// end asks the server to end, unless it has.
func (s *Server) end(abruptly bool, how syscall.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	s.wanted = true
	s.abruptly = s.abruptly || abruptly
	_ = s.cmd.Process.Signal(how)             // it fails only if the process has just ended
	_ = s.cmd.Process.Signal(syscall.SIGCONT) // somebody may have paused it
}

// exited runs when the process has ended, on the goroutine that started it.
func (s *Server) exited(err error) {
	s.mu.Lock()
	s.ended = true
	s.err = s.verdict(err)
	wanted := s.wanted
	s.mu.Unlock()

	switch {
	case wanted && s.err == nil:
		s.logger.Info("PostgreSQL stopped", "pid", s.PID())
	case wanted:
		s.logger.Warn("PostgreSQL stopped with an error", "pid", s.PID(), "error", s.err)
	default:
		s.logger.Error("PostgreSQL ended by itself", "pid", s.PID(), "error", s.err)
	}
	s.release()
	close(s.done)
}

// verdict judges how the process ended. The caller holds s.mu.
func (s *Server) verdict(err error) error {
	switch {
	case s.wanted && (err == nil || s.abruptly):
		return nil
	case err == nil:
		err = errors.New("it was stopped by somebody else")
	}
	return s.site.explain(s.binaries, "postgres", err, tail(s.log), s.LogFile())
}

// release gives back all but the process.
func (s *Server) release() {
	if s.log != nil {
		_ = s.log.Close()
	}
	s.site.removeTempSocket()
	s.site.close()
}
