package http

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"
)

var (
	corsMethods = []string{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
	corsHeaders = []string{"content-type", "authorization", "accept", "x-requested-with", "x-store-code", "x-currency-code",
		"x-idempotency-key", "x-order-token", "if-match", "if-none-match", "x-min-position", "x-request-id", "x-dry-run", "prefer",
		"traceparent"}
	corsExposed = "link, deprecation, sunset, etag, x-total-count, x-event-position, x-idempotency-body-differs, " +
		"x-idempotency-replayed, x-request-id, retry-after, x-dry-run, preference-applied, ratelimit, ratelimit-policy"
)

// origins lists the origins from which browsers may call (conventions §13). They are the configured origins without wildcards, or else the
// origin of the base URL.
func (s *Server) origins(ctx context.Context) []string {
	shop, err := s.options.Pipeline.Reader.Shop(ctx)
	if err != nil {
		return nil
	}
	var out []string
	for _, o := range shop.Settings.In(0).Codes("apiplatform/general/cors_origins") {
		if !strings.Contains(o, "*") {
			out = append(out, o)
		}
	}
	if len(out) == 0 {
		if u, err := url.Parse(shop.BaseURL(0)); err == nil && u.Host != "" {
			out = append(out, u.Scheme+"://"+u.Host)
		}
	}
	return out
}

// cors adds the headers for a request from another origin that is allowed.
func (s *Server) cors(c *gin.Context, ctx context.Context) {
	c.Header("Vary", "Origin") // also without an Origin header, so that a cache does not give this answer to a page of another origin
	origin := c.GetHeader("Origin")
	if origin == "" {
		return
	}
	if sameOrigin(origin, c.Request) {
		return // a same-origin request needs no headers
	}
	if slices.Contains(s.origins(ctx), origin) {
		c.Header("Access-Control-Allow-Origin", origin)
		c.Header("Access-Control-Expose-Headers", corsExposed)
	}
}

func sameOrigin(origin string, r *http.Request) bool {
	u, err := url.Parse(origin)
	return err == nil && u.Host == r.Host
}

// preflight answers a CORS preflight before toggles and authentication. It returns false if the request is not a preflight.
func (s *Server) preflight(c *gin.Context) bool {
	origin, method := c.GetHeader("Origin"), c.GetHeader("Access-Control-Request-Method")
	p := s.endpointAt(c.Request.URL.Path)
	if origin == "" || method == "" || p == nil && !strings.HasPrefix(c.Request.URL.Path, "/api/") {
		return false
	}
	if p != nil && p.Extra {
		if on, err := s.switchedOn(c.Request.Context(), p.Protocol); err != nil || !on {
			return false
		}
	}
	allowed := corsHeaders
	if p != nil {
		if sameOrigin(origin, c.Request) {
			return false // the endpoint handles OPTIONS itself
		}
		allowed = append(slices.Clone(corsHeaders), p.Headers...)
	}
	c.Header("Vary", "Origin")
	c.Header("Access-Control-Allow-Methods", strings.Join(corsMethods, ", "))
	c.Header("Access-Control-Allow-Headers", strings.Join(allowed, ", "))
	c.Header("Access-Control-Max-Age", "3600")
	if slices.Contains(s.origins(c.Request.Context()), origin) {
		c.Header("Access-Control-Allow-Origin", origin)
	}
	if !slices.Contains(corsMethods, method) {
		c.Status(http.StatusMethodNotAllowed)
		c.Writer.WriteHeaderNow()
		return true
	}
	for _, name := range strings.Split(c.GetHeader("Access-Control-Request-Headers"), ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); name != "" && !slices.Contains(allowed, name) {
			c.String(http.StatusBadRequest, "Unauthorized header %s", shorten(name, 100))
			return true
		}
	}
	c.Status(http.StatusOK)
	c.Writer.WriteHeaderNow()
	return true
}
