// Package oauth is the authorization server for programs that act for accounts, such as hosted assistants. It follows OAuth 2.1 as profiled
// by the Model Context Protocol of 2025-11-25. The package is only a transport: the rules are in package operations/access, the decisions
// in domain/agent and domain/access.
//
//	GET  /.well-known/oauth-protected-resource    discovery.go   the authorization server of the MCP endpoint (RFC 9728)
//	GET  /.well-known/oauth-authorization-server  discovery.go   its metadata (RFC 8414)
//	POST /oauth/register                          clients.go     a client registers itself (RFC 7591)
//	GET, POST /oauth/authorize                    authorize.go   the login and the decision of an account, in a browser
//	POST /oauth/token                             clients.go     a code or a refresh token for tokens, with PKCE
//	POST /oauth/revoke                            clients.go     a client revokes its tokens (RFC 7009)
//
// The interface is off by default; see docs/oauth.md.
package oauth
