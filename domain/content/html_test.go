package content_test

import (
	"strings"
	"testing"

	"tradelog/domain/content"
)

// TestContentIsSanitised: code that could run is removed, meant content stays, and directives stay as they were written.
func TestContentIsSanitised(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"":                                                              "",
		"It's 5 €":                                                      "It's 5 €",
		`<p class="a">It's "fine"</p>`:                                  `<p class="a">It's "fine"</p>`,
		`<h2>A</h2><script>alert(1)</script>`:                           `<h2>A</h2>`,
		`<p onclick="alert(1)">A</p>`:                                   `<p>A</p>`,
		`<a href="javascript:alert(1)">A</a>`:                           `A`,
		`<a href="/about">A</a>`:                                        `<a href="/about">A</a>`,
		`<a href="mailto:a@example.com">A</a>`:                          `<a href="mailto:a@example.com">A</a>`,
		`<iframe src="https://example.com"></iframe>A`:                  `A`,
		`<p>{{block type="cms/block" block_id="a"}}</p>`:                `<p>{{block type="cms/block" block_id="a"}}</p>`,
		`<img src="{{media url="a.png"}}" alt="A">`:                     `<img src="{{media url="a.png"}}" alt="A">`,
		`<a href="{{store url='about'}}">A</a>`:                         `<a href="{{store url='about'}}">A</a>`,
		`<a href="java{{x}}script:alert(1)">A</a>`:                      `A`,
		`<scr{{x}}ipt>alert(1)</scr{{x}}ipt>`:                           `alert(1)`,
		`<p style="text-align: center; position: fixed">A</p>`:          `<p style="text-align: center">A</p>`,
		`directive0z {{widget a="b"}}`:                                  `directive0z {{widget a="b"}}`,
		`<table><tr><td colspan="2">A &amp; B &lt; C</td></tr></table>`: `<table><tr><td colspan="2">A &amp; B &lt; C</td></tr></table>`,
	} {
		got := content.Sanitised(written)
		if got != want {
			t.Errorf("%s\nis stored as %s\nwant         %s", written, got, want)
		}
		if again := content.Sanitised(got); again != got {
			t.Errorf("%s becomes %s when it is stored again", got, again)
		}
	}
	link := content.SanitisedPost(`<a href="https://example.com">A</a><a href="/b">B</a>`)
	if !strings.Contains(link, `target="_blank"`) || !strings.Contains(link, "noopener") || !strings.Contains(link, `<a href="/b">B</a>`) {
		t.Errorf("links of a post are %s", link)
	}
	if again := content.SanitisedPost(link); again != link {
		t.Errorf("%s becomes %s when it is stored again", link, again)
	}
}

// TestHostileContent: each of these texts is served without its attack, and its words stay.
func TestHostileContent(t *testing.T) {
	t.Parallel()
	show := func(text string) string {
		return content.Served(content.ExpandDirectives(text, content.DirectiveEnv{MediaURL: "/media/"}))
	}
	for written, want := range map[string]string{
		attack: `<p title="&#123;&#123;x">a}}" onmouseover=alert(1) y="<b title="">k</b></p>`,
		`<p title="{{x">a}}" onmouseover=alert(1) y="<b title=">k</b></p>`: `<p title="">k</p>`,
		`&lbrace;{config path="a"}}`:                                       `&lbrace;{config path="a"}}`,
		`<i>&lbrace;{config path="a"}}</i><script></script>`:               `<i>&#123;&#123;config path="a"}}</i>`,
		`{<script></script>{config path="a"}}`:                             `&#123;&#123;config path="a"}}`,
		`<td>A</td>`:                                                       `<td>A</td>`,
		`<img alt="{{block type="cms/block" block_id="a"}}">`:              `<img alt="">`,
		`1 < 2, <> <br/> <a onclick="x">A</a>`:                             `1 &lt; 2, &lt;&gt; <br/> A`, `1 < 2, <> <br>`: `1 < 2, <> <br>`,
		`<div>A`: `<div>A`,
	} {
		if got := show(content.Sanitised(written)); got != want {
			t.Errorf("%s\nis served as %s\nwant         %s", written, got, want)
		}
	}
	if got, want := content.ServedAsWritten(`<p>{{config path="<b"}} <img alt="{{media url="a" onerror=1}}"></p>`),
		`<p>{{config path="&lt;b"}} <img alt="{{media url=&#34;a&#34; onerror=1}}"></p>`; got != want {
		t.Errorf("served with its directives:\n%s\nwant\n%s", got, want)
	}
	deep := strings.Repeat("<div>", 5000) + "deep" + strings.Repeat("</div>", 5000)
	if got := show(deep); got != "deep" {
		t.Errorf("what nests too deep is served as %.100s", got)
	}
}

// TestNothingIsEmptied: HTML of which sanitising leaves nothing is refused, and the refusal names the member.
func TestNothingIsEmptied(t *testing.T) {
	t.Parallel()
	script, text := "<script>alert(1)</script>", "<p>A</p><script>alert(1)</script>"
	check := func(text string) []error {
		return []error{
			content.Page{Identifier: "ab", Content: text}.Normalise().Check(), content.Block{Identifier: "a", Content: text}.Normalise().Check(),
			content.Post{Title: "A", Content: text}.Normalise().Check(), content.Post{Title: "A", ShortContent: &text}.Normalise().Check(),
			content.CheckHTML("description", &text),
		}
	}
	for i, member := range []string{"content", "content", "content", "shortContent", "description"} {
		if err := check(script)[i]; err == nil || !strings.HasPrefix(err.Error(), member+" has nothing but what is not allowed") {
			t.Errorf("the refusal of a script in %s is %v", member, err)
		}
		if err := check(text)[i]; err != nil {
			t.Errorf("a text with a script is refused: %v", err)
		}
	}
	for i, member := range []string{"content", "content", "content", "shortContent", "description"} {
		err := check(strings.Repeat("{{a}}", 1001))[i]
		if err == nil || !strings.HasPrefix(err.Error(), member+" has more than 1000 directives") {
			t.Errorf("the refusal of many directives in %s is %v", member, err)
		}
	}
	if got := (content.Page{Content: text}).Normalise().Content; got != "<p>A</p>" {
		t.Errorf("stored as %s", got)
	}
}

func TestExcerpts(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ü", 201)
	for text, want := range map[string]string{
		"&lt;img src=x&gt;A": "A", "&amp;lt;b&amp;gt;A": "A", "1 < 2": "1 < 2",
		"&" + strings.Repeat("amp;", 9) + "lt;b>": strings.Repeat("amp;", 5) + "lt;b>",
		"": "", "<p>A &amp; B</p>\n<p>C</p>": "A & B C",
		long[2:]: long[2:], long: long[2:] + "...",
	} {
		if got := content.Excerpt(text); got != want {
			t.Errorf("the excerpt of %q is %q", text, got)
		}
	}
}

// TestTagsAreReplaced: only tags are replaced, whatever stands beside them.
func TestTagsAreReplaced(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"<p>Soft.<br/>Warm</p>":    "|Soft.|Warm|",
		"1 < 2 and 3 > 2":          "1 < 2 and 3 > 2",
		"I <3 NY <!-- always -->":  "I <3 NY <!-- always -->",
		`A &lt;b&gt; <i a="$1">B`:  "A &lt;b&gt; |B",
		"<b <i>one</i> unfinished": "<b |one| unfinished",
	} {
		if got := content.ReplaceTags(text, "|"); got != want || content.HasElements(text) != (got != text) {
			t.Errorf("%s: %s, want %s; elements: %t", text, got, want, content.HasElements(text))
		}
	}
}
