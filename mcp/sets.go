package mcp

import (
	"strings"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/representation"
)

// chosenTools returns the tools chosen by the URL parameter tools, such as ?tools=support or ?tools=support,catalog_products_list; nil if
// there is none. Invalid: there is no such tool or set.
func chosenTools(c *operations.Call, parameters []string) (*operations.Tools, error) {
	names := namesIn(parameters)
	if names == nil {
		return nil, nil
	}
	chosen, err := c.Select(names)
	if err != nil {
		return nil, fault.Invalidf("?tools: %s", err)
	}
	return chosen, nil
}

// namesIn returns the names, patterns and sets of tools in the parameter tools. A plain word is a set.
func namesIn(parameters []string) (names []string) {
	for _, name := range strings.Split(strings.Join(parameters, ","), ",") {
		switch name = strings.TrimSpace(name); {
		case name == "":
		case strings.ContainsAny(name, "_*"+operations.SetPrefix):
			names = append(names, name)
		default:
			names = append(names, operations.SetPrefix+name)
		}
	}
	return names
}

// chose reports whether the client has chosen a part of the tools, by its URL, its token or its account. The client then gets the
// descriptions on one page, brief answers, and features beyond the contract: prompts, resources, streams.
func (x *exchange) chose() bool { return x.chosen != nil || x.call.Principal.HasSets() }

// converses reports whether the answer to the request may be a stream, with notifications and questions.
func (x *exchange) converses() bool {
	return x.chose() && representation.TakesEvents(x.r.Header.Get("Accept"))
}

// listChosen answers tools/list with all of the chosen tools.
func (h *Handler) listChosen(x *exchange, m message) answer {
	if cursor, sent := m.params.get("cursor"); sent && string(cursor) != "null" {
		return failed(m.id, codeInvalidParams, `Invalid value for pagination parameter "cursor": all chosen tools are on one page`)
	}
	result, err := h.describe(x, h.tools.all)
	if err != nil {
		return failed(m.id, codeRefused, h.pipeline.Fault(err).Message)
	}
	return succeeded(m.id, append(result, '}'))
}
