// Package mcp is the interface for agents. Every operation of the registry is a tool of the Model Context Protocol (rest-v2
// §4.12). The package is only a transport. A tool call invokes the operation through the same Pipeline as REST, with the same
// input. Its answer is REST's JSON-LD, byte for byte.
//
//	POST /api/mcp  ── JSON-RPC: one message or a batch, one JSON answer ──▶
//
//	  switch, store, currency, bearer      http and Pipeline.Prepare, Identify   REST's own refusals
//	  host and origin                      guard.go                              403
//	  size, version, form of the messages  post.go, message.go                   JSON-RPC errors with an empty id
//	  session                              session.go, post.go                   400, 404
//	  initialize, ping, lists              methods.go, initialize.go
//	  tools/list                           tools.go                              made once, filtered for the caller
//	  tools/call                           call.go, arguments.go ─▶ Pipeline.Admit, Call.Run
//	  a batch                              batch.go                              one answer after another, 4 MiB in all
//
// The load of one client is bounded: sessions by address (session.go), batches by bytes and by number (batch.go). Tools that the
// configuration excludes do not exist here (excluded.go). card.go describes the server to programs. challenge.go
// tells clients without a token where they get one (docs/oauth.md).
//
// A session holds the name of the client's program, the moment of its expiry, and what is under way (conversation.go). It holds no rights:
// those belong to the bearer token, which is checked with every message.
//
// # Chosen tools
//
// A client that has chosen a set of tools (sets.go) gets brief answers (brief.go) and what the contract does not have:
//
//	prompts.go                tasks that a person starts by name
//	resources.go, listen.go   what tools read as resources, and a stream of their changes: a resource has changed when the versions that its
//	                          document is made of have moved and the document is another one
//	complete.go               proposals for arguments
//	confirm.go                a person is asked before what cannot be undone
//	progress.go, live.go      answers that go on, as server-sent events
//
// For all others there is no stream: GET is refused, and a POST is answered with one body.
//
// # Beyond the contract
//
// Four additions support agents. They are invisible unless they are used, but for _meta.etag in the answers of tools that ifMatch concerns.
//
//	dryRun: true   a tool that writes decides, returns the events and the resource that would result, and stores nothing
//	ifMatch: TAG   a tool writes only if the resource still has the _meta.etag of an answer, which is its ETag over REST
//	tools claim    a token may name the tools it permits (tradelog token --tools); this holds for REST as well
//	client name    the name of the client's program is part of the events it causes (tradelog events history)
package mcp
