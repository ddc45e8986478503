// Package installation has the commands that maintain an installation: backups, keys, and read models.
package installation

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/cmd/tradelog/cli/events"
	"tradelog/domain/fault"
	"tradelog/eventstore/audit"
	"tradelog/eventstore/lineage"
	"tradelog/eventstore/vault"
	"tradelog/installation/backup"
)

// BackupCommand has the commands that back up, restore and recover the database.
type BackupCommand struct {
	Create  backupCreate  `cmd:"" help:"Back up the database to a directory. The shop may run."`
	Check   backupCheck   `cmd:"" help:"Check the files of a backup, and note that in the database."`
	Restore backupRestore `cmd:"" help:"Restore a backup to an empty database, and verify it."`
	Base    backupBase    `cmd:"" help:"Copy the cluster of the private PostgreSQL, as the base of a point-in-time recovery."`
	Recover backupRecover `cmd:"" help:"Recover the private PostgreSQL to a point in time, from a base and the archived write-ahead log."`
}

type backupCreate struct {
	To    string `help:"Directory to create." required:"" placeholder:"DIR"`
	Whole bool   `help:"Include what a restore can rebuild: read models, which hold personal data in plain, and responses stored by idempotency key."`
	JSON  bool   `help:"Print JSON."`
}

// Run makes a backup.
func (c *backupCreate) Run(ctx context.Context, g *command.Globals) error {
	return withDatabase(ctx, g, command.Using, func(url string) error {
		m, err := backup.Create(ctx, url, c.To, c.Whole, g.Version, time.Now())
		if err != nil {
			return err
		}
		noted(g, backup.Note(ctx, url, backup.Dump, absolute(c.To), m))
		if c.JSON {
			return g.Out.JSONLine(m)
		}
		_ = g.Out.Printf("%s has the database up to position %d of the log, %d KiB.\n", c.To, m.Position, (m.Bytes+1023)/1024)
		if m.Archive != "" {
			_ = g.Out.Printf("A restore needs the archive %s, which has the contents of the events up to position %d. Keep a copy of it, too.\n",
				m.Archive, m.Dropped)
		}
		return g.Out.Printf("Keep copies of the master key (%s), of %s, and of the media files elsewhere.\n",
			filepath.Join(g.Data, "keys", "master"), filepath.Join(g.Data, "keys", "forgotten"))
	})
}

// noted warns if a backup that was made could not be noted in its database.
func noted(g *command.Globals, err error) {
	if err != nil {
		g.Logger().Warn("the backup was made, and the database could not note it", "error", err)
	}
}

// absolute returns the absolute path of a directory.
func absolute(dir string) string {
	if path, err := filepath.Abs(dir); err == nil {
		return path
	}
	return dir
}

type backupCheck struct {
	From string `help:"Directory of the backup." required:"" placeholder:"DIR"`
}

// Run checks a backup. It fails if its files are damaged.
func (c *backupCheck) Run(ctx context.Context, g *command.Globals) error {
	return withDatabase(ctx, g, command.Using, func(url string) error {
		m, damage := backup.Open(c.From)
		if damage != nil && m.SHA256 == "" {
			return damage
		}
		text := ""
		if damage != nil {
			text = damage.Error()
		}
		known, err := backup.NoteChecked(ctx, url, m.SHA256, text)
		if err != nil || damage != nil {
			return errors.Join(damage, err)
		}
		_ = g.Out.Printf("%s is whole. It has the database up to position %d of the log.\n", c.From, m.Position)
		if !known {
			return g.Out.Printf("This database does not know it, so nothing was noted.\n")
		}
		return nil
	})
}

// withDatabase opens only the database.
func withDatabase(ctx context.Context, g *command.Globals, what command.Purpose, run func(url string) error) (err error) {
	opened, err := g.Open(ctx, what, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	return run(opened.URL)
}

type backupBase struct {
	To string `help:"Directory to create." required:"" placeholder:"DIR"`
}

// Run copies the private cluster.
func (c *backupBase) Run(ctx context.Context, g *command.Globals) error {
	if g.Database != "" {
		return fault.Invalidf("backup base is for the private PostgreSQL; use pg_basebackup for yours")
	}
	return withDatabase(ctx, g, command.Using, func(url string) error {
		position, err := backup.Head(ctx, url)
		if err != nil {
			return err
		}
		if err := backup.CreateBase(ctx, url, c.To); err != nil {
			return err
		}
		noted(g, backup.Note(ctx, url, backup.Base, absolute(c.To), backup.Manifest{Position: position, Program: g.Version}))
		return g.Out.Printf("%s is a copy of the cluster.\n", c.To)
	})
}

type backupRestore struct {
	From string `help:"Directory of the backup." required:"" placeholder:"DIR"`
}

// Help explains what the command does.
func (backupRestore) Help() string {
	return `The target is the database of --database, or a private one in --data. It must be empty. The command verifies the log, and
rebuilds what the backup omits if it finds the master key.`
}

// Run restores a backup.
func (c *backupRestore) Run(ctx context.Context, g *command.Globals) error {
	m, err := backup.Open(c.From)
	if err != nil {
		return err
	}
	if m.Archive != "" {
		_ = g.Out.Printf("The backup needs the archive %s, which has the contents of the events up to position %d.\n", m.Archive, m.Dropped)
	}
	return withDatabase(ctx, g, command.Filling, func(url string) error {
		if err := backup.Restore(ctx, c.From, url); err != nil {
			return err
		}
		if err := c.verify(ctx, g, url, m); err != nil {
			return fmt.Errorf("the database was restored, but do not use it: %w", err)
		}
		return c.finish(ctx, g, url)
	})
}

// verify checks the log and compares its end with the backup's.
func (c *backupRestore) verify(ctx context.Context, g *command.Globals, url string, m backup.Manifest) error {
	end, err := verifiedEnd(ctx, g, url)
	if err == nil && end != (backup.End{LogID: m.LogID, Position: m.Position, Seal: m.Seal}) {
		err = errors.New("the log ends otherwise than the manifest of the backup says")
	}
	return err
}

// verifiedEnd verifies the log of a restored database, shows the result, and returns the end. A damaged log is an error.
func verifiedEnd(ctx context.Context, g *command.Globals, url string) (end backup.End, err error) {
	config, err := restored(g, url)
	if err != nil {
		return end, err
	}
	log, err := app.OpenLog(ctx, config)
	if err != nil {
		return end, err
	}
	defer log.Close()
	began := time.Now()
	report, err := audit.Verify(ctx, log.Store, audit.Options{Progress: command.LogProgress(g, "verify")})
	if err != nil {
		return end, err
	}
	if err := events.ShowReport(g, report, "log", time.Since(began)); err != nil {
		return end, err
	}
	if !report.OK() {
		return end, fmt.Errorf("the log is damaged: %d kinds of damage", len(report.Damages))
	}
	return backup.End{LogID: report.LogID, Position: int64(report.Head), Seal: hex.EncodeToString(report.Seal)}, nil
}

// restored returns the configuration of a restored shop. It makes no new master key, because that could open nothing.
func restored(g *command.Globals, url string) (app.Config, error) {
	config, err := g.Config(&command.Installation{URL: url}, command.Using)
	config.Secrets.MakesMasterKey = false
	return config, err
}

// finish rebuilds the read models that the backup left out, and forgets again the people who were forgotten since. It prints the remaining
// steps.
func (c *backupRestore) finish(ctx context.Context, g *command.Globals, url string) error {
	began := time.Now()
	done, err := c.rebuild(ctx, g, url)
	var missing *vault.UnknownKeyError
	var loss *lineage.LossError
	switch {
	case errors.As(err, &missing):
		_ = g.Out.Paragraph("The master key is missing, so the read models are not made yet: " + err.Error())
	case errors.As(err, &loss):
		_ = g.Out.Paragraph(err.Error())
	case err != nil:
		return fmt.Errorf("the database was restored; make the read models: %w", err)
	default:
		_ = g.Out.Printf("The read models are there (%s).\n", time.Since(began).Round(time.Millisecond))
	}
	ledger := filepath.Join(g.Data, "keys", "forgotten")
	if _, missing := os.Stat(ledger); missing != nil {
		_ = g.Out.Printf("If people were forgotten since the backup: copy the ledger to %s and run tradelog keys reconcile.\n", ledger)
	} else if err == nil {
		_ = g.Out.Printf("Forgotten again: %d keys, %d customers, %d accounts.\n", done.keys, done.customers, done.accounts)
	} else {
		_ = g.Out.Println("Then run tradelog keys reconcile, which forgets the people again who were forgotten since the backup.")
	}
	if g.Media == "" {
		_ = g.Out.Printf("Copy the media files to %s.\n", filepath.Join(g.Data, "media"))
	}
	return g.Out.Println("tradelog serve goes on with the shop.")
}

// forgottenAgain counts the people who were forgotten after the backup.
type forgottenAgain struct{ keys, customers, accounts int }

func (c *backupRestore) rebuild(ctx context.Context, g *command.Globals, url string) (done forgottenAgain, err error) {
	config, err := restored(g, url)
	if err != nil {
		return done, err
	}
	config.Database.MaxConnections = 4
	shop, err := app.Open(ctx, config)
	if err != nil {
		return done, err
	}
	defer shop.Close()
	if err := shop.Join(ctx); err != nil {
		return done, err
	}
	again, err := reconcile(ctx, shop)
	return forgottenAgain{again.Keys, len(again.Customers), len(again.Accounts)}, err
}
