// Package schema derives JSON Schemas from the Go types of operations, so that the OpenAPI document, the tools of MCP and
// the code can never tell different stories. It knows the subset of JSON Schema 2020-12 the types need, which is also valid
// in OpenAPI 3.1.
//
// # Two readings of a type
//
// A type is read by what the program does with it, because the same field means different things on the way in and out:
//
//	input    as package operations binds it: a member is optional unless it is tagged required:"true", null counts as
//	         "not sent" where the field is a pointer, a list or a map and is not tagged nonnull:"true"
//	output   as encoding/json prints it: a member is always there unless it is tagged omitempty or omitzero, a pointer
//	         that is always there may be null, and lists never are
//
// Outputs come in two forms. In JSON-LD resource objects name their "@type", in plain JSON those members do not exist
// (package documents cuts them out). A type that has no such member anywhere has one form for both.
//
// # Tags
//
//	doc:"..."                     description
//	enum:"a,b" min max            values; of the elements where the field is a list
//	minlength maxlength           of text
//	format default example        as JSON Schema has them; values of lists and objects are written as JSON
//	type:"string,array"           JSON types, where a field of an open Go type accepts only some
//	required:"true" hidden:"true" inputs only: must be sent; honoured but not advertised
//	grant:"..."                   inputs only: whose value counts
//
// # Two modes
//
// Referenced puts every named struct into Components and refers to it; that is what OpenAPI wants. Inlined writes structs
// out where they stand and never uses $ref, which is what MCP clients understand; a type inside itself is cut to a plain
// object there.
//
//	b := schema.New(schema.Referenced)
//	in := b.Input(operation)          // path, query and body apart
//	out := b.Of(operation.Output)     // b.Linked for JSON-LD
//	components := b.Components()      // after everything else: names are settled here
//
// A schema depends on types and tags alone, and members keep the order of the fields, so the same program always makes the
// same bytes.
package schema
