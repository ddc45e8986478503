package catalog_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// listed returns a member of the rows of a list, joined by blanks.
func listed(t *testing.T, s *salestest.Shop, path, member string, headers ...string) string {
	t.Helper()
	return joined(t, s.Send(t, exchange{Method: "GET", Path: path, Headers: headers, Status: 200}), member)
}

// TestContentPages checks shapes-catalog §15.
func TestContentPages(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	_, de := s.SecondWebsite()
	german := []string{"X-Store-Code", "de"}
	s.Configure("general/store_information/name", "Harbour")
	const post, put, remove, get = "POST", "PUT", "DELETE", "GET"
	taken := "Failed to create CmsPage: A page URL key for specified store already exists."
	onlyDefault, onlyDe := s.As([]string{"cms-pages/all"}, 1), s.As([]string{"cms-pages/all"}, de)
	table := []exchange{
		{Method: post, Path: "/cms-pages", Body: fields{}, Status: 400, Message: "Identifier is required."},
		{Method: post, Path: "/cms-pages", Body: fields{"identifier": "Not So"}, Status: 422,
			Message: "Failed to create CmsPage: The page URL key contains capital letters or disallowed symbols."},
		{Method: post, Path: "/cms-pages", Body: fields{"identifier": "11"}, Status: 422,
			Message: "Failed to create CmsPage: The page URL key cannot consist only of numbers."},
		{Method: post, Path: "/cms-pages", Body: fields{"identifier": "about", "stores": []any{"nowhere"}}, Status: 400,
			Message: "Unknown store: nowhere"},
		{Method: post, Path: "/cms-pages", Body: fields{"identifier": "about", "stores": fields{}}, Status: 400,
			Message: `stores must be a list of codes or numbers of store views, or "all".`},
		{Method: post, Path: "/cms-pages", Body: fields{"identifier": "about", "layoutUpdateXml": "<a"}, Status: 400,
			Message: "layoutUpdateXml is not a valid layout update. XML data is invalid."},
		{Method: post, Path: "/cms-pages", Body: fields{"identifier": "about", "customThemeFrom": "x"}, Status: 400,
			Message: "Invalid date for customThemeFrom; use Y-m-d format."},
		{Method: post, Path: "/cms-pages", Body: fields{"identifier": "about", "title": "About", "content": `<p onclick="x()">At {{config ` +
			`path="general/store_information/name"}} <img src="{{media url="a.png"}}"></p><script>x()</script>`, "metaRobots": "noindex, follow",
			"customTheme": "a/b", "customThemeFrom": "2026/01/02"},
			Status: 201, Want: fields{
				"id": 1, "identifier": "about", "status": "enabled", "isActive": true, "stores": []int64{0}, "sortOrder": 0, "extensions": []any{},
				"metaRobots": "NOINDEX,FOLLOW", "customTheme": "a/b", "customThemeFrom": "2026-01-02", "contentHeading": nil,
				"content": `<p>At Harbour <img src="http://127.0.0.1:8080/media/a.png"></p>`,
			}},
		{Method: post, Path: "/cms-pages", Body: fields{"identifier": "about"}, Status: 422, Message: taken},
		{Method: post, Path: "/cms-pages", Body: fields{"identifier": "about", "stores": []any{"de", 1}}, Status: 201,
			Want: fields{"id": 3, "stores": []int64{1, de}, "content": ""}},
		{Method: post, Path: "/cms-pages", Body: fields{"identifier": "about", "stores": []any{"de"}}, Status: 422, Message: taken},
		{Method: put, Path: "/cms-pages/3", Body: fields{"stores": []any{"de"}, "title": "Über uns", "isActive": false}, Status: 200,
			Want: fields{"identifier": "about", "status": "disabled", "stores": []int64{de}}},
		{Method: post, Path: "/cms-pages", Body: fields{"identifier": "about", "stores": "default", "title": "First"}, Status: 201,
			Want: fields{"id": 5, "stores": []int64{1}}},
		{Method: put, Path: "/cms-pages/5", Body: fields{"stores": []any{1, "de"}}, Status: 422,
			Message: "Failed to update CmsPage: A page URL key for specified store already exists."},
		{Method: put, Path: "/cms-pages/1", Body: fields{"identifier": " "}, Status: 400, Message: "Identifier is required."},
		{Method: put, Path: "/cms-pages/99", Body: fields{}, Status: 404, Message: "Not Found"},
		{Method: remove, Path: "/cms-pages/99", Status: 404, Message: "Not Found"},
		{Method: get, Path: "/cms-pages/about", Status: 404, Message: "Not Found"},

		// Visibility for guests and others.
		{Name: "a guest sees no design", Method: get, Path: "/cms-pages/1", Headers: []string{}, Status: 200, Want: fields{"customTheme": nil}},
		{Name: "a guest sees what is active", Method: get, Path: "/cms-pages/3", Headers: german, Status: 404, Message: "Not Found"},
		{Name: "and in the store", Method: get, Path: "/cms-pages/5", Headers: german, Status: 404, Message: "Not Found"},
		{Name: "the back office sees all", Method: get, Path: "/cms-pages/3", Status: 200, Want: fields{"title": "Über uns"}},
		{Name: "a token of one store", Method: get, Path: "/cms-pages/5", Headers: onlyDefault, Status: 200},
		{Name: "does not see others", Method: get, Path: "/cms-pages/3", Headers: onlyDefault, Status: 403,
			Message: "Access denied for this page's stores"},
		{Name: "nor those of all", Method: put, Path: "/cms-pages/1", Body: fields{}, Headers: onlyDefault, Status: 403,
			Message: "Access denied for all-stores content"},
		{Name: "and makes none of all", Method: post, Path: "/cms-pages", Body: fields{"identifier": "mine"}, Headers: onlyDefault, Status: 403,
			Message: "Access denied for all-stores content"},
		{Name: "nor of others", Method: post, Path: "/cms-pages", Body: fields{"identifier": "mine", "stores": []any{"de"}}, Headers: onlyDefault,
			Status: 403, Message: "Access denied for store: de"},
		{Name: "all means its own", Method: post, Path: "/cms-pages", Body: fields{"identifier": "mine", "stores": "all"},
			Headers: salestest.With(onlyDe, german...), Status: 201, Want: fields{"stores": []int64{de}}},
		{Name: "without the permission", Method: remove, Path: "/cms-pages/1", Headers: s.As([]string{"cms-pages/write"}), Status: 403,
			Message: "Access denied"},
		{Name: "guests write nothing", Method: post, Path: "/cms-pages", Body: fields{}, Headers: []string{}, Status: 401,
			Message: "Authentication required"},
		{Name: "scope=all is not for guests", Method: get, Path: "/cms-pages?scope=all", Headers: []string{}, Status: 401,
			Message: "Authentication required"},
		{Name: "nor for others' tokens", Method: get, Path: "/cms-pages?scope=all", Headers: s.As([]string{"orders/read"}), Status: 403,
			Message: "scope=all requires a backend token"},

		// The page that the configuration names.
		{Method: post, Path: "/cms-pages", Body: fields{"identifier": "home", "title": "Home"}, Status: 201, Want: fields{"id": 7}},
		{Method: put, Path: "/cms-pages/7", Body: fields{"isActive": false}, Status: 200, Want: fields{"isActive": true}},
		{Method: remove, Path: "/cms-pages/7", Status: 422,
			Message: `Failed to delete CmsPage: Cannot delete page, it is used in "web/default/cms_home_page".`},
	}
	for i := range table {
		if table[i].Headers == nil {
			table[i].Headers = s.Service
		}
	}
	s.Run(t, table)

	for path, want := range map[string]string{
		"": "About First Home", "?identifier=about": "First", "?identifier=mine": "", "?identifier=nothing": "", "?search=fir": "First",
		"?search=zz": "About First Home", "?q=HARBOUR": "", "?search=onclick": "", "?createdFrom=2000-01-01": "About First Home",
		"?createdFrom=2999-01-01": "", "?createdTo=2000-01-01": "", "?updatedSince=2999-01-01": "", "?updatedSince=": "About First Home",
		"?scope=some": "About First Home", "?nonsense=1": "About First Home", "?itemsPerPage=1&page=2": "First",
		"?identifier=about&search=nothing&page=9": "First",
	} {
		if got := listed(t, s, "/cms-pages"+path, "title"); got != want {
			t.Errorf("%s lists %q, want %q", path, got, want)
		}
	}
	if got := listed(t, s, "/cms-pages?scope=all", "identifier", s.Service...); got != "mine about about home about" {
		t.Errorf("the back office lists %q", got)
	}
	if got := listed(t, s, "/cms-pages?scope=all", "identifier", onlyDefault...); got != "about" {
		t.Errorf("a token of one store lists %q", got)
	}
	if got := listed(t, s, "/cms-pages?identifier=about", "title", german...); got != "About" {
		t.Errorf("in German: %q", got)
	}
	if m := s.Must(400, "GET", "/cms-pages?createdTo=soon", nil).Message(); !strings.Contains(m, "createdTo") {
		t.Errorf("a date that is none: %q", m)
	}
	s.Must(204, "DELETE", "/cms-pages/1", nil, s.Service...)
	s.Must(404, "GET", "/cms-pages/1", nil)
	s.Must(201, "POST", "/cms-pages", fields{"identifier": "about"}, s.Service...)
	s.Verify("records", "addresses", "sequences")
}

// TestContentBlocks checks shapes-catalog §16, and that other texts show the present content of blocks.
func TestContentBlocks(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.SecondWebsite()
	german := []string{"X-Store-Code", "de"}
	within := func(id string) string { return `{{block type="cms/block" block_id="` + id + `"}}` }
	const post, put = "POST", "PUT"
	table := []exchange{
		{Method: post, Path: "/cms-blocks", Body: fields{"title": "x"}, Status: 400, Message: "Identifier is required."},
		{Method: post, Path: "/cms-blocks", Body: fields{"identifier": "a", "content": within("a")}, Status: 422,
			Message: "Failed to create CmsBlock: The static block content cannot contain  directive with its self."},
		{Method: post, Path: "/cms-blocks", Body: fields{"identifier": "a", "title": "A", "content": "<b>A</b>" + within("b")}, Status: 201,
			Want: fields{"id": 1, "content": "<b>A</b>", "status": "enabled", "stores": []int64{0}}},
		{Method: post, Path: "/cms-blocks", Body: fields{"identifier": "b", "content": "B" + within("1")}, Status: 201},
		// No further, since it would show block 1 inside itself.
		{Method: "GET", Path: "/cms-blocks/2", Status: 200, Want: fields{"content": "B<b>A</b>B"}},
		{Method: post, Path: "/cms-blocks", Body: fields{"identifier": "A"}, Status: 422,
			Message: "Failed to create CmsBlock: A block identifier with the same properties already exists in the selected store."},
		{Method: put, Path: "/cms-blocks/1", Body: fields{"content": within("1")}, Status: 422,
			Message: "Failed to update CmsBlock: The static block content cannot contain  directive with its self."},
		{Method: put, Path: "/cms-blocks/2", Body: fields{"content": "B {{widget type=\"x\"}}{{block type=\"core/template\"}}"}, Status: 200,
			Want: fields{"identifier": "b", "content": "B "}},
		{Method: post, Path: "/cms-blocks", Body: fields{"identifier": "a", "title": "A", "content": "<i>Ä</i>", "stores": []any{"de"}},
			Status: 201},
		{Method: post, Path: "/cms-pages", Body: fields{"identifier": "shows", "content": "<p>" + within("a") + within("off") + "</p>"},
			Status: 201, Want: fields{"content": "<p><b>A</b>B </p>"}},
	}
	for i := range table {
		table[i].Headers = s.Service
	}
	s.Run(t, table)
	for path, want := range map[string]string{
		"": "b a", "?identifier=a": "a", "?search=b": "b a", "?search=CORE": "b", "?scope=x&search=zz": "",
	} {
		if got := listed(t, s, "/cms-blocks"+path, "identifier"); got != want {
			t.Errorf("%s lists %q, want %q", path, got, want)
		}
	}
	s.Must(201, "POST", "/cms-blocks", fields{"identifier": "footer-links", "title": "Z"}, s.Service...)
	if got := listed(t, s, "/cms-blocks?identifier=FOOT", "identifier"); got != "footer-links" {
		t.Errorf("a part of the identifier finds %q", got)
	}
	s.Product("MUG", "8", 1, fields{"description": "<p>" + within("a") + "</p>"})
	shown := func(headers ...string) string {
		t.Helper()
		page := s.Must(200, "GET", "/cms-pages?identifier=shows", nil, headers...).List(t)[0]["content"]
		product := s.Must(200, "GET", "/products?sku=MUG", nil, headers...).List(t)
		if len(product) > 0 && product[0]["description"] != page {
			t.Errorf("the product shows %v, the page %v", product[0]["description"], page)
		}
		return fmt.Sprint(page)
	}
	if got := shown(german...); got != "<p><i>Ä</i></p>" {
		t.Errorf("in German: %s", got)
	}
	s.Must(200, "PUT", "/cms-blocks/1", fields{"content": "now"}, s.Service...)
	if got := shown(); got != "<p>now</p>" {
		t.Errorf("after a change: %s", got)
	}
	s.Must(200, "PUT", "/cms-blocks/1", fields{"isActive": false}, s.Service...)
	if got := shown(); got != "<p></p>" {
		t.Errorf("switched off: %s", got)
	}
	s.Must(404, "GET", "/cms-blocks/1", nil)
	s.Must(204, "DELETE", "/cms-blocks/1", nil, s.Service...)
}

// TestBlog checks shapes-catalog §17 and §18: posts and categories, and posts that appear on their day without a write.
func TestBlog(t *testing.T) {
	t.Parallel()
	var now atomic.Int64
	now.Store(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).Unix())
	s := salestest.Start(t, apptest.WithConfig(func(c *app.Config) {
		c.Clock = func() time.Time { return time.Unix(now.Load(), 0).UTC() }
	}))
	s.Configure("general/locale/timezone", "UTC")
	const post, put, remove, get = "POST", "PUT", "DELETE", "GET"
	table := []exchange{
		{Method: post, Path: "/blog-categories", Body: fields{}, Status: 400, Message: "Blog category name is required"},
		{Method: post, Path: "/blog-categories", Body: fields{"name": "News", "parentId": 9}, Status: 400,
			Message: "Unknown parent blog category id 9"},
		{Method: post, Path: "/blog-categories", Body: fields{"name": "News"}, Status: 201,
			Want: fields{"id": 1, "urlKey": "news", "path": "1", "level": 1, "parentId": 0, "position": 0, "stores": []int64{0}}},
		{Method: post, Path: "/blog-categories", Body: fields{"name": "Near", "parentId": 1, "position": 2}, Status: 201,
			Want: fields{"id": 2, "path": "1/2", "level": 2}},
		{Method: post, Path: "/blog-categories", Body: fields{"name": "News!"}, Status: 422,
			Message: `Failed to create BlogCategory: A category with URL key "news" already exists under the same parent.`},
		{Method: post, Path: "/blog-categories", Body: fields{"name": "News", "parentId": 1, "position": 1}, Status: 201, Want: fields{"id": 4}},
		{Method: put, Path: "/blog-categories/1", Body: fields{"parentId": 2}, Status: 400,
			Message: "A blog category cannot be moved under itself or its descendants"},
		{Method: put, Path: "/blog-categories/1", Body: fields{"name": " "}, Status: 400, Message: "Blog category name cannot be empty"},
		{Method: put, Path: "/blog-categories/2", Body: fields{"parentId": 4}, Status: 200, Want: fields{"path": "1/4/2", "level": 3}},
		{Method: get, Path: "/blog-categories/2", Headers: []string{}, Status: 200, Want: fields{"path": "1/4/2", "name": "Near"}},

		{Method: post, Path: "/blog-posts", Body: fields{"content": "x"}, Status: 400, Message: "Title is required."},
		{Method: post, Path: "/blog-posts", Body: fields{"title": "x", "categoryIds": []any{1, 77, fields{"id": 78}}}, Status: 400,
			Message: "Unknown blog category id(s): 77, 78"},
		{Method: post, Path: "/blog-posts", Body: fields{"title": "x", "categoryIds": []any{"1"}}, Status: 400,
			Message: "Each categoryIds entry must be a positive integer id or an {id, position} object"},
		{Method: post, Path: "/blog-posts", Body: fields{"title": "x", "image": "../x.png"}, Status: 400,
			Message: "image must be a bare filename (stored under media/blog)"},
		{Method: post, Path: "/blog-posts", Body: fields{"title": "<i>First</i> post", "content": "<p>Hello <script>x</script>world</p>",
			"image": "a b.png", "categoryIds": []any{fields{"id": 4, "position": 3}, 1}}, Status: 201, Want: fields{
			"id": 1, "title": "First post", "urlKey": "first-post", "publishDate": "2026-03-01", "excerpt": "Hello world", "status": "enabled",
			"imageUrl": "http://127.0.0.1:8080/media/blog/a%20b.png", "categoryIds": []int64{4, 1}, "content": "<p>Hello world</p>",
			"createdAt": "2026-03-01 12:00:00", "shortContent": nil,
		}},
		{Method: put, Path: "/blog-posts/1", Body: fields{"image": "", "publishDate": "2026-02-01"}, Status: 200,
			Want: fields{"image": nil, "imageUrl": nil, "title": "First post", "publishDate": "2026-02-01", "categoryIds": []int64{4, 1}}},
		{Method: post, Path: "/blog-posts", Body: fields{"title": "Tomorrow", "publishDate": "2026-03-02"}, Status: 201,
			Want: fields{"content": "", "excerpt": nil}},
		{Method: post, Path: "/blog-posts", Body: fields{"title": "Odd", "publishDate": "soon", "isActive": false}, Status: 201,
			Want: fields{"publishDate": "2026-03-01", "status": "disabled"}},
		{Method: get, Path: "/blog-posts/2", Headers: []string{}, Status: 404, Message: "Not Found"},
		{Method: get, Path: "/blog-posts/2", Status: 200},
	}
	for i := range table {
		if table[i].Headers == nil {
			table[i].Headers = s.Service
		}
	}
	s.Run(t, table)
	for path, want := range map[string]string{
		"": "First post", "?search=WORLD": "First post", "?search=zz": "", "?categoryId=4": "First post", "?categoryId=2": "",
		"?categoryId=x": "First post", "?urlKey=first-post": "First post", "?urlKey=tomorrow": "", "?createdTo=2026-02-01": "",
		"?createdFrom=2026-03-01&createdTo=2026-03-01": "First post", "?updatedSince=2999-01-01": "",
	} {
		if got := listed(t, s, "/blog-posts"+path, "title"); got != want {
			t.Errorf("%s lists %q, want %q", path, got, want)
		}
	}
	if got := listed(t, s, "/blog-posts?scope=all", "title", s.Service...); got != "Tomorrow Odd First post" {
		t.Errorf("the back office lists %q", got)
	}
	if got := listed(t, s, "/blog-posts?urlKey=tomorrow", "title", s.Service...); got != "Tomorrow" {
		t.Errorf("the back office finds %q", got)
	}
	for path, want := range map[string]string{"": "1 4 2", "?urlKey=near": "2", "?urlKey=": "1 4 2", "?updatedSince=2999-01-01": ""} {
		if got := listed(t, s, "/blog-categories"+path, "id"); got != want {
			t.Errorf("%s lists %q, want %q", path, got, want)
		}
	}

	// A cached list expires at the end of the day.
	before := s.Must(200, "GET", "/blog-posts", nil)
	s.Must(304, "GET", "/blog-posts", nil, "If-None-Match", before.Header.Get("ETag"))
	now.Store(time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC).Unix())
	if after := s.Must(200, "GET", "/blog-posts", nil, "If-None-Match", before.Header.Get("ETag")).List(t); len(after) != 2 {
		t.Errorf("on the day of the second post: %v", after)
	}
	s.Must(200, "GET", "/blog-posts/2", nil)

	// A category is deleted with its children, and posts lose it.
	service := apptest.Bearer(s.Shop.Service([]string{"all"}))
	s.Must(204, remove, "/blog-categories/4", nil, service...)
	s.Must(404, "GET", "/blog-categories/2", nil)
	s.Must(200, "GET", "/blog-categories/1", nil)
	if got := fmt.Sprint(s.Must(200, "GET", "/blog-posts/1", nil).Object(t)["categoryIds"]); got != "[1]" {
		t.Errorf("the post is in %s", got)
	}
	s.Verify("records", "addresses")
}

// TestContentIsAddressed checks the rows of content in shapes-catalog §19.
func TestContentIsAddressed(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.SecondWebsite()
	leads := func(path, want string, headers ...string) {
		t.Helper()
		got := "nothing"
		for _, row := range s.Must(200, "GET", "/url-resolver?path="+path, nil, headers...).List(t) {
			got = fmt.Sprintf("%v %v %v", row["type"], row["id"], row["identifier"])
			if row["type"] == "redirect" {
				got = fmt.Sprintf("%v to %v", row["redirectType"], row["redirectUrl"])
			}
		}
		if got != want {
			t.Errorf("%s leads to %s, want %s", path, got, want)
		}
	}
	page := func(body fields) { s.Must(201, "POST", "/cms-pages", body, s.Service...) }
	leads("", "nothing")
	page(fields{"identifier": "home"})
	page(fields{"identifier": "about/us.html"})
	page(fields{"identifier": "off", "isActive": false})
	page(fields{"identifier": "home", "stores": []any{"de"}})
	s.Must(201, "POST", "/blog-categories", fields{"name": "News"}, s.Service...)
	s.Must(201, "POST", "/blog-posts", fields{"title": "Hello"}, s.Service...)
	s.Must(201, "POST", "/blog-posts", fields{"title": "Later", "publishDate": "2999-01-01"}, s.Service...)
	leads("", "cms_page 1 home")
	leads("home", "cms_page 4 home", "X-Store-Code", "de")
	leads("about/us", "cms_page 2 us")
	leads("off", "nothing")
	leads("Hello", "blog_post 1 hello")
	leads("later", "nothing")
	leads("news", "blog_category 1 news")

	s.Must(200, "PUT", "/cms-pages/2", fields{"identifier": "we"}, s.Service...)
	leads("about/us.html", "301 to we")
	leads("about/us", "301 to we")
	s.Must(200, "PUT", "/blog-posts/1", fields{"urlKey": "good-day"}, s.Service...)
	leads("hello", "301 to good-day")
	s.Must(200, "PUT", "/blog-categories/1", fields{"urlKey": "old-news"}, s.Service...)
	leads("news", "301 to old-news")
	s.Product("HELLO", "1", 1, fields{"urlKey": "hello"})
	if rows := s.Must(200, "GET", "/url-resolver?path=hello", nil).List(t); rows[0]["type"] != "product" {
		t.Errorf("a product that has the address now: %v", rows)
	}
	s.Must(204, "DELETE", "/cms-pages/2", nil, s.Service...)
	leads("about/us.html", "nothing")
	s.Verify("addresses")
}

// TestIdentifiersAreUniqueInEachStore, also if two requests ask for one at the same time.
func TestIdentifiersAreUniqueInEachStore(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	_, de := s.SecondWebsite()
	answers := make(chan int, 8)
	for i := range cap(answers) {
		go func() {
			stores := []any{"all"}
			if i%2 == 0 {
				stores = []any{1, de}
			}
			answers <- s.Do("POST", "/cms-pages", fields{"identifier": "about", "stores": stores}, s.Service...).Status
		}()
	}
	made := map[int]int{}
	for range cap(answers) {
		made[<-answers]++
	}
	if made[201] != 2 || made[422] != 6 {
		t.Errorf("the answers are %v", made)
	}
}

// TestMovesOfBlogCategoriesMakeNoRing moves two categories below each other at the same moment, again and again.
func TestMovesOfBlogCategoriesMakeNoRing(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	for _, name := range []string{"A", "B"} {
		s.Must(201, "POST", "/blog-categories", fields{"name": name}, s.Service...)
	}
	for range 8 {
		// Both moves are appended before either is checked again, unless one is refused before its append.
		var moves atomic.Int32
		made, answered := make(chan struct{}), make(chan int, 2)
		s.Deciders.Steps(func(step string) {
			if step == "record: changed" {
				if moves.Add(1) == 2 {
					close(made)
				}
				<-made
			}
		})
		for _, move := range [][2]int{{1, 2}, {2, 1}} {
			go func() {
				status := s.Do("PUT", fmt.Sprintf("/blog-categories/%d", move[0]), fields{"parentId": move[1]}, s.Service...).Status
				if moves.Add(1) == 2 {
					close(made)
				}
				answered <- status
			}()
		}
		for range 2 {
			if status := <-answered; status != 200 && status != 400 {
				t.Errorf("a move: %d", status)
			}
		}
		s.Deciders.Steps(func(string) {})
		s.Settle()
		for id := 1; id <= 2; id++ {
			path := fmt.Sprintf("/blog-categories/%d", id)
			if level := s.Must(200, "GET", path, nil, s.Service...).Object(t)["level"]; level != 1.0 && level != 2.0 {
				t.Fatalf("category %d is at level %v", id, level)
			}
			s.Must(200, "PUT", path, fields{"parentId": 0}, s.Service...)
		}
	}
}
