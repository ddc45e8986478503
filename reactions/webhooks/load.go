package webhooks

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain"
	"tradelog/domain/record"
	domainwebhook "tradelog/domain/webhook"
	"tradelog/eventstore"
	"tradelog/internal/wait"
	"tradelog/reactions"
)

// Reaction follows the records of subscriptions.
func (d *Dispatcher) Reaction() reactions.Reaction {
	return reactions.Reaction{
		Name: "webhooks", Events: domainwebhook.Subscriptions.EventNames(), FromStart: true,
		Handle: func(ctx context.Context, e reactions.Event) error {
			id := domain.StreamID(e.Stream)
			if err := d.apply(ctx, id, e); err != nil {
				return err
			}
			d.Renew(id)
			return nil
		},
	}
}

// apply makes the changes to the tables that follow from an event of a subscription. They may be made again.
func (d *Dispatcher) apply(ctx context.Context, id int64, e reactions.Event) error {
	b, at := &pgx.Batch{}, e.Position
	switch e := e.Payload.(type) {
	case record.Created:
		b.Queue(`INSERT INTO public.webhook_positions (subscription, position) VALUES ($1, $2) ON CONFLICT DO NOTHING`, id, int64(at))
	case record.Deleted:
		b.Queue(`DELETE FROM public.webhook_positions WHERE subscription = $1`, id)
		b.Queue(`DELETE FROM public.webhook_deliveries WHERE subscription = $1`, id)
	case record.Changed:
		if since, has := e.Set["suspendedAt"]; !has || string(since) != "null" {
			return nil
		}
		// The subscription is to be sent changes again: tried deliveries are tried again at once.
		b.Queue(`UPDATE public.webhook_positions SET failing_since = NULL WHERE subscription = $1`, id)
		b.Queue(`UPDATE public.webhook_deliveries SET first_at = $2, due_at = $2 WHERE subscription = $1 AND state = 'retrying'`, id,
			d.options.Clock())
	}
	return d.options.Pool.SendBatch(ctx, b).Close()
}

// Renew reads a subscription again, because it has changed. It does not wait.
func (d *Dispatcher) Renew(id int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.running == nil {
		return // it is read when it runs
	}
	if again, busy := d.renewing[id]; busy {
		*again = true
		return
	}
	again := new(bool)
	d.renewing[id] = again
	ctx := d.running
	d.background.Go(func() {
		for {
			d.mu.Lock()
			*again = false
			d.mu.Unlock()
			if err := d.renew(ctx, id); err != nil && ctx.Err() == nil {
				d.options.Logger.Warn("a webhook could not be read; will try again", "webhook", id, "error", err)
				wait.For(ctx, time.Second)
				continue
			}
			d.mu.Lock()
			if !*again || ctx.Err() != nil {
				delete(d.renewing, id)
				d.mu.Unlock()
				return
			}
			d.mu.Unlock()
		}
	})
}

// renew replaces the lane of a subscription, once messages on their way have ended.
func (d *Dispatcher) renew(ctx context.Context, id int64) error {
	d.mu.Lock()
	former := d.lanes[id]
	d.remove(id)
	d.mu.Unlock()
	if former != nil {
		former.close(false)
		if err := d.flush(ctx); err != nil {
			return err
		}
	}
	return d.open(ctx, []int64{id})
}

// remove takes a lane out. The caller has the lock.
func (d *Dispatcher) remove(id int64) {
	l := d.lanes[id]
	if l == nil {
		return
	}
	delete(d.lanes, id)
	for _, resource := range l.subscription.Resources {
		d.index[resource] = slices.DeleteFunc(slices.Clone(d.index[resource]), func(of *lane) bool { return of == l })
		if len(d.index[resource]) == 0 {
			delete(d.index, resource)
		}
	}
}

// load makes the lanes of all subscriptions.
func (d *Dispatcher) load(ctx context.Context) error {
	latest, err := d.options.Feed.Latest(ctx)
	if err != nil {
		return err
	}
	rows, err := d.options.Pool.Query(ctx, `SELECT subscription, position FROM public.webhook_positions ORDER BY subscription`)
	if err != nil {
		return err
	}
	var ids []int64
	var id int64
	var position eventstore.Position
	at := latest
	if _, err := pgx.ForEachRow(rows, []any{&id, &position}, func() error {
		if ids = append(ids, id); position+near >= latest {
			at = min(at, position)
		}
		return nil
	}); err != nil {
		return err
	}
	d.mu.Lock()
	d.at, d.running = at, ctx
	d.mu.Unlock()
	for batch := range slices.Chunk(ids, 1000) {
		if err := d.open(ctx, batch); err != nil {
			return err
		}
	}
	return nil
}

// open makes the lanes of some subscriptions, as far as those are there and send changes.
func (d *Dispatcher) open(ctx context.Context, ids []int64) error {
	lanes := map[int64]*lane{}
	for _, id := range ids {
		s, err := d.options.Find(ctx, id)
		if errors.Is(err, record.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if err := d.replay(ctx, s); err != nil {
			return err
		}
		if s.Sends() {
			lanes[id] = d.lane(ctx, s)
		}
	}
	if err := d.fill(ctx, lanes); err != nil {
		return err
	}
	more := false
	for id, l := range lanes {
		d.mu.Lock()
		d.remove(id)
		d.lanes[id] = l
		for _, resource := range l.subscription.Resources {
			more = more || len(d.index[resource]) == 0
			d.index[resource] = append(d.index[resource], l)
		}
		l.mu.Lock()
		l.joined = l.read >= d.at
		l.resume()
		l.start()
		l.catchUp()
		l.mu.Unlock()
		d.mu.Unlock()
	}
	if more {
		select {
		case d.news <- struct{}{}:
		default:
		}
	}
	return nil
}

// replay sets a subscription to the position that its record names, unless that was done. Deliveries that were to be sent again are
// forgotten, as far as they come after the position, or the subscription is to skip them. A record that has lost replays, because the log
// did, sets nothing.
func (d *Dispatcher) replay(ctx context.Context, s domainwebhook.Subscription) error {
	return pgx.BeginFunc(ctx, d.options.Pool, func(tx pgx.Tx) error {
		var replays int64
		var position eventstore.Position
		err := tx.QueryRow(ctx, `SELECT replays, position FROM public.webhook_positions WHERE subscription = $1 FOR UPDATE`, s.ID).Scan(
			&replays, &position)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && replays == s.Replays {
			return nil
		}
		if err != nil {
			return err
		}
		b := &pgx.Batch{}
		b.Queue(`UPDATE public.webhook_positions SET replays = $2 WHERE subscription = $1`, s.ID, s.Replays)
		if s.Replays > replays {
			after := eventstore.Position(s.ReplayAfter)
			b.Queue(`UPDATE public.webhook_positions SET position = $2, failing_since = NULL WHERE subscription = $1`, s.ID, int64(after))
			b.Queue(`DELETE FROM public.webhook_deliveries WHERE subscription = $1 AND state <> 'delivered' AND (position > $2 OR $3)`, s.ID,
				int64(after), after >= position)
		}
		return tx.SendBatch(ctx, b).Close()
	})
}

// lane makes an empty lane.
func (d *Dispatcher) lane(ctx context.Context, s domainwebhook.Subscription) *lane {
	l := &lane{
		of: d, subscription: s, window: firstAtATime, seen: map[mark]bool{}, chains: map[string]*chain{}, results: map[mark]row{},
		failing: map[string]bool{}, untrimmed: trimmedAfter, // who knows what there is
	}
	l.ctx, l.stop = context.WithCancel(ctx)
	return l
}

// fill reads the progress of lanes. Lanes of subscriptions without a position are removed: the reaction to their creation makes one.
func (d *Dispatcher) fill(ctx context.Context, lanes map[int64]*lane) error {
	var ids []int64
	for id := range lanes {
		ids = append(ids, id)
	}
	rows, err := d.options.Pool.Query(ctx, `SELECT subscription, position, replays, failing_since FROM public.webhook_positions
		WHERE subscription = ANY($1)`, ids)
	if err != nil {
		return err
	}
	var id int64
	var position eventstore.Position
	var replays int64
	var failing *time.Time
	found := map[int64]bool{}
	if _, err := pgx.ForEachRow(rows, []any{&id, &position, &replays, &failing}, func() error {
		l := lanes[id]
		found[id], l.replays = true, replays
		if l.read, l.stored = position, position; failing != nil {
			l.failingSince, l.window = *failing, 1
		}
		return nil
	}); err != nil {
		return err
	}
	for _, id := range ids {
		if !found[id] {
			lanes[id].stop()
			delete(lanes, id)
		}
	}
	return d.fillRows(ctx, lanes, ids)
}

// fillRows reads the deliveries that lanes have to send again, and the sent ones among those that follow their positions.
func (d *Dispatcher) fillRows(ctx context.Context, lanes map[int64]*lane, ids []int64) error {
	rows, err := d.options.Pool.Query(ctx, `SELECT d.subscription, d.position, d.ordinal, d.event, d.resource, d.resource_id, d.what, d.state,
			d.attempts, d.due_at, d.first_at, d.position > p.position
		FROM public.webhook_deliveries d JOIN public.webhook_positions p USING (subscription)
		WHERE d.subscription = ANY($1) AND (d.state IN ('retrying', 'waiting') OR d.position > p.position AND d.replay = p.replays)
		ORDER BY d.subscription, d.position, d.ordinal`, ids)
	if err != nil {
		return err
	}
	var id int64
	var state string
	var i item
	var due *time.Time
	var after bool
	_, err = pgx.ForEachRow(rows, []any{
		&id, &i.position, &i.ordinal, &i.event, &i.resource, &i.id, &i.what, &state, &i.attempts, &due, &i.first, &after,
	}, func() error {
		l := lanes[id]
		if l == nil {
			return nil
		}
		if after {
			l.seen[i.mark()] = true
		}
		if state == retrying || state == waiting {
			again := i
			l.restore(&again, state, due)
		}
		return nil
	})
	return err
}

// restore puts an item into the lane that has a row. The lane is not in use yet.
func (l *lane) restore(i *item, state string, due *time.Time) {
	key := i.resource + "/" + i.id
	c := l.chains[key]
	if c == nil {
		c = &chain{key: key, held: true}
		l.chains[key] = c
	}
	i.noted, i.chain = true, c
	if state == waiting {
		i.first = time.Time{}
	}
	if l.open++; !l.failingSince.IsZero() {
		l.failing[key] = true
	}
	if c.items = append(c.items, i); len(c.items) > 1 {
		return
	}
	i.due = domain.Value(due)
	l.restored = append(l.restored, i)
}

// resume begins the attempts of what was restored. The caller has the lock.
func (l *lane) resume() {
	for _, i := range l.restored {
		l.later(i, max(0, i.due.Sub(l.of.options.Clock())))
	}
	l.restored = nil
}
