package histories

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"tradelog/app"
	"tradelog/domain/money"
	"tradelog/operations/catalog/product"
)

// Step is a move in a random history of the shop. It calls an operation by the name of its tool, or runs code of its own. Tests take steps
// at random and compare read models with their rebuild.
type Step struct {
	Name string
	// Of is the kind of the step's document, which the first variable of the operation's path identifies.
	Of string
	// Makes is the kind of the document in the answer.
	Makes string
	// Ends tells that no later step can use the document.
	Ends bool
	// With has the operation's other arguments. Each Draw in it is replaced by its value.
	With Arguments
	// Do runs the step and returns the identifier of the document that it made, or 0.
	Do func(*Walk) (int64, error)
}

// Arguments are the arguments of a tool, or the members of its answer.
type Arguments = map[string]any

// Draw draws a value, which may contain further draws. An argument whose value is nil is left out.
type Draw = func(*Walk) any

// Walk is the state of a random history.
type Walk struct {
	*rand.Rand
	app.Services
	Context context.Context
	// Moves counts the steps so far, this one included.
	Moves int
	// Known are the documents that earlier steps made, by kind.
	Known map[string][]Arguments
	// Plain draws natural texts, for examples.
	Plain bool
	// Document is the document of the step.
	Document Arguments
}

// attributes returns the commands on attributes of products.
func (w *Walk) attributes() *product.AttributeWrites {
	return product.WriteAttributes(w.Deciders, w.Readers.Catalog)
}

// Any draws a known document, half of the time the newest; an empty one if there is none.
func (w *Walk) Any(kind string) Arguments {
	known := w.Known[kind]
	if len(known) > 0 && w.IntN(2) == 0 {
		return known[len(known)-1]
	}
	return pick(w, known...)
}

// ID draws the identifier of a known document, or one of the others that are given; 0 if there is none.
func (w *Walk) ID(kind string, others ...int64) int64 {
	if n := len(w.Known[kind]); w.IntN(n+len(others)+1) < n {
		return DocumentID(w.Any(kind))
	}
	return pick(w, others...)
}

// Mark is part of every hostile text, so that tests find the events with such texts.
const Mark = "\u2623"

// hostile are texts that have broken programs. They have escapes that PostgreSQL refuses in jsonb, markup, directives, formats, and quotes
// of SQL, XML and spreadsheets. They have marks that reverse the direction of a line, line ends of JavaScript, and long graphemes.
var hostile = []string{
	Mark + "<script>alert(1)</script> <&>", Mark + `'); DROP TABLE events; --`, Mark + `\u0000 \ud800 \x00 \`, Mark + `"} , {"a": "`,
	Mark + `{{config path="a"}} {{.Shop}} ${a} %s %n %!d`, "=" + Mark + `cmd|' /C calc'!A0`, Mark + "]]> <!-- <![CDATA[ ?>",
	Mark + "\u202eevil\u2066", Mark + "\u2028\u2029\ufeff\ufffe\uffff\U0010ffff",
	Mark + "e\u0301\u0302\u0303\u0304 \U0001f937\U0001f3fd\u200d\u2640\ufe0f",
	Mark + "../../etc/passwd", "  " + Mark + "\u00a0\u3000 ", Mark + strings.Repeat("\u9577", 60), Mark + "&#123;&lbrace;&amp;amp;",
}

// Hostile draws a hostile text of one line.
func (w *Walk) Hostile() string {
	if w.Plain {
		return "Text"
	}
	return pick(w, hostile...)
}

// Name makes a new name. Half of the names are hostile.
func (w *Walk) Name(of string) string {
	if w.IntN(2) == 0 || w.Plain {
		return fmt.Sprintf("%s <&> %d", of, w.Moves)
	}
	return fmt.Sprintf("%s %d", w.Hostile(), w.Moves)
}

// Named draws a name.
func Named(of string) Draw { return func(w *Walk) any { return w.Name(of) } }

// DocumentID returns the identifier of a document, or 0.
func DocumentID(document Arguments) int64 {
	switch id := document["id"].(type) {
	case float64:
		return int64(id)
	case int64:
		return id
	}
	return 0
}

func pick[T any](w *Walk, of ...T) (none T) {
	if len(of) == 0 {
		return none
	}
	return of[w.IntN(len(of))]
}

func oneOf(values ...any) Draw { return func(w *Walk) any { return pick(w, values...) } }

// code draws a new code, or now and then one that may be taken.
func code(of string) Draw {
	return func(w *Walk) any {
		if w.IntN(6) == 0 {
			return fmt.Sprintf("%s-%d", of, 1+w.IntN(w.Moves))
		}
		return fmt.Sprintf("%s-%d", of, w.Moves)
	}
}

// upTo draws a whole number from 1.
func upTo(n int) Draw { return func(w *Walk) any { return 1 + w.IntN(n) } }

// amount draws an amount of money above zero.
func amount(below int) Draw {
	return func(w *Walk) any { return json.Number(fmt.Sprintf("%d.%02d", w.IntN(below), 1+w.IntN(99))) }
}

// idOf draws an identifier as Walk.ID does.
func idOf(kind string, others ...int64) Draw {
	return func(w *Walk) any { return w.ID(kind, others...) }
}

// someOf draws identifiers: the given one, and perhaps one or two of known documents.
func someOf(kind string, first int64) Draw {
	return func(w *Walk) any { return slices.Compact([]int64{first, w.ID(kind, first), w.ID(kind, first)}) }
}

// memberOf draws a member of a known document.
func memberOf(kind, name string) Draw { return func(w *Walk) any { return w.Any(kind)[name] } }

// partOf draws the identifier of a part of the step's document.
func partOf(list string) Draw {
	return func(w *Walk) any {
		parts, _ := w.Document[list].([]any)
		part, _ := pick(w, parts...).(Arguments)
		return part["id"]
	}
}

// whole draws a whole number from 0 to below a limit, in the type of commands.
func (w *Walk) whole(below int) money.Decimal { return money.FromInt(int64(w.IntN(below))) }

// encoded returns a value of a record as JSON for commands.
func encoded(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}
