// Package representation turns what operations answer into JSON and JSON-LD, and what callers send as JSON into the input structs
// of operations. REST and the tools of agents share it, since tools answer with REST's JSON-LD.
//
//	operations.Result ──Body, Link──▶ Response (ETag) ──▶ Memory, while what it was made of stands
//	variables, parameters, JSON body ──Input──▶ input struct
//	*fault.Error ──Failure──▶ Response
package representation
