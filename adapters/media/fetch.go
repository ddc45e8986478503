package media

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"tradelog/adapters/outside"
	"tradelog/domain/fault"
)

// The refusals of addresses (shapes-catalog §2).
var (
	errScheme     = fault.Invalidf("imageUrl must use http or https scheme").About(fault.Format, "imageUrl")
	errAddress    = fault.Invalidf("Invalid imageUrl").About(fault.Format, "imageUrl")
	errUnknown    = fault.Invalidf("Could not resolve imageUrl host").About(fault.Format, "imageUrl")
	errPrivate    = fault.Invalidf("imageUrl cannot point to private or reserved IP addresses").About(fault.Format, "imageUrl")
	errDownload   = fault.Invalidf("Failed to download image from URL").About(fault.Unknown, "imageUrl")
	fetchDeadline = 10 * time.Second
)

// Fetch downloads a picture from a public address. It follows no redirects and uses no proxy. The address is checked when the connection is
// made, so that the name cannot resolve to another address afterwards.
func Fetch(ctx context.Context, address string) ([]byte, error) {
	return fetch(ctx, address, outside.Public)
}

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
	transport := outside.Transport(allowed)
	transport.DisableKeepAlives = true
	client := &http.Client{Transport: transport, CheckRedirect: outside.NoRedirects}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errAddress
	}
	answer, err := client.Do(request)
	var unknown *net.DNSError
	switch {
	case errors.Is(err, outside.ErrRefused):
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
