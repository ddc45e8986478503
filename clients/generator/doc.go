// Package generator makes the client libraries complete: it adds the types of an OpenAPI document to the hand-written part.
//
//	openapi.go     the parts of the document that are read
//	document.go    models of the schemas, and the operations
//	models.go      schemas become models
//	golang.go      models as structs
//	python.go      models as typed dictionaries, by python.tmpl
//	php.go         models as classes, by php.tmpl
//	typescript.go  models, operations and paths as types, after typescript.ts
//	library.go     the source of a library, and archives of it
//
// Money is exact: each number that is not an integer is a decimal, except in TypeScript, which only has binary floats.
package generator
