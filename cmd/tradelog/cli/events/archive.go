package events

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tradelog/adapters/objects"
	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/fault"
	"tradelog/eventstore/archive"
	"tradelog/eventstore/audit"
	"tradelog/installation"
)

type eventsArchive struct {
	Before      string `help:"Archive events recorded before this day (UTC) or time: 2026-01-31 or 2026-01-31T12:00:00Z." required:"" placeholder:"DATE"`
	To          string `help:"Directory of the archive, or URL of its bucket, such as s3://name?region=eu-central-1." required:"" placeholder:"DIR|URL"`
	Key         string `help:"File of the private key that signs the archive. If there is none, a pair of keys is created: FILE and FILE.pub." required:"" placeholder:"FILE"`
	SegmentSize int    `help:"Size of the events in a segment before compression, in bytes." default:"67108864" placeholder:"BYTES"`
	JSON        bool   `help:"Print JSON."`
}

// Help explains what the command does.
func (eventsArchive) Help() string {
	return `The command writes the events from the end of the archive in DIR up to DATE to further files there, compressed, with a signed
manifest. The log does not change. If the command is interrupted, repeat it: it continues. A repeated command does no harm.`
}

// Run continues an archive, or begins one.
func (c *eventsArchive) Run(ctx context.Context, g *command.Globals) error {
	return g.WithLog(ctx, func(ctx context.Context, log *app.Log) error {
		before, err := parseTime(c.Before)
		if err != nil {
			return err
		}
		storage, err := objects.Open(c.To, objects.Private)
		if err != nil {
			return err
		}
		defer storage.Close()
		begun, err := c.begun(ctx, storage)
		if err != nil {
			return err
		}
		key, undo, err := privateKey(g, c.Key)
		if err != nil {
			return err
		}
		done, err := audit.WriteArchive(ctx, log.Store, storage, audit.ArchiveOptions{
			Before: before, Key: key, Clock: time.Now, SegmentSize: c.SegmentSize, Progress: command.LogProgress(g, "archive"),
		})
		if err != nil {
			if written, missing := c.begun(ctx, storage); !begun && !written && missing == nil {
				err = errors.Join(err, undo()) // it has signed nothing
			}
			return err
		}
		c.note(ctx, g, log, storage)
		if c.JSON {
			return g.Out.JSONLine(map[string]any{"from": done.From, "position": done.Last, "events": done.Events,
				"segments": done.Segments, "bytes": done.Bytes})
		}
		if done.Segments == 0 {
			return g.Out.Printf("nothing to do: the archive has all events before %s, up to position %d\n", before.Format(time.RFC3339), done.Last)
		}
		return g.Out.Printf("%d events in %d segments, %d KiB; the archive in %s ends at position %d\n", done.Events, done.Segments,
			(done.Bytes+1023)/1024, storage, done.Last)
	})
}

// note notes the state of the archive in the database. The archive is whole without that, too.
func (c *eventsArchive) note(ctx context.Context, g *command.Globals, log *app.Log, storage *objects.Storage) {
	written, err := archive.Open(ctx, storage, nil)
	if err == nil {
		err = installation.NoteArchive(ctx, log.Pool, shownLocation(c.To), written.Manifest, time.Now())
	}
	noted(g, err)
}

// noted warns if the database could not note an archive.
func noted(g *command.Globals, err error) {
	if err != nil {
		g.Logger().Warn("the database could not note the archive", "error", err)
	}
}

// shownLocation returns the absolute path of a directory, or the URL of a bucket without its credentials.
func shownLocation(location string) string {
	if u, err := url.Parse(location); err == nil && strings.Contains(location, "://") {
		u.User, u.RawQuery, u.Fragment = nil, "", ""
		return u.String()
	}
	if path, err := filepath.Abs(location); err == nil {
		return path
	}
	return location
}

// begun reports whether the storage has an archive. An archive that was begun with a key needs that key.
func (c *eventsArchive) begun(ctx context.Context, storage *objects.Storage) (bool, error) {
	_, err := archive.Open(ctx, storage, nil)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return true, err
	}
	if _, err := os.Stat(c.Key); errors.Is(err, os.ErrNotExist) {
		return true, fault.NotFoundf("There is no key in %s, and the archive in %s was begun with one. Name its file, or another place for "+
			"a new archive.", c.Key, storage)
	}
	return true, nil
}

// parseTime parses a day or a time. A day is its first moment in UTC.
func parseTime(text string) (time.Time, error) {
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(layout, text); err == nil {
			return at.UTC(), nil
		}
	}
	return time.Time{}, fault.Invalidf("%q is no day such as 2026-01-31, and no time such as 2026-01-31T12:00:00Z", text)
}

// withArchive opens an archive. Without a key file its signature is not checked.
func withArchive(ctx context.Context, g *command.Globals, target, keyFile string, run func(*archive.Archive) error) error {
	var key ed25519.PublicKey
	if keyFile != "" {
		var err error
		if key, err = publicKey(keyFile); err != nil {
			return err
		}
	} else {
		_ = g.Err.Println("the signature of the archive is not checked; --public-key FILE checks it")
	}
	storage, err := objects.Open(target, objects.Private)
	if err != nil {
		return err
	}
	defer storage.Close()
	opened, err := archive.Open(ctx, storage, key)
	if errors.Is(err, os.ErrNotExist) {
		return fault.NotFoundf("There is no archive in %s.", storage)
	}
	if err != nil {
		return err
	}
	return run(opened)
}

// verifyArchive verifies an archive, and compares it with the log if a flag requests that.
func (c *eventsVerify) verifyArchive(ctx context.Context, g *command.Globals, options audit.Options) error {
	return withArchive(ctx, g, c.Archive, c.PublicKey, func(opened *archive.Archive) error {
		began := time.Now()
		report, err := audit.VerifyArchive(ctx, opened, options)
		if errors.Is(err, os.ErrNotExist) || errors.Is(err, archive.ErrDamaged) {
			return errors.Join(err, c.noteDamage(ctx, g, opened, err.Error()))
		}
		if err != nil {
			return err
		}
		if c.JSON {
			err = g.Out.JSONLine(reported(report, report.OK()))
		} else {
			err = ShowReport(g, report, "archive", time.Since(began))
		}
		if err != nil {
			return err
		}
		if !report.OK() {
			return errors.Join(
				fmt.Errorf("the archive is damaged: %d kinds of damage", len(report.Damages)),
				c.noteDamage(ctx, g, opened, report.Damages[0].String()),
			)
		}
		if !c.AgainstLog {
			return nil
		}
		return g.WithLog(ctx, func(ctx context.Context, log *app.Log) error {
			if err := audit.CompareArchive(ctx, opened, log.Store); err != nil {
				return err
			}
			noted(g, installation.NoteVerifiedArchive(ctx, log.Pool, shownLocation(c.Archive), opened.Manifest, "", time.Now()))
			if c.JSON {
				return nil
			}
			return g.Out.Println("the log agrees with the archive")
		})
	})
}

// noteDamage notes in the database that an archive is damaged, if a flag requests the comparison with the log there.
func (c *eventsVerify) noteDamage(ctx context.Context, g *command.Globals, opened *archive.Archive, damage string) error {
	if !c.AgainstLog {
		return nil
	}
	return g.WithLog(ctx, func(ctx context.Context, log *app.Log) error {
		noted(g, installation.NoteVerifiedArchive(ctx, log.Pool, shownLocation(c.Archive), opened.Manifest, damage, time.Now()))
		return nil
	})
}

// reported returns the members of a report for JSON.
func reported(r audit.Report, ok bool) map[string]any {
	damages := []string{}
	for _, d := range r.Damages {
		damages = append(damages, d.String())
	}
	return map[string]any{"logId": r.LogID, "events": r.Events, "head": r.Head, "seal": hex.EncodeToString(r.Seal),
		"sealedUpTo": r.SealedUpTo, "checkedAgainst": r.CheckedAgainst, "ok": ok, "damages": damages}
}

// ShowReport prints a report about a log or an archive.
func ShowReport(g *command.Globals, r audit.Report, what string, took time.Duration) error {
	for _, d := range r.Damages {
		_ = g.Out.Println(d)
	}
	if !r.OK() {
		return nil
	}
	seals := "all seals hold"
	if !r.Sealed {
		seals = fmt.Sprintf("the seals up to position %d hold", r.SealedUpTo)
	}
	err := g.Out.Printf("%d events, %s, the %s ends at position %d (%s)\n", r.Events, seals, what, r.Head, took.Round(time.Millisecond))
	if r.CheckedAgainst > 0 {
		_ = g.Out.Printf("the checkpoint at position %d agrees\n", r.CheckedAgainst)
	}
	return err
}
