package customers_test

import (
	"strings"
	"testing"

	"tradelog/test/apptest"
)

func TestAGuestRegistersConfirmsAndLogsIn(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	a := s.Must(201, "POST", "/customers", fields{
		"email": "Anna@Example.com", "firstname": "Anna", "lastName": "Smith", "middlename": "B", "gender": 2, "dob": "1990-02-28",
		"password": "secret phrase",
		// Members that only the shop may set are ignored, whatever their value is.
		"groupId": "no number", "isActive": false, "websiteId": 77, "taxvat": "DE1", "disableAutoGroupChange": true, "isConfirmed": true, "id": 9,
	})
	want := `{"addresses":[],"createdIn":"Default Store View","disableAutoGroupChange":false,"dob":"1990-02-28","email":"Anna@Example.com",` +
		`"extensions":[],` +
		`"firstname":"Anna","fullName":"Anna Smith","gender":2,"groupId":1,"id":1,"isActive":true,"isConfirmed":false,"isSubscribed":false,` +
		`"lastname":"Smith",` +
		`"middlename":"B","storeId":1,"websiteId":1}`
	if got := show(t, a); got != want {
		t.Errorf("registered %s\nwant %s", got, want)
	}
	if a.Header.Get("Location") != "/api/rest/v2/customers/1" || a.Header.Get("X-Event-Position") == "" {
		t.Errorf("headers %v", a.Header)
	}
	login := func() apptest.Answer {
		return s.Do("POST", "/auth/token", fields{"email": "anna@example.com", "password": "secret phrase"})
	}
	if a := login(); a.Status != 401 {
		t.Errorf("before the confirmation: %d", a.Status)
	}
	account, err := s.Commands.Customers.Customer(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	key := account.Confirmation
	if len(key) != 32 {
		t.Fatalf("confirmation key %q", key)
	}
	page := func(id, key string) apptest.Answer {
		return s.Do("GET", "/customer/account/confirm?id="+id+"&key="+key, nil)
	}
	before := s.LogSize()
	for _, link := range [][2]string{
		{"1", "wrong"}, {"1", ""}, {"2", key}, {"x", key}, {"0", key}, {"-1", key}, {"99999999999999999999", key},
	} {
		if a := page(link[0], link[1]); a.Status != 400 || !strings.Contains(string(a.Body), "This confirmation link is not valid.") {
			t.Errorf("link %v: %d %s", link, a.Status, a.Body)
		}
	}
	if s.LogSize() != before {
		t.Error("a wrong link was stored")
	}
	for range 2 { // a link can be opened twice
		a := page("1", key)
		if a.Status != 200 || a.Header.Get("Content-Type") != "text/html; charset=utf-8" || !strings.Contains(string(a.Body), "is confirmed") ||
			a.Header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("the link: %d %v %s", a.Status, a.Header, a.Body)
		}
	}
	if a := page("1", "wrong"); a.Status != 400 {
		t.Errorf("a wrong link of a confirmed account: %d", a.Status)
	}
	if s.LogSize() != before+1 {
		t.Errorf("confirming stored %d events", s.LogSize()-before)
	}
	s.Settle()
	token := login().Object(t)["token"].(string)
	if o := s.Must(200, "GET", "/customers/me", nil, apptest.Bearer(token)...).Object(t); o["isConfirmed"] != true {
		t.Errorf("confirmed: %v", o)
	}
}

func TestRegistrationsThatAreRefused(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	s.Customer("taken@example.com")
	s.SecondWebsite()
	ok := func(change fields) fields {
		b := fields{"email": "new@example.com", "password": "secret phrase", "firstname": "New"}
		for name, value := range change {
			if b[name] = value; value == nil {
				delete(b, name)
			}
		}
		return b
	}
	create, restricted := s.Service([]string{"customers/create"}), s.Service([]string{"customers/write"}, 1)
	for _, c := range []struct {
		token   string
		body    any
		status  int
		message string
	}{
		{"", ok(fields{"email": nil, "password": nil}), 400, "Email is required"},
		{"", ok(fields{"email": ""}), 400, "Email is required"},
		{"", ok(fields{"email": "new"}), 400, "Invalid email address"},
		{"", ok(fields{"email": "new@example"}), 400, "Invalid email address"},
		{"", ok(fields{"email": "new@example.com\u0000"}), 400, `The "email" attribute has characters that cannot be stored.`},
		{"", ok(fields{"email": 5}), 400, `The type of the "email" attribute must be "string", "int" given.`},
		{"", ok(fields{"password": nil}), 400, "Password is required"},
		{"", ok(fields{"password": "        "}), 400, "Password is required"},
		{"", ok(fields{"password": "äöüäöü"}), 400, "Password must be at least 7 characters"},
		{"", ok(fields{"email": "TAKEN@example.com", "gender": 9}), 409, "A customer with this email already exists"},
		{"", ok(fields{"gender": 3}), 400, "Invalid gender 3; allowed: 1, 2 (0 clears)"},
		{"", ok(fields{"gender": "1"}), 400, `The type of the "gender" attribute must be "int", "string" given.`},
		{"", ok(fields{"dob": "28.2.1990"}), 400, "Invalid date for dob; use Y-m-d format."},
		{"", ok(fields{"dob": "1990-2-28"}), 400, "Invalid date for dob; use Y-m-d format."},
		{"", ok(fields{"dob": "2990-02-28"}), 400, "Date of birth cannot be in the future."},
		{"", ok(fields{"firstname": strings.Repeat("x", 256)}), 400, "Names cannot be longer than 255 characters."},
		{create, ok(fields{"websiteId": 7, "email": nil}), 400, "Website 7 does not exist"},
		{create, ok(fields{"websiteId": 0}), 400, "Website 0 does not exist"},
		{create, ok(fields{"email": "taken@example.com", "groupId": 9}), 409, "A customer with this email already exists"},
		{create, ok(fields{"groupId": 9, "gender": 9}), 400, "Customer group 9 does not exist"},
		{create, ok(fields{"groupId": -1}), 400, "Customer group -1 does not exist"},
		{create, ok(fields{"isActive": "yes"}), 400, `The type of the "isActive" attribute must be "bool", "string" given.`},
		{restricted, ok(fields{"websiteId": 2, "email": nil}), 403, "Access denied for this customer's website"},
	} {
		says(t, s, c.status, c.message, func() apptest.Answer {
			if c.token == "" {
				return s.Do("POST", "/customers", c.body)
			}
			return s.Do("POST", "/customers", c.body, apptest.Bearer(c.token)...)
		})
	}
	s.Configure("customer/password/min_password_length", "10")
	says(t, s, 400, "Password must be at least 10 characters", func() apptest.Answer {
		return s.Do("POST", "/customers", ok(fields{"password": "123456789"}))
	})
	s.Configure("customer/password/min_password_length", "3")
	says(t, s, 400, "Password must be at least 7 characters", func() apptest.Answer {
		return s.Do("POST", "/customers", ok(fields{"password": "123456"}))
	})
}

func TestTheBackOfficeRegisters(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	website, store := s.SecondWebsite()
	for i, token := range []string{
		s.Service([]string{"customers/create"}), s.Service([]string{"customers/write"}), s.Admin("customer/manage"),
	} {
		a := s.Must(201, "POST", "/customers", fields{
			"email": string(rune('a'+i)) + "@example.com", "password": "secret phrase", "groupId": 2, "isActive": false, "websiteId": website,
			"taxvat": "DE1", "disableAutoGroupChange": true,
		}, apptest.Bearer(token)...)
		o := a.Object(t)
		for name, want := range map[string]any{"groupId": 2.0, "isActive": false, "websiteId": float64(website), "storeId": float64(store),
			"createdIn": "Deutsch", "taxvat": "DE1", "disableAutoGroupChange": true, "isConfirmed": true, "firstname": "",
			"lastname": "", "fullName": ""} {
			if o[name] != want {
				t.Errorf("%s is %v, want %v", name, o[name], want)
			}
		}
	}
	// A token without the permission counts as a guest.
	for i, token := range []string{s.Service([]string{"customers/read"}), s.Admin("cms/page")} {
		o := s.Must(201, "POST", "/customers", fields{"email": string(rune('w'+i)) + "@example.com", "password": "secret phrase", "groupId": 2},
			apptest.Bearer(token)...).Object(t)
		if o["groupId"] != 1.0 || o["isConfirmed"] != false {
			t.Errorf("registered without a right to: %v", o)
		}
	}
	s.Configure("customer/create_account/confirm", "0", "customer/create_account/default_group", "3")
	if o := s.Must(201, "POST", "/customers", fields{"email": "y@example.com", "password": "secret phrase"}).Object(t); o["groupId"] != 3.0 ||
		o["isConfirmed"] != true {
		t.Errorf("without confirmation: %v", o)
	}
}

// TestSharedAccounts checks that an e-mail address is unique in its website, or everywhere.
func TestSharedAccounts(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	s.SecondWebsite()
	in := func(store, email string) apptest.Answer {
		return s.Do("POST", "/customers", fields{"email": email, "password": "secret phrase"}, "X-Store-Code", store)
	}
	for _, store := range []string{"default", "de"} {
		if a := in(store, "anna@example.com"); a.Status != 201 {
			t.Errorf("%s: %d %s", store, a.Status, a.Body)
		}
	}
	says(t, s, 409, "A customer with this email already exists", func() apptest.Answer { return in("de", "anna@example.com") })
	in("default", "eva@example.com")
	s.Configure("customer/account_share/scope", "0")
	says(t, s, 409, "A customer with this email already exists", func() apptest.Answer { return in("de", "eva@example.com") })
	if a := in("de", "bob@example.com"); a.Status != 201 {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	says(t, s, 409, "A customer with this email already exists", func() apptest.Answer { return in("default", "bob@example.com") })
}

func TestRegistrationLimit(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock), apptest.WithRateLimits())
	for range 5 {
		s.Must(400, "POST", "/customers", fields{})
	}
	says(t, s, 429, "Too many requests. Please try again later.", func() apptest.Answer {
		return s.Do("POST", "/customers", fields{"email": "new@example.com", "password": "secret phrase"})
	})
	s.Must(400, "POST", "/customers", fields{}, apptest.Bearer(s.Service([]string{"customers/create"}))...) // the back office is not limited
	clock.Advance(61 * 60 * 1e9)
	s.Must(201, "POST", "/customers", fields{"email": "new@example.com", "password": "secret phrase"})
}

// TestARegistrationGoesOnAfterACrash checks a retry after the first attempt has registered the customer and crashed.
func TestARegistrationGoesOnAfterACrash(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	headers := append(apptest.Bearer(s.Service([]string{"customers/create"})), "X-Idempotency-Key", "once")
	first := s.Must(201, "POST", "/customers", fields{"email": "anna@example.com", "password": "secret phrase"}, headers...)
	before := s.LogSize()
	if _, err := s.Pool.Exec(t.Context(),
		`UPDATE idempotency_keys SET finished_at = NULL, status = NULL, headers = NULL, body = NULL, holder = 1`); err != nil {
		t.Fatal(err)
	}
	second := s.Must(201, "POST", "/customers", fields{"email": "anna@example.com", "password": "secret phrase"}, headers...)
	if string(second.Body) != string(first.Body) || second.Header.Get("X-Idempotency-Replayed") != "" {
		t.Errorf("the second attempt: %v %s", second.Header, second.Body)
	}
	if s.LogSize() != before {
		t.Error("the second attempt stored something")
	}
	third := s.Must(201, "POST", "/customers", fields{"email": "anna@example.com"}, headers...)
	if string(third.Body) != string(first.Body) || third.Header.Get("X-Idempotency-Replayed") != "true" ||
		third.Header.Get("Location") != first.Header.Get("Location") {
		t.Errorf("the replay: %v %s", third.Header, third.Body)
	}
}
