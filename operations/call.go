package operations

import (
	"context"
	"net/url"
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
	"tradelog/readmodels/freshness"
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

// Call is one request on its way through the pipeline.
type Call struct {
	Operation *Operation
	Request   *Request
	Principal *Principal
	Shop      *readmodels.Shop
	Store     shop.Store
	// Explicit tells that the caller named a store; AllStores that it named the scope of all stores.
	Explicit  bool
	AllStores bool
	Currency  string // display currency of the response
	// Command is what commands of this call write into the log.
	Command *commands.Request

	pipeline *Pipeline
	body     map[string]rawValue
	scopes   []freshness.Scope
	base     freshness.Vector // of the shop
	vectors  []remembered
	header   map[string]string
	loaded   any // by Guard, for the handler
	reserved string
	attempt  uuid.UUID
	waited   bool // for projectors, and in vain
	touched  []string
	until    time.Time
}

// Config is the configuration of the call's store.
func (c *Call) Config() settings.View { return c.Shop.Settings.In(c.Store.ID) }

// Path returns a variable of the path.
func (c *Call) Path(name string) string { return c.Request.Params[name] }

// PathID returns a variable of the path as an identifier; 0 for what is none, so that nothing is found.
func (c *Call) PathID(name string) int64 { return identifier(c.Path(name)) }

// identifier reads an identifier: digits and nothing else. 0 is the identifier of nothing.
func identifier(text string) int64 {
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0
	}
	return int64(n)
}

// Query returns the query parameters.
func (c *Call) Query() url.Values { return c.Request.Query }

// Keep remembers what Guard has loaded; Loaded returns it.
func (c *Call) Keep(v any) { c.loaded = v }

// Loaded returns what Guard has loaded.
func Loaded[T any](c *Call) T {
	v, _ := c.loaded.(T)
	return v
}

// SetHeader adds a header to the response.
func (c *Call) SetHeader(name, value string) {
	if c.header == nil {
		c.header = map[string]string{}
	}
	c.header[name] = value
}

// CustomerID is the customer who calls; 0 for everybody else.
func (c *Call) CustomerID() int64 {
	if c.Principal.Kind == AsCustomer {
		return c.Principal.ID
	}
	return 0
}

// Anonymous tells whether no token was sent.
func (c *Call) Anonymous() bool { return c.Principal.Kind == Anonymous }

// MaySeeStore tells whether the token is good for a store.
func (c *Call) MaySeeStore(id int64) bool {
	return c.Principal.StoreIDs == nil || slices.Contains(c.Principal.StoreIDs, id)
}

// AllowedStores are the stores lists are limited to; nil means all.
func (c *Call) AllowedStores() []int64 { return c.Principal.StoreIDs }

// AllowedWebsites are the websites of the allowed stores; nil means all.
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

// CheckStoreRow refuses a row of a store the token is not good for.
func (c *Call) CheckStoreRow(label string, storeID int64) error {
	if c.MaySeeStore(storeID) {
		return nil
	}
	return fault.Forbiddenf("Access denied for this %s's store", label)
}

// CheckWebsiteRow refuses a row of a website the token is not good for.
func (c *Call) CheckWebsiteRow(label string, websiteID int64) error {
	if sites := c.AllowedWebsites(); sites == nil || slices.Contains(sites, websiteID) {
		return nil
	}
	return fault.Forbiddenf("Access denied for this %s's website", label)
}

// Page is the page that was asked for. Nothing is an error: what is not a number counts as 0 and is clamped
// (conventions §8).
func (c *Call) Page() readmodels.Page {
	q := c.Request.Query
	page := readmodels.Page{Number: 1, Size: c.Operation.PageSize}
	if q.Has("page") {
		page.Number = min(max(1, lenient(q.Get("page"))), 10_000_000)
	}
	size := "itemsPerPage"
	if !q.Has(size) {
		size = "pageSize"
	}
	if q.Has(size) {
		page.Size = min(max(1, lenient(q.Get(size))), 100)
	}
	return page
}

// lenient reads the number text begins with, 0 when there is none.
func lenient(s string) int {
	s = strings.TrimSpace(s)
	end := 0
	for end < len(s) && (s[end] >= '0' && s[end] <= '9' || end == 0 && (s[end] == '-' || s[end] == '+')) {
		end++
	}
	n, err := strconv.Atoi(s[:end])
	if err != nil {
		if end > 3 && s[0] != '-' {
			return 1 << 30 // a number too large for anything
		}
		return 0
	}
	return n
}

// Depends tells what the response is made of. Call it before reading: the response can then be remembered until one of
// these things changes.
func (c *Call) Depends(ctx context.Context, scopes ...freshness.Scope) error {
	if c.Request.Method != "GET" && c.Request.Method != "HEAD" {
		return nil
	}
	v, err := c.pipeline.Reader.Versions(ctx, scopes)
	if err != nil {
		return err
	}
	c.scopes, c.vectors = append(c.scopes, scopes...), append(c.vectors, remembered{scopes, v})
	return nil
}

// Until tells when the response becomes another one by itself: it is not remembered for longer. A zero time is never, and one
// that has passed has had its effect.
func (c *Call) Until(end time.Time) {
	if end.IsZero() || end.Before(c.Now()) || !c.until.IsZero() && c.until.Before(end) {
		return
	}
	c.until = end
}

// Resumed tells whether the request goes on where an earlier attempt with the same idempotency key was cut off. What that one
// has done stands, so checks that it has made outdated must not be repeated.
func (c *Call) Resumed() bool { return c.Command != nil && len(c.Command.Executed) > 0 }

// Now is the time.
func (c *Call) Now() time.Time { return c.pipeline.Clock() }

// Touches names projectors whose tables the caller will read next as well, besides those that the operation always serves.
func (c *Call) Touches(projectors ...string) { c.touched = append(c.touched, projectors...) }

// Settled waits until projectors have applied what this call has written. ErrBehind when one has stopped or takes too
// long: fold the answer from the stream then.
func (c *Call) Settled(ctx context.Context, projectors ...string) error {
	if len(c.Command.Trial.Decided()) > 0 {
		return freshness.ErrBehind // read models never hear of what is only tried
	}
	at := c.Command.LastPosition()
	if at == 0 {
		return nil
	}
	waiting, cancel := context.WithTimeout(ctx, c.pipeline.Patience)
	defer cancel()
	for _, p := range projectors {
		if err := c.pipeline.Reader.Tracker().Wait(waiting, p, at); err != nil {
			c.waited = true
			return err
		}
	}
	return nil
}
