package clienttest

import (
	"encoding/json"
	"testing"
)

// Driver is a program that carries out commands with a library. It reads commands from its input, one JSON object a line, and prints one
// line of JSON for each. Its environment is that of Shop.Env.
//
// Commands, by their member do:
//
//	open    makes the client that later commands use:
//	        {"auth":"service"|"customer"|"guest"|"token", "token":"...", "attempts":5, "etags":100}.
//	        Waits between attempts are at most 50 ms unless the shop asks for more, so that tests are quick. Prints {}.
//	get     {"path":"/products/7", "query":{"fields":"id"}} prints {"value":...}
//	write   {"method":"PUT", "path":"/products/7", "body":{...}, "key":"..."} prints {"value":..., "position":"...", "replayed":true}.
//	        Without a key the library makes one. Without a body none is sent.
//	list    {"path":"/products", "query":{...}, "limit":7} prints {"ids":[...]}: the members id of as many rows, of all if limit is 0
//	amount  {"path":"/products/7", "member":"price"} prints {"text":"12.5"}: a number as the library has read it
//	follow  {"file":"/tmp/x/position", "resources":["products"], "until":812}: follows the changes from the position in the file, prints
//	        {"change":{...}} for each before its position is stored, and {"cursor":"..."} when position 812 or a later one is stored
//	verify  {"secret":"whsec_...", "headers":{...}, "body":"...", "now":1770000000} checks a webhook and prints {"value":...}, the event
//
// A command that fails prints {"error":{"kind":"...", "code":"...", "status":422, "message":"...", "requestId":"...", "retryable":false,
// "violations":[{"field":"...", "code":"...", "message":"..."}]}}.
// The driver ends with its input.
type Driver struct {
	*Process
}

// Answer is what a driver printed for a command.
type Answer struct {
	Value    json.RawMessage `json:"value"`
	Position string          `json:"position"`
	Replayed bool            `json:"replayed"`
	IDs      []json.Number   `json:"ids"`
	Text     string          `json:"text"`
	Change   *struct {
		Position int64
		Resource string
		ID       any
		What     string
	} `json:"change"`
	Cursor string   `json:"cursor"`
	Error  *Failure `json:"error"`
}

// Failure is an error of a library.
type Failure struct {
	Kind, Code, Message, RequestID string
	Status                         int
	Retryable                      bool
	Violations                     []struct{ Field, Code, Message string }
}

// Drive starts a driver on a shop. It ends with the test.
func (s *Shop) Drive(t testing.TB, p Program) Driver {
	t.Helper()
	return Driver{s.Begin(t, p)}
}

// Send sends a command and does not wait for its answer.
func (d Driver) Send(command Object) {
	d.t.Helper()
	line, err := json.Marshal(command)
	if err != nil {
		d.t.Fatal(err)
	}
	if _, err := d.in.Write(append(line, '\n')); err != nil {
		d.t.Fatalf("%s: %v", line, err)
	}
}

// Next returns the next answer. ok is false if the driver has ended.
func (d Driver) Next() (a Answer, ok bool) {
	d.t.Helper()
	line, ok := d.Line()
	if !ok {
		return Answer{}, false
	}
	if err := json.Unmarshal([]byte(line), &a); err != nil {
		d.t.Fatalf("the driver printed %q: %v", line, err)
	}
	return a, true
}

// Try carries out a command, which may fail.
func (d Driver) Try(command Object) Answer {
	d.t.Helper()
	d.Send(command)
	a, ok := d.Next()
	if !ok {
		d.t.Fatalf("the driver ended at %v", command)
	}
	return a
}

// Do carries out a command that must not fail.
func (d Driver) Do(command Object) Answer {
	d.t.Helper()
	a := d.Try(command)
	if a.Error != nil {
		d.t.Fatalf("%v: %+v", command, *a.Error)
	}
	return a
}
