package histories

import "tradelog/domain/parking"

// Decisions about parked events change no read model, and their reasons are texts of people.
var engineSteps = []Step{{Name: "skip a parked event", Do: func(w *Walk) (int64, error) {
	return 0, w.Commands.Parking.Skip(w.Context, "mails", parking.Skipped{
		Position: int64(w.Moves), Event: "OrderPlaced", Of: "order-1", Reason: w.Name("Sent by hand"),
	})
}}, {Name: "retry parked events", Do: func(w *Walk) (int64, error) {
	return 0, w.Commands.Parking.Retry(w.Context, "mails", parking.Retried{Of: "order-1", Handled: w.Int64N(3), Failed: w.IntN(2) == 0})
}}}
