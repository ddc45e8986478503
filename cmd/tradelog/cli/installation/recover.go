package installation

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/eventstore/vault"
	"tradelog/installation/backup"
	"tradelog/projections"
)

type backupRecover struct {
	To      string `help:"End of the recovery: a time such as 2026-01-31T12:00:00Z, a position of the event log, or latest." required:"" placeholder:"TIME|POSITION"`
	Base    string `help:"Directory of a base that tradelog backup base made before that point in time." required:"" placeholder:"DIR"`
	Effects string `help:"Treatment of e-mails whose record may be lost: repeat sends them again, skip sends none that is due." enum:"repeat,skip" default:"repeat"`
}

// Help explains what the command does.
func (backupRecover) Help() string {
	return `Stop the server first. The command copies the base, and replays the write-ahead log of --wal-archive in the copy, up to the end.
If the event log ends there as it should and all its seals hold, the copy replaces the database in --data. The former database is
kept beside it. Then the command rebuilds the read models, and forgets the people again who were forgotten since.

If the recovery is interrupted, repeat the command: it continues. Nothing else changes until the copy is in its place. From then until the
end no other command uses the installation.`
}

// Run recovers the private database.
func (c *backupRecover) Run(ctx context.Context, g *command.Globals) error {
	if g.Database != "" {
		return fault.Invalidf("backup recover is for the private PostgreSQL; recover yours with its own means")
	}
	target, err := backup.ParseTarget(c.To)
	if err != nil {
		return fault.Invalidf("--to: %v", err)
	}
	archive, err := g.WalArchive(command.Recovering)
	if err != nil {
		return g.Explain(err)
	}
	if archive == "" {
		return fault.Invalidf("Name the directory with the archived write-ahead log: --wal-archive DIR (TRADELOG_WAL_ARCHIVE).")
	}
	base, err := filepath.Abs(c.Base)
	if err != nil {
		return err
	}
	recovery := &backup.Recovery{
		Target: target, Base: base, Archive: archive, Dir: filepath.Join(g.Data, command.ClusterName),
		Note:     filepath.Join(g.Data, command.RecoveryName),
		Verify:   func(ctx context.Context, url string) (backup.End, error) { return verifiedEnd(ctx, g, url) },
		Progress: func(step string) { _ = g.Out.Println(step) }, Now: time.Now,
	}
	done, err := recovery.Run(ctx)
	if err != nil {
		return g.Explain(fmt.Errorf("the database was not recovered: %w", err))
	}
	recovery.Progress("Making the read models.")
	if err := c.finish(ctx, g, done); err != nil {
		return fmt.Errorf("the database was recovered, but not all is done; repeat the command: %w", err)
	}
	if err := recovery.Done(); err != nil {
		return err
	}
	_ = g.Out.Printf("The log ends at position %d.\n", done.End.Position)
	if done.Kept != "" {
		_ = g.Out.Printf("The former database is in %s. Check the shop before you delete it.\n", done.Kept)
	}
	return g.Out.Println("tradelog serve goes on with the shop. Make another base then.")
}

// finish rebuilds everything that is derived from the recovered log. It can be repeated.
func (c *backupRecover) finish(ctx context.Context, g *command.Globals, done backup.Recovered) (err error) {
	opened, err := g.Open(ctx, command.Recovering, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	config, err := restored(g, opened.URL)
	if err != nil {
		return err
	}
	config.Database.MaxConnections = 4
	shop, err := app.Open(ctx, config)
	if missing, ok := errors.AsType[*vault.UnknownKeyError](err); ok {
		return fmt.Errorf("put the master key into %s first: %w", filepath.Join(g.Data, "keys", "master"), missing)
	}
	if err != nil {
		return err
	}
	defer shop.Close()
	ctx = command.AsOperator(ctx, g.Version)
	var known []eventstore.Ahead
	if done.Seen > 0 {
		known = append(known, eventstore.Ahead{What: "the archived write-ahead log", Position: eventstore.Position(done.Seen)})
	}
	loss, err := shop.AcceptLoss(ctx, app.Effects(c.Effects), known...)
	if err != nil {
		return err
	}
	if loss != nil {
		_ = g.Out.Println("Going on without the lost events. These were ahead and are put back:")
		for _, a := range loss.Ahead {
			_ = g.Out.Printf("  %s\n", a)
		}
	}
	if err := shop.Join(ctx); err != nil {
		return err
	}
	if loss == nil || !loss.Rows { // otherwise joining has rebuilt them
		all := projectorNames{All: true}
		if err := all.each(ctx, g, shop, func(ctx context.Context, name string, p projections.Progress) (string, error) {
			return "rebuilt", shop.Projections.Rebuild(ctx, name, p)
		}); err != nil {
			return err
		}
	}
	again, err := reconcile(ctx, shop)
	if err != nil {
		return err
	}
	return g.Out.Printf("Forgotten again: %d keys, %d customers.\n", again.Keys, len(again.Customers))
}
