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
// configuration excludes do not exist here (excluded.go). card.go describes the server to programs. challenge.go tells clients without a
// token where to get one (docs/oauth.md).
//
// A session holds the name of the client's program, the moment of its expiry, and running calls and questions (conversation.go). Rights
// belong to the bearer token, which is checked with every message.
//
// # Chosen tools
//
// A client that has chosen a set of tools (sets.go) gets brief answers (brief.go) and features beyond the contract:
//
//	prompts.go                tasks that a person starts by name
//	resources.go, listen.go   answers of tools as resources, and a stream of notifications when their documents change
//	complete.go               proposals for arguments
//	confirm.go                a person confirms calls that cannot be undone
//	progress.go, live.go      live answers, as server-sent events
//
// All other clients have no stream: GET is refused, and a POST is answered with one body.
//
// # Beyond the contract
//
// Four additions support agents. Unless they are used, only _meta.etag is visible, in the answers of tools that ifMatch concerns.
//
//	dryRun: true   a tool that writes returns the events and the resource that would result, and stores nothing
//	ifMatch: TAG   a tool writes only if the resource still has the _meta.etag of an answer, which is its ETag over REST
//	tools claim    a token may name the tools it permits (tradelog token --tools); this holds for REST as well
//	client name    the name of the client's program is part of the events it causes (tradelog events history)
package mcp
