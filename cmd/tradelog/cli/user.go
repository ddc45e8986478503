package cli

import (
	"context"
	"slices"
	"sort"
	"strings"

	"tradelog/app"
	"tradelog/domain/access"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/operations/passwords"
)

type userCommand struct {
	Create  userCreate  `cmd:"" help:"Open an account and print its credentials, once."`
	List    userList    `cmd:"" help:"List accounts."`
	Enable  userEnable  `cmd:"" help:"Let an account in."`
	Disable userDisable `cmd:"" help:"Keep an account out; its tokens stop working at once."`
	Forget  userForget  `cmd:"" help:"Delete everything personal that the log has of somebody of the back office, for good."`
	Grants  userGrants  `cmd:"" help:"List the permissions there are."`
}

type userCreate struct {
	Kind        string   `required:"" enum:"api,service,admin" help:"api: user name and API key; service: client_id and client_secret; admin: back office."`
	Username    string   `required:"" help:"Name of the account, unique among its kind."`
	Name        string   `help:"Name of the person or program."`
	Email       string   `help:"E-mail address."`
	Role        string   `help:"Name of the role; made of --permissions when there is none. By default a role of these permissions."`
	Permissions []string `help:"Permissions of the role, such as orders/read,products/all, or ACL paths for admins; all for everything. Needed unless --role names a role there is." placeholder:"A/B,..." sep:","`
	Stores      []int64  `help:"Store views the account is restricted to." placeholder:"N,..." sep:","`
	ClientID    string   `help:"client_id of a service account, for credentials that another place stores; otherwise one is made." placeholder:"NAME"`
	// A secret on the command line is seen by others on the machine, hence the variable.
	ClientSecret string `help:"client_secret that belongs to --client-id, at least 32 characters. It is not printed." env:"TRADELOG_CLIENT_SECRET" placeholder:"SECRET"`
	JSON         bool   `help:"Print JSON."`
}

// Run opens an account.
func (c *userCreate) Run(ctx context.Context, g *Globals) error {
	if c.Email != "" && !customer.ValidEmail(c.Email) {
		return fault.Invalidf("Invalid email address")
	}
	if err := c.checkClient(); err != nil {
		return err
	}
	if c.Role == "" && len(c.Permissions) == 0 {
		return fault.Invalidf("Say what the account may do: --permissions with what tradelog user grants lists, --permissions all for " +
			"everything, or --role with a role there is")
	}
	return g.with(ctx, func(ctx context.Context, a *app.App) error {
		shop, err := app.DirectoryReader.Of(a).Shop(ctx)
		if err != nil {
			return err
		}
		for _, id := range c.Stores {
			if _, ok := shop.Store(id); !ok {
				return fault.NotFoundf("There is no store %d", id)
			}
		}
		role, err := c.role(ctx, a)
		if err != nil {
			return err
		}
		fresh := passwords.NewCredentials()
		e := access.AccountCreated{Kind: access.Kind(c.Kind), Username: c.Username, Name: c.Name, Email: c.Email, StoreIDs: c.Stores,
			RoleID: role}
		shown := map[string]any{"kind": c.Kind, "username": c.Username}
		switch e.Kind {
		case access.API:
			e.KeyHash = passwords.HashKey(fresh.APIKey)
			shown["api_key"] = fresh.APIKey
		case access.Service:
			if c.ClientID != "" {
				e.ClientID, e.SecretHash = c.ClientID, passwords.HashKey(c.ClientSecret)
				shown["client_id"] = c.ClientID
				break
			}
			e.ClientID, e.SecretHash = fresh.ClientID, passwords.HashKey(fresh.ClientSecret)
			shown["client_id"], shown["client_secret"] = fresh.ClientID, fresh.ClientSecret
		}
		id, err := app.Accounts.Of(a).CreateAccount(ctx, e)
		if err := effect(ctx, a, err); err != nil {
			return err
		}
		shown["id"] = id
		if c.JSON {
			return g.out.JSONLine(shown)
		}
		_ = g.out.Printf("account %d\n", id)
		for _, field := range []string{"username", "client_id", "client_secret", "api_key"} {
			if v, ok := shown[field]; ok {
				_ = g.out.Printf("  %-14s %v\n", field, v)
			}
		}
		switch {
		case e.Kind == access.Admin:
			return g.out.Printf("A token for it: tradelog token admin --id %d\n", id)
		case c.ClientID != "":
			return g.out.Println("Only the hash of the secret is stored.")
		}
		return g.out.Println("Write the secrets down: only their hashes are stored, they are not shown again.")
	})
}

// checkClient refuses client credentials of accounts that have none, and incomplete ones.
func (c *userCreate) checkClient() error {
	if c.ClientID == "" && c.ClientSecret == "" {
		return nil
	}
	if access.Kind(c.Kind) != access.Service {
		return fault.Invalidf("--client-id and --client-secret are for --kind service")
	}
	if c.ClientID == "" || c.ClientSecret == "" {
		return fault.Invalidf("--client-id and --client-secret (TRADELOG_CLIENT_SECRET) go together")
	}
	return access.CheckClient(c.ClientID, c.ClientSecret)
}

// role finds or makes the account's role. Names of roles stay in the log, so they contain no user name.
func (c *userCreate) role(ctx context.Context, a *app.App) (int64, error) {
	admin := c.Kind == "admin"
	if err := checkGrants(a, admin, c.Permissions); err != nil {
		return 0, err
	}
	grants := slices.Compact(slices.Sorted(slices.Values(c.Permissions)))
	name := c.Role
	if name == "" {
		name = c.Kind + ": " + strings.Join(grants, ", ")
	}
	accounts, err := app.AccessReader.Of(a).Accounts(ctx)
	if err != nil {
		return 0, err
	}
	var id int64
	for _, r := range accounts.Roles {
		if r.Name == name && r.Admin == admin {
			if id = r.ID; len(c.Permissions) == 0 {
				return id, nil
			}
		}
	}
	if len(grants) == 0 {
		names := make([]string, 0, len(accounts.Roles))
		for _, r := range accounts.Roles {
			if r.Admin == admin {
				names = append(names, r.Name)
			}
		}
		return 0, fault.NotFoundf("There is no role %s for this kind of account.%s Give --permissions to make it.", name,
			meant(name, names))
	}
	return app.Accounts.Of(a).SaveRole(ctx, id, name, admin, grants, a.KnownGrant(admin))
}

// checkGrants refuses permissions that do not exist, and suggests similar ones.
func checkGrants(a *app.App, admin bool, grants []string) error {
	known, exists := append(a.Grants(admin), "all"), a.KnownGrant(admin)
	for _, grant := range grants {
		if grant != "all" && !exists(grant) {
			return fault.Invalidf("There is no permission %s.%s tradelog user grants lists them.", grant, meant(grant, known))
		}
	}
	return nil
}

type userList struct {
	JSON bool `help:"Print JSON."`
}

// Run lists accounts.
func (c *userList) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, a *app.App) error {
		accounts, err := app.AccessReader.Of(a).Accounts(ctx)
		if err != nil {
			return err
		}
		list := accounts.All()
		sort.Slice(list, func(i, j int) bool { return list[i].ID < list[j].ID })
		rows := table{columns: []string{"id", "kind", "state", "username", "permissions"}}
		for _, a := range list {
			state := "active"
			if !a.Active {
				state = "disabled"
			}
			if c.JSON {
				if err := g.out.JSONLine(map[string]any{
					"id": a.ID, "kind": a.Kind, "username": a.Username, "name": a.Name, "active": a.Active, "permissions": a.Grants,
					"stores": a.StoreIDs,
				}); err != nil {
					return err
				}
			}
			rows.add(a.ID, a.Kind, state, a.Username, strings.Join(a.Grants, ","))
		}
		if c.JSON {
			return nil // one object a line
		}
		return g.out.Show(false, nil, rows)
	})
}

type accountID struct {
	ID int64 `arg:"" help:"Number of the account; see tradelog user list."`
}

type userEnable struct{ accountID }

// Run lets an account in.
func (c *userEnable) Run(ctx context.Context, g *Globals) error { return setActive(ctx, g, c.ID, true) }

type userDisable struct{ accountID }

// Run keeps an account out.
func (c *userDisable) Run(ctx context.Context, g *Globals) error {
	return setActive(ctx, g, c.ID, false)
}

func setActive(ctx context.Context, g *Globals, id int64, active bool) error {
	return g.with(ctx, func(ctx context.Context, a *app.App) error {
		return effect(ctx, a, app.Accounts.Of(a).SetAccountActive(ctx, id, active))
	})
}

type userGrants struct {
	JSON bool `help:"Print JSON."`
}

// Run lists permissions.
func (c *userGrants) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(_ context.Context, a *app.App) error {
		api, admin := a.Grants(false), a.Grants(true)
		rows := table{}
		rows.add("API and service accounts (--permissions), or all:")
		for _, p := range api {
			rows.add("  " + p)
		}
		rows.add("Admins (--permissions), or all:")
		for _, p := range admin {
			rows.add("  " + p)
		}
		return g.out.Show(c.JSON, map[string][]string{"api": api, "admin": admin}, rows)
	})
}
