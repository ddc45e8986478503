package mcp

import (
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/readmodels/directory"
)

// ExcludedSetting is the configuration path that names excluded tools.
const ExcludedSetting = "apiplatform/mcp/excluded_tools"

// excluded returns the tools that the configuration excludes (rest-v2 §4.12 rule 17). They are neither listed nor found. REST
// still has their operations.
func (h *Handler) excluded(shop *directory.Shop) map[*tool]bool {
	return h.excludedTools.of(shop, func(shop *directory.Shop) map[*tool]bool {
		out := map[*tool]bool{}
		names := shop.Settings.In(0).Codes(ExcludedSetting)
		for _, t := range h.tools.all {
			if slices.ContainsFunc(names, func(name string) bool { return matchesOperation(name, t.operation) }) {
				out[t] = true
			}
		}
		return out
	})
}

// matchesOperation reports whether a configured name matches an operation: by the name of its tool, by a pattern of tool names, or by its
// resource.
func matchesOperation(name string, o *operations.Operation) bool {
	return operations.ToolMatches(name, o.ToolName()) || name == o.Resource.Name
}

// CheckExcluded refuses a value of ExcludedSetting with a name that matches nothing: the intended tool would stay available.
func CheckExcluded(registry *operations.Registry, value string) error {
	for _, name := range strings.Split(value, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		if !slices.ContainsFunc(registry.All(), func(o *operations.Operation) bool { return o.ToolName() != "" && matchesOperation(name, o) }) {
			const refusal = "%s: %.100q is no tool, no pattern of tools and no resource with tools; write sales_orders_get, sales_orders_* or Order"
			return fault.Invalidf(refusal, ExcludedSetting, name)
		}
	}
	return nil
}
