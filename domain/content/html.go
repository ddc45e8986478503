package content

import (
	"html"
	"strconv"
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"

	"tradelog/domain/directive"
)

// The policies say which HTML may be stored. They are slow to make and safe to share.
var (
	pagePolicy = sync.OnceValue(func() *bluemonday.Policy { return newPolicy() })
	blogPolicy = sync.OnceValue(func() *bluemonday.Policy {
		p := newPolicy()
		p.AddTargetBlankToFullyQualifiedLinks(true) // with rel="noopener", so that the other page cannot reach this one
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
// they were written.
func Sanitised(text string) string { return sanitised(pagePolicy(), text) }

// SanitisedPost is Sanitised for the blog, whose links to other sites open in a window of their own.
func SanitisedPost(text string) string { return sanitised(blogPolicy(), text) }

func sanitised(policy *bluemonday.Policy, text string) string {
	if !strings.ContainsAny(text, "<>&{\"'\x00") {
		return text
	}
	// A directive has quotes that would end the attribute it is in, so a word stands for it meanwhile.
	var kept []string
	word := unusedWord(text)
	text = directive.Each(text, func(found string) string {
		kept = append(kept, found)
		return word + strconv.Itoa(len(kept)-1) + "z"
	})
	text = quoted(policy.Sanitize(text))
	for i, found := range kept {
		text = strings.ReplaceAll(text, word+strconv.Itoa(i)+"z", found)
	}
	return text
}

// unusedWord is a word of small letters that a text does not have in any case.
func unusedWord(text string) string {
	text = strings.ToLower(text)
	for word := "directive"; ; word += "x" {
		if !strings.Contains(text, word) {
			return word
		}
	}
}

// quoted writes quotes in the text between tags as they are: the sanitiser has made them entities, which only attributes need.
func quoted(text string) string {
	if !strings.Contains(text, "&#3") {
		return text
	}
	var b strings.Builder
	for text != "" {
		end := strings.IndexByte(text, '<')
		if end < 0 {
			end = len(text)
		}
		b.WriteString(plainQuotes.Replace(text[:end]))
		text = text[end:]
		end = strings.IndexByte(text, '>') + 1 // attributes have no angle brackets: the sanitiser has made them entities
		if end == 0 {
			end = len(text)
		}
		b.WriteString(text[:end])
		text = text[end:]
	}
	return b.String()
}

var plainQuotes = strings.NewReplacer("&#39;", "'", "&#34;", `"`)

// PlainText is HTML without its tags, in one line.
func PlainText(text string) string {
	return strings.Join(strings.Fields(html.UnescapeString(noTags().Sanitize(text))), " ")
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
