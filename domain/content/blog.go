package content

import (
	"slices"
	"strings"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/claim"
	"tradelog/domain/fault"
	"tradelog/domain/record"
)

// Post is an article of the blog (shapes-catalog §17).
type Post struct {
	record.Dated
	ID              int64      `json:"id"`
	Title           string     `json:"title" required:"true" doc:"plain text; HTML tags are removed"`
	URLKey          string     `json:"urlKey" doc:"last segment of the URL, reduced to a-z, 0-9 and dashes; derived from the title when empty"`
	Content         string     `json:"content" longest:"262144" lines:"many" media:"text/html" doc:"HTML with directives; scripts and event handlers are removed"`
	ShortContent    *string    `json:"shortContent" longest:"262144" lines:"many" doc:"HTML shown in lists of posts"`
	Image           *string    `json:"image" doc:"file name in media/blog, without a path; empty clears it. imageUrl is its URL"`
	PublishDate     string     `json:"publishDate" doc:"first day on the storefront, YYYY-MM-DD in the store's time zone; today when empty or not a date"`
	MetaTitle       *string    `json:"metaTitle" about:"meta title"`
	MetaDescription *string    `json:"metaDescription" lines:"many" about:"meta description"`
	MetaKeywords    *string    `json:"metaKeywords" lines:"many" about:"meta keywords"`
	MetaRobots      *string    `json:"metaRobots" doc:"robots meta tag, such as NOINDEX,FOLLOW"`
	IsActive        bool       `json:"isActive" doc:"whether the storefront shows it; true by default"`
	Stores          []int64    `json:"stores" input:"raw" type:"array|string|integer" doc:"codes or IDs of the store views that show it, or \"all\", the default"`
	Categories      []Assigned `json:"categoryIds" input:"raw" type:"array" doc:"IDs of blog categories, or objects {id, position}; replaces all of them"`
}

// Assigned is the assignment of a post to a blog category, with its position there.
type Assigned struct {
	CategoryID int64 `json:"id"`
	Position   int64 `json:"position,omitempty"`
}

// The errors of posts and blog categories (shapes-catalog §17 and §18).
var (
	errTitleRequired = fault.Invalidf("Title is required.").About(fault.Required, "title")
	ErrAssigned      = fault.Invalidf("Each categoryIds entry must be a positive integer id or an {id, position} object").
				About(fault.Type, "categoryIds")
	ErrCategoryName        = fault.Invalidf("Blog category name is required").About(fault.Required, "name")
	ErrCategoryNameEmpty   = fault.Invalidf("Blog category name cannot be empty").About(fault.Required, "name")
	ErrCategoryBelowItself = fault.Invalidf("A blog category cannot be moved under itself or its descendants").
				About(fault.Unfitting, "parentId")
	errPostImage = fault.Invalidf("image must be a bare filename (stored under media/blog)").About(fault.Format, "image")
)

// Normalise returns the post in its stored form.
func (p Post) Normalise() Post {
	p.Title, p.Content = PlainText(p.Title), storedForm(SanitisedPost, p.Content)
	if p.ShortContent != nil {
		short := storedForm(SanitisedPost, *p.ShortContent)
		p.ShortContent = &short
	}
	if p.URLKey = catalog.URLKey(p.URLKey); p.URLKey == "" {
		p.URLKey = catalog.URLKey(p.Title)
	}
	p.Image = cleared(trimmed(p.Image))
	return p
}

// Check returns an error if the post is invalid.
func (p Post) Check() error {
	var wrong fault.Several
	if p.Title == "" {
		wrong.Add(errTitleRequired)
	}
	if image := domain.Value(p.Image); strings.ContainsAny(image, `/\`) || strings.HasPrefix(image, ".") {
		wrong.Add(errPostImage)
	}
	return fault.All(wrong.Err(), tooLong("title", &p.Title), checkKept("content", SanitisedPost, p.Content),
		checkKept("shortContent", SanitisedPost, domain.Value(p.ShortContent)))
}

// Search returns the text that searches of lists look through.
func (p Post) Search() string { return p.Title + "\n" + p.Content }

// Published tells whether the publish date has come. today is the date in the store.
func (p Post) Published(today string) bool { return p.PublishDate <= today }

// Category is a category of the blog (shapes-catalog §18).
type Category struct {
	record.Dated
	ID              int64   `json:"id"`
	Name            string  `json:"name" required:"true" about:"name"`
	URLKey          string  `json:"urlKey" doc:"last segment of the URL, derived from the name when empty; unique among its siblings"`
	ParentID        int64   `json:"parentId" min:"0" doc:"ID of the parent blog category; 0 for the top level"`
	Position        int64   `json:"position" doc:"position in the list, ascending"`
	IsActive        bool    `json:"isActive" doc:"whether the storefront shows it; true by default"`
	MetaTitle       *string `json:"metaTitle" about:"meta title"`
	MetaDescription *string `json:"metaDescription" lines:"many" about:"meta description"`
	MetaKeywords    *string `json:"metaKeywords" lines:"many" about:"meta keywords"`
	MetaRobots      *string `json:"metaRobots" doc:"robots meta tag, such as NOINDEX,FOLLOW"`
	Stores          []int64 `json:"stores" input:"raw" type:"array|string|integer" doc:"codes or IDs of the store views that show it, or \"all\", the default"`
}

// Normalise returns the category in its stored form.
func (c Category) Normalise() Category {
	c.Name = strings.TrimSpace(c.Name)
	if c.URLKey = catalog.URLKey(c.URLKey); c.URLKey == "" {
		c.URLKey = catalog.URLKey(c.Name)
	}
	return c
}

// Check returns an error if the category is invalid.
func (c Category) Check() error {
	if c.Name == "" {
		return ErrCategoryNameEmpty
	}
	return tooLong("name", &c.Name)
}

// Names returns the claim of the category's URL key, which is unique below its parent.
func (c Category) Names() []string {
	return []string{claim.Below(Categories.Name, c.ParentID, c.URLKey)}
}

// ErrTaken returns the error for a URL key that a sibling has.
func (c Category) ErrTaken() error {
	return fault.Preconditionf("A category with URL key %q already exists under the same parent.", c.URLKey).About(fault.Taken, "urlKey")
}

// ErrNoParent returns the error for a parent that does not exist.
func ErrNoParent(id int64) error {
	return fault.Invalidf("Unknown parent blog category id %d", id).About(fault.Unknown, "parentId")
}

// CategoryPath returns the IDs of the categories from the top level down to c. find returns a category by its ID; a deleted category ends
// the path.
func CategoryPath(c Category, find func(id int64) (Category, error)) ([]int64, error) {
	path := []int64{c.ID}
	for c.ParentID != 0 && len(path) < deepestCategory {
		parent, err := find(c.ParentID)
		if fault.KindOf(err) == fault.NotFound && err != nil {
			break
		}
		if err != nil {
			return nil, err
		}
		c = parent
		path = append(path, c.ID)
	}
	slices.Reverse(path)
	return path, nil
}

// deepestCategory bounds the length of paths. Two concurrent moves, interrupted by a crash, can leave a cycle.
const deepestCategory = 100
