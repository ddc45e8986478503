package catalog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"tradelog/test/salestest"
)

// TestHostileContentIsServedInert: content with handlers behind encoded directives is served without them, everywhere that HTML is served.
// Content of which nothing would remain is refused and changes nothing.
func TestHostileContentIsServedInert(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	product := fmt.Sprintf("/products/%d", s.Product("MUG", "10", 1, nil))
	category := fmt.Sprint("/categories/", salestest.ID(s.Must(201, "POST", "/categories", fields{"name": "Mugs"}, s.Service...).Object(t)))
	made := func(path string, body fields) string {
		return fmt.Sprint(path, "/", salestest.ID(s.Must(201, "POST", path, body, s.Service...).Object(t)))
	}
	members := []struct{ path, member string }{
		{made("/cms-pages", fields{"identifier": "about"}), "content"}, {made("/cms-blocks", fields{"identifier": "hours"}), "content"},
		{made("/blog-posts", fields{"title": "News"}), "content"}, {made("/blog-posts", fields{"title": "More"}), "shortContent"},
		{product, "description"}, {product, "shortDescription"}, {category, "description"},
	}
	texts := []string{`<p>Well <img src="{{media url="a.png"}}" onerror=alert(1)></p>`}
	for _, attribute := range []string{"title", "class", "id"} {
		for _, brace := range []string{"&#123;", "&lbrace;", "{"} {
			texts = append(texts, fmt.Sprintf(`<p %s="%[2]s%[2]sx">a}}" onmouseover=alert(1) y="<b %[1]s="">k</b></p>`, attribute, brace))
		}
	}
	for _, one := range members {
		for _, text := range texts {
			s.Must(200, "PUT", one.path, fields{one.member: text}, s.Service...)
			shown, _ := s.Must(200, "GET", one.path, nil).Object(t)[one.member].(string)
			page, err := html.Parse(strings.NewReader(shown))
			if err != nil {
				t.Fatal(err)
			}
			for n := range page.Descendants() {
				if slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return strings.HasPrefix(a.Key, "on") }) {
					t.Errorf("%s of %s is served as %s", one.member, one.path, shown)
				}
			}
			if !strings.Contains(shown, "k</") && !strings.Contains(shown, "Well") {
				t.Errorf("of %s, %s of %s has %q", text, one.member, one.path, shown)
			}
		}
		before := s.Must(200, "GET", one.path, nil).Object(t)[one.member]
		refusal := s.Must(400, "PUT", one.path, fields{one.member: "<script>alert(1)</script>"}, s.Service...).Message()
		if !strings.Contains(refusal, one.member+" has nothing but what is not allowed") {
			t.Errorf("the refusal of %s is %q", one.member, refusal)
		}
		if after := s.Must(200, "GET", one.path, nil).Object(t)[one.member]; after != before {
			t.Errorf("a refused write made %s of %v", after, before)
		}
	}
}
