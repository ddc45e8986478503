package access

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tradelog/domain/access"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/passwords"
)

// accountResource is the resource of accounts of the back office.
var accountResource = &operations.Resource{Name: "Account", Section: "api", Label: "account",
	Doc: "An API user, a service account or a user of the back office."}

// accounts declares the operations on accounts, permissions and operators, and the one that issues tokens. They have no route.
func (h *handlers) accounts() []*operations.Operation {
	declare := func(name string, verb operations.Verb, summary, doc string) operations.Declaration {
		return operations.ForOperator(accountResource, name, verb, summary, doc)
	}
	return []*operations.Operation{
		operations.Define(declare("account.list", operations.List, "List accounts",
			"Lists all accounts by number, with what each logs in with."), h.listAccounts),
		operations.Define(declare("account.create", operations.Create, "Open an account",
			"Opens an account with a role, which is made of the permissions if there is none. The answer has its credentials, once."),
			h.createAccount),
		operations.Define(declare("account.rename", operations.Update, "Rename an account",
			"Gives an account another user name or name. What it did before keeps the name of that time; its tokens stay valid."),
			h.renameAccount),
		operations.Define(declare("account.tools", operations.Update, "Limit an account to some tools",
			"Limits an account to operations by their tools or tool sets, whatever its tokens permit. Without any it may use all that its role "+
				"permits."), h.restrictTools),
		operations.Define(declare("account.activate", operations.Update, "Activate or deactivate an account",
			"Lets an account in, or keeps it out. Its tokens then stop working at once."), h.activateAccount),
		operations.Define(declare("account.forget", operations.Action, "Forget an account",
			"Deletes the keys of everything personal that the log has of an account, for good, and closes it."), h.forgetAccount),
		operations.Define(declare("operator.forget", operations.Action, "Forget an operator",
			"Deletes the key of the name of an operating system's user, for good."), h.forgetOperator),
		operations.Define(declare("grants.get", operations.Get, "Get the permissions", "Returns the permissions that roles can have."), h.grants),
		operations.Define(declare("token.issue", operations.Create, "Issue a token",
			"Issues a token for a customer or an account, or for an account of the program's own with the permissions."), h.issueFor),
	}
}

type accountDocument struct {
	ID          int64       `json:"id"`
	Kind        access.Kind `json:"kind"`
	Username    string      `json:"username"`
	Name        string      `json:"name"`
	Active      bool        `json:"isActive"`
	Permissions []string    `json:"permissions"`
	Stores      []int64     `json:"storeIds"`
	Tools       []string    `json:"tools"`
	HasPassword bool        `json:"hasPassword"`
	TwoFactor   bool        `json:"hasTwoFactor"`
}

func (h *handlers) listAccounts(ctx context.Context, _ *operations.Call, _ operations.None) ([]accountDocument, error) {
	accounts, err := h.Accounts.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	list := []accountDocument{}
	for _, a := range accounts.All() {
		row := accountDocument{ID: a.ID, Kind: a.Kind, Username: a.Username, Name: a.Name, Active: a.Active, Permissions: a.Grants,
			Stores: a.StoreIDs, Tools: a.Tools}
		if a.Kind == access.Admin { // read models do not store the credentials of logins
			state, err := h.Access.Account(ctx, a.ID)
			if err != nil {
				return nil, err
			}
			row.HasPassword, row.TwoFactor = state.PasswordHash != "", state.TwoFactor.On()
		}
		list = append(list, row)
	}
	slices.SortFunc(list, func(a, b accountDocument) int { return cmp.Compare(a.ID, b.ID) })
	return list, nil
}

type accountInput struct {
	Kind         access.Kind `json:"kind" lines:"own" doc:"api, service or admin"`
	Username     string      `json:"username" doc:"name, unique among accounts of the kind"`
	Name         string      `json:"name" doc:"name of the person or program"`
	Email        string      `json:"email" doc:"e-mail address"`
	Role         string      `json:"role" doc:"name of the role; by default one of these permissions"`
	Permissions  []string    `json:"permissions" doc:"permissions of the role; needed unless there is a role of the name"`
	Stores       []int64     `json:"storeIds" doc:"store views that the account is restricted to"`
	Tools        []string    `json:"tools" doc:"tools and tool sets that the account is limited to"`
	ClientID     string      `json:"clientId" doc:"client_id of a service account; otherwise one is made"`
	ClientSecret string      `json:"clientSecret" doc:"client_secret that belongs to clientId"`
	Password     string      `json:"password" lines:"own" doc:"password of a user of the back office"`
}

// credentials are shown once. Only their hashes are stored.
type credentials struct {
	ID           int64  `json:"id"`
	ClientID     string `json:"clientId"`
	ClientSecret string `json:"clientSecret"`
	APIKey       string `json:"apiKey"`
}

func (h *handlers) createAccount(ctx context.Context, c *operations.Call, in accountInput) (credentials, error) {
	if in.Email != "" && !customer.ValidEmail(in.Email) {
		return credentials{}, fault.Invalidf("Invalid email address").About(fault.Format, "email")
	}
	if in.ClientID != "" || in.ClientSecret != "" {
		if err := access.CheckClient(in.ClientID, in.ClientSecret); err != nil {
			return credentials{}, err
		}
	}
	for _, id := range in.Stores {
		if _, ok := c.Shop.Store(id); !ok {
			return credentials{}, fault.NotFoundf("There is no store %d", id)
		}
	}
	if _, err := c.Select(in.Tools); err != nil {
		return credentials{}, err
	}
	hash, err := h.firstPassword(ctx, c, in)
	if err != nil {
		return credentials{}, err
	}
	role, err := h.role(ctx, in)
	if err != nil {
		return credentials{}, err
	}
	e := access.AccountCreated{Kind: in.Kind, Username: in.Username, Name: in.Name, Email: in.Email, StoreIDs: in.Stores, Tools: in.Tools,
		RoleID: role}
	fresh, shown := passwords.NewCredentials(), credentials{}
	switch {
	case in.Kind == access.API:
		e.KeyHash, shown.APIKey = passwords.HashKey(fresh.APIKey), fresh.APIKey
	case in.Kind == access.Service && in.ClientID != "":
		e.ClientID, e.SecretHash, shown.ClientID = in.ClientID, passwords.HashKey(in.ClientSecret), in.ClientID
	case in.Kind == access.Service:
		e.ClientID, e.SecretHash = fresh.ClientID, passwords.HashKey(fresh.ClientSecret)
		shown.ClientID, shown.ClientSecret = fresh.ClientID, fresh.ClientSecret
	}
	shown.ID, err = h.Access.CreateAccount(ctx, e)
	c.Created(shown.ID)
	if err == nil && hash != "" {
		err = h.Access.SetPassword(ctx, shown.ID, hash, func(string) bool { return true })
	}
	return shown, err
}

// firstPassword returns the hash of a new account's password; "" for none.
func (h *handlers) firstPassword(ctx context.Context, c *operations.Call, in accountInput) (string, error) {
	switch {
	case in.Password == "":
		return "", nil
	case in.Kind != access.Admin:
		return "", access.ErrNoPassword
	}
	if err := checkPassword(c, "Password", in.Password); err != nil {
		return "", err
	}
	return h.Passwords.Hash(ctx, in.Password)
}

// role finds or creates the account's role. Names of roles stay in the log, so they contain no user name.
func (h *handlers) role(ctx context.Context, in accountInput) (int64, error) {
	admin := in.Kind == access.Admin
	if err := h.checkGrants(admin, in.Permissions); err != nil {
		return 0, err
	}
	grants := slices.Compact(slices.Sorted(slices.Values(in.Permissions)))
	name := in.Role
	if name == "" {
		name = string(in.Kind) + ": " + strings.Join(grants, ", ")
	}
	accounts, err := h.Accounts.Accounts(ctx)
	if err != nil {
		return 0, err
	}
	var id int64
	var names []string
	for _, r := range accounts.Roles {
		if r.Admin != admin {
			continue
		}
		if names = append(names, r.Name); r.Name == name {
			if id = r.ID; len(grants) == 0 {
				return id, nil
			}
		}
	}
	if len(grants) == 0 {
		if grants = auditor(name, admin); grants != nil {
			return h.Access.SaveRole(ctx, 0, name, admin, grants, h.KnownGrant(admin))
		}
		return 0, fault.NotFoundf("There is no role %s for this kind of account.%s Give --permissions to make it.", name,
			fault.Meant(name, names))
	}
	return h.Access.SaveRole(ctx, id, name, admin, grants, h.KnownGrant(admin))
}

// auditor returns the permissions of the role auditor, which reads trails and nothing else; nil for other roles. The role is created for
// the first account that has it.
func auditor(role string, admin bool) []string {
	switch {
	case role != "auditor":
		return nil
	case admin:
		return []string{"audit"}
	}
	return []string{"audit/read"}
}

// checkGrants refuses permissions that do not exist, and suggests similar ones.
func (h *handlers) checkGrants(admin bool, grants []string) error {
	known, exists := append(h.Grants(admin), "all"), h.KnownGrant(admin)
	for _, grant := range grants {
		if grant != "all" && !exists(grant) {
			return fault.Invalidf("There is no permission %s.%s tradelog user grants lists them.", grant, fault.Meant(grant, known)).
				About(fault.Unknown, "permissions")
		}
	}
	return nil
}

type renameInput struct {
	ID       int64  `query:"id" doc:"number of the account"`
	Username string `json:"username" doc:"user name from now on; empty leaves it as it is"`
	Name     string `json:"name" doc:"name of the person or program from now on; empty leaves it as it is"`
}

func (h *handlers) renameAccount(ctx context.Context, _ *operations.Call, in renameInput) (operations.Nothing, error) {
	if strings.TrimSpace(in.Username) == "" && strings.TrimSpace(in.Name) == "" {
		return operations.Nothing{}, fault.Invalidf("Say how the account is called from now on: --username, --name or both").
			About(fault.Required, "username", "name")
	}
	return operations.Nothing{}, h.Access.RenameAccount(ctx, in.ID, in.Username, in.Name)
}

type toolsInput struct {
	ID    int64    `query:"id" doc:"number of the account"`
	Tools []string `json:"tools" doc:"names and patterns of tools, and tool sets such as @support; none: all tools"`
}

func (h *handlers) restrictTools(ctx context.Context, c *operations.Call, in toolsInput) (operations.Nothing, error) {
	if _, err := c.Select(in.Tools); err != nil {
		return operations.Nothing{}, err
	}
	return operations.Nothing{}, h.Access.RestrictTools(ctx, in.ID, in.Tools)
}

type activateInput struct {
	ID     int64 `query:"id" doc:"number of the account"`
	Active bool  `json:"isActive" doc:"whether it is let in"`
}

func (h *handlers) activateAccount(ctx context.Context, _ *operations.Call, in activateInput) (operations.Nothing, error) {
	return operations.Nothing{}, h.Access.SetAccountActive(ctx, in.ID, in.Active)
}

type forgetAccountInput struct {
	ID     int64  `query:"id" doc:"number of the account"`
	Reason string `json:"reason" doc:"why; it stays in the log, so it must not tell who it was"`
	DryRun bool   `json:"dryRun" doc:"only check that the account is there"`
}

// deletedKeys tells how many keys were deleted.
type deletedKeys struct {
	Keys int `json:"deletedKeys"`
}

func (h *handlers) forgetAccount(ctx context.Context, _ *operations.Call, in forgetAccountInput) (deletedKeys, error) {
	account, err := h.Access.Account(ctx, in.ID)
	if err == nil && account.ID == 0 {
		err = access.ErrNotFound
	}
	if err != nil || in.DryRun {
		return deletedKeys{}, err
	}
	done, err := h.Forgetting.ForgetAccount(ctx, in.ID, in.Reason)
	return deletedKeys{done.Keys}, err
}

type forgetOperatorInput struct {
	Name string `json:"name" lines:"own" doc:"name of the operating system's user"`
}

func (h *handlers) forgetOperator(ctx context.Context, _ *operations.Call, in forgetOperatorInput) (deletedKeys, error) {
	keys, err := h.Forgetting.ForgetOperator(ctx, in.Name)
	return deletedKeys{keys}, err
}

// knownGrants lists the permissions of API users and service accounts, and those of the back office.
type knownGrants struct {
	API   []string `json:"api"`
	Admin []string `json:"admin"`
}

func (h *handlers) grants(context.Context, *operations.Call, operations.None) (knownGrants, error) {
	return knownGrants{h.Grants(false), h.Grants(true)}, nil
}
