// Package contract validates answers of a running shop against its OpenAPI document. The document is generated from Go types and
// declarations, and answers come from handlers and stored bytes. So tests check with an independent JSON Schema validator that they agree.
//
//	doc := contract.Fetch(t, s.URL)
//	a := s.Must(200, "GET", "/orders/1", nil, bearer...)
//	contract.Check(t, doc, "GET", "/orders/1", a.Status, a.Header.Get("Content-Type"), a.Body)
//
// An answer is valid if the document has the operation with its status and media type, and the body conforms to the schema. The body may
// have no member that the document does not name. Plain JSON must have no members of JSON-LD. Watch checks all exchanges of a client,
// requests and headers included.
//
// The package also has the operations of the contract as data: see Rows.
package contract
