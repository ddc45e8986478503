package operations

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"tradelog/commands"
	"tradelog/domain/fault"
	"tradelog/domain/shop"
	"tradelog/eventstore"
	"tradelog/operations/bodies"
	"tradelog/readmodels"
)

// Authenticator turns a bearer token into a principal. Its failures are faults of kind Unauthorized.
type Authenticator interface {
	Authenticate(ctx context.Context, bearer string) (*Principal, error)
}

// Pipeline is the one way a request goes, whatever transport it came by.
type Pipeline struct {
	Registry *Registry
	Reader   *readmodels.Reader
	Auth     Authenticator
	Keys     Keys
	Limiter  *Limiter
	Clock    func() time.Time
	Logger   *slog.Logger
	LogID    string // of the event log, in position tokens
	// Cuts are where the log lost events, the first cut first: a token of before one counts up to its position.
	Cuts []eventstore.Position
	// Patience bounds how long an answer waits for projectors; 2 s by default.
	Patience time.Duration

	memory *memory
}

// Init fills in what was not set. Call it once before Do.
func (p *Pipeline) Init() *Pipeline {
	if p.Patience == 0 {
		p.Patience = 2 * time.Second
	}
	if p.Clock == nil {
		p.Clock = time.Now
	}
	if p.Logger == nil {
		p.Logger = slog.New(slog.DiscardHandler)
	}
	if p.Limiter == nil {
		p.Limiter = NewLimiter(p.Clock, false)
	}
	p.memory = newMemory()
	return p
}

// Prepare is what is checked before a route is even looked for: store, currency and idempotency key are readable
// (conventions §2 steps 3 to 5).
func (p *Pipeline) Prepare(ctx context.Context, r *Request) (*Call, error) {
	c := &Call{Request: r, pipeline: p, Operation: r.Operation, Principal: &Principal{Kind: Anonymous}}
	if r.Operation == nil {
		c.Operation = &Operation{Resource: &Resource{}}
	}
	// Every response depends on the configuration it was made under.
	var err error
	if c.Shop, c.base, err = p.Reader.ShopAt(ctx); err != nil {
		return nil, err
	}
	if err := c.resolveStore(); err != nil {
		return nil, err
	}
	if err := c.resolveCurrency(); err != nil {
		return nil, err
	}
	return c, r.checkKey()
}

func (c *Call) resolveStore() error {
	var asked string
	switch r := c.Request; {
	case r.Query.Has("store"):
		asked, c.Explicit = strings.TrimSpace(r.Query.Get("store")), true
	case r.HasStore:
		asked, c.Explicit = strings.TrimSpace(r.StoreCode), true
	}
	fallback, ok := c.Shop.Default()
	if !c.Explicit {
		if !ok {
			return fault.New(fault.Unavailable, "The shop has no store view yet.")
		}
		c.Store = fallback
		return nil
	}
	switch {
	case asked == "":
		return fault.Invalidf("The store parameter cannot be empty.")
	case asked == shop.AdminCode || asked == "0":
		c.Store, c.AllStores = fallback, true
		return nil
	}
	if c.Store, ok = c.Shop.FindStore(asked); !ok {
		return fault.Invalidf("Unknown store: %.64s", asked)
	}
	return nil
}

func (c *Call) resolveCurrency() error {
	if !c.Request.HasCurrency {
		c.Currency = c.Shop.DisplayCurrency(c.Store)
		return nil
	}
	code := strings.ToUpper(strings.TrimSpace(c.Request.CurrencyCode))
	if code == "" {
		return fault.Invalidf("The X-Currency-Code header cannot be empty.")
	}
	allowed := false
	for _, a := range c.Config().Codes("currency/options/allow") {
		allowed = allowed || a == code
	}
	if !allowed {
		return fault.Invalidf("Currency not available for this store: %.16s", code)
	}
	if _, ok := c.Shop.Rate(c.Shop.BaseCurrency(c.Store), code); !ok {
		return fault.Invalidf("No exchange rate available for: %s", code)
	}
	c.Currency = code
	return nil
}

// Do answers a request for an operation.
func (p *Pipeline) Do(ctx context.Context, r *Request) *Response {
	c, err := p.Prepare(ctx, r)
	if err != nil {
		return p.refuse(r, err)
	}
	return p.Run(ctx, c)
}

// Run answers a prepared request.
func (p *Pipeline) Run(ctx context.Context, c *Call) (out *Response) {
	defer func() {
		if v := recover(); v != nil {
			p.Logger.Error("operation panicked", "operation", c.Operation.Method+" "+c.Operation.Path, "panic", v, "stack", string(debug.Stack()))
			out = finish(failure(AsFault(fmt.Errorf("panic: %v", v)), c.Anonymous()))
			p.conclude(ctx, c, out)
		}
	}()
	if err := p.authenticate(ctx, c); err != nil {
		return p.refuse(c.Request, err)
	}
	c.Command = p.commandRequest(c)
	ctx = commands.WithRequest(ctx, c.Command)
	if replayed, err := p.reserve(ctx, c); err != nil {
		return p.refuse(c.Request, err)
	} else if replayed != nil {
		return finish(replayed)
	}
	out = p.answer(ctx, c)
	p.conclude(ctx, c, out)
	return out
}

func (p *Pipeline) answer(ctx context.Context, c *Call) *Response {
	media, err := p.permit(c)
	if err != nil {
		return p.refuse(c.Request, err)
	}
	reading := c.Request.Method == http.MethodGet || c.Request.Method == http.MethodHead
	if reading {
		if err := p.waitForPosition(ctx, c); err != nil {
			return p.refuse(c.Request, err)
		}
	}
	key := ""
	if reading {
		key = c.representation(media)
		if e := p.memory.get(key, p.Reader.Tracker(), c.Now()); e != nil {
			return e.answer(c.Request.IfNoneMatch)
		}
	}
	reply, err := p.run(ctx, c)
	if err != nil {
		return p.refuse(c.Request, err)
	}
	out := c.shape(reply, media)
	for name, value := range c.header {
		out.set(name, value)
	}
	if !reading {
		out.Decided = c.Command.Trial.Decided()
		if at := c.Command.LastPosition(); at > 0 {
			out.set("X-Event-Position", p.Token(at))
		}
		return finish(out)
	}
	out = finish(out)
	if key != "" && len(c.vectors) > 0 && out.Status == http.StatusOK {
		p.remember(key, c, out)
	}
	return p.conditional(c, out)
}

// remember keeps a response, unless the versions it was made from were not known for sure.
func (p *Pipeline) remember(key string, c *Call, r *Response) {
	made := append(c.vectors, remembered{readmodels.ShopScopes, c.base})
	for _, m := range made {
		if !m.vector.Valid() {
			return
		}
	}
	full := &Response{Status: r.Status, Header: r.Header.Clone(), Body: r.Body, Collection: r.Collection}
	c.keepFor(full)
	p.memory.put(key, &remembrance{made: made, until: c.until, full: full, kept: unchanged(full)})
}

// keepFor says how long an answer may be kept, where its handler has not.
func (c *Call) keepFor(r *Response) {
	if set := r.Header.Get("Cache-Control"); set == "" || set == "no-store" {
		r.set("Cache-Control", c.cacheControl(r.Collection))
	}
}

// unchanged is the answer to one who has the representation.
func unchanged(r *Response) *Response {
	kept := &Response{Status: http.StatusNotModified, Collection: r.Collection}
	for _, name := range []string{"ETag", "Vary", "Cache-Control", "Link"} {
		if v := r.Header.Get(name); v != "" {
			kept.set(name, v)
		}
	}
	return kept
}

// conditional answers 304 where the caller has the representation, and says how long it may be kept.
func (p *Pipeline) conditional(c *Call, r *Response) *Response {
	if r.Status == http.StatusOK {
		c.keepFor(r)
		if c.Request.IfNoneMatch != "" && matches(c.Request.IfNoneMatch, r.Header.Get("ETag")) {
			return unchanged(r)
		}
	}
	return r
}

// run is what remains once the caller is known to be allowed to ask.
func (p *Pipeline) run(ctx context.Context, c *Call) (*Reply, error) {
	o := c.Operation
	if err := c.limit(true, nil); err != nil {
		return nil, err
	}
	if o.Guard != nil && !o.Late {
		if err := o.Guard(ctx, c); err != nil {
			return nil, err
		}
	}
	if o.bound.hasBody {
		if err := c.readBody(); err != nil {
			return nil, c.unreadable(ctx, err)
		}
	}
	reply, err := o.run(ctx, c)
	if err != nil {
		return nil, err
	}
	if serves := slices.Concat(o.Serves, c.touched); len(serves) > 0 && !c.waited && !c.Request.DryRun {
		// A report that is behind must not make a write slow or fail: the handler has folded its answer then.
		if err := c.Settled(ctx, serves...); err != nil {
			p.Logger.Warn("answering before the read models have caught up", "operation", o.Method+" "+o.Path, "error", err)
		}
	}
	return reply, nil
}

// unreadable is the refusal of a body: that of a late guard, if there is one, else the given one.
func (c *Call) unreadable(ctx context.Context, err error) error {
	if c.Operation.Late {
		if refusal := c.Operation.Guard(ctx, c); refusal != nil {
			return refusal
		}
	}
	return err
}

// readBody reads the members of the body. What has no content needs no type either: where a body is wanted, it is not JSON, and
// where it is not, it is an empty object.
func (c *Call) readBody() (err error) {
	r := c.Request
	var body []byte
	if r.HasBody {
		if body, err = r.Body(); err != nil {
			return err
		}
	}
	switch {
	case len(body) == 0 && c.Operation.BodyOptional:
		c.body = map[string]rawValue{}
		return nil
	case len(body) == 0:
		return bodies.ErrSyntax
	case r.ContentType == "":
		return errNoContentType
	}
	c.body, err = bodies.Object(body)
	return err
}

// Identify finds out who calls and whether the token is good for the store (conventions §2 steps 7 and 8). Run does it by
// itself; transports that answer something without an operation ask for it.
func (p *Pipeline) Identify(ctx context.Context, c *Call) error {
	if c.Request.Caller != nil {
		c.Principal = c.Request.Caller
	} else if bearer, ok := strings.CutPrefix(c.Request.Authorization, "Bearer "); ok {
		who, err := p.Auth.Authenticate(ctx, bearer)
		if err != nil {
			return err
		}
		c.Principal = who
	}
	backend := c.Principal.Kind == AsAdmin || c.Principal.Kind == AsAPI
	if c.AllStores && !backend {
		return fault.Forbiddenf("The admin scope is restricted to backend tokens.")
	}
	if c.AllStores && c.Principal.StoreIDs != nil || !c.AllStores && !c.MaySeeStore(c.Store.ID) {
		return fault.Forbiddenf("Token is not authorized for the requested store.")
	}
	return nil
}

// authenticate identifies the caller, who must be somebody where the operation is not for everybody (step 9).
func (p *Pipeline) authenticate(ctx context.Context, c *Call) error {
	if err := p.Identify(ctx, c); err != nil {
		return err
	}
	if c.Anonymous() && c.Operation.Auth != Public && c.Operation.Auth != OrderToken {
		return errAuthRequired
	}
	return nil
}

// permit checks the back-office ACL, the representation and the permission, in this order (steps 10 to 12). Nothing has
// been loaded yet, so a refusal tells nothing about what exists.
func (p *Pipeline) permit(c *Call) (Media, error) {
	o := c.Operation
	if err := o.admits(c.Principal); err != nil {
		return 0, err
	}
	if err := c.admitsScope(); err != nil {
		return 0, err
	}
	media, err := Negotiate(c.Request.Accept)
	if err != nil {
		return 0, err
	}
	if err := checkContentType(c.Request, o); err != nil {
		return 0, err
	}
	return media, o.grants(c.Principal)
}

// admitsScope refuses the scope of all stores to tokens without a right to the resource. Operations for everybody ask for no
// permission, and what only the back office sees is seen there.
func (c *Call) admitsScope() error {
	of := c.Operation.Resource
	if !c.AllStores || c.Operation.protected() || of.ACL == "" {
		return nil
	}
	return c.Need(of, of.Permission+"/read", of.Permission+"/write")
}

// commandRequest is what commands of this call write into the log. HEAD answers as GET would, and changes nothing: what its
// commands decide is not stored.
func (p *Pipeline) commandRequest(c *Call) *commands.Request {
	actor := eventstore.Actor{Kind: string(c.Principal.Kind), ID: c.Principal.ID, Name: c.Principal.Username}
	var trial *commands.Trial
	if c.Request.DryRun || c.Request.Method == http.MethodHead {
		trial = &commands.Trial{}
	}
	return &commands.Request{
		Trial: trial,
		Actor: actor, CorrelationID: c.Request.RequestID, CausationID: c.Request.RequestID, RequestID: c.Request.RequestID,
		StoreID: c.Store.ID, Client: c.Request.Client, At: c.Request.At,
		Saw: p.Reader.Wrote,
	}
}

// refuse makes the response of a failure, and logs what the caller is not told.
func (p *Pipeline) refuse(r *Request, err error) *Response {
	f := AsFault(err)
	if f.Kind == fault.Internal || f.Kind == fault.Unavailable {
		p.Logger.Error("request failed", "method", r.Method, "path", r.Path, "request", r.RequestID, "error", err)
	}
	anonymous := !strings.HasPrefix(r.Authorization, "Bearer ")
	return finish(failure(f, anonymous))
}
