package storetest

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

// Failure is a check that a store did not pass, with its messages.
type Failure struct {
	Check    string
	Messages []string
}

// Try runs the suite without failing a test, to prove that it catches a broken store. With names it runs only those checks. It
// panics if no check has a name.
func Try(open func(T) Log, features Features, patience time.Duration, names ...string) []Failure {
	chosen := slices.Clone(names)
	var mu sync.Mutex
	var failures []Failure
	var trials sync.WaitGroup
	for _, c := range checks {
		if i := slices.Index(chosen, c.name); i >= 0 {
			chosen = slices.Delete(chosen, i, i+1)
		} else if len(names) > 0 || c.needs != nil && !c.needs(features) {
			continue
		}
		trials.Go(func() {
			r := record(c.name, func(r *recorder) {
				carryOut(c, r, func() Log { return open(r) }, features, patience)
			})
			if r.Failed() {
				mu.Lock()
				defer mu.Unlock()
				failures = append(failures, Failure{Check: c.name, Messages: r.messages})
			}
		})
	}
	trials.Wait()
	if len(chosen) > 0 {
		panic(fmt.Sprintf("storetest: no checks are named %q", chosen))
	}
	return failures
}

// recorder is a T that remembers failures.
type recorder struct {
	name   string
	ctx    context.Context
	cancel context.CancelFunc

	mu       sync.Mutex
	failed   bool
	messages []string
	cleanups []func()
}

// record runs a test function like the testing package: in a goroutine of its own, which FailNow ends, followed by the cleanups.
func record(name string, f func(*recorder)) *recorder {
	ctx, cancel := context.WithCancel(context.Background())
	r := &recorder{name: name, ctx: ctx, cancel: cancel}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer r.cleanUp()
		defer func() {
			if p := recover(); p != nil { // a broken store may violate what a check assumes
				r.Errorf("panic: %v\n%s", p, debug.Stack())
			}
		}()
		f(r)
	}()
	<-done
	return r
}

func (r *recorder) cleanUp() {
	r.cancel()
	for _, f := range slices.Backward(r.cleanups) {
		f()
	}
}

func (r *recorder) Cleanup(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cleanups = append(r.cleanups, f)
}

func (r *recorder) fail(message string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = true
	if message != "" {
		r.messages = append(r.messages, message)
	}
}

func (r *recorder) Failed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failed
}

func (r *recorder) Name() string             { return r.name }
func (r *recorder) Context() context.Context { return r.ctx }
func (r *recorder) Helper()                  {}
func (r *recorder) Log(...any)               {}
func (r *recorder) Logf(string, ...any)      {}
func (r *recorder) Fail()                    { r.fail("") }
func (r *recorder) FailNow() {
	r.fail("")
	runtime.Goexit()
}
func (r *recorder) Error(args ...any)                 { r.fail(fmt.Sprintln(args...)) }
func (r *recorder) Errorf(format string, args ...any) { r.fail(fmt.Sprintf(format, args...)) }
func (r *recorder) Fatal(args ...any) {
	r.Error(args...)
	runtime.Goexit()
}
func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

// A check is never skipped.
func (r *recorder) Skip(args ...any)                 { r.Fatal(append([]any{"skipped:"}, args...)...) }
func (r *recorder) Skipf(format string, args ...any) { r.Fatalf("skipped: "+format, args...) }
func (r *recorder) SkipNow()                         { r.Fatal("skipped") }
