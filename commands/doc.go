// Package commands is the write side: it loads a stream, calls a pure decision with its state, and appends the decided events.
//
//	result, err := orders.Decide(ctx, id, func(o order.State) ([]domain.Event, error) { return o.Hold(reason) })
//
// Load, decide and append are one call. The engine adds
//
//   - lanes: commands on the same stream queue up, are decided one after another on the evolving state, and are appended
//     together. A hot stream, such as the stock ledger, so takes thousands of decisions a second and each is durable
//     before its caller is answered. A lane belongs to one process. If another process appended first, the lane loads and
//     decides again. After three such conflicts it decides while it holds the end of the log, so a busier process cannot
//     starve it. A decision that appends nothing is answered after the stream was read for newer events.
//   - processes: a command over several streams is one append where the store can do that. Elsewhere its parts are appended one after
//     another, and a refusal undoes the earlier parts.
//   - requests: the context carries the cause, which becomes every event's metadata, the attempt, and notes for the answer.
//   - claims, for values that must be unique across streams, and collections of plain records with unique names.
//
// Use cases live in sub-packages by area. Each has a struct of commands that opens its repositories with Open, and gets the structs of
// other areas that it calls. The few facts from outside that a decision needs (configuration, uses) come through narrow interfaces that the
// area declares. A decision reads streams, never read models.
package commands
