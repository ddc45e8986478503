package soap

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/operations"
	operationsaccess "tradelog/operations/access"
	"tradelog/operations/representation"
	readaccess "tradelog/readmodels/access"
	"tradelog/readmodels/documents"
	"tradelog/soap/wire"
)

// request is one HTTP request.
type request struct {
	*Handler
	ctx    context.Context
	r      *http.Request
	caller operations.Caller
	// call has the shop and its configuration, but no operation.
	call *operations.Call
	// store is the current store view, set by currentStore for the rest of the request; 0: the values of all stores.
	store int64
	// body reads the body up to a limit.
	body func(limit int64) ([]byte, error)
	// basic is the account of the checked HTTP Basic credentials.
	basic *readaccess.Account
	// documentBytes counts the bytes of the documents that were read for the answers.
	documentBytes int
}

// call is a call of a method.
type call struct {
	*request
	method  *method
	account *readaccess.Account
	args    []wire.Value // nil: not given
}

// arg returns an argument by its name; nil if it was not given.
func (c *call) arg(name string) wire.Value {
	for i, a := range c.method.Args {
		if a.Name == name {
			return c.args[i]
		}
	}
	return nil
}

// text returns an argument as text.
func (c *call) text(name string) string { return wire.Text(c.arg(name)) }

// fault returns a fault of the method's resource.
func (c *call) fault(code int) error { return c.method.resource.fault(code, "") }

// run calls a method. The checks have the order of soap-wire §9: session, path, permission, implementation, arguments. bind makes the
// arguments.
func (q *request) run(session wire.Value, m *method, bind func(*method) ([]wire.Value, error)) (wire.Value, error) {
	account, err := q.user(session)
	if err != nil {
		return nil, err
	}
	return q.runAs(account, m, bind)
}

func (q *request) runAs(account *readaccess.Account, m *method, bind func(*method) ([]wire.Value, error)) (wire.Value, error) {
	switch {
	case m == nil:
		return nil, errPath
	case !permitted(account, m):
		return nil, errDenied
	case m.Do == nil:
		return nil, errNoBody
	}
	args, err := bind(m)
	if err != nil {
		return nil, err
	}
	for i, a := range m.Args {
		if args[i] == nil && !a.Optional {
			return nil, errMissing
		}
		args[i] = a.Type.Coerce(args[i])
	}
	result, err := m.Do(&call{request: q, method: m, account: account, args: args})
	if err != nil {
		q.report(q.ctx, m.path(), err)
		called := *m
		called.words = m.namesSent(args)
		return nil, q.faultOf(&called, err)
	}
	return result, nil
}

// callPath calls a method by its V1 name with positional or named arguments.
func (q *request) callPath(session wire.Value, path string, args wire.Value) (wire.Value, error) {
	account, err := q.user(session)
	if err != nil {
		return nil, err
	}
	return q.callAs(account, path, args)
}

func (q *request) callAs(account *readaccess.Account, path string, args wire.Value) (wire.Value, error) {
	m := q.index.byPath[path]
	result, err := q.runAs(account, m, func(m *method) ([]wire.Value, error) { return m.loose(args) })
	if err == nil && m.TextID {
		result = wire.Text(result)
	}
	return result, err
}

// loose makes the arguments of a call without a schema (soap-wire §6.1).
func (m *method) loose(args wire.Value) ([]wire.Value, error) {
	switch args := args.(type) {
	case nil:
		return make([]wire.Value, len(m.Args)), nil
	case string:
		if args == "" { // some clients send an empty array so
			return m.loose(nil)
		}
	case wire.List:
		return m.positional(args)
	case wire.Map:
		if list, numbered := args.Positions(); numbered {
			return m.positional(list)
		}
		return byName(m.Args, args)
	}
	return m.positional(wire.List{args})
}

func (m *method) positional(args wire.List) ([]wire.Value, error) {
	out := make([]wire.Value, len(m.Args))
	copy(out, args) // surplus arguments are ignored
	return out, nil
}

// byName finds the values of arguments by their names. Other names are refused.
func byName(args []arg, given wire.Map) ([]wire.Value, error) {
	out := noValues(args)
	for _, e := range given {
		i := slices.IndexFunc(args, func(a arg) bool {
			return slices.Contains(a.names(), e.Name) || a.V2 == e.Name && a.V2 != ""
		})
		if i < 0 {
			return nil, errMissing
		}
		out[i] = e.Value
	}
	return out, nil
}

// principal returns an API user as a principal with exactly the permission that an operation needs, and with the other limits of the
// account. The method's own permission was checked before.
func principal(account *readaccess.Account, o *operations.Operation) *operations.Principal {
	p := operationsaccess.PrincipalOf(account)
	if p.Grants = []string{o.Resource.Permission + "/read"}; o.Access.Permission != "" {
		p.Grants = append(p.Grants, o.Access.Permission)
	}
	return p
}

// input is the input of an operation.
type input struct {
	variables map[string]string
	query     map[string][]string
	body      map[string]any // nil: none
	list      []any          // the body of an operation that takes a list
	trial     bool           // nothing is stored
	// store is the store view whose values are read or written; 0: the values of all stores.
	store int64
	// page gets the rows of a list, page by page; nil: the answer has all rows.
	page func(rows [][]byte) error
}

// invoke carries out an operation as the API user.
func (c *call) invoke(name string, in input) (documents.Answer, error) {
	o := c.operations[name]
	caller := c.caller
	caller.Principal = principal(c.account, o)
	caller.Store = operations.Chosen(c.storeCode(in.store))
	caller.Client, caller.DryRun = "SOAP", in.trial
	bound := &representation.Input{}
	var sent any
	switch {
	case in.list != nil:
		sent = in.list
	case in.body != nil:
		sent = in.body
	}
	if sent != nil {
		var err error
		if bound, err = representation.Encoded(nil, sent); err != nil {
			return documents.Answer{}, err
		}
	}
	bound.Variables, bound.Query = in.variables, in.query
	if o.Paged {
		return c.walk(caller, o, in, bound)
	}
	return c.answer(caller, o, bound)
}

// answer carries out an operation. Callers must not change the answer, which may be remembered.
func (q *request) answer(caller operations.Caller, o *operations.Operation, in *representation.Input) (a documents.Answer, err error) {
	if q.ctx.Err() != nil { // remembered answers must not be sent after the deadline either
		return a, errOutOfTime
	}
	call, err := q.pipeline.Admit(q.ctx, caller, o, in)
	if err != nil {
		return a, err
	}
	a, _, err = operations.Answer(q.ctx, call, operations.Documents{})
	q.documentBytes += len(a.Item)
	for _, item := range a.Items {
		q.documentBytes += len(item)
	}
	return a, err
}

// maxRows bounds the rows that are read for an answer: lists of these interfaces have no pages.
const maxRows = 20_000

// walk reads all pages of a list. It passes each to the input's page, or returns all rows if page is nil.
func (c *call) walk(caller operations.Caller, o *operations.Operation, in input, bound *representation.Input) (documents.Answer, error) {
	rows, read := [][]byte{}, 0
	take := in.page
	if take == nil {
		take = func(page [][]byte) error {
			rows = append(rows, page...)
			return nil
		}
	}
	bound.Query = maps.Clone(bound.Query)
	if bound.Query == nil {
		bound.Query = map[string][]string{}
	}
	bound.Query["itemsPerPage"] = []string{"100"}
	for next := ""; ; {
		bound.Query["after"] = []string{next}
		answer, err := c.answer(caller, o, bound)
		if err == nil {
			err = take(answer.Items)
		}
		if err != nil {
			return documents.Answer{}, err
		}
		read += len(answer.Items)
		if next = answer.Next; next == "" {
			return documents.Answer{Items: rows, List: true}, nil
		}
		if read >= maxRows {
			return documents.Answer{}, fault.Invalidf("The list has more than %d rows; use filters", maxRows)
		}
	}
}

// storeCode returns the store code for operations. An account limited to store views works in the first of these instead of in all stores.
func (c *call) storeCode(id int64) string {
	if id == 0 && len(c.account.StoreIDs) > 0 {
		id = c.account.StoreIDs[0]
	}
	if s, ok := c.call.Shop.Store(id); ok && id != 0 {
		return s.Code
	}
	return "admin"
}

// findStore finds a store view by its number or code; missing is the fault if there is none.
func (c *call) findStore(v wire.Value, missing int) (int64, error) {
	text := strings.TrimSpace(wire.Text(v))
	switch text {
	case "":
		return c.store, nil
	case "0", "admin":
		return 0, nil
	}
	if id := operations.Identifier(text); id != 0 {
		if _, ok := c.call.Shop.Store(id); ok {
			return id, nil
		}
	}
	if s, ok := c.call.Shop.FindStore(text); ok {
		return s.ID, nil
	}
	return 0, c.fault(missing)
}

// entries returns the elements of a list, which clients may send as a map with numbers as keys.
func entries(v wire.Value) wire.List {
	switch v := v.(type) {
	case wire.List:
		return v
	case wire.Map:
		return v.Values()
	}
	return nil
}

// list returns the methods that an API user may call (soap-wire §4).
func (q *request) list(session wire.Value) (wire.Value, error) {
	account, err := q.user(session)
	if err != nil {
		return nil, err
	}
	out := wire.List{}
	for _, r := range q.index.resources {
		methods := wire.List{}
		for _, m := range r.Methods {
			if !permitted(account, m) || !q.usable(account, m) {
				continue
			}
			aliases := wire.List{}
			for _, a := range r.Aliases {
				aliases = append(aliases, a+"."+m.Name)
			}
			methods = append(methods, wire.Map{{Name: "title", Value: m.Title}, {Name: "description"}, {Name: "path", Value: m.path()},
				{Name: "name", Value: m.Name}, {Name: "aliases", Value: aliases}})
		}
		if len(methods) == 0 {
			continue
		}
		aliases := wire.List{}
		for _, a := range r.Aliases {
			aliases = append(aliases, a)
		}
		out = append(out, wire.Map{{Name: "title", Value: r.Title}, {Name: "description"}, {Name: "name", Value: r.Name},
			{Name: "aliases", Value: aliases}, {Name: "methods", Value: methods}})
	}
	return out, nil
}

// usable reports whether the tools of an API user include all operations of a method.
func (q *request) usable(account *readaccess.Account, m *method) bool {
	return !slices.ContainsFunc(m.Uses, func(name string) bool {
		o := q.operations[name]
		return !o.Authorizes(q.call.As(principal(account, o)).Principal)
	})
}

func showFaults(faults []soapFault) wire.Value {
	out := wire.List{}
	for _, f := range faults {
		out = append(out, wire.Map{{Name: "code", Value: wire.Text(int64(f.Code))}, {Name: "message", Value: f.Message}})
	}
	return out
}

// resourceFaults returns the faults of a resource. It accepts session and name swapped, as some clients send them.
func (q *request) resourceFaults(session, name wire.Value) (wire.Value, error) {
	if _, swapped := q.index.byName[wire.Text(session)]; swapped {
		session, name = name, session
	}
	if _, err := q.user(session); err != nil {
		return nil, err
	}
	r := q.index.byName[wire.Text(name)]
	if r == nil {
		return nil, errPath
	}
	return showFaults(r.Faults), nil
}

// notFound reports whether an operation did not find its resource.
func notFound(err error) bool { return err != nil && fault.KindOf(err) == fault.NotFound }
