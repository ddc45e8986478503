package http

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"

	"tradelog/operations"
)

// recordedExamples has a line for each operation: an Example as JSON. `make generate` writes it from requests of tests
// (app/examples_test.go).
//
//go:embed openapi_examples.jsonl
var recordedExamples []byte

// Example is a request of an operation and its answer.
type Example struct {
	Operation string            `json:"operation"`           // method and path
	Variables map[string]string `json:"variables,omitempty"` // of the path, by name
	Request   json.RawMessage   `json:"request,omitempty"`   // the body; the fields of a form as an object
	Response  json.RawMessage   `json:"response,omitempty"`  // the body as plain JSON
}

// examples returns the recorded examples by operation. The caller drops them after making the document.
func examples() (map[string]Example, error) {
	all := map[string]Example{}
	for line := range bytes.Lines(recordedExamples) {
		var one Example
		if err := json.Unmarshal(line, &one); err != nil {
			return nil, fmt.Errorf("openapi_examples.jsonl: %w", err)
		}
		all[one.Operation] = one
	}
	return all, nil
}

// example returns the example of an operation; it is empty for operations of modules outside this repository.
func (d *describer) example(o *operations.Operation) Example { return d.examples[o.Method+" "+o.Path] }
