// Package doubles has stand-ins for what a shop meets outside: a mail server and readers of e-mails, a sign-in provider of OpenID Connect,
// an S3-compatible object store, and an authenticator app.
package doubles
