package customers_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"tradelog/test/apptest"
)

func home(change fields) fields {
	b := fields{
		"firstname": "Anna", "lastname": "Smith", "street": []string{"Main Street 1", "rear"}, "city": "Los Angeles", "regionId": 12,
		"postcode": "90001", "countryId": "us", "telephone": "+1 (555) 123-456", "company": "Smith Ltd", "prefix": "Dr", "vatId": "US1",
	}
	maps.Copy(b, change)
	return b
}

// TestAnAddressBook follows entries through all their paths (shapes-customer §3).
func TestAnAddressBook(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	anna, token := s.Customer("anna@example.com")
	_, bobs := s.Customer("bob@example.com")
	me, bob := apptest.Bearer(token), apptest.Bearer(bobs)
	clerk := apptest.Bearer(s.Service([]string{"addresses/read", "addresses/write", "customers/read"}))

	first := s.Must(201, "POST", "/customers/me/addresses", home(fields{"id": 9, "customerId": 9}), me...)
	want := `{"@type":"Address","city":"Los Angeles","company":"Smith Ltd","countryId":"US","customerId":1,"extensions":[],` +
		`"firstname":"Anna","id":1,"isDefaultBilling":false,"isDefaultShipping":false,"lastname":"Smith","postcode":"90001",` +
		`"prefix":"Dr","region":"California","regionId":12,"street":["Main Street 1","rear"],"telephone":"+1 (555) 123-456","vatId":"US1"}`
	if got := show(t, first); got != strings.Replace(want, `"@type":"Address",`, "", 1) && got != want {
		t.Errorf("added %s\nwant %s", got, want)
	}
	if first.Header.Get("Location") != "/api/rest/v2/customers/me/addresses/1" {
		t.Errorf("Location %q", first.Header.Get("Location"))
	}
	// The other paths to the same book; the first entry becomes both defaults later.
	s.Must(201, "POST", "/addresses", home(fields{"street": "Side Street 2\n3rd floor", "isDefaultBilling": true, "regionId": "",
		"region": "43", "firstName": "Ann"}), me...)
	added := s.Must(201, "POST", fmt.Sprintf("/customers/%d/addresses", anna), home(fields{"regionId": 80, "region": "Somewhere",
		"isDefaultShipping": true, "telephone": "0049 89 77"}), clerk...)
	if added.Header.Get("Location") != "/api/rest/v2/addresses/3" {
		t.Errorf("Location %q", added.Header.Get("Location"))
	}
	if o := added.Object(t); o["regionId"] != 80.0 || o["region"] != "Somewhere" || o["isDefaultShipping"] != true {
		t.Errorf("a region of another country: %v", o)
	}
	if o := s.Must(200, "GET", "/addresses/2", nil, me...).Object(t); o["region"] != "New York" || o["regionId"] != 43.0 ||
		fmt.Sprint(o["street"]) != "[Side Street 2 3rd floor]" || o["isDefaultBilling"] != true {
		t.Errorf("the second: %v", o)
	}
	for _, path := range []string{"/addresses", "/customers/me/addresses"} {
		if rows := s.Must(200, "GET", path, nil, me...).List(t); len(rows) != 3 || rows[2]["isDefaultShipping"] != true || rows[2]["id"] != 3.0 {
			t.Errorf("%s: %v", path, rows)
		}
	}
	if rows := s.Must(200, "GET", fmt.Sprintf("/customers/%d/addresses", anna), nil, clerk...).List(t); len(rows) != 3 {
		t.Errorf("the clerk sees %v", rows)
	}

	// A change replaces the required members, clears company and region, and keeps the rest.
	changed := s.Must(200, "PUT", "/customers/me/addresses/1", fields{
		"firstname": "Anne", "lastname": "Smith", "street": "New Street 1", "city": "Berlin", "postcode": "10115", "countryId": "DE",
		"telephone": "030 1", "region": "Berlin", "isDefaultBilling": true, "isDefaultShipping": true,
	}, me...).Object(t)
	if changed["company"] != nil || changed["regionId"] != nil || changed["region"] != "Berlin" || changed["prefix"] != "Dr" ||
		changed["isDefaultBilling"] != true || changed["isDefaultShipping"] != true {
		t.Errorf("changed: %v", changed)
	}
	before := s.LogSize()
	s.Must(200, "PUT", "/addresses/1", fields{
		"firstname": "Anne", "lastname": "Smith", "street": "New Street 1", "city": "Berlin", "postcode": "10115", "countryId": "DE",
		"telephone": "030 1", "region": "Berlin", "isDefaultBilling": true,
	}, me...)
	if s.LogSize() != before {
		t.Error("a change of nothing was stored")
	}

	account := s.Must(200, "GET", "/customers/me", nil, me...).Object(t)
	book := account["addresses"].([]any)
	one, two := book[0].(map[string]any), book[1].(map[string]any)
	if len(book) != 3 || one["isDefaultBilling"] != true || two["isDefaultBilling"] != nil || two["isDefaultShipping"] != nil ||
		account["defaultBillingAddress"].(map[string]any)["id"] != 1.0 || account["defaultShippingAddress"].(map[string]any)["id"] != 1.0 {
		t.Errorf("the account: %v", account)
	}
	row := s.Must(200, "GET", "/customers?email=anna@example.com", nil, clerk...).List(t)[0]
	if len(row["addresses"].([]any)) != 0 || row["defaultShippingAddress"] != nil ||
		row["defaultBillingAddress"].(map[string]any)["isDefaultBilling"] != true {
		t.Errorf("a row: %v", row)
	}
	for query, found := range map[string]int{
		"telephone=0049": 1, "telephone=%2B1%20(555)": 1, "telephone=1555": 0, "search=1555123": 1, "search=0049%208": 1, "search=89%2077": 0,
		"telephone=0049&email=nobody@example.com": 1, "search=%2B1%20(5": 1,
	} {
		if rows := s.Must(200, "GET", "/customers?"+query, nil, clerk...).List(t); len(rows) != found {
			t.Errorf("%s finds %d", query, len(rows))
		}
	}

	// A deleted default leaves none.
	s.Must(204, "DELETE", "/customers/me/addresses/1", nil, me...)
	account = s.Must(200, "GET", "/customers/me", nil, me...).Object(t)
	if account["defaultBillingAddress"] != nil || account["defaultShippingAddress"] != nil || len(account["addresses"].([]any)) != 2 {
		t.Errorf("after the deletion: %v", account)
	}
	s.Must(200, "PUT", "/addresses/2", home(fields{"isDefaultBilling": false, "isDefaultShipping": true}), clerk...)
	s.Must(204, "DELETE", "/addresses/3", nil, clerk...)

	required := "First name is required, Last name is required, Street address is required, City is required, Postcode is required, " +
		"Country is required, Telephone is required"
	for _, c := range []struct {
		method, path string
		body         any
		as           []string
		status       int
		message      string
	}{
		{"POST", "/addresses", fields{}, me, 400, required},
		{"PUT", "/addresses/2", fields{"street": []string{" ", ""}}, me, 400, required},
		{"POST", "/addresses", home(fields{"postcode": " ", "countryId": "HK"}), me, 400, "Postcode is required"},
		{"GET", "/addresses/2", nil, bob, 404, "Not Found"},
		{"GET", "/addresses/99", nil, bob, 404, "Not Found"},
		{"GET", "/customers/me/addresses/x", nil, clerk, 404, "Not Found"},
		{"PUT", "/customers/me/addresses/2", home(nil), bob, 404, "Address not found"},
		{"PUT", "/addresses/2", home(nil), bob, 404, "Address not found"},
		{"DELETE", "/addresses/2", nil, bob, 404, "Address not found"},
		{"DELETE", "/addresses/1", nil, me, 404, "Address not found"},
		{"DELETE", "/addresses/99", nil, clerk, 404, "Not Found"},
		{"GET", "/addresses", nil, clerk, 404, "Customer ID is required"},
		{"GET", "/customers/me/addresses", nil, clerk, 404, "Customer ID is required"},
		{"POST", "/addresses", home(nil), clerk, 404, "Authentication required"},
		{"POST", "/customers/me/addresses", home(nil), clerk, 404, "Authentication required"},
		{"DELETE", "/customers/me/addresses/2", nil, clerk, 404, "Authentication required"},
		{"GET", "/customers/99/addresses", nil, clerk, 404, "Customer not found"},
		{"POST", "/customers/99/addresses", home(nil), clerk, 404, "Customer not found"},
		{"GET", "/customers/1/addresses", nil, me, 403, "Access denied"},
		{"GET", "/addresses", nil, nil, 401, "Authentication required"},
		{"GET", "/addresses/2", nil, apptest.Bearer(s.Service([]string{"customers/all"})), 404, "Not Found"},
		{"PUT", "/addresses/2", home(nil), apptest.Bearer(s.Service([]string{"addresses/read"})), 403, "Access denied"},
	} {
		says(t, s, c.status, c.message, func() apptest.Answer { return s.Do(c.method, c.path, c.body, c.as...) })
	}
	s.SecondWebsite()
	elsewhere := append(apptest.Bearer(s.Service([]string{"addresses/all"}, 2)), "X-Store-Code", "de")
	for _, path := range []string{"/addresses/2", "/customers/1/addresses"} {
		says(t, s, 403, "Access denied for this customer's website", func() apptest.Answer { return s.Do("GET", path, nil, elsewhere...) })
	}
}
