// Package operations declares every operation of the shop once. REST routes, MCP tools and the OpenAPI document derive from the registry.
// Every transport invokes an operation through the same Pipeline, so a tool call is refused exactly when the REST request would be. The
// package knows no transport:
//
//	http ──┐   Caller: who, from where, store, currency, key, minimum position, dry run
//	mcp ───┼─▶ Operation                                      ──▶ Pipeline.Invoke ──▶ handler
//	...  ──┘   Input: variables, parameters, body                        │
//	                                                                     ▼
//	           Result: typed answer, versions, position, replayed ──▶ representation
//
// # Adding an operation
//
// Write an input struct (its tags have the source and the meaning of each value), a handler, and one declaration:
//
//	operations.Define(operations.Declaration{
//		Resource: orders, Verb: operations.Action, Method: "POST", Path: "/orders/{id}/hold",
//		Access: operations.Backend.Access("orders/write"), Summary: "Put an order on hold",
//	}, h.hold)
//
// It then has a route, a schema and a tool. The pipeline handles permissions, idempotency, paging, caching and errors. Each sub-package
// declares the operations of one area. An operation with a name in Unrouted, instead of method and path, has none of these. Programs of the
// same process, such as the command line, call it by its name.
//
// A handler returns a typed answer. A documents.Doc or *documents.Page holds stored bytes; any other value is encoded. Schemas derive from
// that type.
//
// # Files
//
// Declaration, Operation and Registry describe operations (declaration.go, operation.go, registry.go, rights.go, path.go). A handler gets a
// Call from a Caller and answers with what reply.go and written.go make (call.go, caller.go, result.go). The files pipeline*.go carry calls
// out. They are one package, because a declaration has functions that take a Call, and a Call waits, counts and reads by its Pipeline.
//
// # The pipeline
//
//	Admit   prepare        store, currency and idempotency key are readable
//	        authenticate   bearer token, its store restriction
//	        reserve        idempotency: replay, or reserve the key
//	        permit         admin ACL, form, permission         (before anything is loaded; see rights)
//	        wait           reads: for the minimum position
//	Run     guard          the thing exists and is the caller's  (before the body is read)
//	        bind           body and parameters into the input
//	        handler
//	        settle         wait until the written data can be read
//
// Invoke is Admit and Run. Answer runs an admitted call and renders its result in a Format of the transport, or returns a cached rendering.
// Rights are checked before the cache is searched. Binding, media types, ETag, Link and Cache-Control belong to http and representation.
package operations
