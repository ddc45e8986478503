// Package access decides who besides customers may use the API: API users, service accounts and back-office users ("admins"). It also
// decides about their roles and the revocation of tokens. Secrets are stored as hashes only.
package access

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/person"
	"tradelog/domain/twofactor"
)

// The categories of streams.
const (
	AccountCategory = "account"
	RoleCategory    = "role"
	TokenCategory   = "token"
)

type Kind string

// The kinds of accounts. API users and service accounts differ only in how they authenticate.
const (
	API     Kind = "api"
	Service Kind = "service"
	Admin   Kind = "admin"
)

// Includes tells whether an actor of a kind can be an account of this kind: what service accounts do is recorded as done by "api". The
// numbers of accounts are unique among all kinds, but an actor of an earlier version may have no account.
func (k Kind) Includes(actor string) bool {
	if k == Admin {
		return actor == string(Admin)
	}
	return actor == string(API) || actor == string(Service)
}

// HasAccount tells whether actors of a kind are accounts: an admin, an API user or a service account.
func HasAccount(actor string) bool { return Admin.Includes(actor) || API.Includes(actor) }

// Account is a principal that is not a customer.
type Account struct {
	ID       int64
	Exists   bool
	Kind     Kind
	Username string
	Name     string
	Email    string
	Active   bool
	ClientID string
	// KeyHash is the hash of the api_key, SecretHash that of the client_secret.
	KeyHash    string
	SecretHash string
	// PasswordHash is the hash of the password of a user of the back office, which was set at PasswordAt. Read models have neither, nor the
	// second factor.
	PasswordHash string
	PasswordAt   time.Time
	TwoFactor    twofactor.Factor
	Credentials  Credentials
	StoreIDs     []int64  // empty: all stores
	Tools        []string // names, patterns and sets of the tools that it may use; empty: all
	RoleID       int64
	Deleted      bool
	Forgotten    bool // deleted for good, see ForgetStarted
	// Agents are the programs that act for the account, by their numbers. The slice is never changed: each event makes another one.
	Agents map[int64]Agent
}

type (
	// AccountCreated has the personal data of an account, sealed with the account's key. Version 1 had them in plain.
	AccountCreated struct {
		AccountID  int64    `json:"accountId"`
		Kind       Kind     `json:"kind"`
		Username   string   `json:"username,omitzero" personal:"true"`
		Name       string   `json:"name,omitzero" personal:"true"`
		Email      string   `json:"email,omitzero" personal:"true"`
		ClientID   string   `json:"clientId,omitempty"`
		KeyHash    string   `json:"keyHash,omitempty" credential:"true"`
		SecretHash string   `json:"secretHash,omitempty" credential:"true"`
		StoreIDs   []int64  `json:"storeIds,omitempty"`
		Tools      []string `json:"tools,omitempty"`
		RoleID     int64    `json:"roleId"`
		Inactive   bool     `json:"inactive,omitempty"`
	}
	// AccountRenamed has the user name and the name from then on. An empty one stays as it is.
	AccountRenamed struct {
		AccountID int64  `json:"accountId"`
		Username  string `json:"username,omitzero" personal:"true"`
		Name      string `json:"name,omitzero" personal:"true"`
	}
	AccountActivated   struct{}
	AccountDeactivated struct{}
	AccountDeleted     struct{}
	// ForgetStarted closes an account for good, because its owner is to be forgotten. The key of its personal data is deleted afterwards.
	ForgetStarted struct {
		AccountID int64 `json:"accountId"`
	}
	SecretsReplaced struct {
		KeyHash    string `json:"keyHash,omitempty" credential:"true"`
		SecretHash string `json:"secretHash,omitempty" credential:"true"`
	}
	RoleAssigned struct {
		RoleID int64 `json:"roleId"`
	}
	StoresRestricted struct {
		StoreIDs []int64 `json:"storeIds"` // empty: all stores
	}
	ToolsRestricted struct {
		Tools []string `json:"tools"` // empty: all tools
	}
	// RoleSaved replaces a role: grants of API roles are "resource/op", those of admin roles are ACL paths.
	RoleSaved struct {
		RoleID int64    `json:"roleId"`
		Name   string   `json:"name"`
		Admin  bool     `json:"admin,omitempty"`
		Grants []string `json:"grants"`
	}
	TokenRevoked struct {
		JTI       string    `json:"jti"`
		ExpiresAt time.Time `json:"expiresAt"`
	}
)

func (AccountCreated) EventName() string     { return "AccountCreated" }
func (AccountRenamed) EventName() string     { return "AccountRenamed" }
func (AccountActivated) EventName() string   { return "AccountActivated" }
func (AccountDeactivated) EventName() string { return "AccountDeactivated" }
func (AccountDeleted) EventName() string     { return "AccountDeleted" }
func (ForgetStarted) EventName() string      { return "AccountForgetStarted" }
func (SecretsReplaced) EventName() string    { return "AccountSecretsReplaced" }
func (RoleAssigned) EventName() string       { return "AccountRoleAssigned" }
func (StoresRestricted) EventName() string   { return "AccountStoresRestricted" }
func (ToolsRestricted) EventName() string    { return "AccountToolsRestricted" }
func (RoleSaved) EventName() string          { return "RoleSaved" }
func (TokenRevoked) EventName() string       { return "TokenRevoked" }

// DataSubject returns the account's subject, whatever its kind: API users are often people, too.
func (e AccountCreated) DataSubject() string { return Subject(e.AccountID) }

// DataSubject returns the account's subject.
func (e AccountRenamed) DataSubject() string { return Subject(e.AccountID) }

// Subject names the data subject of an account.
func Subject(id int64) string { return Stream(id) }

// OfSubject returns the account that a data subject names; ok is false if the subject is no account.
func OfSubject(subject string) (id int64, ok bool) {
	return domain.StreamID(subject), domain.Category(subject) == AccountCategory
}

func Stream(id int64) string { return domain.Stream(AccountCategory, id) }

// RoleStream returns the stream of a role.
func RoleStream(id int64) string { return domain.Stream(RoleCategory, id) }

func EventSpecs() []domain.EventSpec {
	return append(AccountSpecs(), domain.Specs(RoleSaved{}, TokenRevoked{})...)
}

// AccountSpecs returns the events of an account's stream.
func AccountSpecs() []domain.EventSpec {
	plain := func(data []byte) ([]byte, error) { return data, nil } // data stored in plain stay readable
	return append(domain.Specs(
		AccountRenamed{},
		AccountActivated{},
		AccountDeactivated{},
		AccountDeleted{},
		ForgetStarted{},
		SecretsReplaced{},
		RoleAssigned{},
		StoresRestricted{},
		ToolsRestricted{},
		AgentAuthorized{},
		AgentRevoked{},
		PasswordSet{},
		TwoFactorPrepared{},
		TwoFactorEnabled{},
		TwoFactorDisabled{},
		TwoFactorUsed{},
	), domain.Spec[AccountCreated](2, plain), person.Spec(AccountCategory))
}

func NewAccount(string) Account { return Account{} }

func EvolveAccount(a Account, e domain.Event) Account {
	switch e := e.(type) {
	case AccountCreated:
		a = Account{
			ID: e.AccountID, Exists: true, Kind: e.Kind, Username: e.Username, Name: e.Name, Email: e.Email, Active: !e.Inactive,
			ClientID: e.ClientID, KeyHash: e.KeyHash, SecretHash: e.SecretHash, StoreIDs: e.StoreIDs, Tools: e.Tools, RoleID: e.RoleID,
		}
	case AccountRenamed:
		a.Username, a.Name = cmp.Or(e.Username, a.Username), cmp.Or(e.Name, a.Name)
	case AccountActivated:
		a.Active = true
	case AccountDeactivated:
		a.Active = false
	case AccountDeleted:
		a.Active, a.Deleted = false, true
	case ForgetStarted:
		a = Account{ID: a.ID, Exists: true, Kind: a.Kind, RoleID: a.RoleID, Deleted: true, Forgotten: true}
	case SecretsReplaced:
		if e.KeyHash != "" {
			a.KeyHash = e.KeyHash
		}
		if e.SecretHash != "" {
			a.SecretHash = e.SecretHash
		}
	case RoleAssigned:
		a.RoleID = e.RoleID
	case StoresRestricted:
		a.StoreIDs = e.StoreIDs
	case ToolsRestricted:
		a.Tools = e.Tools
	case AgentAuthorized:
		a.Agents = withAgent(a.Agents, e.AgentID, Agent{ClientID: e.ClientID, Client: e.Client, Host: e.Host, Expires: e.ExpiresAt})
	case AgentRevoked:
		agent := a.Agents[e.AgentID]
		agent.Revoked = true
		a.Agents = withAgent(a.Agents, e.AgentID, agent)
	default:
		a = a.evolveLogin(e)
	}
	return a
}

var (
	ErrUsernameTaken = fault.Conflictf("This user name is already taken").About(fault.Taken, "username")
	ErrNotFound      = fault.NotFoundf("Account not found")
)

// Create creates an account.
func (a Account) Create(e AccountCreated) ([]domain.Event, error) {
	switch {
	case a.Exists:
		return nil, fault.Conflictf("Account %d exists already", e.AccountID)
	case strings.TrimSpace(e.Username) == "":
		return nil, fault.Invalidf("A user name is required").About(fault.Required, "username")
	}
	return []domain.Event{e}, nil
}

// Rename gives the account another user name or name; an empty one stays as it is.
func (a Account) Rename(username, name string) ([]domain.Event, error) {
	if !a.Exists || a.Deleted {
		return nil, ErrNotFound
	}
	e := AccountRenamed{AccountID: a.ID}
	if username != a.Username {
		e.Username = username
	}
	if name != a.Name {
		e.Name = name
	}
	if e.Username == "" && e.Name == "" {
		return nil, nil
	}
	return []domain.Event{e}, nil
}

// RestrictTools limits the account to some tools, or to none in particular if there are none.
func (a Account) RestrictTools(tools []string) ([]domain.Event, error) {
	if !a.Exists || a.Deleted {
		return nil, ErrNotFound
	}
	if slices.Equal(a.Tools, tools) {
		return nil, nil
	}
	return []domain.Event{ToolsRestricted{Tools: tools}}, nil
}

// SetActive activates or deactivates an account.
func (a Account) SetActive(active bool) ([]domain.Event, error) {
	switch {
	case !a.Exists || a.Deleted:
		return nil, ErrNotFound
	case a.Active == active:
		return nil, nil
	case active:
		return []domain.Event{AccountActivated{}}, nil
	}
	return []domain.Event{AccountDeactivated{}}, nil
}

// Forget starts to forget the owner of the account. A repeated call changes nothing.
func (a Account) Forget() ([]domain.Event, error) {
	switch {
	case a.Forgotten:
		return nil, nil
	case !a.Exists:
		return nil, ErrNotFound
	}
	return []domain.Event{ForgetStarted{AccountID: a.ID}}, nil
}

// Role is a named set of grants.
type Role struct {
	ID     int64
	Exists bool
	Name   string
	Admin  bool
	Grants []string
}

func NewRole(string) Role { return Role{} }

func EvolveRole(r Role, e domain.Event) Role {
	if e, ok := e.(RoleSaved); ok {
		return Role{ID: e.RoleID, Exists: true, Name: e.Name, Admin: e.Admin, Grants: e.Grants}
	}
	return r
}

// Save creates or replaces the role. known tells whether a grant exists. A role that has "all" has no other grants.
func (r Role) Save(id int64, name string, admin bool, grants []string, known func(grant string) bool) ([]domain.Event, error) {
	if strings.TrimSpace(name) == "" {
		return nil, fault.Invalidf("A role needs a name").About(fault.Required, "role")
	}
	grants = slices.Clone(grants)
	slices.Sort(grants)
	grants = slices.Compact(grants)
	if slices.Contains(grants, "all") {
		grants = []string{"all"}
	}
	for _, g := range grants {
		if g != "all" && !known(g) {
			return nil, fault.Invalidf("Unknown permission %q", g).About(fault.Unknown, "permissions")
		}
	}
	if r.Exists && r.Name == name && r.Admin == admin && slices.Equal(r.Grants, grants) {
		return nil, nil
	}
	return []domain.Event{RoleSaved{RoleID: id, Name: name, Admin: admin, Grants: grants}}, nil
}

// Token is the state of a token: revoked or not.
type Token struct{ Revoked bool }

func NewToken(string) Token { return Token{} }

func EvolveToken(t Token, e domain.Event) Token {
	if _, ok := e.(TokenRevoked); ok {
		t.Revoked = true
	}
	return t
}

// Revoke revokes a token before it expires.
func (t Token) Revoke(jti string, expires time.Time) []domain.Event {
	if t.Revoked {
		return nil
	}
	return []domain.Event{TokenRevoked{JTI: jti, ExpiresAt: expires.UTC()}}
}

// Allows tells whether grants satisfy one of the wanted permissions: by the permission itself, "resource/all" or "all" (conventions §4.2).
func Allows(grants []string, wanted ...string) bool {
	for _, g := range grants {
		if g == "all" {
			return true
		}
		for _, w := range wanted {
			resource, _, _ := strings.Cut(w, "/")
			if g == w || g == resource+"/all" {
				return true
			}
		}
	}
	return false
}
