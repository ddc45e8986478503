package graphql

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/representation"
)

// failure is an entry of errors in an answer (graphql §6).
type failure struct {
	Message    string              `json:"message"`
	Locations  []gqlerror.Location `json:"locations,omitempty"`
	Path       ast.Path            `json:"path,omitempty"`
	Extensions *extensions         `json:"extensions,omitempty"`
}

type extensions struct {
	Status int    `json:"status,omitempty"` // HTTP status over REST
	Code   string `json:"code,omitempty"`   // code of the fault; empty: none
	// Violations lists the known errors in the arguments.
	Violations []fault.Violation `json:"violations,omitempty"`
}

var errNoCart = fault.Invalidf("Name the cart: cartId or maskedId.")

// statusless is a failure that is reported without its status.
type statusless struct{ error }

// Unwrap returns the failure.
func (s statusless) Unwrap() error { return s.error }

// mostErrors bounds the failures of an answer, which could have one for each field of each row.
const mostErrors = 1000

func errNoItem(id string) error { return fault.NotFoundf("Item %q not found.", clip(id)) }

func clip(s string) string {
	if len(s) > 100 {
		return s[:100]
	}
	return s
}

// named replaces the message of a mutation whose id was not found.
func (x *execution) named(err error, r *root, f *selection) error {
	if r.payload == "" || fault.KindOf(err) != fault.NotFound {
		return err
	}
	input, _ := f.field.ArgumentMap(x.variables)["input"].(map[string]any)
	if id, sent := input["id"]; sent {
		return errNoItem(textOf(id))
	}
	return err
}

// fail adds a failure to the answer, and returns its status over REST.
func (x *execution) fail(err error, at *pathNode, f *ast.Field) int {
	x.lasting = false
	failed := x.h.failureOf(err, x.backendOnly(f))
	failed.Path = at.path()
	if f != nil && f.Position != nil {
		failed.Locations = []gqlerror.Location{{Line: f.Position.Line, Column: f.Position.Column}}
	}
	if len(x.errors) < mostErrors {
		x.errors = append(x.errors, failed)
	}
	if failed.Extensions == nil {
		return http.StatusInternalServerError
	}
	return failed.Extensions.Status
}

// backendOnly reports whether a field is for the back office alone. Its refusal to anonymous callers is Access Denied and does not ask for
// a login. The field orders is an exception (graphql §6).
func (x *execution) backendOnly(f *ast.Field) bool {
	if f == nil || f.ObjectDefinition == nil || f.Name == "orders" {
		return false
	}
	r := x.h.catalogue.roots[f.ObjectDefinition.Name+"."+f.Name]
	if r == nil {
		return false
	}
	o := r.operation
	if o == nil && r.of != nil {
		o = r.of.shown
	}
	return o != nil && o.Access.Auth == operations.Backend
}

// failureOf returns the entry for a failure.
func (h *Handler) failureOf(err error, backendOnly bool) failure {
	f := h.pipeline.Fault(err)
	r := representation.Failure(f, false)
	switch {
	case f == operations.ErrAuthRequired && backendOnly, f.Kind == fault.Forbidden && f.Message == "Access denied":
		return failure{Message: "Access Denied.", Extensions: &extensions{Status: http.StatusForbidden}}
	case f.Kind == fault.Internal:
		return failure{Message: "Internal server error"}
	case errors.As(err, &statusless{}):
		return failure{Message: r.Message}
	}
	return failure{Message: r.Message, Extensions: &extensions{r.Status, f.Code, f.Violations()}}
}

// failuresOf returns the entries for the errors of a document.
func failuresOf(list gqlerror.List) []failure {
	out := make([]failure, len(list))
	for i, e := range list {
		out[i] = failure{Message: e.Message, Locations: e.Locations, Path: e.Path}
		if len(e.Message) > longestFailure { // the message about a conflict lists all fields in it
			out[i].Message = strings.ToValidUTF8(e.Message[:longestFailure], "") + " ..."
		}
	}
	return out
}

// refused prints an answer that has only failures.
func refused(list ...failure) []byte {
	b, err := json.Marshal(struct {
		Errors []failure `json:"errors"`
	}{list})
	if err != nil {
		return []byte(`{"errors":[{"message":"Internal server error"}]}`)
	}
	return b
}

// respond prints an answer: failures, if there are any, and data. data is nil if the document was refused as a whole.
func respond(list []failure, data []byte) []byte {
	if data == nil {
		return refused(list...)
	}
	if len(list) == 0 {
		out := make([]byte, 0, len(data)+9)
		return append(append(append(out, `{"data":`...), data...), '}')
	}
	head := refused(list...)
	out := append(make([]byte, 0, len(head)+len(data)+9), head[:len(head)-1]...)
	return append(append(append(out, `,"data":`...), data...), '}')
}
