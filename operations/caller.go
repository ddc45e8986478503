package operations

import (
	"cmp"
	"time"

	"tradelog/eventstore"
)

// Principal is the authenticated caller.
type Principal struct {
	Kind     Kind
	ID       int64
	Username string
	Grants   []string // grants of an API token, or ACL paths of a back-office user
	StoreIDs []int64  // nil means all stores
	GroupID  int64    // customer group
	Email    string   // of a customer, in lower case
	Tools    []string // names, patterns and sets (@support) of the tools that the token permits; nil means all operations
	// AccountTools are the tools that the account permits. A token with tools of its own permits the tools that are in both.
	AccountTools []string
	// permitted are Tools and AccountTools with the tools of the sets among them; nil if there are no sets.
	permitted *[2][]string
	// Agent is the program that the account has authorised, if the token is that program's.
	Agent int64
	// JTI and Expires belong to the token.
	JTI     string
	Expires time.Time
	// Session is the browser login of the token, if it has one.
	Session string
	// Credentials is the version of the account's password and second factor with which the token is valid, see access.Credentials.
	Credentials int64
	// ByPassword is the time at which this very token was issued for a password; zero for tokens that were issued otherwise or refreshed.
	ByPassword time.Time
	// LoggedIn is the time at which the principal proved who they are, with a password or otherwise. Refreshing a token does not change it.
	LoggedIn time.Time
	// Version changes whenever the principal's rights change.
	Version eventstore.Position
}

// Login names the login that the token belongs to: a session in a browser, or the token itself.
func (p *Principal) Login() string { return cmp.Or(p.Session, p.JTI) }

// Kind of principal.
type Kind string

// The kinds of principals.
const (
	Anonymous  Kind = "guest"
	AsCustomer Kind = "customer"
	AsAPI      Kind = "api"
	AsAdmin    Kind = "admin"
	// AsOperator is the operating system's user at the command line, who has every permission in every store. Only a program on the
	// installation itself uses it, with Operator: the pipeline refuses a token of this kind. Rate limits do not count such calls.
	AsOperator Kind = "operator"
)

// Operator returns the caller for a named user of the operating system, at a program.
func Operator(name, client string) Caller {
	return Caller{Principal: &Principal{Kind: AsOperator, Username: name}, Client: client, Via: "cli"}
}

// operator reports whether the operator calls.
func (c Caller) operator() bool { return c.Principal != nil && c.Principal.Kind == AsOperator }

// Choice is optional text of a caller. Empty text differs from missing text.
type Choice struct {
	Value string
	Sent  bool
}

// Chosen returns a Choice with a value.
func Chosen(value string) Choice { return Choice{Value: value, Sent: true} }

// Caller is the caller of an operation with the conditions of the call. A transport fills it in. The zero value is an anonymous caller in
// the default store view.
type Caller struct {
	Token     Choice     // the bearer token
	Principal *Principal // already authenticated by the transport; Token is then ignored

	Store    Choice // code of the store view
	Currency Choice // display currency of the answer
	Key      Choice // idempotency key
	// Divides lets itemsPerPage divide lists without pages. Over REST the contract ignores it there (conventions §8).
	Divides bool
	// Brief is for pages, where a person waits and can request more. A list without a counter counts at most a thousand rows, and one search
	// of the log looks at fewer events.
	Brief        bool
	KeyBucket    string // scope of the key: keys in different buckets differ; empty: keys are ignored
	MinPosition  string // position token: the answer contains at least the events up to it
	OrderToken   string // the token of a guest's order
	Fast         bool   // a write of a product only changes values and waits for no read model (shapes-catalog §1.4)
	Exact        bool   // a tool: filters by a key of a record match it exactly, see records.Published; impossible values are refused
	Precondition Precondition
	Strict       bool // unknown parameters and values are refused instead of ignored
	DryRun       bool // decides but stores nothing, see Result.Decided; idempotency keys are ignored

	RemoteIP  string // the client's address; trusted proxies may name it
	Forwarded string // the addresses in X-Forwarded-For
	UserAgent string
	RequestID string
	Client    string // the client program's name for itself
	Via       string // interface: rest, mcp, soap, cli or page
	// At sets the time of the call's events, for demo data. No transport sets it.
	At time.Time
	// Trail is filled in by the pipeline, unless nil.
	Trail *Trail
}

// Trail names the operation and the kind of caller, for access logs and traces. It names no person.
type Trail struct {
	Operation string // name of the last operation that was called, even if it was refused
	Actor     Kind   // empty without an identity
	// BodyDiffers reports that the answer is a replay of a request with another body.
	BodyDiffers bool
}
