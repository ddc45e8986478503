package customers_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/domain/customer"
	"tradelog/operations/customers"
	"tradelog/test/apptest"
	"tradelog/test/doubles"
	"tradelog/test/suite"
)

const waits = "A link has been sent to the new email. It counts once the link is opened."

var proofLink = regexp.MustCompile(regexp.QuoteMeta(customers.EmailPath) + `\?[^\s"<]+`)

// proving is a shop with a mail server, and the steps of customers who change their e-mail addresses.
type proving struct {
	*apptest.Shop
	t     *testing.T
	sink  *doubles.MailServer
	clock *apptest.Clock
}

func startProving(t *testing.T) *proving {
	t.Helper()
	sink, clock := doubles.StartMailServer(t, doubles.MailSetup{}), apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock), apptest.WithConfig(func(c *app.Config) { c.Files.MailDir = t.TempDir() }))
	s.Configure("system/smtp/host", sink.Host, "system/smtp/port", fmt.Sprint(sink.Port))
	return &proving{s, t, sink, clock}
}

// asks requests a change of the e-mail address, which stays pending, and returns the link that was sent to it.
func (p *proving) asks(id int64, email string) (link string, letter doubles.Mail) {
	p.t.Helper()
	before := p.has(id)
	o := p.Must(200, "PUT", "/customers/me", fields{"email": email}, p.of(id)...).Object(p.t)
	if o["message"] != waits || o["email"] != before {
		p.t.Errorf("the answer to %s is %v", email, o)
	}
	letter = p.sink.Next(p.t)
	if link = proofLink.FindString(letter.Text); link == "" || !strings.Contains(letter.To(), "<"+email+">") {
		p.t.Fatalf("no link to %s in the letter to %s: %s", customers.EmailPath, letter.To(), letter.Text)
	}
	if !strings.Contains(letter.HTML, "token=") {
		p.t.Errorf("no link in %s", letter.HTML)
	}
	return link, letter
}

// of returns the headers of a customer who has just logged in.
func (p *proving) of(id int64) []string { return apptest.Bearer(p.CustomerToken(id)) }

// has returns the e-mail address that an account shows to its owner.
func (p *proving) has(id int64) any {
	p.t.Helper()
	p.Settle()
	return p.Must(200, "GET", "/customers/me", nil, p.of(id)...).Object(p.t)["email"]
}

// changes counts the events that an opened link may store. Reactions to earlier requests store other events meanwhile.
func (p *proving) changes() (n int) {
	p.t.Helper()
	if err := p.Pool.QueryRow(p.t.Context(), `SELECT count(*) FROM public.events
		WHERE type IN ('CustomerProfileChanged', 'ClaimTaken')`).Scan(&n); err != nil {
		p.t.Fatal(err)
	}
	return n
}

// opens opens the page of a link and checks its text.
func (p *proving) opens(link string, status int, text string) {
	p.t.Helper()
	before := p.changes()
	if a := p.Do("GET", link, nil); a.Status != status || !strings.Contains(string(a.Body), text) {
		p.t.Errorf("%s answers %d %s", link, a.Status, a.Body)
	}
	if status != 200 && p.changes() != before {
		p.t.Errorf("%s is refused and stored something", link)
	}
}

const (
	proven    = "Your new e-mail address is confirmed."
	badProof  = "This link is not valid or has expired."
	usedProof = "This email is already in use."
)

// TestANewAddressIsProven follows a new e-mail address from the request to the login. The account keeps the former address until the link
// in the letter to the new one is opened.
func TestANewAddressIsProven(t *testing.T) {
	t.Parallel()
	p := startProving(t)
	id, _ := p.Customer("anna@example.com")
	o := p.Must(200, "PUT", "/customers/me", fields{"email": "ANNA@example.com", "prefix": "Dr"}, p.of(id)...).Object(t)
	if o["email"] != "ANNA@example.com" || o["message"] != nil {
		t.Errorf("the case of letters needs a proof: %v", o)
	}
	o = p.Must(200, "PUT", "/customers/me", fields{"email": "eva@example.com", "firstname": "Eva"}, p.of(id)...).Object(t)
	if o["email"] != "ANNA@example.com" || o["firstname"] != "Eva" || o["message"] != waits {
		t.Errorf("the rest of the change: %v", o)
	}
	first := proofLink.FindString(p.sink.Next(t).Text)
	if p.has(id) != "ANNA@example.com" {
		t.Error("the new address counts before its proof")
	}

	// Neither a wrong token nor another account opens it.
	other, _ := p.Customer("other@example.com")
	p.opens(first+"0", 400, badProof)
	p.opens(customers.EmailPath+"?id=1&token=", 400, badProof)
	p.opens(customers.EmailPath+"?id=x&token=y", 400, badProof)
	p.opens(customers.EmailPath+"?id=99&token=y", 400, badProof)
	p.opens(strings.Replace(first, fmt.Sprintf("id=%d", id), fmt.Sprintf("id=%d", other), 1), 400, badProof)

	// A newer request ends the earlier link.
	link, letter := p.asks(id, "dora@example.com")
	if !strings.HasSuffix(letter.Subject(), "Confirm your new e-mail address") {
		t.Errorf("the subject is %s", letter.Subject())
	}
	p.opens(first, 400, badProof)
	p.opens(link, 200, proven)
	if p.has(id) != "dora@example.com" {
		t.Errorf("after the proof the account has %v", p.has(id))
	}
	if told := p.sink.Next(t); !strings.Contains(told.To(), "<ANNA@example.com>") || !strings.Contains(told.Subject(), "was changed") {
		t.Errorf("the former address was sent %s to %s", told.Subject(), told.To())
	}
	before := p.LogSize()
	p.opens(link, 200, proven) // a link can be opened twice
	if p.LogSize() != before {
		t.Error("opening a link again was stored")
	}
	// The former address is free, the new one is taken.
	back := apptest.Bearer(p.Service([]string{"customers/all"}))
	register := func(status int, email string) {
		t.Helper()
		p.Must(status, "POST", "/customers", fields{"email": email, "password": "secret phrase"}, back...)
	}
	register(409, "Dora@example.com")
	register(201, "anna@example.com")
	if welcome := p.sink.Next(t); !strings.Contains(welcome.Subject(), "Welcome") {
		t.Errorf("sent %s", welcome.Subject())
	}

	// The back office changes addresses at once.
	o = p.Must(200, "PUT", fmt.Sprintf("/customers/%d", id), fields{"email": "desk@example.com"}, back...).Object(t)
	if o["email"] != "desk@example.com" || o["message"] != nil {
		t.Errorf("the back office changed it to %v", o)
	}
	p.sink.Next(t)
	p.opens(link, 400, badProof) // it proved another address
}

// TestAProofThatComesTooLate checks links that have expired, that a new password invalidates, or whose address belongs to another account
// by then.
func TestAProofThatComesTooLate(t *testing.T) {
	t.Parallel()
	p := startProving(t)
	id, _ := p.Customer("anna@example.com")
	link, _ := p.asks(id, "eva@example.com")
	p.clock.Advance(2 * time.Hour)
	p.opens(link, 400, badProof)

	link, _ = p.asks(id, "eva@example.com")
	if err := p.Commands.Customers.ChangePassword(apptest.Operator(), id, "hash", "", func(string) bool { return true }); err != nil {
		t.Fatal(err)
	}
	p.opens(link, 400, badProof)

	link, _ = p.asks(id, "eva@example.com")
	p.clock.Advance(119 * time.Minute)
	eva, _ := p.Customer("Eva@example.com")
	p.opens(link, 400, usedProof) // also while the read model is behind
	p.Settle()
	p.opens(link, 400, usedProof)
	if p.has(id) != "anna@example.com" || p.has(eva) != "Eva@example.com" {
		t.Error("the address changed hands")
	}
	says(t, p.Shop, 400, usedProof, func() apptest.Answer {
		return p.Do("PUT", "/customers/me", fields{"email": "eva@example.com"}, p.of(id)...)
	})

	link, _ = p.asks(id, "gone@example.com")
	p.Must(200, "PUT", fmt.Sprintf("/customers/%d", id), fields{"isActive": false}, apptest.Bearer(p.Service([]string{"customers/write"}))...)
	p.opens(link, 400, badProof)
}

// TestAProofOpenedByMany checks links that are opened many times at once. Of two accounts with the same pending address one gets it, and
// each page shows the outcome.
func TestAProofOpenedByMany(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	p := startProving(t)
	anna, _ := p.Customer("anna@example.com")
	bob, _ := p.Customer("bob@example.com")
	first, _ := p.asks(anna, "wanted@example.com")
	second, _ := p.asks(bob, "wanted@example.com")
	const many = 4
	answers := make(chan bool, 2*many)
	for i := range 2 * many {
		go func() {
			a := p.Do("GET", []string{first, second}[i%2], nil)
			answers <- a.Status == 200
		}()
	}
	opened := 0
	for range 2 * many {
		if <-answers {
			opened++
		}
	}
	if opened != many {
		t.Errorf("%d pages of %d say that the address counts", opened, 2*many)
	}
	if a, b := p.has(anna), p.has(bob); (a == "wanted@example.com") == (b == "wanted@example.com") {
		t.Errorf("the accounts have %v and %v", a, b)
	}
	holder, err := p.Commands.Customers.ByEmail(t.Context(), "wanted@example.com", 1)
	if err != nil || holder.Profile.Email != "wanted@example.com" {
		t.Errorf("the claim is that of %v, %v", holder.ID, err)
	}
}

// TestARepeatedRequestWaitsOnce checks that a retry with the same key sends no second link.
func TestARepeatedRequestWaitsOnce(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	p := startProving(t)
	id, _ := p.Customer("anna@example.com")
	me := append(p.of(id), "X-Idempotency-Key", "k")
	put := func() apptest.Answer {
		return p.Must(200, "PUT", "/customers/me", fields{"email": "eva@example.com"}, me...)
	}
	first := put()
	before := p.LogSize()
	if again := put(); string(again.Body) != string(first.Body) || p.LogSize() != before {
		t.Errorf("the retry answers %s, then %s", first.Body, again.Body)
	}
	p.opens(proofLink.FindString(p.sink.Next(t).Text), 200, proven)
}

// TestWithoutConfirmationAddressesNeedNoProof checks a shop that does not require confirmation.
func TestWithoutConfirmationAddressesNeedNoProof(t *testing.T) {
	t.Parallel()
	p := startProving(t)
	p.Configure("customer/create_account/confirm", "0")
	id, _ := p.Customer("anna@example.com")
	o := p.Must(200, "PUT", "/customers/me", fields{"email": "eva@example.com"}, p.of(id)...).Object(t)
	if o["email"] != "eva@example.com" || o["message"] != nil {
		t.Errorf("changed to %v", o)
	}
	if told := p.sink.Next(t); !strings.Contains(told.To(), "<anna@example.com>") {
		t.Errorf("the former address was sent %s to %s", told.Subject(), told.To())
	}
}

// TestThePendingAddressIsPersonal checks that the log has neither the pending address nor the token in plain.
func TestThePendingAddressIsPersonal(t *testing.T) {
	t.Parallel()
	p := startProving(t)
	id, _ := p.Customer("anna@example.com")
	link, _ := p.asks(id, "eva@example.com")
	token := link[strings.Index(link, "token=")+len("token="):]
	var plain int
	if err := p.Pool.QueryRow(t.Context(), `SELECT count(*) FROM public.events WHERE data::text LIKE '%' || $1 || '%'
		OR data::text LIKE '%' || $2 || '%'`, "eva@example.com", token).Scan(&plain); err != nil {
		t.Fatal(err)
	}
	if plain != 0 {
		t.Errorf("%d events have it in plain", plain)
	}
	if err := p.Commands.Customers.StartForgetting(apptest.Operator(), id, ""); err != nil {
		t.Fatal(err)
	}
	p.opens(link, 400, customer.ErrBadProof.Message)
}
