package http

import (
	"slices"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
)

// listed is the order in which methods are named.
var listed = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"}

// routes knows the methods of each path. The router itself cannot be asked: its list of a path's methods includes some of
// neighbouring paths, because a search in one method's tree leaves traces in the next.
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

// methods lists the methods of a path in the usual order. It is empty if the path does not exist.
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
