package command

import (
	"context"
	"fmt"
	"maps"

	"tradelog/app"
	"tradelog/operations"
	"tradelog/operations/representation"
)

// Args are the arguments of an operation, by the names of its fields. A nil value is not sent.
type Args map[string]any

// With adds arguments.
func (a Args) With(more Args) Args {
	maps.Copy(a, more)
	return a
}

// Invoke invokes an operation as the operating system's user. Every command that works in a shop reads and changes it this way.
func Invoke(ctx context.Context, a *app.App, name string, arguments Args) (operations.Result, error) {
	o := a.Pipeline.Registry.Find(name)
	if o == nil {
		return operations.Result{}, fmt.Errorf("there is no operation %s", name)
	}
	in, err := representation.Arguments(o, arguments)
	if err != nil {
		return operations.Result{}, err
	}
	return a.Pipeline.Invoke(ctx, operations.Operator(operator(), client(a.Config.Version)), o, in)
}

// Ask invokes an operation and returns its answer.
func Ask[T any](ctx context.Context, a *app.App, name string, arguments Args) (answer T, err error) {
	r, err := Invoke(ctx, a, name, arguments)
	if err == nil {
		err = r.Decode(&answer)
	}
	return answer, err
}

// Change invokes an operation that changes something, and waits until that has taken effect on every instance.
func Change(ctx context.Context, a *app.App, name string, arguments Args) error {
	_, err := Invoke(ctx, a, name, arguments)
	return effect(ctx, a, err)
}

// Changed is Change that also returns the answer.
func Changed[T any](ctx context.Context, a *app.App, name string, arguments Args) (T, error) {
	answer, err := Ask[T](ctx, a, name, arguments)
	return answer, effect(ctx, a, err)
}

// client returns the name of commands in the log.
func client(version string) string { return "tradelog " + version }
