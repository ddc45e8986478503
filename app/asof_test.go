package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/histories"
)

// things maps the kinds of resources that take asOf to the paths of their reads.
var things = map[string][]string{
	"order":  {"/orders/%d", "/orders/%d/invoices", "/orders/%d/credit-memos", "/orders/%d/shipments"},
	"coupon": {"/coupons/%d"}, "gift card": {"/giftcards/%d"}, "customer": {"/customers/%d"}, "review": {"/reviews/%d"},
	"revocation": {"/revocation-requests/%d"}, "page": {"/cms-pages/%d"}, "block": {"/cms-blocks/%d"}, "blog post": {"/blog-posts/%d"},
	"blog category": {"/blog-categories/%d"}, "tax class": {"/tax-classes/%d"}, "tax rate": {"/tax-rates/%d"},
	"tax rule": {"/tax-rules/%d"}, "customer group": {"/customer-groups/%d"}, "e-mail template": {"/email-templates/%d"},
	"Rack": {"/racks/%d"}, "webhook": {"/webhooks/%d"},
	"product": {"/products/%d"}, "category": {"/categories/%d"}, "product with a picture": {"/products/%d"},
	"configurable product": {"/products/%d"}, "bundle product": {"/products/%d"}, "grouped product": {"/products/%d"},
	"downloadable product": {"/products/%d"},
	"shipment":             {"/shipments/%d"}, "credit memo": {"/credit-memos/%d"},
}

// wide are parameters with which lists show all of their resources.
var wide = map[string]string{"/products": "scope=all&"}

// ofToday are the members that have present values in answers about the past, by the beginning of the path.
var ofToday = map[string][]string{
	"/products": {"reviewCount", "averageRating", "relatedProducts", "upsellProducts",
		"crosssellProducts"},
	"/categories":     {"children", "childrenIds", "childrenCount", "productCount"},
	"/attribute-sets": {"attributeCodes", "groups"}, "/product-attributes": {"options"},
	"/tax-rules": {"taxRateIds", "customerTaxClassIds", "productTaxClassIds"}, // deleted rates and classes are left out
}

// without removes members from a document or from the documents of a list.
func without(t *testing.T, body []byte, members []string) []byte {
	t.Helper()
	if len(members) == 0 {
		return body
	}
	if bytes.HasPrefix(body, []byte("[")) {
		var out []byte
		for _, row := range rowsOf(t, body) {
			out = append(out, without(t, row, members)...)
		}
		return out
	}
	var document map[string]json.RawMessage
	if err := json.Unmarshal(body, &document); err != nil {
		t.Fatalf("%s: %v", body, err)
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

// rowsOf splits a list.
func rowsOf(t *testing.T, body []byte) (rows []json.RawMessage) {
	t.Helper()
	if err := json.Unmarshal(body, &rows); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return rows
}

// served is an answer, with the position of the log that it shows.
type served struct {
	path, media string
	// again is the path with the beginning of the query that reads the same as of that position.
	again string
	at    int64
	body  []byte
}

// kind names the resource or the list of an answer.
func (k served) kind() string {
	path, _, list := strings.Cut(k.path, "?")
	if list {
		return path
	}
	return path[:strings.LastIndex(path, "/")]
}

// TestThePastIsServedAsItWas runs random histories, stores the answers after each step, and reads all of them again as of their positions.
// The answers are the same, byte for byte. No history forgets a person, because forgetting alone changes the past. None changes whether
// websites have prices of their own, because that configuration always has its present value.
func TestThePastIsServedAsItWas(t *testing.T) {
	t.Parallel()
	s := newStory(t, 20261101)
	s.steps = slices.DeleteFunc(s.steps, func(step histories.Step) bool {
		return strings.Contains(step.Name, "forget") || step.Name == "let websites have prices of their own, or not"
	})
	var kept []served
	seen := map[string]int{}
	headers := apptest.Bearer(s.token)
	ask := func(path, media string) apptest.Answer {
		return s.shop.Do(http.MethodGet, "/api/rest/v2"+path, nil, append([]string{"Accept", media}, headers...)...)
	}
	keep := func(path, media, again string, body []byte) {
		kept = append(kept, served{path, media, again, int64(s.shop.LogSize()), body})
		seen[kept[len(kept)-1].kind()]++
	}
	look := func(path string) {
		media := "application/json"
		if s.IntN(2) == 0 && strings.Count(path, "/") == 2 { // as JSON-LD, a list names its own parameters
			media = "application/ld+json"
		}
		if answer := ask(path, media); answer.Status == http.StatusOK {
			keep(path, media, path+"?", answer.Body)
		}
	}
	var lists []string
	for _, o := range s.shop.Pipeline.Registry.All() {
		if o.ListsAsOf() {
			lists = append(lists, o.Path)
		}
	}
	list := func(path string) {
		const media = "application/json"
		page := fmt.Sprintf("%s?%sitemsPerPage=4&page=%d", path, wide[path], 1+s.IntN(2))
		answer := ask(page, media)
		var ids []string
		for _, row := range rowsOf(t, answer.Body) {
			var document histories.Arguments
			if err := json.Unmarshal(row, &document); err != nil {
				t.Fatal(err)
			}
			id := histories.DocumentID(document)
			if stock, ok := document["productId"].(float64); ok && path == "/inventory" {
				id = int64(stock)
			}
			if id == 0 { // the group of guests is not shown alone either
				return
			}
			ids = append(ids, fmt.Sprint(id))
		}
		if len(ids) > 0 {
			keep(page, media, path+"?ids="+strings.Join(ids, ",")+"&", answer.Body)
		}
	}
	for s.Moves < 200 {
		s.step()
		s.shop.Settle()
		for _, kind := range []string{"credit memo", "shipment"} {
			s.Known[kind] = append(s.Known[kind], s.partsOf(kind, headers)...)
		}
		kinds := slices.Sorted(maps.Keys(things))
		s.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
		for _, kind := range kinds[:len(kinds)/2] {
			paths := things[kind]
			document := s.Any(kind)
			if histories.DocumentID(document) != 0 {
				look(fmt.Sprintf(paths[s.IntN(len(paths))], histories.DocumentID(document)))
			}
			if sku, ok := document["sku"].(string); ok && paths[0] == "/products/%d" {
				look("/inventory/" + url.PathEscape(sku) + []string{"", "/movements"}[s.IntN(2)])
			}
		}
		list(lists[s.IntN(len(lists))])
	}
	s.shop.Settle()
	if len(seen) < len(things)-9 { // some kinds do not occur in every history
		t.Errorf("only %v were shown", seen)
	}
	changed := 0
	for _, k := range kept {
		again := fmt.Sprintf("%sasOf=%d", k.again, k.at)
		then, today := ask(again, k.media), ofToday[k.kind()]
		if then.Status != http.StatusOK || !bytes.Equal(without(t, then.Body, today), without(t, k.body, today)) {
			t.Errorf("%s: %d\n%s\nwas\n%s", again, then.Status, then.Body, k.body)
		}
		if !bytes.Equal(ask(k.path, k.media).Body, k.body) {
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
