// Package schema derives JSON Schemas from the Go types of operations, so the OpenAPI document and the MCP tools always match the code. It
// supports the subset of JSON Schema 2020-12 that the types need. OpenAPI 3.1 accepts that subset too.
//
// # Two readings of a type
//
// A type has different schemas as input and as output, because a field means different things in them:
//
//	input    as package operations binds it: a member is optional unless it is tagged required:"true", null counts as
//	         "not sent" where the field is a pointer, a list or a map and is not tagged nonnull:"true"
//	output   as encoding/json prints it: a member is always there unless it is tagged omitempty or omitzero, a pointer
//	         that is always there may be null, and lists never are
//
// Outputs come in two forms. In JSON-LD resource objects name their "@type", in plain JSON those members do not exist (package documents
// cuts them out). A type that has no such member anywhere has one form for both.
//
// # Tags
//
//	doc:"..."                     description, for people and for models
//	about:"..."                   description for OpenAPI documents only, if there is no doc: tools leave it out, because models have to
//	                              read their descriptions
//	shown:"time"                  form of a text in answers, by the names of forms in about.go; OpenAPI documents have its pattern
//	notice:"true"                 outputs only: sentences for people; see operations.Notice
//	enum:"a,b" min max            values; of the elements where the field is a list
//	minlength maxlength           of text
//	longest                       of text that is read; see inputs.Field
//	format default example        as JSON Schema has them; values of lists and objects are written as JSON
//	pattern                       regular expression of text
//	type:"integer,string"         JSON types, where a field of an open Go type accepts only some: clients should send the first, the others
//	                              are read as well; type:"integer|string" is either
//	items:"integer"               type of the elements, where the type is "array"
//	required:"true" hidden:"true" inputs only: must be sent; accepted but not documented
//	silent:"true"                 parameters only: documented by tools alone, because the contract of REST only accepts it
//	grant:"..."                   inputs only: permissions whose holders' values count
//
// # Two modes
//
// Referenced puts every named struct into Components and refers to it, as OpenAPI expects. Inlined writes structs in place and never uses
// $ref, as MCP clients expect. There a recursive type ends in a plain object.
//
// Generators of clients read the schemas of OpenAPI documents. So Referenced gives a value one type apart from null and numbers their
// format (either.go), and describes every member (about.go). If two members would have the same name in Go, it gives them other names.
// OpenAPI30 translates such a schema for OpenAPI 3.0.
//
//	b := schema.New(schema.Referenced)
//	in := b.Input(operation)          // path, query and body apart
//	out := b.Of(operation.Output)     // b.Linked for JSON-LD
//	components := b.Components()      // after everything else: names are settled here
//
// A schema depends only on types and tags, and members keep the order of the fields. So a program always makes the same bytes.
package schema
