package operations

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tradelog/domain/fault"
	"tradelog/readmodels/documents"
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
}

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

// Operation is one entry of the registry. Make it with Define.
type Operation struct {
	Resource *Resource
	Verb     Verb
	Method   string
	Path     string // URI template below the REST prefix
	// Unrouted is the name of an operation that no interface offers, such as "rate.set". It has no method and no path. Programs of the same
	// process call it by its name.
	Unrouted string
	// Only says that GraphQL offers an operation without a route, because the contract has it there alone. It may be for everybody.
	Only bool
	// Console says that the console offers an operation without a route. Roles can have its permission.
	Console    bool
	Auth       Auth
	Permission string   // required of API tokens, such as "orders/write"
	Also       []string // permissions that are sufficient as well
	// Own marks a read whose refusal must not reveal that the row exists. The permission is checked with the row.
	Own      bool
	Status   int // HTTP status of success
	Summary  string
	Doc      string // effect, units and formats, and the next step
	NoTool   bool
	Tool     string // name of the tool if the derived one is taken
	Paged    bool
	PageSize int // default page size; 20
	// Entries marks an answer that is no list and has entries, of which the parameter fields names the members. Agents that have chosen tools
	// get the brief ones of the resource unless they send it.
	Entries bool
	Cache   Cache
	Limits  []Limit
	// Guard loads the resource that the path names and refuses callers who may not access it. It runs before the body is read.
	Guard func(ctx context.Context, c *Call) error
	// Late operations load the resource in their handler, in its place among other checks. Their guard runs only if the body
	// cannot be read, because its refusal has precedence over that.
	Late bool
	// Ahead reads what the operation needs of several resources at once, before it is called for each of them by its only variable. Calls with
	// the context that it returns find it there. nil: they are read one by one.
	Ahead func(ctx context.Context, c *Call, ids []int64) (context.Context, error)
	// KeyScope returns the bucket of an idempotency key sent without a token; empty means that the key is ignored. Two callers
	// share a bucket only if both know the same secret, such as the masked ID of a cart.
	KeyScope func(c *Call) string
	// Unkeyed says why a public write has no KeyScope. Every public write has one or the other.
	Unkeyed string
	// Discreet operations must not tell what they decided. A dry run of one shows no events, not even to the back office. Answers to guests
	// wait for no read model, because the length of the wait would tell what exists. Their handlers append the same number of events in each
	// case.
	Discreet bool
	// Impersonal operations answer without personal data, so forgetting somebody keeps the answers stored for their idempotency keys.
	Impersonal bool
	// Title is that of its tool, where the one that the contract derives would mislead. Only operations beyond the contract have one.
	Title string
	// Irreversible says in a sentence what no other call undoes; empty: another call can set things right. Descriptions begin with it, and
	// people are asked before they send such a request from the documentation. Deleted is that of deletions.
	Irreversible string
	// Untried says why the operation has no dry run. It completes the sentence "A dry run is refused, because".
	Untried string
	// BodyOptional accepts a missing body as an empty object.
	BodyOptional bool
	// Message is the type of the messages of a live answer.
	Message reflect.Type
	// Resume is the parameter that takes the name of the last message, in operations with a live answer (DefineStreamed).
	Resume string
	// AsOf operations take the parameter asOf: their handlers answer as of Call.AsOf. All others refuse the parameter. Public ones take it
	// from the back office alone, because the past has what was taken back since.
	AsOf bool
	// Extra marks operations beyond the contract.
	Extra bool
	// ItemsAt is the path of created resources, if that is not below the operation's own path.
	ItemsAt string
	// Produces is the media type of files, such as that of a PDF. Several are separated by a comma and a space.
	Produces string
	// Parted says that the file is a part of a larger one, and the answer tells where the next part begins.
	Parted bool
	// MaxBody bounds the body in bytes, where that of the transport does not suit; 0 leaves it to the transport.
	MaxBody int64
	// For limits the operation to some of the resources that its path goes through, such as products of the type bundle. It refuses all
	// others, so interfaces for people do not offer it there. nil: it is for all.
	For *Trait
	// Deep operations take the rest of the path as their last variable, slashes included.
	Deep bool

	Input     reflect.Type
	Output    reflect.Type // type of the answer; a slice for lists
	Bare      bool         // the answer is the same in every representation
	run       func(ctx context.Context, c *Call) (documents.Answer, error)
	stream    func(ctx context.Context, c *Call) (Stream, error) // nil: it has no live answer
	told      []Effect
	hasBody   bool
	uploads   bool
	elements  string
	identity  string
	tool      string // the name of its tool, if it has one
	variables []string
	rights    *rights    // set by the registry
	shown     *Operation // set by the registry, see Shown
	items     *Operation // of lists that take ids with asOf: shows one row, see linkItems
}

// Trait is a value of a member of a representation, which some of a resource have.
type Trait struct{ Member, Value string }

// Deleted is the sentence of operations that delete a resource, see Operation.Irreversible.
const Deleted = "What is deleted cannot be restored."

// Cache says whether others may cache the answer to a GET.
type Cache int

// These are the cache policies.
const (
	CacheDefault Cache = iota // public, or private if a token was sent
	NoStore                   // personal data behind a public URL, such as a guest's cart; only this server may cache it
)

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
	// ByHand limits are applied by the handler in their order among its checks (Call.Limit). They are declared for documentation.
	ByHand bool
}

// Setting returns the configuration path of the number of calls that the limit allows.
func (l Limit) Setting() string {
	if strings.Contains(l.Config, "/") {
		return l.Config
	}
	return "system/rate_limit/" + l.Config
}

// Handler carries out an operation.
type Handler[In, Out any] = func(ctx context.Context, c *Call, in In) (Out, error)

// Define makes an operation from a declaration and its handler. In is a struct whose tags name the sources of its fields (path,
// query, json). Out is a documents.Doc, a *documents.Page, a documents.Bare, a *documents.File, Nothing, or a value to encode.
// Schemas derive from both.
func Define[In, Out any](o Operation, handler Handler[In, Out]) *Operation {
	return DefineOf(o, reflect.TypeFor[In](), func(ctx context.Context, c *Call, in reflect.Value) (Out, error) {
		return handler(ctx, c, *in.Addr().Interface().(*In))
	})
}

// DefineOf defines an operation as Define does, for an input struct whose type is made while the program starts.
func DefineOf[Out any](o Operation, input reflect.Type, handler Handler[reflect.Value, Out]) *Operation {
	o.Input = input
	o.Output = describes[Out]()
	o.told = effectsOf(o.Output)
	var out Out
	_, o.Bare = any(out).(interface{ Same() })
	if o.Status == 0 {
		o.Status = map[Verb]int{List: 200, Get: 200, Update: 200, Create: 201, Action: 201, Delete: 204}[o.Verb]
	}
	if o.PageSize == 0 {
		o.PageSize = 20
	}
	for _, f := range Fields(o.Input) {
		o.hasBody = o.hasBody || f.Source == SourceMember || f.Source == SourceBody || f.Source == SourceElements
		o.uploads = o.uploads || f.Type == uploadType
		if f.Source == SourceElements {
			o.elements = f.Name
		}
	}
	if o.AsOf {
		o.Doc += asOfSummary
	}
	o.identity = o.name()
	if o.Unrouted == "" {
		o.tool, o.variables = o.toolName(), Placeholders(o.Path)
	}
	o.run = func(ctx context.Context, c *Call) (documents.Answer, error) {
		in := reflect.New(o.Input).Elem()
		if err := c.input.Bind(c, in); err != nil {
			return documents.Answer{}, c.unreadable(ctx, err)
		}
		if err := c.limit(false, in.Interface()); err != nil {
			return documents.Answer{}, err
		}
		out, err := handler(ctx, c, in)
		if err != nil {
			return documents.Answer{}, err
		}
		answer, err := output(out)
		if err != nil {
			err = fmt.Errorf("answer of %s: %w", o.identity, err)
		}
		return answer, err
	}
	return &o
}

// None is the input of operations without arguments.
type None struct{}

// Registry holds all operations.
type Registry struct {
	operations []*Operation // those with a route
	console    []*Operation // those without one that the console offers
	byName     map[string]*Operation
	byTool     map[string]*Operation
	resources  map[string]*Resource
	reads      map[string]*Operation // that show one resource, by their paths without names of variables
	rights     *rights
}

// Item returns the operation that shows one of a resource, such as an order of orders; nil if there is none.
func (r *Registry) Item(resource string) *Operation { return r.reads["/"+resource+"/{}"] }

// NewRegistry checks and indexes operations. It refuses two operations with the same name or the same route, and permissions that no
// resource has.
func NewRegistry(lists ...[]*Operation) (*Registry, error) {
	r := &Registry{
		byName: map[string]*Operation{}, byTool: map[string]*Operation{}, resources: map[string]*Resource{}, reads: map[string]*Operation{},
		rights: &rights{nodes: map[string]string{}},
	}
	seen := map[string]bool{}
	for _, list := range lists {
		for _, o := range list {
			route := expand(o.name(), func(string) string { return "{}" })
			if seen[route] {
				return nil, fmt.Errorf("operation %s is declared twice", o.name())
			}
			seen[route] = true
			if err := o.check(); err != nil {
				return nil, err
			}
			r.byName[o.identity], o.rights = o, r.rights
			if o.Console {
				if err := r.rights.add(o); err != nil {
					return nil, err
				}
				r.console = append(r.console, o)
			}
			if o.Unrouted != "" {
				continue // it adds no resource and no tool to what interfaces list
			}
			r.operations = append(r.operations, o)
			if other := r.resources[o.Resource.Name]; other != nil && other != o.Resource {
				return nil, fmt.Errorf("resource %s is declared twice", o.Resource.Name)
			}
			r.resources[o.Resource.Name] = o.Resource
			if o.Reads() && !o.Paged && o.Auth != OrderToken {
				r.reads[routeOf(o.Path)] = o
			}
			if err := r.rights.add(o); err != nil {
				return nil, err
			}
			if name := o.ToolName(); name != "" {
				if _, taken := r.byTool[name]; !taken { // the first declared operation keeps the name
					r.byTool[name] = o
				}
			}
		}
	}
	if err := r.linkItems(); err != nil {
		return nil, err
	}
	for _, o := range r.byName {
		if err := r.rights.check(o); err != nil {
			return nil, err
		}
		o.shown = r.findShown(o)
	}
	return r, nil
}

// check refuses a declaration that lacks something.
func (o *Operation) check() error {
	switch {
	case o.run == nil:
		return fmt.Errorf("operation %s has no handler: use Define", o.name())
	case o.identity != o.name():
		return fmt.Errorf("operation %s was changed to %s after Define", o.identity, o.name())
	case o.AsOf && o.Auth == Public && o.Resource.Permission == "":
		return fmt.Errorf("operation %s is public, and its resource has no permission that the past could need", o.identity)
	case o.AsOf && !o.Reads():
		return fmt.Errorf("operation %s writes, so it cannot answer as of the past", o.identity)
	case o.Auth == Backend && o.Permission == "":
		return fmt.Errorf("operation %s needs a permission", o.identity)
	case o.Title != "" && !o.Extra:
		return fmt.Errorf("operation %s is of the contract, which gives its tool a title", o.identity)
	case o.Irreversible != "" && o.Reads():
		return fmt.Errorf("operation %s reads, so there is nothing to undo", o.identity)
	}
	return o.checkOffer()
}

// checkOffer refuses a declaration that does not say who offers the operation.
func (o *Operation) checkOffer() error {
	switch {
	case o.Unrouted != "" && (o.Method != "" || o.Path != ""):
		return fmt.Errorf("operation %s has no route, so it has no method and no path", o.identity)
	case o.Only && o.Unrouted == "":
		return fmt.Errorf("operation %s has a route, so other interfaces offer it as well", o.identity)
	case o.Console && (o.Unrouted == "" || o.Auth != Backend):
		return fmt.Errorf("operation %s is the console's, so it has no route and needs a permission", o.identity)
	case o.Unrouted != "" && o.Auth != OperatorOnly && o.Auth != Backend && o.Auth != OwnAccount && !o.Only:
		return fmt.Errorf("operation %s has no route: it is for the operator or needs a permission", o.identity)
	}
	return nil
}

// All lists the operations that have a route, in the order of their declaration.
func (r *Registry) All() []*Operation { return r.operations }

// Find finds an operation by its name, also one without a route; nil if there is none.
func (r *Registry) Find(name string) *Operation { return r.byName[name] }

// ByTool finds the operation of a tool.
func (r *Registry) ByTool(name string) *Operation { return r.byTool[name] }

// Placeholders lists the names of a path's variables in order.
func Placeholders(path string) []string {
	var names []string
	expand(path, func(name string) string {
		names = append(names, name)
		return ""
	})
	return names
}

// expand puts values in for a path's variables.
func expand(path string, value func(name string) string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(path, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		b.WriteString(value(name))
		path = after
	}
}

// maxSegment bounds a path variable, in bytes.
const maxSegment = 255

// isSegment reports whether text can be one segment of a path. Servers and proxies must not read a separator or ".." in it.
func isSegment(text string) bool {
	if text == "" || text == "." || text == ".." || len(text) > maxSegment || !utf8.ValidString(text) {
		return false
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return r == '/' || r == '\\' || unicode.IsControl(r) })
}

// ToolName returns the name of the operation's tool, empty when it has none.
func (o *Operation) ToolName() string {
	if o.NoTool || o.Resource.NoTools {
		return ""
	}
	return o.tool
}

// Identifier returns the name that the operation's tool has, or would have.
func (o *Operation) Identifier() string { return o.tool }

// toolName derives the name of the operation's tool: section, static segments of the path and verb, joined by underscores
// (rest-v2 §4.12 rule 4).
func (o *Operation) toolName() string {
	if o.Tool != "" {
		return o.Tool
	}
	parts := []string{snake(o.Resource.Section)}
	for _, segment := range strings.Split(expand(o.Path, func(string) string { return "" }), "/") {
		if s := snake(segment); s != "" {
			parts = append(parts, s)
		}
	}
	verb := map[string]string{"GET": "get", "POST": "create", "PUT": "update", "PATCH": "update", "DELETE": "delete"}[o.Method]
	if o.Method == "GET" && o.Verb == List {
		verb = "list"
	}
	return strings.Join(append(parts, verb), "_")
}

// Plural returns the English plural of a noun, or of a name that ends with one.
func Plural(noun string) string {
	switch {
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"), strings.HasSuffix(noun, "sh"):
		return noun + "es"
	case len(noun) > 1 && noun[len(noun)-1] == 'y' && !strings.ContainsRune("aeiou", rune(noun[len(noun)-2])):
		return noun[:len(noun)-1] + "ies"
	}
	return noun + "s"
}

// snake writes a name in lower case, its words joined by underscores.
func snake(s string) string {
	var b strings.Builder
	word, lower := false, false // whether the text before is a word, and whether a capital letter would end that word
	for _, c := range []byte(s) {
		capital := 'A' <= c && c <= 'Z'
		small := 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
		if (capital && lower || !capital && !small) && word {
			b.WriteByte('_')
			word = false
		}
		switch {
		case capital:
			b.WriteByte(c + 'a' - 'A')
		case small:
			b.WriteByte(c)
		}
		word, lower = word || capital || small, small
	}
	return strings.TrimSuffix(b.String(), "_")
}

// Name returns the name of the operation, which is unique in a registry: method and path, such as "GET /orders/{id}", or the name of an
// operation without a route.
func (o *Operation) Name() string { return o.identity }

// name derives the name.
func (o *Operation) name() string {
	if o.Unrouted != "" {
		return o.Unrouted
	}
	return o.Method + " " + o.Path
}

// Placeholders lists the names of the path's variables in order.
func (o *Operation) Placeholders() []string { return o.variables }

// Reads reports whether the operation only reads.
func (o *Operation) Reads() bool {
	return o.Method == "GET" || o.Unrouted != "" && (o.Verb == List || o.Verb == Get)
}

// ReadsBody reports whether the operation takes a body.
func (o *Operation) ReadsBody() bool { return o.hasBody }

// Uploads reports whether the body has a file.
func (o *Operation) Uploads() bool { return o.uploads }

// Elements returns the name of the list that the body may be by itself, or "".
func (o *Operation) Elements() string { return o.elements }

// DeepVariable reports whether a variable is the rest of the path.
func (o *Operation) DeepVariable(name string) bool {
	return o.Deep && name == o.variables[len(o.variables)-1]
}

// Addresses reports whether text can be the value of a variable. Each segment of the rest of a path must be one by itself.
func (o *Operation) Addresses(name, text string) bool {
	if !o.DeepVariable(name) {
		return isSegment(text)
	}
	return !slices.ContainsFunc(strings.Split(text, "/"), func(s string) bool { return !isSegment(s) })
}

// Expand returns the operation's path with its variables filled in and escaped.
func (o *Operation) Expand(variable func(name string) string) string {
	return expand(o.Path, func(name string) string {
		if !o.DeepVariable(name) {
			return escapeSegment(variable(name))
		}
		segments := strings.Split(variable(name), "/")
		for i, s := range segments {
			segments[i] = escapeSegment(s)
		}
		return strings.Join(segments, "/")
	})
}

// escapeSegment escapes everything but unreserved characters (RFC 3986 §2.3), so a value stays within its segment.
func escapeSegment(s string) string {
	const hex = "0123456789ABCDEF"
	out := make([]byte, 0, len(s))
	for i := range len(s) {
		switch b := s[i]; {
		case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', '0' <= b && b <= '9', strings.IndexByte("-._~", b) >= 0:
			out = append(out, b)
		default:
			out = append(out, '%', hex[b>>4], hex[b&15])
		}
	}
	return string(out)
}

// permitted lists the permissions of which a caller needs one.
func (o *Operation) permitted() []string {
	return append([]string{o.Permission}, o.Also...)
}

// errAccessDenied means that the caller lacks a permission.
var errAccessDenied = fault.Forbiddenf("Access denied")
