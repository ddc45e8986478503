package http

import (
	"bytes"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"tradelog/operations"
	"tradelog/operations/schema"
)

// hydraPath is the path of the Hydra document, which defines the classes in JSON-LD contexts.
const hydraPath = "/api/docs.jsonld"

// hydra describes a registry in the Hydra vocabulary: a class for each resource, and the entry point with its lists.
func hydra(registry *operations.Registry) ([]byte, error) {
	h := &hydraDocs{schemas: schema.New(schema.Inlined)}
	lists := entries(registry)
	byPath := map[string]entry{}
	for _, e := range lists {
		byPath[e.operation.Path] = e
	}
	atEntry := map[string][]object{}
	var classes []*hydraClass
	byResource := map[*operations.Resource]*hydraClass{}
	for _, o := range registry.All() {
		class := byResource[o.Resource]
		if class == nil {
			class = &hydraClass{resource: o.Resource}
			byResource[o.Resource] = class
			classes = append(classes, class)
		}
		h.learn(class, o)
		if e, ok := byPath[o.Path]; ok {
			atEntry[e.name] = append(atEntry[e.name], hydraOperation(o))
			continue
		}
		class.operations = append(class.operations, hydraOperation(o))
	}
	supported := []object{h.entrypoint(lists, atEntry)}
	for _, c := range classes {
		supported = append(supported, c.describe())
	}
	if err := h.schemas.Err(); err != nil {
		return nil, err
	}
	return encode(object{
		"@context": []any{"http://www.w3.org/ns/hydra/context.jsonld", object{
			"@vocab": hydraPath + "#", "xsd": "http://www.w3.org/2001/XMLSchema#", "owl": "http://www.w3.org/2002/07/owl#",
		}},
		"@id": hydraPath, "@type": "ApiDocumentation", "title": "tradelog API", "description": "The online store over REST", "entrypoint": "/api",
		"supportedClass": supported,
	})
}

type hydraDocs struct{ schemas *schema.Builder }

// hydraClass holds the members and operations of a resource.
type hydraClass struct {
	resource   *operations.Resource
	members    []*hydraMember
	operations []object
}

// hydraMember is a member of a resource. It may be readable, writable or both.
type hydraMember struct {
	name                          string
	about                         string
	valueRange                    any
	readable, writeable, required bool
}

// learn collects members from an operation's input and output. The input of an action has no members of its resource.
func (h *hydraDocs) learn(c *hydraClass, o *operations.Operation) {
	if o.Response.Produces == "" {
		t := o.Output
		for t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		for _, p := range h.schemas.Of(t).Properties {
			c.member(p).readable = true
		}
	}
	if o.Verb != operations.Create && o.Verb != operations.Update {
		return
	}
	if in := h.schemas.Input(o); in.Body != nil && in.Elements == nil {
		body := in.Body
		for _, p := range body.Properties {
			m := c.member(p)
			m.writeable = true
			m.required = m.required || o.Verb == operations.Create && slices.Contains(body.Required, p.Name)
		}
	}
}

func (c *hydraClass) member(p schema.Entry[*schema.Schema]) *hydraMember {
	at := slices.IndexFunc(c.members, func(m *hydraMember) bool { return m.name == p.Name })
	if at < 0 {
		c.members = append(c.members, &hydraMember{name: p.Name, about: p.Value.Description, valueRange: rangeOf(p.Value)})
		at = len(c.members) - 1
	}
	return c.members[at]
}

// rangeOf returns the XSD type of a simple value, or nil.
func rangeOf(s *schema.Schema) any {
	for _, t := range s.Type {
		switch t {
		case schema.Text:
			return "xsd:string"
		case schema.Integer:
			return "xsd:integer"
		case schema.Number:
			return "xsd:decimal"
		case schema.Boolean:
			return "xsd:boolean"
		}
	}
	return nil
}

func (c *hydraClass) describe() object {
	properties := []object{}
	for _, m := range c.members {
		class := "#" + c.resource.Name
		property := object{"@id": class + "/" + m.name, "@type": "rdf:Property", "label": m.name, "domain": class}
		if m.valueRange != nil {
			property["range"] = m.valueRange
		}
		described := object{
			"@type": "SupportedProperty", "title": m.name, "property": property,
			"required": m.required, "readable": m.readable, "writeable": m.writeable,
		}
		if m.about != "" {
			described["description"] = m.about
		}
		properties = append(properties, described)
	}
	out := object{
		"@id": "#" + c.resource.Name, "@type": "Class", "title": c.resource.Name,
		"supportedProperty": properties, "supportedOperation": c.operations,
	}
	if len(c.operations) == 0 {
		out["supportedOperation"] = []object{}
	}
	if c.resource.Doc != "" {
		out["description"] = c.resource.Doc
	}
	return out
}

// entrypoint returns the class of the entry point. It has a link to each list, with the operations of that list.
func (h *hydraDocs) entrypoint(lists []entry, operations map[string][]object) object {
	properties := []object{}
	for _, e := range lists {
		properties = append(properties, object{
			"@type": "SupportedProperty", "title": e.name, "required": true, "readable": true, "writeable": false,
			"property": object{
				"@id": "#" + entrypoint + "/" + e.name, "@type": "Link", "label": e.name, "domain": "#" + entrypoint, "range": "Collection",
				"supportedOperation": operations[e.name],
			},
		})
	}
	read := object{
		"@type": "Operation", "method": http.MethodGet, "title": "Where the lists are", "expects": "owl:Nothing", "returns": "#" + entrypoint,
	}
	return object{
		"@id": "#" + entrypoint, "@type": "Class", "title": "Entry point", "supportedProperty": properties, "supportedOperation": []object{read},
	}
}

// hydraOperation describes an operation. Hydra has no property for an operation's URL, so the title names it.
func hydraOperation(o *operations.Operation) object {
	self, nothing := "#"+o.Resource.Name, "owl:Nothing"
	title := summary(o) + " (" + o.Method + " " + Prefix + o.Path + ")"
	out := object{"@type": "Operation", "method": o.Method, "title": title, "expects": nothing, "returns": self}
	if o.Doc != "" {
		out["description"] = o.Doc
	}
	if o.ReadsBody() {
		out["expects"] = self
	}
	switch {
	case o.Response.Status == http.StatusNoContent || o.Output == nothingType:
		out["returns"] = nothing
	case isList(o):
		out["returns"] = "Collection"
	}
	return out
}

// serveHydra sends the Hydra document.
func (s *Server) serveHydra(c *gin.Context) {
	if !s.enabled(c, c.Request.Context(), "rest_v2") {
		return
	}
	described, err := s.docs.hydra()
	if err != nil {
		s.fail(c, err, true)
		return
	}
	s.cors(c, c.Request.Context())
	s.sendDocument(c, described)
}

// encode prints a document without escaping for HTML.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return []byte(strings.TrimSuffix(b.String(), "\n")), err
}
