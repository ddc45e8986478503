package console_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"tradelog/test/salestest"
)

// comment adds numbered comments to an order.
func comment(s *salestest.Shop, order string, comments int) {
	for i := range comments {
		s.Must(201, "POST", order+"/comments", fields{"comment": fmt.Sprintf("Parcel %d is on its way.", i)}, s.Service...)
	}
}

// TestOrderOfManyComments: a page of an order shows as much and makes as many queries with many comments as with some. Other pages show the
// rest, and the slider reaches every event.
func TestOrderOfManyComments(t *testing.T) {
	t.Parallel()
	queries := &salestest.Queries{}
	s := start(t, queries.Trace())
	s.Product("MUG", "10", 10, nil)
	_, key := s.APIUser("greta", "all")
	some, many := fmt.Sprintf("/orders/%d", salestest.ID(s.Order("MUG"))), fmt.Sprintf("/orders/%d", salestest.ID(s.Order("MUG")))
	comment(s, some, 60)
	comment(s, many, 130)
	s.Settle()
	b := logIn(t, s, "greta", key)
	shown := regexp.MustCompile(`<details><summary><time>|<li><span class="soft">|<tr>|<option`)
	for _, page := range []string{"", "?at=3", "/timeline", "/list/statusHistory"} {
		var work [2]string
		for i, order := range []string{some, many} {
			b.open("/console" + order + page)
			queries.Take()
			p := b.open("/console" + order + page)
			made := queries.Take()
			if p.Status != 200 || len(made) > 6 || p.Sent > 60<<10 {
				t.Errorf("%s%s: status %d, %d bytes, %d queries:\n%s", order, page, p.Status, p.Sent, len(made), strings.Join(made, "\n"))
			}
			if work[i] = fmt.Sprintf("%d queries", len(made)); page == "" {
				work[i] += fmt.Sprintf(", %d parts", len(shown.FindAllString(strings.ReplaceAll(p.Text, "<option", ""), -1)))
			}
		}
		if work[0] != work[1] {
			t.Errorf("%s: with few comments %s, with many %s", page, work[0], work[1])
		}
	}
	walk := func(from, next string) string {
		var all strings.Builder
		for at := from; at != ""; {
			p := b.open("/console" + many + at)
			all.WriteString(p.Text)
			found := regexp.MustCompile(`rel="next" href="([^"]*)"`).FindStringSubmatch(p.Text)
			if at = ""; found != nil {
				at = next + strings.ReplaceAll(found[1], "&amp;", "&")
			}
		}
		return all.String()
	}
	first := b.open("/console" + many)
	events := regexp.MustCompile(`id="at" type="range" name="at" min="1" max="(\d+)"`).FindStringSubmatch(first.Text)
	if len(events) != 2 || !strings.Contains(first.Text, `href="/console`+many+`/timeline"`) ||
		!strings.Contains(first.Text, `href="/console`+many+`/list/statusHistory"`) {
		t.Fatalf("the page does not lead to the rest: the slider has %v events", events)
	}
	for from, all := range map[string]string{
		"/timeline": walk("/timeline", "/timeline"), "/list/statusHistory": walk("/list/statusHistory", "/list/statusHistory"),
	} {
		for i := range 130 {
			if !strings.Contains(all, fmt.Sprintf("Parcel %d is on its way.", i)) {
				t.Errorf("%s does not have comment %d", from, i)
			}
		}
	}
	root, err := url.Parse(s.URL + "/console")
	if err != nil {
		t.Fatal(err)
	}
	restricted := visit(t, s.URL)
	token := s.Shop.Service([]string{"orders/read", "audit/read"}, 1)
	s.Settle()
	restricted.Client.Jar.SetCookies(root, []*http.Cookie{{Name: "tradelog_console", Value: token}})
	for next := int64(0); ; {
		read := s.Must(200, "GET", fmt.Sprintf("%s/timeline?limit=100&after=%d", many, next), nil, s.Service...).Object(t)
		for _, e := range read["entries"].([]any) {
			at := salestest.Number(salestest.At(e, "revision")) + 1
			if at%31 != 2 {
				continue
			}
			for _, who := range []*visitor{b, restricted} {
				p := who.open(fmt.Sprintf("/console%s?at=%d", many, at))
				if !strings.Contains(p.Text, fmt.Sprintf("As it was after this: <strong>%s</strong>", salestest.At(e, "what"))) {
					t.Errorf("event %d: status %d at %s, not after %s", at, p.Status, p.At, salestest.At(e, "what"))
				}
				if list := fmt.Sprintf(`href="/console%s/list/statusHistory?at=`, many); at > 90 && !strings.Contains(p.Text, list) {
					t.Errorf("event %d: the page does not lead to the comments of then", at)
				}
			}
		}
		if next = salestest.Number(read["next"]); next == 0 {
			break
		}
	}
	then := salestest.At(s.Must(200, "GET", many+"/timeline?limit=1", nil, s.Service...).Object(t), "entries.0.position")
	p := b.open(fmt.Sprintf("/console%s/list/statusHistory?page=2&at=%v", many, salestest.Number(then)))
	if !strings.Contains(p.Text, "Parcel 3 is") || strings.Contains(p.Text, "Parcel 129 is") {
		t.Errorf("the second page of the comments as of the newest event: status %d", p.Status)
	}
}

// BenchmarkOrderOfManyComments shows an order with few comments and one with many, in the console and over REST, without the network:
//
//	go test ./console -run none -bench OrderOfManyComments -benchtime 5x
func BenchmarkOrderOfManyComments(b *testing.B) {
	s := start(b)
	s.Product("MUG", "10", 10, nil)
	_, key := s.APIUser("greta", "all")
	paths := map[int]string{}
	for _, comments := range []int{20, 2000} {
		paths[comments] = fmt.Sprintf("/orders/%d", salestest.ID(s.Order("MUG")))
		comment(s, paths[comments], comments)
	}
	s.Settle()
	root, err := url.Parse(s.URL + "/console")
	if err != nil {
		b.Fatal(err)
	}
	var cookies []string
	for _, c := range logIn(b, s, "greta", key).Client.Jar.Cookies(root) {
		cookies = append(cookies, c.String())
	}
	measure := func(comments int, what, path string, headers []string) {
		name := fmt.Sprintf("%d/%s", comments, strings.ReplaceAll(what, "/", " "))
		b.Run(name, s.Measure(http.StatusOK, http.MethodGet, path, nil, headers...))
	}
	for _, comments := range []int{20, 2000} {
		for _, page := range []string{"", "?at=10", "/timeline", "/list/statusHistory"} {
			measure(comments, "page"+page, "/console"+paths[comments]+page, []string{"Cookie", strings.Join(cookies, "; ")})
		}
		for _, of := range []string{
			"", "/timeline", "/timeline?limit=100", "/timeline?limit=100&order=oldest", "/timeline?limit=100&field=status",
		} {
			measure(comments, "REST"+of, "/api/rest/v2"+paths[comments]+of, s.Service)
		}
	}
}
