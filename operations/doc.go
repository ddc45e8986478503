// Package operations is everything the shop can be asked to do, declared once. REST routes, MCP tools, GraphQL fields and
// the OpenAPI document are all derived from the registry, and every transport runs a request through the one Pipeline, so
// that a tool call is refused exactly when the REST request would be.
//
// # Adding an operation
//
// Write an input struct (its tags say where each value comes from and what it means), a handler, and one declaration:
//
//	operations.Define(operations.Operation{
//		Resource: orders, Verb: operations.Action, Method: "POST", Path: "/orders/{id}/hold",
//		Auth: operations.Backend, Permission: "orders/write", Status: 201, Summary: "Put an order on hold",
//		Serves: []string{"orders"},
//	}, h.hold)
//
// It then has a route, a schema, a tool and a field; permissions, idempotency, paging, caching and errors are the
// pipeline's. The sub-packages declare the shop's own operations, by the part of the shop they belong to.
//
// # The pipeline
//
//	prepare        store, currency and idempotency key are readable
//	authenticate   bearer token, its store restriction
//	reserve        idempotency: replay, or take the key
//	permit         admin ACL, permission                 (before anything is loaded; see rights)
//	guard          the thing exists and is the caller's  (before the body is read)
//	bind           body and parameters into the input
//	run            the handler
//	settle         wait until what was written can be read
//	shape          representation, ETag, caching
package operations
