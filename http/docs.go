package http

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"tradelog/operations"
	"tradelog/representation"
)

// docs holds the descriptions of the interface for people and programs. They are made once from the registry. The large
// documents are made when they are first requested.
type docs struct {
	openAPI  map[string]func() (*representation.Response, error) // by the version of the format
	hydra    func() ([]byte, error)
	page     []byte
	policy   string // Content-Security-Policy of the page
	contexts map[string]bool
	entries  []entry
	// The entry point in both representations.
	entryPlain, entryLinked []byte
}

func newDocs(registry *operations.Registry, version string) (*docs, error) {
	d := &docs{
		openAPI: map[string]func() (*representation.Response, error){},
		hydra:   sync.OnceValues(func() ([]byte, error) { return hydra(registry) }),
		page:    docsPage, policy: contentPolicy(docsPage), contexts: map[string]bool{}, entries: entries(registry),
	}
	for _, of := range openAPIVersions {
		d.openAPI[of.version] = sync.OnceValues(func() (*representation.Response, error) {
			described, err := openAPI(registry, version)
			if err != nil {
				return nil, err
			}
			return openAPIResponse(of.translate(described))
		})
	}
	var err error
	if d.entryPlain, d.entryLinked, err = entrypoints(registry); err != nil {
		return nil, err
	}
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

func (s *Server) serveOpenAPI(c *gin.Context) {
	if !s.enabled(c, c.Request.Context(), "rest_v2") {
		return
	}
	version, err := openAPIVersion(c.Query("spec_version"))
	if err != nil {
		s.fail(c, err, false)
		return
	}
	document, err := s.docs.openAPI[version]()
	if err != nil {
		s.fail(c, err, false)
		return
	}
	if document.Matches(strings.Join(c.Request.Header.Values("If-None-Match"), ", ")) {
		document = document.Unchanged()
	}
	s.write(c, document)
}

// openAPIResponse renders a document. Caches ask each time whether it is still the same, since an upgrade changes it. At /api/docs the
// format depends on Accept.
func openAPIResponse(document object) (*representation.Response, error) {
	body, err := json.Marshal(document)
	if err != nil {
		return nil, err
	}
	r := &representation.Response{Status: http.StatusOK, Body: body}
	r.Set("Content-Type", openAPIType+"; charset=utf-8")
	r.Set("Cache-Control", "no-cache")
	r = representation.Finish(r)
	r.Set("Vary", "Accept")
	return r, nil
}

func (s *Server) serveDocsPage(c *gin.Context) {
	if s.enabled(c, c.Request.Context(), "rest_v2") {
		c.Header("Content-Security-Policy", s.docs.policy)
		c.Header("Referrer-Policy", "no-referrer")
		c.Header("X-Content-Type-Options", "nosniff")
		c.Data(http.StatusOK, "text/html; charset=utf-8", s.docs.page)
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
	c.Data(http.StatusOK, "application/ld+json; charset=utf-8", body)
}
