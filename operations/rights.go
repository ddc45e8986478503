package operations

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"tradelog/domain/access"
	"tradelog/operations/inputs"
)

// rights maps a resource's permissions to its ACL node of the back office, such as customers/read and customers/write to customer/manage.
// API tokens have permissions themselves. For a back-office user the node decides wherever a permission is required: for operations,
// fields, exemptions and views.
//
// A Registry fills it from all resources and gives it to its operations. Without it back-office users have no permission.
type rights struct {
	nodes map[string]string // by the permission's resource; empty means that no back-office user has it
}

// allows reports whether a caller has one of the permissions.
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

// add records the ACL node for the permissions of an operation. A resource has one node only.
func (r *rights) add(o *Operation) error {
	names := slices.Clone(o.Resource.Parts)
	if o.Resource.Permission != "" {
		names = append(names, o.Resource.Permission)
	}
	for _, p := range o.Access.permitted() {
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

// asked lists the permissions that tags and exemptions of an operation name.
func (o *Operation) asked() (permissions []string) {
	for _, l := range o.Limits {
		permissions = append(permissions, l.Exempt...)
	}
	for _, f := range inputs.Fields(o.Input) {
		permissions = append(permissions, f.Grants...)
	}
	return permissions
}

// check refuses unknown permissions in tags and exemptions of an operation and in the grants of its resource, because no check would use
// them. It also refuses grants that would have no effect.
func (r *rights) check(o *Operation) error {
	for _, f := range inputs.Fields(o.Input) {
		if name := nestedGrant(f.Type, map[reflect.Type]bool{}); name != "" {
			return fmt.Errorf("operation %s %s: %s is inside %s and cannot have a grant", o.Method, o.Path, name, f.Name)
		}
	}
	for _, p := range slices.Concat(o.asked(), o.Resource.Grants) {
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

// nestedGrant returns a member with a grant inside an object of the body. Grants are checked only at the top level of a body.
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

// Has reports whether the caller belongs to the back office and has one of the permissions. An API token has them by its grants, a
// back-office user by the ACL node of the permission's resource.
func (c *Call) Has(permissions ...string) bool {
	return c.Operation.rights.allows(c.Principal, permissions...)
}

// Need refuses callers without one of a resource's permissions. The message is the pipeline's.
func (c *Call) Need(of *Resource, permissions ...string) error {
	switch {
	case c.Has(permissions...):
		return nil
	case c.Principal.Kind == AsAdmin:
		return errNoNode(of)
	}
	return errAccessDenied
}

// BackendReader reports whether the caller may see a resource's back-office members. The read or the write permission is enough
// (conventions §4.2).
func (c *Call) BackendReader(resource string) bool {
	return c.Operation.BackOffice(c.Principal, resource)
}

// BackOffice reports whether a principal may see a resource's back-office members.
func (o *Operation) BackOffice(who *Principal, resource string) bool {
	return o.rights.allows(who, resource+"/read", resource+"/write")
}
