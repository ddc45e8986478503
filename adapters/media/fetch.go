package media

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"

	"tradelog/domain/fault"
)

// The refusals of addresses (shapes-catalog §2).
var (
	errScheme     = fault.Invalidf("imageUrl must use http or https scheme")
	errAddress    = fault.Invalidf("Invalid imageUrl")
	errUnknown    = fault.Invalidf("Could not resolve imageUrl host")
	errPrivate    = fault.Invalidf("imageUrl cannot point to private or reserved IP addresses")
	errDownload   = fault.Invalidf("Failed to download image from URL")
	fetchDeadline = 10 * time.Second
)

// Fetch downloads a picture from a public address. It follows no redirects and uses no proxy. The address is checked when the connection is
// made, so that the name cannot resolve to another address afterwards.
func Fetch(ctx context.Context, address string) ([]byte, error) { return fetch(ctx, address, public) }

func fetch(ctx context.Context, address string, allowed func(netip.Addr) bool) ([]byte, error) {
	at, err := url.Parse(address)
	switch {
	case err != nil:
		return nil, errAddress
	case at.Scheme != "http" && at.Scheme != "https":
		return nil, errScheme
	case at.Hostname() == "":
		return nil, errAddress
	}
	ctx, cancel := context.WithTimeout(ctx, fetchDeadline)
	defer cancel()
	dialer := &net.Dialer{Control: func(_, to string, _ syscall.RawConn) error {
		if host, err := netip.ParseAddrPort(to); err != nil || !allowed(host.Addr().Unmap()) {
			return errPrivate
		}
		return nil
	}}
	client := &http.Client{
		Transport:     &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errAddress
	}
	answer, err := client.Do(request)
	var unknown *net.DNSError
	switch {
	case errors.Is(err, errPrivate):
		return nil, errPrivate
	case errors.As(err, &unknown):
		return nil, errUnknown.WithCause(err)
	case err != nil:
		return nil, errDownload.WithCause(err)
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(io.LimitReader(answer.Body, MaxBytes+1))
	if err != nil || answer.StatusCode != http.StatusOK || len(content) == 0 || len(content) > MaxBytes {
		return nil, errDownload.WithCause(err)
	}
	return content, nil
}

// reserved lists networks outside of the public internet, besides those that netip knows.
var reserved = func() (all []netip.Prefix) {
	for _, text := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
		"240.0.0.0/4", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "fec0::/10",
	} {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}()

// public tells whether an address belongs to the public internet.
func public(a netip.Addr) bool {
	for _, p := range reserved {
		if p.Contains(a) {
			return false
		}
	}
	return a.IsGlobalUnicast() && !a.IsPrivate() && !a.IsLoopback() && !a.IsLinkLocalUnicast()
}
