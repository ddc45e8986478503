package commands

import (
	"context"
	"time"

	"tradelog/domain"
	"tradelog/eventstore"
)

// Process is one command over several streams. A store that appends to several streams at once stores all of its parts by one append, or
// nothing. On any other store its parts are appended one after another, in the order of the joins. Undo then returns what was taken. The
// area that begins processes must also find and end the interrupted ones.
//
//	p := engine.Process()
//	Join(p, carts, "cart-7", func(s cart.State) ([]domain.Event, error) { ... })
//	Join(p, ledger, "stock-1", func(s *stock.Ledger) ([]domain.Event, error) { ... })
//	results, err := p.Run(ctx) // in the order of the joins
//
// Decisions are made in the order of the joins, each on the newest state in memory, and may be made more than once. A decision may use the
// results of those before it. During an append, no other command of this instance decides on its streams.
//
// Streams are taken in the order of their names, so that two commands never wait for each other. A stream that many commands share
// (Decider.Shared) is taken last. The first command that waits for it decides and appends for all waiting ones.
type Process struct {
	engine *Engine
	store  eventstore.StreamsAppender // nil: each part is appended by itself
	steps  []func(context.Context) error
	open   *group // takes the next part; nil: a new one does
	done   []Result
	undo   func(ctx context.Context, done []Result, refusal error) error
}

// Process begins a command over several streams.
func (e *Engine) Process() *Process {
	p := &Process{engine: e}
	if store := several(e.infra.Store); store != nil && !e.apart.Load() {
		p.store = store
	}
	return p
}

// several returns the store if it can append to several streams at once, else nil.
func several(store eventstore.Store) eventstore.StreamsAppender {
	if appender, ok := store.(eventstore.StreamsAppender); ok && appender.Capabilities().Streams {
		return appender
	}
	return nil
}

// AtOnce tells whether consecutive parts are stored by one append.
func (p *Process) AtOnce() bool { return p.store != nil }

// Join adds a part on a stream. decide may return no events. An append has at most one part on a stream.
func Join[S any](p *Process, r Repository[S], stream string, decide func(S) ([]domain.Event, error), options ...Option) {
	s := &share[S]{repository: r.(*repository[S]), decide: decide, options: options}
	s.lane = s.repository.lane(stream)
	if p.open == nil || p.store == nil {
		p.open = &group{process: p, checks: map[part]func(Result) error{}}
		p.steps = append(p.steps, p.open.carryOut)
	}
	p.open.parts = append(p.open.parts, s)
}

// Check adds a test of the result of the part that was joined last. If it fails, the process ends with its error as if the append of the
// part had failed.
func (p *Process) Check(test func(Result) error) {
	p.open.checks[p.open.parts[len(p.open.parts)-1]] = test
}

// Step names the moment between two appends of a process whose parts are appended one after another, see Engine.Steps. A process with a
// single append has no such moment.
func (p *Process) Step(name string) {
	if p.store != nil {
		return
	}
	p.steps = append(p.steps, func(context.Context) error {
		p.engine.Step(name)
		return nil
	})
}

// Do adds a step that is no append, such as a call of a payment gateway. The parts before it are stored by then. The parts after it are
// another append.
func (p *Process) Do(step func(context.Context) error) {
	p.steps, p.open = append(p.steps, step), nil
}

// Undo sets a function that ends a process that failed. done are the results of the parts that were carried out, in the order of the joins.
// Run returns the error of undo, which is nil if the process counts as done.
func (p *Process) Undo(undo func(ctx context.Context, done []Result, refusal error) error) {
	p.undo = undo
}

// carryOnTimeout bounds the rest of a process after its first append. The bound is shorter than the delay after which the recovery of
// interrupted processes takes over.
const carryOnTimeout = 8 * time.Second

// Run carries out the process and returns the results in the order of the joins. Its errors are those of Repository.Decide, of steps and of
// Undo. The error of a decision is returned unchanged. If an earlier attempt of the request turns out to have stored other events under the
// same IDs, Run fails with eventstore.ErrWrongRevision. Call it once.
func (p *Process) Run(ctx context.Context) ([]Result, error) {
	for carrying, i := false, 0; i < len(p.steps); i++ {
		err := p.steps[i](ctx)
		if len(p.done) > 0 && !carrying {
			// From here on the process does not depend on the caller: a caller who disconnects must not leave it half done.
			var cancel func()
			ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), carryOnTimeout)
			defer cancel()
			carrying = true
		}
		if err == nil {
			continue
		}
		if p.undo != nil {
			err = p.undo(ctx, p.done, err)
		}
		return nil, err
	}
	return p.done, nil
}
