package operations

import (
	"context"
	"strings"
	"time"
)

// Resource is a kind of thing that operations work on.
type Resource struct {
	Name       string // short name, such as Order; @type of its representations
	Section    string // prefix of its tools
	Permission string // id in grants, such as "orders"; empty for public resources
	ACL        string // back-office path, such as "sales/order"; empty means that no back-office user may write it
	Label      string // used in messages about scope, such as "order"
	Doc        string
	NoTools    bool
	// Brief names the members of its rows that lists for agents show, where prices.grandTotal is a member of a member. Without it they
	// show the first short members.
	Brief []string
	// Grants lists permissions that roles can have although no declaration of an operation names them, such as "stores/write", which only
	// the contract has (conventions §4.3). Registry.Grants finds all others.
	Grants []string
	// Parts names resources without operations of their own whose permissions it checks. They have the same ACL path.
	Parts []string
	// For limits its operations to some of the resources that their paths go through, such as products of the type bundle. They refuse all
	// others, so interfaces for people do not offer them there. nil: all have it.
	For *Trait
}

// Trait is a value of a member of a representation, which some of a resource have.
type Trait struct{ Member, Value string }

// Verb is the kind of an operation on its resource.
type Verb string

// These are the verbs.
const (
	List   Verb = "list"
	Get    Verb = "get"
	Create Verb = "create"
	Update Verb = "update"
	Delete Verb = "delete"
	Action Verb = "action"
)

// Declaration describes an operation. Define makes the operation from it. Fields that nobody sets have the usual value.
type Declaration struct {
	Resource *Resource
	Verb     Verb
	Method   string
	Path     string   // URI template below the REST prefix
	Unrouted Unrouted // in place of method and path
	Access   Access
	// Guard loads the resource that the path names and refuses callers who may not access it. It runs before the body is read.
	Guard func(ctx context.Context, c *Call) error
	// Ahead reads what the operation needs of several resources at once, before it is called for each of them by its only variable. Calls with
	// the context that it returns find it there. nil: they are read one by one.
	Ahead   func(ctx context.Context, c *Call, ids []int64) (context.Context, error)
	Limits  []Limit
	Summary string
	Doc     string // effect, units and formats, and the next step
	// Extra marks operations beyond the contract.
	Extra bool
	Paged bool
	// AsOf operations take the parameter asOf: their handlers answer as of Call.AsOf. All others refuse the parameter. Public ones take it
	// from the back office alone, because the past has what was taken back since.
	AsOf        bool
	Body        Body
	Effect      Effect
	Idempotency Idempotency
	Response    Response
	Tool        Tool
}

// Unrouted names an operation that has no method and no path. Programs of the same process call it by its name. No other interface offers
// it, unless it says so.
type Unrouted struct {
	Name string // such as "rate.set"
	// GraphQL offers the operation, because the contract has it there alone. It may be for everybody.
	GraphQL bool
	// Console offers the operation. Roles can have its permission.
	Console bool
}

// Access says who may call an operation. Auth.Access makes it.
type Access struct {
	Auth       Auth
	Permission string   // required of API tokens, such as "orders/write"
	Also       []string // permissions that are sufficient as well
	// ByRow checks the permission with the row. A refusal does not reveal that the row exists.
	ByRow bool
}

// Auth is the kind of caller that an operation requires.
type Auth int

// These are the levels of access.
const (
	Bearer       Auth = iota // any valid token; the default
	Public                   // anybody
	Customer                 // a customer, or a backend token with the permission
	Backend                  // a back-office user or an API token with the permission
	OrderToken               // anybody; the handler checks X-Order-Token
	OperatorOnly             // the operator, see AsOperator
	OwnAccount               // an account of the back office, for what is its own; it needs no permission
)

// Access returns the access of such callers. Each of the permissions is sufficient; descriptions name the first one.
func (a Auth) Access(permissions ...string) Access {
	access := Access{Auth: a}
	if len(permissions) > 0 {
		access.Permission, access.Also = permissions[0], permissions[1:]
	}
	return access
}

// permitted lists the permissions of which a caller needs one.
func (a Access) permitted() []string { return append([]string{a.Permission}, a.Also...) }

// protected reports whether a token is required.
func (a Access) protected() bool { return a.Auth != Public && a.Auth != OrderToken }

// Body is about the body of a request.
type Body struct {
	Optional bool  // a missing body counts as an empty object
	Max      int64 // in bytes, where the bound of the transport does not suit; 0 leaves it to the transport
	// Refusal has precedence over the refusal of a body that cannot be read. Operations have it that load the resource in their handler, in
	// its place among other checks, instead of a guard.
	Refusal func(ctx context.Context, c *Call) error

	sent, uploads bool   // the input has members, or a file
	elements      string // the list that the body may be by itself
}

// Effect is what people and agents are told before they call an operation that writes.
type Effect struct {
	// Irreversible says in a sentence what no other call undoes; empty: another call can set things right. Descriptions begin with it, and
	// people are asked before they send such a request from the documentation. Deleted is that of deletions.
	Irreversible string
	// Untried says why the operation has no dry run. It completes the sentence "A dry run is refused, because".
	Untried string
	// Discreet operations must not tell what they decided. A dry run of one shows no events, not even to the back office. Answers to guests
	// wait for no read model, because the length of the wait would tell what exists. Their handlers append the same number of events in each
	// case.
	Discreet bool
}

// Deleted is the sentence of operations that delete a resource, see Effect.Irreversible.
const Deleted = "What is deleted cannot be restored."

// Idempotency is about the keys of writes (conventions §10).
type Idempotency struct {
	// Scope returns the bucket of a key sent without a token; empty means that the key is ignored. Two callers share a bucket only if both
	// know the same secret, such as the masked ID of a cart.
	Scope func(c *Call) string
	// Unkeyed says why a public write has no Scope. Every public write has one or the other.
	Unkeyed string
	// Impersonal operations answer without personal data, so forgetting somebody keeps the answers stored for their keys.
	Impersonal bool
}

// Response is the HTTP response of a success.
type Response struct {
	Status  int    // that of the verb, if it is not set: 201 for Create and Action, 204 for Delete, else 200
	ItemsAt string // path of created resources, if that is not below the operation's own path
	// NoStore responses have personal data behind a public URL, such as a guest's cart. Only this server may cache them. Others are public,
	// or private if a token was sent.
	NoStore bool
	// Produces is the media type of files, such as that of a PDF. Several are separated by a comma and a space.
	Produces string
	// Parted says that the file is a part of a larger one, and the answer tells where the next part begins.
	Parted bool
}

// Tool is how an operation is presented to agents.
type Tool struct {
	None bool   // it is no tool
	Name string // where the derived one does not suit
	// Title replaces the one that the contract derives where that would mislead. Only operations beyond the contract have one.
	Title string
	// Entries marks an answer that is no list and has entries, of which the parameter fields names the members. Agents that have chosen tools
	// get the brief ones of the resource unless they send it.
	Entries bool
}

// Limit is a rate limit. The configuration sets the number of calls for each key.
type Limit struct {
	Config string        // path below system/rate_limit, or a whole configuration path
	Window time.Duration // length of the sliding window
	// Bucket separates limits of one resource that share a configuration path. Limits of different resources are always separate.
	Bucket string
	// Keys returns the keys to count by; nil counts by IP address.
	Keys func(c *Call, input any) []string
	// Early limits are checked before the body is read.
	Early bool
	// Exempt lists permissions whose holders are not counted.
	Exempt []string
	// Silent refusals carry no Retry-After.
	Silent bool
	// ByHand limits are applied by the handler at their place among its checks (Call.Limit). They are declared for documentation.
	ByHand bool
}

// Setting returns the configuration path of the number of calls that the limit allows.
func (l Limit) Setting() string {
	if strings.Contains(l.Config, "/") {
		return l.Config
	}
	return "system/rate_limit/" + l.Config
}

// ForOperator begins the declaration of an operation for the operator, which has a name and no route.
func ForOperator(of *Resource, name string, verb Verb, summary, doc string) Declaration {
	return Declaration{
		Resource: of, Unrouted: Unrouted{Name: name}, Verb: verb, Access: OperatorOnly.Access(), Summary: summary, Doc: doc,
	}
}
