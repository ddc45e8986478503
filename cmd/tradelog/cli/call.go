package cli

import (
	"context"
	"fmt"
	"maps"

	"tradelog/app"
	"tradelog/operations"
	"tradelog/representation"
)

// args are the arguments of an operation, by the names of its fields. A nil value is not sent.
type args map[string]any

// with adds arguments.
func (a args) with(more args) args {
	maps.Copy(a, more)
	return a
}

// invoke invokes an operation as the operating system's user. Every command that works in a shop reads and changes it this way.
func invoke(ctx context.Context, a *app.App, name string, arguments args) (operations.Result, error) {
	o := a.Pipeline.Registry.Find(name)
	if o == nil {
		return operations.Result{}, fmt.Errorf("there is no operation %s", name)
	}
	in, err := representation.Arguments(o, arguments)
	if err != nil {
		return operations.Result{}, err
	}
	return a.Pipeline.Invoke(ctx, operations.Operator(operator(), client()), o, in)
}

// ask invokes an operation and returns its answer.
func ask[T any](ctx context.Context, a *app.App, name string, arguments args) (answer T, err error) {
	r, err := invoke(ctx, a, name, arguments)
	if err == nil {
		err = r.Decode(&answer)
	}
	return answer, err
}

// change invokes an operation that changes something, and waits until that has taken effect on every instance.
func change(ctx context.Context, a *app.App, name string, arguments args) error {
	_, err := invoke(ctx, a, name, arguments)
	return effect(ctx, a, err)
}

// changed is change that returns the answer.
func changed[T any](ctx context.Context, a *app.App, name string, arguments args) (T, error) {
	answer, err := ask[T](ctx, a, name, arguments)
	return answer, effect(ctx, a, err)
}

// client is the name that commands give themselves in the log.
func client() string { return "tradelog " + Version }
