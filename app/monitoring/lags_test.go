package monitoring

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"tradelog/eventstore"
	"tradelog/projections"
	"tradelog/reactions"
)

// oneEvent is a log whose events were all recorded at one time.
type oneEvent struct {
	eventstore.Store
	at time.Time
}

func (l oneEvent) ReadAll(
	_ context.Context, after eventstore.Position, _ eventstore.Direction, _ int, _ eventstore.Filter,
) (eventstore.Page, error) {
	return eventstore.Page{Events: []eventstore.Recorded{{Position: after + 1, RecordedAt: l.at}}}, nil
}

// TestLagsOfAnHour samples a projector that falls behind and catches up, and a reaction.
func TestLagsOfAnHour(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	now, position, behind := start, eventstore.Position(100), int64(0)
	away := false
	l := &Lags{
		Log: oneEvent{at: start}, Clock: func() time.Time { return now }, Logger: slog.New(slog.DiscardHandler),
		Projectors: func(context.Context) ([]projections.Status, error) {
			if away {
				return nil, errors.New("the database is away")
			}
			return []projections.Status{{Projector: "orders", Position: position, Lag: behind}}, nil
		},
		Reactions: func(context.Context) ([]reactions.Status, error) {
			return []reactions.Status{{Reaction: "mails", Position: 7}}, nil
		},
	}
	sample := func() {
		t.Helper()
		if err := l.Sample(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := Rate(l.Of(Projector("orders"))); got != 0 {
		t.Errorf("a rate of %v without samples", got)
	}
	sample()
	now, position, behind = now.Add(10*time.Second), 150, 25
	sample()
	got := l.Of(Projector("orders"))
	if len(got) != 2 || got[0].Seconds != 0 || got[1] != (Lag{At: now, Position: 150, Events: 25, Seconds: 10}) {
		t.Errorf("samples %+v", got)
	}
	if rate := Rate(got); rate != 5 {
		t.Errorf("%v positions a second, want 5", rate)
	}
	if got := l.Of(Reaction("mails")); len(got) != 2 || got[1].Position != 7 {
		t.Errorf("samples of a reaction %+v", got)
	}
	if got := l.Of("nobody"); got != nil {
		t.Errorf("samples of nobody %+v", got)
	}
	now, position, behind = now.Add(5*time.Minute), 3, 0 // as after a rebuild
	sample()
	now, position = now.Add(20*time.Second), 1
	sample()
	if rate := Rate(l.Of(Projector("orders"))); rate != 0 {
		t.Errorf("%v positions a second, although it went back", rate)
	}
	away = true
	if l.Sample(t.Context()) == nil || len(l.Of(Projector("orders"))) != 4 {
		t.Error("there is a sample without a database")
	}
	away = false
	now = start.Add(time.Hour + 5*time.Second)
	sample()
	if got := l.Of(Projector("orders")); len(got) != 4 || got[0].Position != 150 {
		t.Errorf("after more than an hour there are %+v", got)
	}
	now = now.Add(2 * time.Hour)
	l.Projectors = func(context.Context) ([]projections.Status, error) { return nil, nil }
	sample()
	if got := l.Of(Projector("orders")); len(got) != 0 {
		t.Errorf("a projector that is gone has %+v", got)
	}
}
