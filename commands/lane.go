package commands

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/internal/wait"
)

// lane is the queue of one stream. One of the waiting callers leads: it decides everything that is queued, appends it at once, wakes the
// others and hands the lead on. A lane therefore needs no goroutine of its own.
//
//	caller A - leads - decide A - append A -----------> answer A, B leads
//	caller B - waits ----------------------------------> decide B, C - append B+C -> answer B, C
//	caller C ----- waits ------------------------------->
type lane[S any] struct {
	repository *repository[S]
	stream     string

	mu    sync.Mutex
	queue []*job[S]
	led   bool

	// Owned by the leader:
	current *loaded[S] // nil: not loaded
}

// job is one command, or one view of the state.
type job[S any] struct {
	ctx    context.Context
	call   *call
	decide func(S) ([]domain.Event, error)
	view   func(S, bool) error
	stale  bool // the view may use the cached state
	hold   bool // no command: the caller waits for the lead only

	// joint says that the command appends to other streams, too. decide sets with, the appends to these streams; results are their answers.
	joint   bool
	with    []eventstore.StreamAppend
	results []eventstore.Appended

	wake   chan wake
	result Result
	err    error
}

type wake int

const (
	done wake = iota
	lead
)

// maxJobs and maxEvents bound one append.
const (
	maxJobs   = 256
	maxEvents = 900
)

// appendTimeout bounds the repetition of an append with an unknown outcome.
const appendTimeout = 10 * time.Second

func (l *lane[S]) run(ctx context.Context, j *job[S]) (Result, error) {
	j.wake = make(chan wake, 2)
	l.mu.Lock()
	l.queue = append(l.queue, j)
	leading := !l.led
	l.led = true
	l.mu.Unlock()
	if !leading {
		select {
		case w := <-j.wake:
			if w == done {
				return j.result, j.err
			}
		case <-ctx.Done():
			if l.leave(j) {
				return Result{}, ctx.Err()
			}
			if w := <-j.wake; w == done { // the job was being carried out; otherwise it has the lead and hands it on
				return j.result, j.err
			}
		}
	}
	l.lead(j)
	return j.result, j.err
}

// leave removes a job from the queue. It returns false if the job is no longer there, or has just got the lead.
func (l *lane[S]) leave(j *job[S]) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(j.wake) > 0 { // the job has the lead and is still queued
		return false
	}
	for i, q := range l.queue {
		if q == j {
			l.queue = append(l.queue[:i], l.queue[i+1:]...)
			return true
		}
	}
	return false
}

// lead carries out queued jobs until the leader's own is done, and hands the lead on.
func (l *lane[S]) lead(own *job[S]) {
	for mine := false; !mine; {
		l.mu.Lock()
		n := min(len(l.queue), maxJobs)
		if i := slices.IndexFunc(l.queue[:n], func(j *job[S]) bool { return j.hold }); i > 0 {
			n = i // a caller that waits for the lead alone gets it next
		}
		batch := append([]*job[S](nil), l.queue[:n]...)
		l.queue = append(l.queue[:0], l.queue[n:]...)
		l.mu.Unlock()
		l.carryOut(batch)
		for _, j := range batch {
			if j == own {
				mine = true
			} else {
				j.wake <- done
			}
		}
	}
	l.handOn()
}

// take waits for the lead and keeps it until handOn, so that no other command decides meanwhile.
func (l *lane[S]) take(ctx context.Context) error {
	l.mu.Lock()
	if !l.led {
		l.led = true
		l.mu.Unlock()
		return nil
	}
	j := &job[S]{ctx: ctx, hold: true, wake: make(chan wake, 2)}
	l.queue = append(l.queue, j)
	l.mu.Unlock()
	select {
	case <-j.wake:
	case <-ctx.Done():
		if l.leave(j) {
			return ctx.Err()
		}
		<-j.wake
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queue = append(l.queue[:0], l.queue[1:]...)
	return nil
}

// handOn ends the lead.
func (l *lane[S]) handOn() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) == 0 {
		l.led = false
		return
	}
	// The next leader finds its own job at the head of the queue.
	l.queue[0].wake <- lead
}

// carryOut carries out all jobs of a batch and sets their results.
func (l *lane[S]) carryOut(jobs []*job[S]) {
	alone, overtaken := false, 0
	for tries := 0; ; tries++ {
		if jobs = aliveJobs(jobs, tries); len(jobs) == 0 {
			return
		}
		attempted := jobs
		if alone {
			attempted = jobs[:1]
		}
		// The append is for several callers, so it must not depend on the context of the first.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(jobs[0].ctx), appendTimeout)
		n, conflict, err := l.attempt(ctx, attempted, overtaken >= maxOvertaken)
		cancel()
		switch {
		case conflict == repeatedID && !alone, n > 1 && errors.As(err, new(*eventstore.TooLargeError)):
			alone = true
		case conflict == otherStream:
			if rest := failJoint(jobs, err); len(rest) < len(jobs) {
				jobs = rest
				continue
			}
			for _, j := range jobs {
				j.err = err
			}
			return
		case conflict == otherProcess:
			BackOff(jobs[0].ctx, overtaken)
			overtaken++
		default:
			for _, j := range jobs[:n] {
				if err != nil {
					j.err = err
				}
			}
			jobs = jobs[n:]
		}
	}
}

// failJoint sets the error of the job whose other stream was not as expected, and returns the jobs without it.
func failJoint[S any](jobs []*job[S], err error) []*job[S] {
	var wrong *eventstore.WrongRevisionError
	if !errors.As(err, &wrong) {
		return jobs
	}
	return slices.DeleteFunc(jobs, func(j *job[S]) bool {
		if !slices.ContainsFunc(j.with, func(a eventstore.StreamAppend) bool { return a.Stream == wrong.Stream }) {
			return false
		}
		j.err = err
		return true
	})
}

// maxOvertaken is the number of conflicts after which a lane asks the log for a turn. A process that is slower than the time between two
// appends of another would otherwise conflict every time.
const maxOvertaken = 3

// aliveJobs returns the jobs whose context is alive, and sets the errors of the others.
func aliveJobs[S any](jobs []*job[S], tries int) []*job[S] {
	var out []*job[S]
	for _, j := range jobs {
		switch err := j.ctx.Err(); {
		case err == nil:
			out = append(out, j)
		case tries == 0:
			j.err = err
		default:
			j.err = ErrOvertaken.WithCause(err)
		}
	}
	return out
}

// ErrOvertaken: other processes appended to the stream first until the caller's time was up.
var ErrOvertaken = fault.Conflictf("The data was being changed by others all the time. Please try again.")

type conflict int

const (
	noConflict   conflict = iota
	otherProcess          // another process appended: load and decide again
	repeatedID            // one of the jobs is stored already: try them one by one
	otherStream           // another stream of a job was not as expected: try the others again
)

// attempt decides jobs one after another and appends their events together. n is the number of jobs it handled; an error concerns all of
// these. inTurn makes other processes wait meanwhile, if the store supports that.
func (l *lane[S]) attempt(ctx context.Context, jobs []*job[S], inTurn bool) (n int, c conflict, err error) {
	defer func() {
		if p := recover(); p != nil { // a fold that panics leaves half a state
			l.current = nil
			n, c, err = len(jobs), noConflict, fmt.Errorf("folding %s panicked: %v\n%s", l.stream, p, debug.Stack())
		}
	}()
	fresh, err := l.ready(ctx, jobs)
	if err != nil {
		return len(jobs), noConflict, err
	}
	var expected eventstore.Revision
	var appended eventstore.Appended
	if turns, ok := l.repository.infra.Store.(eventstore.TurnTaker); ok && inTurn &&
		!slices.ContainsFunc(jobs, func(j *job[S]) bool { return j.joint }) {
		n, expected, appended, err = l.decideInTurn(ctx, turns, jobs)
	} else {
		n, expected, appended, err = l.decideAndAppend(ctx, jobs, fresh)
	}
	switch {
	case errors.Is(err, eventstore.ErrWrongRevision):
		l.current = nil
		var wrong *eventstore.WrongRevisionError
		switch {
		case errors.As(err, &wrong) && wrong.Stream != l.stream:
			return n, otherStream, err
		case wrong != nil && wrong.Actual == expected:
			return n, repeatedID, err
		}
		return n, otherProcess, err
	case err != nil:
		l.current = nil
		return n, noConflict, err
	case appended.Repeated:
		return n, noConflict, l.recall(ctx, jobs[:n], appended)
	case appended.Position > 0:
		l.settle(jobs[:n], appended)
	}
	return n, noConflict, nil
}

// decideAndAppend decides on the cached state; the append detects whether it is the newest. expected is the revision that the decision
// was based on.
func (l *lane[S]) decideAndAppend(ctx context.Context, jobs []*job[S], fresh bool) (
	n int, expected eventstore.Revision, appended eventstore.Appended, err error,
) {
	expected = l.current.revision
	n, events := l.decide(ctx, jobs)
	if len(events) == 0 && !fresh && slices.ContainsFunc(jobs, func(j *job[S]) bool { return !j.stale }) {
		// Without an append the stream is read for newer events. If there are any, the jobs decide again.
		if err := l.catchUp(ctx); err != nil {
			return len(jobs), expected, appended, err
		}
		if l.current.revision != expected {
			expected = l.current.revision
			n, events = l.decide(ctx, jobs)
		}
	}
	if with := withOf(jobs[:n]); len(with) > 0 {
		appended, err = l.appendJoint(ctx, expected, events, jobs[:n], with)
	} else if len(events) > 0 {
		appended, err = l.append(ctx, expected, events)
	}
	return n, expected, appended, err
}

// withOf returns the appends of jobs to other streams.
func withOf[S any](jobs []*job[S]) (with []eventstore.StreamAppend) {
	for _, j := range jobs {
		with = append(with, j.with...)
	}
	return with
}

// appendJoint stores the events of jobs in this stream and in their other streams. Events of this stream come first in the log, such as a
// reservation before its orders.
func (l *lane[S]) appendJoint(
	ctx context.Context, expected eventstore.Revision, events []eventstore.NewEvent, jobs []*job[S], with []eventstore.StreamAppend,
) (appended eventstore.Appended, err error) {
	if len(events) > 0 {
		own := eventstore.StreamAppend{Stream: l.stream, Expected: eventstore.Exactly(expected), Events: events}
		with = slices.Insert(with, 0, own)
	}
	results, err := appendStreams(ctx, several(l.repository.infra.Store), with)
	if err != nil {
		return appended, err
	}
	if len(events) > 0 {
		appended, results = results[0], results[1:]
	}
	for _, j := range jobs {
		j.results, results = results[:len(j.with)], results[len(j.with):]
	}
	return appended, nil
}

// decideInTurn decides on the newest state while no other process can append.
func (l *lane[S]) decideInTurn(ctx context.Context, turns eventstore.TurnTaker, jobs []*job[S]) (
	n int, expected eventstore.Revision, appended eventstore.Appended, err error,
) {
	n = len(jobs)
	var events []eventstore.NewEvent
	appended, err = turns.AppendInTurn(ctx, l.stream, l.current.revision+1,
		func(newer []eventstore.Recorded) ([]eventstore.NewEvent, error) {
			if err := l.repository.fold(ctx, l.stream, l.current, newer); err != nil {
				return nil, err
			}
			expected = l.current.revision
			n, events = l.decide(ctx, jobs)
			return events, nil
		})
	if errors.Is(err, eventstore.ErrUnknownOutcome) {
		appended, err = l.append(ctx, expected, events)
	}
	return n, expected, appended, err
}

// ready loads the state. fresh tells whether it was just read.
func (l *lane[S]) ready(ctx context.Context, jobs []*job[S]) (fresh bool, err error) {
	switch {
	case l.current == nil && len(jobs) == 1 && jobs[0].call.isFirst():
		// If the stream has events after all, the append fails, and the next attempt loads the stream.
		jobs[0].call.first = false
		l.current = l.repository.emptyState(l.stream)
		return false, nil
	case l.current == nil:
		l.current, err = l.repository.load(ctx, l.stream)
		return true, err
	case slices.ContainsFunc(jobs, func(j *job[S]) bool { return j.view != nil && !j.stale }):
		return true, l.catchUp(ctx)
	}
	return false, nil
}

// catchUp folds the events that other processes have appended.
func (l *lane[S]) catchUp(ctx context.Context) error {
	err := l.repository.catchUp(ctx, l.stream, l.current)
	if err != nil {
		l.current = nil
	}
	return err
}

// decide runs the decisions or views of jobs one after another on the evolving state. n is the number of jobs it handled.
func (l *lane[S]) decide(ctx context.Context, jobs []*job[S]) (n int, events []eventstore.NewEvent) {
	all := 0
	for _, j := range jobs {
		if j.view != nil && len(events) > 0 && l.repository.decider.Stamp != nil {
			break // the view runs later, when the recording time of these events is known
		}
		j.result, j.err, j.with, j.results = Result{Stream: l.stream}, nil, nil, nil
		if j.view != nil {
			j.err = protect(func() error { return j.view(l.current.state, l.current.revision >= 0) })
		} else {
			var decided []domain.Event
			j.err = protect(func() (err error) {
				if err := j.call.expects.check(l.current.position, len(events) > 0); err != nil {
					return err
				}
				decided, err = j.decide(l.current.state)
				return err
			})
			size := len(decided) + count(j.with)
			if j.err == nil && all > 0 && (all+size > maxEvents || repeats(j, events)) {
				j.with = nil
				break // left to the next append
			}
			all += size
			if j.err == nil {
				events, j.err = l.evolve(ctx, j, decided, events)
			}
			if j.err != nil {
				j.with = nil
			}
		}
		j.result.Revision, j.result.Position, j.result.newest = l.current.revision, l.current.position, l.current.newest
		n++
	}
	return n, events
}

// propose decides a job alone and encodes its events. The state stays as it is.
func (l *lane[S]) propose(ctx context.Context, j *job[S]) (events []eventstore.NewEvent, err error) {
	j.result = Result{Stream: l.stream, Revision: l.current.revision, Position: l.current.position, newest: l.current.newest}
	var decided []domain.Event
	if err := protect(func() (err error) {
		if err := j.call.expects.check(l.current.position, false); err != nil {
			return err
		}
		decided, err = j.decide(l.current.state)
		return err
	}); err != nil || len(decided) == 0 {
		return nil, err
	}
	if events, err = j.call.encode(ctx, l.repository.infra.Codec, decided); err == nil {
		j.result.Events = decided
	}
	return events, err
}

// accept applies the events of a job, which propose decided, to the state after the append.
func (l *lane[S]) accept(j *job[S], appended eventstore.Appended) error {
	if err := protect(func() error {
		for _, e := range j.result.Events {
			l.evolveBy(e)
		}
		return nil
	}); err != nil {
		l.current = nil
		return fmt.Errorf("folding %s: %w", l.stream, err)
	}
	j.result.Revision, j.result.newest = l.current.revision, l.current.newest
	l.settle([]*job[S]{j}, appended)
	return nil
}

func (l *lane[S]) evolveBy(e domain.Event) {
	l.current.state = l.repository.decider.Evolve(l.current.state, e)
	l.current.revision++
	l.current.newest = e.EventName()
}

func (l *lane[S]) revision() eventstore.Revision { return l.current.revision }

// repeats tells whether a job repeats one whose events are already in the append.
func repeats[S any](j *job[S], events []eventstore.NewEvent) bool {
	if !j.call.repeatable() {
		return false
	}
	id, err := j.call.id(0)
	return err == nil && slices.ContainsFunc(events, func(e eventstore.NewEvent) bool { return e.ID == id })
}

// protect converts a panic of a decision, which is a defect, to an error for its caller.
func protect(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("decision panicked: %v\n%s", p, debug.Stack())
		}
	}()
	return f()
}

// evolve encodes the decided events and applies them to the state.
func (l *lane[S]) evolve(
	ctx context.Context, j *job[S], decided []domain.Event, events []eventstore.NewEvent,
) ([]eventstore.NewEvent, error) {
	if len(decided) == 0 {
		return events, nil
	}
	encoded, err := j.call.encode(ctx, l.repository.infra.Codec, decided)
	if err != nil {
		return events, err
	}
	for _, e := range decided {
		l.evolveBy(e)
	}
	j.result.Events = decided
	return append(events, encoded...), nil
}

// append stores events.
func (l *lane[S]) append(ctx context.Context, expected eventstore.Revision, events []eventstore.NewEvent) (eventstore.Appended, error) {
	return insist(ctx, func() (eventstore.Appended, error) {
		return l.repository.infra.Store.Append(ctx, l.stream, eventstore.Exactly(expected), events...)
	})
}

// appendStreams stores events in several streams.
func appendStreams(
	ctx context.Context, store eventstore.StreamsAppender, appends []eventstore.StreamAppend,
) ([]eventstore.Appended, error) {
	return insist(ctx, func() ([]eventstore.Appended, error) { return store.AppendStreams(ctx, appends...) })
}

// count returns the number of events that are appended to several streams.
func count(appends []eventstore.StreamAppend) (n int) {
	for _, a := range appends {
		n += len(a.Events)
	}
	return n
}

// insist repeats an append of unknown outcome, with the same IDs, until the outcome is known or the context ends. After an unknown outcome,
// only success and a wrong revision tell the outcome: any other error concerns the repetition, not the first attempt.
func insist[A any](ctx context.Context, store func() (A, error)) (A, error) {
	unknown := false
	for attempt := 0; ; attempt++ {
		appended, err := store()
		unknown = unknown || errors.Is(err, eventstore.ErrUnknownOutcome)
		switch {
		case err == nil || !unknown || errors.Is(err, eventstore.ErrWrongRevision) || errors.Is(err, eventstore.ErrLogLost):
			return appended, err
		case ctx.Err() != nil || errors.Is(err, eventstore.ErrClosed):
			return appended, fmt.Errorf("%w: %w", eventstore.ErrUnknownOutcome, err)
		}
		BackOff(ctx, attempt)
	}
}

// settle sets the results of the jobs. Each job gets the position of the whole append.
func (l *lane[S]) settle(jobs []*job[S], appended eventstore.Appended) {
	stored, last := false, appended.FirstPosition-1
	for _, j := range jobs {
		if j.view != nil {
			continue
		}
		last += eventstore.Position(len(j.result.Events))
		j.result.Position, j.result.last = appended.Position, last
		if stored = stored || len(j.result.Events) > 0; stored {
			j.result.RecordedAt = appended.RecordedAt
		}
	}
	l.current.position = appended.Position
	l.repository.stamp(l.current, appended.RecordedAt)
	l.repository.snapshot(l.stream, l.current)
}

// recall sets the results from the events stored under the IDs of the jobs: an earlier attempt may have decided differently.
func (l *lane[S]) recall(ctx context.Context, jobs []*job[S], appended eventstore.Appended) error {
	l.current = nil
	recorded, err := l.repository.infra.Store.ReadStream(ctx, l.stream, appended.First, eventstore.Forwards,
		int(appended.Last-appended.First)+1)
	if err != nil {
		return fmt.Errorf("%w: %w", eventstore.ErrUnknownOutcome, err)
	}
	events, err := l.repository.infra.Codec.DecodeAll(ctx, recorded, false)
	if err != nil {
		return fmt.Errorf("%w: %w", eventstore.ErrUnknownOutcome, err)
	}
	at := appended.First - 1
	for _, j := range jobs {
		n := len(j.result.Events)
		if j.view != nil || n > len(events) {
			continue
		}
		at += eventstore.Revision(n)
		j.result.Events, events = events[:n:n], events[n:]
		j.result.Revision, j.result.Position, j.result.RecordedAt, j.result.Repeated = at, appended.Position, appended.RecordedAt, true
	}
	return nil
}

// BackOff waits a little longer after each attempt, with jitter so that two instances do not collide again.
func BackOff(ctx context.Context, attempt int) {
	pause := min(time.Duration(1<<min(attempt, 7))*time.Millisecond, 100*time.Millisecond)
	wait.For(ctx, pause/2+rand.N(pause))
}
