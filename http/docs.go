package http

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/representation"
)

// docs is what describes the interface to people and programs. It is made once from the registry.
type docs struct {
	openAPI  []byte
	page     []byte
	policy   string // of the page
	contexts map[string]bool
}

func newDocs(registry *operations.Registry, version string) (*docs, error) {
	described, err := openAPI(registry, version)
	if err != nil {
		return nil, err
	}
	document, err := json.Marshal(described)
	if err != nil {
		return nil, err
	}
	d := &docs{openAPI: document, page: docsPage, policy: contentPolicy(docsPage), contexts: map[string]bool{}}
	for _, o := range registry.All() {
		d.contexts[o.Resource.Name] = true
	}
	return d, nil
}

// serveDocs picks the page for browsers and the document for programs.
func (s *Server) serveDocs(c *gin.Context) {
	if strings.Contains(c.GetHeader("Accept"), "text/html") {
		s.serveDocsPage(c)
		return
	}
	s.serveOpenAPI(c)
}

func (s *Server) serveOpenAPI(c *gin.Context) {
	if s.enabled(c, c.Request.Context(), "rest_v2") {
		c.Data(http.StatusOK, "application/vnd.oai.openapi+json; charset=utf-8", s.docs.openAPI)
	}
}

func (s *Server) serveDocsPage(c *gin.Context) {
	if s.enabled(c, c.Request.Context(), "rest_v2") {
		c.Header("Content-Security-Policy", s.docs.policy)
		c.Header("Referrer-Policy", "no-referrer")
		c.Header("X-Content-Type-Options", "nosniff")
		c.Data(http.StatusOK, "text/html; charset=utf-8", s.docs.page)
	}
}

// serveContext describes the terms of a type's JSON-LD: they are the type's own members.
func (s *Server) serveContext(c *gin.Context) {
	name := c.Param("type")
	if !s.docs.contexts[name] {
		s.write(c, representation.Failed(s.options.Pipeline, fault.NotFoundf("Not Found"), false))
		return
	}
	c.Header("Cache-Control", "public, max-age=3600")
	body, err := json.Marshal(map[string]any{"@context": map[string]string{"@vocab": "/api/docs.json#" + name + "/"}})
	if err != nil {
		s.write(c, representation.Failed(s.options.Pipeline, err, false))
		return
	}
	c.Data(http.StatusOK, "application/ld+json; charset=utf-8", body)
}
