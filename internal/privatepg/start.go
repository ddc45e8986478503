package privatepg

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"syscall"
	"time"

	"tradelog/internal/wait"
)

// Start starts a server and returns when it accepts connections. The first start takes a second or two. After an unclean stop it
// takes as long as the recovery.
//
// The context bounds only Start: cancelling it before Start returns undoes what was begun. Afterwards it has no effect.
//
// Errors: *notFoundError, *versionError (no binaries); *inUseError (another program has the directory); *unreachableError, *accountError,
// *ownerError, *movedError (users and directories); *failedError (initdb or postgres). Others are the context's cause, and errors from the
// file system. Advice has words for all but the last two.
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
	// From here on the server is a process. Its resources are released when it has ended.
	if err := s.waitUsable(ctx, o); err != nil {
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
	return o.Binaries, checkBinaries(o.Binaries, dataDir, want, "Options.Binaries")
}

// run prepares the directory and starts the process.
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
	if err := s.site.clearStalePID(); err != nil {
		return err
	}
	if s.socketDir, err = s.site.makeSocketDir(); err != nil {
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
	settings := o.Settings
	if o.WALArchive != "" {
		if err := s.site.prepareWALArchive(s.binaries, o.WALArchive); err != nil {
			return err
		}
		settings = maps.Clone(archiving)
		maps.Copy(settings, o.Settings)
	}
	if o.Recovery != nil {
		settings = o.Recovery.settings(settings)
	}
	args := arguments(s.binaries.postgres(), s.site.data(), s.socketDir, settings)
	s.cmd = s.site.command(s.binaries, s.site.data(), syscall.SIGQUIT, s.binaries.postgres(), args...)
	s.cmd.Env = append(s.cmd.Env, walVariable+"="+o.WALArchive)
	s.cmd.Env = append(s.cmd.Env, o.Recovery.environment()...)
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	s.recovers = !o.Standby && s.site.signalled()
	if err := launch(s.cmd, s.exited); err != nil {
		return s.site.explain(s.binaries, "postgres", err, "", "")
	}
	return nil
}

// adopt changes the owner of an existing cluster from root to the account that runs the server.
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

// waitUsable waits until the server is usable.
func (s *Server) waitUsable(ctx context.Context, o *Options) error {
	o.Progress("Waiting for PostgreSQL to accept connections.")
	for s.site.postmaster() != (postmaster{pid: s.PID(), ready: true}) {
		if wait.Until(ctx, 5*time.Millisecond, s.done); ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := s.exitReason(); err != nil {
			return err
		}
	}
	if err := s.settleRecovery(ctx, o); err != nil {
		return err
	}
	if o.Recovery.pauses() {
		return nil // nothing can be written yet
	}
	return s.ensureDatabase(ctx)
}

// abandon ends a server that Start does not return.
func (s *Server) abandon() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_ = s.Stop(ctx) // stops it at once when the context ends
}
