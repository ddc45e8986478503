package events

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/eventstore/archive"
	"tradelog/eventstore/audit"
	"tradelog/installation"
)

type eventsDrop struct {
	Archive   string `help:"Directory of the archive, or URL of its bucket. Every machine that runs the shop must reach it there." placeholder:"DIR|URL"`
	PublicKey string `help:"File of the public key that verifies the archive. The log stores the key." aliases:"key" type:"existingfile" placeholder:"FILE"`
	Attach    bool   `help:"Record the new place of an archive that was moved, and drop nothing."`
	Undo      bool   `help:"Restore all dropped contents from the archive to the log."`
	Yes       bool   `help:"Do not ask for confirmation."`
	JSON      bool   `help:"Print JSON."`
}

// Help explains what the command does.
func (eventsDrop) Help() string {
	return `The command verifies the archive, and then removes the data and metadata of its events from the database. The log reads them in the
archive from then on. A short row of each event stays. The shop may run. If the command is interrupted, repeat it: it continues.
--undo restores the contents.`
}

// Run drops archived contents, or restores them.
func (c *eventsDrop) Run(ctx context.Context, g *command.Globals) error {
	if c.Undo == (c.Archive != "") || c.Undo && c.Attach {
		return fault.Invalidf("Name the archive of the events to drop with --archive, or restore their contents with --undo")
	}
	if c.Archive != "" && c.PublicKey == "" {
		return fault.Invalidf("--public-key FILE is needed: the log keeps the key to check the archive with")
	}
	return g.WithLog(ctx, func(ctx context.Context, log *app.Log) error {
		sealed, ok := eventstore.Sealed(log.Store)
		if !ok {
			return fault.Preconditionf("The log is in an event store of its own. Use the means of that server to drop old events.")
		}
		if c.Undo {
			return c.undo(ctx, g, sealed)
		}
		return withArchive(ctx, g, c.Archive, c.PublicKey, func(opened *archive.Archive) error { return c.drop(ctx, g, log, sealed, opened) })
	})
}

func (c *eventsDrop) undo(ctx context.Context, g *command.Globals, log eventstore.SealedStore) error {
	back, err := audit.PutBack(ctx, log, command.LogProgress(g, "put back"))
	switch {
	case err != nil:
		return err
	case c.JSON:
		return g.Out.JSONLine(map[string]any{"events": back})
	case back == 0:
		return g.Out.Println("nothing to do: nothing was dropped")
	default:
		return g.Out.Printf("the contents of %d events are back; the log needs no archive any more\n", back)
	}
}

func (c *eventsDrop) drop(
	ctx context.Context, g *command.Globals, log *app.Log, sealed eventstore.SealedStore, opened *archive.Archive,
) error {
	key, err := publicKey(c.PublicKey)
	if err != nil {
		return err
	}
	location := c.Archive
	if !strings.Contains(location, "://") {
		if location, err = filepath.Abs(location); err != nil {
			return err
		}
	}
	shown, _, _ := strings.Cut(location, "?")
	options := audit.DropOptions{
		Location:  location,
		Key:       key,
		Verifying: command.LogProgress(g, "verify"),
		Dropping:  command.LogProgress(g, "drop"),
		Verified: func(from, end eventstore.Position) error {
			if c.Yes || from == end {
				return nil
			}
			return g.Confirm("The data of %d events, up to position %d, will be in %s only.", end-from, end, shown)
		},
	}
	if c.Attach {
		if err := audit.Attach(ctx, sealed, opened, options); err != nil {
			return err
		}
		return g.Out.Printf("the log reads dropped events in %s from now on\n", shown)
	}
	done, err := audit.Drop(ctx, sealed, opened, options)
	if err == nil { // the whole archive was verified, and compared with the log
		noted(g, installation.NoteVerifiedArchive(ctx, log.Pool, shownLocation(c.Archive), opened.Manifest, "", time.Now()))
	}
	switch {
	case errors.Is(err, archive.ErrNoIndex), errors.Is(err, eventstore.ErrOtherEvents):
		return fault.Preconditionf("%v", err)
	case err != nil:
		return err
	case c.JSON:
		return g.Out.JSONLine(map[string]any{"from": done.From, "position": done.Last, "events": done.Events})
	case done.Last == done.From:
		return g.Out.Printf("nothing to do: everything in the archive was dropped before, up to position %d\n", done.Last)
	default:
		return g.Out.Printf("the data of %d events, up to position %d, are in %s only; new events reuse the space\n", done.Events,
			done.Last, shown)
	}
}
