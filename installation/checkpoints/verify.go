package checkpoints

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
	"tradelog/eventstore/audit"
)

// Progress is the progress of the verification in the background.
type Progress struct {
	Position eventstore.Position // verified up to here
	At       time.Time           // of the last verification; zero: none yet
	Broken   eventstore.Position // the first position whose seal is broken; 0: none
	Damage   string              // the damage there
	// Checkpoint is the position of the newest checkpoint, 0 if there is none. Unpublished counts those that are not published,
	// up to maxCounted.
	Checkpoint  eventstore.Position
	Unpublished int64
}

// maxCounted bounds the number of checkpoints that are counted. Without a target to publish them their number grows for ever.
const maxCounted = 1000

// Progress reads the progress of the verification.
func (b *Book) Progress(ctx context.Context) (s Progress, err error) {
	var at *time.Time
	err = b.Pool.QueryRow(ctx, `SELECT coalesce(v.position, 0), v.verified_at, coalesce(v.broken_position, 0), coalesce(v.damage, ''),
			coalesce((SELECT max(position) FROM log_checkpoints), 0),
			(SELECT count(*) FROM (SELECT FROM log_checkpoints WHERE published_at IS NULL LIMIT $1) AS waiting)
		FROM (SELECT) AS always LEFT JOIN log_verification v ON true`, maxCounted).Scan(
		&s.Position, &at, &s.Broken, &s.Damage, &s.Checkpoint, &s.Unpublished)
	if at != nil {
		s.At = *at
	}
	return s, err
}

// The bounds of one verification in the background: events that are new, and events that are verified once more. The latter go round the
// whole log again and again, so that a change in an old part is noticed as well.
const (
	mostNew   = 50_000
	mostAgain = 2_000
)

// progress is the row with the progress of the verification.
type progress struct {
	verified, again eventstore.Mark
	broken          *int64
	damage          *string
}

// Advance verifies the next part of the log, from the verified position on, and reports whether there are more events. Broken seals are
// stored and are no error. They are looked at again each time, so the report ends with the damage.
func (b *Book) Advance(ctx context.Context) (more bool, err error) {
	log, err := b.log()
	if err != nil {
		return false, err
	}
	start, err := b.start(ctx, log)
	if err != nil {
		return false, err
	}
	p, err := b.load(ctx, start)
	if err != nil {
		return false, err
	}
	more, err = b.advance(ctx, log, p, start)
	var broken *brokenError
	switch {
	case errors.As(err, &broken):
		at := int64(broken.at)
		if p.broken == nil || *p.broken != at {
			b.Logger.Error("a seal of the event log is broken; run tradelog events verify", "position", at, "damage", broken.damage)
		}
		p.broken, p.damage = &at, &broken.damage
	case err != nil:
		return false, err
	default:
		p.broken, p.damage = nil, nil
	}
	return more, b.save(ctx, p)
}

// CatchUp verifies new events to the end of the log, or a number of parts if it does not get there.
func (b *Book) CatchUp(ctx context.Context, batches int) error {
	for range batches {
		if more, err := b.Advance(ctx); err != nil || !more {
			return err
		}
	}
	return nil
}

// brokenError is damage of the log.
type brokenError struct {
	at     eventstore.Position
	damage string
}

// Error describes the damage.
func (e *brokenError) Error() string { return fmt.Sprintf("position %d: %s", e.at, e.damage) }

// start returns the mark behind which the log is verified: its beginning, or the last event whose contents were left to an archive. The
// archive is verified by itself.
func (b *Book) start(ctx context.Context, log eventstore.SealedStore) (m eventstore.Mark, err error) {
	m.Seal = eventstore.GenesisSeal
	part, err := log.Archived(ctx)
	if err != nil || part.Dropped == 0 {
		return m, err
	}
	return markAt(ctx, log, part.Dropped)
}

// markAt reads the mark of a position. It fails with a *brokenError if there is no event.
func markAt(ctx context.Context, log eventstore.SealedStore, at eventstore.Position) (eventstore.Mark, error) {
	if at == 0 {
		return eventstore.Mark{Seal: eventstore.GenesisSeal}, nil
	}
	marks, err := log.Seals(ctx, []eventstore.Range{{From: at - 1, To: at}})
	if err == nil && len(marks) == 0 {
		err = &brokenError{at, "the event is missing"}
	}
	if err != nil {
		return eventstore.Mark{}, err
	}
	return marks[0], nil
}

func (b *Book) load(ctx context.Context, start eventstore.Mark) (*progress, error) {
	p := &progress{verified: start, again: start}
	err := b.Pool.QueryRow(ctx, `SELECT position, seal, again_position, again_seal, broken_position, damage FROM log_verification`).Scan(
		&p.verified.Position, &p.verified.Seal, &p.again.Position, &p.again.Seal, &p.broken, &p.damage)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	if p.verified.Position < start.Position {
		p.verified = start
	}
	if p.again.Position < start.Position {
		p.again = start
	}
	return p, err
}

func (b *Book) save(ctx context.Context, p *progress) error {
	_, err := b.Pool.Exec(ctx, `INSERT INTO log_verification (position, seal, verified_at, again_position, again_seal, broken_position, damage)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (single) DO UPDATE SET position = excluded.position, seal = excluded.seal,
			verified_at = excluded.verified_at, again_position = excluded.again_position, again_seal = excluded.again_seal,
			broken_position = excluded.broken_position, damage = excluded.damage`,
		int64(p.verified.Position), p.verified.Seal, b.Clock(), int64(p.again.Position), p.again.Seal, p.broken, p.damage)
	return err
}

func (b *Book) advance(ctx context.Context, log eventstore.SealedStore, p *progress, start eventstore.Mark) (more bool, err error) {
	if err := b.anchored(ctx, log, p.verified); err != nil {
		return false, err
	}
	head, headSeal, err := log.HeadSeal(ctx)
	if err != nil {
		return false, err
	}
	stopped, err := walk(ctx, log, &p.verified, mostNew, 0)
	if err != nil {
		return false, err
	}
	if !stopped && p.verified.Position < head {
		return false, &brokenError{p.verified.Position + 1, fmt.Sprintf("the log says that it ends at position %d, and events are missing", head)}
	}
	if p.verified.Position == head && !bytes.Equal(p.verified.Seal, headSeal) {
		return false, &brokenError{head, "the head of the log has another seal than the last event"}
	}
	if p.again.Position >= p.verified.Position {
		p.again = start
	}
	at := p.again
	if _, err := walk(ctx, log, &at, mostAgain, p.verified.Position); err != nil {
		return false, err // the damage is looked at again from before it
	}
	p.again = at
	return stopped, nil
}

// anchored compares the log with what was verified and signed before: the event up to which it was verified, and the newest checkpoint.
func (b *Book) anchored(ctx context.Context, log eventstore.SealedStore, verified eventstore.Mark) error {
	known := []eventstore.Mark{verified}
	newest, err := b.Newest(ctx)
	if err != nil {
		return err
	}
	if newest != nil {
		public, err := b.Public(ctx)
		if err != nil {
			return err
		}
		if !newest.SignedBy(public) {
			return &brokenError{newest.Position, "the checkpoint here is not signed with the installation's key"}
		}
		known = append(known, eventstore.Mark{Position: newest.Position, Seal: newest.Seal})
	}
	for _, k := range known {
		now, err := markAt(ctx, log, k.Position)
		if err != nil {
			return err
		}
		if !now.Is(k) {
			return &brokenError{k.Position, "the event has another seal than before: the log was written anew, here or before"}
		}
	}
	return nil
}

// errEnough ends a walk.
var errEnough = errors.New("enough")

// walk follows the seals from a mark, for a number of events at most and, unless it is 0, up to a position. It moves the mark along, and
// reports whether there may be more.
func walk(ctx context.Context, log eventstore.SealedStore, at *eventstore.Mark, most int, upTo eventstore.Position) (more bool, err error) {
	n := 0
	err = log.Scan(ctx, at.Position, func(r *eventstore.Recorded) error {
		if n == most || upTo > 0 && r.Position > upTo {
			return errEnough
		}
		n++
		if r.Position != at.Position+1 {
			return &brokenError{at.Position + 1, "the event is missing"}
		}
		if !audit.Follows(at.Seal, r) {
			return &brokenError{r.Position, "the seal does not follow from the event and its predecessor: it was changed, or another one was " +
				"removed or inserted before it"}
		}
		*at = eventstore.Mark{Position: r.Position, Seal: bytes.Clone(r.Seal)}
		return nil
	})
	if errors.Is(err, errEnough) {
		return true, nil
	}
	return false, err
}
