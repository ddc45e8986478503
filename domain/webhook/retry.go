package webhook

import "time"

// Patience is the time for which a delivery is tried again.
const Patience = 72 * time.Hour

// The pauses between attempts.
const (
	firstPause = 5 * time.Second
	mostPause  = 30 * time.Minute
	// mostAsked bounds the pause that a receiver asks for.
	mostAsked = time.Hour
)

// Pause returns the pause after a number of failed attempts, from 1. It doubles each time, up to half an hour. A receiver that asks for a
// longer one gets it, up to an hour.
func Pause(attempts int, asked time.Duration) time.Duration {
	pause := firstPause
	for range attempts - 1 {
		if pause *= 2; pause >= mostPause {
			pause = mostPause
			break
		}
	}
	return max(pause, min(asked, mostAsked))
}
