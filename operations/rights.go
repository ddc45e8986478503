package operations

import (
	"fmt"
	"reflect"
	"strings"

	"tradelog/domain/access"
)

// rights knows which node of the back office's ACL stands for a resource's permissions: customer/manage for customers/read and
// customers/write. API tokens have permissions themselves; what a back-office user may do is decided by the node, wherever a
// permission is asked for. So a field, an exemption or a view for the back office is never open to every back-office user.
//
// A Registry fills it with all its resources and gives it to its operations. Without it no back-office user has a permission.
type rights struct {
	nodes map[string]string // by the permission's resource; empty: no back-office user has it
}

// allows tells whether a caller has one of the permissions.
func (r *rights) allows(who *Principal, permissions ...string) bool {
	switch who.Kind {
	case AsOperator:
		return true
	case AsAPI:
		return access.Allows(who.Grants, permissions...)
	case AsAdmin:
		for _, p := range permissions {
			if node := r.node(p); node != "" && access.Allows(who.Grants, node) {
				return true
			}
		}
	}
	return false
}

func (r *rights) node(permission string) string {
	if r == nil {
		return ""
	}
	resource, _, _ := strings.Cut(permission, "/")
	return r.nodes[resource]
}

// add notes the node that decides about the permissions an operation is declared with. A resource has one node only.
func (r *rights) add(o *Operation) error {
	names := []string{}
	if o.Resource.Permission != "" {
		names = append(names, o.Resource.Permission)
	}
	for _, p := range o.permitted() {
		if resource, _, ok := strings.Cut(p, "/"); ok {
			names = append(names, resource)
		}
	}
	for _, name := range names {
		if node, known := r.nodes[name]; known && node != o.Resource.ACL {
			return fmt.Errorf("operation %s %s: permissions of %s have two ACL nodes, %q and %q", o.Method, o.Path, name, node, o.Resource.ACL)
		}
		r.nodes[name] = o.Resource.ACL
	}
	return nil
}

// check refuses permissions nobody can have, in tags and exemptions of an operation: a misspelt one would be held by nobody. It
// refuses grants where they would have no effect, too.
func (r *rights) check(o *Operation) error {
	asked := []string{}
	for _, l := range o.Limits {
		asked = append(asked, l.Exempt...)
	}
	for _, f := range Fields(o.Input) {
		asked = append(asked, f.Grants...)
		if name := nestedGrant(f.Type, map[reflect.Type]bool{}); name != "" {
			return fmt.Errorf("operation %s %s: %s is inside %s and cannot have a grant", o.Method, o.Path, name, f.Name)
		}
	}
	for _, p := range asked {
		if resource, _, ok := strings.Cut(p, "/"); !ok || !r.knows(resource) {
			return fmt.Errorf("operation %s %s: no resource has the permission %q", o.Method, o.Path, p)
		}
	}
	return nil
}

func (r *rights) knows(resource string) bool {
	_, ok := r.nodes[resource]
	return ok
}

// nestedGrant names a member inside an object of the body that has a grant. Only the top level of a body is checked for grants.
func nestedGrant(t reflect.Type, seen map[reflect.Type]bool) string {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return nestedGrant(t.Elem(), seen)
	case reflect.Struct:
	default:
		return ""
	}
	if seen[t] {
		return ""
	}
	seen[t] = true
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Tag.Get("grant") != "" {
			return f.Name
		}
		if name := nestedGrant(f.Type, seen); name != "" {
			return f.Name + "." + name
		}
	}
	return ""
}

// Has tells whether the caller is of the back office and has one of the permissions: an API token by its grants, a back-office
// user by the ACL node of the permission's resource.
func (c *Call) Has(permissions ...string) bool {
	return c.Operation.rights.allows(c.Principal, permissions...)
}

// Need refuses callers who do not have one of the permissions of a resource, with the words the pipeline would use.
func (c *Call) Need(of *Resource, permissions ...string) error {
	switch {
	case c.Has(permissions...):
		return nil
	case c.Principal.Kind == AsAdmin:
		return errNoNode(of)
	}
	return errAccessDenied
}

// BackendReader tells whether the caller may see what only the back office sees of a resource: read or write does
// (conventions §4.2).
func (c *Call) BackendReader(resource string) bool {
	return c.Operation.BackOffice(c.Principal, resource)
}

// BackOffice tells whether a caller may see what only the back office sees of a resource.
func (o *Operation) BackOffice(who *Principal, resource string) bool {
	return o.rights.allows(who, resource+"/read", resource+"/write")
}
