package content

import (
	"strings"
	"unicode/utf8"

	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/fault"
	"tradelog/domain/record"
)

// The kinds of what is published as text.
var (
	Pages      = record.KindOf[Page]("cmspage", "CmsPage")
	Blocks     = record.KindOf[Block]("cmsblock", "CmsBlock")
	Posts      = record.KindOf[Post]("blogpost", "BlogPost")
	Categories = record.KindOf[Category]("blogcategory", "BlogCategory")
)

// maxLine bounds titles and names, in characters.
const maxLine = 255

// inStores names the claims of a name that must be unique in each of some store views. Content of all store views has a place of its own,
// so that one store view may have another page of the same name.
func inStores(kind *record.Kind, name string, stores []int64) []string {
	names := make([]string, len(stores))
	for i, id := range stores {
		names[i] = claim.StoreCode(kind.Name, id, name)
	}
	return names
}

// trimmed is a text without blanks around it; nil stays nil.
func trimmed(s *string) *string {
	if s == nil {
		return nil
	}
	text := strings.TrimSpace(*s)
	return &text
}

// cleared is nil for a blank text.
func cleared(s *string) *string {
	if domain.Trimmed(s) == "" {
		return nil
	}
	return s
}

// tooLong refuses lines of more characters than may be stored; member names the line.
func tooLong(member string, text *string) error {
	if utf8.RuneCountInString(domain.Value(text)) > maxLine {
		return fault.Invalidf("%s must not be longer than %d characters.", member, maxLine)
	}
	return nil
}

// errDirectives refuses a text with more directives than anybody writes; member names it.
func errDirectives(member string) error {
	return fault.Invalidf("%s has more than %d directives, such as {{media url=\"a.png\"}}. Split it into blocks.", member, maxDirectives)
}

// errEmptied refuses HTML of which nothing could be shown; member names it.
func errEmptied(member string) error {
	return fault.Invalidf("%s has nothing but what is not allowed, such as scripts, frames and forms. Send formatted text.", member)
}
