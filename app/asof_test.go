package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"tradelog/internal/testing/apptest"
	"tradelog/internal/testing/histories"
)

// things are the resources that take asOf, by the kinds that steps of histories make: the paths of what is shown of them.
var things = map[string][]string{
	"order":  {"/orders/%d", "/orders/%d/invoices", "/orders/%d/credit-memos", "/orders/%d/shipments"},
	"coupon": {"/coupons/%d"}, "gift card": {"/giftcards/%d"}, "customer": {"/customers/%d"}, "review": {"/reviews/%d"},
	"revocation": {"/revocation-requests/%d"}, "page": {"/cms-pages/%d"}, "block": {"/cms-blocks/%d"}, "blog post": {"/blog-posts/%d"},
	"blog category": {"/blog-categories/%d"}, "tax class": {"/tax-classes/%d"}, "tax rate": {"/tax-rates/%d"},
	"tax rule": {"/tax-rules/%d"}, "customer group": {"/customer-groups/%d"}, "e-mail template": {"/email-templates/%d"},
	"Rack":    {"/racks/%d"},
	"product": {"/products/%d"}, "category": {"/categories/%d"}, "product with a picture": {"/products/%d"},
	"configurable product": {"/products/%d"}, "bundle product": {"/products/%d"}, "grouped product": {"/products/%d"},
	"downloadable product": {"/products/%d"},
	"shipment":             {"/shipments/%d"}, "credit memo": {"/credit-memos/%d"},
}

// ofToday are the members that answers of the past have of the present, by the beginning of the path.
var ofToday = map[string][]string{
	"/products/": {"stockQty", "stockStatus", "stockItem", "reviewCount", "averageRating", "relatedProducts", "upsellProducts",
		"crosssellProducts"},
	"/categories/": {"children", "childrenIds", "childrenCount", "productCount"},
}

// ofParts are the members of products of several that follow from their parts.
var ofParts = []string{"price", "finalPrice", "minimalPrice", "groupedProducts", "variants", "bundleOptions", "configurableOptions"}

// without removes members from a document, and those that follow from the parts of a product.
func without(t *testing.T, body []byte, members []string) []byte {
	t.Helper()
	if len(members) == 0 {
		return body
	}
	var document map[string]json.RawMessage
	if err := json.Unmarshal(body, &document); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	if document["configurableOptions"] != nil && !slices.Contains([]string{`"simple"`, `"downloadable"`}, string(document["type"])) {
		members = append(members[:len(members):len(members)], ofParts...)
	}
	for _, name := range members {
		delete(document, name)
	}
	out, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// served is an answer with the position up to which it was made of the log.
type served struct {
	path, media string
	at          int64
	body        []byte
}

// TestThePastIsServedAsItWas takes random histories, keeps what was served after each step, and asks for all of it again as of the
// positions of then. The answers are the same, byte for byte. Nobody is forgotten in these histories: that alone changes the past.
func TestThePastIsServedAsItWas(t *testing.T) {
	t.Parallel()
	s := newStory(t, 20261101)
	s.steps = slices.DeleteFunc(s.steps, func(step histories.Step) bool { return strings.Contains(step.Name, "forget") })
	var kept []served
	seen := map[string]int{}
	headers := apptest.Bearer(s.token)
	look := func(path string) {
		media := "application/json"
		if s.IntN(2) == 0 && strings.Count(path, "/") == 2 { // as JSON-LD, a list names its own parameters
			media = "application/ld+json"
		}
		answer := s.shop.Do(http.MethodGet, "/api/rest/v2"+path, nil, append([]string{"Accept", media}, headers...)...)
		if answer.Status == http.StatusOK {
			kept = append(kept, served{path, media, int64(s.shop.LogSize()), answer.Body})
			seen[path[:strings.LastIndex(path, "/")]]++
		}
	}
	for s.Moves < 450 {
		s.step()
		s.shop.Settle()
		for _, kind := range []string{"credit memo", "shipment"} {
			s.Known[kind] = append(s.Known[kind], s.partsOf(kind, headers)...)
		}
		for _, kind := range slices.Sorted(maps.Keys(things)) {
			paths := things[kind]
			if document := s.Any(kind); histories.DocumentID(document) != 0 {
				look(fmt.Sprintf(paths[s.IntN(len(paths))], histories.DocumentID(document)))
			}
		}
	}
	s.shop.Settle()
	if len(seen) < len(things)-9 { // not all of them have all kinds
		t.Errorf("only %v were shown", seen)
	}
	changed := 0
	for _, k := range kept {
		url := fmt.Sprintf("/api/rest/v2%s?asOf=%d", k.path, k.at)
		then := s.shop.Do(http.MethodGet, url, nil, append([]string{"Accept", k.media}, headers...)...)
		today := ofToday[k.path[:strings.LastIndex(k.path, "/")+1]]
		if then.Status != http.StatusOK || !bytes.Equal(without(t, then.Body, today), without(t, k.body, today)) {
			t.Errorf("%s: %d\n%s\nwas\n%s", url, then.Status, then.Body, k.body)
		}
		now := s.shop.Do(http.MethodGet, "/api/rest/v2"+k.path, nil, append([]string{"Accept", k.media}, headers...)...)
		if !bytes.Equal(now.Body, k.body) {
			changed++
		}
	}
	if len(kept) < 500 || changed < 50 {
		t.Errorf("of %d answers only %d are others today", len(kept), changed)
	}
}

// partsOf returns parts of a known order.
func (s *story) partsOf(kind string, headers []string) (parts []histories.Arguments) {
	order := histories.DocumentID(s.Any("order"))
	if order == 0 {
		return nil
	}
	answer := s.shop.Do(http.MethodGet, fmt.Sprintf("/api/rest/v2/orders/%d/%ss", order, strings.ReplaceAll(kind, " ", "-")), nil, headers...)
	if err := json.Unmarshal(answer.Body, &parts); err != nil {
		s.t.Fatalf("%s: %v", answer.Body, err)
	}
	return parts
}
