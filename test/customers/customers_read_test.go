package customers_test

import (
	"strings"
	"testing"

	"tradelog/domain/customer"
	"tradelog/test/apptest"
)

func TestReadingCustomers(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	website, store := s.SecondWebsite()
	anna, token := s.Customer("anna@example.com")
	bob, _ := s.Customer("bob@example.com")
	eva, err := s.Commands.Customers.RegisterCustomer(apptest.Operator(),
		customer.Registration{WebsiteID: website, StoreID: store, Active: true, Profile: customer.Profile{Email: "eva@example.com"}}, website)
	if err != nil {
		t.Fatal(err)
	}
	me, reader, restricted := apptest.Bearer(token), apptest.Bearer(s.Service([]string{"customers/read"})),
		apptest.Bearer(s.Service([]string{"customers/all"}, 1))
	path := func(id int64) string { return "/customers/" + string(rune('0'+id)) }

	own := s.Must(200, "GET", path(anna), nil, me...)
	if string(own.Body) != string(s.Must(200, "GET", "/customers/me", nil, me...).Body) ||
		string(own.Body) != string(s.Must(200, "GET", path(anna), nil, reader...).Body) {
		t.Error("the same account looks different")
	}
	for _, c := range []struct {
		path    string
		headers []string
		status  int
		message string
	}{
		{path(bob), me, 403, "You can only access your own data"},
		{"/customers/99", me, 403, "You can only access your own data"},
		{"/customers/x", me, 403, "You can only access your own data"},
		{"/customers/99", reader, 404, "Not Found"},
		{"/customers/x", reader, 404, "Not Found"},
		{"/customers/99999999999999999999", reader, 404, "Not Found"},
		{path(eva), restricted, 403, "Access denied for this customer's website"},
		{"/customers/me", reader, 404, "Not Found"},
		{"/customers/me", apptest.Bearer(s.Admin("customer/manage")), 404, "Not Found"},
		{"/customers/me", apptest.Bearer(s.Admin("sales/order")), 403, `Your admin role does not grant access to "customer/manage".`},
		{"/customers/me", apptest.Bearer(s.Service([]string{"orders/read"})), 403, "Access denied"},
		{path(anna), apptest.Bearer(s.Service([]string{"orders/all"})), 403, "Access denied"},
		{"/customers/99", apptest.Bearer(s.Service([]string{"orders/all"})), 403, "Access denied"},
		{"/customers", me, 403, "Access denied"},
		{"/customers/me", nil, 401, "Authentication required"},
		{"/customers", nil, 401, "Authentication required"},
		{"/customers/99", nil, 401, "Authentication required"},
	} {
		says(t, s, c.status, c.message, func() apptest.Answer { return s.Do("GET", c.path, nil, c.headers...) })
	}
	emails := func(query string, headers []string) (out []string) {
		a := s.Must(200, "GET", "/customers"+query, nil, headers...)
		for _, o := range a.List(t) {
			out = append(out, strings.TrimSuffix(o["email"].(string), "@example.com"))
		}
		return out
	}
	for query, want := range map[string]string{
		"": "eva bob anna", "?email=BOB@example.com": "bob", "?email=bob": "", "?search=bob@example.com": "bob", "?search=bob@": "",
		"?search=bob@exam": "", "?search=smith": "bob anna", "?search=%20SMIT%20": "", "?search=smit": "",
		"?search=anna@example.com&email=bob@example.com": "bob", "?search=12345": "",
		"?search=-----": "", "?search=+49%20(0)": "", "?telephone=555": "", "?telephone=555&email=bob@example.com": "", "?search=exam%25": "",
		"?search=____e": "", "?search=": "eva bob anna", "?itemsPerPage=1&page=2": "bob", "?page=9": "", "?unknown=1": "eva bob anna",
	} {
		if got := strings.Join(emails(query, reader), " "); got != want {
			t.Errorf("%s lists %q, want %q", query, got, want)
		}
	}
	for query, refusal := range map[string]string{
		"?search=%ff":              "must be UTF-8 text without NUL",
		"?email=a%00b@example.com": "must be UTF-8 text without NUL",
		"?telephone=555%0a":        "parameter must be UTF-8 text of one line without control characters.",
	} {
		if a := s.Must(400, "GET", "/customers"+query, nil, reader...); !strings.Contains(a.Message(), refusal) {
			t.Errorf("%s: %s", query, a.Body)
		}
	}
	if got := strings.Join(emails("", restricted), " "); got != "bob anna" {
		t.Errorf("a token of the first website lists %q", got)
	}
}
