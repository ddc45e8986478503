package customers_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/access"
	"tradelog/test/apptest"
)

// visitor opens sessions of a shop as a page does.
type visitor struct {
	t *testing.T
	s *apptest.Shop
}

// visit makes the calls of a page's request, and returns their failure.
func (b visitor) visit(do func(ctx context.Context, all *access.Sessions, c *operations.Call) error) error {
	b.t.Helper()
	caller := operations.Caller{RemoteIP: "192.0.2.1", Via: "page"}
	var failed error
	err := b.s.Pipeline.Page(b.t.Context(), caller, func(ctx context.Context) error {
		call, err := b.s.Pipeline.Prepare(ctx, caller)
		if err == nil {
			failed = do(ctx, b.s.Logins.Sessions, call)
		}
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return failed
}

func (b visitor) login(name, secret, code string) (session access.Session, err error) {
	b.t.Helper()
	err = b.visit(func(ctx context.Context, all *access.Sessions, c *operations.Call) (err error) {
		session, err = all.Login(ctx, c, name, secret, code)
		return err
	})
	return session, err
}

func (b visitor) renew(token string) (session access.Session, err error) {
	b.t.Helper()
	err = b.visit(func(ctx context.Context, all *access.Sessions, c *operations.Call) (err error) {
		session, err = all.Renew(ctx, c, token)
		return err
	})
	return session, err
}

func (b visitor) end(token string) {
	b.t.Helper()
	if err := b.visit(func(ctx context.Context, all *access.Sessions, c *operations.Call) error {
		return all.End(ctx, c, token)
	}); err != nil {
		b.t.Fatal(err)
	}
}

// TestSessions: a login issues a token of the account. A new one replaces it until the login is too old. The end of a session ends all its
// tokens.
func TestSessions(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock))
	b := visitor{t, s}
	id, key := s.APIUser("helpdesk", "orders/read")
	s.Settle()
	for _, wrong := range [][2]string{{"helpdesk", "wrong"}, {"nobody", key}, {"", ""}} {
		if _, err := b.login(wrong[0], wrong[1], ""); fault.KindOf(err) != fault.Unauthorized {
			t.Errorf("login as %q: %v", wrong[0], err)
		}
	}
	first, err := b.login(" HelpDesk ", key, "")
	if err != nil || first.Account.ID != id || !first.Expires.Equal(clock.Now().Add(15*time.Minute)) {
		t.Fatalf("%+v, %v", first, err)
	}
	s.Must(200, "GET", "/orders", nil, apptest.Bearer(first.Token)...)
	s.Must(403, "GET", "/customers", nil, apptest.Bearer(first.Token)...)
	refused(t, s.Do("POST", "/auth/refresh", nil, apptest.Bearer(first.Token)...), 400, "bad_request",
		"This token is of a session in a browser. Only the page that opened the session renews it.")

	clock.Advance(10 * time.Minute)
	second, err := b.renew(first.Token)
	if err != nil || second.Token == first.Token || !second.Expires.Equal(clock.Now().Add(15*time.Minute)) {
		t.Fatalf("%+v, %v", second, err)
	}
	s.Must(200, "GET", "/orders", nil, apptest.Bearer(first.Token)...) // a request that is running
	other, err := b.login("helpdesk", key, "")
	if err != nil {
		t.Fatal(err)
	}
	b.end(first.Token)
	b.end(first.Token) // again
	b.end("nonsense")
	for _, token := range []string{first.Token, second.Token} {
		refused(t, s.Do("GET", "/orders", nil, apptest.Bearer(token)...), 401, "authentication_error", "Token has been revoked")
		if _, err := b.renew(token); !errors.Is(err, access.ErrSession) {
			t.Errorf("renewed after the end: %v", err)
		}
	}
	s.Must(200, "GET", "/orders", nil, apptest.Bearer(other.Token)...) // another session
	s.Must(201, "POST", "/auth/logout", nil, apptest.Bearer(other.Token)...)
	if _, err := b.renew(other.Token); !errors.Is(err, access.ErrSession) {
		t.Errorf("renewed after a logout: %v", err)
	}
	if _, err := b.renew(s.Service([]string{"all"})); !errors.Is(err, access.ErrSession) {
		t.Errorf("renewed a token of no session: %v", err)
	}
}

// TestSessionsGetOld: no login lasts longer than the shop allows, and a token that was not renewed in time is invalid.
func TestSessionsGetOld(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock))
	b := visitor{t, s}
	_, key := s.APIUser("helpdesk", "orders/read")
	s.Settle()
	login := clock.Now()
	session, err := b.login("helpdesk", key, "")
	for err == nil {
		if session.Expires.After(login.Add(12 * time.Hour)) {
			t.Fatalf("a login of %v is good until %v", login, session.Expires)
		}
		clock.Advance(14 * time.Minute)
		session, err = b.renew(session.Token)
	}
	if age := clock.Now().Sub(login); !errors.Is(err, access.ErrSession) || age < 12*time.Hour || age > 12*time.Hour+14*time.Minute {
		t.Errorf("after %v: %v", age, err)
	}
	if session, err = b.login("helpdesk", key, ""); err != nil {
		t.Fatal(err)
	}
	clock.Advance(15 * time.Minute)
	if _, err := b.renew(session.Token); !errors.Is(err, access.ErrSession) {
		t.Errorf("a token that has expired: %v", err)
	}
}

// TestSessionsOfAnAccountEndWithIt: changes of the account apply to its sessions at once.
func TestSessionsOfAnAccountEndWithIt(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	b := visitor{t, s}
	id, key := s.APIUser("helpdesk", "orders/read")
	s.Settle()
	session, err := b.login("helpdesk", key, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Commands.Access.SetAccountActive(apptest.Operator(), id, false); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	refused(t, s.Do("GET", "/orders", nil, apptest.Bearer(session.Token)...), 401, "authentication_error",
		"API user account is inactive or not found")
	if _, err := b.renew(session.Token); !errors.Is(err, access.ErrSession) {
		t.Errorf("renewed: %v", err)
	}
	if _, err := b.login("helpdesk", key, ""); fault.KindOf(err) != fault.Unauthorized {
		t.Errorf("logged in: %v", err)
	}
}

// TestSessionsAreLimited: failed logins at a page count as at POST /auth/token, by name and by address.
func TestSessionsAreLimited(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock), apptest.WithRateLimits())
	b := visitor{t, s}
	_, key := s.APIUser("helpdesk", "orders/read")
	s.Settle()
	for range 5 {
		if _, err := b.login("helpdesk", "wrong", ""); fault.KindOf(err) != fault.Unauthorized {
			t.Fatal(err)
		}
	}
	if _, err := b.login("HELPDESK", key, ""); fault.KindOf(err) != fault.RateLimited {
		t.Errorf("the sixth login: %v", err)
	}
	clock.Advance(time.Minute)
	if _, err := b.login("helpdesk", key, ""); err != nil {
		t.Error(err)
	}
}
