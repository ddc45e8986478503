// Package outside connects to addresses that others have named, such as those of pictures and webhooks. It never lets them reach the shop's
// own network. The address is checked when the connection is made, so that a name cannot resolve to another one afterwards.
package outside

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"syscall"

	"tradelog/domain/fault"
)

// ErrRefused is why a connection is refused: the address is of no network that may be connected to.
var ErrRefused = errors.New("the address is private, reserved, or otherwise not of the public internet")

// Networks are networks that the operator allows, besides the public internet. The zero value allows none.
type Networks []netip.Prefix

// ParseNetworks reads networks such as 10.1.0.0/16, and single addresses.
func ParseNetworks(list []string) (Networks, error) {
	networks := make(Networks, 0, len(list))
	for _, text := range list {
		text = strings.TrimSpace(text)
		network, err := netip.ParsePrefix(text)
		if err != nil {
			var only netip.Addr
			if only, err = netip.ParseAddr(text); err == nil {
				network = netip.PrefixFrom(only.Unmap(), only.Unmap().BitLen())
			}
		}
		if err != nil {
			return nil, fault.Invalidf("%.60q is no network; networks are written like 10.1.0.0/16 or 127.0.0.1.", text)
		}
		networks = append(networks, network.Masked())
	}
	return networks, nil
}

// Allows tells whether the operator allows an address.
func (n Networks) Allows(a netip.Addr) bool {
	a = a.Unmap()
	for _, network := range n {
		if network.Contains(a) {
			return true
		}
	}
	return false
}

// Reaches tells whether an address is of the public internet, or allowed.
func (n Networks) Reaches(a netip.Addr) bool { return Public(a) || n.Allows(a) }

// Transport makes HTTP connections to addresses that are allowed. It uses no proxy, because a proxy would connect instead.
func Transport(allowed func(netip.Addr) bool) *http.Transport {
	dialer := &net.Dialer{Control: func(_, to string, _ syscall.RawConn) error {
		if host, err := netip.ParseAddrPort(to); err != nil || !allowed(host.Addr().Unmap()) {
			return ErrRefused
		}
		return nil
	}}
	return &http.Transport{DialContext: dialer.DialContext}
}

// NoRedirects is for clients that follow no redirects.
func NoRedirects(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// reserved lists networks outside of the public internet, besides those that netip knows.
var reserved = func() (all []netip.Prefix) {
	for _, text := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
		"240.0.0.0/4", "::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16",
		"fec0::/10",
	} {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}()

// Public tells whether an address belongs to the public internet.
func Public(a netip.Addr) bool {
	a = a.Unmap()
	for _, p := range reserved {
		if p.Contains(a) {
			return false
		}
	}
	return a.IsGlobalUnicast() && !a.IsPrivate() && !a.IsLoopback() && !a.IsLinkLocalUnicast()
}
