// Package newsletter decides about subscriptions to the newsletter (shapes-customer §6). Each e-mail address has one subscriber, which is
// a stream:
//
//	Subscribed(not_active) ──▶ Confirmed ──▶ Unsubscribed ──▶ Subscribed ...
//	Subscribed(subscribed) ────────────────▶ Unsubscribed
//
// The configuration tells whether subscriptions must be confirmed. Each subscriber has a code, which the links in e-mails carry: anybody
// who knows it may confirm and unsubscribe.
package newsletter
