// Package webhooks posts changes to subscribers.
//
//	feed of changes ──▶ one reader ──▶ lanes of subscriptions that are up to date ──▶ sender
//	      └──── pages of a subscription that is behind ────▶ its lane ──▶ sender
//
// The log is the queue. A lane takes the changes that its subscription wants, in order, and only as many as it can hold. A subscription
// whose receiver is slow falls behind and reads by itself later, which delays nobody else. Its position moves past a change when the change
// was accepted, or has a row that says when it is tried again. Changes of one resource are sent one after another: those behind a failed
// one wait for it. A message that was accepted just before a crash may be sent again, with the same ID.
//
// A receiver that refuses one resource after another gets probes alone, with growing pauses. After three days a delivery is parked. If
// nothing was accepted for three days, the subscription is suspended and stays where it is. Both change the record of the subscription,
// which sends an e-mail to its owner. A message that the shop cannot make fails like one that was refused, and is parked like it.
//
// A subscription acts for the account that made it. Before each message that account must be able to make it still; otherwise the
// subscription is suspended.
//
// It runs beside the reactions, on the instance that has their lock. Nothing is read while there are no subscriptions.
package webhooks
