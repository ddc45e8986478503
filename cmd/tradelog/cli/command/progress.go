package command

import (
	"fmt"
	"time"

	"tradelog/eventstore"
)

// LogProgress returns a function that prints progress through the log as Progress does.
func LogProgress(g *Globals, verb string) func(at, end eventstore.Position) {
	show := Progress(g, verb+": position")
	return func(at, end eventstore.Position) { show(int64(at), int64(end)) }
}

// Progress returns a function that prints progress once a second, with the rate since its first call and the time left at that rate.
func Progress(g *Globals, what string) func(at, end int64) {
	shown := time.Now()
	var began time.Time
	var from int64
	return func(at, end int64) {
		now := time.Now()
		if began.IsZero() {
			began, from = now, at
		}
		if now.Sub(shown) <= time.Second {
			return
		}
		shown = now
		pace := ""
		if took := now.Sub(began); at > from && took > 0 {
			pace = fmt.Sprintf(", %.0f a second, %s left", float64(at-from)/took.Seconds(),
				(time.Duration(float64(took) * float64(end-at) / float64(at-from))).Round(time.Second))
		}
		_ = g.Err.Printf("%s %d of %d (%d %%%s)\n", what, at, end, 100*at/max(1, end), pace)
	}
}
