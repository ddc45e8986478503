// Package commands is the write side: it loads a stream, lets a pure decision look at it, and appends what was decided.
//
//	result, err := orders.Decide(ctx, id, func(o order.State) ([]domain.Event, error) { return o.Hold(reason) })
//
// Load, decide and append are one call, so nobody can forget the last step. Around it stand
//
//   - lanes: commands on the same stream queue up, are decided one after another on the evolving state, and are appended
//     together. A hot stream, such as the stock ledger, so takes thousands of decisions a second while each of them is
//     durable before its caller hears of it. A lane belongs to one process; the append's expected revision protects it
//     from others, and after a conflict the lane loads and decides again. A lane that others have overtaken three times decides
//     while it holds the end of the log, so a busier process cannot starve it. What appends nothing, a refusal or "nothing
//     to do", is only answered once the stream has been asked for anything newer.
//   - requests: who asks, on whose behalf and why travels in the context (WithRequest) and into every event's metadata.
//   - claims, for values that must be unique across streams, and numbers, for sequences without gaps.
//   - checkout, the one process that spans streams; what a crash leaves of it is finished or undone by Recover.
//
// A decision reads streams, never read models. The few facts of other boundaries it needs (prices, rates, configuration)
// come in through narrow interfaces declared here.
package commands
