package freshness

import (
	"cmp"
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/internal/dedicated"
	"tradelog/internal/wait"
)

// Follower feeds a tracker from the database while another instance runs the projectors.
type Follower struct {
	Pool    *pgxpool.Pool
	Channel string        // the notification channel for commits
	Poll    time.Duration // 1 s by default, in case an announcement was lost
	Logger  *slog.Logger
	// Local tells whether this instance runs the projectors itself, so that there is nothing to follow.
	Local func() bool
	// Synced is called after each look at the database.
	Synced func()
	// Asked is called when another instance waits for a projector of this one.
	Asked func(projector string)

	tracker *Tracker
	heard   atomic.Int64 // the time of the last look that succeeded
	other   atomic.Int64 // the time at which another instance was last heard of
	told    time.Time    // when the others last heard of this one
}

// here is the notification with which instances that follow make themselves known.
const here = "*"

// poll is Poll or its default.
func (f *Follower) poll() time.Duration { return cmp.Or(f.Poll, time.Second) }

// Alone tells whether this instance runs the projectors and has heard of no other one for a while.
func (f *Follower) Alone() bool {
	return f.Local() && time.Since(time.UnixMilli(f.other.Load())) > 3*max(f.poll(), time.Second)
}

// Trusted tells whether the feed is alive: this instance runs the projectors, or it has looked a moment ago.
func (f *Follower) Trusted() bool {
	return f.Local() || time.Since(time.UnixMilli(f.heard.Load())) < age
}

// Run follows until the context ends.
func (f *Follower) Run(ctx context.Context, t *Tracker) {
	f.tracker = t
	seen := map[string]eventstore.Position{}
	for ctx.Err() == nil {
		if err := f.follow(ctx, seen); err != nil && ctx.Err() == nil {
			f.Logger.Warn("following the projections was interrupted", "error", err)
			wait.For(ctx, f.poll())
		}
	}
}

func (f *Follower) follow(ctx context.Context, seen map[string]eventstore.Position) error {
	conn, err := dedicated.Listen(ctx, f.Pool, "tradelog follower", f.Channel)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	for {
		if err := f.look(ctx, conn, seen); err != nil {
			return err
		}
		if err := f.hear(ctx, conn); err != nil {
			return err
		}
	}
}

// hear returns when a commit was announced or the poll interval is over. A notification that names a projector asks the instance that
// runs the projector to hurry.
func (f *Follower) hear(ctx context.Context, conn *pgx.Conn) error {
	return dedicated.Receive(ctx, conn, f.poll(), func(projector string) bool {
		if projector == here {
			f.other.Store(time.Now().UnixMilli())
			return false
		}
		if projector != "" && f.Asked != nil && f.Local() {
			f.Asked(projector)
		}
		return projector == ""
	})
}

// Ask asks the instance that runs a projector to hurry. If no instance receives this, the projector commits at its usual pace.
func (f *Follower) Ask(ctx context.Context, projector string) {
	if f.Local() {
		return
	}
	if _, err := f.Pool.Exec(ctx, `SELECT pg_notify($1, $2)`, f.Channel, projector); err != nil && ctx.Err() == nil {
		f.Logger.Warn("ask for a projector", "projector", projector, "error", err)
	}
}

// look reads the commits of projectors since the last look. Each projector has one writer, so its positions commit in
// order and "position > seen" misses nothing.
func (f *Follower) look(ctx context.Context, conn *pgx.Conn, seen map[string]eventstore.Position) error {
	if f.Local() {
		f.heard.Store(time.Now().UnixMilli())
		clear(seen)
		return nil
	}
	if time.Since(f.told) >= f.poll() {
		if _, err := conn.Exec(ctx, `SELECT pg_notify($1, $2)`, f.Channel, here); err != nil {
			return err
		}
		f.told = time.Now()
	}
	if time.Since(time.UnixMilli(f.heard.Load())) > time.Minute {
		f.tracker.Reset() // the news of that time may have been pruned
	}
	type state struct {
		position   eventstore.Position
		generation int64
		failure    *string
	}
	states := map[string]state{}
	names, positions := []string{}, []int64{}
	rows, err := conn.Query(ctx, `SELECT projector, position, generation, error FROM projection_checkpoints`)
	if err != nil {
		return err
	}
	var name string
	var s state
	if _, err := pgx.ForEachRow(rows, []any{&name, &s.position, &s.generation, &s.failure}, func() error {
		states[name] = s
		if at, ok := seen[name]; ok && at < s.position {
			names, positions = append(names, name), append(positions, int64(at))
		}
		return nil
	}); err != nil {
		return err
	}
	scopes := map[string]map[string]eventstore.Position{}
	if len(names) > 0 {
		rows, err := conn.Query(ctx, `SELECT b.projector, b.position, b.scopes FROM unnest($1::text[], $2::bigint[]) AS k (projector, position)
			JOIN projection_bumps b ON b.projector = k.projector AND b.position > k.position`, names, positions)
		if err != nil {
			return err
		}
		var at eventstore.Position
		var list []string
		if _, err := pgx.ForEachRow(rows, []any{&name, &at, &list}, func() error {
			if scopes[name] == nil {
				scopes[name] = map[string]eventstore.Position{}
			}
			for _, scope := range list {
				scopes[name][scope] = max(scopes[name][scope], at)
			}
			return nil
		}); err != nil {
			return err
		}
	}
	for name, s := range states {
		at, followed := seen[name]
		if !followed {
			f.tracker.Reset()
		}
		seen[name] = s.position
		u := Update{Projector: name, Position: s.position, Generation: s.generation, Scopes: scopes[name], Failed: s.failure != nil}
		if u.Failed {
			u.Reason = *s.failure
		}
		// A position that went back was taken back by a crash of the database: commits of projectors do not wait for the disk.
		u.Afresh = followed && s.position < at
		f.tracker.Publish(u)
	}
	f.heard.Store(time.Now().UnixMilli())
	if f.Synced != nil {
		f.Synced()
	}
	return nil
}
