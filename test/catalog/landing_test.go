package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/test/salestest"
)

// TestLandingBlocks checks landingPageId and cmsBlock of shapes-catalog §12.3.
func TestLandingBlocks(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.europe(2)
	german := []string{"X-Store-Code", "de"}
	block := func(body fields) int64 {
		t.Helper()
		return salestest.Number(s.Must(201, "POST", "/cms-blocks", body, s.Service...).Object(t)["id"])
	}
	all := block(fields{"identifier": "landing", "content": `<p>{{media url="a.png"}}</p>`})
	own := block(fields{"identifier": "landing", "content": "<p>Deutsch</p>", "stores": []any{"de"}})
	id := s.category("Kitchen", fields{"landingPageId": all, "displayMode": "PRODUCTS_AND_PAGE"})
	path := fmt.Sprintf("/categories/%d", id)
	shown := func(want any, headers ...string) {
		t.Helper()
		one := s.Must(200, "GET", path, nil, headers...).Object(t)
		found := s.Must(200, "GET", "/categories?urlKey=kitchen", nil, headers...).List(t)[0]
		if one["cmsBlock"] != want || found["cmsBlock"] != want {
			t.Errorf("the landing block is %v and %v, want %v", one["cmsBlock"], found["cmsBlock"], want)
		}
	}
	expanded := "<p>http://127.0.0.1:8080/media/a.png</p>"
	s.Run(t, []exchange{
		{Name: "unknown", Method: "PUT", Path: path, Headers: s.Service, Body: fields{"landingPageId": 99}, Status: 400,
			Message: "CMS block 99 not found"},
		{Name: "the answer of a write has it", Method: "PUT", Path: path, Headers: s.Service, Body: fields{"isAnchor": true}, Status: 200,
			Want: fields{"cmsBlock": expanded, "landingPageId": all, "displayMode": "PRODUCTS_AND_PAGE"}},
		{
			Name:    "in one store view",
			Method:  "PUT",
			Path:    path,
			Headers: salestest.With(s.Service, german...),
			Body:    fields{"landingPageId": own},
			Status:  200,
			Want:    fields{"cmsBlock": "<p>Deutsch</p>"},
		},
	})
	shown(expanded)
	shown("<p>Deutsch</p>", german...)
	if row := s.Must(200, "GET", "/categories", nil).List(t)[0]; row["cmsBlock"] != nil || salestest.Number(row["landingPageId"]) != all {
		t.Errorf("the row of a list: %v", row)
	}
	s.Must(200, "PUT", fmt.Sprintf("/cms-blocks/%d", all), fields{"isActive": false}, s.Service...)
	shown(nil)
	s.Must(200, "PUT", path, fields{"landingPageId": 0, "displayMode": ""}, s.Service...)
	if o := s.Must(200, "GET", path, nil).Object(t); o["landingPageId"] != nil || o["displayMode"] != nil {
		t.Errorf("cleared: %v", o)
	}
}

// TestCategoriesWithoutAnImage show that of their first product, if the shop is configured so (shapes-catalog §12.4).
func TestCategoriesWithoutAnImage(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.category("Kitchen", nil)
	s.category("Own", fields{"image": "own.png"})
	first, second := s.product("A", fields{"categoryIds": []int64{id}}), s.product("B", fields{"categoryIds": []int64{id}})
	s.product("BARE", fields{"categoryIds": []int64{id}})
	for i, product := range []int64{first, second} {
		s.Must(201, "POST", fmt.Sprintf("/products/%d/media", product), fields{
			"base64": picture(t, uint8(i)), "types": []string{"image"},
		}, s.Service...)
	}
	images := func() string {
		t.Helper()
		var out []string
		for _, row := range s.Must(200, "GET", "/categories", nil).List(t) {
			image, _ := row["image"].(string)
			out = append(out, image[strings.LastIndex(image, "/")+1:])
		}
		return strings.Join(out, " ")
	}
	if got := images(); got != " own.png" {
		t.Errorf("by default: %q", got)
	}
	s.Configure("catalog/frontend/category_image_fallback", "1")
	if got := images(); !strings.HasPrefix(got, "a") || !strings.HasSuffix(got, " own.png") {
		t.Errorf("with the setting: %q", got)
	}
	places := fields{fmt.Sprint(second): 1, fmt.Sprint(first): 2}
	s.Must(200, "PUT", fmt.Sprintf("/categories/%d", id), fields{"productPositions": places}, s.Service...)
	if got := images(); !strings.HasPrefix(got, "b") {
		t.Errorf("the first product is another one: %q", got)
	}
}
