package people

import (
	"context"
	"errors"
	"time"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
)

// TokenCommand prints a token.
type TokenCommand struct {
	Kind        string        `arg:"" enum:"customer,admin,service" help:"Kind of the token's user: customer, admin or service."`
	ID          int64         `help:"ID of the customer or account; by default an account of the command line's own." placeholder:"N"`
	As          string        `help:"User name of the account, whose name then stands in the log." placeholder:"NAME"`
	Permissions []string      `help:"Permissions of the token, such as orders/read,products/all, or ACL paths for admins; by default all." placeholder:"A/B,..." sep:","`
	Stores      []int64       `help:"Store views the token is restricted to." placeholder:"N,..." sep:","`
	Tools       []string      `help:"Operations that the token may call, as names of tools or tool sets, such as @support or sales_orders_*,catalog_products_list; by default all." placeholder:"NAME,..." sep:","`
	Expires     time.Duration `help:"Lifetime of the token." default:"1h"`
}

// Run prints a token.
func (c *TokenCommand) Run(ctx context.Context, g *command.Globals) error {
	if c.Expires <= 0 {
		return errors.New("--expires must be positive, such as 1h")
	}
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		if err := a.SharesTokenKey(ctx); err != nil {
			return err
		}
		switch {
		case c.Kind == "customer" && c.ID == 0:
			return errors.New("a customer's token needs --id with the number of the customer")
		case c.Kind == "customer" && len(c.Permissions) > 0:
			return errors.New("customers have no permissions; leave --permissions out")
		case c.As != "" && (c.ID != 0 || c.Kind == "customer"):
			return errors.New("--as names an account, so leave --id out, and use it for admins and services")
		case c.Kind != "customer" && (c.ID != 0 || c.As != "") && (len(c.Permissions) > 0 || len(c.Stores) > 0 && c.Kind != "admin"):
			return errors.New("the rights of an account are its role's; leave --permissions and --stores out when you use --id or --as")
		}
		issued, err := command.Ask[struct {
			Token   string
			Made    bool `json:"isAccountNew"`
			Unnamed bool `json:"isAccountUnnamed"`
		}](ctx, a, "token.issue", command.Args{"kind": c.Kind, "id": c.ID, "as": c.As, "permissions": c.Permissions, "storeIds": c.Stores,
			"tools": c.Tools, "lifetime": c.Expires})
		if err == nil && issued.Made {
			err = a.TakeEffect(ctx)
		}
		if err != nil {
			return err
		}
		if issued.Unnamed {
			_ = g.Err.Println("warning: this token is of no named account, so the log will not tell who used it. Make an account with " +
				"tradelog user create --kind admin --username NAME --role ROLE, and its token with tradelog token admin --as NAME")
		}
		return g.Out.Println(issued.Token)
	})
}
