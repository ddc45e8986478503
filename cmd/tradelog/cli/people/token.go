package people

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
)

// TokenCommand has the commands on tokens.
type TokenCommand struct {
	Customer tokenCustomer `cmd:"" help:"Print a token of a customer."`
	Admin    tokenAdmin    `cmd:"" help:"Print a token of a user of the back office."`
	Service  tokenService  `cmd:"" help:"Print a token of an API user or a service account."`
	List     tokenList     `cmd:"" help:"Show the tokens that were issued and have not expired."`
	Revoke   tokenRevoke   `cmd:"" help:"Revoke one token, or a login in a browser. It is refused at once."`
}

type (
	tokenCustomer struct{ tokenIssue }
	tokenAdmin    struct{ tokenIssue }
	tokenService  struct{ tokenIssue }
)

// Run prints a token.
func (c *tokenCustomer) Run(ctx context.Context, g *command.Globals) error {
	return c.print(ctx, g, "customer")
}

// Run prints a token.
func (c *tokenAdmin) Run(ctx context.Context, g *command.Globals) error {
	return c.print(ctx, g, "admin")
}

// Run prints a token.
func (c *tokenService) Run(ctx context.Context, g *command.Globals) error {
	return c.print(ctx, g, "service")
}

type tokenIssue struct {
	ID          int64         `help:"ID of the customer or account; by default an account of the command line's own." placeholder:"N"`
	As          string        `help:"User name of the account, whose name then stands in the log." placeholder:"NAME"`
	Permissions []string      `help:"Permissions of the token, such as orders/read,products/all, or ACL paths for admins; by default all." placeholder:"A/B,..." sep:","`
	Stores      []int64       `help:"Store views the token is restricted to." placeholder:"N,..." sep:","`
	Tools       []string      `help:"Operations that the token may call, as names of tools or tool sets, such as @support or sales_orders_*,catalog_products_list; by default all." placeholder:"NAME,..." sep:","`
	Expires     time.Duration `help:"Lifetime of the token." default:"1h"`
}

// print prints a token of a kind of account.
func (c *tokenIssue) print(ctx context.Context, g *command.Globals, kind string) error {
	if c.Expires <= 0 {
		return errors.New("--expires must be positive, such as 1h")
	}
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		if err := a.SharesTokenKey(ctx); err != nil {
			return err
		}
		switch {
		case kind == "customer" && c.ID == 0:
			return errors.New("a customer's token needs --id with the number of the customer")
		case kind == "customer" && len(c.Permissions) > 0:
			return errors.New("customers have no permissions; leave --permissions out")
		case c.As != "" && (c.ID != 0 || kind == "customer"):
			return errors.New("--as names an account, so leave --id out, and use it for admins and services")
		case kind != "customer" && (c.ID != 0 || c.As != "") && (len(c.Permissions) > 0 || len(c.Stores) > 0 && kind != "admin"):
			return errors.New("the rights of an account are its role's; leave --permissions and --stores out when you use --id or --as")
		}
		issued, err := command.Ask[struct {
			Token   string
			Made    bool `json:"isAccountNew"`
			Unnamed bool `json:"isAccountUnnamed"`
		}](ctx, a, "token.issue", command.Args{"kind": kind, "id": c.ID, "as": c.As, "permissions": c.Permissions, "storeIds": c.Stores,
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

type tokenList struct {
	Kind    string `help:"Kind of the account: api (service accounts too), admin or customer." enum:"api,admin,customer," default:"" placeholder:"KIND"`
	Account int64  `help:"ID of an account: only its tokens are shown." placeholder:"N"`
	JSON    bool   `help:"Print JSON."`
}

// token is a token as an operation shows it.
type token struct {
	Number      int64     `json:"number"`
	ID          string    `json:"id"`
	Way         string    `json:"way"`
	Kind        string    `json:"accountKind"`
	AccountID   int64     `json:"accountId"`
	Account     string    `json:"account"`
	AgentID     int64     `json:"agentId"`
	Permissions []string  `json:"permissions"`
	Tools       []string  `json:"tools"`
	StoreIDs    []int64   `json:"storeIds"`
	IssuedAt    time.Time `json:"issuedAt"`
	ExpiresAt   time.Time `json:"expiresAt"`
	State       string    `json:"state"`
}

// Run lists tokens.
func (c *tokenList) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		arguments := command.Args{"accountId": c.Account}
		if c.Kind != "" {
			arguments["accountKind"] = c.Kind
		}
		list, err := command.AllBefore(ctx, a, "tokens.list", arguments, func(t token) int64 { return t.Number })
		if err != nil {
			return err
		}
		rows := command.Table{Columns: []string{"token", "account", "issued by", "tools", "stores", "since", "until", "state"}}
		for _, t := range list {
			way, whose := t.Way, fmt.Sprintf("%s %d", t.Kind, t.AccountID)
			if t.AgentID != 0 {
				way = fmt.Sprintf("agent %d", t.AgentID)
			}
			if t.Account != "" {
				whose += " (" + t.Account + ")"
			}
			rows.Add(t.ID, whose, way, strings.Join(t.Tools, " "), strings.Trim(fmt.Sprint(t.StoreIDs), "[]"),
				t.IssuedAt.UTC().Format(time.DateTime), t.ExpiresAt.UTC().Format(time.DateTime), t.State)
		}
		return g.Out.Show(c.JSON, list, rows)
	})
}

type tokenRevoke struct {
	ID string `arg:"" help:"ID of the token. tradelog token list shows it."`
}

// Run revokes a token.
func (c *tokenRevoke) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		return command.Change(ctx, a, "tokens.revoke", command.Args{"id": c.ID})
	})
}
