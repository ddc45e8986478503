// Package representation renders the answers of operations as JSON and JSON-LD, and binds the JSON of callers to the input structs of
// operations. REST and MCP share it, because tools answer with REST's JSON-LD.
//
//	operations.Result ──Body, Link──▶ Response (ETag)
//	variables, parameters, JSON body ──Input──▶ input struct
//	*fault.Error ──Failure──▶ Response
package representation
