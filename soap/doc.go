// Package soap serves the legacy interfaces: SOAP V1, SOAP V2 in two forms, XML-RPC and JSON-RPC. The package is only a transport. Each
// method invokes operations through the same Pipeline as REST, as the API user of the session.
//
//	POST /api/soap/     ── V1 ─▶ envelope.go ───────┐
//	POST /api/v2_soap/  ── V2 ─▶ envelope.go ───────┤              ┌─▶ sessions.go   login, session, API user
//	POST /api/xmlrpc    ── methodCall ─▶ xmlrpc.go ─┼─ dispatch.go ┤
//	POST /api/jsonrpc   ── JSON ─▶ jsonrpc.go ──────┘              └─▶ Method.Do ─▶ Pipeline.Invoke
//	GET  ...?wsdl       ◀── wsdl.go, from memory
//
// table.go defines the types of the table: resource, method, argument and fault. media.go, options.go and addresses.go have the rows of the
// contract. products.go, sales.go and people.go have further ones, whose lists have filters (filters.go). The dispatcher, the three WSDLs,
// the lists of resources and faults, and the names of permissions derive from that one table. A method that only maps its arguments and its
// result to an operation is a row with a via (via.go).
//
// Permissions of API users are those of soap-wire §8. They have names of their own, so this package checks them. The invoked operation
// then gets a principal with exactly the permission that it needs.
package soap
