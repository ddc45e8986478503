package http

import (
	"slices"

	"github.com/gin-gonic/gin"

	"tradelog/operations"
)

// listedResource is a resource in the answer to GET /api/rest/v2.
type listedResource struct {
	Name        string       `json:"name"`
	Section     string       `json:"section"`
	Description string       `json:"description,omitempty"`
	Paths       []listedPath `json:"paths"`
}

// listedPath is a path with the methods that the caller may use.
type listedPath struct {
	Path    string   `json:"path"`
	Methods []string `json:"methods"`
}

// listResources lists the resources with the operations that the caller's rights allow. It loads no resource.
func listResources(registry *operations.Registry, who *operations.Principal) []*listedResource {
	out := []*listedResource{}
	known := map[string]*listedResource{}
	for _, o := range registry.All() {
		if !o.Authorizes(who) {
			continue
		}
		r := known[o.Resource.Name]
		if r == nil {
			r = &listedResource{Name: o.Resource.Name, Section: o.Resource.Section, Description: o.Resource.Doc}
			known[r.Name] = r
			out = append(out, r)
		}
		path := Prefix + o.Path
		at := slices.IndexFunc(r.Paths, func(p listedPath) bool { return p.Path == path })
		if at < 0 {
			at = len(r.Paths)
			r.Paths = append(r.Paths, listedPath{Path: path})
		}
		r.Paths[at].Methods = append(r.Paths[at].Methods, o.Method)
	}
	return out
}

// serveResources answers GET /api/rest/v2 with the resources that the caller may use. It refuses invalid tokens like every operation.
func (s *Server) serveResources(c *gin.Context) {
	ctx := c.Request.Context()
	if !s.enabled(c, ctx, "rest_v2") {
		return
	}
	s.cors(c, ctx)
	caller, _ := s.caller(c)
	call, err := s.options.Pipeline.Prepare(ctx, caller)
	if err == nil {
		err = s.options.Pipeline.Identify(ctx, call)
	}
	if err != nil {
		s.fail(c, err, !caller.Token.Sent)
		return
	}
	body, err := encode(map[string]any{
		"resources": listResources(s.options.Pipeline.Registry, call.Principal), "openapi": "/api/docs.json", "docs": "/api/docs",
	})
	if err != nil {
		s.fail(c, err, false)
		return
	}
	c.Writer.Header().Add("Vary", "Authorization")
	c.Header("Cache-Control", "private, no-cache")
	s.send(c, "application/json; charset=utf-8", body)
}
