package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"tradelog/domain"
	"tradelog/eventstore"
)

// group holds the parts of a process that are stored by one append.
type group struct {
	process *Process
	parts   []part
	checks  map[part]func(Result) error
}

// carryOut carries out the parts and tells the process of their results.
func (g *group) carryOut(ctx context.Context) error {
	r := RequestFrom(ctx)
	categories := make([]string, len(g.parts))
	for i, p := range g.parts {
		categories[i] = domain.Category(p.stream())
	}
	if len(g.parts) == 1 || r.Trial != nil || r.repeats(categories) {
		return g.oneByOne(ctx)
	}
	for _, p := range g.parts {
		p.begin(ctx)
	}
	if err := g.atOnce(ctx); err != nil {
		return err
	}
	results := make([]Result, len(g.parts))
	for i, p := range g.parts {
		results[i] = p.end()
	}
	for i, p := range g.parts {
		if err := g.check(p, results[i]); err != nil {
			return err
		}
	}
	g.process.done = append(g.process.done, results...)
	return nil
}

// check tests the result of a part.
func (g *group) check(p part, result Result) error {
	if test := g.checks[p]; test != nil {
		return test(result)
	}
	return nil
}

// oneByOne carries out the parts one after another. The append may have one part only, store nothing (a trial), or be stored already by an
// earlier attempt.
func (g *group) oneByOne(ctx context.Context) error {
	for _, p := range g.parts {
		result, err := p.alone(ctx)
		if err == nil {
			err = g.check(p, result)
		}
		if err != nil {
			return err
		}
		g.process.done = append(g.process.done, result)
	}
	return nil
}

func (g *group) atOnce(ctx context.Context) error {
	held, common := g.order()
	for _, p := range held {
		if err := p.take(ctx); err != nil {
			return err
		}
		defer p.handOn()
	}
	for attempt := 0; ; attempt++ {
		if err := ctx.Err(); err != nil && attempt > 0 {
			return ErrOvertaken.WithCause(err)
		}
		for _, p := range held {
			if err := p.load(ctx); err != nil {
				return err
			}
		}
		var err error
		if common != nil && attempt == 0 {
			err = common.lead(ctx, g)
		} else {
			err = g.holding(ctx, common)
		}
		if errors.Is(err, eventstore.ErrWrongRevision) || errors.Is(err, eventstore.ErrUnknownOutcome) {
			for _, p := range held {
				p.forget()
			}
		}
		var wrong *eventstore.WrongRevisionError
		if !errors.As(err, &wrong) {
			return err
		}
		if at, _ := wrong.Expected.Revision(); at == wrong.Actual && attempt > 0 {
			return err // all streams were as expected, so the IDs are used already
		}
		for _, p := range g.parts {
			if used, failed := p.used(ctx); used || failed != nil {
				return errors.Join(err, failed)
			}
		}
		BackOff(ctx, attempt)
	}
}

// order returns the parts whose streams are held, sorted by stream as in every process, and the part on a shared stream or nil.
func (g *group) order() (held []part, common part) {
	held = slices.Clone(g.parts)
	slices.SortFunc(held, func(a, b part) int { return cmp.Compare(a.stream(), b.stream()) })
	for i, p := range held {
		if i > 0 && held[i-1].stream() == p.stream() {
			panic("commands: " + p.stream() + " was joined twice")
		}
		if p.shared() {
			common = p
		}
	}
	return slices.DeleteFunc(held, func(p part) bool { return p == common }), common
}

// holding decides and appends while all streams are held.
func (g *group) holding(ctx context.Context, common part) error {
	if common != nil {
		if err := common.take(ctx); err != nil {
			return err
		}
		defer common.handOn()
		if err := common.load(ctx); err != nil {
			return err
		}
	}
	appends, err := g.propose(ctx, nil, nil)
	if err != nil || len(appends) == 0 {
		return err
	}
	// If the caller's context ended the append, its outcome would be unknown.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), appendTimeout)
	defer cancel()
	results, err := appendStreams(ctx, g.process.store, appends)
	if err != nil {
		if common != nil {
			common.forget()
		}
		return err
	}
	return g.accept(ctx, results, nil)
}

// propose lets all parts decide, in their order. For apart, which its lane decides, it calls own instead.
func (g *group) propose(ctx context.Context, apart part, own func() error) (appends []eventstore.StreamAppend, err error) {
	for _, p := range g.parts {
		if p == apart {
			if err := own(); err != nil {
				return nil, err
			}
			continue
		}
		a, err := p.propose(ctx)
		if err != nil {
			return nil, err
		}
		if len(a.Events) > 0 {
			appends = append(appends, a)
		}
	}
	return appends, nil
}

// accept applies the appended events to the states of the parts that decided them, except apart.
func (g *group) accept(ctx context.Context, results []eventstore.Appended, apart part) (err error) {
	for _, p := range g.parts {
		if p == apart || !p.decided() {
			continue
		}
		err = errors.Join(err, p.accept(ctx, results[0]))
		results = results[1:]
	}
	if err != nil {
		err = fmt.Errorf("%w: %w", eventstore.ErrUnknownOutcome, err) // a repetition finds what was stored
	}
	return err
}

// part is the share of one stream in a command over several streams.
type part interface {
	stream() string
	shared() bool
	// alone carries out the command by itself. begin counts a command that is carried out with others.
	alone(ctx context.Context) (Result, error)
	begin(ctx context.Context)
	// take and handOn hold the stream. In between, load reads the state, and propose decides on it without a change. decided tells whether
	// there were events. accept applies them after they were appended; forget drops a state that may be wrong.
	take(ctx context.Context) error
	handOn()
	load(ctx context.Context) error
	propose(ctx context.Context) (eventstore.StreamAppend, error)
	decided() bool
	accept(ctx context.Context, at eventstore.Appended) error
	forget()
	// used tells whether the stream has an event of an earlier attempt among its newest.
	used(ctx context.Context) (bool, error)
	// lead carries out a command in the lane of this stream, which decides and appends together with other commands.
	lead(ctx context.Context, g *group) error
	// end tells the request of the result.
	end() Result
}

// share is a part on a stream with states of one type.
type share[S any] struct {
	repository *repository[S]
	lane       *lane[S]
	decide     func(S) ([]domain.Event, error)
	options    []Option

	job   *job[S]
	fresh bool // the state was just read
}

func (p *share[S]) stream() string { return p.lane.stream }

func (p *share[S]) shared() bool { return p.repository.decider.Shared }

func (p *share[S]) alone(ctx context.Context) (Result, error) {
	return p.repository.Decide(ctx, p.lane.stream, p.decide, p.options...)
}

func (p *share[S]) begin(ctx context.Context) {
	c := newCall(ctx, p.repository.infra.Clock(), p.lane.stream, p.options)
	c.expects = c.request.Expects.on(p.lane.stream, p.repository.decider.Shared)
	p.job = &job[S]{ctx: ctx, call: c, decide: p.decide, result: Result{Stream: p.lane.stream}}
}

func (p *share[S]) take(ctx context.Context) error { return p.lane.take(ctx) }

func (p *share[S]) handOn() { p.lane.handOn() }

func (p *share[S]) load(ctx context.Context) (err error) {
	p.fresh, err = p.lane.ready(ctx, []*job[S]{p.job})
	return err
}

func (p *share[S]) propose(ctx context.Context) (eventstore.StreamAppend, error) {
	l := p.lane
	events, err := l.propose(ctx, p.job)
	if err == nil && len(events) == 0 && !p.fresh {
		// Only an append shows that the state is the newest.
		if err = l.catchUp(ctx); err == nil {
			p.fresh = true
			events, err = l.propose(ctx, p.job)
		}
	}
	return eventstore.StreamAppend{Stream: l.stream, Expected: eventstore.Exactly(l.revision()), Events: events}, err
}

func (p *share[S]) decided() bool { return len(p.job.result.Events) > 0 }

func (p *share[S]) accept(ctx context.Context, at eventstore.Appended) error {
	if at.Repeated {
		return p.lane.recall(ctx, []*job[S]{p.job}, at)
	}
	return p.lane.accept(p.job, at)
}

func (p *share[S]) forget() { p.lane.current = nil }

// searched is the number of newest events among which used looks for an event of an earlier attempt. Few events follow such an event,
// because the attempt was alive a moment ago.
const searched = 100

func (p *share[S]) used(ctx context.Context) (bool, error) {
	c := p.job.call
	if !c.repeatable() {
		return false, nil
	}
	id, err := c.id(0)
	if err != nil {
		return false, err
	}
	ids := append(c.ordinal.ids(c.request.Key), id)
	newest, err := p.repository.infra.Store.ReadStream(ctx, p.lane.stream, eventstore.End, eventstore.Backwards, searched)
	return slices.ContainsFunc(newest, func(e eventstore.Recorded) bool { return slices.Contains(ids, e.ID) }), err
}

func (p *share[S]) lead(ctx context.Context, g *group) error {
	j := p.job
	j.joint = true
	j.decide = func(s S) (own []domain.Event, err error) {
		with, err := g.propose(ctx, p, func() (err error) {
			own, err = p.decide(s)
			return err
		})
		if err != nil {
			return nil, err
		}
		j.with = with
		return own, nil
	}
	result, err := p.lane.run(ctx, j)
	j.decide, j.joint = p.decide, false
	if err != nil {
		return err
	}
	j.result = result
	return g.accept(context.WithoutCancel(ctx), j.results, p)
}

func (p *share[S]) end() Result {
	p.job.call.done(p.job.result)
	return p.job.result
}
