package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tradelog/app"
	"tradelog/domain/access"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/identity"
	"tradelog/readmodels"
	readaccess "tradelog/readmodels/access"
)

type tokenCommand struct {
	Kind        string        `arg:"" enum:"customer,admin,service" help:"Whom the token is for: customer, admin or service."`
	ID          int64         `help:"Number of the customer or account. Without it an account of the command line's own is used." placeholder:"N"`
	Permissions []string      `help:"What the token may do, such as orders/read,products/all; ACL paths for admins. Everything by default." placeholder:"A/B,..." sep:","`
	Stores      []int64       `help:"Store views the token is restricted to." placeholder:"N,..." sep:","`
	Tools       []string      `help:"Operations the token is good for, by their tools, such as sales_orders_*,catalog_products_list. All by default." placeholder:"NAME,..." sep:","`
	Expires     time.Duration `help:"How long the token lives." default:"1h"`
}

// Run prints a token.
func (c *tokenCommand) Run(ctx context.Context, g *Globals) error {
	if c.Expires <= 0 {
		return errors.New("--expires must be positive, such as 1h")
	}
	return g.with(ctx, func(ctx context.Context, a *app.App) error {
		if err := a.SharesTokenKey(ctx); err != nil {
			return err
		}
		if err := checkGrants(a, c.Kind == "admin", c.Permissions); err != nil {
			return err
		}
		claims, err := c.claims(ctx, a)
		if err != nil {
			return err
		}
		if claims.Tools, err = c.tools(a); err != nil {
			return err
		}
		token, _, err := a.Signer.Issue(ctx, claims, c.Expires)
		if err != nil {
			return err
		}
		return g.out.Println(token)
	})
}

// tools returns the names and patterns of --tools. Each must match an operation.
func (c *tokenCommand) tools(a *app.App) ([]string, error) {
	for _, pattern := range c.Tools {
		if !slices.ContainsFunc(a.Pipeline.Registry.All(),
			func(o *operations.Operation) bool { return operations.ToolMatches(pattern, o.ToolName()) }) {
			return nil, fmt.Errorf("there is no tool %s; names are like sales_orders_list, and * stands for any characters", pattern)
		}
	}
	return c.Tools, nil
}

func (c *tokenCommand) claims(ctx context.Context, a *app.App) (identity.Claims, error) {
	if c.Kind == "customer" {
		if c.ID == 0 {
			return identity.Claims{}, errors.New("a customer's token needs --id with the number of the customer")
		}
		if len(c.Permissions) > 0 {
			return identity.Claims{}, errors.New("customers have no permissions; leave --permissions out")
		}
		customer, err := app.CustomersReader.Of(a).Customer(ctx, c.ID)
		if errors.Is(err, readmodels.ErrNotFound) {
			return identity.Claims{}, fault.NotFoundf("There is no customer %d", c.ID)
		}
		if err != nil {
			return identity.Claims{}, err
		}
		return identity.Claims{Type: identity.TypeCustomer, CustomerID: customer.ID, Email: customer.Email, AllowedStores: c.Stores}, nil
	}
	account, err := c.account(ctx, a)
	if err != nil {
		return identity.Claims{}, err
	}
	if account.Kind == access.Admin {
		return identity.Claims{Type: identity.TypeAdmin, AdminID: account.ID, Email: account.Email, AllowedStores: c.Stores}, nil
	}
	return identity.Claims{Type: identity.TypeAPI, APIUserID: account.ID, Username: account.Username, Permissions: account.Grants,
		AllowedStores: account.StoreIDs}, nil
}

// account returns the account of --id, or an account of the command line with these permissions. Every request reads permissions
// from the account, so a token carries none.
func (c *tokenCommand) account(ctx context.Context, a *app.App) (*readaccess.Account, error) {
	accounts, err := app.AccessReader.Of(a).Accounts(ctx)
	if err != nil {
		return nil, err
	}
	admin := c.Kind == "admin"
	if c.ID != 0 {
		a := accounts.ByID(c.ID)
		if a == nil || (a.Kind == access.Admin) != admin {
			return nil, fault.NotFoundf("There is no %s account %d; see tradelog user list", c.Kind, c.ID)
		}
		if len(c.Permissions) > 0 || len(c.Stores) > 0 && !admin {
			return nil, errors.New("the rights of an account are its role's; leave --permissions and --stores out when you use --id")
		}
		return a, nil
	}
	grants := slices.Clone(c.Permissions)
	if len(grants) == 0 {
		grants = []string{"all"}
	}
	slices.Sort(grants)
	kind, stores := access.Service, c.Stores
	if admin {
		kind, stores = access.Admin, nil // the token carries them
	}
	sum := sha256.Sum256([]byte(fmt.Sprint(grants, stores)))
	name := "cli-" + hex.EncodeToString(sum[:5])
	if a := accounts.ByUsername(kind, name); a != nil {
		return a, nil
	}
	role, err := app.Accounts.Of(a).SaveRole(ctx, 0, "command line: "+strings.Join(grants, ", "), admin, grants, a.KnownGrant(admin))
	if err != nil {
		return nil, err
	}
	id, err := app.Accounts.Of(a).CreateAccount(ctx, access.AccountCreated{Kind: kind, Username: name, Name: "Command line", RoleID: role,
		StoreIDs: stores})
	if err := effect(ctx, a, err); err != nil {
		return nil, err
	}
	if accounts, err = app.AccessReader.Of(a).Accounts(ctx); err != nil {
		return nil, err
	}
	return accounts.ByID(id), nil
}
