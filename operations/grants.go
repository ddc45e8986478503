package operations

import (
	"slices"
	"strings"
)

// Grants lists every permission that a role can have: "read" of each resource, because it shows the members for the back office
// (conventions §4.2); what operations, their members and their limits ask for; what resources declare besides; and "resource/all" for each
// of them.
func (r *Registry) Grants() []string {
	var out []string
	add := func(permissions ...string) {
		for _, p := range permissions {
			if resource, _, ok := strings.Cut(p, "/"); ok {
				out = append(out, p, resource+"/all")
			}
		}
	}
	for _, resource := range r.resources {
		if resource.Permission != "" {
			add(resource.Permission + "/read")
		}
		add(resource.Grants...)
	}
	for _, o := range slices.Concat(r.operations, r.console) {
		if o.Resource.Permission != "" {
			add(o.Resource.Permission + "/read")
		}
		add(o.Permission)
		add(o.Also...)
		add(o.asked()...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// ACLPaths lists the back-office paths that a role can have: those of the resources.
func (r *Registry) ACLPaths() []string {
	var out []string
	for _, resource := range r.resources {
		if resource.ACL != "" {
			out = append(out, resource.ACL)
		}
	}
	for _, o := range r.console {
		if o.Resource.ACL != "" {
			out = append(out, o.Resource.ACL)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
