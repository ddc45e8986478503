package soap

import (
	"tradelog/soap/wire"
)

// base is an operation of the interface itself (soap-wire §4).
type base struct {
	name string
	args []arg
	// loose is the type of the result in V1, typed that in V2 and WS-I. Nil: the operation is not in that interface.
	loose, typed *wire.Type
	// onlyLiteral: the operation is in WS-I but not in V2.
	onlyLiteral bool
	// suffixed: the names of the V2 messages have "Request".
	suffixed bool
	do       func(q *request, args []wire.Value) (wire.Value, error)
}

var (
	fixedArray    = &wire.Type{Name: "FixedArray", Item: wire.Any}
	arrayOfString = &wire.Type{Name: "ArrayOfString", Item: wire.String}
	apiMethod     = &wire.Type{Name: "apiMethodEntity", Fields: []wire.Field{required("title"), required("path"), required("name"),
		{Name: "aliases", Type: arrayOfString, Required: true}}}
	apis = &wire.Type{Name: "ArrayOfApis", Item: &wire.Type{Name: "apiEntity", Fields: []wire.Field{required("title"), required("name"),
		{Name: "aliases", Type: arrayOfString, Required: true},
		{Name: "methods", Type: &wire.Type{Name: "ArrayOfApiMethods", Item: apiMethod}, Required: true}}}}
	// The spelling of these names is the interface's.
	existsFaults = &wire.Type{Name: "ArrayOfExistsFaltures", Item: &wire.Type{Name: "existsFaltureEntity",
		Fields: []wire.Field{required("code"), required("message")}}}
)

// required returns a field with text that every entity has.
func required(name string) wire.Field {
	return wire.Field{Name: name, Type: wire.String, Required: true}
}

var sessionArg = arg{Name: "sessionId", Type: wire.String, Optional: true}

// bases lists the operations of the interface itself.
var bases = []*base{
	{name: "call", args: []arg{sessionArg, {Name: "resourcePath", V2: "apiPath", Type: wire.String},
		{Name: "args", Type: wire.Any, Optional: true}}, loose: wire.Any, typed: wire.Any, onlyLiteral: true,
		do: func(q *request, a []wire.Value) (wire.Value, error) { return q.callPath(a[0], wire.Text(a[1]), a[2]) }},
	{name: "multiCall", args: []arg{sessionArg, {Name: "calls", Type: fixedArray}, {Name: "options", Type: wire.Any, Optional: true}},
		loose: fixedArray, typed: wire.Any, onlyLiteral: true,
		do: func(q *request, a []wire.Value) (wire.Value, error) { return q.multiCall(a[0], a[1], a[2]) }},
	{name: "endSession", args: []arg{sessionArg}, loose: wire.Boolean, typed: wire.Boolean,
		do: func(q *request, a []wire.Value) (wire.Value, error) {
			return true, q.sessions.End(q.ctx, wire.Text(a[0]))
		}},
	{name: "login", args: []arg{{Name: "username", Type: wire.String}, {Name: "apiKey", Type: wire.String}},
		loose: wire.String, typed: wire.String,
		do: func(q *request, a []wire.Value) (wire.Value, error) { return q.login(a[0], a[1]) }},
	{name: "startSession", loose: wire.String, typed: wire.String,
		do: func(q *request, _ []wire.Value) (wire.Value, error) { return q.sessions.NewID(), nil }},
	{name: "resources", args: []arg{sessionArg}, loose: fixedArray, typed: apis, suffixed: true,
		do: func(q *request, a []wire.Value) (wire.Value, error) { return q.list(a[0]) }},
	{name: "globalFaults", args: []arg{sessionArg}, loose: fixedArray, typed: existsFaults,
		do: func(*request, []wire.Value) (wire.Value, error) { return showFaults(globalFaults), nil }},
	{name: "resourceFaults", args: []arg{sessionArg, {Name: "resourceName", Type: wire.String, Optional: true}},
		loose: fixedArray, typed: existsFaults,
		do: func(q *request, a []wire.Value) (wire.Value, error) { return q.resourceFaults(a[0], a[1]) }},
}

// findBase finds an operation of the interface itself; nil if there is none.
func findBase(name string) *base {
	for _, b := range bases {
		if b.name == name {
			return b
		}
	}
	return nil
}

// run checks the arguments and runs the operation.
func (b *base) run(q *request, args []wire.Value) (wire.Value, error) {
	for i, a := range b.args {
		if args[i] == nil && !a.Optional {
			return nil, errMissing
		}
		if a.Type.Scalar() {
			args[i] = a.Type.Coerce(args[i])
		}
	}
	result, err := b.do(q, args)
	if err != nil {
		q.report(q.ctx, b.name, err)
		return nil, q.faultOf(nil, err)
	}
	return result, nil
}
