package mails

import (
	"context"
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
	// attachmentTimeout bounds the attempts to make a file. The e-mail goes without it afterwards.
	attachmentTimeout = time.Hour
	// lease is the time for which a line is reserved for the composer that took it. The lease is longer than any attempt; an attempt begins in
	// its first half.
	lease = 2 * time.Minute
	// takeSize is the number of lines that are taken at once.
	takeSize = 20
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
	resends  int
	sent     bool
	storeID  int64 // 0 before the first attempt
	// templates lists the merchants' templates of the kind that existed when the e-mail was queued.
	templates []int64
}

// queue notes an e-mail for the outbox; store adds it. The age of an e-mail that is due later counts from its due time.
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
	d.queued.Add(e.ID, e.Recorded)
	d.adding.Lock()
	defer d.adding.Unlock()
	d.entries = append(d.entries, entry{
		kind: k.Form.Name, event: e.ID, stream: e.Stream, revision: e.Revision, position: e.Position, queued: at, templates: templates,
	})
	return nil
}

// store adds the noted e-mails to the outbox, each once. A process that is killed before has not moved its checkpoint past the events, so
// they are noted again.
func (d *Composer) store(ctx context.Context) error {
	d.adding.Lock()
	defer d.adding.Unlock()
	if len(d.entries) == 0 {
		return nil
	}
	b := &pgx.Batch{}
	for _, l := range d.entries {
		b.Queue(`INSERT INTO public.reaction_mails (kind, event_id, stream, revision, position, queued_at, due_at, templates)
			VALUES ($1, $2, $3, $4, $5, $6, $6, $7) ON CONFLICT (kind, event_id) DO NOTHING`,
			l.kind, l.event, l.stream, int64(l.revision), int64(l.position), l.queued, l.templates)
	}
	if err := d.Pool.SendBatch(ctx, b).Close(); err != nil {
		return err
	}
	d.entries = nil
	return nil
}

// takeSQL takes the lines that are due longest. For a moment two instances may both run the composer; the row locks give each line to one
// of them.
const takeSQL = `
WITH taken AS (
    UPDATE public.reaction_mails SET due_at = $2, attempts = attempts + 1 WHERE (kind, event_id) IN (
        SELECT kind, event_id FROM public.reaction_mails WHERE closed_at IS NULL AND due_at <= $1
        ORDER BY due_at, position LIMIT $3 FOR UPDATE SKIP LOCKED)
    RETURNING kind, event_id, stream, revision, position, queued_at, attempts, resends, sent_at IS NOT NULL, store_id,
        templates)
SELECT * FROM taken ORDER BY queued_at, position`

// closed is the outcome of a line that take has yet to store.
type closed struct {
	line    entry
	at      time.Time
	outcome string
	failed  bool // it was to be sent, and is given up
}

// take returns lines that are due; none if there are no more. On the way it stores how others were closed, because nobody waits for that.
// The line of a process that is killed before is processed again and has the same outcome, and a sent e-mail is not sent twice.
func (d *Composer) take(ctx context.Context, most int) (lines []entry, err error) {
	now, b := d.Clock().UTC(), d.closingBatch()
	b.Queue(takeSQL, now, now.Add(lease), most).Query(func(rows pgx.Rows) error {
		var l entry
		_, err := pgx.ForEachRow(rows, []any{
			&l.kind, &l.event, &l.stream, &l.revision, &l.position, &l.queued, &l.attempts, &l.resends, &l.sent, &l.storeID, &l.templates,
		}, func() error {
			lines = append(lines, l)
			l.templates = nil
			return nil
		})
		return err
	})
	if err := d.Pool.SendBatch(ctx, b).Close(); err != nil {
		return nil, err
	}
	d.closings = nil
	return lines, nil
}

// asTaken is the condition that a line is as it was taken. Somebody may have it sent again meanwhile.
const asTaken = ` WHERE kind = $1 AND event_id = $2 AND resends = $3 AND queued_at = $4`

// closingBatch stores how lines were closed.
func (d *Composer) closingBatch() *pgx.Batch {
	b := &pgx.Batch{}
	for _, c := range d.closings {
		b.Queue(`UPDATE public.reaction_mails SET closed_at = $5, outcome = $6, failed = $7, store_id = $8`+asTaken, c.line.kind, c.line.event,
			c.line.resends, c.line.queued, c.at, c.outcome, c.failed && !c.line.sent, c.line.storeID)
	}
	return b
}

// settle stores how lines were closed, if sending has stopped before the next take.
func (d *Composer) settle(ctx context.Context) error {
	if len(d.closings) == 0 {
		return nil
	}
	err := d.Pool.SendBatch(ctx, d.closingBatch()).Close()
	if err == nil {
		d.closings = nil
	}
	return err
}

// giveBack returns lines to the outbox that were taken and not tried.
func (d *Composer) giveBack(ctx context.Context, lines []entry) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	b := &pgx.Batch{}
	for _, l := range lines {
		b.Queue(`UPDATE public.reaction_mails SET due_at = $5, attempts = $6`+asTaken, l.kind, l.event, l.resends, l.queued,
			d.Clock().UTC(), l.attempts-1)
	}
	return d.Pool.SendBatch(ctx, b).Close()
}

// mark records which e-mails were sent just now.
func (d *Composer) mark(ctx context.Context, sent []handed) error {
	// The record is written even if the program is stopping. Otherwise the e-mails would be sent again.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	b := &pgx.Batch{}
	for _, h := range sent {
		if !h.line.sent {
			b.Queue(`UPDATE public.reaction_mails SET sent_at = $3, store_id = $4 WHERE kind = $1 AND event_id = $2`, h.line.kind,
				h.line.event, d.Clock().UTC(), h.line.storeID)
		}
	}
	if b.Len() == 0 {
		return nil
	}
	return d.Pool.SendBatch(ctx, b).Close()
}

// close closes a line with its outcome, which the next take stores.
func (d *Composer) close(l entry, outcome string) {
	d.closings = append(d.closings, closed{l, d.Clock().UTC(), outcome, false})
}

// postpone returns a line to the outbox. counts is false if the failure was not caused by the e-mail.
func (d *Composer) postpone(ctx context.Context, l entry, pause time.Duration, counts bool, outcome string) error {
	attempts := l.attempts
	if !counts {
		attempts--
	}
	_, err := d.Pool.Exec(ctx, `UPDATE public.reaction_mails SET due_at = $5, attempts = $6, outcome = $7, store_id = $8`+asTaken,
		l.kind, l.event, l.resends, l.queued, d.Clock().UTC().Add(pause), attempts, outcome, l.storeID)
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

// event returns the event of a line. The event is decoded anew: a person in it may be forgotten since it was queued.
func (d *Composer) event(ctx context.Context, l entry) (reactions.Event, error) {
	recorded, known := d.queued.Get(l.event)
	if !known {
		found, err := d.Store.ReadStream(ctx, l.stream, l.revision, eventstore.Forwards, 1)
		if err != nil {
			return reactions.Event{}, err
		}
		if len(found) != 1 || found[0].ID != l.event {
			return reactions.Event{}, fmt.Errorf("revision %d of the stream is not the event that called for the e-mail", l.revision)
		}
		recorded = found[0]
	}
	payload, err := d.Codec.Decode(ctx, recorded)
	return reactions.Event{Recorded: recorded, Payload: payload}, err
}
