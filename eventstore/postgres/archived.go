package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
	"tradelog/eventstore/archive"
)

// StorageOpener opens the storage of an archive. The storage stays open.
type StorageOpener func(ctx context.Context, location string) (archive.Storage, error)

// archived reads the contents of dropped events. The archive is opened when one is read for the first time, and anew when the
// archive has been continued or moved.
type archived struct {
	mu       sync.Mutex
	part     eventstore.ArchivedPart
	contents *archive.Contents // nil until it is needed
}

// errGone: an event has no contents, although they were never dropped. Somebody has changed the table.
var errGone = errors.New("the contents of an event are gone from the log")

// fill adds the contents of events that only the archive has.
func (s *Store) fill(ctx context.Context, events []eventstore.Recorded) error {
	return s.fillUnless(ctx, events, nil)
}

// fillUnless is fill, but leaves events without contents if the archive fails with the accepted error.
func (s *Store) fillUnless(ctx context.Context, events []eventstore.Recorded, accepted error) error {
	var why error
	for i := range events {
		if r := &events[i]; r.Data == nil {
			if err := s.fillOne(ctx, r); err != nil {
				why = err
				if !errors.Is(err, errGone) {
					break
				}
			}
		}
	}
	if why == nil {
		return nil
	}
	left, err := s.fillFromTable(ctx, events)
	if err != nil || left > 0 && (accepted == nil || !errors.Is(why, accepted)) {
		return errors.Join(why, err)
	}
	return nil
}

// fillOne adds the contents of an event. If the open archive lacks them, it looks up which archive is named now.
func (s *Store) fillOne(ctx context.Context, r *eventstore.Recorded) error {
	contents := s.archived.current()
	if contents != nil && contentsOf(ctx, contents, r) == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	contents, part, err := s.reopen(ctx, contents)
	if err == nil {
		err = asArchiveAway(part, contentsOf(ctx, contents, r))
	}
	if err != nil && part.Location != "" && part.Dropped < r.Position {
		err = errGone
	}
	if err != nil {
		return fmt.Errorf("position %d: %w", r.Position, err)
	}
	return nil
}

// contentsOf reads the contents of an event in an archive. It fails if the archive has another event there.
func contentsOf(ctx context.Context, contents *archive.Contents, r *eventstore.Recorded) error {
	there, err := contents.Event(ctx, r.Position)
	if err == nil && !bytes.Equal(there.Seal, r.Seal) {
		err = fmt.Errorf("%w: it has another event than the log", archive.ErrDamaged)
	}
	if err == nil {
		r.Data, r.Metadata = there.Data, there.Metadata
	}
	return err
}

// asArchiveAway wraps the reason why an archive cannot be read in ErrArchiveAway, with the archive's location. It returns nil and errGone
// unchanged.
func asArchiveAway(part eventstore.ArchivedPart, why error) error {
	if why == nil || errors.Is(why, errGone) {
		return why
	}
	location, _, _ := strings.Cut(part.Location, "?") // the query of a URL is for the program only
	return fmt.Errorf("%w: it was in %s. If it has moved, tell where with tradelog events drop --attach: %w", eventstore.ErrArchiveAway,
		location, why)
}

// fillFromTable adds contents that have come back into the table since the rows were read. left is how many have not.
func (s *Store) fillFromTable(ctx context.Context, events []eventstore.Recorded) (left int, err error) {
	missing := map[eventstore.Position]*eventstore.Recorded{}
	var positions []int64
	for i := range events {
		if r := &events[i]; r.Data == nil {
			missing[r.Position] = r
			positions = append(positions, int64(r.Position))
		}
	}
	rows, err := s.pool.Query(ctx, `SELECT `+columns+` FROM events WHERE position = ANY($1) AND data IS NOT NULL`, positions)
	if err != nil {
		return len(missing), err
	}
	back, err := collect(rows)
	for i := range back {
		*missing[back[i].Position] = back[i]
	}
	return len(missing) - len(back), err
}

// current returns the open archive, or nil.
func (a *archived) current() *archive.Contents {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.contents
}

// reopen opens the archive that is named now, unless another caller has done so since old was current.
func (s *Store) reopen(ctx context.Context, old *archive.Contents) (*archive.Contents, eventstore.ArchivedPart, error) {
	a := &s.archived
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.contents != nil && a.contents != old {
		return a.contents, a.part, nil
	}
	part, err := s.Archived(ctx)
	if err != nil {
		return nil, part, err
	}
	contents, err := s.openArchive(ctx, part)
	if err == nil {
		a.contents = contents // readers may still use the one before
		a.part = part
	}
	return contents, part, asArchiveAway(part, err)
}

// openArchive opens an archive and checks that it has at least the events that it had when it was named.
func (s *Store) openArchive(ctx context.Context, part eventstore.ArchivedPart) (*archive.Contents, error) {
	if part.Location == "" {
		return nil, errGone
	}
	if s.options.OpenStorage == nil {
		return nil, errors.New("this program was not made to read archives")
	}
	storage, err := s.options.OpenStorage(ctx, part.Location)
	if err != nil {
		return nil, err
	}
	contents, err := archive.OpenContents(ctx, storage, part.Key)
	if err != nil {
		return nil, err
	}
	a := contents.Archive()
	if a.LogID() != s.logID { // the log may have been moved since, with its seals
		end, seal := a.End()
		if there, err := SealAt(ctx, s.pool, end); err != nil || !bytes.Equal(there, seal) {
			return nil, errors.Join(err, fmt.Errorf("the archive is of the log %s, and this is %s", a.LogID(), s.logID))
		}
	}
	if end, _ := a.End(); end < part.End.Position {
		return nil, fmt.Errorf("the archive ends at position %d, and had %d", end, part.End.Position)
	}
	if end, seal := a.End(); end == part.End.Position && !bytes.Equal(seal, part.End.Seal) {
		return nil, fmt.Errorf("%w: it has another seal at position %d", archive.ErrDamaged, end)
	}
	return contents, nil
}

// Archived names the archive; see eventstore.SealedStore.
func (s *Store) Archived(ctx context.Context) (eventstore.ArchivedPart, error) {
	return archivedIn(ctx, s.pool, "")
}

// archivedIn reads which archive is named. lock is a clause of the query.
func archivedIn(ctx context.Context, db querier, lock string) (part eventstore.ArchivedPart, err error) {
	rows, err := db.Query(ctx, `SELECT place, key, position, seal, dropped FROM log_archive `+lock)
	if err != nil {
		return part, err
	}
	_, err = pgx.ForEachRow(rows, []any{&part.Location, &part.Key, &part.End.Position, &part.End.Seal, &part.Dropped},
		func() error { return nil })
	return part, err
}

// Readable tries to open the archive; see eventstore.SealedStore.
func (s *Store) Readable(ctx context.Context) error {
	part, err := s.Archived(ctx)
	if err != nil || part.Dropped == 0 {
		return err
	}
	_, _, err = s.reopen(ctx, s.archived.current())
	return err
}

// CheckArchive reads the whole archive; see eventstore.SealedStore.
func (s *Store) CheckArchive(ctx context.Context) error {
	part, err := s.Archived(ctx)
	if err != nil || part.Dropped == 0 {
		return err
	}
	contents, part, err := s.reopen(ctx, s.archived.current())
	if err != nil {
		return err
	}
	return asArchiveAway(part, contents.Archive().Check(ctx))
}

// NameArchive names the archive; see eventstore.SealedStore.
func (s *Store) NameArchive(ctx context.Context, part eventstore.ArchivedPart) error {
	if _, err := s.openArchive(ctx, part); err != nil {
		return fmt.Errorf("%w: %w", eventstore.ErrArchiveAway, err)
	}
	return s.durableTx(ctx, func(tx pgx.Tx) error {
		had, err := archivedIn(ctx, tx, "FOR UPDATE")
		if err != nil {
			return err
		}
		if had.Dropped > part.End.Position {
			return fmt.Errorf("contents up to position %d were dropped, and this archive ends at %d", had.Dropped, part.End.Position)
		}
		seal, err := SealAt(ctx, tx, part.End.Position)
		if err != nil {
			return err
		}
		if !bytes.Equal(seal, part.End.Seal) {
			return fmt.Errorf("%w: at position %d", eventstore.ErrOtherEvents, part.End.Position)
		}
		_, err = tx.Exec(ctx, `INSERT INTO log_archive (place, key, position, seal) VALUES ($1, $2, $3, $4)
			ON CONFLICT (single) DO UPDATE SET (place, key, position, seal, named_at) = ($1, $2, $3, $4, now())`,
			part.Location, part.Key, int64(part.End.Position), part.End.Seal)
		return err
	})
}

// durableTx runs a transaction whose commit is on the disk when it returns, because the operator may then delete an archive.
func (s *Store) durableTx(ctx context.Context, do func(pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SET LOCAL synchronous_commit = on`); err != nil {
			return err
		}
		return do(tx)
	})
}

// Drop removes contents; see eventstore.SealedStore. It locks the rows of these events, which nobody else writes.
func (s *Store) Drop(ctx context.Context, next []eventstore.Mark) (dropped int, err error) {
	positions, seals := make([]int64, len(next)), make([][]byte, len(next))
	for i, m := range next {
		positions[i], seals[i] = int64(m.Position), m.Seal
	}
	err = s.durableTx(ctx, func(tx pgx.Tx) error {
		part, err := archivedIn(ctx, tx, "FOR UPDATE")
		if err != nil {
			return err
		}
		first, last := next[0].Position, next[len(next)-1].Position
		if first != part.Dropped+1 || last != part.Dropped+eventstore.Position(len(next)) || last > part.End.Position {
			return fmt.Errorf("events from position %d to %d cannot be dropped: contents are dropped up to %d, the archive ends at %d", first,
				last, part.Dropped, part.End.Position)
		}
		var same int
		if err := tx.QueryRow(ctx, `SELECT count(*) FROM events e JOIN unnest($1::bigint[], $2::bytea[]) AS a (position, seal)
			ON e.position = a.position AND e.seal = a.seal`, positions, seals).Scan(&same); err != nil {
			return err
		}
		if same != len(next) {
			return fmt.Errorf("%w: %d of those from position %d to %d have another seal, or are missing; tradelog events verify tells more",
				eventstore.ErrOtherEvents, len(next)-same, first, last)
		}
		tag, err := tx.Exec(ctx, `UPDATE events SET data = NULL, metadata = NULL WHERE position BETWEEN $1 AND $2 AND data IS NOT NULL`,
			int64(first), int64(last))
		if err != nil {
			return err
		}
		dropped = int(tag.RowsAffected())
		_, err = tx.Exec(ctx, `UPDATE log_archive SET dropped = $1`, int64(last))
		return err
	})
	return dropped, err
}

// PutBack brings contents back; see eventstore.SealedStore.
func (s *Store) PutBack(ctx context.Context, most int) (left eventstore.Position, err error) {
	err = s.durableTx(ctx, func(tx pgx.Tx) error {
		part, err := archivedIn(ctx, tx, "FOR UPDATE")
		if err != nil || part.Location == "" {
			return err
		}
		left = max(0, part.Dropped-eventstore.Position(most))
		rows, err := tx.Query(ctx, `SELECT `+columns+` FROM events WHERE position > $1 AND position <= $2 AND data IS NULL`, int64(left),
			int64(part.Dropped))
		if err != nil {
			return err
		}
		events, err := collect(rows)
		if err == nil {
			err = s.fill(ctx, events)
		}
		if err != nil {
			return err
		}
		if err := restoreContents(ctx, tx, events); err != nil {
			return err
		}
		if left == 0 {
			_, err = tx.Exec(ctx, `DELETE FROM log_archive`)
		} else {
			_, err = tx.Exec(ctx, `UPDATE log_archive SET dropped = $1`, int64(left))
		}
		return err
	})
	return left, err
}

func restoreContents(ctx context.Context, tx pgx.Tx, events []eventstore.Recorded) error {
	positions, data, metadata := make([]int64, len(events)), make([]string, len(events)), make([]string, len(events))
	for i, r := range events {
		positions[i], data[i], metadata[i] = int64(r.Position), string(r.Data), string(r.Metadata)
	}
	_, err := tx.Exec(ctx, `UPDATE events e SET data = a.data::json, metadata = a.metadata::json
		FROM unnest($1::bigint[], $2::text[], $3::text[]) AS a (position, data, metadata) WHERE e.position = a.position`,
		positions, data, metadata)
	return err
}

// Reclaim vacuums the table; see eventstore.SealedStore.
func (s *Store) Reclaim(ctx context.Context) error {
	_, err := s.pool.Exec(ctx, `VACUUM (ANALYZE) events`)
	return err
}
