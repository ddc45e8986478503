package customers_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	domainaccess "tradelog/domain/access"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/access"
	"tradelog/operations/representation"
	"tradelog/test/apptest"
	"tradelog/test/doubles"
)

// admin opens an account of the back office with a password.
func admin(t *testing.T, s *apptest.Shop, username, password string, grants ...string) int64 {
	t.Helper()
	role, err := s.Commands.Access.SaveRole(apptest.Operator(), 0, "role of "+username, true, grants, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	id, err := s.Commands.Access.CreateAccount(
		apptest.Operator(),
		domainaccess.AccountCreated{Kind: domainaccess.Admin, Username: username, RoleID: role},
	)
	if err != nil {
		t.Fatal(err)
	}
	s.Settle()
	if _, err := operator(t, s, "account.password", map[string]any{"id": id, "password": password}); err != nil {
		t.Fatal(err)
	}
	return id
}

func operator(t *testing.T, s *apptest.Shop, name string, args map[string]any) (json.RawMessage, error) {
	t.Helper()
	return call(t, s, operations.Operator("root", "test"), name, args)
}

// call calls an operation that has no route, as a page does, and returns its answer.
func call(t *testing.T, s *apptest.Shop, who operations.Caller, name string, args map[string]any) (json.RawMessage, error) {
	t.Helper()
	o := s.Pipeline.Registry.Find(name)
	in, err := representation.Arguments(o, args)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Pipeline.Invoke(t.Context(), who, o, in)
	if err != nil || o.Verb == operations.Update {
		return nil, err
	}
	var body json.RawMessage
	err = r.Decode(&body)
	return body, err
}

func callerWith(token string) operations.Caller {
	return operations.Caller{Token: operations.Chosen(token), RemoteIP: "192.0.2.1", Via: "page"}
}

// TestPasswordsOfTheBackOffice: users of the back office log in with a password and change it themselves. A change ends the sessions of the
// former password.
func TestPasswordsOfTheBackOffice(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock))
	b := visitor{t, s}
	id := admin(t, s, "anna", "correct horse", "sales/order")
	bot, key := s.APIUser("anna", "orders/read") // names are unique among accounts of a kind only
	s.Settle()
	for _, c := range []struct {
		name string
		args map[string]any
		want string
	}{
		{"a short one", map[string]any{"id": id, "password": "short"}, "Password must be at least"},
		{"one that fills the memory", map[string]any{"id": id, "password": strings.Repeat("x", 2000)}, "Password must be at most"},
		{"of an API user", map[string]any{"id": bot, "password": "correct horse"}, "Only users of the back office have a password"},
		{"of nobody", map[string]any{"id": 999, "password": "correct horse"}, "Account not found"},
	} {
		if _, err := operator(t, s, "account.password", c.args); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, err := b.login("anna", "wrong horse", ""); fault.KindOf(err) != fault.Unauthorized {
		t.Errorf("a wrong password: %v", err)
	}
	session, err := b.login("Anna", "correct horse", "")
	if err != nil || session.Account.ID != id {
		t.Fatalf("%+v, %v", session, err)
	}
	s.Must(200, "GET", "/orders", nil, apptest.Bearer(session.Token)...)
	if other, err := b.login("anna", key, ""); err != nil || other.Account.ID != bot {
		t.Errorf("the API user of the same name: %+v, %v", other, err)
	}
	me := callerWith(session.Token)
	for _, c := range []struct {
		name string
		who  operations.Caller
		args map[string]any
		want string
	}{
		{"no present one", me, map[string]any{"newPassword": "battery staple"}, "Current password is required"},
		{"a wrong one", me, map[string]any{"currentPassword": "x", "newPassword": "battery staple"}, "The present password is wrong."},
		{"without a new one", me, map[string]any{"currentPassword": "correct horse"}, "New password is required"},
		{"a short one", me, map[string]any{"currentPassword": "correct horse", "newPassword": "short"}, "New password must be at least"},
		{"by a customer", callerWith(s.CustomerToken(1)), map[string]any{"currentPassword": "correct horse", "newPassword": "x"}, "inactive"},
		{"by nobody", operations.Caller{}, map[string]any{"currentPassword": "correct horse", "newPassword": "x"}, "Authentication required"},
	} {
		if _, err := call(t, s, c.who, "account.own.password", c.args); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	clock.Advance(time.Minute)
	change := map[string]any{"currentPassword": "correct horse", "newPassword": "battery staple"}
	if _, err := call(t, s, me, "account.own.password", change); err != nil {
		t.Fatal(err)
	}
	if _, err := b.renew(session.Token); !errors.Is(err, access.ErrSession) {
		t.Errorf("a session from before the password: %v", err)
	}
	if _, err := b.login("anna", "correct horse", ""); fault.KindOf(err) != fault.Unauthorized {
		t.Errorf("the former password: %v", err)
	}
	if _, err := b.login("anna", "battery staple", ""); err != nil {
		t.Errorf("the new password: %v", err)
	}
	if err := s.Commands.Access.SetAccountActive(apptest.Operator(), id, false); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	if _, err := b.login("anna", "battery staple", ""); fault.KindOf(err) != fault.Unauthorized {
		t.Errorf("a closed account: %v", err)
	}
}

// TestSecondFactorsOfTheBackOffice: a user sets up a second factor, needs its codes, each once, and removes it with one. The operator can
// remove it, too.
func TestSecondFactorsOfTheBackOffice(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock))
	b := visitor{t, s}
	id := admin(t, s, "anna", "correct horse", "sales/order")
	session, err := b.login("anna", "correct horse", "")
	if err != nil {
		t.Fatal(err)
	}
	me := callerWith(session.Token)
	turn := func(on bool, code string) error {
		_, err := call(t, s, me, "account.own.twofactor", map[string]any{"enabled": on, "code": code})
		return err
	}
	if err := turn(true, "123456"); err == nil || err.Error() != "Ask for a secret first." {
		t.Errorf("without a secret: %v", err)
	}
	if _, err := call(t, s, me, "account.own.twofactor.prepare", map[string]any{"currentPassword": "x"}); !errors.Is(
		err,
		domainaccess.ErrWrongPassword,
	) {
		t.Errorf("with a wrong password: %v", err)
	}
	body, err := call(t, s, me, "account.own.twofactor.prepare", map[string]any{"currentPassword": "correct horse"})
	if err != nil {
		t.Fatal(err)
	}
	var made struct{ Secret, URI string }
	if err := json.Unmarshal(body, &made); err != nil || !strings.HasPrefix(made.URI, "otpauth://totp/") ||
		!strings.Contains(made.URI, made.Secret) {
		t.Fatalf("%s, %v", body, err)
	}
	if _, err := b.login("anna", "correct horse", ""); err != nil {
		t.Errorf("a factor that is not on yet: %v", err)
	}
	code := func() string { return doubles.LoginCode(made.Secret, clock.Now()) }
	if err := turn(true, "000000"); err == nil {
		t.Error("a wrong code turned it on")
	}
	if err := turn(true, code()); err != nil {
		t.Fatal(err)
	}
	used := code()
	for name, c := range map[string]string{"no": "", "a wrong": "000000", "a used": used} {
		if _, err := b.login("anna", "correct horse", c); !errors.Is(err, access.ErrSecondFactor) {
			t.Errorf("%s code: %v", name, err)
		}
	}
	clock.Advance(30 * time.Second)
	if _, err := b.login("anna", "wrong horse", code()); err == nil || errors.Is(err, access.ErrSecondFactor) {
		t.Errorf("a wrong password with a right code: %v", err)
	}
	if _, err := b.login("anna", "correct horse", code()); err != nil {
		t.Fatal(err)
	}
	if _, err := b.login("anna", "correct horse", code()); !errors.Is(err, access.ErrSecondFactor) {
		t.Errorf("the same code again: %v", err)
	}
	var own struct{ HasPassword, HasTwoFactor bool }
	if body, err = call(t, s, me, "account.own.get", nil); err != nil || json.Unmarshal(body, &own) != nil || !own.HasPassword ||
		!own.HasTwoFactor ||
		strings.Contains(string(body), "argon2") ||
		strings.Contains(string(body), made.Secret) {
		t.Errorf("%s, %v", body, err)
	}
	clock.Advance(30 * time.Second)
	if err := turn(false, code()); err != nil {
		t.Fatal(err)
	}
	if _, err := b.login("anna", "correct horse", ""); err != nil {
		t.Errorf("after it was turned off: %v", err)
	}
	if body, err = call(t, s, me, "account.own.twofactor.prepare", map[string]any{"currentPassword": "correct horse"}); err != nil ||
		json.Unmarshal(body, &made) != nil {
		t.Fatal(err)
	}
	if err := turn(true, code()); err != nil {
		t.Fatal(err)
	}
	if _, err := operator(t, s, "account.twofactor.remove", map[string]any{"id": id}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.login("anna", "correct horse", ""); err != nil {
		t.Errorf("after the operator removed it: %v", err)
	}
}

// TestNobodyGuessesASecondFactor: a token does not allow trying out codes and present passwords.
func TestNobodyGuessesASecondFactor(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock), apptest.WithRateLimits())
	b := visitor{t, s}
	admin(t, s, "anna", "correct horse", "sales/order")
	session, err := b.login("anna", "correct horse", "")
	if err != nil {
		t.Fatal(err)
	}
	me := callerWith(session.Token)
	for range 5 {
		if _, err := call(t, s, me, "account.own.twofactor.prepare", map[string]any{"currentPassword": "x"}); !errors.Is(
			err,
			domainaccess.ErrWrongPassword,
		) {
			t.Fatal(err)
		}
	}
	_, err = call(t, s, me, "account.own.twofactor.prepare", map[string]any{"currentPassword": "correct horse"})
	if fault.KindOf(err) != fault.RateLimited {
		t.Errorf("after five attempts: %v", err)
	}
	for range 7 { // successful attempts do not count
		if _, err := b.login("anna", "correct horse", ""); err != nil {
			t.Error(err)
		}
	}
}

// TestTheLogTellsNoPassword: the hash and the secret are sealed with the key of the account, and are lost with it.
func TestTheLogTellsNoPassword(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	id := admin(t, s, "anna", "correct horse", "sales/order")
	if err := s.Commands.Access.PrepareTwoFactor(apptest.Operator(), id, "JBSWY3DPEHPK3PXP"); err != nil {
		t.Fatal(err)
	}
	rows, err := s.Pool.Query(t.Context(), `SELECT data::text FROM events`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var data string
		if err := rows.Scan(&data); err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{"argon2id", "JBSWY3DPEHPK3PXP", "correct horse"} {
			if strings.Contains(data, secret) {
				t.Errorf("the log has %s: %s", secret, data)
			}
		}
	}
	if _, err := operator(t, s, "account.forget", map[string]any{"id": id}); err != nil {
		t.Fatal(err)
	}
	account, err := s.Commands.Access.Account(t.Context(), id)
	if err != nil || account.PasswordHash != "" || account.TwoFactor.Prepared != "" || account.TwoFactor.Secret != "" {
		t.Errorf("%+v, %v", account, err)
	}
}
