package operations

import (
	"context"
	"path"
	"slices"

	"tradelog/domain/access"
	"tradelog/domain/fault"
)

// Authorizes reports whether an operation is listed for a caller. It makes all checks that need no request. If the verdict depends on the
// requested resource, the operation is listed (rest-v2 §4.12 rule 15).
func (o *Operation) Authorizes(who *Principal) bool {
	if who.Kind == Anonymous && o.Access.protected() {
		return false
	}
	return o.admits(who) == nil && o.grants(who) == nil
}

// admits checks the token's list of tools and the back-office ACL.
func (o *Operation) admits(who *Principal) error {
	if o.Access.Auth == OwnAccount {
		return ofAccount(who)
	}
	for _, permitted := range who.Permitted() {
		if permitted != nil && !o.toolIn(permitted) {
			return errToolNotAllowed
		}
	}
	if o.Access.Auth == OperatorOnly && who.Kind != AsOperator {
		return errAccessDenied
	}
	if who.Kind == AsAdmin && o.Access.protected() {
		switch {
		case o.Resource.ACL == "":
			return fault.Forbiddenf("This endpoint is not admin-accessible.")
		case !access.Allows(who.Grants, o.Resource.ACL):
			return errNoNode(o.Resource)
		}
	}
	return nil
}

// ofAccount refuses callers other than accounts of the back office. It also refuses tokens that were given away: those of agents, and those
// that are limited to tools.
func ofAccount(who *Principal) error {
	if who.Kind != AsAdmin && who.Kind != AsAPI || who.Agent != 0 || who.Tools != nil {
		return errAccessDenied
	}
	return nil
}

// grants checks the permission, except for operations whose permission is checked together with the row.
func (o *Operation) grants(who *Principal) error {
	if !o.Access.protected() || o.Access.Auth == Bearer || o.Access.Auth == OwnAccount || o.Access.ByRow ||
		o.rights.allows(who, o.Access.permitted()...) ||
		o.Access.Auth == Customer && who.Kind == AsCustomer {
		return nil
	}
	return errAccessDenied
}

// CustomersOnly is the guard of operations on customers' own resources. The back office, which may have the permission, is refused.
func CustomersOnly(_ context.Context, c *Call) error {
	if c.CustomerID() == 0 {
		return errNoCustomer
	}
	return nil
}

var errNoCustomer = fault.Forbiddenf("Customer identity required")

// errNoNode returns the refusal of a back-office user whose role lacks the resource's ACL node.
func errNoNode(of *Resource) error {
	return fault.Forbiddenf("Your admin role does not grant access to %q.", of.ACL)
}

// errNoOperator refuses a token of the operator. The operating system identifies operators, and no token does.
var errNoOperator = fault.New(fault.Unauthorized, "A token cannot be the operator's.")

var errToolNotAllowed = fault.Forbiddenf("This token is not allowed to use this tool.")

// toolIn reports whether a list of names and patterns such as sales_orders_* includes the operation's tool. An operation without a tool is
// open only to unrestricted tokens, unless it is public.
func (o *Operation) toolIn(tools []string) bool {
	name := o.ToolName()
	if name == "" {
		return o.Access.Auth == Public
	}
	return slices.ContainsFunc(tools, func(pattern string) bool { return ToolMatches(pattern, name) })
}

// Permitted returns the names and patterns of the tools that the token permits, and of those that the account permits. nil means all.
func (p *Principal) Permitted() [2][]string {
	if p.permitted != nil {
		return *p.permitted
	}
	return [2][]string{p.Tools, p.AccountTools}
}

// sameRights reports whether a principal has the rights of another one.
func (p *Principal) sameRights(as *Principal) bool {
	a, b := p.Permitted(), as.Permitted()
	same := func(a, b []string) bool { return (a == nil) == (b == nil) && slices.Equal(a, b) }
	return p.Kind == as.Kind && p.ID == as.ID && slices.Equal(p.Grants, as.Grants) && slices.Equal(p.StoreIDs, as.StoreIDs) &&
		same(a[0], b[0]) && same(a[1], b[1])
}

// HasSets reports whether the token or the account is limited to sets of tools.
func (p *Principal) HasSets() bool { return p.permitted != nil }

// ToolMatches reports whether a pattern matches a tool. * matches any characters.
func ToolMatches(pattern, tool string) bool {
	ok, err := path.Match(pattern, tool)
	return ok && err == nil
}
