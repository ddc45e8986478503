// Package http serves REST v2. It has one route for each operation of the registry and no business rules. The pipeline of
// operations checks permissions and carries out operations. This package reads requests and writes responses. It also handles
// what only HTTP has: routes and methods, CORS, sizes and time limits, health, and the few web pages that links in e-mails
// open.
//
// Callers that need both import it as tradehttp.
package http
