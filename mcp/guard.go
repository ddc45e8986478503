package mcp

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"tradelog/readmodels"
)

// hosts are those the shop is reached at. Requests for others are refused, so that no web page can talk to a server inside
// a network through the browser of somebody there, by letting a name of its own lead to it. The list is that of the base
// URLs as they are now, made again when the shop's configuration has changed.
type hosts struct {
	known ofShop[map[string]bool]
}

// refuse tells why a request is refused; empty when it is not. Where a browser says which page asks, that counts.
func (h *hosts) refuse(shop *readmodels.Shop, r *http.Request) string {
	names := h.known.of(shop, hostsOf)
	if origin := r.Header.Get("Origin"); origin != "" {
		if u, err := url.Parse(origin); err != nil || !names[strings.ToLower(u.Hostname())] {
			return "Forbidden: Invalid Origin header."
		}
		return ""
	}
	if !names[hostname(r.Host)] {
		return "Forbidden: Invalid Host header."
	}
	return ""
}

func hostsOf(shop *readmodels.Shop) map[string]bool {
	names := map[string]bool{}
	add := func(storeID int64) {
		config := shop.Settings.In(storeID)
		for _, path := range []string{"web/secure/base_url", "web/unsecure/base_url"} {
			if u, err := url.Parse(config.Text(path)); err == nil && u.Hostname() != "" {
				names[strings.ToLower(u.Hostname())] = true
			}
		}
	}
	add(0)
	for _, s := range shop.Stores {
		add(s.ID)
	}
	return names
}

// hostname is a Host header without the port, in lower case.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}
