package projections

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// follow applies the events behind the stored checkpoint, and then those that come, until something ends it. A swap of tables ends it by
// calling end.
func (e *Engine) follow(
	ctx context.Context, t term, d *Definition, oneByOneUpTo eventstore.Position, end context.CancelCauseFunc,
) error {
	var position eventstore.Position
	var generation int64
	if err := e.options.Pool.QueryRow(ctx, `SELECT position, generation FROM projection_checkpoints WHERE projector = $1`, d.Name).Scan(
		&position, &generation); err != nil {
		return err
	}
	e.setRun(d.Name, generation, end)
	defer e.setRun(d.Name, generation, nil)
	if err := e.behindLog(ctx, d, position); err != nil {
		return err
	}
	r := e.liveRunner(d, t, generation, position)
	defer func() { _ = r.settle() }() // the cause of the end is known
	e.options.Publish(Update{Projector: d.Name, Position: position, Generation: generation, Afresh: true})
	subscription, err := e.options.Store.Subscribe(ctx, position, eventstore.Filter{Types: d.Events})
	if err != nil {
		return err
	}
	f := &follower{runner: r, ahead: make(chan chunk, 1), seen: position, due: time.NewTimer(time.Hour)}
	defer f.due.Stop()
	listening, quit := context.WithCancel(ctx)
	var listener sync.WaitGroup
	listener.Go(func() { r.listen(listening, subscription, f.ahead) })
	defer func() {
		quit()
		listener.Wait()
		subscription.Close()
	}()
	for {
		c, has, err := f.receive(ctx)
		if err != nil {
			return err
		}
		if !has {
			continue
		}
		if err := f.handle(ctx, c, oneByOneUpTo); err != nil {
			return err
		}
	}
}

// liveRunner returns a runner that writes the live tables of a generation while the term holds.
func (e *Engine) liveRunner(d *Definition, t term, generation int64, at eventstore.Position) *runner {
	return &runner{
		engine: e, definition: d, db: t.db, at: at, projector: d.New(),
		advance: func(b *pgx.Batch, from, to eventstore.Position, scopes []string, versions []int64) {
			b.Queue(`SELECT advance_projection($1, $2, $3, $4, $5, $6, $7)`, d.Name, t.number, generation, int64(from), int64(to), scopes,
				versions)
		},
		committed: func(to eventstore.Position, scopes map[string]eventstore.Position, told []any) {
			e.options.Publish(Update{Projector: d.Name, Position: to, Generation: generation, Scopes: scopes, Rows: told})
			e.notify()
		},
	}
}

// follower decides which chunk a runner applies next, and when an idle runner stores its checkpoint.
type follower struct {
	*runner
	ahead   chan chunk          // the events that listen has read
	next    *chunk              // was read, but did not fit into the last chunk
	seen    eventstore.Position // up to which the log was read; the stored checkpoint may lag behind it
	due     *time.Timer         // runs while the stored checkpoint lags
	applied time.Time           // when the last chunk was applied
}

// receive waits for the next chunk. It returns none after the outcome of a write.
func (f *follower) receive(ctx context.Context) (c chunk, has bool, err error) {
	if f.next != nil {
		c, f.next = *f.next, nil
		return c, true, nil
	}
	var flush <-chan time.Time
	var asked <-chan struct{}
	if f.seen > f.at {
		// Store the position up to which this projector has read. So other instances need not wait for it while all new events are of types it
		// does not handle.
		flush, asked = f.due.C, f.engine.flushRequests[f.definition.Name]
	}
	select {
	case c = <-f.ahead:
		return c, true, nil
	case err := <-f.writing:
		return chunk{}, false, f.wrote(err)
	case <-flush:
	case <-asked:
	case <-ctx.Done():
		return chunk{}, false, ctx.Err()
	}
	return chunk{to: f.seen, idle: true}, true, nil
}

// lull is the least time between an event that nobody waits for and its commit. The pause follows the load: it is short in a quiet shop,
// and as long as Options.Pace in a busy one.
const lull = 20 * time.Millisecond

// handle gathers the events of a chunk and applies them. A chunk without events of the projector only moves seen, unless it is idle.
func (f *follower) handle(ctx context.Context, c chunk, oneByOneUpTo eventstore.Position) error {
	e, name := f.engine, f.definition.Name
	if c.err != nil {
		return missing(f.definition, f.seen, c.err)
	}
	if len(c.events) > 0 {
		due := time.Now().Add(lull)
		if paced := f.applied.Add(e.options.Pace); e.options.Alone() && paced.After(due) {
			due = paced
		}
		f.next = c.gather(ctx, f.ahead, due, e.options.Wanted(name), e.flushRequests[name])
	}
	if f.seen == f.at {
		f.due.Reset(idleFlush)
	}
	f.seen = c.to
	if len(c.events) == 0 && !c.idle {
		if err := f.settle(); err != nil {
			return err
		}
		f.committed(f.seen, nil, nil) // no events of this projector: nothing to write
		return nil
	}
	f.overlaps = f.at >= oneByOneUpTo
	if err := f.applyOrIsolate(ctx, c); err != nil {
		return err
	}
	f.applied = time.Now()
	return nil
}

// listen reads and decodes the next events of a subscription while the previous ones are written.
func (r *runner) listen(ctx context.Context, subscription eventstore.Subscription, to chan<- chunk) {
	for {
		batch, err := subscription.Next(ctx)
		c := chunk{events: batch.Events, to: batch.Position, err: err}
		c.wanted(r.definition)
		c.decode(ctx, r)
		select {
		case to <- c:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}
