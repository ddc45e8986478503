package sales_test

import (
	"crypto/md5"
	"fmt"
	"strings"
	"testing"

	"tradelog/test/salestest"
)

// TestPollingOrdersCostsNoQuery checks that a poll of an unchanged answer comes from memory, with a body or as a 304
// (docs/architecture.md).
func TestPollingOrdersCostsNoQuery(t *testing.T) {
	t.Parallel()
	var q salestest.Queries
	s := salestest.Start(t, q.Trace())
	s.Product("MUG", "10", 100, nil)
	annaID, anna := s.Customer("anna@example.com")
	o := s.OrderOf(anna, "MUG")
	shipment := s.Must(201, "POST", path(o, "/shipments"), fields{}, s.Service...).Object(t)
	s.Settle()
	for _, c := range []struct {
		path    string
		headers []string
		cache   string
	}{
		{"/orders", s.Service, "private, must-revalidate, max-age=60"},
		{"/orders?status=processing&itemsPerPage=5", s.Service, "private, must-revalidate, max-age=60"},
		{fmt.Sprintf("/orders?customerId=%d", annaID), s.Service, "private, must-revalidate, max-age=60"},
		{"/orders?emailLike=anna", s.Service, "private, must-revalidate, max-age=60"},
		{"/orders", salestest.With(s.Service, "Accept", "application/ld+json"), "private, must-revalidate, max-age=60"},
		{path(o, ""), s.Service, "private, must-revalidate, max-age=300"}, {path(o, ""), anna, "private, must-revalidate, max-age=300"},
		{"/customers/me/orders", anna, "private, must-revalidate, max-age=60"},
		{path(o, "/shipments"), s.Service, "private, must-revalidate, max-age=60"},
		{fmt.Sprintf("/shipments/%d", salestest.ID(shipment)), s.Service, "private, must-revalidate, max-age=300"},
	} {
		first := s.Must(200, "GET", c.path, nil, c.headers...)
		etag := first.Header.Get("ETag")
		if want := fmt.Sprintf(`"%x"`, md5.Sum(first.Body)); etag != want || first.Header.Get("Cache-Control") != c.cache {
			t.Errorf("%s: ETag %s, want %s; %s", c.path, etag, want, first.Header.Get("Cache-Control"))
		}
		q.Take()
		s.Must(304, "GET", c.path, nil, salestest.With(c.headers, "If-None-Match", etag)...)
		again := s.Must(200, "GET", c.path, nil, c.headers...)
		s.Must(200, "HEAD", c.path, nil, c.headers...)
		if string(again.Body) != string(first.Body) || again.Header.Get("Link") != first.Header.Get("Link") {
			t.Errorf("%s: remembered as something else", c.path)
		}
		if seen := q.Take(); len(seen) > 0 {
			t.Errorf("%s: %d queries, such as %s", c.path, len(seen), seen[0])
		}
	}
}

// TestAnswersEndWithWhatTheyWereMadeOf makes changes one after another and checks which ETags change.
func TestAnswersEndWithWhatTheyWereMadeOf(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	annaID, anna := s.Customer("anna@example.com")
	_, ben := s.Customer("ben@example.com")
	o := s.OrderOf(anna, "MUG*3")
	bens := s.OrderOf(ben, "MUG")
	one := fields{"items": list{fields{"orderItemId": salestest.At(o, "items.0.id"), "qty": 1}}}
	shipment := s.Must(201, "POST", path(o, "/shipments"), one, s.Service...).Object(t)
	polls := map[string]struct {
		path    string
		headers []string
	}{
		"all": {"/orders", s.Service}, "store": {"/orders?storeId=1", s.Service}, "pending": {"/orders?status=pending", s.Service},
		"hers": {fmt.Sprintf("/orders?customerId=%d", annaID), s.Service}, "order": {path(o, ""), s.Service}, "own": {path(o, ""), anna},
		"mine": {"/customers/me/orders", anna}, "his": {"/customers/me/orders", ben},
		"shipments": {path(o, "/shipments"), s.Service}, "shipment": {fmt.Sprintf("/shipments/%d", salestest.ID(shipment)), s.Service},
	}
	etags := map[string]string{}
	look := func() (moved []string) {
		for name, p := range polls {
			a := s.Do("GET", p.path, nil, salestest.With(p.headers, "If-None-Match", etags[name])...)
			if a.Status == 200 {
				moved = append(moved, name)
				etags[name] = a.Header.Get("ETag")
			} else if a.Status != 304 {
				t.Fatalf("%s: %d %s", name, a.Status, a.Body)
			}
		}
		return moved
	}
	look()
	at := fmt.Sprintf("/shipments/%d", salestest.ID(shipment))
	for _, c := range []struct {
		what    string
		do      func()
		changes string
	}{
		{"nothing", func() {}, ""},
		{"a comment", func() { s.Must(201, "POST", path(o, "/comments"), fields{"comment": "x"}, s.Service...) }, "order own"},
		{"a hold", func() { s.Must(201, "POST", path(bens, "/hold"), nil, s.Service...) }, "all store pending his"},
		{"a release", func() { s.Must(201, "POST", path(bens, "/unhold"), nil, s.Service...) }, "all store pending his"},
		{"a remark on the shipment", func() {
			s.Must(201, "POST", at+"/comments", fields{"comment": "c", "visibleOnFront": true}, s.Service...)
		},
			"order own shipments shipment"},
		{"a track", func() { s.Must(201, "POST", at+"/tracks", fields{"trackNumber": "T"}, s.Service...) }, "order own shipments shipment"},
		{"a shipment", func() { s.Must(201, "POST", path(o, "/shipments"), one, s.Service...) }, "order own shipments"},
		{"a guest's order", func() { s.Order("MUG") }, "all store pending"},
		{"a cancellation", func() { s.Must(201, "POST", path(bens, "/cancel"), nil, s.Service...) }, "all store pending his"},
	} {
		c.do()
		moved := look()
		for _, name := range moved {
			// updatedAt has whole seconds, so a list row may or may not change.
			if !strings.Contains(" "+c.changes+" ", " "+name+" ") && !strings.Contains(" all store hers mine order own ", " "+name+" ") {
				t.Errorf("%s changes %s", c.what, name)
			}
		}
		for _, name := range strings.Fields(c.changes) {
			if !strings.Contains(" "+strings.Join(moved, " ")+" ", " "+name+" ") {
				t.Errorf("%s does not change %s", c.what, name)
			}
		}
	}
}
