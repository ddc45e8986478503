package app

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Step is a move in a random history of the shop. Tests take steps at random and compare rebuilt read models with live ones.
type Step struct {
	Name string
	// Take makes the move. An error tells that the shop refused it, which is no failure.
	Take func(*Walk) error
}

// Arguments are those of a tool, or the members of its answer.
type Arguments = map[string]any

// Walk is a random history, as its steps see it.
type Walk struct {
	*rand.Rand
	Context  context.Context
	Commands UseCases
	// Call calls an operation by the name of its tool, as the back office. It may have an idempotency key.
	Call func(tool string, arguments Arguments, key ...string) (answer Arguments, err error)
	// Moves counts the steps that were taken.
	Moves int

	known map[string][]Arguments
}

// CallStep calls a tool. Its answer is remembered as a document of the kind.
func CallStep(tool, kind string, draw func(*Walk) Arguments) Step {
	return Step{tool, func(w *Walk) error {
		answer, err := w.Call(tool, draw(w))
		if err == nil {
			w.Remember(kind, answer)
		}
		return err
	}}
}

// ChangeStep calls a tool that changes a document of the kind. The answer takes its place.
func ChangeStep(tool, kind string, draw func(*Walk) Arguments) Step {
	return CallStep(tool, kind, func(w *Walk) Arguments {
		a := draw(w)
		a["id"] = w.ID(kind)
		return a
	})
}

// EndStep calls a tool that deletes a document of the kind. A few deleted ones stay known, so that something is tried with them.
func EndStep(tool, kind string) Step {
	return Step{tool, func(w *Walk) error {
		id := w.ID(kind)
		_, err := w.Call(tool, Arguments{"id": id})
		if err == nil && w.IntN(4) > 0 {
			w.Forget(kind, id)
		}
		return err
	}}
}

// CommandStep carries out a command, for what has no operation. The identifier it returns is remembered as one of the kind.
func CommandStep(name, kind string, do func(context.Context, *Walk) (int64, error)) Step {
	return Step{name, func(w *Walk) error {
		id, err := do(w.Context, w)
		if err == nil {
			w.Remember(kind, Arguments{"id": id})
		}
		return err
	}}
}

// Remember keeps a document, in the place of an earlier one with its identifier.
func (w *Walk) Remember(kind string, document Arguments) {
	id := identifier(document)
	if id == 0 {
		return
	}
	if w.known == nil {
		w.known = map[string][]Arguments{}
	}
	if at := slices.IndexFunc(w.known[kind], func(a Arguments) bool { return identifier(a) == id }); at >= 0 {
		w.known[kind][at] = document
		return
	}
	w.known[kind] = append(w.known[kind], document)
}

// Forget drops a document.
func (w *Walk) Forget(kind string, id int64) {
	w.known[kind] = slices.DeleteFunc(w.known[kind], func(a Arguments) bool { return identifier(a) == id })
}

// Any draws a known document of a kind; an empty one if there is none.
func (w *Walk) Any(kind string) Arguments { return pick(w, w.known[kind]...) }

// ID draws the identifier of a known document, or one of the others that are named; 0 if there is none.
func (w *Walk) ID(kind string, also ...int64) int64 { return pick(w, append(w.all(kind), also...)...) }

// Some draws each of these with even odds; it may be none of them.
func (w *Walk) Some(kind string, also ...int64) []int64 {
	return slices.DeleteFunc(append(w.all(kind), also...), func(int64) bool { return w.Odds(2) })
}

func (w *Walk) all(kind string) []int64 {
	out := []int64{}
	for _, a := range w.known[kind] {
		out = append(out, identifier(a))
	}
	return out
}

// Name makes a name that nothing has yet, with characters that HTML escapes.
func (w *Walk) Name(of string) string { return fmt.Sprintf("%s <&> %d", of, w.Moves) }

// Code makes a code that nothing has yet, or now and then one that may be taken.
func (w *Walk) Code(of string) string {
	if w.Odds(6) {
		return fmt.Sprintf("%s-%d", of, 1+w.IntN(w.Moves))
	}
	return fmt.Sprintf("%s-%d", of, w.Moves)
}

// Money draws an amount above zero with two decimals.
func (w *Walk) Money(below int) json.Number {
	return json.Number(fmt.Sprintf("%d.%02d", w.IntN(below), 1+w.IntN(99)))
}

// Odds is true once in so many times.
func (w *Walk) Odds(oneIn int) bool { return w.IntN(oneIn) == 0 }

// pick draws one of these; the zero value if there is none.
func pick[T any](w *Walk, of ...T) (none T) {
	if len(of) == 0 {
		return none
	}
	return of[w.IntN(len(of))]
}

func identifier(document Arguments) int64 {
	switch id := document["id"].(type) {
	case float64:
		return int64(id)
	case int64:
		return id
	}
	return 0
}

// member draws a member of a list in a document; an empty one if it has none.
func member(w *Walk, document Arguments, list string) Arguments {
	items, _ := document[list].([]any)
	item, _ := pick(w, items...).(Arguments)
	return item
}

// units are one unit of a line of a document, or nil for everything that is left.
func units(w *Walk, document Arguments) []Arguments {
	if w.Odds(2) {
		return nil
	}
	return []Arguments{{"orderItemId": member(w, document, "items")["id"], "qty": 1}}
}
