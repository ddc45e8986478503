package customers_test

import (
	"testing"
	"time"

	"tradelog/test/apptest"
)

func TestCustomersChangeTheirProfile(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	s.Configure("customer/create_account/confirm", "0")
	_, token := s.Customer("anna@example.com")
	s.Customer("bob@example.com")
	me := apptest.Bearer(token)
	put := func(b any) apptest.Answer { return s.Do("PUT", "/customers/me", b, me...) }
	first := s.Must(200, "GET", "/customers/me", nil, me...)

	got := show(t, put(fields{
		"prefix": "Dr", "gender": 1, "dob": "1990-02-28", "lastName": "Jones", "groupId": 3, "taxvat": "X", "isActive": false, "websiteId": 5,
	}))
	want := `{"addresses":[],"createdIn":"Default Store View","disableAutoGroupChange":false,"dob":"1990-02-28","email":"anna@example.com",` +
		`"extensions":[],` +
		`"firstname":"Anna","fullName":"Anna Jones","gender":1,"groupId":1,"id":1,"isActive":true,"isConfirmed":true,"isSubscribed":false,` +
		`"lastname":"Jones",` +
		`"prefix":"Dr","storeId":1,"websiteId":1}`
	if got != want {
		t.Errorf("changed to %s\nwant %s", got, want)
	}
	s.Must(200, "GET", "/customers/me", nil, append(me, "If-None-Match", first.Header.Get("ETag"))...)
	put(fields{"prefix": "", "gender": 0, "dob": "", "lastname": "Smith", "email": "", "suffix": nil})
	before := s.LogSize()
	s.Must(200, "PUT", "/customers/me", fields{}, me...)
	if s.LogSize() != before {
		t.Error("changing nothing was stored")
	}
	o := s.Must(200, "GET", "/customers/me", nil, me...).Object(t)
	if o["prefix"] != nil || o["gender"] != nil || o["dob"] != nil || o["email"] != "anna@example.com" {
		t.Errorf("after clearing: %v", o)
	}
	for _, c := range []struct {
		body    fields
		message string
	}{
		{fields{"email": "x"}, "Invalid email address"},
		{fields{"email": "Bob@example.com"}, "This email is already in use."},
		{fields{"gender": 4}, "Invalid gender 4; allowed: 1, 2 (0 clears)"},
		{fields{"dob": "today"}, "Invalid date for dob; use Y-m-d format."},
		{fields{"dob": "2990-01-01"}, "Date of birth cannot be in the future."},
		{fields{"firstname": 5}, `The type of the "firstname" attribute must be "string", "int" given.`},
	} {
		says(t, s, 400, c.message, func() apptest.Answer { return put(c.body) })
	}
	// The new e-mail address is taken and the old one is free. The token stays valid.
	s.Must(200, "PUT", "/customers/me", fields{"email": "Anna.Jones@example.com"}, me...)
	s.Must(200, "GET", "/customers/me", nil, me...)
	register := func(email string) int {
		return s.Do("POST", "/customers", fields{"email": email, "password": "secret phrase"}).Status
	}
	if register("anna.jones@example.com") != 409 || register("anna@example.com") != 201 {
		t.Error("the e-mail addresses were not exchanged")
	}
	for _, token := range []string{s.Service([]string{"customers/write"}), s.Admin("customer/manage")} {
		for _, r := range [][2]string{{"PUT", "/customers/me"}, {"POST", "/customers/me/password"}} {
			says(t, s, 403, "Authentication required", func() apptest.Answer { return s.Do(r[0], r[1], "not even JSON", apptest.Bearer(token)...) })
		}
	}
	reader := apptest.Bearer(s.Service([]string{"customers/read"}))
	says(t, s, 403, "Access denied", func() apptest.Answer { return s.Do("PUT", "/customers/me", fields{}, reader...) })
}

func TestTheBackOfficeChangesCustomers(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	s.SecondWebsite()
	_, token := s.Customer("anna@example.com")
	s.Customer("bob@example.com")
	writer := apptest.Bearer(s.Service([]string{"customers/write"}))
	o := s.Must(200, "PUT", "/customers/1",
		fields{"groupId": 2, "taxvat": "DE1", "disableAutoGroupChange": true, "websiteId": 1, "firstname": "Ann"}, writer...).Object(t)
	if o["groupId"] != 2.0 || o["taxvat"] != "DE1" || o["disableAutoGroupChange"] != true || o["firstname"] != "Ann" || o["isActive"] != true {
		t.Errorf("changed to %v", o)
	}
	for _, c := range []struct {
		path    string
		body    fields
		status  int
		message string
	}{
		{"/customers/99", fields{}, 404, "Customer not found"},
		{"/customers/x", fields{}, 404, "Customer not found"},
		{"/customers/1", fields{"websiteId": 2}, 400, "websiteId can only be set when creating a customer"},
		{"/customers/1", fields{"email": "x"}, 400, "Invalid email address"},
		{"/customers/1", fields{"email": "bob@example.com"}, 409, "A customer with this email already exists"},
		{"/customers/1", fields{"groupId": 4}, 400, "Customer group 4 does not exist"},
		{"/customers/1", fields{"gender": -1}, 400, "Invalid gender -1; allowed: 1, 2 (0 clears)"},
	} {
		says(t, s, c.status, c.message, func() apptest.Answer { return s.Do("PUT", c.path, c.body, writer...) })
	}
	says(t, s, 403, "Access denied", func() apptest.Answer { return s.Do("PUT", "/customers/1", fields{}, apptest.Bearer(token)...) })
	de := append(apptest.Bearer(s.Service([]string{"all"}, 2)), "X-Store-Code", "de")
	says(t, s, 403, "Access denied for this customer's website", func() apptest.Answer { return s.Do("PUT", "/customers/1", fields{}, de...) })

	s.Must(200, "PUT", "/customers/1", fields{"isActive": false, "taxvat": ""}, writer...)
	says(t, s, 401, "Customer account is inactive or not found",
		func() apptest.Answer { return s.Do("GET", "/customers/me", nil, apptest.Bearer(token)...) })
	o = s.Must(200, "PUT", "/customers/1", fields{"isActive": true}, writer...).Object(t)
	if o["isActive"] != true || o["taxvat"] != nil {
		t.Errorf("let in again: %v", o)
	}
	s.Must(200, "GET", "/customers/me", nil, apptest.Bearer(token)...)
}

func TestPasswordsOfCustomers(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock), apptest.WithRateLimits())
	s.Configure("customer/create_account/confirm", "0")
	s.Must(201, "POST", "/customers", fields{"email": "anna@example.com", "password": "first phrase"})
	login := func(password string) apptest.Answer {
		clock.Advance(time.Minute)
		return s.Do("POST", "/auth/token", fields{"email": "anna@example.com", "password": password})
	}
	me := apptest.Bearer(login("first phrase").Object(t)["token"].(string))
	change := func(current, fresh string) apptest.Answer {
		return s.Do("POST", "/customers/me/password", fields{"currentPassword": current, "newPassword": fresh}, me...)
	}
	for _, c := range []struct{ current, fresh, message string }{
		{"", "", "Current password is required"}, {" ", "x", "Current password is required"}, {"x", "", "New password is required"},
		{"x", "short", "New password must be at least 7 characters"}, {"wrong phrase", "second phrase", "Current password is incorrect."},
	} {
		says(t, s, 400, c.message, func() apptest.Answer { return change(c.current, c.fresh) })
	}
	if a := change("first phrase", "second phrase"); a.Status != 201 || a.Object(t)["email"] != "anna@example.com" {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	s.Must(200, "GET", "/customers/me", nil, me...) // the token of the change stays valid
	if login("first phrase").Status != 401 || login("second phrase").Status != 200 {
		t.Error("the password was not replaced")
	}
	for range 8 {
		says(t, s, 400, "Current password is incorrect.", func() apptest.Answer { return change("wrong phrase", "third phrase") })
	}
	says(t, s, 429, "Too many requests. Please try again later.", func() apptest.Answer { return change("second phrase", "third phrase") })
	says(t, s, 400, "New password is required", func() apptest.Answer { return change("x", "") })
}

// TestCustomersAreAnsweredWhileTheReadModelIsBehind checks that the answer to a write comes from the stream if the projector is behind.
func TestCustomersAreAnsweredWhileTheReadModelIsBehind(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	writer := append(apptest.Bearer(s.Service([]string{"customers/write"})), "X-Idempotency-Key", "k")
	_, token := s.Customer("anna@example.com")
	if _, err := s.Pool.Exec(t.Context(), `ALTER TABLE read.customers ADD CONSTRAINT broken CHECK (firstname <> 'broken')`); err != nil {
		t.Fatal(err)
	}
	o := s.Must(200, "PUT", "/customers/1", fields{"firstname": "Broken", "groupId": 3}, writer...).Object(t)
	if o["firstname"] != "Broken" || o["groupId"] != 3.0 {
		t.Errorf("answered from the stream: %v", o)
	}
	o = s.Must(200, "PUT", "/customers/me", fields{"lastname": "Behind"}, apptest.Bearer(token)...).Object(t)
	if o["firstname"] != "Broken" || o["lastname"] != "Behind" {
		t.Errorf("answered from the stream: %v", o)
	}
}

// TestANewAddressTakesThePassword checks that an old token alone cannot change the e-mail address, which is the key to the account.
// Refreshing a token does not make it new.
func TestANewAddressTakesThePassword(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock))
	s.Configure("customer/create_account/confirm", "0")
	const password = "a long password"
	s.Must(201, "POST", "/customers", fields{"email": "dora@example.com", "firstname": "Dora", "lastname": "Smith", "password": password},
		apptest.Bearer(s.Service([]string{"all"}))...)
	s.Settle()
	login := func(email string) []string {
		t.Helper()
		token, _ := s.Must(200, "POST", "/auth/token", fields{"email": email, "password": password}).Object(t)["token"].(string)
		return apptest.Bearer(token)
	}
	me := login("dora@example.com")
	clock.Advance(time.Minute)
	refreshed, _ := s.Must(200, "POST", "/auth/refresh", nil, me...).Object(t)["token"].(string)
	me = apptest.Bearer(refreshed)
	s.Must(200, "PUT", "/customers/me", fields{"firstname": "Dorothea", "email": "DORA@example.com"}, me...)
	s.Must(403, "PUT", "/customers/me", fields{"email": "evil@example.com"}, me...)
	s.Must(400, "PUT", "/customers/me", fields{"email": "evil@example.com", "currentPassword": "a wrong password"}, me...)
	s.Must(200, "PUT", "/customers/me", fields{"email": "dorothea@example.com", "currentPassword": password}, me...)
	s.Settle()
	s.Must(200, "PUT", "/customers/me", fields{"email": "dora@example.com"}, login("dorothea@example.com")...)
}
