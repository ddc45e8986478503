package http

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"tradelog/operations"
	"tradelog/operations/representation"
)

// docs holds the descriptions of the interface for people and programs. They are made once from the registry, the large ones on first
// request.
type docs struct {
	openAPI  map[string]func() (*answer, error) // by the version of the format
	hydra    func() (*answer, error)
	page     *answer
	policy   string // Content-Security-Policy of the page
	contexts map[string]bool
	entries  []entry
	// The entry point in both representations.
	entryPlain, entryLinked *answer
}

func newDocs(registry *operations.Registry, version string) (*docs, error) {
	d := &docs{
		openAPI: map[string]func() (*answer, error){},
		hydra: sync.OnceValues(func() (*answer, error) {
			body, err := hydra(registry)
			return document(linkedType, body), err
		}),
		page: document(htmlType, docsPage), policy: contentPolicy(docsPage), contexts: map[string]bool{}, entries: entries(registry),
	}
	for _, of := range openAPIVersions {
		d.openAPI[of.version] = sync.OnceValues(func() (*answer, error) {
			described, err := openAPI(registry, version)
			if err != nil {
				return nil, err
			}
			return openAPIAnswer(of.translate(described))
		})
	}
	plain, linked, err := entrypoints(registry)
	if err != nil {
		return nil, err
	}
	d.entryPlain, d.entryLinked = document("application/json; charset=utf-8", plain), document(linkedType, linked)
	for _, o := range registry.All() {
		d.contexts[o.Resource.Name] = true
	}
	return d, nil
}

// serveDocs sends the page to browsers and the documents to programs.
func (s *Server) serveDocs(c *gin.Context) {
	switch accept := c.GetHeader("Accept"); {
	case strings.Contains(accept, "text/html"):
		s.serveDocsPage(c)
	case strings.Contains(accept, "application/ld+json"):
		s.serveHydra(c)
	default:
		s.serveOpenAPI(c)
	}
}

// openAPIType is the media type of OpenAPI documents.
const openAPIType = "application/vnd.oai.openapi+json"

const (
	linkedType = "application/ld+json; charset=utf-8"
	htmlType   = "text/html; charset=utf-8"
)

func (s *Server) serveOpenAPI(c *gin.Context) {
	if !s.enabled(c, c.Request.Context(), "rest_v2") {
		return
	}
	version, err := openAPIVersion(c.Query("spec_version"))
	if err != nil {
		s.fail(c, err, false)
		return
	}
	described, err := s.docs.openAPI[version]()
	if err != nil {
		s.fail(c, err, false)
		return
	}
	s.sendDocument(c, described)
}

// openAPIAnswer renders a document. Caches must revalidate it each time, since an upgrade changes it. At /api/docs the format depends on
// Accept.
func openAPIAnswer(described object) (*answer, error) {
	body, err := json.Marshal(described)
	if err != nil {
		return nil, err
	}
	r := &representation.Response{Status: http.StatusOK, Body: body}
	r.Set("Content-Type", openAPIType+"; charset=utf-8")
	r.Set("Cache-Control", "no-cache")
	r = representation.Finish(r)
	r.Set("Vary", "Accept")
	return &answer{full: r, unchanged: r.Unchanged()}, nil
}

func (s *Server) serveDocsPage(c *gin.Context) {
	if s.enabled(c, c.Request.Context(), "rest_v2") {
		c.Header("Content-Security-Policy", s.docs.policy)
		c.Header("Referrer-Policy", "no-referrer")
		c.Header("X-Content-Type-Options", "nosniff")
		s.sendDocument(c, s.docs.page)
	}
}

// serveContext sends the JSON-LD context of a type.
func (s *Server) serveContext(c *gin.Context) {
	terms, err := s.docs.context(c.Param("type"))
	if err != nil {
		s.fail(c, err, false)
		return
	}
	body, err := encode(terms)
	if err != nil {
		s.fail(c, err, false)
		return
	}
	c.Header("Cache-Control", "public, max-age=3600")
	s.send(c, linkedType, body)
}
