package privatepg

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"
)

// Stop ends the server with a fast shutdown, which disconnects clients and writes a checkpoint. It waits for the end and returns
// nil if the server has ended already. If the context ends first, the server is killed as by Kill, without losing data, and Stop
// returns an error.
func (s *Server) Stop(ctx context.Context) error {
	s.end(false, syscall.SIGINT)
	select {
	case <-s.done:
	case <-ctx.Done():
		select {
		case <-s.done: // it ended at the same moment
		default:
			s.Kill()
			return fmt.Errorf("PostgreSQL was stopped at once, the next start recovers: %w", context.Cause(ctx))
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.stopRequested {
		return nil // it had ended by itself; see Err
	}
	return s.err
}

// Kill ends the server at once, like a power cut, and waits for its end. The next start recovers all committed data.
func (s *Server) Kill() {
	s.end(true, syscall.SIGQUIT)
	last := time.NewTimer(15 * time.Second) // the postmaster kills its children after 5
	defer last.Stop()
	select {
	case <-s.done:
	case <-last.C:
		s.end(true, syscall.SIGKILL)
		<-s.done
	}
}

// end signals the server, unless it has ended.
func (s *Server) end(abruptly bool, how syscall.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	s.stopRequested = true
	s.killed = s.killed || abruptly
	_ = s.cmd.Process.Signal(how)             // fails only if the process has just ended
	_ = s.cmd.Process.Signal(syscall.SIGCONT) // it may be suspended
}

// exited is called when the process has ended, on the goroutine that started it.
func (s *Server) exited(err error) {
	s.mu.Lock()
	s.ended = true
	s.err = s.verdict(err)
	wanted := s.stopRequested
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

// verdict returns an error if the process ended otherwise than wanted. The caller holds s.mu.
func (s *Server) verdict(err error) error {
	switch {
	case s.stopRequested && (err == nil || s.killed):
		return nil
	case err == nil:
		err = errors.New("it was stopped by somebody else")
	}
	return s.site.explain(s.binaries, "postgres", err, tail(s.log), s.LogFile())
}

// release releases everything but the process.
func (s *Server) release() {
	if s.log != nil {
		_ = s.log.Close()
	}
	s.site.removeTempSocket()
	s.site.close()
}
