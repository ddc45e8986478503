package app_test

import (
	"fmt"
	"maps"
	"net/url"
	"strings"
	"testing"

	"tradelog/operations"
	"tradelog/operations/representation"
)

// echo is a format whose answers repeat the request.
type echo struct{}

// Render implements operations.Format.
func (echo) Render(c *operations.Call, _ operations.Result) (string, int, error) {
	asked := c.Operation.Name()
	for _, name := range c.Operation.Placeholders() {
		asked += fmt.Sprintf(" %s=%q", name, c.Path(name))
	}
	return asked + fmt.Sprintf(" %q", c.Parameters()), len(asked), nil
}

// inputsOf returns inputs of a read that all differ: with and without each declared parameter, and with other resources.
func (e *everything) inputsOf(t *testing.T, o *operations.Operation) (inputs []*representation.Input) {
	names := map[string]string{}
	at := strings.Split(e.path(t, o, false), "/")
	for i, segment := range strings.Split(o.Path, "/") {
		if name, is := strings.CutPrefix(strings.TrimSuffix(segment, "}"), "{"); is {
			names[name] = at[i]
		}
	}
	inputs = append(inputs, &representation.Input{Variables: names})
	for name, value := range names {
		others := maps.Clone(names)
		others[name] = value + "0"
		inputs = append(inputs, &representation.Input{Variables: others})
	}
	for _, name := range append(o.ParameterNames(), "undeclared") {
		for _, values := range [][]string{{"1"}, {"2"}, {"1", "2"}} {
			inputs = append(inputs, &representation.Input{Variables: names, Query: url.Values{name: values}})
		}
	}
	return inputs
}

// TestNoTwoInputsShareAnAnswer asks every read twice with each of its parameters. An answer from memory is that of its own input.
func TestNoTwoInputsShareAnAnswer(t *testing.T) {
	t.Parallel()
	e := startEverything(t)
	reads := []*operations.Operation{e.Pipeline.Registry.Find("giftcard.balance")}
	for _, o := range e.Pipeline.Registry.All() {
		if o.Reads() {
			reads = append(reads, o)
		}
	}
	remembered := 0
	for _, o := range reads {
		caller := operations.Caller{Via: "rest", Token: operations.Chosen(strings.TrimPrefix(e.asker(o)[1], "Bearer "))}
		inputs, found := e.inputsOf(t, o), e.found()
		for range 2 {
			for _, in := range inputs {
				call, err := e.Pipeline.Admit(t.Context(), caller, o, in)
				if err != nil {
					continue // the parameter does not allow this value
				}
				want, _, _ := echo{}.Render(call, operations.Result{})
				if got, _, err := operations.Answer(t.Context(), call, echo{}); err == nil && got != want {
					t.Errorf("%s is answered with %s", want, got)
				}
			}
		}
		if e.found() > found {
			remembered++
		}
	}
	if remembered < len(reads)*3/4 {
		t.Errorf("only %d of %d reads are remembered", remembered, len(reads))
	}
}

// found returns the number of REST answers that came from memory.
func (e *everything) found() (n uint64) {
	e.Pipeline.Lookups(func(via string, hits, _ uint64) {
		if via == "rest" {
			n = hits
		}
	})
	return n
}
