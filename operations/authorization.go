package operations

import (
	"path"
	"slices"

	"tradelog/domain/access"
	"tradelog/domain/fault"
)

// Authorizes tells whether an operation is worth offering to a caller: whether what can be known without a request lets them
// call it. Where the verdict needs the thing itself, it is offered (rest-v2 §4.12 rule 15).
func (o *Operation) Authorizes(who *Principal) bool {
	if who.Kind == Anonymous && o.protected() {
		return false
	}
	return o.admits(who) == nil && o.grants(who) == nil
}

// protected tells whether a token is needed.
func (o *Operation) protected() bool { return o.Auth != Public && o.Auth != OrderToken }

// admits checks whether a token may come this way at all: the tools it is good for, and the back-office ACL.
func (o *Operation) admits(who *Principal) error {
	if who.Tools != nil && !o.among(who.Tools) {
		return errToolNotAllowed
	}
	if who.Kind == AsAdmin && o.protected() {
		switch {
		case o.Resource.ACL == "":
			return fault.Forbiddenf("This endpoint is not admin-accessible.")
		case !access.Allows(who.Grants, o.Resource.ACL):
			return errNoNode(o.Resource)
		}
	}
	return nil
}

// grants checks the permission, but for operations that check it with the row.
func (o *Operation) grants(who *Principal) error {
	if !o.protected() || o.Auth == Bearer || o.Own || o.rights.allows(who, o.permitted()...) || o.Auth == Customer && who.Kind == AsCustomer {
		return nil
	}
	return errAccessDenied
}

// errNoNode: the role of a back-office user does not have the resource's ACL node.
func errNoNode(of *Resource) error {
	return fault.Forbiddenf("Your admin role does not grant access to %q.", of.ACL)
}

var errToolNotAllowed = fault.Forbiddenf("This token is not allowed to use this tool.")

// among tells whether the operation's tool is one of those named: by their names, or by patterns such as sales_orders_*.
// What has no tool is left to tokens that are good for everything, unless it is for everybody.
func (o *Operation) among(tools []string) bool {
	name := o.ToolName()
	if name == "" {
		return o.Auth == Public
	}
	return slices.ContainsFunc(tools, func(pattern string) bool { return ToolMatches(pattern, name) })
}

// ToolMatches tells whether a pattern names a tool; * stands for any characters.
func ToolMatches(pattern, tool string) bool {
	ok, err := path.Match(pattern, tool)
	return ok && err == nil
}
