package content_test

import (
	"strings"
	"testing"

	"tradelog/domain/content"
)

// TestContentIsSanitised: what could run is removed, what was meant stays, and directives stay as they were written.
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

// FuzzSanitised: nothing that could run is ever stored, and storing twice is storing once.
func FuzzSanitised(f *testing.F) {
	for _, seed := range []string{
		"<p>", "{{media url=\"a\"}}", "<a href='{{x}}'>", "&#39;<", "<script>{{",
		"<svg/onload=alert(1)>", "a > b < c",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := content.Sanitised(text)
		if strings.Contains(strings.ToLower(got), "<script") && !strings.Contains(got, "{{") {
			t.Errorf("%q is stored as %q", text, got)
		}
	})
}

func TestExcerpts(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ü", 201)
	for text, want := range map[string]string{
		"": "", "<p>A &amp; B</p>\n<p>C</p>": "A & B C", long[2:]: long[2:], long: long[2:] + "...",
	} {
		if got := content.Excerpt(text); got != want {
			t.Errorf("the excerpt of %q is %q", text, got)
		}
	}
}
