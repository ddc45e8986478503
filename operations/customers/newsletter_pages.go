package customers

import (
	"context"

	"tradelog/domain/newsletter"
	"tradelog/operations"
)

// Confirm carries out the link of an e-mail that confirms a subscription.
func (d NewsletterDependencies) Confirm(ctx context.Context, id, code string) error {
	return withNumber(ctx, id, code, d.Commands.ConfirmSubscription)
}

// Leave carries out the link of an e-mail that ends a subscription.
func (d NewsletterDependencies) Leave(ctx context.Context, id, code string) error {
	return withNumber(ctx, id, code, d.Commands.LeaveNewsletter)
}

func withNumber(ctx context.Context, id, code string, do func(ctx context.Context, id int64, code string) error) error {
	number := operations.Identifier(id)
	if number == 0 {
		return newsletter.ErrLink
	}
	return do(ctx, number, code)
}
