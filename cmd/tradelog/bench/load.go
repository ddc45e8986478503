package bench

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Load sets the workers and the duration of a measurement.
type Load struct {
	Concurrency int
	Warmup      time.Duration
	Duration    time.Duration
}

// Figures holds the results of a scenario. A flow of several requests counts once.
type Figures struct {
	Concurrency   int
	Count         int64
	Elapsed       time.Duration
	P50, P95, P99 time.Duration
	Usage         Usage // of the server, if it was watched
}

// PerSecond returns the throughput in requests a second.
func (f Figures) PerSecond() float64 {
	if f.Elapsed <= 0 {
		return 0
	}
	return float64(f.Count) / f.Elapsed.Seconds()
}

// loadStep does one unit of work for one worker.
type loadStep func(ctx context.Context) error

// errTooSlow means that no step ended within the measured time.
var errTooSlow = errors.New("nothing was finished within the time of the measurement")

// drive runs a scenario. start returns the step of a worker. The first failure ends the scenario.
func drive(ctx context.Context, l Load, start func(worker int) (loadStep, error)) (Figures, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	steps := make([]loadStep, l.Concurrency)
	for i := range steps {
		var err error
		if steps[i], err = start(i); err != nil {
			return Figures{}, err
		}
	}
	begin := time.Now().Add(l.Warmup)
	end := begin.Add(l.Duration)
	histograms := make([]*hdrhistogram.Histogram, l.Concurrency)
	var workers sync.WaitGroup
	for i := range steps {
		histograms[i] = hdrhistogram.New(1, int64(time.Minute/time.Microsecond), 3)
		workers.Add(1)
		go func() {
			defer workers.Done()
			for ctx.Err() == nil {
				from := time.Now()
				if from.After(end) {
					return
				}
				if err := steps[i](ctx); err != nil {
					cancel(fmt.Errorf("worker %d: %w", i, err))
					return
				}
				// Work counts only if it both began and ended within the measured time.
				if to := time.Now(); !from.Before(begin) && !to.After(end) {
					_ = histograms[i].RecordValue(max(1, int64(to.Sub(from)/time.Microsecond)))
				}
			}
		}()
	}
	workers.Wait()
	if ctx.Err() != nil {
		return Figures{}, context.Cause(ctx)
	}
	all := hdrhistogram.New(1, int64(time.Minute/time.Microsecond), 3)
	for _, h := range histograms {
		all.Merge(h)
	}
	if all.TotalCount() == 0 {
		return Figures{}, errTooSlow
	}
	at := func(q float64) time.Duration { return time.Duration(all.ValueAtQuantile(q)) * time.Microsecond }
	return Figures{Concurrency: l.Concurrency, Count: all.TotalCount(), Elapsed: l.Duration, P50: at(50), P95: at(95), P99: at(99)}, nil
}
