package commands

import "sync/atomic"

// Attempt is one try to carry out a request. It counts the commands, so that a further attempt under the same key finds those that this
// one has stored.
type Attempt struct {
	// Trial makes the commands decide but store nothing; nil: they store.
	Trial *Trial
	// Expects is what the request requires of the streams it decides on; nil for nothing.
	Expects *Expectation
	// Executed holds the commands that an earlier attempt under the key has committed, by their number.
	Executed map[int]Result

	commands atomic.Int64
}

// Repeats tells whether an earlier attempt has carried out the next command.
func (a *Attempt) Repeats() bool { return a.repeats(1) }

// repeats tells whether an earlier attempt has carried out any of the next n commands.
func (a *Attempt) repeats(n int) bool {
	for next := int(a.commands.Load()); n > 0; n-- {
		if _, done := a.Executed[next+n-1]; done {
			return true
		}
	}
	return false
}

// uncount takes back the number of a command that decided nothing and is decided again, so that a repeated attempt counts the same
// commands.
func (a *Attempt) uncount() {
	a.commands.Add(-1)
}

// Found adds the last command to those that an earlier attempt has carried out.
func (a *Attempt) Found(result Result) {
	a.Executed = map[int]Result{int(a.commands.Load()) - 1: result}
}

// StartOver records that the commands of an earlier attempt were undone. Further commands get new numbers.
func (a *Attempt) StartOver() {
	next := a.commands.Load()
	for n := range a.Executed {
		next = max(next, int64(n)+1)
	}
	a.commands.Store(next)
	a.Executed = nil
}

