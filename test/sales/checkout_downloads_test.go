package sales_test

import (
	"net/http"
	"slices"
	"sync"
	"testing"

	"tradelog/test/salestest"
)

// downloads follows the links of a downloadable product from the purchase to their delivery (shapes-catalog §8).
func downloads(t *testing.T, s *salestest.Shop) {
	t.Helper()
	staying := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	ask := func(method, key string) (int, string) {
		request, err := http.NewRequestWithContext(t.Context(), method, s.URL+"/api/rest/v2/downloads/"+key, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := staying.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		return response.StatusCode, response.Header.Get("Location")
	}
	mask := s.GuestCart()
	s.Must(200, "POST", guests(mask, "/items"), fields{"sku": "SONGS", "links": list{61, 62}})
	placed := s.Must(201, "POST", guests(mask, placeOrder), salestest.Placement(nil)).Object(t)
	const at = "items.0.productOptions.downloads."
	salestest.Check(t, placed, fields{at + "#": 2, at + "0.title": "One", at + "0.number_of_downloads": 2, at + "0.downloads_used": 0})
	one, two := salestest.At(placed, at+"0.key").(string), salestest.At(placed, at+"1.key").(string)
	order := "/orders/" + itoa(int(salestest.ID(placed)))

	before := s.LogSize()
	if a := s.Must(422, "GET", "/downloads/"+one, nil); a.Message() != "This download is available as soon as its order is invoiced." {
		t.Errorf("before the invoice: %s", a.Message())
	}
	for _, key := range []string{one[:len(one)-1], one[:len(one)-2] + "xx", "1-1-1-" + two, "x", "9999-1-1-0"} {
		s.Must(404, "GET", "/downloads/"+key, nil)
	}
	if left := s.Since(before); len(left) != 0 {
		t.Errorf("a refusal was stored: %v", left)
	}

	s.Must(201, "POST", order+"/invoices", fields{}, s.Service...)
	if status, at := ask("HEAD", one); status != 302 || at != "https://example.com/1" {
		t.Errorf("HEAD: %d %s", status, at)
	}
	statuses := make([]int, 6)
	var all sync.WaitGroup
	for i := range statuses {
		all.Go(func() { statuses[i], _ = ask("GET", one) })
	}
	all.Wait()
	slices.Sort(statuses)
	if !slices.Equal(statuses, []int{302, 302, 422, 422, 422, 422}) {
		t.Errorf("six at once: %v", statuses)
	}
	if a := s.Must(422, "GET", "/downloads/"+one, nil); a.Message() != "This download was used as often as it was bought for." {
		t.Errorf("once more: %s", a.Message())
	}
	for range 3 {
		if status, at := ask("GET", two); status != 302 || at != "https://example.com/2" {
			t.Errorf("a download without a limit: %d %s", status, at)
		}
	}
	s.Settle()
	salestest.Check(t, s.Must(200, "GET", order, nil, s.Service...).Object(t), fields{at + "0.downloads_used": 2, at + "1.downloads_used": 3})
	s.Must(201, "POST", order+"/credit-memos", fields{}, s.Service...)
	if a := s.Must(422, "GET", "/downloads/"+two, nil); a.Message() != "This download was cancelled or refunded." {
		t.Errorf("after the refund: %s", a.Message())
	}
}
