package customers_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tradelog/app"
	"tradelog/domain/newsletter"
	"tradelog/test/apptest"
	"tradelog/test/doubles"
	"tradelog/test/salestest"
)

const (
	subscribe   = "/newsletter/subscribe"
	unsubscribe = "/newsletter/unsubscribe"
	newsStatus  = "/newsletter/status"

	joined = "You have been successfully subscribed to the newsletter."
	parted = "You have been successfully unsubscribed from the newsletter."
	mailed = "A confirmation email has been sent. Please check your inbox."
)

func TestSubscribing(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	_, store := s.SecondWebsite()
	me, anna := s.Customer("anna@example.com")
	restricted := s.As([]string{"newsletter/read"}, 1)
	// The answer to a guest is the same for every state of the subscription.
	guest := func(email, message string) fields {
		return fields{"email": email, "message": message, "status": "", "isSubscribed": false, "confirmationRequired": false,
			"subscriberId": nil, "customerId": nil, "storeId": nil, "changeStatusAt": nil}
	}
	post := func(name, path string, body fields, headers []string, status int, message string, want fields) exchange {
		return exchange{Name: name, Method: "POST", Path: path, Body: body, Headers: headers, Status: status, Message: message, Want: want}
	}
	s.Run(t, []exchange{
		post("no address", subscribe, fields{"email": " "}, nil, 400, "Email address is required", nil),
		post("a bad address", subscribe, fields{"email": "gina@"}, nil, 400, "Invalid email address", nil),
		post("no store", subscribe, fields{"email": "gina@example.com", "storeId": 99}, nil, 400, "Unknown store ID: 99", nil),
		post("another store", subscribe, fields{"email": "gina@example.com", "storeId": store}, restricted, 403,
			fmt.Sprintf("Token is not authorized for store: %d", store), nil),
		post("a guest", subscribe, fields{"email": "Gina@Example.com"}, nil, 201, "", guest("gina@example.com", joined)),
		post("again", subscribe, fields{"email": "gina@example.com"}, nil, 201, "", guest("gina@example.com", joined)),
		post("leaving", unsubscribe, fields{"email": "gina@example.com"}, nil, 201, "", guest("gina@example.com", parted)),
		post("leaving what never was", unsubscribe, fields{"email": "nobody@example.com"}, nil, 201, "", guest("nobody@example.com", parted)),
		post("leaving without an address", unsubscribe, fields{}, nil, 400, "Email address is required", nil),

		{Name: "the status of nobody", Method: "GET", Path: newsStatus, Status: 401, Message: "Authentication required"},
		{Name: "the status of a token", Method: "GET", Path: newsStatus, Headers: s.Service, Status: 403, Message: "Customer identity required"},
		{Name: "not subscribed", Method: "GET", Path: newsStatus, Headers: anna, Status: 200, Want: fields{
			"email": "anna@example.com", "customerId": me, "status": "unsubscribed", "isSubscribed": false, "subscriberId": nil,
		}},
		post("leaving without a subscription", unsubscribe, fields{}, anna, 201, "",
			fields{"status": "unsubscribed", "message": "This email address is not subscribed to the newsletter."}),
		post("a customer", subscribe, fields{"email": "other@example.com", "storeId": store}, anna, 201, "", fields{
			"email": "anna@example.com", "customerId": me, "storeId": store, "status": "subscribed", "isSubscribed": true, "message": joined,
		}),
		post("a customer again", subscribe, fields{}, anna, 201, "",
			fields{"message": "You are already subscribed to the newsletter.", "isSubscribed": true}),
		{Name: "subscribed", Method: "GET", Path: newsStatus, Headers: anna, Status: 200, Want: fields{
			"customerId": me, "status": "subscribed", "isSubscribed": true, "message": nil,
		}},
		{Name: "the account tells", Method: "GET", Path: "/customers/me", Headers: anna, Status: 200, Want: fields{"isSubscribed": true}},
		post("a customer leaves", unsubscribe, fields{}, anna, 201, "",
			fields{"status": "unsubscribed", "isSubscribed": false, "message": parted}),
		{Name: "the account tells that too", Method: "GET", Path: "/customers/me", Headers: anna, Status: 200,
			Want: fields{"isSubscribed": false}},
	})
	s.Configure("newsletter/subscription/allow_guest_subscribe", "0", "newsletter/subscription/confirm", "1")
	s.Run(t, []exchange{
		post("no guests", subscribe, fields{"email": "gina@example.com"}, nil, 400, "Guest subscription is not allowed. Please login first.",
			nil),
		post("a customer who has to confirm", subscribe, fields{}, anna, 201, "", fields{
			"status": "not_active", "isSubscribed": false, "confirmationRequired": true, "message": mailed,
		}),
	})
	s.Verify("subscribers", "sequences")
}

// TestGuestsCauseTheSameWork: a guest's subscription and its end take the same reads and appends for each state of the address, so their
// time tells little.
func TestGuestsCauseTheSameWork(t *testing.T) {
	t.Parallel()
	var q salestest.Queries
	s := salestest.Start(t, q.Trace())
	s.Configure("newsletter/subscription/confirm", "0")
	for _, name := range []string{"active", "ended", "parted"} {
		s.Must(201, "POST", subscribe, fields{"email": name + "@example.com"})
	}
	for _, name := range []string{"ended", "parted", "nobody"} {
		s.Must(201, "POST", unsubscribe, fields{"email": name + "@example.com"})
	}
	s.Settle()
	for path, names := range map[string][]string{subscribe: {"new", "active", "ended"}, unsubscribe: {"unknown", "active", "parted"}} {
		var first []string
		for _, name := range names {
			email := name + "@example.com"
			before := s.LogSize()
			q.Take()
			s.Must(201, "POST", path, fields{"email": email})
			// The key of a new person is made beside.
			seen := slices.DeleteFunc(q.Take(), func(statement string) bool { return strings.Contains(statement, "subject_keys") })
			for range s.LogSize() - before {
				seen = append(seen, "an append")
			}
			slices.Sort(seen)
			if first == nil {
				first = seen
			}
			if more, less := difference(seen, first), difference(first, seen); len(more)+len(less) > 0 {
				t.Errorf("%s of %s also takes %q, and lacks %q of an unknown address", path, email, more, less)
			}
		}
	}
}

// difference returns the elements of a that are beyond those of b.
func difference(a, b []string) (more []string) {
	rest := slices.Clone(b)
	for _, text := range a {
		if i := slices.Index(rest, text); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
		} else {
			more = append(more, text)
		}
	}
	return more
}

// TestLinksOfNewsletters follows the links of e-mails to subscribers.
func TestLinksOfNewsletters(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := salestest.Start(t, apptest.WithConfig(func(c *app.Config) { c.Files.MailDir = dir }))
	s.Configure("newsletter/subscription/confirm", "1")
	s.Must(201, "POST", subscribe, fields{"email": "gina@example.com"})
	titled := func(title string) doubles.Mail {
		t.Helper()
		return doubles.AwaitMail(t, dir, func(m doubles.Mail) bool {
			return m.To() == " <gina@example.com>" && strings.HasSuffix(m.Subject(), title)
		})
	}
	letter := titled("Newsletter subscription confirmation")
	open := func(want int, link string) {
		t.Helper()
		s.Must(want, "GET", link, nil)
	}
	confirm := linkIn(t, letter, newsletter.ConfirmPath)
	open(400, newsletter.ConfirmPath+"?id=1&code=wrong")
	open(400, newsletter.ConfirmPath+"?id=7&code=")
	open(200, confirm)
	open(200, confirm)
	leave := linkIn(t, titled("Newsletter subscription success"), newsletter.UnsubscribePath)
	open(400, newsletter.UnsubscribePath+"?id=1&code=wrong")
	open(200, leave)
	titled("Newsletter unsubscription success")
	open(200, confirm) // an old link does not start the subscription again
	if sub, err := s.Commands.Newsletter.Subscriber(context.Background(), "gina@example.com"); err != nil || sub.Status != newsletter.Ended {
		t.Errorf("at the end: %v, error %v", sub.Status, err)
	}
}

// TestOneClickEndsTheNewsletter: the button of a mail program sends a form to the URL of a header, without cookies and without a login. The
// letters of a subscription have the header, and the letter about its end has none.
func TestOneClickEndsTheNewsletter(t *testing.T) {
	t.Parallel()
	sink := doubles.StartMailServer(t, doubles.MailSetup{})
	s := salestest.Start(t, apptest.WithConfig(func(c *app.Config) { c.Files.MailDir = t.TempDir() }))
	s.Configure(
		"system/smtp/host", sink.Host, "system/smtp/port", strconv.Itoa(sink.Port), "system/smtp/encryption", "none",
		"web/unsecure/base_url", "http://müller.example/", "newsletter/subscription/confirm", "1",
	)
	ended := func(email string) bool {
		t.Helper()
		sub, err := s.Commands.Newsletter.Subscriber(t.Context(), email)
		if err != nil {
			t.Fatal(err)
		}
		return sub.Status == newsletter.Ended
	}
	page := func(m doubles.Mail) string {
		t.Helper()
		if m.Header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
			t.Errorf("%s: List-Unsubscribe-Post is %q", m.Subject(), m.Header.Get("List-Unsubscribe-Post"))
		}
		path, found := strings.CutPrefix(m.Header.Get("List-Unsubscribe"), "<http://xn--mller-kva.example/newsletter/")
		if !found || !strings.HasSuffix(path, ">") {
			t.Fatalf("%s: List-Unsubscribe is %q", m.Subject(), m.Header.Get("List-Unsubscribe"))
		}
		return "/newsletter/" + strings.TrimSuffix(path, ">")
	}
	click := func(path, kind, body string, want int) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", kind)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("POST %s: %s", path, answer.Status)
		}
	}
	const form, oneClick = "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"
	parts := "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n"

	s.Must(201, "POST", subscribe, fields{"email": "gina@example.com"})
	asked := sink.Next(t)
	click(newsletter.UnsubscribePath+"?id=1&code=wrong", form, oneClick, 400)
	if ended("gina@example.com") {
		t.Error("a wrong code ends the subscription")
	}
	s.Must(200, "GET", linkIn(t, asked, newsletter.ConfirmPath), nil)
	begun := sink.Next(t)
	if page(asked) != page(begun) {
		t.Errorf("%s, then %s", page(asked), page(begun))
	}
	click(page(begun), "multipart/form-data; boundary=b", parts, 200)
	if !ended("gina@example.com") {
		t.Error("one click does not end the subscription")
	}
	if last := sink.Next(t); last.Header.Get("List-Unsubscribe")+last.Header.Get("List-Unsubscribe-Post") != "" {
		t.Errorf("%s has %q", last.Subject(), last.Header.Get("List-Unsubscribe"))
	}
	click(page(begun), form, oneClick, 200)

	s.Must(201, "POST", subscribe, fields{"email": "anna@example.com"})
	click(page(sink.Next(t)), form, oneClick, 200)
	if !ended("anna@example.com") {
		t.Error("one click does not end a subscription that waits to be confirmed")
	}
}

// linkIn finds the link to a page in a letter.
func linkIn(t *testing.T, m doubles.Mail, page string) string {
	t.Helper()
	found := regexp.MustCompile(regexp.QuoteMeta(page) + `\?[^\s"<]+`).FindString(m.Text)
	if found == "" {
		t.Fatalf("no link to %s in\n%s", page, m.Text)
	}
	return found
}

// TestPagesOfLinksShowWhatTheyDid: when the page of a link is served, its effect can be read.
func TestPagesOfLinksShowWhatTheyDid(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := salestest.Start(t, apptest.WithConfig(func(c *app.Config) { c.Files.MailDir = dir }))
	s.Configure("newsletter/subscription/confirm", "1")
	_, anna := s.Customer("anna@example.com")
	s.Must(201, "POST", subscribe, fields{}, anna...)
	letter := doubles.AwaitMail(t, dir, func(m doubles.Mail) bool {
		return strings.HasSuffix(m.Subject(), "Newsletter subscription confirmation")
	})
	s.Settle()
	// The projector of subscriptions cannot write while the table is locked.
	lock, err := s.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Rollback(context.Background())
	if _, err := lock.Exec(t.Context(), "LOCK TABLE read.subscribers IN SHARE MODE"); err != nil {
		t.Fatal(err)
	}
	opened := make(chan int, 1)
	go func() { opened <- s.Do("GET", linkIn(t, letter, newsletter.ConfirmPath), nil).Status }()
	for waiting := 0; waiting == 0; {
		if err := s.Pool.QueryRow(t.Context(), `SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'read.subscribers'::regclass`).
			Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
	s.Must(200, "GET", "/stores", nil)
	select {
	case <-opened:
		t.Fatal("the page is there before its effect can be read")
	default:
	}
	if err := lock.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if code := <-opened; code != 200 {
		t.Errorf("the page: %d", code)
	}
	if got := s.Must(200, "GET", newsStatus, nil, anna...).Object(t); got["isSubscribed"] != true {
		t.Errorf("read right after it: %v", got)
	}
}
