// Package newsletter decides about subscriptions to the newsletter (shapes-customer §6). There is one subscriber, which is a stream,
// for each e-mail address:
//
//	Subscribed(not_active) ──▶ Confirmed ──▶ Unsubscribed ──▶ Subscribed ...
//	Subscribed(subscribed) ────────────────▶ Unsubscribed
//
// Whether a subscription must be confirmed is for the configuration to say. Each subscriber has a code, which links in e-mails
// carry: whoever knows it may confirm and unsubscribe.
package newsletter
