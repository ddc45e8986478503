// Package http serves REST v2. It has one route for each operation of the registry and no business rules. The pipeline of operations checks
// permissions and carries out operations. This package reads requests and writes responses. It also handles the concerns of HTTP: routes
// and methods, CORS, size and time limits, health, and the web pages that links in e-mails open.
//
// Callers that need both import it as tradehttp.
package http
