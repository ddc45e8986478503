package http

import (
	"net/http"
	"strings"
	"unicode"

	"github.com/gin-gonic/gin"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/representation"
	"tradelog/operations/schema"
	"tradelog/readmodels/directory"
)

// catalogPath is the well-known path of the API catalog (RFC 9727).
const catalogPath = "/.well-known/api-catalog"

// Document describes an endpoint to programs. The server sends it while the endpoint is switched on.
type Document struct {
	Paths []string // catalogues name the first
	Type  string
	Title string
	Make  func(shop *directory.Shop) ([]byte, error)
}

// discover adds the routes of discovery: the entry point, the descriptions and the well-known documents.
func (s *Server) discover() {
	s.read("/", s.serveFirst)
	s.read("/api", s.serveEntrypoint)
	s.read(Prefix, s.serveResources)
	s.read("/api/docs", s.serveDocs)
	s.read("/api/docs.json", s.serveOpenAPI)
	s.read("/api/docs.jsonld", s.serveHydra)
	s.read("/api/docs.html", s.serveDocsPage)
	s.read("/api/contexts/:type", s.serveContext)
	s.read(catalogPath, s.serveCatalog)
	for _, p := range s.options.Endpoints {
		for _, path := range p.Document.Paths {
			s.read(path, func(c *gin.Context) { s.serveDocument(c, p) })
		}
	}
}

// read adds a route for GET and HEAD.
func (s *Server) read(path string, h gin.HandlerFunc) { handle(s.engine, http.MethodGet, path, h) }

// serveDocument sends the description of an endpoint.
func (s *Server) serveDocument(c *gin.Context, p Endpoint) {
	if !s.enabled(c, c.Request.Context(), p.Protocol) {
		return
	}
	shop, err := s.options.Pipeline.Reader.Shop(c.Request.Context())
	if err != nil {
		s.fail(c, err, true)
		return
	}
	body, err := p.Document.Make(shop)
	if err != nil {
		s.fail(c, err, true)
		return
	}
	s.publish(c, p.Document.Type, body)
}

// publish sends a document that anybody may cache for an hour.
func (s *Server) publish(c *gin.Context, contentType string, body []byte) {
	s.cors(c, c.Request.Context())
	c.Header("Cache-Control", "public, max-age=3600")
	c.Header("X-Content-Type-Options", "nosniff")
	s.send(c, contentType, body)
}

// link is a target of a link set (RFC 9264).
type link struct {
	Href  string `json:"href"`
	Type  string `json:"type,omitempty"`
	Title string `json:"title,omitempty"`
}

// described is an interface with its descriptions for programs and for people.
type described struct {
	Anchor      string `json:"anchor"`
	Description []link `json:"service-desc"`
	Manual      []link `json:"service-doc,omitempty"`
}

// serveCatalog lists the interfaces that are switched on (conventions §3.9).
func (s *Server) serveCatalog(c *gin.Context) {
	shop, err := s.options.Pipeline.Reader.Shop(c.Request.Context())
	if err != nil {
		s.fail(c, err, true)
		return
	}
	root, config := shop.BaseURL(0), shop.Settings.In(0)
	at := func(path string) string { return root + strings.TrimPrefix(path, "/") }
	on := func(protocol string) bool { return config.Flag("apiplatform/protocols/" + protocol) }
	var all []described
	if on("rest_v2") {
		all = append(all, described{
			Anchor: at(Prefix), Description: []link{{at("/api/docs.json"), openAPIType, "OpenAPI description of the REST interface"}},
			Manual: []link{{at("/api/docs"), "text/html", "Documentation of the REST interface"}},
		})
	}
	for _, p := range s.options.Endpoints {
		if len(p.Document.Paths) > 0 && on(p.Protocol) {
			all = append(all, described{Anchor: at(p.Path), Description: []link{{at(p.Document.Paths[0]), p.Document.Type, p.Document.Title}}})
		}
	}
	if len(all) == 0 {
		s.fail(c, protocolDisabled, true)
		return
	}
	body, err := encode(map[string]any{"linkset": all})
	if err != nil {
		s.fail(c, err, true)
		return
	}
	c.Header("Link", "<"+at(catalogPath)+`>; rel="api-catalog", <https://www.rfc-editor.org/info/rfc9727>; rel="profile"`)
	s.publish(c, "application/linkset+json", body)
}

// entry is the list of a resource, with a path without variables.
type entry struct {
	name      string // name of the member of the entry point that links to it
	operation *operations.Operation
}

// entries returns the first list of each resource whose path has no variables.
func entries(registry *operations.Registry) []entry {
	var out []entry
	seen := map[*operations.Resource]bool{}
	for _, o := range registry.All() {
		if o.Method == http.MethodGet && o.Verb == operations.List && len(o.Placeholders()) == 0 && !seen[o.Resource] {
			seen[o.Resource] = true
			out = append(out, entry{lowerFirst(o.Resource.Name), o})
		}
	}
	return out
}

func lowerFirst(name string) string {
	runes := []rune(name)
	runes[0] = unicode.ToLower(runes[0])
	return string(runes)
}

// entrypoint is the JSON-LD type of the entry point.
const entrypoint = "Entrypoint"

// entrypoints renders the entry point, which links to the lists of all resources, as plain JSON and as JSON-LD.
func entrypoints(registry *operations.Registry) (plain, linked []byte, err error) {
	var links schema.Ordered[string]
	for _, e := range entries(registry) {
		links = append(links, schema.Entry[string]{Name: e.name, Value: Prefix + e.operation.Path})
	}
	if plain, err = encode(links); err != nil {
		return nil, nil, err
	}
	typed := schema.Ordered[string]{
		{Name: "@context", Value: "/api/contexts/" + entrypoint}, {Name: "@id", Value: "/api"}, {Name: "@type", Value: entrypoint},
	}
	linked, err = encode(append(typed, links...))
	return plain, linked, err
}

// serveEntrypoint sends the entry point (conventions §18).
func (s *Server) serveEntrypoint(c *gin.Context) {
	media, err := negotiate(strings.Join(c.Request.Header.Values("Accept"), ", "))
	if err != nil && strings.Contains(c.GetHeader("Accept"), "text/html") {
		media, err = representation.JSON, nil
	}
	if err != nil {
		s.fail(c, err, true)
		return
	}
	s.cors(c, c.Request.Context())
	c.Writer.Header().Add("Vary", "Accept")
	c.Header("Cache-Control", "public, max-age=3600")
	c.Header("Link", `</api/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`)
	if media == representation.JSONLD {
		s.sendDocument(c, s.docs.entryLinked)
		return
	}
	s.sendDocument(c, s.docs.entryPlain)
}

// context returns the JSON-LD context of a type. Its terms are the type's members. The terms of the entry point are links.
func (d *docs) context(name string) (map[string]any, error) {
	terms := map[string]any{"@vocab": hydraPath + "#" + name + "/"}
	if name == entrypoint {
		for _, e := range d.entries {
			terms[e.name] = map[string]string{"@id": e.name, "@type": "@id"}
		}
	} else if !d.contexts[name] {
		return nil, fault.NotFoundf("Not Found")
	}
	return map[string]any{"@context": terms}, nil
}
