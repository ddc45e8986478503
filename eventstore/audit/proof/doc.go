// Package proof has receipts. A receipt has the events of a stream with everything that a verifier needs to check them without the log, and
// nothing of other streams.
//
//	event ──seal──▶ leaf ──path──▶ root of a signed checkpoint        what the log had when the checkpoint was signed
//	event ──seal──▶ chain of seals after the last checkpoint           not covered by a checkpoint yet
//	every event, as it is shown ──▶ signature of the receipt          what the installation says
//
// A receipt has the stored bytes of an event if its reader may have them. The verifier then computes the seal again. Sealed personal fields
// are ciphertext there, so forgetting a person breaks no receipt. Other events are shown reduced or not at all. The checkpoint then proves
// that an event with this seal was in the log. The signature of the receipt proves the installation's statement about its contents.
//
// Check and receipt.mjs verify receipts. They refuse the same ones, with the same reasons.
package proof
