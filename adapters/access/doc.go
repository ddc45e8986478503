// Package access has clients of others that tell the shop who calls.
//
// CAPTCHA providers tell whether a person calls. Turnstile and reCAPTCHA have the same interface. The form fields secret, response and
// remoteip are posted, and the answer is a JSON object with the member success.
//
// Sign-in providers tell which person. Google, Apple and any other provider of OpenID Connect issue ID tokens, which are checked with the
// provider's published keys. Facebook is asked about access tokens.
//
// Clients of the authorization server describe themselves by a JSON document at the URL that is their ID. Anybody may name a URL, so the
// requests are guarded as those of webhooks are: none reaches the shop's own network.
package access
