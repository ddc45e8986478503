package documents

import (
	"tradelog/domain"
	"tradelog/domain/content"
)

// CmsPage is a page of the storefront as the API shows it (shapes-catalog §15).
type CmsPage struct {
	Type            string     `json:"@type"`
	ID              int64      `json:"id" about:"ID of the page"`
	Identifier      string     `json:"identifier" doc:"URL key"`
	Title           *string    `json:"title,omitempty" about:"title"`
	Heading         *string    `json:"contentHeading,omitempty" about:"heading above the content"`
	Content         string     `json:"content" doc:"HTML with directives expanded"`
	MetaKeywords    *string    `json:"metaKeywords,omitempty" about:"meta keywords"`
	MetaDescription *string    `json:"metaDescription,omitempty" about:"meta description"`
	MetaRobots      *string    `json:"metaRobots,omitempty" about:"robots meta tag, such as INDEX,FOLLOW"`
	PageLayout      *string    `json:"pageLayout,omitempty" about:"page layout in the storefront"`
	SortOrder       int64      `json:"sortOrder" about:"position among its siblings, ascending"`
	LayoutUpdate    *string    `json:"layoutUpdateXml,omitempty" doc:"layout update XML; back office only"`
	CustomLayout    *string    `json:"customLayoutUpdateXml,omitempty" about:"layout update XML"`
	CustomTheme     *string    `json:"customTheme,omitempty" about:"theme from customThemeFrom to customThemeTo"`
	CustomTemplate  *string    `json:"customRootTemplate,omitempty" about:"page layout while customTheme applies"`
	ThemeFrom       *string    `json:"customThemeFrom,omitempty" shown:"date" about:"first day of the theme"`
	ThemeTo         *string    `json:"customThemeTo,omitempty" shown:"date" about:"last day of the theme"`
	Status          string     `json:"status" enum:"enabled,disabled" about:"status"`
	IsActive        bool       `json:"isActive" about:"whether it is active"`
	Stores          []int64    `json:"stores" doc:"IDs of the store views that show it; 0 for all"`
	CreatedAt       string     `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	UpdatedAt       string     `json:"updatedAt" shown:"time" about:"time of the last change, in UTC"`
	Extensions      Extensions `json:"extensions"`
}

// NewCmsPage makes the document of a page whose content is expanded. The back office also sees its design.
func NewCmsPage(p content.Page, text string, backend bool) CmsPage {
	doc := CmsPage{
		Type: "CmsPage", ID: p.ID, Identifier: p.Identifier, Title: p.Title, Heading: p.Heading, Content: text,
		MetaKeywords: p.MetaKeywords, MetaDescription: p.MetaDescription, MetaRobots: p.MetaRobots, PageLayout: p.PageLayout,
		SortOrder: p.SortOrder, Status: status(p.IsActive), IsActive: p.IsActive, Stores: p.Stores,
		CreatedAt: Time(p.CreatedAt), UpdatedAt: Time(p.UpdatedAt),
	}
	if backend {
		doc.LayoutUpdate, doc.CustomLayout, doc.CustomTheme, doc.CustomTemplate = p.LayoutUpdate, p.CustomLayout, p.CustomTheme, p.CustomTemplate
		doc.ThemeFrom, doc.ThemeTo = p.ThemeFrom, p.ThemeTo
	}
	return doc
}

// CmsBlock is a piece of content as the API shows it (shapes-catalog §16).
type CmsBlock struct {
	Type       string     `json:"@type"`
	ID         int64      `json:"id" about:"ID of the block"`
	Identifier string     `json:"identifier" doc:"identifier used by directives"`
	Title      *string    `json:"title,omitempty" about:"title"`
	Content    string     `json:"content" doc:"HTML with directives expanded"`
	Status     string     `json:"status" enum:"enabled,disabled" about:"status"`
	IsActive   bool       `json:"isActive" about:"whether it is active"`
	Stores     []int64    `json:"stores" doc:"IDs of the store views that show it; 0 for all"`
	CreatedAt  string     `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	UpdatedAt  string     `json:"updatedAt" shown:"time" about:"time of the last change, in UTC"`
	Extensions Extensions `json:"extensions"`
}

// NewCmsBlock makes the document of a block whose content is expanded.
func NewCmsBlock(b content.Block, text string) CmsBlock {
	return CmsBlock{
		Type: "CmsBlock", ID: b.ID, Identifier: b.Identifier, Title: b.Title, Content: text, Status: status(b.IsActive), IsActive: b.IsActive,
		Stores: b.Stores, CreatedAt: Time(b.CreatedAt), UpdatedAt: Time(b.UpdatedAt),
	}
}

// BlogPost is an article of the blog as the API shows it (shapes-catalog §17).
type BlogPost struct {
	Type            string     `json:"@type"`
	ID              int64      `json:"id" about:"ID of the post"`
	Title           string     `json:"title" about:"title"`
	URLKey          string     `json:"urlKey" about:"URL key, the last segment of the URL in the storefront"`
	Content         string     `json:"content" doc:"HTML with directives expanded"`
	ShortContent    *string    `json:"shortContent,omitempty" doc:"HTML for lists, with directives expanded"`
	Image           *string    `json:"image,omitempty" doc:"file name in media/blog"`
	ImageURL        *string    `json:"imageUrl,omitempty" doc:"absolute URL of the image"`
	PublishDate     string     `json:"publishDate" doc:"first day on the storefront, YYYY-MM-DD" shown:"date"`
	MetaTitle       *string    `json:"metaTitle,omitempty" about:"meta title"`
	MetaDescription *string    `json:"metaDescription,omitempty" about:"meta description"`
	MetaKeywords    *string    `json:"metaKeywords,omitempty" about:"meta keywords"`
	MetaRobots      *string    `json:"metaRobots,omitempty" about:"robots meta tag, such as INDEX,FOLLOW"`
	Status          string     `json:"status" enum:"enabled,disabled" about:"status"`
	IsActive        bool       `json:"isActive" about:"whether it is active"`
	Stores          []int64    `json:"stores" doc:"IDs of the store views that show it; 0 for all"`
	CategoryIDs     []int64    `json:"categoryIds" doc:"IDs of its blog categories"`
	Excerpt         *string    `json:"excerpt,omitempty" doc:"beginning of the content, without tags"`
	CreatedAt       string     `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	UpdatedAt       string     `json:"updatedAt" shown:"time" about:"time of the last change, in UTC"`
	Extensions      Extensions `json:"extensions"`
}

// NewBlogPost makes the document of a post whose texts are expanded. mediaURL ends with a slash.
func NewBlogPost(p content.Post, text string, short *string, mediaURL string) BlogPost {
	doc := BlogPost{
		Type: "BlogPost", ID: p.ID, Title: p.Title, URLKey: p.URLKey, Content: text, ShortContent: short, Image: p.Image,
		PublishDate: p.PublishDate, MetaTitle: p.MetaTitle, MetaDescription: p.MetaDescription, MetaKeywords: p.MetaKeywords,
		MetaRobots: p.MetaRobots, Status: status(p.IsActive), IsActive: p.IsActive, Stores: p.Stores, CategoryIDs: []int64{},
		CreatedAt: Time(p.CreatedAt), UpdatedAt: Time(p.UpdatedAt),
	}
	for _, a := range p.Categories {
		doc.CategoryIDs = append(doc.CategoryIDs, a.CategoryID)
	}
	if image := domain.Value(p.Image); image != "" {
		url := MediaURL(mediaURL, "blog/"+image)
		doc.ImageURL = &url
	}
	if excerpt := content.Excerpt(text); excerpt != "" {
		doc.Excerpt = &excerpt
	}
	return doc
}

// BlogCategory is a category of the blog as the API shows it (shapes-catalog §18).
type BlogCategory struct {
	Type            string     `json:"@type"`
	ID              int64      `json:"id" about:"ID of the blog category"`
	Name            string     `json:"name" about:"name"`
	URLKey          string     `json:"urlKey" about:"URL key, the last segment of the URL in the storefront"`
	ParentID        int64      `json:"parentId" doc:"ID of the parent; 0 for the top level"`
	Path            string     `json:"path" doc:"IDs from the top level down, joined by /"`
	Level           int        `json:"level" doc:"depth in the tree: 1 for the top level"`
	Position        int64      `json:"position" about:"position among its siblings, ascending"`
	IsActive        bool       `json:"isActive" about:"whether it is active"`
	MetaTitle       *string    `json:"metaTitle,omitempty" about:"meta title"`
	MetaDescription *string    `json:"metaDescription,omitempty" about:"meta description"`
	MetaKeywords    *string    `json:"metaKeywords,omitempty" about:"meta keywords"`
	MetaRobots      *string    `json:"metaRobots,omitempty" about:"robots meta tag, such as INDEX,FOLLOW"`
	Stores          []int64    `json:"stores" doc:"IDs of the store views that show it; 0 for all"`
	CreatedAt       string     `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	UpdatedAt       string     `json:"updatedAt" shown:"time" about:"time of the last change, in UTC"`
	Extensions      Extensions `json:"extensions"`
}

// NewBlogCategory makes the document of a category. path leads from the top level down to it.
func NewBlogCategory(c content.Category, path []int64) BlogCategory {
	return BlogCategory{
		Type: "BlogCategory", ID: c.ID, Name: c.Name, URLKey: c.URLKey, ParentID: c.ParentID, Path: Path(path), Level: len(path),
		Position: c.Position, IsActive: c.IsActive, MetaTitle: c.MetaTitle, MetaDescription: c.MetaDescription,
		MetaKeywords: c.MetaKeywords, MetaRobots: c.MetaRobots, Stores: c.Stores, CreatedAt: Time(c.CreatedAt), UpdatedAt: Time(c.UpdatedAt),
	}
}

func status(active bool) string {
	if active {
		return "enabled"
	}
	return "disabled"
}
