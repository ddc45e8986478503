package fault

import (
	"fmt"
	"slices"
	"strings"
)

// Rule is the rule that a value of an input breaks. Rules are stable; programs tell violations apart by them.
type Rule string

// The rules.
const (
	Required  Rule = "required" // the value is missing or empty
	Type      Rule = "type"     // the value has another JSON type
	Format    Rule = "format"   // the value is not written as it has to be, such as a date
	Length    Rule = "length"   // a text or a list is too long or too short
	Range     Rule = "range"    // a number is too small or too large, or has too many decimal places
	Choice    Rule = "choice"   // the value is none of those that there are to choose from
	Unknown   Rule = "unknown"  // the value names a thing that does not exist
	Taken     Rule = "taken"    // another thing has the value already
	Unfitting Rule = "conflict" // the value does not go with another value, or with the state of the thing
	Fixed     Rule = "fixed"    // the value cannot be set or changed here
	Other     Rule = "invalid"  // any other rule, which the message explains
)

// Name is the name of a field as an argument of a message. It prints as it is. Whoever shows messages to people or programs that know
// the field by another name replaces it.
type Name string

// ResourceName is the name of a kind of resource as an argument of a message, such as "credit memo". It prints as it is.
type ResourceName string

// subject is a field that breaks a rule.
type subject struct {
	field   string // a path in the input, such as items[2].qty
	rule    Rule
	present any
}

// Violation is what is wrong with one field of an input. The field is a path in the input, such as items[2].qty. The message is for people.
type Violation struct {
	Field   string `json:"field"`
	Code    Rule   `json:"code"`
	Message string `json:"message"`
	// Present is the state that the value does not go with, for programs; nil if the failure does not tell it.
	Present any `json:"present,omitempty"`
}

// The bounds of what a failure says of an input. Texts that clients send are part of paths and messages.
const (
	maxViolations     = 100
	maxViolationBytes = 64 << 10
)

// About returns a copy that names the fields of the input which break a rule. A field is a path in the input.
func (e *Error) About(rule Rule, fields ...string) *Error {
	c := *e
	c.about = make([]subject, len(fields))
	for i, field := range fields {
		c.about[i] = subject{field: field, rule: rule}
	}
	return &c
}

// Presenting returns a copy whose violations carry the state that the values do not go with. It becomes JSON, so it must not hold what the
// caller may not see.
func (e *Error) Presenting(state any) *Error {
	c := *e
	c.about = slices.Clone(e.about)
	for i := range c.about {
		c.about[i].present = state
	}
	return &c
}

// Violations lists what is known to be wrong with the input, at most 100 entries. It is empty if the failure is not about the input.
func (e *Error) Violations() []Violation {
	var out []Violation
	bytes := 0
	for f, s := range e.subjects {
		bytes += len(s.field) + len(f.Message)
		if len(out) == maxViolations || len(out) > 0 && bytes > maxViolationBytes {
			break
		}
		out = append(out, Violation{s.field, s.rule, f.Message, s.present})
	}
	return out
}

// subjects yields the fields of the failure and of all further ones, each with its failure.
func (e *Error) subjects(yield func(*Error, subject) bool) {
	e.walk(yield)
}

func (e *Error) walk(yield func(*Error, subject) bool) bool {
	for _, s := range e.about {
		if !yield(e, s) {
			return false
		}
	}
	for _, f := range e.further {
		if !f.walk(yield) {
			return false
		}
	}
	return true
}

// Field returns the first field of the input that the failure is about, or "".
func (e *Error) Field() string {
	for _, s := range e.subjects {
		return s.field
	}
	return ""
}

// In returns the failure of a part of an input as one of the whole, where the part is at a path. A failure that names no field is about the
// part itself. Errors that are no faults stay as they are.
func In(path string, err error) error {
	f, ok := As(err)
	if !ok {
		return err
	}
	return f.in(path)
}

func (e *Error) in(path string) *Error {
	if len(e.about) == 0 && len(e.further) == 0 {
		return e.About(e.Kind.rule(), path)
	}
	c := *e
	c.about, c.further = make([]subject, len(e.about)), make([]*Error, len(e.further))
	for i, s := range e.about {
		c.about[i] = subject{join(path, s.field), s.rule, s.present}
	}
	for i, f := range e.further {
		c.further[i] = f.in(path)
	}
	return &c
}

// rule returns the rule of failures of a kind that name none.
func (k Kind) rule() Rule {
	switch k {
	case NotFound:
		return Unknown
	case Conflict:
		return Taken
	}
	return Other
}

func join(path, field string) string {
	if strings.HasPrefix(field, "[") {
		return path + field
	}
	return path + "." + field
}

// Element returns the path of an element of a list.
func Element(list string, at int) string { return fmt.Sprintf("%s[%d]", list, at) }

// All returns the first error that is not nil. If it is a fault, the violations of the later ones are added to its own.
func All(errs ...error) error {
	var all Several
	for _, err := range errs {
		all.Add(err)
	}
	return all.Err()
}

// If returns the fault if an input breaks its rule, else nil.
func If(broken bool, f *Error) error {
	if broken {
		return f
	}
	return nil
}

// Several collects what is wrong with an input.
type Several struct {
	first   error
	further []*Error
	bytes   int
}

// Add adds an error; nil is nothing. It reports whether further ones are worth looking for.
func (s *Several) Add(err error) (more bool) {
	f, ok := As(err)
	switch {
	case err == nil:
	case s.first == nil:
		s.first = err
	case ok:
		s.further = append(s.further, f)
	}
	if ok {
		s.bytes += len(f.Message)
	}
	return (ok || err == nil) && len(s.further) < maxViolations && s.bytes < maxViolationBytes
}

// Err returns what All returns of the errors.
func (s *Several) Err() error {
	first, ok := As(s.first)
	if len(s.further) == 0 || !ok {
		return s.first
	}
	c := *first
	c.further = append(c.further[:len(c.further):len(c.further)], s.further...)
	return &c
}

// Renamed returns a copy with other paths for the fields that the failure is about, also in the messages.
func (e *Error) Renamed(other func(path string) string) *Error {
	c := *e
	c.Message = renamed(e, other)
	c.about, c.further = make([]subject, len(e.about)), make([]*Error, len(e.further))
	for i, s := range e.about {
		c.about[i] = subject{other(s.field), s.rule, s.present}
	}
	for i, f := range e.further {
		c.further[i] = f.Renamed(other)
	}
	return &c
}

// renamed returns a message with other names of fields.
func renamed(of interface{ Format() (string, []any) }, other func(string) string) string {
	format, args := of.Format()
	if len(args) == 0 {
		return format
	}
	named := make([]any, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case Name:
			named[i] = other(string(a))
		case Argument:
			named[i] = renamed(a, other)
		default:
			named[i] = a
		}
	}
	return fmt.Sprintf(format, named...)
}
