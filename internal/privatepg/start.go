package privatepg

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"
)

// Start starts a server and returns when it accepts connections. The first time that takes a second or two; after a stop
// that was not clean it takes as long as recovering takes.
//
// The context bounds Start alone: cancelling it before Start returns stops whatever was begun, waits for that, and
// leaves the directory as good as it was; afterwards it has no effect.
//
// Errors: *NotFoundError, *VersionError (no binaries); *InUseError (another program has the directory);
// *UnreachableError, *AccountError, *OwnerError, *MovedError (users and places); *FailedError (initdb or postgres);
// the context's cause; or one from the file system. Advice has words for all but the last two.
func Start(ctx context.Context, options Options) (*Server, error) {
	o := options.withDefaults()
	s, err := start(ctx, &o)
	if err != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("starting PostgreSQL in %s was broken off: %w", o.Dir, context.Cause(ctx))
	}
	return s, err
}

func start(ctx context.Context, o *Options) (*Server, error) {
	if o.Dir == "" {
		return nil, errors.New("privatepg: Options.Dir is empty")
	}
	if err := checkSettings(o.Settings); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	b, err := chooseBinaries(o)
	if err != nil {
		return nil, err
	}
	site, err := openSite(ctx, o)
	if err != nil {
		return nil, err
	}
	s := &Server{site: site, binaries: b, logger: o.Logger, done: make(chan struct{})}
	if err := s.run(ctx, o); err != nil {
		s.release()
		return nil, err
	}
	// From here on the server is a process, and what it holds is released when that has ended.
	if err := s.settle(ctx, o); err != nil {
		s.abandon()
		return nil, err
	}
	s.logger.Info("PostgreSQL started", "version", b.Major, "pid", s.PID(), "dir", site.home)
	return s, nil
}

func chooseBinaries(o *Options) (Binaries, error) {
	if o.Binaries.Dir == "" {
		return Find(o.Dir)
	}
	dataDir, want := existingCluster(o.Dir)
	return o.Binaries, fits(o.Binaries, dataDir, want, "Options.Binaries")
}

// run makes everything ready and starts the process.
func (s *Server) run(ctx context.Context, o *Options) (err error) {
	if !s.site.exists {
		o.Progress(fmt.Sprintf("Creating a PostgreSQL %d database in %s. This takes a few seconds, once.", s.binaries.Major, s.site.home))
		if err := s.site.create(ctx, s.binaries, o.Settings["fsync"] != "off"); err != nil {
			return err
		}
	} else if err := s.adopt(); err != nil {
		return err
	}
	if s.log, err = openLog(s.site.files); err != nil {
		return err
	}
	if s.socketDir, err = s.site.makeSocketDir(); err != nil {
		return err
	}
	if err := s.site.clearStalePID(); err != nil {
		return err
	}
	if !s.site.clean() {
		o.Progress("PostgreSQL was not stopped cleanly the last time. It recovers now; nothing that was confirmed is lost.")
	} else {
		o.Progress(fmt.Sprintf("Starting PostgreSQL %d.", s.binaries.Major))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	args := arguments(s.binaries.postgres(), s.site.data(), s.socketDir, o.Settings)
	s.cmd = s.site.command(s.binaries, s.site.data(), syscall.SIGQUIT, s.binaries.postgres(), args...)
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	if err := launch(s.cmd, s.exited); err != nil {
		return s.site.explain(s.binaries, "postgres", err, "", "")
	}
	return nil
}

// adopt gives an existing cluster to the account that runs the server, if somebody gave it to root.
func (s *Server) adopt() error {
	fi, err := s.site.base.Stat(dataName)
	if err != nil {
		return err
	}
	if fi.Sys().(*syscall.Stat_t).Uid == s.site.account.uid {
		return nil
	}
	return s.site.account.giveTree(s.site.base, dataName)
}

// settle waits until the server is usable.
func (s *Server) settle(ctx context.Context, o *Options) error {
	o.Progress("Waiting for PostgreSQL to accept connections.")
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for s.site.postmaster() != (postmaster{pid: s.PID(), ready: true}) {
		select {
		case <-again.C:
		case <-s.done:
			return s.Err()
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return s.ensureDatabase(ctx)
}

// abandon ends a server that nobody got to see.
func (s *Server) abandon() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_ = s.Stop(ctx) // after the context has ended it is stopped at once
}
