// Package freshness knows, on every instance and without asking the database, how far each projector has come and when each
// thing was last changed.
//
// The version of a thing (an item, a collection, a customer's orders) is the position of the last event that touched it.
// While the versions a response was made from stand, the response stands. So a conditional GET costs no query, and a rendered response can
// be kept without an expiry.
//
// Two feeds fill a Tracker. The projection engine of the same process does so at once, and the Follower reads the commits that the engine
// of another instance has stored. A tracker without news for too long trusts none of its versions.
package freshness

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tradelog/eventstore"
	"tradelog/internal/lru"
	"tradelog/readmodels/scopes"
)

// Update describes the changes of one commit of a projector. Scopes may be nil.
type Update struct {
	Projector  string
	Position   eventstore.Position
	Generation int64
	Scopes     map[string]eventstore.Position
	Afresh     bool // Position is the stored checkpoint; changes before it are not reported
	Failed     bool
	Reason     string
	Rows       []any // rows of the commit, for those who remember rows
}

// ErrBehind: the projector has stopped or did not get there in time.
var ErrBehind = errors.New("the read model is behind")

// Tracker holds the positions of projectors and the versions of scopes. Make it with New.
type Tracker struct {
	mu         sync.Mutex
	projectors map[string]*progress
	versions   lru.Cache[string, eventstore.Position] // by projector and scope, for scopes that were asked for
	recent     lru.Cache[string, eventstore.Position] // for scopes that changed lately and were not asked for yet
	epoch      int64                                  // grows whenever versions may have been forgotten wholesale
	changes    atomic.Uint64                          // counts news after which a vector may no longer stand; begins with 1
	trusted    func() bool
	watchers   []func(Update)
	ask        func(ctx context.Context, projector string)
}

type progress struct {
	position   eventstore.Position
	generation int64
	failed     string
	moved      chan struct{} // closed at the next move
	waiting    int           // the number of waits for a move
	wanted     chan struct{} // closed while somebody waits
}

// keep is the number of versions that are cached. keepRecent is the number for scopes that nobody has asked for, because the writer of a
// change is about to read it.
const (
	keep       = 200_000
	keepRecent = 5_000
)

// New makes a tracker. trusted tells whether the feeds are alive; nil means always.
func New(trusted func() bool) *Tracker {
	versions := lru.New[string, eventstore.Position](keep)
	recent := lru.New[string, eventstore.Position](keepRecent)
	if trusted == nil {
		trusted = func() bool { return true }
	}
	t := &Tracker{projectors: map[string]*progress{}, versions: versions, recent: recent, trusted: trusted}
	t.changes.Store(1)
	return t
}

// Watch registers a function that is called with every update after it took effect. Register before the feeds start.
func (t *Tracker) Watch(f func(Update)) { t.watchers = append(t.watchers, f) }

// Ask registers a function that tells the instance which runs the projectors that somebody waits for one here. The function is called again
// and again while the wait lasts. Register before the feeds start.
func (t *Tracker) Ask(f func(ctx context.Context, projector string)) { t.ask = f }

// Publish applies an update. Old news does no harm. An update may begin afresh at another position than the last one ended. Then updates
// were missed, or a crash of the database took the rows back. All versions are forgotten in this case.
func (t *Tracker) Publish(u Update) {
	t.mu.Lock()
	p := t.of(u.Projector)
	if len(u.Scopes) > 0 || u.Failed || u.Afresh || u.Generation != p.generation {
		t.changes.Add(1)
	}
	switch {
	case u.Failed && u.Position == 0: // the position is known already
		p.failed = u.Reason
	default:
		if u.Generation != p.generation {
			if p.generation != 0 || u.Generation != 0 {
				t.forget()
			}
			p.generation = u.Generation
		}
		if u.Failed {
			p.failed = u.Reason
		} else if !u.Afresh || u.Position != p.position {
			p.failed = "" // another attempt at the same position has got nowhere yet
		}
		if u.Afresh && u.Position != p.position {
			t.forget()
			p.position = u.Position
		}
		p.position = max(p.position, u.Position)
		for scope, version := range u.Scopes {
			t.learn(u.Projector+" "+scope, version)
		}
	}
	close(p.moved)
	p.moved = make(chan struct{})
	t.mu.Unlock()
	for _, f := range t.watchers {
		f(u)
	}
}

// Touched sets the version of a scope after a write to its stream, before the projector reports it.
func (t *Tracker) Touched(s Scope, version eventstore.Position) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.changes.Add(1)
	t.learn(key(s), version)
}

// learn stores the version of a scope, unless a newer one is known.
func (t *Tracker) learn(key string, version eventstore.Position) {
	if had, ok := t.versions.Peek(key); ok {
		if had < version {
			t.versions.Add(key, version)
		}
	} else if had, ok := t.recent.Peek(key); !ok || had < version {
		t.recent.Add(key, version)
	}
}

func (t *Tracker) of(projector string) *progress {
	p := t.projectors[projector]
	if p == nil {
		p = &progress{moved: make(chan struct{}), wanted: make(chan struct{})}
		t.projectors[projector] = p
	}
	return p
}

// Reset forgets all versions, because news may have been missed.
func (t *Tracker) Reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.forget()
}

func (t *Tracker) forget() {
	t.versions.Purge()
	t.recent.Purge()
	t.epoch++
	t.changes.Add(1)
}

// Position returns the position of a projector, as far as this instance knows.
func (t *Tracker) Position(projector string) eventstore.Position {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.of(projector).position
}

// askEvery is the interval at which a wait asks again for its projector.
const askEvery = 50 * time.Millisecond

// Wait returns when a projector has applied everything up to a position. ErrBehind: the projector has stopped, or the context ended first.
func (t *Tracker) Wait(ctx context.Context, projector string, position eventstore.Position) error {
	moved, reached, err := t.progress(projector, position)
	if reached || err != nil {
		return err
	}
	defer t.announceWait(projector)()
	again := time.NewTicker(askEvery)
	defer again.Stop()
	for t.asks(ctx, projector); ; {
		select {
		case <-moved:
			if moved, reached, err = t.progress(projector, position); reached || err != nil {
				return err
			}
		case <-again.C:
			t.asks(ctx, projector)
		case <-ctx.Done():
			return fmt.Errorf("%w: %s did not reach position %d in time", ErrBehind, projector, position)
		}
	}
}

// Reach waits until a projector has applied everything up to a position, at the projector's own pace: nobody is asked to hurry. It also
// waits while the projector is stopped, and fails only when the context ends.
func (t *Tracker) Reach(ctx context.Context, projector string, position eventstore.Position) error {
	for {
		moved, reached, _ := t.progress(projector, position)
		if reached {
			return nil
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// progress tells whether a projector has reached a position. moved is closed when the projector moves.
func (t *Tracker) progress(projector string, position eventstore.Position) (moved <-chan struct{}, reached bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.of(projector)
	if p.position < position && p.failed != "" {
		err = fmt.Errorf("%w: %s", ErrBehind, p.failed)
	}
	return p.moved, p.position >= position, err
}

// announceWait marks a projector as waited for until the returned function is called.
func (t *Tracker) announceWait(projector string) (no func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.of(projector)
	if p.waiting++; p.waiting == 1 {
		close(p.wanted)
	}
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if p.waiting--; p.waiting == 0 {
			p.wanted = make(chan struct{})
		}
	}
}

func (t *Tracker) asks(ctx context.Context, projector string) {
	if t.ask != nil {
		t.ask(ctx, projector)
	}
}

// Wanted returns a channel that is closed while somebody waits for a projector here.
func (t *Tracker) Wanted(projector string) <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.of(projector).wanted
}

// Scope names a thing whose version matters.
type Scope = scopes.Scope

func key(s Scope) string { return s.Projector + " " + s.Name }

// projectorFailed tells whether the scope's version no longer follows its stream, because the projector has failed.
func (t *Tracker) projectorFailed(s Scope) bool { return s.Streamed && t.of(s.Projector).failed != "" }

// Vector holds the versions of some scopes at one moment.
type Vector struct {
	epoch    int64
	keys     []string
	versions []eventstore.Position
	// stood is the tracker's count of changes when the vector was last found to stand. While that count is the same, the vector stands.
	stood *atomic.Uint64
}

// Versions returns the versions of scopes, in their order. ok is false when one of them is not known in memory, or when this instance may
// have missed news.
func (t *Tracker) Versions(scopes []Scope) (v Vector, ok bool) {
	if !t.trusted() {
		return Vector{}, false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	v = Vector{
		epoch: t.epoch, keys: make([]string, len(scopes)), versions: make([]eventstore.Position, len(scopes)), stood: new(atomic.Uint64),
	}
	for i, s := range scopes {
		v.keys[i] = key(s)
		if v.versions[i], ok = t.requested(v.keys[i]); !ok || v.versions[i] == looking {
			return Vector{}, false
		}
	}
	return v, true
}

// requested returns a version that somebody asks for, and keeps it among those that were asked for.
func (t *Tracker) requested(key string) (eventstore.Position, bool) {
	if version, ok := t.versions.Get(key); ok {
		return version, true
	}
	version, ok := t.recent.Peek(key)
	if ok {
		t.recent.Remove(key)
		t.versions.Add(key, version)
	}
	return version, ok
}

// Stand tells whether the versions of scopes are unchanged since was.
func (t *Tracker) Stand(scopes []Scope, was Vector) bool {
	if was.versions == nil || !t.trusted() {
		return false
	}
	if was.stood.Load() == t.changes.Load() {
		return true
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if was.epoch != t.epoch || len(was.versions) != len(scopes) {
		return false
	}
	for i, s := range scopes {
		if now, ok := t.versions.Get(was.keys[i]); !ok || now != was.versions[i] || t.projectorFailed(s) {
			return false
		}
	}
	was.stood.Store(t.changes.Load())
	return true
}

// looking marks a version that is being looked up. The mark is less than every version.
const looking eventstore.Position = -1

// Loader finds versions in the database, in the order of the scopes; 0 for a scope that nothing has touched.
type Loader func(ctx context.Context, scopes []Scope) ([]eventstore.Position, error)

// Known returns the versions of scopes, and loads those that are not in memory. Call it before reading the rows: versions
// that are older than the rows only make a cached answer end sooner.
func (t *Tracker) Known(ctx context.Context, scopes []Scope, load Loader) (Vector, error) {
	for range 3 {
		if v, ok := t.Versions(scopes); ok {
			return v, nil
		}
		t.mu.Lock()
		epoch := t.epoch
		for _, s := range scopes { // an update that comes while we look must not be lost
			if _, ok := t.versions.Peek(key(s)); !ok {
				t.recent.Remove(key(s)) // it is in one of the two
				t.versions.Add(key(s), looking)
			}
		}
		t.mu.Unlock()
		found, err := load(ctx, scopes)
		if err != nil {
			t.Reset()
			return Vector{}, err
		}
		t.mu.Lock()
		if epoch == t.epoch {
			for i, s := range scopes {
				if had, ok := t.versions.Peek(key(s)); !ok || had < found[i] {
					t.versions.Add(key(s), found[i])
				}
			}
		}
		t.mu.Unlock()
		if !t.trusted() {
			return Vector{}, nil
		}
	}
	return Vector{}, nil
}

// Need is the least checkpoint that a copy of a projector's tables must have for its rows to be used.
type Need struct {
	Projector  string
	Generation int64 // of its tables
	Position   eventstore.Position
}

// Met tells whether a checkpoint of the projector is at least that new.
func (n Need) Met(by Need) bool { return by.Generation >= n.Generation && by.Position >= n.Position }

// Needs returns the least checkpoints for rows of scopes with versions. A version is the position of the last change, so a copy of the
// tables that has applied that position has the present rows.
func (t *Tracker) Needs(of []Scope, at Vector) []Need {
	needs := make([]Need, 0, 2)
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, s := range of {
		n := slices.IndexFunc(needs, func(n Need) bool { return n.Projector == s.Projector })
		if n < 0 {
			n = len(needs)
			needs = append(needs, Need{Projector: s.Projector, Generation: t.of(s.Projector).generation})
		}
		needs[n].Position = max(needs[n].Position, at.versions[i])
	}
	return needs
}

// Newest returns the newest of the versions.
func (v Vector) Newest() eventstore.Position { return slices.Max(v.versions) }

// Valid tells whether the versions were known when the vector was made.
func (v Vector) Valid() bool { return v.versions != nil }

// age bounds the time that an instance trusts its memory without hearing of other instances.
const age = 3 * time.Second
