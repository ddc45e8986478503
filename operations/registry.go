package operations

import (
	"fmt"
	"slices"
	"strings"
)

// Registry holds all operations.
type Registry struct {
	operations []*Operation // those with a route
	console    []*Operation // those without one that the console offers
	byName     map[string]*Operation
	byTool     map[string]*Operation
	resources  map[string]*Resource
	reads      map[string]*Operation   // operations that show one resource, by their paths without names of variables
	showing    map[string][]*Operation // operations that show a resource, see Operation.shows
	rights     *rights
}

// Item returns the operation that shows one resource of a list, such as an order of orders; nil if there is none.
func (r *Registry) Item(resource string) *Operation { return r.reads["/"+resource+"/{}"] }

// Readable reports whether a caller may read a resource such as orders: the caller has its permission, and one of the operations that show
// it is permitted by the token and the account. These show one, list them, or tell the history of one. A resource that none of them shows
// is only for callers without a limit to tools. Doors that are no operations of the resource ask this, such as the feed of changes.
func (r *Registry) Readable(who *Principal, resource string) bool {
	if !r.rights.allows(who, resource+"/read") {
		return false
	}
	if permitted := who.Permitted(); permitted[0] == nil && permitted[1] == nil {
		return true
	}
	return slices.ContainsFunc(r.showing[resource], func(o *Operation) bool { return o.Authorizes(who) })
}

// NewRegistry checks and indexes operations. It refuses two operations with the same name or the same route, and permissions that no
// resource has.
func NewRegistry(lists ...[]*Operation) (*Registry, error) {
	r := &Registry{
		byName: map[string]*Operation{}, byTool: map[string]*Operation{}, resources: map[string]*Resource{}, reads: map[string]*Operation{},
		showing: map[string][]*Operation{}, rights: &rights{nodes: map[string]string{}},
	}
	seen, calls := map[string]bool{}, map[string]*Operation{}
	for _, list := range lists {
		for _, o := range list {
			route := expand(o.name(), func(string) string { return "{}" })
			if seen[route] {
				return nil, fmt.Errorf("operation %s is declared twice", o.name())
			}
			seen[route] = true
			if err := o.check(); err != nil {
				return nil, err
			}
			r.byName[o.identity], o.rights = o, r.rights
			if o.Unrouted.Console {
				if err := r.rights.add(o); err != nil {
					return nil, err
				}
				r.console = append(r.console, o)
			}
			if o.Unrouted.Name != "" {
				continue // interfaces list neither its resource nor a tool of it
			}
			r.operations = append(r.operations, o)
			if other := calls[o.CallName()]; other != nil {
				return nil, fmt.Errorf("operations %s and %s are both called %s: declare a Call", other.name(), o.name(), o.CallName())
			}
			calls[o.CallName()] = o
			if other := r.resources[o.Resource.Name]; other != nil && other != o.Resource {
				return nil, fmt.Errorf("resource %s is declared twice", o.Resource.Name)
			}
			r.resources[o.Resource.Name] = o.Resource
			if o.Reads() && !o.Paged && o.Access.Auth != OrderToken {
				r.reads[routeOf(o.Path)] = o
			}
			if of := o.shows(); of != "" {
				r.showing[of] = append(r.showing[of], o)
			}
			if err := r.rights.add(o); err != nil {
				return nil, err
			}
			if name := o.ToolName(); name != "" {
				if _, taken := r.byTool[name]; !taken { // the first declared operation has the name
					r.byTool[name] = o
				}
			}
		}
	}
	if err := r.linkItems(); err != nil {
		return nil, err
	}
	for _, o := range r.byName {
		if err := r.rights.check(o); err != nil {
			return nil, err
		}
		o.shown = r.findShown(o)
	}
	return r, nil
}

// shows returns the resource that an operation shows, such as orders: one of them, their list, or the history of one. Empty: none.
func (o *Operation) shows() string {
	resource, below, _ := strings.Cut(strings.TrimPrefix(routeOf(o.Path), "/"), "/")
	if !o.Reads() || below != "" && below != "{}" && below != "{}/timeline" {
		return ""
	}
	return resource
}

// All lists the operations that have a route, in the order of their declaration.
func (r *Registry) All() []*Operation { return r.operations }

// Find finds an operation by its name, also one without a route; nil if there is none.
func (r *Registry) Find(name string) *Operation { return r.byName[name] }

// ByTool finds the operation of a tool.
func (r *Registry) ByTool(name string) *Operation { return r.byTool[name] }

// Grants lists every permission that a role can have. These are "read" of each resource, because it shows the members for the back office
// (conventions §4.2), and "resource/all" for each. Others are those required by operations, their members and their limits, and the
// further ones that resources declare.
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
		add(o.Access.Permission)
		add(o.Access.Also...)
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
