package mcp

import (
	"encoding/json"
	"net/http"
	"net/url"

	"tradelog/domain/fault"
	"tradelog/operations"
)

// dryRun is the argument that makes a tool decide and store nothing.
const dryRun = "dryRun"

// requestOf makes the request that REST would have got for a tool call: arguments named like variables of the path go there,
// all others into the query or into the body. complete is false when a variable of the path is missing, or is none: REST would
// have read another path.
func (h *Handler) requestOf(x *exchange, t *tool, arguments members) (r *operations.Request, complete bool, err error) {
	o, from := t.operation, x.request
	r = &operations.Request{
		Operation: o, Method: o.Method, Query: url.Values{}, Params: make(map[string]string, len(t.placeholders)),
		Authorization: from.Authorization, HasStore: from.HasStore, StoreCode: from.StoreCode, HasCurrency: from.HasCurrency, CurrencyCode: from.CurrencyCode,
		HasKey: from.HasKey, Key: from.Key, OrderToken: from.OrderToken, MinPosition: from.MinPosition, Accept: "application/ld+json",
		RemoteIP: from.RemoteIP, Forwarded: from.Forwarded, UserAgent: from.UserAgent, RequestID: from.RequestID, Client: x.session.client,
		Body: func() ([]byte, error) { return nil, nil },
	}
	if x.alone { // otherwise the bearer is looked at again with each message
		r.Caller = x.call.Principal
	}
	if from.Query.Has("store") { // of the endpoint's own URL
		r.HasStore, r.StoreCode = true, from.Query.Get("store")
	}
	if t.trial {
		if arguments, r.DryRun, err = takeDryRun(arguments); err != nil {
			return nil, false, err
		}
	}
	for _, name := range t.placeholders {
		value, _ := arguments.get(name)
		r.Params[name], _ = scalar(value)
		arguments = arguments.without(name)
	}
	path, complete := o.PathFor(r.Params)
	r.Path = h.options.Prefix + path
	if o.Method == http.MethodGet {
		for _, a := range arguments {
			if text, ok := scalar(a.value); ok {
				r.Query.Set(a.name, text)
			} else if string(a.value) != "null" {
				r.Query.Set(a.name, string(a.value)) // a filter written as JSON
			}
		}
		r.RawQuery = r.Query.Encode()
	}
	if o.ReadsBody() {
		body := arguments.encode()
		r.HasBody, r.ContentType = true, "application/json"
		r.Body = func() ([]byte, error) { return body, nil }
	}
	return r, complete, nil
}

// takeDryRun takes the argument out. Anything but true and false is refused, because somebody who meant true must not find
// that it was done.
func takeDryRun(arguments members) (members, bool, error) {
	value, sent := arguments.get(dryRun)
	if !sent {
		return arguments, false, nil
	}
	switch string(value) {
	case "true", "false", "null":
		return arguments.without(dryRun), string(value) == "true", nil
	}
	return nil, false, fault.Invalidf("The dryRun argument must be true or false.")
}

// scalar is a value as a path or a query has it; false when it has no such form.
func scalar(v json.RawMessage) (string, bool) {
	switch {
	case len(v) == 0 || v[0] == '[' || v[0] == '{' || v[0] == 'n':
		return "", false
	case v[0] == '"':
		return text(v)
	}
	return string(v), true
}

func (m members) without(name string) members {
	out := make(members, 0, len(m))
	for _, a := range m {
		if a.name != name {
			out = append(out, a)
		}
	}
	return out
}

// encode prints the members as the object they were, with whatever is wrong about it.
func (m members) encode() []byte {
	b := []byte{'{'}
	for i, a := range m {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(appendQuoted(b, []byte(a.name)), ':'), a.value...)
	}
	return append(b, '}')
}
