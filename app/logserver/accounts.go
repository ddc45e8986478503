package logserver

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tradelog/eventstore/esdb/server"
)

// Accounts are the accounts of a log without a shop, by name.
type Accounts map[string]account

type account struct {
	key    [sha256.Size]byte
	rights server.Rights
}

// ReadAccounts parses accounts, one a line: name, key, and permissions separated by commas, or all. Empty lines and lines that begin with #
// are skipped.
func ReadAccounts(text string) (Accounts, error) {
	accounts := Accounts{}
	for n, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if len(fields) != 3 || strings.Contains(fields[0], ":") {
			return nil, fmt.Errorf("line %d must be a name, a key and permissions, such as: shop KEY all", n+1)
		}
		grants := strings.Split(fields[2], ",")
		for _, g := range grants {
			if g != "all" && g != readRight && g != appendRight && !Narrow(g) {
				return nil, fmt.Errorf("line %d has the unknown permission %q; there are all, %s, %s, and both with a prefix, such as %s:order-",
					n+1, g, readRight, appendRight, readRight)
			}
		}
		if _, twice := accounts[fields[0]]; twice {
			return nil, fmt.Errorf("line %d has the name %s again", n+1, fields[0])
		}
		accounts[fields[0]] = account{key: sha256.Sum256([]byte(fields[1])), rights: server.Rights{
			Read: scope(grants, readRight), Append: scope(grants, appendRight),
		}}
	}
	if len(accounts) == 0 {
		return nil, errors.New("it has no accounts")
	}
	return accounts, nil
}

// Admit checks credentials.
func (a Accounts) Admit(_ context.Context, c server.Credentials) (server.Rights, error) {
	known, key := a[c.Username], sha256.Sum256([]byte(c.Password))
	if subtle.ConstantTimeCompare(known.key[:], key[:]) == 0 {
		return server.Rights{}, status.Error(codes.Unauthenticated, "wrong name or key")
	}
	return known.rights, nil
}
