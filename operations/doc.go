// Package operations declares every operation of the shop once. REST routes, MCP tools and the OpenAPI document derive from the
// registry. Every transport invokes an operation through the same Pipeline, so a tool call is refused exactly when the REST
// request would be. The package knows no transport:
//
//	http ──┐   Caller: who, from where, store, currency, key, minimum position, dry run
//	mcp ───┼─▶ Operation                                      ──▶ Pipeline.Invoke ──▶ handler
//	...  ──┘   Input: variables, parameters, body                        │
//	                                                                     ▼
//	           Result: typed answer, what it was made of, position, replayed ──▶ representation
//
// # Adding an operation
//
// Write an input struct (its tags say where each value comes from and what it means), a handler, and one declaration:
//
//	operations.Define(operations.Declaration{
//		Resource: orders, Verb: operations.Action, Method: "POST", Path: "/orders/{id}/hold",
//		Access: operations.Backend.Access("orders/write"), Summary: "Put an order on hold",
//	}, h.hold)
//
// It then has a route, a schema and a tool. The pipeline handles permissions, idempotency, paging, caching and errors. Each
// sub-package declares the operations of one area. An operation with a name in Unrouted, instead of method and path, has none of
// these: programs of the same process, such as the command line, call it by its name.
//
// A handler returns a typed answer. A documents.Doc or *documents.Page holds stored bytes; any other value is encoded. Schemas
// derive from that type.
//
// # The pipeline
//
//	Admit   prepare        store, currency and idempotency key are readable
//	        authenticate   bearer token, its store restriction
//	        reserve        idempotency: replay, or take the key
//	        permit         admin ACL, form, permission         (before anything is loaded; see rights)
//	        wait           reads: for the minimum position
//	Run     guard          the thing exists and is the caller's  (before the body is read)
//	        bind           body and parameters into the input
//	        handler
//	        settle         wait until what was written can be read
//
// Invoke is Admit and Run. Answer runs an admitted call and renders its result in a Format of the transport, or returns what was rendered
// before: rights are checked before answers are looked up. Binding, media types, ETag, Link and Cache-Control belong to http and
// representation.
package operations
