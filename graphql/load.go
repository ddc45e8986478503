package graphql

import (
	"context"
	"net/url"
	"strings"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/representation"
)

// mostLoads bounds the resources that an answer may load because others refer to them.
const mostLoads = 1000

var errTooManyLoads = fault.Invalidf("The answer refers to more than %d other resources. Ask for fewer rows.", mostLoads)

// refer loads the resources that documents name by their IDs. Each is loaded once, and all of them together where their operation can. A
// resource that is missing, or that the caller may not know of, is null; one that the caller may not read is null and a failure.
func (x *execution) refer(ctx context.Context, f *selection, of *objectType, ids [][]byte, at func(i int) *pathNode) [][]byte {
	out := make([][]byte, len(ids))
	var keys []string
	index := map[string][]int{}
	for i, v := range ids {
		key := strings.Trim(string(v), `"`)
		if key == "" || key == "null" || key == "0" {
			continue
		}
		if index[key] == nil {
			keys = append(keys, key)
		}
		index[key] = append(index[key], i)
	}
	if x.loads += len(keys); x.loads > mostLoads {
		x.fail(errTooManyLoads, at(0), f.field)
		return out
	}
	if len(keys) > 1 {
		ctx = x.ahead(ctx, of, keys)
	}
	for _, key := range keys {
		doc, err := x.item(ctx, of, of.address.prefix+key)
		for _, i := range index[key] {
			if err != nil {
				x.fail(err, at(i), f.field)
			}
			out[i] = doc
		}
	}
	return out
}

// ahead reads what the operation of a type needs of several resources at once. Where that fails, they are read one by one.
func (x *execution) ahead(ctx context.Context, of *objectType, keys []string) context.Context {
	caller := x.caller
	caller.Principal = x.request.Principal
	in := &representation.Input{Variables: map[string]string{of.shown.Placeholders()[0]: keys[0]}, Query: url.Values{}}
	call, err := x.h.pipeline.Admit(ctx, caller, of.shown, in)
	if err != nil {
		return ctx
	}
	ids := make([]int64, len(keys))
	for i, key := range keys {
		ids[i] = operations.Identifier(key)
	}
	return call.Ahead(ctx, ids)
}
