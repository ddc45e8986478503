package customers_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/domain/customer"
	"tradelog/test/apptest"
	"tradelog/test/doubles"
)

var linkToken = regexp.MustCompile(`/customer/account/resetpassword/\?id=(\d+)&token=([0-9a-f]{64})`)

// TestAForgottenPassword follows a link from the request to the login (shapes-customer §2.7, §2.8).
func TestAForgottenPassword(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock))
	id, _ := s.Customer("anna@example.com")
	forgot := func(email string) apptest.Answer {
		return s.Must(201, "POST", "/customers/forgot-password", fields{"email": email})
	}
	// Answers to a known and an unknown address are the same: the body, the headers and the number of events.
	before := s.LogSize()
	known := forgot("Anna@example.com")
	stored := s.LogSize() - before
	unknown := forgot("nobody@example.com")
	if s.LogSize()-before != 2*stored || stored != 1 {
		t.Errorf("a known address stores %d events, then %d in all", stored, s.LogSize()-before)
	}
	if a, b := strings.Replace(string(known.Body), "Anna", "X", 1), strings.Replace(string(unknown.Body), "nobody", "X", 1); a != b {
		t.Errorf("known %s\nunknown %s", a, b)
	}
	for name := range known.Header {
		if unknown.Header.Get(name) == "" {
			t.Errorf("only a known address has the header %s", name)
		}
	}
	if o := known.Object(t); o["email"] != "Anna@example.com" || o["id"] != nil || o["isConfirmed"] != false {
		t.Errorf("the answer: %v", o)
	}
	token := func() string {
		account, err := s.Commands.Customers.Customer(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return account.Link.Token
	}
	first := token()
	forgot("anna@example.com")
	reset := func(token, password string) apptest.Answer {
		return s.Do("POST", "/customers/reset-password", fields{"email": "anna@example.com", "resetToken": token, "newPassword": password})
	}
	const bad = "Invalid or expired reset token."
	says(t, s, 400, bad, func() apptest.Answer { return reset(first, "another phrase") }) // the newer link ended it
	says(t, s, 400, bad, func() apptest.Answer { return reset("x", "another phrase") })
	says(t, s, 400, "New password must be at least 7 characters", func() apptest.Answer { return reset(token(), "short") })
	says(t, s, 400, "Email, reset token, and new password are required", func() apptest.Answer { return reset("", "another phrase") })
	says(t, s, 400, "Email is required", func() apptest.Answer { return s.Do("POST", "/customers/forgot-password", fields{"email": " "}) })
	says(t, s, 400, bad, func() apptest.Answer {
		return s.Do("POST", "/customers/reset-password",
			fields{"email": "nobody@example.com", "resetToken": "x", "newPassword": "another phrase"})
	})
	clock.Advance(119 * time.Minute)
	second := token()
	if a := reset(second, "another phrase"); a.Status != 201 {
		t.Fatalf("reset: %d %s", a.Status, a.Body)
	}
	says(t, s, 400, bad, func() apptest.Answer { return reset(second, "a third phrase") }) // a link works once
	s.Must(200, "POST", "/auth/token", fields{"email": "anna@example.com", "password": "another phrase"})

	forgot("anna@example.com")
	clock.Advance(2 * time.Hour)
	says(t, s, 400, bad, func() apptest.Answer { return reset(token(), "a third phrase") })

	// The page of the link.
	forgot("anna@example.com")
	page := "/customer/account/resetpassword/?id=1&token=" + token()
	if a := s.Do("GET", page, nil); a.Status != 200 || !strings.Contains(string(a.Body), `name="secret"`) {
		t.Errorf("the page: %d %s", a.Status, a.Body)
	}
	form := func(page, secret string) apptest.Answer {
		return s.Do("POST", page, "secret="+secret, "Content-Type", "application/x-www-form-urlencoded")
	}
	if a := form("/customer/account/resetpassword/?id=1&token=x", "on+the+page"); a.Status != 400 || !strings.Contains(string(a.Body), bad) {
		t.Errorf("a wrong link: %d %s", a.Status, a.Body)
	}
	short := form(page, "short") // asks again
	if shown := string(short.Body); short.Status != 400 || !strings.Contains(shown, "New password must be at least 7 characters") ||
		!strings.Contains(shown, `name="secret"`) {
		t.Errorf("a short password: %d %s", short.Status, shown)
	}
	if a := form(page, "on+the+page"); a.Status != 200 || !strings.Contains(string(a.Body), "is changed") {
		t.Errorf("the form: %d %s", a.Status, a.Body)
	}
	s.Settle()
	s.Must(200, "POST", "/auth/token", fields{"email": "anna@example.com", "password": "on the page"})
}

// TestLettersAboutAccounts checks the link that is sent, and that the former e-mail address is told about the change.
func TestLettersAboutAccounts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := apptest.Start(t, apptest.WithConfig(func(c *app.Config) { c.Files.MailDir = dir }))
	s.Configure("customer/create_account/confirm", "0")
	_, token := s.Customer("anna@example.com")
	s.Must(201, "POST", "/customers/forgot-password", fields{"email": "anna@example.com"})
	link := doubles.AwaitMail(t, dir, func(m doubles.Mail) bool { return strings.Contains(m.Subject(), "New password") })
	found := linkToken.FindStringSubmatch(link.Text)
	if !strings.Contains(link.To(), "<anna@example.com>") || found == nil || found[1] != "1" {
		t.Fatalf("to %s: %s", link.To(), link.Text)
	}
	s.Must(200, "PUT", "/customers/me", fields{"email": "eva@example.com"}, apptest.Bearer(token)...)
	notice := doubles.AwaitMail(t, dir, func(m doubles.Mail) bool { return strings.Contains(m.Subject(), "was changed") })
	if !strings.Contains(notice.To(), "<anna@example.com>") {
		t.Errorf("announced to %s", notice.To())
	}
	// The link was sent to the former address and became invalid with it.
	says(t, s, 400, customer.ErrBadLink.Message, func() apptest.Answer {
		return s.Do("POST", "/customers/reset-password",
			fields{"email": "eva@example.com", "resetToken": found[2], "newPassword": "another phrase"})
	})
	s.Must(201, "POST", "/customers", fields{"email": "new@example.com", "password": "secret phrase"},
		apptest.Bearer(s.Service([]string{"customers/create"}))...)
	doubles.AwaitMail(t, dir, func(m doubles.Mail) bool {
		return strings.Contains(m.To(), "new@example.com") && strings.Contains(m.Subject(), "Welcome")
	})
}

// TestTheSecondFactor turns it on, logs in with it and turns it off again (conventions §3.1).
func TestTheSecondFactor(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock))
	s.Must(201, "POST", "/customers", fields{"email": "anna@example.com", "password": "secret phrase"},
		apptest.Bearer(s.Service([]string{"customers/create"}))...)
	me := apptest.Bearer(s.CustomerToken(1))
	says(t, s, 400, "Current password is incorrect.", func() apptest.Answer {
		return s.Do("POST", "/customers/me/two-factor", fields{"currentPassword": "wrong"}, me...)
	})
	made := s.Must(201, "POST", "/customers/me/two-factor", fields{"currentPassword": "secret phrase"}, me...).Object(t)
	secret := made["secret"].(string)
	if !strings.HasPrefix(made["uri"].(string), "otpauth://totp/") || !strings.Contains(made["uri"].(string), secret) {
		t.Errorf("made %v", made)
	}
	login := func(code any) apptest.Answer {
		return s.Do("POST", "/auth/token", fields{"email": "anna@example.com", "password": "secret phrase", "twofa_code": code})
	}
	if a := login(nil); a.Status != 200 {
		t.Errorf("before it is on: %d %s", a.Status, a.Body)
	}
	says(t, s, 400, "The code is wrong or was used before.", func() apptest.Answer {
		return s.Do("PUT", "/customers/me/two-factor", fields{"enabled": true, "code": "x"}, me...)
	})
	s.Must(200, "PUT", "/customers/me/two-factor", fields{"enabled": true, "code": doubles.LoginCode(secret, clock.Now())}, me...)
	refused := func(code any, want string) {
		t.Helper()
		if a := login(code); a.Status != 401 || a.Object(t)["error"] != want {
			t.Errorf("%v: %d %s", code, a.Status, a.Body)
		}
	}
	refused(nil, "twofa_required")
	refused("000", "twofa_invalid")
	refused(doubles.LoginCode(secret, clock.Now()), "twofa_invalid") // this code turned it on
	clock.Advance(time.Minute)
	code := doubles.LoginCode(secret, clock.Now())
	if a := login(code); a.Status != 200 {
		t.Errorf("with a code: %d %s", a.Status, a.Body)
	}
	refused(code, "twofa_invalid")
	s.Configure("customer/password/allow_2fa", "0")
	if a := login(nil); a.Status != 200 {
		t.Errorf("while the shop uses none: %d %s", a.Status, a.Body)
	}
	s.Configure("customer/password/allow_2fa", "1")
	clock.Advance(time.Minute)
	s.Must(200, "PUT", "/customers/me/two-factor", fields{"enabled": false, "code": doubles.LoginCode(secret, clock.Now())}, me...)
	if a := login(nil); a.Status != 200 {
		t.Errorf("after it is off: %d %s", a.Status, a.Body)
	}
}
