package operations

import (
	"context"
	"maps"
	"reflect"
	"slices"
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
	// Brief names the members of rows in lists for agents, where prices.grandTotal is a member of a member. Without it these lists show the
	// first short members.
	Brief []string
	// Keys names the members of rows by which people name one of the things, such as the SKU of a product. The lists have filters of the same
	// names. Agents may send these names in place of IDs.
	Keys []string
	// Grants lists permissions of roles that no operation's declaration names, such as "stores/write", which only the contract has
	// (conventions §4.3). Registry.Grants finds all others.
	Grants []string
	// Parts names resources without operations of their own that use the permissions of this resource. They have the same ACL path.
	Parts []string
	// For limits its operations to some of the resources in their paths, such as products of the type bundle. They refuse all others, so
	// interfaces for people do not offer them there. nil: no limit.
	For *Trait
}

// Trait is a member of a representation with a value that only some resources have.
type Trait struct{ Member, Value string }

// Verb is the kind of an operation on its resource.
type Verb string

// The verbs.
const (
	List   Verb = "list"
	Get    Verb = "get"
	Create Verb = "create"
	Update Verb = "update"
	Delete Verb = "delete"
	Action Verb = "action"
)

// Declaration describes an operation. Define makes the operation from it. Unset fields have the usual value.
type Declaration struct {
	Resource *Resource
	Verb     Verb
	Method   string
	Path     string   // URI template below the REST prefix
	Unrouted Unrouted // in place of method and path
	Access   Access
	// Guard loads the resource that the path names and refuses callers who may not access it. It runs before the body is read.
	Guard func(ctx context.Context, c *Call) error
	// Ahead reads the data for several resources at once, before the operation is called for each of them by its only variable. Calls find the
	// data in the context that it returns. nil: they read one by one.
	Ahead   func(ctx context.Context, c *Call, ids []int64) (context.Context, error)
	Limits  []Limit
	Call    string // name in client libraries, such as orders.refund, if the derived one does not suit; see CallName
	Summary string
	Doc     string // effect, units and formats, and the next step
	// Extra marks operations beyond the contract.
	Extra bool
	Paged bool
	// AsOf operations have the parameter asOf: their handlers answer as of Call.AsOf. All others refuse the parameter. Public ones accept it
	// from the back office alone, because the past has content that was withdrawn since.
	AsOf bool
	// Cost is the number of fields of a GraphQL document that a call counts as, because it reads much each time; 0: one.
	Cost int
	Body Body
	// Posted are the messages that the operation tries out; nil: none.
	Posted      *Posted
	Effect      Effect
	Idempotency Idempotency
	Response    Response
	Tool        Tool
}

// Unrouted names an operation that has no method and no path. Programs of the same process call it by its name. No other interface offers
// it, unless a field says so.
type Unrouted struct {
	Name string // such as "rate.set"
	// GraphQL offers the operation over GraphQL, because the contract has it only there. It may be for everybody.
	GraphQL bool
	// Console offers the operation in the console. Roles can have its permission.
	Console bool
}

// Access is the access to an operation. Auth.Access makes it.
type Access struct {
	Auth       Auth
	Permission string   // required of API tokens, such as "orders/write"
	Also       []string // permissions that are sufficient as well
	// ByRow checks the permission with the row. A refusal does not reveal that the row exists.
	ByRow bool
}

// Auth is the kind of caller that an operation requires.
type Auth int

// The levels of access.
const (
	Bearer       Auth = iota // any valid token; the default
	Public                   // anybody
	Customer                 // a customer, or a backend token with the permission
	Backend                  // a back-office user or an API token with the permission
	OrderToken               // anybody; the handler checks X-Order-Token
	OperatorOnly             // the operator, see AsOperator
	OwnAccount               // an account of the back office, for its own data; it needs no permission
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

// Body describes the body of a request.
type Body struct {
	Optional bool  // a missing body counts as an empty object
	Max      int64 // in bytes, if the transport's bound does not suit; 0: the transport's bound
	// Refusal has precedence over the refusal of a body that cannot be read. It is for operations that load the resource in their handler, at
	// its place among other checks, instead of a guard.
	Refusal func(ctx context.Context, c *Call) error

	sent, uploads bool   // the input has members, or a file
	elements      string // name of the list that the body may consist of
}

// Effect describes a write to people and agents before they call it.
type Effect struct {
	// Irreversible is a sentence about the effect that no other call reverts; empty: other calls can revert it. Descriptions begin with it,
	// and the documentation asks people before they send such a request. Deletions use Deleted.
	Irreversible string
	// Members are such sentences about single members of the body, by their names. A call that sends one of them has that effect, too.
	Members map[string]string
	// Untried is the reason why the operation has no dry run. It completes the sentence "A dry run is refused, because".
	Untried string
	// Discreet operations must not disclose their decision. A dry run of one shows no events, not even to the back office. Answers to guests
	// wait for no read model, because the length of the wait would disclose it. Their handlers append the same number of events in each case.
	Discreet bool
}

// Lasting returns the sentence about the effect of a call that no other call reverts, or "". sent tells which members the call sends.
func (e Effect) Lasting(sent func(member string) bool) string {
	if e.Irreversible != "" {
		return e.Irreversible
	}
	for _, name := range slices.Sorted(maps.Keys(e.Members)) {
		if sent(name) {
			return e.Members[name]
		}
	}
	return ""
}

// Lasts reports whether a call of the operation can have an effect that no other call reverts.
func (e Effect) Lasts() bool { return e.Irreversible != "" || len(e.Members) > 0 }

// Posted describes the messages that the shop posts to the subscribers of changes.
type Posted struct {
	Message   reflect.Type // has the members type and data
	Change    reflect.Type // of data.change
	Resources []string     // whose changes are posted, such as orders; data.document is what reading one of them shows
}

// Deleted is the sentence of operations that delete a resource, see Effect.Irreversible.
const Deleted = "What is deleted cannot be restored."

// Idempotency describes the keys of writes (conventions §10).
type Idempotency struct {
	// Scope returns the bucket of a key sent without a token; empty means that the key is ignored. Two callers share a bucket only if both
	// know the same secret, such as the masked ID of a cart.
	Scope func(c *Call) string
	// Unkeyed is the reason why a public write has no Scope. Every public write has one or the other.
	Unkeyed string
	// Impersonal operations answer without personal data, so forgetting a person keeps the answers stored for their keys.
	Impersonal bool
}

// Response is the HTTP response of a success.
type Response struct {
	Status  int    // by default that of the verb: 201 for Create and Action, 204 for Delete, otherwise 200
	ItemsAt string // path of created resources, if they are not below the operation's own path
	// NoStore responses have personal data behind a public URL, such as a guest's cart. Only this server may cache them. Others are public, or
	// private if a token was sent.
	NoStore bool
	// Produces is the media type of files, such as that of a PDF. Several are separated by a comma and a space.
	Produces string
	// Parted means that the file is a part of a larger one, and the answer has the beginning of the next part.
	Parted bool
}

// Tool is the presentation of an operation to agents.
type Tool struct {
	None bool   // it is no tool
	Name string // if the derived one does not suit
	// Title replaces the contract's derived title if that would mislead. Only operations beyond the contract have one.
	Title string
	// Entries marks an answer that is no list and has entries, whose members the parameter fields names. Agents with chosen tools get the
	// brief members of the resource unless they send it.
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
