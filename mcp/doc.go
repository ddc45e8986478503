// Package mcp is the interface for agents: every operation of the registry is a tool of the Model Context Protocol
// (rest-v2 §4.12). It is a transport and nothing else. A tool call calls the operation through the same Pipeline as REST, with the
// input that REST would have bound, and is answered with the JSON-LD that REST answers, byte for byte.
//
//	POST /api/mcp  ── JSON-RPC: one message or a batch, one JSON answer ──▶
//
//	  switch, store, currency, bearer      http and Pipeline.Prepare, Identify   REST's own refusals
//	  host and origin                      guard.go                              403
//	  size, version, form of the messages  post.go, message.go                   JSON-RPC errors with an empty id
//	  session                              session.go, post.go                   400, 404
//	  initialize, ping, lists              methods.go, initialize.go
//	  tools/list                           tools.go, descriptor.go               made once, filtered for the caller
//	  tools/call                           call.go, arguments.go ─▶ Pipeline.Admit, Call.Run
//	  a batch                              batch.go                              one answer after another, 4 MiB in all
//
// What one client may cost is bounded: sessions by address (session.go), batches by bytes and by number (batch.go). Tools that the
// configuration leaves out do not exist here (excluded.go). card.go describes the server to programs that look for one.
//
// There is no stream: GET is refused, and nothing is ever sent that was not asked for. A session holds the name of the
// client's program and when it ends, and no rights: those are the bearer's, which is looked at with every message.
//
// # Beyond the contract
//
// Three things are there for those who let agents work. Nothing of them shows where they are not used.
//
//	dryRun: true   on a tool that writes: decides, tells the events and the resource that would come of it, stores nothing
//	tools claim    a token may name the tools it is good for (tradelog token --tools); it holds for REST as well
//	client name    what a client calls itself becomes part of the events it causes (tradelog events history)
package mcp
