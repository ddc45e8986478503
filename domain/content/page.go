package content

import (
	"regexp"
	"slices"
	"strings"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/record"
)

// Page is a page of the storefront (shapes-catalog §15).
type Page struct {
	record.Dated
	ID              int64   `json:"id"`
	Identifier      string  `json:"identifier" required:"true" doc:"URL key: a-z, 0-9, dashes, underscores and slashes, at most 100 characters; unique per store view"`
	Title           *string `json:"title" about:"title"`
	Heading         *string `json:"contentHeading" doc:"heading above the content"`
	Content         string  `json:"content" longest:"262144" lines:"many" media:"text/html" doc:"HTML with directives such as {{media url=\"a.png\"}}; scripts and event handlers are removed"`
	MetaKeywords    *string `json:"metaKeywords" lines:"many" about:"meta keywords"`
	MetaDescription *string `json:"metaDescription" lines:"many" about:"meta description"`
	MetaRobots      *string `json:"metaRobots" doc:"INDEX,FOLLOW, NOINDEX,FOLLOW, INDEX,NOFOLLOW or NOINDEX,NOFOLLOW; empty clears it"`
	PageLayout      *string `json:"pageLayout" doc:"empty, one_column, two_columns_left, two_columns_right, three_columns or minimal"`
	SortOrder       int64   `json:"sortOrder" about:"position among its siblings, ascending"`
	LayoutUpdate    *string `json:"layoutUpdateXml" lines:"many" doc:"layout update XML; back office only; blank clears it"`
	CustomLayout    *string `json:"customLayoutUpdateXml" lines:"many" doc:"layout update XML while customTheme applies; back office only; blank clears it"`
	CustomTheme     *string `json:"customTheme" doc:"back office only"`
	CustomTemplate  *string `json:"customRootTemplate" doc:"back office only"`
	ThemeFrom       *string `json:"customThemeFrom" doc:"YYYY-MM-DD; back office only; empty clears it"`
	ThemeTo         *string `json:"customThemeTo" doc:"YYYY-MM-DD; back office only; empty clears it"`
	IsActive        bool    `json:"isActive" doc:"whether the storefront shows it; true by default"`
	Stores          []int64 `json:"stores" input:"raw" type:"array|string|integer" doc:"codes or IDs of the store views that show it, or \"all\", the default"`
}

var (
	pageIdentifier = regexp.MustCompile(`^[a-z0-9][a-z0-9_/-]+(\.[a-z0-9_-]+)?$`)
	onlyDigits     = regexp.MustCompile(`^[0-9]+$`)
	robots         = []string{"INDEX,FOLLOW", "NOINDEX,FOLLOW", "INDEX,NOFOLLOW", "NOINDEX,NOFOLLOW"}
)

// maxIdentifier bounds the identifier of a page, in bytes.
const maxIdentifier = 100

// The errors of pages (shapes-catalog §15).
var (
	errIdentifierRequired = fault.Invalidf("Identifier is required.").About(fault.Required, "identifier")
	ErrPageTaken          = fault.Preconditionf("A page URL key for specified store already exists.").About(fault.Taken, "identifier")
	errPageIdentifier     = fault.Preconditionf("The page URL key contains capital letters or disallowed symbols.").
				About(fault.Format, "identifier")
	errPageDigits = fault.Preconditionf("The page URL key cannot consist only of numbers.").About(fault.Format, "identifier")
	errPageLong   = fault.Preconditionf("The page URL key must not be longer than %d characters.", maxIdentifier).
			About(fault.Length, "identifier")
	errRobots = fault.Invalidf("metaRobots must be one of: %s", strings.Join(robots, ", ")).About(fault.Choice, "metaRobots")
)

// Normalise returns the page in its stored form.
func (p Page) Normalise() Page {
	p.Identifier = strings.TrimSpace(p.Identifier)
	p.Content = storedForm(Sanitised, p.Content)
	if p.MetaRobots = cleared(p.MetaRobots); p.MetaRobots != nil {
		joined := strings.ToUpper(strings.Join(strings.Fields(*p.MetaRobots), ""))
		p.MetaRobots = &joined
	}
	p.LayoutUpdate, p.CustomLayout = cleared(p.LayoutUpdate), cleared(p.CustomLayout)
	p.ThemeFrom, p.ThemeTo = day(p.ThemeFrom), day(p.ThemeTo)
	return p
}

// day returns a date in its stored form, nil for a blank one. It returns invalid text unchanged, so that Check refuses it.
func day(written *string) *string {
	read, ok := catalog.ReadDate(domain.Value(written))
	if !ok {
		return cleared(written)
	}
	return &read
}

// Check returns an error if the page is invalid.
func (p Page) Check() error {
	var wrong fault.Several
	switch {
	case p.Identifier == "":
		wrong.Add(errIdentifierRequired)
	case len(p.Identifier) > maxIdentifier:
		wrong.Add(errPageLong)
	case onlyDigits.MatchString(p.Identifier):
		wrong.Add(errPageDigits)
	case !pageIdentifier.MatchString(p.Identifier):
		wrong.Add(errPageIdentifier)
	}
	if p.MetaRobots != nil && !slices.Contains(robots, *p.MetaRobots) {
		wrong.Add(errRobots)
	}
	for _, date := range []struct {
		member string
		text   *string
	}{{"customThemeFrom", p.ThemeFrom}, {"customThemeTo", p.ThemeTo}} {
		if date.text != nil {
			_, err := catalog.Date(date.member, *date.text)
			wrong.Add(err)
		}
	}
	return fault.All(wrong.Err(), tooLong("title", p.Title), tooLong("contentHeading", p.Heading), checkKept("content", Sanitised, p.Content))
}

// Names returns the claims of the page's identifier, one for each store view.
func (p Page) Names() []string { return inStores(Pages, p.Identifier, p.Stores) }

// Search returns the text that searches of lists look through.
func (p Page) Search() string {
	return strings.Join([]string{domain.Value(p.Title), p.Identifier, p.Content}, "\n")
}

// ErrPageUsed returns the error for deleting a page that the configuration names.
func ErrPageUsed(paths []string) error {
	return fault.Preconditionf("Cannot delete page, it is used in %q.", strings.Join(paths, ", "))
}
