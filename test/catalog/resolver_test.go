package catalog_test

import (
	"fmt"
	"testing"

	"tradelog/domain/settings"
	"tradelog/test/salestest"
)

// TestPathsAreResolved checks shapes-catalog §19.
func TestPathsAreResolved(t *testing.T) {
	t.Parallel()
	s := start(t)
	resolved := func(path string, headers ...string) string {
		t.Helper()
		rows := s.Must(200, "GET", "/url-resolver?path="+escaped(path), nil, headers...).List(t)
		if len(rows) == 0 {
			return "nothing"
		}
		row := rows[0]
		if row["type"] == "redirect" {
			return fmt.Sprintf("%v to %v", row["redirectType"], row["redirectUrl"])
		}
		return fmt.Sprintf("%v %v %v %v", row["type"], row["id"], row["identifier"], row["redirectType"])
	}
	expect := func(path, want string, headers ...string) {
		t.Helper()
		if got := resolved(path, headers...); got != want {
			t.Errorf("%s leads to %s, want %s", path, got, want)
		}
	}
	men := s.category("Men", nil)
	shoes := s.category("Shoes", fields{"parentId": men})
	women := s.category("Women", nil)
	boots := s.category("Boots", fields{"parentId": shoes})
	off := s.category("Off", fields{"isActive": false})
	mug := s.product("MUG", fields{"name": "The Mug"})
	boot := s.product("BOOT", fields{"name": "Red boot", "categoryIds": []int64{boots}})
	s.product("GONE", fields{"name": "Gone", "isActive": false})
	hidden := s.product("PART", fields{"name": "Part", "visibility": "not_visible"})
	website, de, _ := s.europe(2)
	_ = website
	product, category := fmt.Sprintf("product %d ", mug), func(id int64, key string) string {
		return fmt.Sprintf("category %d %s 0", id, key)
	}

	expect("the-mug", product+"the-mug 0")
	expect("/The-MUG/", product+"the-mug 0")
	expect("the-mug.html", product+"the-mug 0")
	expect("part", fmt.Sprintf("product %d part 0", hidden))
	expect("gone", "nothing")
	expect("nowhere", "nothing")
	expect("", "nothing")
	expect("//", "nothing")
	expect("a//b", "nothing")
	expect("men/shoes", category(shoes, "shoes"))
	expect("men/shoes.html", category(shoes, "shoes"))
	expect("shoes", category(shoes, "shoes"))
	expect("women/shoes", "nothing")
	expect("off", "nothing")
	expect("men/shoes/boots/red-boot", fmt.Sprintf("product %d red-boot 0", boot))
	expect("men/shoes/boots/the-mug", "nothing")
	if got := s.Must(200, "GET", "/url-resolver", nil).List(t); len(got) != 0 {
		t.Errorf("the home page is %v", got)
	}

	// Changed keys redirect, as do moved categories and everything below them.
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", mug), fields{"urlKey": "big mug"}, s.Service...)
	expect("the-mug", "301 to big-mug")
	expect("big-mug", product+"big-mug 0")
	s.Must(200, "PUT", fmt.Sprintf("/categories/%d", men), fields{"urlKey": "gents"}, s.Service...)
	expect("men/shoes/boots", "301 to gents/shoes/boots")
	s.Must(200, "PUT", fmt.Sprintf("/categories/%d", shoes), fields{"parentId": women}, s.Service...)
	expect("men/shoes/boots", "301 to women/shoes/boots")
	expect("gents/shoes", "301 to women/shoes")
	expect("women/shoes/boots", category(boots, "boots"))
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", mug), fields{"urlKey": "the-mug"}, s.Service...)
	expect("big-mug", "301 to the-mug")
	expect("the-mug", product+"the-mug 0")
	// Another product may take a former address.
	other := s.product("OTHER", fields{"urlKey": "big-mug"})
	expect("big-mug", fmt.Sprintf("product %d big-mug 0", other))

	// A store view's key leads there only; the key of all stores redirects there.
	german := []string{"X-Store-Code", "de"}
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", mug), fields{"websiteIds": []int64{1, website}}, s.Service...)
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", mug), fields{"urlKey": "becher"}, salestest.With(s.Service, german...)...)
	expect("becher", product+"becher 0", german...)
	expect("the-mug", "301 to becher", german...)
	expect("becher", "301 to the-mug")
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", mug), fields{"useDefault": []string{"url_key"}}, salestest.With(s.Service, german...)...)
	expect("becher", "301 to the-mug", german...)

	// A simple product leads to the product that it is sold as: a group, or preferably a configurable product, as long as that is enabled.
	lid := s.product("LID", fields{"name": "Lid"})
	expect("lid", fmt.Sprintf("product %d lid 0", lid))
	var whole []int64
	for _, of := range []string{"grouped", "configurable"} {
		id := s.product("WHOLE-"+of, fields{"type": of, "price": nil, "stockQty": nil})
		path, body := fmt.Sprintf("/products/%d/%s", id, of), fields{"childProductId": lid}
		if of == "configurable" {
			path += "/children"
		}
		s.Must(201, "POST", path, body, s.Service...)
		expect("lid", fmt.Sprintf("product %d lid 0", id))
		whole = append(whole, id)
	}
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", whole[1]), fields{"isActive": false}, s.Service...)
	expect("lid", fmt.Sprintf("product %d lid 0", whole[0]))

	// The configured suffixes belong to the paths.
	s.ConfigureIn(settings.Scope{Level: "store", ID: de}, "catalog/seo/product_url_suffix", ".html", "catalog/seo/category_url_suffix", "/")
	expect("the-mug.html", product+"the-mug 0", german...)
	expect("the-mug", product+"the-mug 0", german...)
	expect("becher.html", "301 to the-mug.html", german...)

	s.Must(204, "DELETE", fmt.Sprintf("/products/%d", mug), nil, s.Service...)
	expect("the-mug", "nothing")
	s.Must(204, "DELETE", fmt.Sprintf("/categories/%d", off), nil, s.Service...)
	s.Verify("addresses")
}
