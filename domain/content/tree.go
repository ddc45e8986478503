package content

import (
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"tradelog/domain/directive"
)

var (
	onlyBlank = regexp.MustCompile(`^_blank$`)
	// lexicallyPlain is HTML that no two parsers take apart in different ways: text, and tags whose attributes are in double quotes.
	lexicallyPlain = regexp.MustCompile(`^(?:[^<\x00]|<[^a-zA-Z/!?<\x00]|` +
		`</?[a-zA-Z][a-zA-Z0-9]*(?:[ \n]+[a-zA-Z-]+(?:="[^"<>\x00]*")?)*[ \n]*/?>)*$`)
)

// tags begin tags and comments, or may once more text follows. Other angle brackets are text.
var tags = regexp.MustCompile(`<[a-zA-Z/!?<]|<$|\x00`)

// harmless tells whether a text has no tags in any place of a page.
func harmless(text string) bool {
	return !strings.ContainsAny(text, "<\x00") || !tags.MatchString(text)
}

// cleaned sanitises HTML by its tree, as browsers see it, and not by its characters. HTML that is clean already is returned as it is. HTML
// that nests too deep for the parser loses all of its tags.
func cleaned(policy *bluemonday.Policy, marked directive.Marked) string {
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

// parse makes the tree of a piece of a page. In a template, rows and cells may stand without their table, as in blocks.
func parse(text string) ([]*html.Node, error) {
	return html.ParseFragment(strings.NewReader(text), &html.Node{Type: html.ElementNode, Data: "template", DataAtom: atom.Template})
}

// rendered is the HTML of a tree. Errors are those of trees that no parser makes, and end the text.
func rendered(tree []*html.Node) string {
	var b strings.Builder
	for _, n := range tree {
		if html.Render(&b, n) != nil {
			break
		}
	}
	return b.String()
}

// inAttributes leaves those directives in attributes that stand for an address or a value. Others stand for nothing there. It tells
// whether all are left.
func inAttributes(n *html.Node, marked directive.Marked) bool {
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

// written is rendered HTML as people write it. Quotes between tags are no entities, which only attributes need, and elements without an end
// have no slash in their tag, unless slashes are the author's style.
func written(text string, slashes bool) string {
	var b strings.Builder
	for text != "" {
		end := strings.IndexByte(text, '<')
		if end < 0 {
			end = len(text)
		}
		b.WriteString(plainQuotes.Replace(text[:end]))
		text = text[end:]
		end = strings.IndexByte(text, '>') + 1 // attributes have no angle brackets: the renderer has made them entities
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
