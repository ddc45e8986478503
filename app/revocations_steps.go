package app

import (
	"context"
	"fmt"

	"tradelog/domain/revocation"
)

var revocationsSteps = []Step{
	// Only customers have an operation for this. A few addresses occur again and again, since receipts are counted.
	CommandStep("revoke an order", "revocation", func(ctx context.Context, w *Walk) (int64, error) {
		order := w.ID("order")
		if order == 0 {
			return 0, revocation.ErrNoReference
		}
		return w.Commands.Revocations.SubmitRevocation(ctx, revocation.Submission{
			OrderID: order, Reference: fmt.Sprint(100_000_000 + order), StoreID: w.ID("store", 1), CustomerID: 1 + w.ID("customer"),
			Reason: pick(w, "", "<too> small"), Declarer: revocation.Person{
				Name: "Pat Doe", Email: fmt.Sprintf("P%d@Example.com", w.IntN(3)), IP: "192.0.2.1", UserAgent: pick(w, "", "curl"),
			},
		}, w.IntN(3))
	}),
	ChangeStep("sales_revocation_requests_update", "revocation", func(w *Walk) Arguments {
		return Arguments{"processedStatus": pick(w, "accepted", "rejected", "info_requested", "done"), "adminNote": pick(w, "", w.Name("note"))}
	}),
}
