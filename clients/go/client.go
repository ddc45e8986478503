package tradelog

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"sync"
	"time"
)

// apiPath is the path of REST v2.
const apiPath = "/api/rest/v2"

// Options configures a Client. The zero value is a guest with the defaults.
type Options struct {
	Login *Login // nil: a guest
	// HTTP sends requests; by default the Client has one of its own.
	HTTP *http.Client
	// Store and Currency are the codes of a store view and of a currency; empty: the shop's defaults.
	Store, Currency string
	// Attempts bounds the number of times that a request is sent; 5 by default.
	Attempts int
	// Timeout bounds each attempt; a minute by default.
	Timeout time.Duration
	// MaxBackoff bounds the wait between attempts, unless the shop asks for more; 10 s by default.
	MaxBackoff time.Duration
	// ETags is the number of remembered answers; 100 by default, negative: none.
	ETags int
	// Lenient omits Prefer: handling=strict, which makes the shop refuse misspelt filters.
	Lenient bool
	// Clock tells the time; time.Now by default.
	Clock func() time.Time
}

// Client uses a shop. Any number of goroutines may use it.
type Client struct {
	Resources

	base       *url.URL // ends with /api/rest/v2
	http       *http.Client
	options    Options
	attempts   int
	maxBackoff time.Duration
	session    *session // nil for guests
	memory     *memory

	mu       sync.Mutex
	position string // the highest X-Event-Position

	clock func() time.Time
	wait  func(ctx context.Context, d time.Duration) error
}

// New returns a client of the shop at an address, such as https://shop.example. It sends no request yet.
func New(address string, o Options) (*Client, error) {
	at, err := url.Parse(address)
	if err != nil || at.Host == "" || at.Scheme != "https" && at.Scheme != "http" {
		return nil, fmt.Errorf("the address of a shop is like https://shop.example, not %q", address)
	}
	c := &Client{
		base: at.JoinPath(apiPath), http: o.HTTP, options: o, attempts: or(o.Attempts, 5), maxBackoff: or(o.MaxBackoff, 10*time.Second),
		memory: newMemory(or(o.ETags, 100)), clock: o.Clock, wait: sleep,
	}
	if c.clock == nil {
		c.clock = time.Now
	}
	if c.http == nil {
		c.http = &http.Client{}
	}
	c.options.Timeout = or(o.Timeout, time.Minute)
	if o.Login != nil {
		c.session = newSession(o.Login)
	}
	c.Resources = resourcesOf(c)
	return c, nil
}

func or[T comparable](given, otherwise T) T {
	var zero T
	if given == zero {
		return otherwise
	}
	return given
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Path joins the parts of a path and escapes each, as in Path("orders", 42, "comments").
func Path(parts ...any) string {
	var b strings.Builder
	for _, part := range parts {
		b.WriteByte('/')
		if v := reflect.ValueOf(part); v.Kind() == reflect.Pointer && !v.IsNil() {
			part = v.Elem().Interface() // an optional member of a document
		}
		b.WriteString(url.PathEscape(fmt.Sprint(part)))
	}
	return b.String()
}

// Request is a request of Client.Do.
type Request struct {
	Method string
	Path   string // below /api/rest/v2, such as /products/7; see Path
	Query  url.Values
	Body   any // JSON; a Form; nil: none
	// Header has further headers. The answer to a read with any is not remembered.
	Header http.Header
	// DryRun makes the shop decide a write and store nothing.
	DryRun bool
	// Key is the idempotency key of a write; empty: a random one.
	Key string
	// IfMatch is the ETag that the resource must have, for a write.
	IfMatch string
}

// Option changes the request of a method of a resource.
type Option func(*Request)

// Key is the idempotency key of a write.
func Key(key string) Option { return func(r *Request) { r.Key = key } }

// IfMatch is the ETag that the resource must have.
func IfMatch(etag string) Option { return func(r *Request) { r.IfMatch = etag } }

// DryRun makes the shop decide a write and store nothing.
func DryRun() Option { return func(r *Request) { r.DryRun = true } }

// Header adds a header.
func Header(name, value string) Option {
	return func(r *Request) {
		r.Header = r.Header.Clone()
		if r.Header == nil {
			r.Header = http.Header{}
		}
		r.Header.Set(name, value)
	}
}

func (r Request) with(options []Option) Request {
	for _, set := range options {
		set(&r)
	}
	return r
}

// Response is an answer.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
	// Position is the position of a write in the event log. Later reads of the client are at least that recent.
	Position string
	// Replayed says that this is the stored answer of an earlier request with the same key.
	Replayed bool
}

// Decode reads the body. Numbers in values of type any become json.Number, so that no digit is lost.
func (r *Response) Decode(into any) error {
	d := json.NewDecoder(bytes.NewReader(r.Body))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return &Error{
			Kind: Network, Status: r.Status, RequestID: r.Header.Get("X-Request-Id"), cause: err,
			Message: "the answer cannot be read: " + err.Error(),
		}
	}
	return nil
}

// Do sends a request, repeats it if necessary, and returns the answer, whose status is below 300. It fails with *Error, or with the error
// of the context.
func (c *Client) Do(ctx context.Context, r Request) (*Response, error) {
	return c.send(ctx, &call{
		method: r.Method, path: r.Path, query: r.Query, body: r.Body, key: r.Key, ifMatch: r.IfMatch, attempts: c.attempts, withLogin: true,
		header: r.Header, dryRun: r.DryRun,
	})
}

// Get reads a resource. T is []byte for files, such as a PDF.
func Get[T any](ctx context.Context, c *Client, path string, query url.Values) (T, error) {
	return decoded[T](c.Do(ctx, Request{Method: http.MethodGet, Path: path, Query: query}))
}

// Post sends a body and reads the answer as T; use any if no answer is expected.
func Post[T any](ctx context.Context, c *Client, path string, body any) (T, error) {
	return decoded[T](c.Do(ctx, Request{Method: http.MethodPost, Path: path, Body: body}))
}

// Put changes a resource.
func Put[T any](ctx context.Context, c *Client, path string, body any) (T, error) {
	return decoded[T](c.Do(ctx, Request{Method: http.MethodPut, Path: path, Body: body}))
}

// Delete deletes a resource.
func (c *Client) Delete(ctx context.Context, path string) error {
	_, err := c.Do(ctx, Request{Method: http.MethodDelete, Path: path})
	return err
}

func decoded[T any](answer *Response, err error) (T, error) {
	var into T
	if file, ok := any(&into).(*[]byte); ok && err == nil {
		*file = answer.Body
		return into, nil
	}
	if err == nil && len(answer.Body) > 0 {
		err = answer.Decode(&into)
	}
	return into, err
}

// Position returns the position of the client's last write in the event log, or "". Pass it to Reach of another client to let that one read
// the write.
func (c *Client) Position() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.position
}

// Reach makes later reads at least as recent as a position.
func (c *Client) Reach(position string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.position = later(c.position, position)
}

// forget drops the position of a replaced log.
func (c *Client) forget(position string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.position == position {
		c.position = ""
	}
}

// later returns the later of two positions. A position of another log is newer.
func later(had, got string) string {
	hadLog, hadNumber, _ := strings.Cut(had, ".")
	log, number, ok := strings.Cut(got, ".")
	shorter := len(number) < len(hadNumber) || len(number) == len(hadNumber) && number < hadNumber
	if !ok || log == hadLog && shorter {
		return had
	}
	return got
}
