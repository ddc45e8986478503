// Package graphql serves the registry of operations as GraphQL.
//
// The contract's fields, arguments and types are in contract.graphql, with the operation that answers each field. Everything else comes
// from the registry: further members of types and inputs, and fields for all other operations. A new operation of the registry therefore
// gets a field by itself.
//
// gqlparser parses and validates documents. Execution goes level by level: a field is completed for all objects of its level at once.
// Resources to which these objects refer are so loaded together (load.go). Values are copied from the operations' JSON documents without
// decoding them.
package graphql
