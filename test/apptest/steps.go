package apptest

import (
	"slices"

	"tradelog/commands"
)

// PlacedAtOnce is the step after a placement that is one append.
const PlacedAtOnce = "checkout: order placed at once"

// jointSteps are the steps after appends to several streams at once.
var jointSteps = []string{PlacedAtOnce, "checkout: everything taken at once", "checkout: order placed with its cart"}

// Steps calls taken after each step of processes, for a test that stops at one. A log that appends to several streams at once has few
// steps. If the named step is not among them, the process takes the steps of a log without such appends.
func Steps(e *commands.Engine, step string, taken func(name string)) {
	if !slices.Contains(jointSteps, step) {
		e.StepByStep()
	}
	e.Steps(taken)
}
