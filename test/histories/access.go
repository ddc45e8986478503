package histories

import (
	"errors"
	"fmt"
	"time"

	"tradelog/domain/access"
	"tradelog/domain/twofactor"
	"tradelog/test/doubles"
)

var accessSteps = []Step{
	{Name: "save a role", Makes: "role", Do: func(w *Walk) (int64, error) {
		return w.Commands.Access.SaveRole(
			w.Context, pick(w, 0, w.ID("role")), w.Name("role"), w.IntN(2) == 0,
			[]string{pick(w, "all", "orders/read")}, func(string) bool { return true },
		)
	}},
	{Name: "add an account", Of: "role", Makes: "account", Do: func(w *Walk) (int64, error) {
		return w.Commands.Access.CreateAccount(w.Context, access.AccountCreated{
			Kind: access.Service, Username: fmt.Sprint("user", w.Moves), Name: w.Name("Clerk"), ClientID: fmt.Sprint("client", w.Moves),
			RoleID: w.ID("role"),
		})
	}},
	{Name: "add a user of the back office", Of: "role", Makes: "account", Do: func(w *Walk) (int64, error) {
		id, err := w.Commands.Access.CreateAccount(w.Context, access.AccountCreated{
			Kind: access.Admin, Username: fmt.Sprint("admin", w.Moves), Name: w.Name("Clerk"), RoleID: w.ID("role"),
		})
		if err != nil {
			return 0, err
		}
		any, now, secret := func(string) bool { return true }, w.Commands.Access.Now(w.Context), twofactor.NewSecret([20]byte{byte(w.Moves)})
		for _, step := range []func() error{
			func() error { return w.Commands.Access.SetPassword(w.Context, id, w.Name("hash"), any) },
			func() error { return w.Commands.Access.PrepareTwoFactor(w.Context, id, secret) },
			func() error {
				return w.Commands.Access.SwitchTwoFactor(w.Context, id, true, doubles.LoginCode(secret, now.Add(-30*time.Second)), w.Name("login"))
			},
			func() error { return w.Commands.Access.UseCode(w.Context, id, doubles.LoginCode(secret, now)) },
			func() error { return w.Commands.Access.RemoveTwoFactor(w.Context, id) },
		} {
			if err := step(); err != nil {
				return 0, err
			}
		}
		return id, nil
	}},
	{Name: "open or close an account", Of: "account", Do: func(w *Walk) (int64, error) {
		return 0, w.Commands.Access.SetAccountActive(w.Context, DocumentID(w.Document), w.IntN(2) == 0)
	}},
	{Name: "forget somebody of the back office", Of: "account", Ends: true, Do: func(w *Walk) (int64, error) {
		_, err := w.Commands.Forgetting.ForgetAccount(w.Context, DocumentID(w.Document), "")
		return 0, err
	}},
	{Name: "let an agent in", Of: "account", Makes: "agent", Do: func(w *Walk) (int64, error) {
		account := DocumentID(w.Document)
		if known, err := w.Commands.Access.Account(w.Context, account); err != nil || !known.Active {
			return 0, err
		}
		id, err := w.Commands.Access.NextAgent(w.Context)
		if err != nil {
			return 0, err
		}
		return id, w.Commands.Access.AuthorizeAgent(w.Context, account, access.AgentAuthorized{
			AgentID: id, ClientID: "agent_1", Client: w.Name("Assistant"), Host: "assistant.example", Tools: []string{"@support"},
			ExpiresAt: time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC),
		})
	}},
	{Name: "revoke an agent", Of: "account", Do: func(w *Walk) (int64, error) {
		account := DocumentID(w.Document)
		known, err := w.Commands.Access.Account(w.Context, account)
		for id := range known.Agents {
			err = errors.Join(err, w.Commands.Access.EndAgent(w.Context, account, id, access.ByClient))
		}
		return 0, err
	}},
	{Name: "revoke a token", Do: func(w *Walk) (int64, error) {
		return 0, w.Commands.Access.RevokeToken(w.Context, fmt.Sprintf("%032x", w.Moves), time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC))
	}},
}
