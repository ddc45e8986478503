package clienttest

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Action is the proxy's reaction to a request in place of passing it on.
type Action int

// The actions.
const (
	Refuse     Action = iota // answers 503 with Retry-After, and passes nothing on
	Throttle                 // answers 429 with Retry-After, and passes nothing on
	Cut                      // cuts the connection, and passes nothing on
	LoseAnswer               // passes the request on, waits for the answer, and cuts the connection without it
	CutAnswer                // passes the request on, sends half of the answer's body, and cuts the connection
	Conflict                 // answers 409 with Message, and passes nothing on
)

// Fault is the action for the next matching requests.
type Fault struct {
	Method string // any if empty
	Path   string // below /api/rest/v2, such as /products/7; of several paths, their beginning with a star: /products*
	Do     Action
	Times  int // number of requests; 1 if it is 0
	// RetryAfter is the value of the header Retry-After, in seconds, of Refuse and Throttle; no header if it is negative.
	RetryAfter int
	Message    string // of Conflict
}

// Request is a request that the proxy received.
type Request struct {
	Method, Path string // Path is below /api/rest/v2, with the query
	Header       http.Header
}

// Proxy is between clients and a shop. It passes requests on, except those with a fault from Inject.
type Proxy struct {
	url string

	mu     sync.Mutex
	target *url.URL // nil while there is no shop
	faults []Fault
	seen   []Request
}

const base = "/api/rest/v2"

func newProxy(t testing.TB) *Proxy {
	p := &Proxy{}
	server := httptest.NewServer(p)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	p.url = server.URL
	return p
}

// Inject adds a fault. Faults that match the same request happen in the order in which they were added.
func (p *Proxy) Inject(f Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f.Times = max(f.Times, 1)
	p.faults = append(p.faults, f)
}

// Clear removes the remaining faults and the recorded requests. It returns the faults.
func (p *Proxy) Clear() []Fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	left := p.faults
	p.faults, p.seen = nil, nil
	return left
}

// Seen returns the requests to a path since Clear, in their order. The path is matched as that of a Fault, without the query.
func (p *Proxy) Seen(method, path string) []Request {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Collect(func(yield func(Request) bool) {
		for _, r := range p.seen {
			if matches(Fault{Method: method, Path: path}, r) && !yield(r) {
				return
			}
		}
	})
}

func (p *Proxy) lead(to string) {
	target, err := url.Parse(to)
	if err != nil {
		panic(err) // the program printed it
	}
	p.to(target)
}

func (p *Proxy) to(target *url.URL) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.target = target
}

func matches(f Fault, r Request) bool {
	path, _, _ := strings.Cut(r.Path, "?")
	beginning, several := strings.CutSuffix(f.Path, "*")
	return (f.Method == "" || f.Method == r.Method) && (path == f.Path || several && strings.HasPrefix(path, beginning))
}

// take records a request and returns its fault, if there is one.
func (p *Proxy) take(r *http.Request) (to *url.URL, fault Fault, faulty bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	seen := Request{Method: r.Method, Path: strings.TrimPrefix(r.URL.RequestURI(), base), Header: r.Header.Clone()}
	p.seen = append(p.seen, seen)
	i := slices.IndexFunc(p.faults, func(f Fault) bool { return matches(f, seen) })
	if i < 0 {
		return p.target, Fault{}, false
	}
	fault = p.faults[i]
	if p.faults[i].Times--; p.faults[i].Times == 0 {
		p.faults = slices.Delete(p.faults, i, i+1)
	}
	return p.target, fault, true
}

// ServeHTTP passes a request on, or carries out its fault.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	to, fault, faulty := p.take(r)
	switch {
	case faulty && refusals[fault.Do].status > 0:
		refuse(w, fault)
	case faulty && fault.Do == Cut || to == nil:
		panic(http.ErrAbortHandler) // the server closes the connection
	default:
		pass := httputil.ReverseProxy{
			Rewrite: func(r *httputil.ProxyRequest) {
				r.Out.URL.Scheme, r.Out.URL.Host = to.Scheme, to.Host
				r.Out.Host = r.In.Host
			},
			ErrorHandler:  func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
			ErrorLog:      log.New(io.Discard, "", 0), // would report each cut
			FlushInterval: -1,
		}
		if faulty {
			pass.ModifyResponse = func(answer *http.Response) error { return spoil(answer, fault.Do) }
		}
		pass.ServeHTTP(w, r)
	}
}

// refusals are the answers of actions that pass nothing on.
var refusals = map[Action]struct {
	status int
	code   string
}{
	Refuse: {http.StatusServiceUnavailable, "service_unavailable"}, Throttle: {http.StatusTooManyRequests, "too_many_requests"},
	Conflict: {http.StatusConflict, "conflict"},
}

func refuse(w http.ResponseWriter, f Fault) {
	as := refusals[f.Do]
	if f.RetryAfter >= 0 && f.Do != Conflict {
		w.Header().Set("Retry-After", fmt.Sprint(f.RetryAfter))
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(as.status)
	fmt.Fprintf(w, `{"error":%q,"message":%q,"code":%d}`, as.code, f.Message, as.status)
}

// spoil waits for the whole answer and loses it, or half of it.
func spoil(answer *http.Response, how Action) error {
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if how == LoseAnswer || len(body) == 0 {
		// ErrorHandler cuts the connection. An answer without a body is complete with its headers, so CutAnswer loses it.
		return fmt.Errorf("lost")
	}
	answer.Body = io.NopCloser(io.MultiReader(strings.NewReader(string(body[:len(body)/2])), cut{}))
	return nil
}

// cut is the rest of a body that never comes. The proxy then cuts the connection, because the length was announced.
type cut struct{}

// Read fails.
func (cut) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
