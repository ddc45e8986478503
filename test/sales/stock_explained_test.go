package sales_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"tradelog/test/salestest"
)

var nextLink = regexp.MustCompile(`<([^>]*)>; rel="next"`)

// explained returns the movements of a SKU, the newest first, as cause, with the on-hand, reserved and available units after it.
func explained(s *salestest.Shop, sku string) (out []string) {
	s.T.Helper()
	s.Settle()
	for _, m := range s.Must(200, "GET", "/inventory/"+sku+"/movements?itemsPerPage=100", nil, s.Service...).List(s.T) {
		out = append(out, fmt.Sprintf("%v: %v %v %v", m["cause"], m["onHandAfter"], m["reservedAfter"], m["availableAfter"]))
	}
	return out
}

// TestStockIsExplained: each moved unit has a cause, and the movements add up to the quantities of the product.
func TestStockIsExplained(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	mug := s.Product("MUG", "10", 10, nil)
	s.Product("CARD", "25", 10, fields{"type": "virtual"})
	s.Must(200, "PUT", "/inventory", fields{"sku": "MUG", "qty": 12}, s.Service...)
	s.Must(200, "PUT", "/inventory", fields{"sku": "MUG", "qty": 12, "isInStock": true, "minSaleQty": 1}, s.Service...) // moves nothing

	o := s.Order("MUG*3", "CARD")
	mugs := func(qty int, back bool) fields {
		return fields{"items": list{fields{"orderItemId": line(o, 0), "qty": qty, "backToStock": back}}}
	}
	s.Must(201, "POST", path(o, "/invoices"), nil, s.Service...)
	shipment := s.Must(201, "POST", path(o, "/shipments"), mugs(1, false), s.Service...).Object(t)
	memo := s.Must(201, "POST", path(o, "/credit-memos"), mugs(1, true), s.Service...).Object(t) // a unit that was not shipped
	s.Must(201, "POST", path(o, "/credit-memos"), mugs(1, false), s.Service...)
	s.Must(201, "POST", path(o, "/credit-memos"), mugs(1, true), s.Service...) // the unit that was shipped
	canceled := s.Order("MUG*2")
	s.Must(201, "POST", path(canceled, "/cancel"), nil, s.Service...)

	want := []string{
		"cancelled: 11 0 11", "ordered: 11 2 9", "refunded: 11 0 11", "refunded: 10 0 10", "refunded: 11 1 10", "shipped: 11 2 9",
		"ordered: 12 3 9", "set: 12 0 12", "set: 10 0 10",
	}
	if got := explained(s, "mug"); strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Errorf("the movements are\n%q, want\n%q", got, want)
	}
	if got := explained(s, "CARD"); strings.Join(got, ", ") != "delivered: 9 0 9, ordered: 10 1 9, set: 10 0 10" {
		t.Errorf("of what is not shipped: %q", got)
	}
	salestest.Check(t, s.Must(200, "GET", "/inventory/MUG", nil, s.Service...).Object(t), fields{
		"sku": "MUG", "productId": mug, "onHand": 11, "reserved": 0, "available": 11, "isInStock": true, "manageStock": true,
	})
	all := s.Must(200, "GET", "/inventory/MUG/movements?itemsPerPage=100", nil, s.Service...).List(t)
	salestest.Check(t, all[5], fields{
		"orderId": salestest.ID(o), "orderIncrementId": o["incrementId"], "shipmentId": salestest.ID(shipment), "creditMemoId": nil, "change": -1,
		"onHandBefore": 12, "reservedBefore": 3, "availableBefore": 9, "command": nil,
	})
	salestest.Check(t, all[4], fields{"creditMemoId": salestest.ID(memo), "shipmentId": nil, "change": 0, "availableBefore": 9})
	salestest.Check(t, all[6], fields{"changedBy": "guest", "change": 0, "orderIncrementId": o["incrementId"]})
	salestest.Check(t, all[7], fields{"command": "SetStock", "change": 2, "orderId": nil, "orderIncrementId": nil})
	if by := fmt.Sprint(all[7]["changedBy"]); !strings.HasPrefix(by, "api ") {
		t.Errorf("the quantity was set by %s", by)
	}

	// Page by page, by the cursor.
	var walked []string
	for at, pages := "/inventory/MUG/movements?itemsPerPage=2&after=", 0; at != "" && pages < 9; pages++ {
		a := s.Must(200, "GET", at, nil, s.Service...)
		for _, m := range a.List(t) {
			walked = append(walked, fmt.Sprint(m["cause"]))
		}
		at = ""
		if next := nextLink.FindStringSubmatch(a.Header.Get("Link")); next != nil {
			at = strings.TrimPrefix(next[1], "/api/rest/v2")
		}
	}
	if len(walked) != len(want) {
		t.Errorf("the walk met %v", walked)
	}
	s.Verify("inventory")
}

// TestInventoryList: the list filters by the time of the last change and by low stock. It is for the back office.
func TestInventoryList(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 10, nil)
	s.Product("CAP", "10", 3, nil)
	set := s.Product("SET", "10", 0, fields{"type": "grouped"})
	skus := func(query string, headers []string) string {
		t.Helper()
		var out []string
		for _, row := range s.Must(200, "GET", "/inventory"+query, nil, headers...).List(t) {
			out = append(out, fmt.Sprint(row["sku"]))
		}
		return strings.Join(out, " ")
	}
	s.Must(200, "PUT", "/inventory", fields{"sku": "MUG", "qty": 9}, s.Service...)
	tomorrow := time.Now().UTC().AddDate(0, 0, 1).Format(time.DateOnly)
	for query, want := range map[string]string{
		"": "CAP MUG", "?below=9": "CAP", "?below=9.5": "CAP MUG", "?below=3": "", "?sku=mug": "MUG", "?updatedSince=2020-01-01": "CAP MUG",
		"?updatedSince=" + tomorrow: "",
	} {
		if got := skus(query, s.Service); got != want {
			t.Errorf("GET /inventory%s lists %q, want %q", query, got, want)
		}
	}
	s.Must(400, "GET", "/inventory?updatedSince=soon", nil, s.Service...)
	if got := s.Must(404, "GET", "/inventory/NOPE", nil, s.Service...).Message(); got != "Product not found for SKU: NOPE" {
		t.Error(got)
	}
	salestest.Check(t, s.Must(200, "GET", "/inventory/SET", nil, s.Service...).Object(t),
		fields{"productId": set, "onHand": 0, "available": 0})
	_, anna := s.Customer("anna@example.com")
	for _, path := range []string{"/inventory", "/inventory/MUG", "/inventory/MUG/movements"} {
		s.Must(401, "GET", path, nil)
		s.Must(403, "GET", path, nil, anna...)
		s.Must(403, "GET", path, nil, s.As([]string{"inventory/write"})...)
		s.Must(200, "GET", path, nil, s.As([]string{"inventory/read"})...)
	}

	// A token that is limited to another website sees neither products nor orders of this one.
	_, store := s.SecondWebsite()
	s.Order("MUG")
	s.Settle()
	other := salestest.With(s.As([]string{"inventory/read"}, store), "X-Store-Code", "de")
	if got := skus("", other); got != "" {
		t.Errorf("a token of another website lists %q", got)
	}
	s.Must(403, "GET", "/inventory/MUG", nil, other...)
	s.Must(403, "GET", "/inventory/MUG/movements", nil, other...)
	s.Verify("inventory")
}
