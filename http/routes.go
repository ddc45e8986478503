package http

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
)

// listed is the order of methods in headers and messages.
var listed = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"}

// anyMethod lists the methods that every Endpoint answers.
var anyMethod = append([]string{"OPTIONS", "CONNECT", "TRACE"}, listed...)

// newRouter makes the router of a listener.
func newRouter() *gin.Engine {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	e.RedirectTrailingSlash = false
	e.ContextWithFallback = false
	return e
}

// handle adds a route. A route for GET answers HEAD, too.
func handle(e *gin.Engine, method, path string, h gin.HandlerFunc) {
	e.Handle(method, path, h)
	if method == http.MethodGet {
		e.HEAD(path, h)
	}
}

// dispatch passes a request to the router with a normalised RawPath, if it has one. An encoded slash then belongs to its segment, as in the
// SKU A/B, and other characters may be encoded or not.
func (s *Server) dispatch(w http.ResponseWriter, r *http.Request) {
	if r.URL.RawPath != "" {
		segments := strings.Split(r.URL.RawPath, "/")
		for i, segment := range segments {
			plain, _ := url.PathUnescape(segment) // the URL parser has checked it
			segments[i] = url.PathEscape(plain)
		}
		u, usual := *r.URL, *r
		u.RawPath, usual.URL = strings.Join(segments, "/"), &u
		r = &usual
	}
	s.engine.ServeHTTP(w, r)
}

// decode decodes path variables of a RawPath. gin would take a plus sign for a space.
func decode(c *gin.Context) {
	if c.Request.URL.RawPath != "" {
		for i := range c.Params {
			c.Params[i].Value, _ = url.PathUnescape(c.Params[i].Value)
		}
	}
}

// endpointAround returns the endpoint with routes that a path belongs to; nil if there is none.
func (s *Server) endpointAround(path string) *Endpoint {
	for i := range s.options.Endpoints {
		if p := &s.options.Endpoints[i]; len(p.Routes) > 0 && (path == p.Path || strings.HasPrefix(path, p.Path+"/")) {
			return p
		}
	}
	return nil
}

// routes knows the methods of each path. The router cannot tell them: its search in one method's tree leaves traces in the next, so its
// list includes methods of neighbouring paths.
type routes struct {
	all func() []route
}

type route struct {
	method   string
	segments []string
}

// routesOf reads the router's routes on first use, after all routes were added.
func routesOf(e *gin.Engine) routes {
	return routes{sync.OnceValue(func() (out []route) {
		for _, r := range e.Routes() {
			out = append(out, route{r.Method, strings.Split(r.Path, "/")})
		}
		return out
	})}
}

// methods lists the methods of a path in the usual order. The list is empty if the path does not exist.
func (r routes) methods(path string) []string {
	var out []string
	segments := strings.Split(path, "/")
	for _, known := range r.all() {
		if known.matches(segments) && !slices.Contains(out, known.method) {
			out = append(out, known.method)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return slices.Index(listed, a) - slices.Index(listed, b) })
	return out
}

func (r route) matches(path []string) bool {
	for i, s := range r.segments {
		switch {
		case strings.HasPrefix(s, "*"):
			return i < len(path)
		case i >= len(path):
			return false
		case strings.HasPrefix(s, ":"):
			if path[i] == "" {
				return false
			}
		case s != path[i]:
			return false
		}
	}
	return len(r.segments) == len(path)
}
