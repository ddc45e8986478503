package http

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"tradelog/domain/fault"
)

func shorten(s string, n int) string {
	if len(s) > n {
		return s[:n]
	}
	return s
}

var idShape = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// requestID returns the client's request ID if it is safe to log, or a new one.
func requestID(given string) string {
	if idShape.MatchString(given) {
		return given
	}
	id, err := uuid.NewV7()
	if err != nil {
		return uuid.NewString()
	}
	return id.String()
}

// clientIP returns the address of the client. X-Forwarded-For is read only behind configured proxies: the client is the last address that
// is not one of them.
func (s *Server) clientIP(c *gin.Context) string {
	host, _, err := net.SplitHostPort(c.Request.RemoteAddr)
	if err != nil {
		host = c.Request.RemoteAddr
	}
	forwarded := c.Request.Header.Values("X-Forwarded-For")
	if len(forwarded) == 0 {
		return host
	}
	shop, err := s.options.Pipeline.Reader.Shop(c.Request.Context())
	if err != nil {
		return host
	}
	trusted := shop.Settings.In(0).Codes("system/trusted_proxies/addresses")
	chain := append(strings.Split(strings.Join(forwarded, ","), ","), host)
	for i := len(chain) - 1; i >= 0; i-- {
		address := strings.TrimSpace(chain[i])
		if i == 0 || !isTrusted(address, trusted) {
			if _, err := netip.ParseAddr(address); err != nil {
				return host
			}
			return address
		}
	}
	return host
}

func isTrusted(address string, trusted []string) bool {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return false
	}
	for _, t := range trusted {
		if prefix, err := netip.ParsePrefix(t); err == nil && prefix.Contains(ip) {
			return true
		}
		if one, err := netip.ParseAddr(t); err == nil && one == ip {
			return true
		}
	}
	return false
}

// protocolDisabled is the error of an interface that is switched off (conventions §15).
var protocolDisabled = fault.NotFoundf("This API protocol is not enabled on this instance.").WithCode("protocol_disabled")

func (s *Server) enabled(c *gin.Context, ctx context.Context, protocol string) bool {
	on, err := s.switchedOn(ctx, protocol)
	switch {
	case err != nil:
		s.fail(c, err, true)
	case !on:
		s.fail(c, protocolDisabled, true)
	}
	return err == nil && on
}

// switchedOn reports whether an interface is switched on.
func (s *Server) switchedOn(ctx context.Context, protocol string) (bool, error) {
	shop, err := s.options.Pipeline.Reader.Shop(ctx)
	if err != nil {
		return false, err
	}
	return shop.Settings.In(0).Flag("apiplatform/protocols/" + protocol), nil
}

// legacy lists the paths of interfaces before REST v2 that this program does not have. Like legacy interfaces that are switched off, they
// answer 404 with an empty body (conventions §15).
var legacy = []string{"/api/rest", "/api/rest/v1"}

// otherInterfaces lists the paths of further interfaces that this program does not have. They answer like an interface that is switched
// off.
var otherInterfaces = []string{"/api/admin/graphql"}

// unrouted answers a request without a route, after the checks that precede routing (conventions §2).
func (s *Server) unrouted(c *gin.Context, err error) {
	if !strings.HasPrefix(c.Request.URL.Path, "/api") {
		s.fail(c, err, false)
		return
	}
	switch path := strings.TrimSuffix(c.Request.URL.Path, "/"); {
	case slices.Contains(legacy, path):
		c.Status(http.StatusNotFound)
		c.Writer.WriteHeaderNow()
		return
	case slices.Contains(otherInterfaces, path):
		s.fail(c, protocolDisabled, true)
		return
	}
	ctx := c.Request.Context()
	if strings.HasPrefix(c.Request.URL.Path, Prefix) && !s.enabled(c, ctx, "rest_v2") {
		return
	}
	s.cors(c, ctx)
	caller, _ := s.caller(c)
	if _, prepareErr := s.options.Pipeline.Prepare(ctx, caller); prepareErr != nil {
		err = prepareErr
	}
	s.fail(c, err, false)
}

// noRoute answers 404 if the path has no route, and 405 if it has routes for other methods. An endpoint with routes answers all paths below
// its own; gin has no catch-all route beside other routes.
func (s *Server) noRoute(c *gin.Context) {
	path := cmp.Or(c.Request.URL.RawPath, c.Request.URL.Path) // the path that the router uses
	methods := s.routes.methods(path)
	if p := s.endpointAround(path); p != nil {
		if methods = slices.Clone(anyMethod); slices.Contains(methods, c.Request.Method) {
			s.endpoint(*p, p.Serve)(c)
			return
		}
	}
	if len(methods) == 0 {
		s.unrouted(c, fault.NotFoundf("No route found for %q", describe(c)))
		return
	}
	c.Header("Allow", strings.Join(methods, ", "))
	told := slices.DeleteFunc(methods, func(m string) bool { return m == http.MethodHead }) // the message never names HEAD
	s.unrouted(c, fault.New(fault.MethodNotAllowed, "No route found for %q: Method Not Allowed (Allow: %s)", describe(c),
		strings.Join(told, ", ")))
}

func describe(c *gin.Context) string {
	scheme := "http"
	if c.Request.TLS != nil {
		scheme = "https"
	}
	return shorten(fmt.Sprintf("%s %s://%s%s", c.Request.Method, scheme, c.Request.Host, c.Request.URL.Path), 300)
}
