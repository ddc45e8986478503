package sales_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"tradelog/domain/shop"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestListFilters checks every filter of the list, alone and combined (shapes-sales §7, rest-v2 §4.12).
func TestListFilters(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := past{salestest.Start(t, apptest.WithClock(clock)), t}
	s.Product("MUG", "10", 1000, nil)
	store, err := s.Commands.Directory.Views.Create(apptest.Operator(),
		shop.Store{Code: "second", Name: "Second", WebsiteID: 1, GroupID: 1, IsActive: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Settle()
	annaID, anna := s.Customer("Anna.Smith@example.com")
	// The orders a to f and their changes are backdated to four days. The log stores the changes ten minutes apart.
	begin := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	at := func(days, hours int) time.Time {
		return begin.Add(time.Duration(days)*24*time.Hour + time.Duration(hours)*time.Hour)
	}
	placed := map[string]fields{
		"a": s.order(at(0, 0), "", "gina@example.com", nil), "b": s.order(at(0, 13), "", "GINA.B@example.org", nil),
		"c": s.order(at(1, 0), "second", "percent%sign@example.com", nil), "d": s.order(at(1, 0), "", "", anna),
		"e": s.order(at(2, 0), "second", "x_y@example.com", nil), "f": s.order(at(2, 3), "", "", anna),
	}
	stored := clock.Now()
	since := func(minutes, seconds int) string {
		return url.QueryEscape(stored.Add(time.Duration(minutes)*time.Minute + time.Duration(seconds)*time.Second).Format(time.DateTime))
	}
	clock.Advance(10 * time.Minute)
	s.act(at(2, 5), placed["e"], "cancel")
	clock.Advance(10 * time.Minute)
	s.act(at(3, 0), placed["a"], "hold")
	names := map[int64]string{}
	for name, o := range placed {
		names[salestest.ID(o)] = name
	}
	find := func(query string, headers []string) string {
		t.Helper()
		a := s.Send(t, salestest.Exchange{Method: "GET", Path: "/orders" + query, Headers: headers, Status: 200})
		var out []string
		for _, row := range a.List(t) {
			out = append(out, names[salestest.ID(row)])
		}
		if total := a.Header.Get("X-Total-Count"); total != fmt.Sprint(len(out)) && !strings.Contains(query, "age") {
			t.Errorf("%s: %d rows, counted %s", query, len(out), total)
		}
		return strings.Join(out, "")
	}
	for query, want := range map[string]string{
		"": "fedcba", "?status=pending": "fdcb", "?status=holded": "a", "?state=canceled": "e", "?state=new&status=pending": "fdcb",
		"?status=nonsense": "", "?state=processing": "", "?storeId=1": "fdba", "?storeId=0": "", "?storeId=99": "", "?storeId=x": "fedcba",
		"?storeId=": "fedcba", fmt.Sprintf("?storeId=%d", store): "ec", fmt.Sprintf("?storeId=%d&status=canceled", store): "e",
		fmt.Sprintf("?customerId=%d", annaID): "fd", "?customerId=0": "", "?customerId=999": "",
		fmt.Sprintf("?customerId=%d&storeId=1&state=new", annaID): "fd", fmt.Sprintf("?customerId=%d&storeId=%d", annaID, store): "",
		"?email=gina@example.com": "a", "?email=GINA@example.com": "a", "?email=gina.b@example.org": "b", "?email=gina": "",
		"?email=anna.smith@example.com": "fd", "?emailLike=gina": "ba", "?emailLike=EXAMPLE.ORG": "b", "?emailLike=gi": "fedcba",
		"?emailLike=nobody": "", "?emailLike=%25sign": "c", "?emailLike=x_y": "e", "?emailLike=a_a": "",
		"?email=gina@example.com&emailLike=org": "a", "?incrementId=100000002": "b", "?incrementId=100000": "",
		"?incrementId=100000002&status=holded": "", "?createdFrom=2026-03-02": "fedc", "?createdFrom=2026-03-02&createdTo=2026-03-02": "dc",
		"?createdTo=2026-03-01": "ba", "?createdTo=2026-02-28": "", "?createdFrom=2026-03-01+23:00:00": "fedcb",
		"?createdFrom=2026-03-01+23:00:01": "fedc", "?createdTo=2026-03-01+23:00:00": "ba", "?createdTo=2026-03-01+22:59:59": "a",
		"?updatedSince=2026-03-05": "fedcba", "?updatedSince=" + since(0, 0): "fedcba", "?updatedSince=" + since(0, 1): "ea",
		"?updatedSince=" + since(10, 0): "ea", "?updatedSince=" + since(10, 1): "a", "?updatedSince=" + since(20, 0): "a",
		"?updatedSince=" + since(20, 1): "", "?updatedSince=" + clock.Now().Add(900*time.Millisecond).Format("2006-01-02T15:04:05.000Z"): "a",
		"?since=" + since(20, 0): "a", "?since=" + since(20, 0) + "&updatedSince=" + since(10, 0): "ea",
		"?updatedSince=" + since(10, 0) + "&state=canceled": "e", "?nonsense=1": "fedcba",
		"?page=1&itemsPerPage=4": "fedc", "?page=2&itemsPerPage=4": "ba", "?page=3&itemsPerPage=4": "", "?itemsPerPage=0": "f",
		"?itemsPerPage=-3": "f", "?page=0&itemsPerPage=2": "fe", "?pageSize=2": "fe", "?pageSize=2&itemsPerPage=3": "fed",
		"?itemsPerPage=1000": "fedcba", "?page=x&itemsPerPage=1": "f", "?status=pending&itemsPerPage=2&page=2": "cb",
	} {
		if got := find(query, s.Service); got != want {
			t.Errorf("%s finds %q, want %q", query, got, want)
		}
	}
	for _, name := range []string{"createdFrom", "createdTo", "updatedSince"} {
		s.Send(t, salestest.Exchange{Method: "GET", Path: "/orders?" + name + "=yesterday", Headers: s.Service, Status: 400,
			Message: name + " must be a UTC date (YYYY-MM-DD) or datetime (YYYY-MM-DD HH:MM:SS)."})
	}
	restricted := s.As([]string{"orders/read"}, store)
	second := salestest.With(restricted, "X-Store-Code", "second")
	for query, want := range map[string]string{
		"": "ec", "?storeId=1": "", "?status=canceled": "e", "?emailLike=example": "ec", fmt.Sprintf("?customerId=%d", annaID): "",
	} {
		if got := find(query, second); got != want {
			t.Errorf("a token of the second store: %s finds %q, want %q", query, got, want)
		}
	}
	page := s.Must(200, "GET", "/orders?itemsPerPage=4&status=", nil, s.Service...)
	if link := page.Header.Get("Link"); !strings.Contains(link, `</api/rest/v2/orders?itemsPerPage=4&status=&page=2>; rel="next"`) ||
		page.Header.Get("X-Total-Count") != "6" {
		t.Errorf("Link %q, total %s", link, page.Header.Get("X-Total-Count"))
	}
	linked := s.Must(200, "GET", "/orders?itemsPerPage=4", nil, salestest.With(s.Service, "Accept", "application/ld+json")...).Object(t)
	salestest.Check(t, linked, fields{
		"@type": "Collection", "totalItems": 6, "member.#": 4, "member.0.@type": "Order",
		"view.next": "/api/rest/v2/orders?itemsPerPage=4&page=2",
	})

	mine := func(query string) string {
		var out []string
		for _, row := range s.Must(200, "GET", "/customers/me/orders"+query, nil, anna...).List(t) {
			out = append(out, names[salestest.ID(row)])
		}
		return strings.Join(out, "")
	}
	for query, want := range map[string]string{
		"": "fd", "?status=pending": "fd", "?status=canceled": "", "?itemsPerPage=1": "f", "?itemsPerPage=1&page=2": "d",
		"?storeId=99&email=x": "fd",
	} {
		if got := mine(query); got != want {
			t.Errorf("my orders%s: %q, want %q", query, got, want)
		}
	}
	_, ben := s.Customer("ben@example.com")
	if a := s.Must(200, "GET", "/customers/me/orders", nil, ben...); string(a.Body) != "[]" || a.Header.Get("X-Total-Count") != "0" {
		t.Errorf("nobody's orders: %s", a.Body)
	}
	s.Verify("orders")
}
