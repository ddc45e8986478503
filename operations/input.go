package operations

import "reflect"

// Input is a transport's source for an operation's input struct. Path variables are read first. The body is read only after the caller was
// authorized.
type Input interface {
	// Variable returns a path variable, or "".
	Variable(name string) string
	// Parameter returns a parameter outside of the body, such as a filter or a page number.
	Parameter(name string) (string, bool)
	// Parameters returns all parameters, for filters that are not fields of the input struct.
	Parameters() map[string][]string
	// Text returns a text member of the body without checking the rest, or "".
	Text(name string) string
	// Acceptable checks the form of the request before anything is loaded. REST negotiates media types here.
	Acceptable(o *Operation) error
	// Form returns the form of the answer after Acceptable. A replay has the same form.
	Form() string
	// Digest returns a digest of the body that does not depend on the order of members; empty if there is none, or it cannot be told.
	Digest() string
	// Bind fills the operation's input struct. A value of a wrong type is a fault of kind Invalid.
	Bind(c *Call, into reflect.Value) error
}

// NoInput is the input of calls without arguments.
type NoInput struct{}

// Variable returns nothing.
func (NoInput) Variable(string) string { return "" }

// Parameter returns nothing.
func (NoInput) Parameter(string) (string, bool) { return "", false }

// Parameters returns nothing.
func (NoInput) Parameters() map[string][]string { return nil }

// Text returns nothing.
func (NoInput) Text(string) string { return "" }

// Acceptable accepts everything.
func (NoInput) Acceptable(*Operation) error { return nil }

// Form returns "", which no transport uses as a form.
func (NoInput) Form() string { return "" }

// Digest returns "": there is no body.
func (NoInput) Digest() string { return "" }

// Bind leaves the input unchanged.
func (NoInput) Bind(*Call, reflect.Value) error { return nil }
