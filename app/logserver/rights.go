package logserver

import (
	"context"
	"net"
	"regexp"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tradelog/domain/access"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/eventstore/esdb/server"
	"tradelog/operations"
	operationsaccess "tradelog/operations/access"
	readaccess "tradelog/readmodels/access"
	"tradelog/readmodels/directory"
)

// Logins checks the logins of API users to the log of a shop.
type Logins struct {
	Pipeline *operations.Pipeline
	Shops    *directory.Reader
	Accounts *readaccess.Reader
}

// Rights returns the rights of an API user. A user who is limited to some stores or tools is refused, because the log has the events of all
// stores, and no tool reads it or appends to it. Failed logins count in the limits of POST /auth/token, by address and by account.
func (l Logins) Rights(ctx context.Context, c server.Credentials) (server.Rights, error) {
	shop, err := l.Shops.Shop(ctx)
	if err != nil {
		return server.Rights{}, err
	}
	host := ""
	if c.Address != nil {
		if host, _, err = net.SplitHostPort(c.Address.String()); err != nil {
			host = c.Address.String()
		}
	}
	accounts, err := l.Accounts.Accounts(ctx)
	if err != nil {
		return server.Rights{}, err
	}
	login := &operations.Operation{Declaration: operations.Declaration{Resource: operationsaccess.Token}}
	call := l.Pipeline.NewCall(operations.Caller{RemoteIP: host}, login, operations.NoInput{})
	call.Shop = shop
	call.Store, _ = shop.Default()
	account, err := operationsaccess.SignIn(call, accounts, c.Username, c.Password)
	switch {
	case err != nil && fault.KindOf(err) == fault.RateLimited:
		return server.Rights{}, status.Error(codes.ResourceExhausted, "too many failed logins; try again in a minute")
	case err != nil && fault.KindOf(err) == fault.Unauthorized:
		return server.Rights{}, status.Error(codes.Unauthenticated, err.Error())
	case err != nil:
		return server.Rights{}, err
	case len(account.StoreIDs) > 0:
		return server.Rights{}, status.Error(codes.PermissionDenied, "this account is limited to stores, and the log has the events of all")
	case len(account.Tools) > 0:
		return server.Rights{}, status.Error(codes.PermissionDenied, "this account is limited to tools, and none of them is for the log")
	}
	return server.Rights{
		Read: scope(account.Grants, readRight), Append: scope(account.Grants, appendRight),
		Actor: eventstore.Actor{Kind: string(operations.AsAPI), ID: account.ID},
	}, nil
}

// The permissions for the event log. A permission with a colon and the beginning of a name applies to some streams only. For instance
// eventlog/read:order- applies to the category order, and eventlog/append:erp to all categories that begin with erp.
const (
	readRight   = "eventlog/read"
	appendRight = "eventlog/append"
)

// Permissions lists the permissions for all streams of the event log.
func Permissions() []string { return []string{appendRight, readRight, "eventlog/all"} }

var narrow = regexp.MustCompile(`^eventlog/(?:read|append):[A-Za-z0-9_.]{1,100}-?$`)

// Narrow tells whether a grant is the permission for some streams only.
func Narrow(grant string) bool { return narrow.MatchString(grant) }

// scope returns the streams for which grants have a permission.
func scope(grants []string, permission string) (s server.Scope) {
	s.All = access.Allows(grants, permission)
	for _, g := range grants {
		if prefix, is := strings.CutPrefix(g, permission+":"); is && !s.All {
			s.Prefixes = append(s.Prefixes, prefix)
		}
	}
	return s
}
