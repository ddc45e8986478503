// Package people has the commands on people and programs: accounts, tokens, and forgetting.
package people

import (
	"context"
	"strings"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/fault"
)

// UserCommand has the commands on accounts of the back office.
type UserCommand struct {
	Create    userCreate    `cmd:"" help:"Create an account, and print its credentials once."`
	List      userList      `cmd:"" help:"List accounts."`
	Rename    userRename    `cmd:"" help:"Rename an account. Its earlier events keep the former name."`
	Tools     userTools     `cmd:"" help:"Limit an account to some tools, or to none in particular."`
	Password  userPassword  `cmd:"" help:"Set the password of an admin. Their sessions end."`
	TwoFactor userTwoFactor `cmd:"" name:"two-factor" help:"Remove the second factor of an admin who has lost it."`
	Enable    userEnable    `cmd:"" help:"Enable an account."`
	Disable   userDisable   `cmd:"" help:"Disable an account. Its tokens stop working at once."`
	Forget    userForget    `cmd:"" help:"Forget an account or an operator: erase their personal data from the log for good."`
	Grants    userGrants    `cmd:"" help:"List all permissions."`
}

type userCreate struct {
	Kind        string   `required:"" enum:"api,service,admin" help:"Kind of the account: api (user name and API key), service (client_id and client_secret) or admin (back office)."`
	Username    string   `required:"" help:"Name of the account, unique among its kind."`
	Name        string   `help:"Name of the person or program."`
	Email       string   `help:"E-mail address."`
	Role        string   `help:"Name of the role. If there is none, it is created with --permissions. By default a role with these permissions."`
	Permissions []string `help:"Permissions of the role, such as orders/read,products/all, or ACL paths for admins; all for everything. Required unless --role names an existing role." placeholder:"A/B,..." sep:","`
	Stores      []int64  `help:"Store views the account is restricted to." placeholder:"N,..." sep:","`
	Tools       []string `help:"Operations that the account may call, as names of tools or tool sets, such as @support,catalog_products_list; by default all." placeholder:"NAME,..." sep:","`
	ClientID    string   `help:"The client_id of a service account whose credentials another system stores; by default one is created." placeholder:"NAME"`
	// The environment variable is for secrets, because others on the machine can see the command line.
	ClientSecret  string `help:"The client_secret of --client-id, at least 32 characters. It is not printed." env:"TRADELOG_CLIENT_SECRET" placeholder:"SECRET"`
	PasswordStdin bool   `help:"Read the password of an admin from the standard input, one line."`
	JSON          bool   `help:"Print JSON."`
}

// Run opens an account.
func (c *userCreate) Run(ctx context.Context, g *command.Globals) error {
	if err := c.checkClient(); err != nil {
		return err
	}
	password := ""
	if c.PasswordStdin {
		if c.Kind != "admin" {
			return fault.Invalidf("--password-stdin is for --kind admin")
		}
		var err error
		if password, err = g.Secret(); err != nil {
			return err
		}
	}
	if c.Role == "" && len(c.Permissions) == 0 {
		return fault.Invalidf("Say what the account may do: --permissions with permissions that tradelog user grants lists, " +
			"--permissions all for everything, or --role with an existing role")
	}
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		made, err := command.Changed[struct {
			ID                             int64
			ClientID, ClientSecret, APIKey string
		}](ctx, a, "account.create", command.Args{
			"kind": c.Kind, "username": c.Username, "name": c.Name, "email": c.Email, "role": c.Role, "permissions": c.Permissions,
			"storeIds": c.Stores, "tools": c.Tools, "clientId": c.ClientID, "clientSecret": c.ClientSecret, "password": password,
		})
		if err != nil {
			return err
		}
		shown := map[string]any{"kind": c.Kind, "username": c.Username, "id": made.ID}
		for field, value := range map[string]string{"api_key": made.APIKey, "client_id": made.ClientID, "client_secret": made.ClientSecret} {
			if value != "" {
				shown[field] = value
			}
		}
		if c.JSON {
			return g.Out.JSONLine(shown)
		}
		_ = g.Out.Printf("account %d\n", made.ID)
		for _, field := range []string{"username", "client_id", "client_secret", "api_key"} {
			if v, ok := shown[field]; ok {
				_ = g.Out.Printf("  %-14s %v\n", field, v)
			}
		}
		switch {
		case c.PasswordStdin:
			return nil
		case c.Kind == "admin":
			_ = g.Out.Printf("A password for it: tradelog user password %d\n", made.ID)
			return g.Out.Printf("A token for it: tradelog token admin --id %d\n", made.ID)
		case c.ClientID != "":
			return g.Out.Println("Only the hash of the secret is stored.")
		}
		return g.Out.Println("Write the secrets down: only their hashes are stored, they are not shown again.")
	})
}

// checkClient refuses client credentials of accounts that have none, and incomplete ones.
func (c *userCreate) checkClient() error {
	if c.ClientID == "" && c.ClientSecret == "" {
		return nil
	}
	if c.Kind != "service" {
		return fault.Invalidf("--client-id and --client-secret are for --kind service")
	}
	if c.ClientID == "" || c.ClientSecret == "" {
		return fault.Invalidf("--client-id and --client-secret (TRADELOG_CLIENT_SECRET) go together")
	}
	return nil
}

type userList struct {
	JSON bool `help:"Print JSON."`
}

// Run lists accounts.
func (c *userList) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		list, err := command.Ask[[]struct {
			ID             int64
			Kind           string
			Username, Name string
			Active         bool `json:"isActive"`
			Permissions    []string
			Stores         []int64 `json:"storeIds"`
			Tools          []string
			HasPassword    bool
			HasTwoFactor   bool
		}](ctx, a, "account.list", nil)
		if err != nil {
			return err
		}
		rows := command.Table{Columns: []string{"id", "kind", "state", "username", "login", "permissions"}}
		for _, a := range list {
			state := "active"
			if !a.Active {
				state = "disabled"
			}
			if c.JSON {
				if err := g.Out.JSONLine(map[string]any{
					"id": a.ID, "kind": a.Kind, "username": a.Username, "name": a.Name, "active": a.Active, "permissions": a.Permissions,
					"stores": a.Stores, "tools": a.Tools, "has_password": a.HasPassword, "has_two_factor": a.HasTwoFactor,
				}); err != nil {
					return err
				}
			}
			rows.Add(a.ID, a.Kind, state, a.Username, loginOf(a.Kind, a.HasPassword, a.HasTwoFactor), strings.Join(a.Permissions, ","))
		}
		if c.JSON {
			return nil // one object a line
		}
		return g.Out.Show(false, nil, rows)
	})
}

// loginOf names the credentials of an account.
func loginOf(kind string, password, twoFactor bool) string {
	switch {
	case kind == "service":
		return "client secret"
	case kind == "api":
		return "API key"
	case !password:
		return "none"
	case twoFactor:
		return "password and code"
	}
	return "password"
}

type accountID struct {
	ID int64 `arg:"" help:"ID of the account. tradelog user list shows it."`
}

type userRename struct {
	accountID
	Username string `help:"User name from now on." placeholder:"NAME"`
	Name     string `help:"Name of the person or program from now on." placeholder:"NAME"`
}

// Run renames an account.
func (c *userRename) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		return command.Change(ctx, a, "account.rename", command.Args{"id": c.ID, "username": c.Username, "name": c.Name})
	})
}

type userTools struct {
	accountID
	Tools []string `arg:"" optional:"" help:"Names of tools, patterns such as sales_orders_*, and tool sets such as @support; none for all tools." sep:","`
}

// Run limits an account.
func (c *userTools) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		return command.Change(ctx, a, "account.tools", command.Args{"id": c.ID, "tools": c.Tools})
	})
}

type userPassword struct{ accountID }

// Run sets a password. It is read from the standard input, because others on the machine can see the command line.
func (c *userPassword) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		password, err := g.Secret()
		if err != nil {
			return err
		}
		return command.Change(ctx, a, "account.password", command.Args{"id": c.ID, "password": password})
	})
}

type userTwoFactor struct {
	accountID
	Remove bool `required:"" help:"Remove the second factor. Its owner sets up another one."`
}

// Run removes a second factor.
func (c *userTwoFactor) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		return command.Change(ctx, a, "account.twofactor.remove", command.Args{"id": c.ID})
	})
}

type userEnable struct{ accountID }

// Run enables an account.
func (c *userEnable) Run(ctx context.Context, g *command.Globals) error {
	return setActive(ctx, g, c.ID, true)
}

type userDisable struct{ accountID }

// Run disables an account.
func (c *userDisable) Run(ctx context.Context, g *command.Globals) error {
	return setActive(ctx, g, c.ID, false)
}

func setActive(ctx context.Context, g *command.Globals, id int64, active bool) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		return command.Change(ctx, a, "account.activate", command.Args{"id": id, "isActive": active})
	})
}

type userGrants struct {
	JSON bool `help:"Print JSON."`
}

// Run lists permissions.
func (c *userGrants) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		known, err := command.Ask[struct {
			API   []string `json:"api"`
			Admin []string `json:"admin"`
		}](ctx, a, "grants.get", nil)
		if err != nil {
			return err
		}
		rows := command.Table{}
		rows.Add("API and service accounts (--permissions), or all:")
		for _, p := range known.API {
			rows.Add("  " + p)
		}
		rows.Add("Admins (--permissions), or all:")
		for _, p := range known.Admin {
			rows.Add("  " + p)
		}
		return g.Out.Show(c.JSON, map[string][]string{"api": known.API, "admin": known.Admin}, rows)
	})
}
