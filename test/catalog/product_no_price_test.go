package catalog_test

import (
	"fmt"
	"testing"

	"tradelog/test/salestest"
)

// TestNoPriceIsNotZero: no price filter finds a product without a price, and it comes last in both directions.
func TestNoPriceIsNotZero(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.product("DEAR", fields{"price": 20})
	s.product("FREE", fields{"price": 0})
	s.product("CHEAP", fields{"price": 5})
	s.product("NONE", fields{"price": nil})
	for query, want := range map[string]string{
		"priceMin=0": "CHEAP DEAR FREE", "priceMax=10": "CHEAP FREE", "priceMin=0&priceMax=0": "FREE",
		"sortBy=price": "FREE CHEAP DEAR NONE", "sortBy=price&sortDir=desc": "DEAR CHEAP FREE NONE", "": "CHEAP DEAR FREE NONE",
	} {
		if got := skus(t, s.Must(200, "GET", "/products?"+query, nil)); got != want {
			t.Errorf("%s finds %q, want %q", query, got, want)
		}
	}
	s.Verify("products")
}

// TestDeletedProductsLeaveOthers: references to a deleted product are not shown.
func TestDeletedProductsLeaveOthers(t *testing.T) {
	t.Parallel()
	s := start(t)
	gone, kept := s.product("GONE", nil), s.product("KEPT", nil)
	s.colours(gone, kept)
	composite := func(kind string) string {
		return fmt.Sprintf("/products/%d", s.product(kind, fields{"type": kind, "stockQty": nil}))
	}
	bundle, group, whole := composite("bundle"), composite("grouped"), composite("configurable")
	s.Must(201, "POST", bundle+"/bundle-options", fields{"title": "One", "selections": []fields{{"productId": gone}, {"productId": kept}}},
		s.Service...)
	s.Must(201, "POST", bundle+"/bundle-options", fields{"title": "None", "selections": []fields{{"productId": gone}}}, s.Service...)
	s.Must(200, "PUT", group+"/grouped", []fields{{"childProductId": gone}, {"childProductId": kept}}, s.Service...)
	s.Must(200, "PUT", group+"/links/related", []fields{{"linkedProductId": gone}, {"linkedProductId": kept}}, s.Service...)
	s.Must(200, "PUT", whole+"/configurable", fields{"superAttributes": []string{"color"}, "childProductIds": []int64{gone, kept}},
		s.Service...)
	s.Must(204, "DELETE", fmt.Sprintf("/products/%d", gone), nil, s.Service...)
	options := s.Must(200, "GET", bundle+"/bundle-options", nil).List(t)
	if got := rows(t, options[0], "selections"); len(got) != 1 || got[0]["sku"] != "KEPT" {
		t.Errorf("the bundle has %v", got)
	}
	if got := rows(t, options[1], "selections"); len(got) != 0 {
		t.Errorf("the other option has %v", got)
	}
	for path, member := range map[string]string{group + "/grouped": "childProductId", group + "/links/related": "linkedProductId"} {
		if got := s.Must(200, "GET", path, nil).List(t); len(got) != 1 || salestest.Number(got[0][member]) != kept {
			t.Errorf("%s has %v", path, got)
		}
	}
	salestest.Check(t, s.Must(200, "GET", whole+"/configurable", nil).List(t)[0], fields{"childProductIds": []int64{kept}})
	shown := s.Must(200, "GET", bundle, nil).Object(t)
	if got := rows(t, rows(t, shown, "bundleOptions")[0], "selections"); len(got) != 1 {
		t.Errorf("the bundle shows %v", got)
	}
}
