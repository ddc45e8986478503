package mcp

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/bodies"
	"tradelog/operations/inputs"
	"tradelog/operations/representation"
)

// shortID is the number of digits up to which a number is taken for an ID. Numbers of orders and numeric SKUs are longer.
const shortID = 7

// identify replaces names in the path of a call by the IDs of the things: the SKU of a product, the number of an order. NotFound: there is
// no such thing, with the names that would do.
func (h *Handler) identify(ctx context.Context, c calling) error {
	for _, name := range c.operation.Placeholders() {
		value := c.in.Variables[name]
		list := h.listOf(c.operation, name)
		_, err := strconv.ParseUint(value, 10, 63)
		if list == nil || value == "" || err == nil && len(value) <= shortID {
			continue
		}
		if err == nil && h.exists(ctx, c.caller, list, value) {
			continue
		}
		id, found := h.idOf(ctx, c.caller, list, value)
		if !found {
			return fault.NotFoundf("%s", h.notFound(c.tool))
		}
		c.in.Variables[name] = id
	}
	return nil
}

// listOf returns the list of the things that a variable of a path identifies, if people name them otherwise: /orders for orderId in
// /orders/{orderId}/hold. nil: they do not.
func (h *Handler) listOf(o *operations.Operation, variable string) *operations.Operation {
	before, _, _ := strings.Cut(o.Path, "/{"+variable+"}")
	for _, t := range h.tools.all {
		if t.operation.Path == before && t.operation.Verb == operations.List && t.operation.Resource.Keys != nil {
			return t.operation
		}
	}
	return nil
}

// exists reports whether the thing with an ID exists, or may exist although the caller cannot read it.
func (h *Handler) exists(ctx context.Context, caller operations.Caller, list *operations.Operation, id string) bool {
	item := h.pipeline.Registry.Item(strings.TrimPrefix(list.Path, "/"))
	if item == nil || len(item.Placeholders()) != 1 {
		return true
	}
	_, _, err := h.read(ctx, reading(caller), item, &representation.Input{
		Query: url.Values{}, Variables: map[string]string{item.Placeholders()[0]: id}, Typed: true,
	})
	return err == nil || fault.KindOf(err) != fault.NotFound
}

// idOf finds the only thing that the caller may read and that has a name.
func (h *Handler) idOf(ctx context.Context, caller operations.Caller, list *operations.Operation, named string) (id string, found bool) {
	for _, key := range list.Resource.Keys {
		query := url.Values{key: {named}, "fields": {"id," + key}, "itemsPerPage": {"100"}}
		if slices.Contains(list.ParameterNames(), "scope") { // also things that the storefront hides
			query.Set("scope", "all")
		}
		body, _, err := h.read(ctx, reading(caller), list, &representation.Input{Query: query, Variables: map[string]string{}, Typed: true})
		if err != nil {
			continue
		}
		all, _ := parseMembers(body)
		rows, _ := all.get("member")
		for row := range bodies.Elements(rows) {
			shown, _ := parseMembers(row)
			if name, _ := shown.text(key); !strings.EqualFold(name, named) {
				continue
			}
			if found {
				return "", false
			}
			value, _ := shown.get("id")
			id, found = scalar(value)
		}
	}
	return id, found
}

// reading returns a caller who reads what a call of theirs is about.
func reading(caller operations.Caller) operations.Caller {
	caller.DryRun, caller.Precondition, caller.Key = false, operations.Precondition{}, operations.Choice{}
	return caller
}

// notFound returns the refusal of a call about a thing that does not exist. It says what the variables of the path are, such as: orderId is
// the ID of the order, or its incrementId.
func (h *Handler) notFound(t *tool) string {
	said := "Not Found."
	for _, f := range inputs.Fields(t.operation.Input) {
		doc := strings.TrimPrefix(f.Tag.Get("doc"), "the ")
		if f.Source != inputs.SourceVariable || doc == "" {
			continue
		}
		doc, _, _ = strings.Cut(doc, " (") // which says that a number of an order is none
		said += " " + f.Name + " is the " + doc
		if list := h.listOf(t.operation, f.Name); list != nil {
			said += ", or its " + strings.Join(list.Resource.Keys, " or ")
		}
		said += "."
	}
	return said
}
