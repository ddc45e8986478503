package reactions

import (
	"context"

	"tradelog/commands"
	"tradelog/commands/revocations"
	"tradelog/domain/revocation"
)

// RemarkRevocations tells of revocations in the histories of their orders, in case the request that submitted one died before
// it did.
func RemarkRevocations(c *revocations.Revocations) Reaction {
	return Reaction{
		Name: "remark-revocations", Events: []string{revocation.Submitted{}.EventName()}, FromStart: true,
		Handle: func(ctx context.Context, e Event) error {
			return c.RemarkRevocation(commands.WithRequest(ctx, because(e)), e.Payload.(revocation.Submitted))
		},
	}
}
