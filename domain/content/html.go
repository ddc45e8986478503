package content

import (
	"html"
	"regexp"
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"

	"tradelog/domain"
)

// The policies define which HTML may be stored and served. They are slow to create and safe to share.
var (
	pagePolicy = sync.OnceValue(newPolicy)
	blogPolicy = sync.OnceValue(func() *bluemonday.Policy {
		p := newPolicy()
		p.AddTargetBlankToFullyQualifiedLinks(true) // with rel="noopener", so that the other page cannot reach this one
		return p
	})
	// servedPolicy keeps the attributes that blogPolicy has added to links. It adds none: by then, links to the shop itself are absolute too.
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

// Sanitised removes HTML that a page must not have, such as scripts and event handlers (shapes-catalog §0.7). Directives stay as they were
// written, and no new ones arise. Clean HTML stays unchanged, byte for byte.
func Sanitised(text string) string { return stored(pagePolicy(), text) }

// SanitisedPost is Sanitised for the blog. Links to other sites get target="_blank".
func SanitisedPost(text string) string { return stored(blogPolicy(), text) }

// stored sanitises a text around its directives. The quotes of a directive would end the attribute it is in, so a word replaces each
// meanwhile.
func stored(policy *bluemonday.Policy, text string) string {
	if hasNoTags(text) {
		return text
	}
	marked := markDirectives(text)
	return marked.Restore(cleaned(policy, marked))
}

// Served sanitises HTML as the last step before it is shown. Its directives have been expanded, so their output is sanitised, too. Anything
// that still looks like a directive becomes text.
func Served(text string) string {
	if !hasNoTags(text) {
		text = cleaned(servedPolicy(), markedDirectives{Text: text})
	}
	return disarmDirectives(text)
}

// ServedAsWritten is Served for texts whose directives are not expanded, such as descriptions of categories. Directives become text.
func ServedAsWritten(text string) string {
	if hasNoTags(text) {
		return text
	}
	marked := markDirectives(text)
	return marked.RestoreInert(cleaned(servedPolicy(), marked))
}

// maxDirectives bounds the directives of a text. Each one is parsed, expanded and sanitised separately.
const maxDirectives = 1000

func tooManyDirectives(text string) bool { return strings.Count(text, "{{") > maxDirectives }

// storedForm returns content in its stored form. Content that checkKept refuses is returned as it was sent.
func storedForm(sanitise func(string) string, text string) string {
	if tooManyDirectives(text) {
		return text
	}
	if clean := sanitise(text); !isBlank(clean) {
		return clean
	}
	return text
}

// checkKept returns an error for HTML with too many directives, and for HTML that sanitising would empty without notice. member names the
// field.
func checkKept(member string, sanitise func(string) string, text string) error {
	if tooManyDirectives(text) {
		return errDirectives(member)
	}
	if isBlank(text) || !isBlank(sanitise(text)) {
		return nil
	}
	return errEmptied(member)
}

// CheckHTML returns an error for HTML that is stored as it was sent but of which nothing would be served. member names the field; text is
// nil if it was not sent.
func CheckHTML(member string, text *string) error {
	return checkKept(member, Sanitised, domain.Value(text))
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

// PlainText returns HTML without its tags, in one line. The result has no tags even if it is read as HTML: entities can encode tags, and
// these can encode others.
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

// Excerpt returns the beginning of a text without its tags: at most 200 characters, followed by dots if the text is longer.
func Excerpt(text string) string {
	const most = 200
	plain := []rune(PlainText(text))
	if len(plain) <= most {
		return string(plain)
	}
	return strings.TrimSpace(string(plain[:most])) + "..."
}

// element matches the tags of elements.
var element = regexp.MustCompile(`</?[A-Za-z][^<>]*>`)

// HasElements reports whether a text has tags of HTML.
func HasElements(text string) bool { return element.MatchString(text) }

// ReplaceTags returns a text with something else in the place of each of its tags. Other angle brackets and entities stay, so the result is
// for people who read it as a text. The result is not safe inside HTML; PlainText's is.
func ReplaceTags(text, with string) string { return element.ReplaceAllLiteralString(text, with) }
