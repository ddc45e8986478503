package operations

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"tradelog/commands"
	"tradelog/domain/agent"
	"tradelog/domain/fault"
	"tradelog/domain/shop"
	"tradelog/eventstore"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/freshness"
	"tradelog/readmodels/scopes"
)

// Authenticator turns a bearer token into a principal. Its failures are faults of kind Unauthorized.
type Authenticator interface {
	Authenticate(ctx context.Context, bearer string) (*Principal, error)
}

// Pipeline runs the calls of all transports.
type Pipeline struct {
	Registry *Registry
	Reader   *directory.Reader
	Auth     Authenticator
	Keys     Keys
	Limiter  *Limiter
	Clock    func() time.Time
	Logger   *slog.Logger
	LogID    string           // of the event log, in position tokens
	Log      eventstore.Store // for answers as of the past
	// Cuts are the positions at which the log lost events, in the order of the losses. A position token from before a loss is valid up to that
	// position.
	Cuts []eventstore.Position
	// Prefix is the path of the REST interface. Documents name their own paths below it.
	Prefix string
	// Patience bounds the time that an answer waits for projectors; 2 s by default.
	Patience time.Duration
	// Showing names the projectors whose tables show an event to its actor; an empty event means any type. Answers to writes wait for them.
	Showing func(by eventstore.Actor, event string) []string
	// Head returns the position of the newest event of the log.
	Head func(context.Context) (eventstore.Position, error)
	// Outage tells whether an error means that the database is away or out of resources; nil for never.
	Outage func(error) bool
	// Attempts stores dry runs and refused calls of agents; nil for nothing.
	Attempts func(ctx context.Context, a agent.Attempt) error

	answers map[string]*answers // cached ones, by interface
}

// Init sets the defaults of missing fields. Call it once before Invoke.
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
	if p.Showing == nil {
		p.Showing = func(eventstore.Actor, string) []string { return nil }
	}
	if p.Head == nil {
		p.Head = func(context.Context) (eventstore.Position, error) { return 0, nil }
	}
	if p.Outage == nil {
		p.Outage = func(error) bool { return false }
	}
	p.answers = make(map[string]*answers, len(answerBytes))
	for via, most := range answerBytes {
		p.answers[via] = newAnswers(most)
	}
	return p
}

// Invoke runs an operation for a caller. Every failure is a *fault.Error, but the operator gets errors unchanged.
func (p *Pipeline) Invoke(ctx context.Context, caller Caller, o *Operation, in Input) (Result, error) {
	c, err := p.Admit(ctx, caller, o, in)
	if err != nil {
		return Result{}, err
	}
	return c.Run(ctx)
}

// Admit prepares a call before its operation runs: it identifies the caller, checks the caller's rights, and reserves the idempotency key.
// Run or Answer follows. An admitted call that writes must be run, since it may hold a key.
func (p *Pipeline) Admit(ctx context.Context, caller Caller, o *Operation, in Input) (c *Call, err error) {
	var call *Call
	defer func() {
		if v := recover(); v != nil {
			err = p.panicked(o, v)
		}
		if err = p.failed(ctx, o, caller, err); err != nil {
			p.attempted(ctx, call, err)
		}
	}()
	if caller.Trail != nil {
		caller.Trail.Operation = o.Name()
	}
	if c, err = p.Prepare(ctx, caller); err != nil {
		return nil, err
	}
	c.Operation, c.input = o, in
	call = c
	if err := p.authenticate(ctx, c); err != nil {
		return nil, err
	}
	c.Command = p.commandRequest(c)
	if err := p.reserve(ctx, c); err != nil || c.replay != nil {
		return c, err
	}
	if err := p.permit(c); err != nil {
		p.settleKey(ctx, c, Result{}, err)
		return nil, err
	}
	if o.Reads() {
		if c.minimum, err = p.minimum(c.Caller.MinPosition); err != nil {
			return c, err
		}
		c.past, err = p.asOf(ctx, c)
		return c, err
	}
	return c, nil
}

// Prepare finds the store and the currency of a call, and checks the form of an idempotency key (conventions §2 steps 3 to 5). Admit calls
// it. A transport calls it for answers that need no operation.
func (p *Pipeline) Prepare(ctx context.Context, caller Caller) (*Call, error) {
	c := p.NewCall(caller, noOperation, NoInput{})
	// Every answer depends on the configuration at its time.
	var err error
	if c.Shop, c.base, err = p.Reader.ShopAt(ctx); err != nil {
		return nil, p.Fault(err)
	}
	if err := c.resolve(); err != nil {
		return nil, err
	}
	return c, caller.checkKey()
}

// noOperation is the operation of a call that is being prepared. It is never changed.
var noOperation = &Operation{Declaration: Declaration{Resource: &Resource{}}}

// NewCall makes a call that knows only its request.
func (p *Pipeline) NewCall(caller Caller, o *Operation, in Input) *Call {
	return &Call{Caller: caller, pipeline: p, Operation: o, input: in, Principal: &Principal{Kind: Anonymous}}
}

// resolve finds the store and the currency in the call's view of the shop. A caller who has named no store and may not use the default one
// gets a store of the token's.
func (c *Call) resolve() error {
	if err := c.resolveStore(); err != nil {
		return err
	}
	c.resolveHome()
	if err := c.resolveCurrency(); err != nil && !c.mayHaveHome() {
		return err
	}
	return nil
}

// mayHaveHome tells whether the token, which was not read yet, may choose a store that has the currency of the call. Identify decides.
func (c *Call) mayHaveHome() bool {
	if c.Explicit || !c.Caller.Token.Sent || c.Principal.Kind != Anonymous {
		return false
	}
	return slices.ContainsFunc(c.Shop.Stores, func(s shop.Store) bool { return c.takes(s) == nil })
}

func (c *Call) resolveStore() error {
	asked := strings.TrimSpace(strings.ToValidUTF8(c.Caller.Store.Value, "\uFFFD"))
	c.Explicit = c.Caller.Store.Sent
	fallback, ok := c.Shop.Default()
	if !c.Explicit {
		if !ok && !c.Caller.operator() { // the operator creates the first one
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

// resolveHome chooses the store of a caller who has named none and may not use the default store: the first active one of the token's.
// It reports whether it chose one.
func (c *Call) resolveHome() (chosen bool) {
	if c.Explicit || c.MaySeeStore(c.Store.ID) {
		return false
	}
	for _, active := range []bool{true, false} {
		for _, s := range c.Shop.Stores {
			if s.IsActive == active && c.MaySeeStore(s.ID) {
				c.Store = s
				return true
			}
		}
	}
	return false
}

func (c *Call) resolveCurrency() error {
	c.Currency = c.Shop.DisplayCurrency(c.Store)
	if !c.Caller.Currency.Sent {
		return nil
	}
	if err := c.takes(c.Store); err != nil {
		return err
	}
	c.Currency = currencyCode(c.Caller.Currency.Value)
	return nil
}

func currencyCode(sent string) string { return strings.ToUpper(strings.TrimSpace(sent)) }

// takes returns an error if a store does not show prices in the requested currency.
func (c *Call) takes(s shop.Store) error {
	code := currencyCode(c.Caller.Currency.Value)
	if code == "" {
		return fault.Invalidf("The X-Currency-Code header cannot be empty.")
	}
	if !slices.Contains(c.Shop.Settings.In(s.ID).Codes("currency/options/allow"), code) {
		return fault.Invalidf("Currency not available for this store: %.16s", code)
	}
	if _, ok := c.Shop.Rate(c.Shop.BaseCurrency(s), code); !ok {
		return fault.Invalidf("No exchange rate available for: %s", code)
	}
	return nil
}

// Run runs an admitted call.
func (c *Call) Run(ctx context.Context) (r Result, err error) {
	p, o := c.pipeline, c.Operation
	if c.replay != nil {
		return *c.replay, nil
	}
	returned := false
	defer func() {
		if v := recover(); v != nil {
			err = p.panicked(o, v)
		} else if !returned {
			return // the goroutine was ended in the middle: the outcome is unknown, so the key stays reserved
		}
		err = p.failed(ctx, o, c.Caller, err)
		p.attempted(ctx, c, err)
		p.settleKey(ctx, c, r, err)
	}()
	ctx = commands.WithRequest(ctx, c.Command)
	var reading *freshness.Reading
	if o.Reads() {
		waiting := ctx
		if c.minimum > 0 {
			var cancel context.CancelFunc
			waiting, cancel = context.WithTimeout(ctx, p.Patience)
			defer cancel()
		}
		reading = freshness.NewReading(func(_ context.Context, projector string) error { return c.await(waiting, projector) })
		reading.Add([]scopes.Scope{scopes.Shop}, c.base)
		if c.InPast() {
			reading.Unknown() // forgetting, the only change of the past, has no version
		}
		c.Command.Reads = p.Reader.FromStream
		ctx = freshness.WithReading(ctx, reading)
	}
	r.Answer, err = c.run(ctx)
	returned = true
	if err != nil {
		return Result{}, err
	}
	r.Created = c.created
	if o.Reads() {
		r.MadeOf = c.versionsRead(reading)
		return r, nil
	}
	r.Position, r.Decided = c.Command.LastPosition(), c.Command.Trial.Decided()
	return r, nil
}

// run checks the input, counts the call against its limits and runs the handler. The caller's rights were checked.
func (c *Call) run(ctx context.Context) (answer documents.Answer, err error) {
	o := c.Operation
	if err := c.checkTexts(); err != nil {
		return answer, err
	}
	if err := c.checkStrictly(); err != nil {
		return answer, err
	}
	if err := c.limit(true, nil); err != nil {
		return answer, err
	}
	if o.Guard != nil {
		if err := o.Guard(ctx, c); err != nil {
			return answer, err
		}
	}
	if err := c.walks(); err != nil {
		return answer, err
	}
	if o.items != nil && c.InPast() {
		return c.listPast(ctx)
	}
	if err := c.require(ctx); err != nil {
		return answer, err
	}
	if answer, err = o.run(ctx, c); err != nil {
		return answer, c.refuseKnown(err)
	}
	c.divide(&answer)
	if answer.List && o.Reads() {
		if err := answer.Lean(c.wantedFields()); err != nil {
			return answer, err
		}
	}
	// The operator waits for all projectors and instances afterwards.
	if !c.waited && !c.Caller.DryRun && !c.Caller.operator() && !(o.Effect.Discreet && c.CustomerID() == 0) {
		// A projector that is behind must not delay a write or make it fail. The handler has then folded its answer.
		if err := c.Settled(ctx); err != nil {
			c.pipeline.Logger.Warn("answering before the read models have caught up", "operation", o.Name(), "error", err)
		}
	}
	return answer, nil
}

// unreadable returns the refusal of an input: that of Body.Refusal if there is one, otherwise the given one.
func (c *Call) unreadable(ctx context.Context, err error) error {
	if first := c.Operation.Body.Refusal; first != nil {
		if refusal := first(ctx, c); refusal != nil {
			return refusal
		}
	}
	return err
}

// Identify identifies the caller and checks that the token permits the store (conventions §2 steps 7 and 8). Admit calls it. A transport
// calls it for answers that need no operation.
func (p *Pipeline) Identify(ctx context.Context, c *Call) error {
	if c.Caller.Principal != nil {
		c.Principal = c.Caller.Principal
	} else if c.Caller.Token.Sent {
		who, err := p.Auth.Authenticate(ctx, c.Caller.Token.Value)
		if err != nil {
			return p.Fault(err)
		}
		if who.Kind == AsOperator {
			return errNoOperator
		}
		c.Principal = who
	}
	c.Principal = c.restricted(c.Principal)
	if c.Caller.Trail != nil {
		c.Caller.Trail.Actor = c.Principal.Kind
	}
	if c.resolveHome() || c.Caller.Currency.Sent {
		if err := c.resolveCurrency(); err != nil {
			return err
		}
	}
	if c.AllStores && !c.Backend() {
		return fault.Forbiddenf("The admin scope is restricted to backend tokens.")
	}
	if c.AllStores && c.Principal.StoreIDs != nil || !c.AllStores && !c.MaySeeStore(c.Store.ID) {
		return fault.Forbiddenf("Token is not authorized for the requested store.")
	}
	return nil
}

// authenticate identifies the caller. It refuses an anonymous one unless the operation is for everybody (step 9).
func (p *Pipeline) authenticate(ctx context.Context, c *Call) error {
	if err := p.Identify(ctx, c); err != nil {
		return err
	}
	if c.Anonymous() && c.Operation.Access.protected() {
		return ErrAuthRequired
	}
	return nil
}

// permit checks the back-office ACL, the form of the request and the permission, in this order (steps 10 to 12). Nothing has been loaded
// yet, so a refusal discloses nothing about existing resources.
func (p *Pipeline) permit(c *Call) error {
	o := c.Operation
	if err := o.admits(c.Principal); err != nil {
		return err
	}
	if err := c.admitsScope(); err != nil {
		return err
	}
	if err := c.input.Acceptable(o); err != nil {
		return err
	}
	if err := o.grants(c.Principal); err != nil {
		return err
	}
	if c.Caller.DryRun && !o.Reads() && o.Effect.Untried != "" {
		return fault.Invalidf("A dry run is refused, because %s.", o.Effect.Untried)
	}
	return c.admitsAsOf()
}

// admitsScope refuses the scope of all stores to tokens without a right to the resource. Operations for everybody require no permission,
// but this scope shows content for the back office alone.
func (c *Call) admitsScope() error {
	of := c.Operation.Resource
	if !c.AllStores || c.Operation.Access.protected() || of.ACL == "" {
		return nil
	}
	return c.Need(of, of.Permission+"/read", of.Permission+"/write")
}

// commandRequest returns the request of the call's commands. A dry run and HEAD decide as usual, and store nothing.
func (p *Pipeline) commandRequest(c *Call) *commands.Request {
	// The actor is named by number only. Metadata are not sealed, and people of the back office can be forgotten.
	actor, store := eventstore.Actor{Kind: string(c.Principal.Kind), ID: c.Principal.ID}, c.Store.ID
	if c.Caller.operator() {
		// The operating system's users have no number, so their names are stored, sealed. Their commands have no store view unless they name one.
		actor.Name = c.Principal.Username
		if !c.Explicit {
			store = 0
		}
	}
	id, begin := c.Caller.RequestID, commands.NewRequest
	if c.Caller.DryRun {
		begin = commands.NewTrial
	}
	r := begin(commands.Cause{
		Actor: actor, CorrelationID: id, CausationID: id, RequestID: id, StoreID: store, Client: c.Caller.Client,
		Token: c.Principal.JTI, Agent: c.Principal.Agent, Via: c.Caller.Via, At: c.Caller.At,
	})
	r.Saw = p.Reader.Wrote
	return r
}

// panicked logs a panic and returns the error for it.
func (p *Pipeline) panicked(o *Operation, v any) error {
	p.Logger.Error("operation panicked", "operation", o.Name(), "panic", v, "stack", string(debug.Stack()))
	return fmt.Errorf("panic: %v", v)
}

// failed returns the fault for an error, and logs the details that the caller does not get. The operator gets everything.
func (p *Pipeline) failed(ctx context.Context, o *Operation, caller Caller, err error) error {
	if err == nil || caller.operator() {
		return err
	}
	f := p.Fault(err)
	switch {
	case errors.Is(err, errMinimum):
		p.Logger.Debug("X-Min-Position is not reached", "operation", o.Name(), "request", caller.RequestID, "error", err)
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		p.Logger.Debug("the caller has left", "operation", o.Name(), "request", caller.RequestID, "error", err)
	case f.Kind == fault.Internal || f.Kind == fault.Unavailable:
		p.Logger.Error("request failed", "operation", o.Name(), "request", caller.RequestID, "error", err)
	}
	return f
}

// Ahead reads the data that the operation of an admitted call needs of several resources. Call the operation for each of them with the
// returned context. If reading ahead fails, the calls read one by one.
func (c *Call) Ahead(ctx context.Context, ids []int64) context.Context {
	if c.Operation.Ahead == nil {
		return ctx
	}
	reading := freshness.NewReading(c.await)
	ahead, err := c.Operation.Ahead(freshness.WithReading(ctx, reading), c, ids)
	if err != nil {
		return ctx // each call meets the same failure, and returns it
	}
	return ahead
}
