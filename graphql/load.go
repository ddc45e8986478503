package graphql

import (
	"context"
	"net/url"
	"strings"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/representation"
)

// mostLoads bounds the number of referenced resources that an answer may load.
const mostLoads = 1000

var errTooManyLoads = fault.Invalidf("The answer refers to more than %d other resources. Ask for fewer rows.", mostLoads)

// refer loads referenced resources by their IDs, each once, and all at once if the operation supports it. A resource that is missing or
// hidden from the caller is null. A resource that the caller may not read is null and adds a failure.
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

// ahead preloads several resources for the operation that shows them. If it fails, they are read one by one.
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
