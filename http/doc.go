// Package http serves REST v2: one route for each operation of the registry, and nothing an operation does. What a request
// may do, what it does and how the answer looks is the pipeline's; this package reads requests, writes responses, and looks
// after what only HTTP has: routes and methods, CORS, sizes and time limits, health, and the few web pages that links in
// e-mails lead to.
//
// Callers that need both import it as tradehttp.
package http
