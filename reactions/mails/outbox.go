package mails

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
	"tradelog/reactions"
)

// These are the pauses between attempts, and the time after which sending is given up.
const (
	firstPause = 30 * time.Second
	mostPause  = time.Hour
	patience   = 72 * time.Hour
	// lease is the time for which a line is reserved for the composer that took it. It is longer than any attempt.
	lease = 2 * time.Minute
	// keepClosed is the time for which closed lines are kept for inspection.
	keepClosed = 30 * 24 * time.Hour
)

// entry is a line of the outbox.
type entry struct {
	kind     string
	event    uuid.UUID
	stream   string
	revision eventstore.Revision
	position eventstore.Position
	queued   time.Time
	attempts int
	sent     bool
	// templates lists the merchants' templates of the kind that existed when the e-mail was queued.
	templates []int64
}

// queue adds an e-mail to the outbox once. The age of an e-mail that is due later counts from its due time.
func (d *Composer) queue(ctx context.Context, k Kind, e reactions.Event) error {
	at := d.Clock().UTC()
	if k.Due != nil {
		if due := k.Due(e.Payload).UTC(); due.After(at) {
			at = due
		}
	}
	templates, err := d.templatesOf(ctx, k.Form.Name)
	if err != nil {
		return err
	}
	_, err = d.Pool.Exec(ctx,
		`INSERT INTO public.reaction_mails (kind, event_id, stream, revision, position, queued_at, due_at, templates)
		VALUES ($1, $2, $3, $4, $5, $6, $6, $7) ON CONFLICT (kind, event_id) DO NOTHING`,
		k.Form.Name, e.ID, e.Stream, int64(e.Revision), int64(e.Position), at, templates)
	return err
}

// takeSQL takes the line that is due longest. For a moment two instances may both run the composer; the row lock gives each
// line to one of them.
const takeSQL = `
UPDATE public.reaction_mails SET due_at = $2, attempts = attempts + 1 WHERE (kind, event_id) = (
    SELECT kind, event_id FROM public.reaction_mails WHERE closed_at IS NULL AND due_at <= $1
    ORDER BY due_at, position LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING kind, event_id, stream, revision, position, queued_at, attempts, sent_at IS NOT NULL, templates`

// nextDue returns the next due line. It returns false if there is none.
func (d *Composer) nextDue(ctx context.Context) (l entry, ok bool, err error) {
	now := d.Clock().UTC()
	err = d.Pool.QueryRow(ctx, takeSQL, now, now.Add(lease)).Scan(&l.kind, &l.event, &l.stream, &l.revision, &l.position, &l.queued,
		&l.attempts, &l.sent, &l.templates)
	if errors.Is(err, pgx.ErrNoRows) {
		return l, false, nil
	}
	return l, err == nil, err
}

// sent records that an e-mail is being sent.
func (d *Composer) sent(ctx context.Context, l entry, storeID int64) error {
	// The record is written even if the program is stopping. Otherwise the e-mail would be sent again.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_, err := d.Pool.Exec(ctx, `UPDATE public.reaction_mails SET sent_at = $3, store_id = $4 WHERE kind = $1 AND event_id = $2`, l.kind,
		l.event, d.Clock().UTC(), storeID)
	return err
}

// close closes a line with its outcome.
func (d *Composer) close(ctx context.Context, l entry, outcome string) error {
	_, err := d.Pool.Exec(ctx, `UPDATE public.reaction_mails SET closed_at = $3, outcome = $4 WHERE kind = $1 AND event_id = $2`, l.kind,
		l.event, d.Clock().UTC(), outcome)
	return err
}

// postpone returns a line to the outbox. counts is false if the failure was not caused by the e-mail.
func (d *Composer) postpone(ctx context.Context, l entry, pause time.Duration, counts bool, outcome string) error {
	attempts := l.attempts
	if !counts {
		attempts--
	}
	_, err := d.Pool.Exec(ctx, `UPDATE public.reaction_mails SET due_at = $3, attempts = $4, outcome = $5 WHERE kind = $1 AND event_id = $2`,
		l.kind, l.event, d.Clock().UTC().Add(pause), attempts, outcome)
	return err
}

// pause returns the pause after a number of attempts. It doubles each time.
func pause(attempts int) time.Duration {
	p := firstPause
	for range attempts - 1 {
		if p *= 2; p >= mostPause {
			return mostPause
		}
	}
	return p
}

// sentSince counts the e-mails of a kind that a store sent since a moment.
func (d *Composer) sentSince(ctx context.Context, kind string, storeID int64, since time.Time) (n int, err error) {
	err = d.Pool.QueryRow(ctx, `SELECT count(*) FROM public.reaction_mails WHERE kind = $1 AND store_id = $2 AND sent_at > $3`, kind,
		storeID, since).Scan(&n)
	return n, err
}

// tidy deletes old closed lines once an hour.
func (d *Composer) tidy(ctx context.Context) error {
	now := d.Clock().UTC()
	d.mu.Lock()
	due := now.Sub(d.swept) >= time.Hour
	if due {
		d.swept = now
	}
	d.mu.Unlock()
	if !due {
		return nil
	}
	_, err := d.Pool.Exec(ctx, `DELETE FROM public.reaction_mails WHERE closed_at < $1`, now.Add(-keepClosed))
	return err
}

// event reads the event of a line.
func (d *Composer) event(ctx context.Context, l entry) (reactions.Event, error) {
	found, err := d.Store.ReadStream(ctx, l.stream, l.revision, eventstore.Forwards, 1)
	if err != nil {
		return reactions.Event{}, err
	}
	if len(found) != 1 || found[0].ID != l.event {
		return reactions.Event{}, fmt.Errorf("revision %d of the stream is not the event that called for the e-mail", l.revision)
	}
	payload, err := d.Codec.Decode(ctx, found[0])
	return reactions.Event{Recorded: found[0], Payload: payload}, err
}
