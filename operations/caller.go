package operations

import (
	"time"

	"tradelog/eventstore"
)

// Principal is who calls.
type Principal struct {
	Kind     Kind
	ID       int64
	Username string
	Grants   []string // of an API token; ACL paths of a back-office user
	StoreIDs []int64  // nil: all stores
	GroupID  int64    // of a customer
	Email    string   // of a customer, lower case
	Tools    []string // names or patterns of the tools the token is good for; nil: all, and what has none
	// JTI and Expires are of the token.
	JTI     string
	Expires time.Time
	// Version changes when what the principal may do changes.
	Version eventstore.Position
}

// Kind of principal.
type Kind string

// The kinds.
const (
	Anonymous  Kind = "guest"
	AsCustomer Kind = "customer"
	AsAPI      Kind = "api"
	AsAdmin    Kind = "admin"
	AsOperator Kind = "operator" // the command line
)

// Choice is text that a caller may have sent. What was sent empty differs from what was not sent.
type Choice struct {
	Value string
	Sent  bool
}

// Chosen is a choice that was sent.
func Chosen(value string) Choice { return Choice{Value: value, Sent: true} }

// Caller is who calls an operation, from where, and under which conditions. A transport fills it in; the zero value is somebody
// without a token in the default store view.
type Caller struct {
	Token     Choice     // the bearer token
	Principal *Principal // whoever the transport has identified already; then Token is not looked at

	Store       Choice // code of the store view
	Currency    Choice // display currency of the answer
	Key         Choice // idempotency key
	KeyBucket   string // what the key is for: keys of different buckets are different. Empty: keys mean nothing
	MinPosition string // a position token: the answer is made of at least that state
	OrderToken  string // of a guest's order
	DryRun      bool   // decides and stores nothing, see Result.Decided. Keys mean nothing then

	RemoteIP  string // of the client, as far as proxies are trusted
	Forwarded string // the addresses that proxies have named
	UserAgent string
	RequestID string
	Client    string // the program, where it names itself
	// At backdates what the call does, for demo data. No transport sets it.
	At time.Time
}
