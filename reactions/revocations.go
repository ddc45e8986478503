package reactions

import (
	"context"

	"tradelog/commands/revocations"
	"tradelog/domain/revocation"
)

// RemarkRevocations tells of revocations in the histories of their orders, in case the request that submitted one died before
// it did.
func RemarkRevocations(c *revocations.Revocations) Reaction {
	return finish("remark-revocations", func(ctx context.Context, e Event) error {
		return c.RemarkRevocation(ctx, e.Payload.(revocation.Submitted))
	}, revocation.Submitted{}.EventName())
}
