// Package contract holds answers of a running shop against the OpenAPI document the shop serves about itself. The document
// is made from Go types and declarations; answers are made by handlers, from bytes that projectors stored long before. That
// both say the same is not given by construction, so tests check it with a JSON Schema validator that is not ours.
//
//	doc := contract.Fetch(t, shop.URL)
//	a := shop.Must(200, "GET", "/orders/1", nil, bearer...)
//	contract.Check(t, doc, "GET", "/orders/1", a.Status, a.Header.Get("Content-Type"), a.Body)
//
// An answer is right when the operation is in the document, the status and media type are among those it may end in, and
// the body is what the schema says: no more JSON-LD members in plain JSON, no less in JSON-LD.
package contract
