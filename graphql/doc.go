// Package graphql serves the registry of operations as GraphQL.
//
// The contract's fields, arguments and types are in contract.graphql, with the operation that answers each field. Everything else comes
// from
// the registry when the schema is made: further members of types and inputs, and fields for all other operations. So an operation that is
// added to the registry appears here by itself.
//
// gqlparser parses and validates documents. Execution goes level by level: a field is completed for all objects of its level at once, so
// what
// the objects refer to is loaded together (load.go). Values are copied from the ready documents of the operations, which are not decoded.
package graphql
