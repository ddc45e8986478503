package content

import (
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

var (
	onlyBlank = regexp.MustCompile(`^_blank$`)
	// lexicallyPlain matches HTML that all parsers read alike: text, and tags whose attributes are in double quotes.
	lexicallyPlain = regexp.MustCompile(`^(?:[^<\x00]|<[^a-zA-Z/!?<\x00]|` +
		`</?[a-zA-Z][a-zA-Z0-9]*(?:[ \n]+[a-zA-Z-]+(?:="[^"<>\x00]*")?)*[ \n]*/?>)*$`)
)

// tags matches the beginning of tags and comments, also one that more text might complete. Other angle brackets are text.
var tags = regexp.MustCompile(`<[a-zA-Z/!?<]|<$|\x00`)

// hasNoTags tells whether a text contains no tags, wherever it stands in a page.
func hasNoTags(text string) bool {
	return !strings.ContainsAny(text, "<\x00") || !tags.MatchString(text)
}

// cleaned sanitises the parsed tree of HTML, as browsers see it, and not its characters. Clean HTML is returned unchanged. HTML too deeply
// nested for the parser loses all of its tags.
func cleaned(policy *bluemonday.Policy, marked markedDirectives) string {
	tree, err := parse(strings.ReplaceAll(marked.Text, "\x00", ""))
	if err != nil {
		return marked.Disarm(noTags().Sanitize(marked.Text))
	}
	same := true
	for _, n := range tree {
		same = inAttributes(n, marked) && same
	}
	before := rendered(tree)
	tree, err = parse(policy.Sanitize(before))
	if err != nil {
		return marked.Disarm(noTags().Sanitize(marked.Text))
	}
	after := rendered(tree)
	if same && after == before && lexicallyPlain.MatchString(marked.Text) {
		return marked.Text
	}
	return marked.Disarm(written(after, strings.Contains(marked.Text, "/>")))
}

// parse returns the tree of an HTML fragment. Inside a template, table rows and cells may stand without their table, as in blocks.
func parse(text string) ([]*html.Node, error) {
	return html.ParseFragment(strings.NewReader(text), &html.Node{Type: html.ElementNode, Data: "template", DataAtom: atom.Template})
}

// rendered returns the HTML of a tree. Rendering fails only for trees that no parser returns; the text then ends there.
func rendered(tree []*html.Node) string {
	var b strings.Builder
	for _, n := range tree {
		if html.Render(&b, n) != nil {
			break
		}
	}
	return b.String()
}

// inAttributes removes directives from attributes unless they expand to a URL or a value. It tells whether all directives were kept.
func inAttributes(n *html.Node, marked markedDirectives) bool {
	same := true
	for i, a := range n.Attr {
		n.Attr[i].Val = marked.OnlyValues(a.Val)
		same = same && n.Attr[i].Val == a.Val
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		same = inAttributes(child, marked) && same
	}
	return same
}

// written returns rendered HTML in the style of authors. Quotes in text are not entities, which only attributes need. Void elements have no
// slash in their tag, unless the author writes slashes.
func written(text string, slashes bool) string {
	var b strings.Builder
	for text != "" {
		end := strings.IndexByte(text, '<')
		if end < 0 {
			end = len(text)
		}
		b.WriteString(plainQuotes.Replace(text[:end]))
		text = text[end:]
		end = strings.IndexByte(text, '>') + 1 // attributes have no angle brackets: the renderer escapes them
		if end == 0 {
			end = len(text)
		}
		if tag := text[:end]; slashes || !strings.HasSuffix(tag, "/>") {
			b.WriteString(tag)
		} else {
			b.WriteString(strings.TrimSuffix(tag, "/>") + ">")
		}
		text = text[end:]
	}
	return b.String()
}

var plainQuotes = strings.NewReplacer("&#39;", "'", "&#34;", `"`)
