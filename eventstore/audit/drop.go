package audit

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"fmt"

	"tradelog/eventstore"
	"tradelog/eventstore/archive"
)

// DropOptions of Drop.
type DropOptions struct {
	Location string // the archive's location, as the log opens it: a directory, or the URL of a bucket
	Key      ed25519.PublicKey
	// Verified is called when the archive has been verified, with the position up to which contents were dropped before and the end of the
	// archive. Its error ends the call before anything is dropped.
	Verified func(from, end eventstore.Position) error
	// Verifying and Dropping report progress.
	Verifying, Dropping Progress
}

// Dropped describes what Drop did.
type Dropped struct {
	From, Last eventstore.Position // contents were dropped up to From before, and up to Last now
	Events     int64               // the number of events whose contents were removed
}

// dropBatch is the number of events whose contents Drop removes at once. Their rows are locked meanwhile; nobody else writes them.
const dropBatch = 2000

// reclaimEvery is the number of dropped events after which their space is reclaimed, so that later rows without contents fill it.
const reclaimEvery = 500_000

// Drop verifies an archive, names it in the log as the location of old contents, and removes these from the log, up to the end of
// the archive. Each event is compared with the archive before. Interrupted at any moment, the contents of every event are in the log, in
// the archive, or in both; the next call goes on.
//
//   - errOtherLog: the archive is of another log.
//   - archive.ErrDamaged: a segment is not the one that the manifest lists, or a seal does not hold.
//   - archive.ErrNoIndex: the archive was written by an earlier version.
//   - eventstore.ErrArchiveAway: the log cannot read the archive at Location.
//   - eventstore.ErrOtherEvents: the log has other events than the archive.
//   - other errors are those of the store and the storage. Call it again.
func Drop(ctx context.Context, log eventstore.SealedStore, a *archive.Archive, o DropOptions) (done Dropped, err error) {
	part, err := nameable(ctx, log, a, o)
	if err != nil {
		return done, err
	}
	report, err := VerifyArchive(ctx, a, Options{Progress: o.Verifying})
	if err != nil {
		return done, err
	}
	if !report.OK() {
		return done, fmt.Errorf("%w: %s", archive.ErrDamaged, report.Damages[0])
	}
	done.From, done.Last = part.Dropped, part.Dropped
	if o.Verified != nil {
		if err := o.Verified(part.Dropped, part.End.Position); err != nil {
			return done, err
		}
	}
	if err := log.NameArchive(ctx, part); err != nil {
		return done, err
	}
	err = dropUpTo(ctx, log, a, part, o.Dropping, &done)
	return done, err
}

// dropUpTo drops what the archive has and the log still has.
func dropUpTo(
	ctx context.Context, log eventstore.SealedStore, a *archive.Archive, part eventstore.ArchivedPart, progress Progress, done *Dropped,
) error {
	var batch []eventstore.Mark
	reclaimed := int64(0)
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		n, err := log.Drop(ctx, batch)
		if err != nil {
			return err
		}
		done.Events, done.Last = done.Events+int64(n), batch[len(batch)-1].Position
		batch = batch[:0]
		progress.report(done.Last, part.End.Position)
		if done.Events-reclaimed < reclaimEvery {
			return nil
		}
		reclaimed = done.Events
		return log.Reclaim(ctx)
	}
	err := a.Scan(ctx, part.Dropped, func(r *eventstore.Recorded) error {
		batch = append(batch, eventstore.Mark{Position: r.Position, Seal: bytes.Clone(r.Seal)})
		if len(batch) < dropBatch {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	if err == nil && done.Events > reclaimed {
		err = log.Reclaim(ctx)
	}
	return err
}

// Attach names an archive in the log that has it already, after the archive has moved. It checks the signature and the end of the
// archive, and drops nothing. Errors are those of Drop.
func Attach(ctx context.Context, log eventstore.SealedStore, a *archive.Archive, o DropOptions) error {
	part, err := nameable(ctx, log, a, o)
	if err != nil {
		return err
	}
	return log.NameArchive(ctx, part)
}

// nameable returns the archive as the log is to record it. It fails with the errors of Drop.
func nameable(
	ctx context.Context, log eventstore.SealedStore, a *archive.Archive, o DropOptions,
) (part eventstore.ArchivedPart, err error) {
	if !a.SignedBy(o.Key) {
		return part, archive.ErrSignature
	}
	if err := ofThisLog(ctx, a, log); err != nil {
		return part, err
	}
	if part, err = log.Archived(ctx); err != nil {
		return part, err
	}
	part.Location, part.Key = o.Location, o.Key
	part.End.Position, part.End.Seal = a.End()
	return part, nil
}

// PutBack brings all dropped contents back into the log, which then needs the archive no more. It can be interrupted and called
// again. It fails with eventstore.ErrArchiveAway, and with errors of the store. It returns how many events there were.
func PutBack(ctx context.Context, log eventstore.SealedStore, progress Progress) (events int64, err error) {
	part, err := log.Archived(ctx)
	if err != nil || part.Location == "" {
		return 0, err
	}
	for {
		left, err := log.PutBack(ctx, dropBatch)
		if err != nil {
			return events, err
		}
		events = int64(part.Dropped - left)
		progress.report(eventstore.Position(events), part.Dropped)
		if left == 0 {
			return events, log.Reclaim(ctx)
		}
	}
}
