package http

import (
	"net/http"
	"strings"
)

// wantsStrict reports whether a client prefers strict handling of its request (RFC 7240 §4.4). Of several values the first counts.
func wantsStrict(h http.Header) bool {
	for part := range strings.SplitSeq(strings.Join(h.Values("Prefer"), ","), ",") {
		preference, _, _ := strings.Cut(part, ";")
		name, value, _ := strings.Cut(preference, "=")
		if strings.EqualFold(strings.TrimSpace(name), "handling") {
			return strings.EqualFold(strings.Trim(strings.TrimSpace(value), `"`), "strict")
		}
	}
	return false
}
