package operations

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"tradelog/commands"
	"tradelog/domain/fault"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/eventstore"
	"tradelog/readmodels"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/freshness"
	"tradelog/readmodels/scopes"
)

// Call is one call of an operation on its way through the pipeline.
type Call struct {
	Operation *Operation
	Caller    Caller
	Principal *Principal
	Shop      *directory.Shop
	Store     shop.Store
	// Explicit tells that the caller named a store, AllStores that the caller named the scope of all stores.
	Explicit  bool
	AllStores bool
	Currency  string // display currency of the response
	// Command is the request that commands of this call run with; its actor and identifiers become metadata of their events.
	Command *commands.Request

	pipeline *Pipeline
	input    Input
	base     freshness.Vector    // of the shop
	minimum  eventstore.Position // least position of the data for a read
	past     eventstore.Until    // see AsOf
	created  int64
	quota    *Quota  // of the limit with the smallest rest, see Quota
	replay   *Result // result of an earlier call with the same key
	loaded   any     // by Guard, for the handler
	reserved string
	attempt  uuid.UUID
	waited   bool               // a wait for projectors has failed
	inner    bool               // a read that the pipeline makes for a write
	after    *readmodels.Cursor // position in a walk through a list
	until    time.Time
	answer   *remembered // found by Recall, or its key for Remember
}

// Config returns the configuration of the call's store.
func (c *Call) Config() settings.View { return c.Shop.Settings.In(c.Store.ID) }

// Path returns a variable of the path.
func (c *Call) Path(name string) string { return c.input.Variable(name) }

// PathID returns a variable of the path as an identifier, or 0, which matches nothing, if it is none.
func (c *Call) PathID(name string) int64 { return Identifier(c.Path(name)) }

// Identifier returns the identifier in a text of digits, or 0, which identifies nothing, for any other text.
func Identifier(text string) int64 {
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0
	}
	return int64(n)
}

// Parameters returns the parameters of the call, without the members of its body.
func (c *Call) Parameters() map[string][]string { return c.input.Parameters() }

// BodyText returns a member of the body that is text, before the body is checked.
func (c *Call) BodyText(name string) string { return c.input.Text(name) }

// Keep stores the value that Guard has loaded; Loaded returns it.
func (c *Call) Keep(v any) { c.loaded = v }

// Loaded returns the value that Guard has loaded.
func Loaded[T any](c *Call) T {
	v, _ := c.loaded.(T)
	return v
}

// Created sets the identifier of the resource that the operation has created.
func (c *Call) Created(id int64) { c.created = id }

// URLPath returns the path of the operation over REST, with the variables filled in.
func (c *Call) URLPath() string { return c.pipeline.Prefix + c.Operation.Expand(c.input.Variable) }

// CustomerID returns the calling customer; 0 for other callers.
func (c *Call) CustomerID() int64 {
	if c.Principal.Kind == AsCustomer {
		return c.Principal.ID
	}
	return 0
}

// Backend tells whether the caller belongs to the back office: a user of it, an API token or the operator.
func (c *Call) Backend() bool {
	return c.Principal.Kind == AsAdmin || c.Principal.Kind == AsAPI || c.Principal.Kind == AsOperator
}

// Item returns the operation that shows one resource of a list, such as an order of orders; nil if there is none.
func (c *Call) Item(resource string) *Operation { return c.pipeline.Registry.Item(resource) }

// MayRead tells whether the caller may read a resource such as orders, see Registry.Readable.
func (c *Call) MayRead(resource string) bool {
	return c.pipeline.Registry.Readable(c.Principal, resource)
}

// Anonymous tells whether no token was sent.
func (c *Call) Anonymous() bool { return c.Principal.Kind == Anonymous }

// MaySeeStore tells whether the token permits a store.
func (c *Call) MaySeeStore(id int64) bool {
	return c.Principal.StoreIDs == nil || slices.Contains(c.Principal.StoreIDs, id)
}

// AllowedStores returns the stores that lists are limited to; nil means all.
func (c *Call) AllowedStores() []int64 { return c.Principal.StoreIDs }

// AllowedWebsites returns the websites of the allowed stores; nil means all.
func (c *Call) AllowedWebsites() []int64 {
	if c.Principal.StoreIDs == nil {
		return nil
	}
	sites := c.Shop.WebsitesOf(c.Principal.StoreIDs)
	if sites == nil {
		sites = []int64{}
	}
	return sites
}

// CheckStoreRow refuses a row of a store that the token does not permit.
func (c *Call) CheckStoreRow(label string, storeID int64) error {
	if c.MaySeeStore(storeID) {
		return nil
	}
	return fault.Forbiddenf("Access denied for this %s's store", fault.ResourceName(label))
}

// CheckWebsiteRow refuses a row of a website that the token does not permit.
func (c *Call) CheckWebsiteRow(label string, websiteID int64) error {
	if sites := c.AllowedWebsites(); sites == nil || slices.Contains(sites, websiteID) {
		return nil
	}
	return fault.Forbiddenf("Access denied for this %s's website", fault.ResourceName(label))
}

// lenient returns the number at the beginning of a text, or 0 if there is none.
func lenient(s string) int {
	s = strings.TrimSpace(s)
	end := 0
	for end < len(s) && (s[end] >= '0' && s[end] <= '9' || end == 0 && (s[end] == '-' || s[end] == '+')) {
		end++
	}
	n, err := strconv.Atoi(s[:end])
	if err != nil {
		if end > 3 && s[0] != '-' {
			return 1 << 30 // too large for any use
		}
		return 0
	}
	return n
}

// Refresh reads the shop again for a call with a minimum position, which the configuration must have reached too. Call it before reading
// Shop, Store or Currency for an answer.
func (c *Call) Refresh(ctx context.Context) error {
	err := freshness.ReadingFrom(ctx).BeginOn(ctx, scopes.Shop.Projector)
	if err != nil || c.minimum == 0 {
		return err
	}
	if c.Shop, err = c.pipeline.Reader.Shop(ctx); err != nil {
		return err
	}
	return c.resolve()
}

// Until sets the time at which the response changes without an event, which bounds its time in the cache. The zero time and a time in the
// past have no effect.
func (c *Call) Until(end time.Time) {
	if end.IsZero() || end.Before(c.Now()) || !c.until.IsZero() && c.until.Before(end) {
		return
	}
	c.until = end
}

// Resumed tells whether the request continues an earlier attempt with the same idempotency key that was cut off. The events of that attempt
// remain. Checks that fail because of them must not be repeated.
func (c *Call) Resumed() bool { return c.Command != nil && len(c.Command.Executed) > 0 }

// Now returns the time of the call.
func (c *Call) Now() time.Time { return c.pipeline.Clock() }

// Settled waits until the events of this call can be read: it waits for the projectors that show events of their types to the caller. It
// returns freshness.ErrBehind if a projector has stopped or takes too long. The answer is then folded from the stream.
func (c *Call) Settled(ctx context.Context) error {
	if len(c.Command.Trial.Decided()) > 0 {
		return freshness.ErrBehind // read models never see the events of a dry run
	}
	if err := c.pipeline.settled(ctx, c.Command); err != nil {
		c.waited = true
		return err
	}
	return nil
}

// Reached waits until a projector has applied the events of this call, whether or not it shows them to the caller. It returns
// freshness.ErrBehind as Settled does.
func (c *Call) Reached(ctx context.Context, projector string) error {
	waiting, cancel := context.WithTimeout(ctx, c.pipeline.Patience)
	defer cancel()
	return c.pipeline.Reader.Tracker().Wait(waiting, projector, c.Command.LastPosition())
}

// settled waits as Settled does, for the events of a request.
func (p *Pipeline) settled(ctx context.Context, request *commands.Request) error {
	shows := request.Shows()
	if len(shows) == 0 {
		return nil
	}
	due := make(map[string]eventstore.Position, len(shows))
	for event, at := range shows {
		for _, projector := range p.Showing(request.Actor, event) {
			due[projector] = max(due[projector], at)
		}
	}
	waiting, cancel := context.WithTimeout(ctx, p.Patience)
	defer cancel()
	for projector, at := range due {
		if err := p.Reader.Tracker().Wait(waiting, projector, at); err != nil {
			return err
		}
	}
	return nil
}

// Page runs the commands behind a link in an e-mail, and returns once read models show their events, like an operation. The actor is a
// guest unless do names another one (commands.As). Stopped or late projectors are no error, because the events are stored.
func (p *Pipeline) Page(ctx context.Context, caller Caller, do func(ctx context.Context) error) error {
	request := commands.NewRequest(commands.Cause{
		Actor: eventstore.Actor{Kind: string(Anonymous)}, CorrelationID: caller.RequestID, CausationID: caller.RequestID,
		RequestID: caller.RequestID, Client: caller.Client, Via: "page", At: caller.At,
	})
	request.Saw = p.Reader.Wrote
	if err := do(commands.WithRequest(ctx, request)); err != nil {
		return err
	}
	if err := p.settled(ctx, request); err != nil && ctx.Err() != nil {
		return err
	}
	return nil
}

// Token returns the token of a position of this log, which clients send back as a minimum position.
func (c *Call) Token(at eventstore.Position) string { return c.pipeline.Token(at) }
