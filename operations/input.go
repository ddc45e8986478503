package operations

import "reflect"

// Input is what a transport has for an operation's input struct. It is bound when the pipeline gets there: variables of the path
// are needed before anything else is read, and the body only after the caller was found to be allowed to send one.
type Input interface {
	// Variable returns a variable of the operation's path; empty if there is none.
	Variable(name string) string
	// Parameter returns a parameter that is no member of the body, such as a filter or a page number.
	Parameter(name string) (string, bool)
	// Parameters lists all of them, for filters that are no fields of the input struct.
	Parameters() map[string][]string
	// Text returns a member of the body that is text, without checking the rest; empty if there is none.
	Text(name string) string
	// Acceptable checks the form of the request, before anything is loaded: REST negotiates media types here.
	Acceptable(o *Operation) error
	// Form names the form in which the answer is given, once Acceptable has found it. A replay is given in the same form.
	Form() string
	// Bind fills the operation's input struct. Values of a wrong type are faults of kind Invalid.
	Bind(c *Call, into reflect.Value) error
}

// NoInput is the input of calls that send nothing.
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

// Form is that of no transport.
func (NoInput) Form() string { return "" }

// Bind leaves the input as it is.
func (NoInput) Bind(*Call, reflect.Value) error { return nil }
