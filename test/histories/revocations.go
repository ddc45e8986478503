package histories

import (
	"fmt"

	"tradelog/domain/revocation"
)

var revocationsSteps = []Step{
	// Only customers have an operation for this. A few addresses are used several times, since receipts are counted.
	{Name: "revoke an order", Of: "order", Makes: "revocation", Do: func(w *Walk) (int64, error) {
		return w.Commands.Revocations.SubmitRevocation(w.Context, revocation.Submission{
			OrderID: DocumentID(w.Document), Reference: fmt.Sprint(w.Document["incrementId"]), StoreID: w.ID("store", 1),
			CustomerID: max(1, w.ID("customer")), Reason: pick(w, "", w.Name("too small")), Declarer: revocation.Person{
				Name: "Pat Doe", Email: fmt.Sprintf("P%d@Example.com", w.IntN(3)), IP: "192.0.2.1", UserAgent: pick(w, "", "curl"),
			},
		}, w.IntN(3))
	}},
	{Name: "sales_revocation_requests_update", Of: "revocation", With: Arguments{
		"processedStatus": oneOf("accepted", "rejected", "info_requested", "done"), "adminNote": oneOf(nil, Named("note")),
	}},
}
