// Package doubles replaces services outside of a shop: a mail server with readers of e-mails, an OpenID Connect provider, an S3-compatible
// object store, an authenticator app.
package doubles
