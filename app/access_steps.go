package app

import (
	"context"
	"fmt"
	"time"

	"tradelog/domain/access"
)

var accessSteps = []Step{
	CommandStep("add a role", "role", func(ctx context.Context, w *Walk) (int64, error) {
		return w.Commands.Access.SaveRole(ctx, 0, w.Name("role"), w.Odds(2), []string{"all"}, func(string) bool { return true })
	}),
	CommandStep("change a role", "role", func(ctx context.Context, w *Walk) (int64, error) {
		return w.Commands.Access.SaveRole(ctx, w.ID("role"), w.Name("role"), false, []string{"orders/read"}, func(string) bool { return true })
	}),
	CommandStep("add an account", "account", func(ctx context.Context, w *Walk) (int64, error) {
		return w.Commands.Access.CreateAccount(ctx, access.AccountCreated{
			Kind: access.Service, Username: w.Code("user"), ClientID: fmt.Sprint("client", w.Moves), RoleID: w.ID("role"),
		})
	}),
	CommandStep("open or close an account", "", func(ctx context.Context, w *Walk) (int64, error) {
		return 0, w.Commands.Access.SetAccountActive(ctx, w.ID("account"), w.Odds(2))
	}),
	CommandStep("revoke a token", "", func(ctx context.Context, w *Walk) (int64, error) {
		return 0, w.Commands.Access.RevokeToken(ctx, fmt.Sprintf("%032x", w.Moves), time.Now().Add(time.Hour))
	}),
}
