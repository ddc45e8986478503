package content

import (
	"html"
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"

	"tradelog/domain"
	"tradelog/domain/directive"
)

// The policies say which HTML may be stored and served. They are slow to make and safe to share.
var (
	pagePolicy = sync.OnceValue(newPolicy)
	blogPolicy = sync.OnceValue(func() *bluemonday.Policy {
		p := newPolicy()
		p.AddTargetBlankToFullyQualifiedLinks(true) // with rel="noopener", so that the other page cannot reach this one
		return p
	})
	// servedPolicy keeps the links of posts as blogPolicy has made them. It makes none: links to the shop itself are whole by now.
	servedPolicy = sync.OnceValue(func() *bluemonday.Policy {
		p := newPolicy()
		p.AllowAttrs("target").Matching(onlyBlank).OnElements("a")
		p.AllowAttrs("rel").Matching(bluemonday.SpaceSeparatedTokens).OnElements("a")
		return p
	})
	noTags = sync.OnceValue(bluemonday.StrictPolicy)
)

// newPolicy allows formatted text, tables, pictures and links. Scripts, frames, forms and event handlers are not allowed.
func newPolicy() *bluemonday.Policy {
	p := bluemonday.UGCPolicy()
	p.RequireNoFollowOnLinks(false) // the shop's own pages vouch for their links
	p.AllowURLSchemes("http", "https", "mailto", "tel")
	p.AllowAttrs("class", "id", "title", "lang", "dir").Globally()
	p.AllowAttrs("width", "height", "loading").OnElements("img")
	p.AllowElements("section", "article", "header", "footer", "nav", "aside", "main", "figure", "figcaption", "picture",
		"small", "span", "div")
	p.AllowStyles("text-align", "text-decoration", "font-weight", "font-style", "color", "background-color", "width", "float").Globally()
	return p
}

// Sanitised removes from HTML what a page must not have, such as scripts and event handlers (shapes-catalog §0.7). Directives stay as
// they were written, and nothing becomes one that was none. Clean HTML stays byte for byte.
func Sanitised(text string) string { return stored(pagePolicy(), text) }

// SanitisedPost is Sanitised for the blog, whose links to other sites open in a window of their own.
func SanitisedPost(text string) string { return stored(blogPolicy(), text) }

// stored sanitises a text around its directives. A directive has quotes that would end the attribute it is in, so a word stands for it.
func stored(policy *bluemonday.Policy, text string) string {
	if harmless(text) {
		return text
	}
	marked := directive.Mark(text)
	return marked.Restore(cleaned(policy, marked))
}

// Served sanitises HTML as the last step before it is shown: its directives are expanded, and whatever they stand for is sanitised with
// it. What looks like a directive by then is text.
func Served(text string) string {
	if !harmless(text) {
		text = cleaned(servedPolicy(), directive.Marked{Text: text})
	}
	return directive.Disarm(text)
}

// ServedAsWritten is Served for texts whose directives nobody expands, such as descriptions of categories. The directives are text in it.
func ServedAsWritten(text string) string {
	if harmless(text) {
		return text
	}
	marked := directive.Mark(text)
	return marked.RestoreInert(cleaned(servedPolicy(), marked))
}

// maxDirectives bounds the directives of a text. Each is read, expanded and made safe by itself.
const maxDirectives = 1000

func tooManyDirectives(text string) bool { return strings.Count(text, "{{") > maxDirectives }

// kept is content in the form it is stored in. What checkKept refuses stays as it was sent.
func kept(sanitise func(string) string, text string) string {
	if tooManyDirectives(text) {
		return text
	}
	if clean := sanitise(text); !blank(clean) {
		return clean
	}
	return text
}

// checkKept refuses HTML with too many directives, and HTML of which sanitising leaves nothing. Without it, a text would be emptied and
// nobody told.
func checkKept(member string, sanitise func(string) string, text string) error {
	if tooManyDirectives(text) {
		return errDirectives(member)
	}
	if blank(text) || !blank(sanitise(text)) {
		return nil
	}
	return errEmptied(member)
}

// CheckHTML refuses HTML that is stored as it is sent and of which nothing would be served. member names it; nil was not sent.
func CheckHTML(member string, text *string) error {
	return checkKept(member, Sanitised, domain.Value(text))
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }

// PlainText is HTML without its tags, in one line. It has no tags either when it is taken for HTML: entities may hide tags, and those
// hide others.
func PlainText(text string) string {
	const layers = 4
	for range layers {
		plain := html.UnescapeString(noTags().Sanitize(text))
		if plain == text {
			break
		}
		text = plain
	}
	if strings.ContainsAny(text, "<&") && html.UnescapeString(noTags().Sanitize(text)) != text {
		text = strings.NewReplacer("<", " ", "&", " ").Replace(text)
	}
	return strings.Join(strings.Fields(text), " ")
}

// Excerpt is the beginning of a text without its tags: at most 200 characters, and dots where it goes on.
func Excerpt(text string) string {
	const most = 200
	plain := []rune(PlainText(text))
	if len(plain) <= most {
		return string(plain)
	}
	return strings.TrimSpace(string(plain[:most])) + "..."
}
