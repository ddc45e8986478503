package access

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"tradelog/domain/access"
	"tradelog/operations"
	readaccess "tradelog/readmodels/access"
	"tradelog/readmodels/customers"
	"tradelog/readmodels/directory"
)

// Authenticator checks tokens and looks up their accounts. Accounts are cached, so a token costs no query.
type Authenticator struct {
	Signer    *Signer
	Shops     *directory.Reader
	Accounts  *readaccess.Reader
	Customers *customers.Reader
}

var _ operations.Authenticator = (*Authenticator)(nil)

// Authenticate turns a bearer token into a principal; see conventions §3.4 for the refusals.
func (a *Authenticator) Authenticate(ctx context.Context, bearer string) (*operations.Principal, error) {
	c, err := a.Signer.Check(ctx, bearer)
	if err != nil {
		return nil, err
	}
	for _, id := range []string{c.ID, c.Session} {
		if revoked, err := a.Accounts.Revoked(ctx, strings.ToLower(id)); err != nil || revoked {
			return nil, cmp.Or(err, error(errRevoked))
		}
	}
	p := &operations.Principal{JTI: strings.ToLower(c.ID), Expires: c.ExpiresAt.Time, Session: c.Session}
	if p.LoggedIn = c.IssuedAt.Time; c.AuthTime != 0 {
		p.LoggedIn = time.Unix(c.AuthTime, 0)
	}
	if slices.Contains(c.Methods, passwordMethod) && c.AuthTime == 0 {
		p.ByPassword = p.LoggedIn
	}
	if len(c.AllowedStores) > 0 {
		p.StoreIDs = c.AllowedStores
	}
	if len(c.Tools) > 0 {
		p.Tools = c.Tools
	}
	if p.Agent = c.Agent; p.Agent != 0 {
		if ended, err := a.Accounts.AgentRevoked(ctx, p.Agent); err != nil || ended {
			return nil, cmp.Or(err, error(errRevoked))
		}
	}
	switch c.Type {
	case TypeAPI:
		return p, a.api(ctx, c, p)
	case TypeAdmin:
		return p, a.admin(ctx, c, p)
	default:
		return p, a.customer(ctx, c, p)
	}
}

func (a *Authenticator) customer(ctx context.Context, c Claims, p *operations.Principal) error {
	if c.CustomerID == 0 {
		return errNoCustomer
	}
	customer, err := a.Customers.KnownCustomer(ctx, c.CustomerID)
	if err != nil {
		return err
	}
	if customer == nil || !customer.Active {
		return errCustomerOut
	}
	if customer.Confirmation != "" {
		shop, err := a.Shops.Shop(ctx)
		if err != nil {
			return err
		}
		if shop.Settings.InWebsite(customer.WebsiteID).Flag("customer/create_account/confirm") {
			return errCustomerOut
		}
	}
	p.Kind, p.ID, p.Email, p.GroupID, p.Version = operations.AsCustomer, customer.ID, customer.Email, customer.GroupID, customer.Version
	return admitLogin(p, c, access.Credentials{Version: customer.Credentials, Kept: customer.KeptLogin})
}

// api reads permissions and stores from storage. The claims only inform the client, so a revoked right ends at once.
func (a *Authenticator) api(ctx context.Context, c Claims, p *operations.Principal) error {
	account, err := a.account(ctx, c.APIUserID)
	if err != nil {
		return err
	}
	if account == nil || !account.Active || account.Kind == access.Admin {
		return errAPIOut
	}
	p.StoreIDs = nil
	identify(p, account)
	return nil
}

func (a *Authenticator) admin(ctx context.Context, c Claims, p *operations.Principal) error {
	account, err := a.account(ctx, c.AdminID)
	if err != nil {
		return err
	}
	if account == nil || !account.Active || account.Kind != access.Admin {
		return errAdminOut
	}
	identify(p, account)
	return admitLogin(p, c, account.Credentials)
}

// admitLogin refuses a token from before the last change of the account's password or second factor.
func admitLogin(p *operations.Principal, c Claims, now access.Credentials) error {
	if !now.Admit(c.Credentials, p.Login()) {
		return errRevoked
	}
	p.Credentials = max(c.Credentials, now.Version)
	return nil
}

// PrincipalOf returns an account as a principal with all of its rights and limits, for callers that were identified without a token.
func PrincipalOf(account *readaccess.Account) *operations.Principal {
	p := &operations.Principal{}
	identify(p, account)
	return p
}

// identify gives a principal the rights of an account. If the principal has stores, the rights are limited to them.
func identify(p *operations.Principal, account *readaccess.Account) {
	p.Kind, p.ID, p.Username, p.Grants, p.Version = operations.AsAPI, account.ID, account.Username, account.Grants, account.Version
	if account.Kind == access.Admin {
		p.Kind = operations.AsAdmin
	}
	p.AccountTools = orAll(account.Tools)
	if len(account.StoreIDs) > 0 {
		p.StoreIDs = narrowed(p.StoreIDs, account.StoreIDs)
	}
}

// orAll returns the tools that an account permits; nil, which means all, if it names none.
func orAll(tools []string) []string {
	if len(tools) == 0 {
		return nil
	}
	return tools
}

// narrowed returns the stores that both a token and its account permit. A token without stores permits those of its account.
func narrowed(token, account []int64) []int64 {
	if token == nil {
		return account
	}
	return slices.DeleteFunc(slices.Clone(token), func(id int64) bool { return !slices.Contains(account, id) })
}

func (a *Authenticator) account(ctx context.Context, id int64) (*readaccess.Account, error) {
	accounts, err := a.Accounts.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	return accounts.ByID(id), nil
}
