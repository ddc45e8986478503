package operations

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"tradelog/domain/fault"
	"tradelog/operations/inputs"
	"tradelog/readmodels/documents"
)

// IDsParameter names the resources that a list shows as of the past. A list takes it if single resources can be read as of the past and its
// rows have the type of these documents. It also takes it if it declares its rows (WithRows). It shows them in the order of the IDs.
// Resources that did not exist then, or that the caller may not see, are left out.
const IDsParameter = "ids"

// IDsDoc describes the parameter.
const IDsDoc = "with asOf: the IDs of at most 100 resources, comma-separated; the rows are these as of then"

const mostIDs = 100

var errIDs = fault.Invalidf("A list as of the past needs ids: the IDs of at most %d resources, separated by commas.", mostIDs).
	About(fault.Required, "ids")

// ListsAsOf reports whether the operation lists resources by their IDs as of the past.
func (o *Operation) ListsAsOf() bool { return o.items != nil }

// WithRows declares how a list shows its rows as of the past, if they differ from the single documents of its resources. The operation row
// shows one of them and has the variable {id}. It is no operation of its own: the list runs its guard and its handler for each ID, always
// as of the past. It returns the list.
func (o *Operation) WithRows(row *Operation) *Operation {
	o.items = row
	return o
}

// linkItems finds the operation that shows one resource of each list as of the past. It fails if declared rows
// have another type than the list.
func (r *Registry) linkItems() error {
	for _, o := range r.operations {
		if o.AsOf || o.Verb != List {
			continue
		}
		if o.items == nil {
			item := r.byName[o.Method+" "+o.Path+"/{id}"]
			if item == nil || !item.AsOf || o.Output != reflect.SliceOf(item.Output) {
				continue
			}
			o.items = item
		}
		if o.Output != reflect.SliceOf(o.items.Output) {
			return fmt.Errorf("operation %s has other rows than it shows as of the past", o.identity)
		}
		o.items.rights = r.rights
		o.AsOf = true
		o.Doc += " With ids and asOf, the rows are these resources as of then."
	}
	return nil
}

// idsAsked parses the parameter ids.
func (c *Call) idsAsked() (ids []int64, err error) {
	text, _ := c.input.Parameter(IDsParameter)
	if len(text) > mostIDs*20 {
		return nil, errIDs
	}
	for part := range strings.SplitSeq(text, ",") {
		id := Identifier(strings.TrimSpace(part))
		if id == 0 {
			return nil, errIDs
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if len(ids) > mostIDs {
		return nil, errIDs
	}
	return ids, nil
}

// listPast answers a list as of the past, with the answers for single resources.
func (c *Call) listPast(ctx context.Context) (documents.Answer, error) {
	answer := documents.Answer{List: true}
	ids, err := c.idsAsked()
	if err != nil {
		return answer, err
	}
	for _, id := range ids {
		item := *c
		item.Operation, item.input = c.Operation.items, oneOf{c.input, id}
		one, err := item.runItem(ctx)
		switch kind := fault.KindOf(err); {
		case err == nil:
			answer.Items = append(answer.Items, one.Item)
		case kind != fault.NotFound && kind != fault.Forbidden:
			return answer, err
		}
	}
	answer.Total = int64(len(answer.Items))
	return answer, answer.Lean(c.wantedFields())
}

func (c *Call) runItem(ctx context.Context) (documents.Answer, error) {
	if c.Operation.Guard != nil {
		if err := c.Operation.Guard(ctx, c); err != nil {
			return documents.Answer{}, err
		}
	}
	return c.Operation.run(ctx, c)
}

// oneOf is the input of an operation on one resource of a list.
type oneOf struct {
	Input
	id int64
}

// Variable returns the identifier.
func (in oneOf) Variable(name string) string {
	if name == "id" {
		return strconv.FormatInt(in.id, 10)
	}
	return in.Input.Variable(name)
}

// Bind fills the input struct, with the identifier.
func (in oneOf) Bind(c *Call, into reflect.Value) error {
	if err := in.Input.Bind(c, into); err != nil {
		return err
	}
	for _, f := range inputs.Fields(into.Type()) {
		if target := into.FieldByIndex(f.Index); f.Source == inputs.SourceVariable && f.Name == "id" && target.CanInt() {
			target.SetInt(in.id)
		}
	}
	return nil
}
