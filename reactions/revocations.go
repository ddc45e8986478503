package reactions

import (
	"context"

	"tradelog/commands/sales"
	"tradelog/domain/revocation"
)

// RemarkRevocations records revocations in the histories of their orders if a crash prevented it.
func RemarkRevocations(c *sales.Revocations) Reaction {
	return finish("remark-revocations", func(ctx context.Context, e Event) error {
		return c.RemarkRevocation(ctx, e.Payload.(revocation.Submitted))
	}, revocation.Submitted{}.EventName())
}
