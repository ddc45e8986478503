package monitoring

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"tradelog/eventstore"
	"tradelog/internal/wait"
	"tradelog/projections"
	"tradelog/reactions"
)

// Lags records how far projectors and reactions were behind the log in the last hour. The samples belong to this process alone and end with
// it.
type Lags struct {
	Log        eventstore.Store
	Projectors func(context.Context) ([]projections.Status, error)
	Reactions  func(context.Context) ([]reactions.Status, error)
	Clock      func() time.Time
	Logger     *slog.Logger

	mu      sync.Mutex
	samples map[string][]Lag // by follower, the oldest first
}

// Lag is how far a follower of the log was behind at a time.
type Lag struct {
	At       time.Time
	Position eventstore.Position
	Events   int64
	Seconds  float64 // age of the oldest unread event
}

const (
	lagsEvery = 10 * time.Second
	// lagsFor is the time for which samples are kept.
	lagsFor = time.Hour
	// rateOver is the time over which a rate is computed.
	rateOver = time.Minute
)

// Projector and Reaction name followers of the log.
func Projector(name string) string { return "projector " + name }

// Reaction names a reaction.
func Reaction(name string) string { return "reaction " + name }

// Watch takes samples until the context ends.
func (l *Lags) Watch(ctx context.Context) {
	for ; ctx.Err() == nil; wait.For(ctx, lagsEvery) {
		if err := l.Sample(ctx); err != nil && ctx.Err() == nil {
			l.Logger.Debug("no sample of the lags", "error", err)
		}
	}
}

// Sample takes a sample of each follower.
func (l *Lags) Sample(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, lagsEvery)
	defer cancel()
	now, ages := l.Clock(), map[eventstore.Position]float64{}
	taken := map[string]Lag{}
	take := func(name string, at eventstore.Position, behind int64) error {
		age, err := ageOf(ctx, l.Log, now, ages, at, behind)
		taken[name] = Lag{At: now, Position: at, Events: behind, Seconds: age}
		return err
	}
	projectors, err := l.Projectors(ctx)
	if err != nil {
		return err
	}
	for _, s := range projectors {
		if err := take(Projector(s.Projector), s.Position, s.Lag); err != nil {
			return err
		}
	}
	reacting, err := l.Reactions(ctx)
	if err != nil {
		return err
	}
	for _, s := range reacting {
		if err := take(Reaction(s.Reaction), s.Position, s.Lag); err != nil {
			return err
		}
	}
	l.add(now, taken)
	return nil
}

// add adds samples and drops those that are too old.
func (l *Lags) add(now time.Time, taken map[string]Lag) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.samples == nil {
		l.samples = map[string][]Lag{}
	}
	for name, sample := range taken {
		l.samples[name] = append(l.samples[name], sample)
	}
	for name, list := range l.samples {
		list = slices.DeleteFunc(list, func(s Lag) bool { return now.Sub(s.At) > lagsFor })
		if l.samples[name] = list; len(list) == 0 {
			delete(l.samples, name)
		}
	}
}

// Of returns the samples of a follower in the last hour, the oldest first.
func (l *Lags) Of(follower string) []Lag {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.samples[follower])
}

// Rate returns the positions per second that samples show in their last minute. Positions that went back, as in a rebuild, count as none.
func Rate(samples []Lag) float64 {
	if len(samples) < 2 {
		return 0
	}
	last := samples[len(samples)-1]
	first := samples[slices.IndexFunc(samples, func(s Lag) bool { return last.At.Sub(s.At) <= rateOver })]
	took := last.At.Sub(first.At).Seconds()
	if took <= 0 {
		return 0
	}
	return max(0, float64(last.Position-first.Position)/took)
}
