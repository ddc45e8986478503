// Package agent holds the demands of the shop's authorization server on programs that want to act for an account. They follow OAuth 2.1 as
// the Model Context Protocol of 2025-11-25 has it. Clients are public: they have no secret, and prove with PKCE (RFC 7636) that they are
// the ones who asked.
package agent

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tradelog/domain/fault"
)

// The refusals of the protocol, by their codes (RFC 6749 §5.2, RFC 7591 §3.2.2, RFC 8707 §2).
var (
	ErrClient    = fault.New(fault.Unauthorized, "The client is not known here").WithCode("invalid_client")
	ErrGrant     = fault.Invalidf("The code or refresh token is not valid").WithCode("invalid_grant")
	ErrTarget    = fault.Invalidf("Tokens are given for the MCP endpoint of this shop only").WithCode("invalid_target")
	ErrScope     = fault.Invalidf("There is no such tool set").WithCode("invalid_scope")
	errRedirect  = fault.Invalidf("A redirect URI is https, or http on this machine, without a fragment").WithCode("invalid_redirect_uri")
	ErrMetadata  = fault.Invalidf("The metadata of the client cannot be used").WithCode("invalid_client_metadata")
	ErrResponse  = fault.Invalidf("Only the response type code is given").WithCode("unsupported_response_type")
	ErrGrantType = fault.Invalidf("Only authorization_code and refresh_token are taken").WithCode("unsupported_grant_type")
	ErrDenied    = fault.Forbiddenf("The account did not allow it").WithCode("access_denied")
	errProof     = fault.Invalidf("A code_challenge of the method S256 is required").WithCode("invalid_request")
)

// The bounds of a client's own description.
const (
	maxName      = 100
	maxRedirects = 10
	maxURI       = 2000
	// MaxMetadata bounds the metadata of a client, in bytes.
	MaxMetadata = 5 << 10
)

// Client is a program that wants to act for accounts. All members but its ID are its own description of itself.
type Client struct {
	ID           string   `json:"client_id"`
	Name         string   `json:"client_name"`
	RedirectURIs []string `json:"redirect_uris"`
}

// Metadata are the members of a registration (RFC 7591) or of a client's metadata document that are read.
type Metadata struct {
	ID           string   `json:"client_id"`
	Name         string   `json:"client_name"`
	RedirectURIs []string `json:"redirect_uris"`
	Method       string   `json:"token_endpoint_auth_method"`
	Responses    []string `json:"response_types"`
	Grants       []string `json:"grant_types"`
}

// Client returns the client that metadata describe. Its ID is given. A client without a name is called by the host of its first redirect
// URI.
func (m Metadata) Client(id string) (Client, error) {
	c := Client{ID: id, Name: strings.TrimSpace(m.Name), RedirectURIs: m.RedirectURIs}
	if len(m.RedirectURIs) == 0 || len(m.RedirectURIs) > maxRedirects {
		return c, errRedirect
	}
	for _, uri := range m.RedirectURIs {
		if err := checkRedirect(uri); err != nil {
			return c, err
		}
	}
	if c.Name == "" {
		c.Name = Host(m.RedirectURIs[0])
	}
	switch {
	case !utf8.ValidString(c.Name) || utf8.RuneCountInString(c.Name) > maxName || strings.ContainsFunc(c.Name, hidden):
		return c, ErrMetadata
	case len(m.Responses) > 0 && !slices.Contains(m.Responses, "code"):
		return c, ErrMetadata
	case len(m.Grants) > 0 && !slices.Contains(m.Grants, "authorization_code"):
		return c, ErrMetadata
	}
	return c, nil
}

// hidden reports characters with which a name could pretend to be another text: control characters, and those that change the direction.
func hidden(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }

// loopback reports whether a host is the machine of the browser itself.
func loopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.IsLoopback()
}

// parse returns an absolute URL with a host, without user and fragment; nil if the text is none.
func parse(text string) *url.URL {
	u, err := url.Parse(text)
	if err != nil || len(text) > maxURI || u.Hostname() == "" || u.Opaque != "" || u.User != nil || strings.Contains(text, "#") ||
		!utf8.ValidString(text) ||
		strings.ContainsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || hidden(r) }) {
		return nil
	}
	return u
}

// hostShape is a host that can stand in a header: a name or an address, with or without a port.
var hostShape = regexp.MustCompile(`^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$`)

// checkRedirect returns errRedirect for a redirect URI that is neither https nor http on the machine of the browser.
func checkRedirect(uri string) error {
	u := parse(uri)
	if u == nil || !hostShape.MatchString(u.Host) || strings.Contains(uri, "*") ||
		u.Scheme != "https" && (u.Scheme != "http" || !loopback(u.Hostname())) {
		return errRedirect
	}
	return nil
}

// Permits reports whether the client has registered a redirect URI. One with http on the machine itself may have another port (RFC 8252
// §7.3), all else must be equal.
func (c Client) Permits(uri string) bool {
	if checkRedirect(uri) != nil {
		return false
	}
	return slices.ContainsFunc(c.RedirectURIs, func(registered string) bool {
		return registered == uri || withoutPort(registered) != "" && withoutPort(registered) == withoutPort(uri)
	})
}

// withoutPort returns a redirect URI with http on the machine itself, without its port; "" for another one.
func withoutPort(uri string) string {
	u := parse(uri)
	if u == nil || u.Scheme != "http" || !loopback(u.Hostname()) {
		return ""
	}
	u.Host = u.Hostname()
	return u.String()
}

// Host returns the host of a redirect URI with its port, as people are shown it.
func Host(uri string) string {
	if u := parse(uri); u != nil {
		return u.Host
	}
	return ""
}

// Origin returns the scheme and the host of a redirect URI.
func Origin(uri string) string {
	if u := parse(uri); u != nil {
		return u.Scheme + "://" + u.Host
	}
	return ""
}

// IsDocument reports whether a client ID is the URL of a metadata document: https, with a path and without dots in it as segments.
func IsDocument(id string) bool {
	u := parse(id)
	if u == nil || u.Scheme != "https" || u.Path == "" || u.Path == "/" {
		return false
	}
	return !slices.ContainsFunc(strings.Split(u.Path, "/"), func(segment string) bool { return segment == "." || segment == ".." })
}

// OnLoopback reports whether a base URL is on the machine itself.
func OnLoopback(base string) bool {
	u := parse(base)
	return u != nil && loopback(u.Hostname())
}

// challengeShape matches a SHA-256 in base64url, verifierShape the text that it is made of (RFC 7636 §4).
var (
	challengeShape = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)
	verifierShape  = regexp.MustCompile(`^[A-Za-z0-9._~-]{43,128}$`)
)

// CheckChallenge returns errProof for a challenge without the method S256.
func CheckChallenge(challenge, method string) error {
	if method != "S256" || !challengeShape.MatchString(challenge) {
		return errProof
	}
	return nil
}

// Proves reports whether a verifier belongs to a challenge.
func Proves(verifier, challenge string) bool {
	sum := sha256.Sum256([]byte(verifier))
	made := base64.RawURLEncoding.EncodeToString(sum[:])
	return verifierShape.MatchString(verifier) && subtle.ConstantTimeCompare([]byte(made), []byte(challenge)) == 1
}

// SameResource reports whether a resource indicator (RFC 8707) names a resource. A missing one does. A query and a slash at the end do not
// matter, because the tool set of a connection stands in the query.
func SameResource(indicator, resource string) bool {
	if indicator == "" {
		return true
	}
	u := parse(indicator)
	if u == nil {
		return false
	}
	u.RawQuery, u.ForceQuery = "", false
	return strings.TrimSuffix(u.String(), "/") == strings.TrimSuffix(resource, "/")
}
