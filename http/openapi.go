package http

import (
	"fmt"
	"strings"

	"tradelog/operations"
	"tradelog/operations/schema"
)

// The OpenAPI document is made from the registry alone, so that it cannot describe an interface that does not exist:
//
//	openapi.go            the document: info, tags, paths, components
//	openapi_operation.go  an operation: its name and its descriptions
//	openapi_access.go     who may call it, and how often
//	openapi_request.go    parameters, headers and bodies
//	openapi_response.go   answers in both representations
//	openapi_failure.go    every failure the pipeline can end in
//	openapi_webhooks.go   messages that the shop posts
//	openapi_examples.go   a request and an answer of each operation, as tests sent and got them
//	openapi_old.go        the same document in the version of the format before
//	openapi_schemas.go    additions of the pipeline to documents: Collection, @context, the body of failures

// interfaceVersion is the version of the interface. x-build has the program's version.
const interfaceVersion = "2.0.0"

// object is a JSON object whose members are sorted when it is printed.
type object = map[string]any

// describer makes the document.
type describer struct {
	registry *operations.Registry
	schemas  *schema.Builder
	examples map[string]Example
	ids      map[string]bool // operationIds in use
}

// openAPI makes the document of a registry. It fails if a struct tag of an input or a document cannot be read.
func openAPI(registry *operations.Registry, build string) (object, error) {
	recorded, err := examples()
	if err != nil {
		return nil, err
	}
	d := &describer{registry: registry, schemas: schema.New(schema.Referenced), examples: recorded, ids: map[string]bool{}}
	paths, err := d.paths()
	if err != nil {
		return nil, err
	}
	webhooks := d.webhooks()
	components, err := d.components()
	if err != nil {
		return nil, err
	}
	tags, groups := d.tags()
	described := object{
		"openapi": "3.1.0",
		"info": object{
			"title": "tradelog API", "version": interfaceVersion, "x-build": build, "summary": "The online store over REST", "description": overview,
			"contact": object{"name": "The operator of this shop"},
		},
		"servers": []object{{"url": Prefix, "description": "This shop"}},
		"tags":    tags, "x-tagGroups": groups, "paths": paths, "components": components,
	}
	if webhooks != nil {
		described["webhooks"] = webhooks
	}
	return described, d.schemas.Err()
}

const overview = "All operations of the shop, as resources below `" + Prefix + "`.\n\n" +
	"**Representations.** Bodies are JSON. `Accept: application/ld+json` asks for JSON-LD, where objects name their `@type` and lists are " +
	"Collection objects with totalItems and view; otherwise objects are plain and lists are arrays, with the number of rows in " +
	"X-Total-Count and the other pages in Link. Members without a value are absent. Unknown members and parameters are ignored. HEAD " +
	"works wherever GET does, and changes nothing.\n\n" +
	"**Authentication.** `Authorization: Bearer <token>`, with a token of POST /auth/token. An invalid token is refused even where none is " +
	"required.\n\n" +
	"**Store and currency.** X-Store-Code selects the store view, X-Currency-Code the display currency of prices.\n\n" +
	"**Safe retries.** Send X-Idempotency-Key with POST and PUT: for 24 hours the same key gets the answer of the first " +
	"request.\n\n" +
	"**Caching and consistency.** Every answer has an ETag; with If-None-Match an unchanged resource is answered with 304. A write with " +
	"If-Match is refused with 412 if the resource has changed since; the ETag that a write answers is the one to send next. Writes answer " +
	"with X-Event-Position; sent back as X-Min-Position, it makes reads at least that recent.\n\n" +
	"**Failures** have one form: `error` is the kind for programs, `message` the reason for people, `code` the status."

// paths describes all operations in the order of their declaration. Two templates that differ only in variable names are one path, with the
// names of the first.
func (d *describer) paths() (schema.Ordered[object], error) {
	var paths schema.Ordered[object]
	at := map[string]int{}
	for _, o := range d.registry.All() {
		route := routeOf(o.Path)
		i, known := at[route]
		if !known {
			i = len(paths)
			at[route] = i
			paths = append(paths, schema.Entry[object]{Name: o.Path, Value: object{}})
		}
		described, err := d.operation(o, paths[i].Name)
		if err != nil {
			return nil, err
		}
		paths[i].Value[strings.ToLower(o.Method)] = described
	}
	return paths, nil
}

// routeOf returns a path without the names of its variables.
func routeOf(path string) string {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if strings.HasPrefix(s, "{") {
			segments[i] = "{}"
		}
	}
	return strings.Join(segments, "/")
}

// tags returns one tag for each resource, and groups of tags by section.
func (d *describer) tags() ([]object, []object) {
	var tags, groups []object
	named := map[string]bool{}
	section := map[string]object{}
	for _, o := range d.registry.All() {
		r := o.Resource
		if named[r.Name] {
			continue
		}
		named[r.Name] = true
		tag := object{"name": r.Name, "x-section": r.Section}
		if r.Doc != "" {
			tag["description"] = r.Doc
		}
		tags = append(tags, tag)
		group, ok := section[r.Section]
		if !ok {
			group = object{"name": r.Section, "tags": []string{}}
			section[r.Section] = group
			groups = append(groups, group)
		}
		group["tags"] = append(group["tags"].([]string), r.Name)
	}
	return tags, groups
}

// components returns the schemas, responses, headers and parameters that operations refer to.
func (d *describer) components() (object, error) {
	schemas := d.schemas.Components()
	for _, own := range ownSchemas() {
		if _, taken := schemas.Get(own.Name); taken {
			return nil, fmt.Errorf("openapi: a document or an input is called %s, which is taken", own.Name)
		}
		schemas = append(schemas, own)
	}
	return object{
		"securitySchemes": object{bearer: object{
			"type": "http", "scheme": "bearer", "bearerFormat": "JWT",
			"description": "A token of POST /auth/token: a customer's, a service account's or a back-office user's.",
		}},
		"parameters": sharedParameters(), "headers": sharedHeaders(), "responses": failures(), "schemas": schemas,
	}, nil
}

func ref(kind, name string) object { return object{"$ref": "#/components/" + kind + "/" + name} }
