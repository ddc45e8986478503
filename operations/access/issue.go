package access

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tradelog/domain/access"
	"tradelog/domain/fault"
	"tradelog/domain/settings"
	"tradelog/operations"
	"tradelog/readmodels"
	readaccess "tradelog/readmodels/access"
)

type issueInput struct {
	Kind        string   `json:"kind" doc:"customer, admin or service"`
	ID          int64    `json:"id" doc:"number of the customer or account; without it and a name an account of the program's own is used"`
	As          string   `json:"as" doc:"user name of the account"`
	Permissions []string `json:"permissions" doc:"permissions of that account; everything by default"`
	Stores      []int64  `json:"storeIds" doc:"store views the token is restricted to"`
	Tools       []string `json:"tools" doc:"tools the token is good for; all by default"`
	Lifetime    int64    `json:"lifetime" doc:"how long the token lives, in nanoseconds"`
}

// issued is a token. Made reports that an account was created for it. Unnamed reports that an admin's token has no named account although
// the shop is no demo. The log then does not name the user.
type issued struct {
	Token   string `json:"token"`
	Made    bool   `json:"isAccountNew"`
	Unnamed bool   `json:"isAccountUnnamed"`
}

func (h *handlers) issueFor(ctx context.Context, c *operations.Call, in issueInput) (out issued, err error) {
	if err := h.checkGrants(in.Kind == "admin", in.Permissions); err != nil {
		return out, err
	}
	if _, err := c.Select(in.Tools); err != nil {
		return out, err
	}
	var claims Claims
	if in.Kind == "customer" {
		claims, err = h.customerClaims(ctx, in)
	} else {
		claims, out.Made, err = h.accountClaims(ctx, in)
	}
	if err != nil {
		return out, err
	}
	out.Unnamed = in.Kind == "admin" && in.ID == 0 && in.As == "" && !c.Shop.Settings.In(0).Flag(settings.DemoComplete)
	claims.Tools = in.Tools
	out.Token, _, err = h.Signer.issue(ctx, access.ByCommandLine, claims, time.Duration(in.Lifetime))
	return out, err
}

func (h *handlers) customerClaims(ctx context.Context, in issueInput) (Claims, error) {
	customer, err := h.People.Customer(ctx, in.ID)
	if errors.Is(err, readmodels.ErrNotFound) {
		return Claims{}, fault.NotFoundf("There is no customer %d", in.ID)
	}
	if err != nil {
		return Claims{}, err
	}
	return Claims{
		Type: TypeCustomer, CustomerID: customer.ID, Email: customer.Email, AllowedStores: in.Stores, Credentials: customer.Credentials,
	}, nil
}

// accountClaims returns the claims of an account: the named one, or one of the program's own with these permissions. Every request reads
// permissions from the account, so a token carries none.
func (h *handlers) accountClaims(ctx context.Context, in issueInput) (claims Claims, made bool, err error) {
	accounts, err := h.Accounts.Accounts(ctx)
	if err != nil {
		return claims, false, err
	}
	admin := in.Kind == "admin"
	claimsOf := func(a access.Account, grants []string) Claims {
		if admin {
			return Claims{Type: TypeAdmin, AdminID: a.ID, Email: a.Email, AllowedStores: in.Stores, Credentials: a.Credentials.Version}
		}
		return Claims{Type: TypeAPI, APIUserID: a.ID, Username: a.Username, Permissions: grants, AllowedStores: a.StoreIDs}
	}
	if in.As != "" {
		a := named(accounts, admin, in.As)
		if a == nil {
			return claims, false, fault.NotFoundf("There is no %s account %s; see tradelog user list", in.Kind, in.As)
		}
		in.ID = a.ID
	}
	if in.ID != 0 {
		a := accounts.ByID(in.ID)
		if a == nil || (a.Kind == access.Admin) != admin {
			return claims, false, fault.NotFoundf("There is no %s account %d; see tradelog user list", in.Kind, in.ID)
		}
		return claimsOf(a.Account, a.Grants), false, nil
	}
	grants := slices.Clone(in.Permissions)
	if len(grants) == 0 {
		grants = []string{"all"}
	}
	slices.Sort(grants)
	kind, stores := access.Service, in.Stores
	if admin {
		kind, stores = access.Admin, nil // the token carries them
	}
	sum := sha256.Sum256([]byte(fmt.Sprint(grants, stores)))
	name := "cli-" + hex.EncodeToString(sum[:5])
	if a := accounts.ByUsername(kind, name); a != nil {
		return claimsOf(a.Account, a.Grants), false, nil
	}
	role, err := h.Access.SaveRole(ctx, 0, "command line: "+strings.Join(grants, ", "), admin, grants, h.KnownGrant(admin))
	if err != nil {
		return claims, false, err
	}
	id, err := h.Access.CreateAccount(ctx, access.AccountCreated{Kind: kind, Username: name, Name: "Command line", RoleID: role,
		StoreIDs: stores})
	return claimsOf(access.Account{ID: id, Username: name, StoreIDs: stores}, grants), true, err
}

// named finds the account with a user name.
func named(accounts *readaccess.Accounts, admin bool, username string) *readaccess.Account {
	if admin {
		return accounts.ByUsername(access.Admin, username)
	}
	if a := accounts.ByUsername(access.Service, username); a != nil {
		return a
	}
	return accounts.ByUsername(access.API, username)
}
