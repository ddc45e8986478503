package mcp

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"tradelog/readmodels/directory"
)

// hosts are the hosts of the shop's base URLs. Requests for other hosts are refused, against DNS rebinding: a web page cannot reach a
// server in a private network through a visitor's browser.
type hosts struct {
	known perShop[map[string]bool]
}

// refuse returns the reason to refuse a request, or "". It checks the Origin header if there is one, else the Host header.
func (h *hosts) refuse(shop *directory.Shop, r *http.Request) string {
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

func hostsOf(shop *directory.Shop) map[string]bool {
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
	// A shop on this machine has all loopback names, because no page from elsewhere can have one of them.
	if slices.ContainsFunc(loopback, func(name string) bool { return names[name] }) {
		for _, name := range loopback {
			names[name] = true
		}
	}
	return names
}

// loopback lists the names of the machine itself.
var loopback = []string{"localhost", "127.0.0.1", "::1"}

// hostname returns a Host header without its port, in lower case.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}
