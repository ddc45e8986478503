package content_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"tradelog/domain/content"
)

// attack is content that once was served with a live handler: the sanitiser wrote its entities as the braces of a directive.
const attack = `<p title="&#123;&#123;x">a}}" onmouseover=alert(1) y="<b title="">k</b></p>`

// hostile are texts with which sanitisers have been passed.
var hostile = []string{
	attack,
	strings.ReplaceAll(attack, "title", "class"),
	strings.ReplaceAll(attack, "title", "id"),
	strings.ReplaceAll(attack, "&#123;", "&lbrace;"),
	strings.ReplaceAll(attack, "&#123;", "&#x7b"),
	strings.ReplaceAll(attack, "&#123;", "{"),
	`<p title="{{x">a}}" onmouseover=alert(1) y="<b title=">k</b></p>`,
	`<p title="{{media url="a" onerror=alert(1) x="}}">`,
	`<img alt="{{config path="a"}}" src="{{media url='a"><script>alert(1)</script>'}}">`,
	`<a href="{{config path="script"}}">x</a>`,
	`{<script></script>{config path="a"}}`,
	`{<script></script>{{media url="a"}}`,
	`&lbrace;{config path="a"}}`,
	`{{{x}}{config path="a"}}`,
	`<table>{{block type="cms/block" block_id="b"}}</table>`,
	`<div {{block type="cms/block" block_id="b"}}>`,
	`<{{x}}script>alert(1)</script>`,
	`<svg><style><img src=x onerror=alert(1)></style></svg>`,
	`<math><mtext><table><mglyph><style><!--</style><img title="--&gt;<img src=1 onerror=1>">`,
	`<noscript><p title="</noscript><img src=x onerror=alert(1)>">`,
	`<template><script>1</script></template>`,
	`<a href="jav&#x09;ascript:alert(1)">`,
	`<a href=" &#14; javascript:1">x</a>`,
	`<img srcset="javascript:1 2x" src="data:text/html,1">`,
	`<meta http-equiv=refresh content="0;url=javascript:1">`,
	`<form><input formaction=javascript:1></form><isindex action=1>`,
	`<p style="background:url(javascript:1);color:red">`,
	`<!--><script>1</script>-->`,
	`<plaintext><script>`,
	`<textarea></textarea><script>1</script>`,
	`<xmp><p title="</xmp><script>1</script>">`,
	`<select><img src=x onerror=1></select>`,
	"<p>\x00<scr\x00ipt>1</script>", "<tr><td>1", "a {{ b", "directive0z", `<a target="_blank" rel="noopener" href="https://a.example">`,
	"<b><p></b></p>",
	`<details ontoggle=1 open>`,
	`<base href="//x">`,
	`<link rel=stylesheet href=x>`,
	`<a href="vbscript&colon;1">`,
	`<q cite="javascript:1">`,
}

// FuzzServedContent: the served page runs nothing and leads to no foreign scheme when it is parsed as browsers do. The test tries any
// input, and texts of earlier logs. A stored text has no directive that was not written, and storing it again changes nothing.
func FuzzServedContent(f *testing.F) {
	for i, text := range hostile {
		f.Add(text, hostile[(i+7)%len(hostile)], `"><script>alert(1)</script>`)
	}
	f.Fuzz(func(t *testing.T, written, block, value string) {
		if len(written)+len(block)+len(value) > 4<<10 {
			return
		}
		stored := content.Sanitised(written)
		had := directivesOf(written)
		for _, found := range directivesOf(stored) {
			if !slices.Contains(had, found) {
				t.Errorf("%q is stored as %q: the directive %q was not written", written, stored, found)
			}
		}
		for _, text := range []string{stored, content.SanitisedPost(written), written} {
			for _, inside := range []string{content.Sanitised(block), block} {
				served := content.Served(content.ExpandDirectives(text, content.DirectiveEnv{
					BaseURL: "https://shop.example/", MediaURL: "https://shop.example/media/", Config: func(string) string { return value },
					Block: func(string) (string, bool) { return inside, true },
				}))
				inert(t, text, served)
				if found := directivesOf(served); len(found) > 0 {
					t.Errorf("%q is served as %q, which has the directives %q", text, served, found)
				}
			}
			inert(t, text, content.ServedAsWritten(text))
		}
		if plain := content.PlainText(written); content.PlainText(plain) != plain {
			t.Errorf("%q without tags is %q, which has some", written, plain)
		}
	})
}

func directivesOf(text string) (found []string) {
	content.EachDirective(text, func(one string) string {
		found = append(found, one)
		return one
	})
	return found
}

// inert fails the test if HTML has anything that runs or loads from a foreign scheme. The HTML may stand in a page or inside an element.
func inert(t *testing.T, text, served string) {
	t.Helper()
	for _, context := range []string{"<body>%</body>", "<div>%</div>", "<table><tr><td>%</table>"} {
		page, err := html.Parse(strings.NewReader("<!doctype html>" + strings.Replace(context, "%", served, 1)))
		if err != nil {
			t.Fatalf("%q is served as %q, which cannot be parsed: %v", text, served, err)
		}
		for n := range page.Descendants() {
			if why := runs(n); why != "" {
				t.Fatalf("%q\nis served as %q\nwhich has %s", text, served, why)
			}
		}
	}
}

// allowedElements lists the elements that content may have. All others could run, load or send something, or change how the rest is parsed.
var allowedElements = strings.Fields(`html head body a abbr acronym area article aside b bdi bdo blockquote br caption cite code col
	colgroup dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins li main map mark meter nav
	ol p picture pre progress q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot
	th thead time tr tt u ul var wbr`)

var allowedAttributes = strings.Fields(`abbr align alt cite class colspan coords datetime dir headers height high href id lang loading low
	max min name nowrap open optimum rel rowspan scope shape span src start style summary target title type usemap valign value width`)

func runs(n *html.Node) string {
	if n.Type == html.CommentNode {
		return "a comment"
	}
	if n.Type != html.ElementNode {
		return ""
	}
	if n.Namespace != "" || !slices.Contains(allowedElements, n.Data) {
		return "the element " + n.Data
	}
	for _, a := range n.Attr {
		if a.Namespace != "" || !slices.Contains(allowedAttributes, a.Key) {
			return "the attribute " + a.Key
		}
		switch a.Key {
		case "href", "src", "cite":
			scheme := schemeOf(a.Val)
			if !slices.Contains([]string{"", "http", "https", "mailto", "tel"}, scheme) {
				return "an address of the scheme " + scheme
			}
		case "style":
			style := strings.ToLower(a.Val)
			if strings.ContainsAny(style, `\@<`) || strings.Contains(style, "url") {
				return "the style " + a.Val
			}
		}
	}
	return ""
}

// schemeOf is the scheme of an address as browsers find it: they leave out line ends and tabs, and blanks in front.
func schemeOf(address string) string {
	address = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(address)
	address = strings.TrimLeftFunc(address, func(r rune) bool { return r <= ' ' })
	scheme, _, ok := strings.Cut(address, ":")
	if !ok || strings.ContainsAny(scheme, "/?#") {
		return ""
	}
	if _, err := url.Parse(scheme + ":x"); err != nil {
		return "" // browsers take it for a path
	}
	return strings.ToLower(scheme)
}
