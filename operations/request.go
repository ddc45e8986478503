package operations

import (
	"net/http"
	"net/url"
	"time"

	"tradelog/commands"
	"tradelog/domain/fault"
)

// Request is what a transport hands to the pipeline. It knows nothing of the transport.
type Request struct {
	Operation *Operation
	Method    string
	Path      string // as it was asked for, below the host, without the query
	Params    map[string]string
	Query     url.Values
	RawQuery  string

	Authorization string
	Caller        *Principal // who calls, where the transport has found that out already
	HasStore      bool       // X-Store-Code was sent, even if empty
	StoreCode     string
	HasCurrency   bool
	CurrencyCode  string
	HasKey        bool
	Key           string // X-Idempotency-Key
	OrderToken    string
	IfNoneMatch   string
	MinPosition   string
	Accept        string
	ContentType   string
	HasBody       bool
	Body          func() ([]byte, error)

	RemoteIP  string // of the client, as far as proxies are trusted
	Forwarded string // X-Forwarded-For as it was sent
	UserAgent string
	RequestID string
	Client    string // the program, where it names itself
	// At backdates what the request does, for demo data. No transport sets it.
	At time.Time
	// KeyPath names the bucket of idempotency keys where it is not the path.
	KeyPath string
	// DryRun has the operation decide and store nothing: see Response.Decided. Keys of idempotency mean nothing then.
	DryRun bool
}

// Response is what a transport sends.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
	// Fault is the failure, for transports that have their own form for it.
	Fault *fault.Error
	// Collection tells that the body lists things.
	Collection bool
	// Decided is what a dry run would have stored.
	Decided []commands.Decided
}

func (r *Response) set(name, value string) {
	if r.Header == nil {
		r.Header = http.Header{}
	}
	r.Header.Set(name, value)
}
