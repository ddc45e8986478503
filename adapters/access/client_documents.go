package access

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"net/http"
	"net/netip"
	"time"

	"tradelog/adapters/outside"
	"tradelog/domain/agent"
	"tradelog/internal/lru"
)

// The bounds of a request, and of the cache.
const (
	documentTimeout = 5 * time.Second
	maxHeader       = 16 << 10
	keptFor         = 10 * time.Minute
	kept            = 1000
	atOnce          = 4
)

// DocumentFetcher fetches documents. Make it with NewDocumentFetcher.
type DocumentFetcher struct {
	public, local *http.Client
	clock         func() time.Time
	slots         chan struct{}
	known         lru.Cache[string, document]
}

type document struct {
	client agent.Client
	read   time.Time
}

// NewDocumentFetcher makes a fetcher. roots are the authorities that certificates are checked against; nil for those of the system.
func NewDocumentFetcher(roots *x509.CertPool, clock func() time.Time) *DocumentFetcher {
	client := func(allowed func(netip.Addr) bool) *http.Client {
		transport := outside.Transport(allowed)
		transport.MaxResponseHeaderBytes, transport.DisableKeepAlives = maxHeader, true
		transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
		return &http.Client{Transport: transport, CheckRedirect: outside.NoRedirects, Timeout: documentTimeout}
	}
	return &DocumentFetcher{
		public: client(outside.Public),
		local:  client(func(a netip.Addr) bool { return outside.Public(a) || a.IsLoopback() }),
		clock:  clock, slots: make(chan struct{}, atOnce), known: lru.New[string, document](kept),
	}
}

// Fetch returns the client whose document is at a URL, from memory for ten minutes. loopback allows addresses of this machine, for a shop
// that is on it. count is called before a request, and may refuse it. agent.ErrMetadata: the document cannot be fetched or is not the
// client's.
func (f *DocumentFetcher) Fetch(ctx context.Context, url string, loopback bool, count func() error) (agent.Client, error) {
	now := f.clock()
	if d, ok := f.known.Get(url); ok && now.Sub(d.read) < keptFor && !now.Before(d.read) {
		return d.client, nil
	}
	if err := count(); err != nil {
		return agent.Client{}, err
	}
	select {
	case f.slots <- struct{}{}:
		defer func() { <-f.slots }()
	case <-ctx.Done():
		return agent.Client{}, ctx.Err()
	}
	through := f.public
	if loopback {
		through = f.local
	}
	c, err := fetch(ctx, through, url)
	if err == nil {
		f.known.Add(url, document{c, now})
	}
	return c, err
}

func fetch(ctx context.Context, through *http.Client, url string) (agent.Client, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return agent.Client{}, agent.ErrMetadata.WithCause(err)
	}
	request.Header.Set("Accept", "application/json")
	response, err := through.Do(request)
	if err != nil {
		return agent.Client{}, agent.ErrMetadata.WithCause(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, agent.MaxMetadata+1))
	if err != nil || response.StatusCode != http.StatusOK || len(body) > agent.MaxMetadata {
		return agent.Client{}, agent.ErrMetadata
	}
	var m agent.Metadata
	if err := json.Unmarshal(body, &m); err != nil || m.ID != url {
		return agent.Client{}, agent.ErrMetadata
	}
	return m.Client(url)
}
