// Package clienttypes makes the types of the client libraries for Python and PHP from the OpenAPI document.
//
//	document.go   reads the schemas of the document into models
//	python.go     models as typed dictionaries, by python.tmpl
//	php.go        models as classes, by php.tmpl
//
// Generators of others make money a binary float in both languages. These types make each number that is not an integer an exact decimal.
package clienttypes
