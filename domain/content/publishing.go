package content

import (
	"strings"
	"unicode/utf8"

	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/fault"
	"tradelog/domain/record"
)

// The record kinds of published texts.
var (
	Pages      = record.KindOf[Page]("cmspage", "CmsPage")
	Blocks     = record.KindOf[Block]("cmsblock", "CmsBlock")
	Posts      = record.KindOf[Post]("blogpost", "BlogPost")
	Categories = record.KindOf[Category]("blogcategory", "BlogCategory")
)

// maxLine is the limit of titles and names, in characters.
const maxLine = 255

// inStores returns the claims of a name that must be unique in each of some store views. Content of all store views has a claim of its own,
// so that a store view may have another page with the same name.
func inStores(kind *record.Kind, name string, stores []int64) []string {
	names := make([]string, len(stores))
	for i, id := range stores {
		names[i] = claim.StoreCode(kind.Name, id, name)
	}
	return names
}

// trimmed returns a text without surrounding blanks; nil stays nil.
func trimmed(s *string) *string {
	if s == nil {
		return nil
	}
	text := strings.TrimSpace(*s)
	return &text
}

// cleared returns nil for a blank text, and any other text unchanged.
func cleared(s *string) *string {
	if domain.Trimmed(s) == "" {
		return nil
	}
	return s
}

// tooLong returns an error if a line has more characters than allowed; member names the field.
func tooLong(member string, text *string) error {
	if utf8.RuneCountInString(domain.Value(text)) > maxLine {
		return fault.Invalidf("%s must not be longer than %d characters.", fault.Name(member), maxLine).About(fault.Length, member)
	}
	return nil
}

// errDirectives returns the error for a text with too many directives; member names the field.
func errDirectives(member string) error {
	return fault.Invalidf("%s has more than %d directives, such as {{media url=\"a.png\"}}. Split it into blocks.",
		fault.Name(member), maxDirectives).
		About(fault.Length, member)
}

// errEmptied returns the error for HTML of which nothing could be shown; member names the field.
func errEmptied(member string) error {
	return fault.Invalidf("%s has nothing but what is not allowed, such as scripts, frames and forms. Send formatted text.",
		fault.Name(member)).
		About(fault.Format, member)
}
