package documents

import (
	"tradelog/domain"
	"tradelog/domain/content"
)

// CmsPage is a page of the storefront as the API shows it (shapes-catalog §15).
type CmsPage struct {
	Type            string     `json:"@type"`
	ID              int64      `json:"id"`
	Identifier      string     `json:"identifier" doc:"its URL key"`
	Title           *string    `json:"title,omitempty" about:"title that people read"`
	Heading         *string    `json:"contentHeading,omitempty" about:"heading above the content"`
	Content         string     `json:"content" doc:"HTML, its directives expanded"`
	MetaKeywords    *string    `json:"metaKeywords,omitempty" about:"keywords for search engines"`
	MetaDescription *string    `json:"metaDescription,omitempty" about:"description for search engines"`
	MetaRobots      *string    `json:"metaRobots,omitempty" about:"what search engines may do with the page, such as INDEX,FOLLOW"`
	PageLayout      *string    `json:"pageLayout,omitempty" about:"layout of the page in the storefront"`
	SortOrder       int64      `json:"sortOrder" about:"place among its neighbours; the smallest number comes first"`
	LayoutUpdate    *string    `json:"layoutUpdateXml,omitempty" doc:"back office only, as the next five"`
	CustomLayout    *string    `json:"customLayoutUpdateXml,omitempty" about:"changes of the layout, as XML"`
	CustomTheme     *string    `json:"customTheme,omitempty" about:"theme from customThemeFrom to customThemeTo"`
	CustomTemplate  *string    `json:"customRootTemplate,omitempty" about:"layout while customTheme holds"`
	ThemeFrom       *string    `json:"customThemeFrom,omitempty" shown:"date" about:"first day of the theme"`
	ThemeTo         *string    `json:"customThemeTo,omitempty" shown:"date" about:"last day of the theme"`
	Status          string     `json:"status" enum:"enabled,disabled" about:"state that it is in"`
	IsActive        bool       `json:"isActive" about:"whether it is in use"`
	Stores          []int64    `json:"stores" doc:"numbers of the store views that show it; 0 for all"`
	CreatedAt       string     `json:"createdAt" shown:"time" about:"when it came into being, in UTC"`
	UpdatedAt       string     `json:"updatedAt" shown:"time" about:"when it last changed, in UTC"`
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
	ID         int64      `json:"id"`
	Identifier string     `json:"identifier" doc:"what directives call it"`
	Title      *string    `json:"title,omitempty" about:"title that people read"`
	Content    string     `json:"content" doc:"HTML, its directives expanded"`
	Status     string     `json:"status" enum:"enabled,disabled" about:"state that it is in"`
	IsActive   bool       `json:"isActive" about:"whether it is in use"`
	Stores     []int64    `json:"stores" doc:"numbers of the store views that show it; 0 for all"`
	CreatedAt  string     `json:"createdAt" shown:"time" about:"when it came into being, in UTC"`
	UpdatedAt  string     `json:"updatedAt" shown:"time" about:"when it last changed, in UTC"`
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
	ID              int64      `json:"id"`
	Title           string     `json:"title" about:"title that people read"`
	URLKey          string     `json:"urlKey" about:"last part of its address in the storefront"`
	Content         string     `json:"content" doc:"HTML, its directives expanded"`
	ShortContent    *string    `json:"shortContent,omitempty" doc:"HTML for lists, its directives expanded"`
	Image           *string    `json:"image,omitempty" doc:"name of a file in media/blog"`
	ImageURL        *string    `json:"imageUrl,omitempty" doc:"absolute URL"`
	PublishDate     string     `json:"publishDate" doc:"YYYY-MM-DD: the storefront shows it from that day on" shown:"date"`
	MetaTitle       *string    `json:"metaTitle,omitempty" about:"title for search engines"`
	MetaDescription *string    `json:"metaDescription,omitempty" about:"description for search engines"`
	MetaKeywords    *string    `json:"metaKeywords,omitempty" about:"keywords for search engines"`
	MetaRobots      *string    `json:"metaRobots,omitempty" about:"what search engines may do with the page, such as INDEX,FOLLOW"`
	Status          string     `json:"status" enum:"enabled,disabled" about:"state that it is in"`
	IsActive        bool       `json:"isActive" about:"whether it is in use"`
	Stores          []int64    `json:"stores" doc:"numbers of the store views that show it; 0 for all"`
	CategoryIDs     []int64    `json:"categoryIds" doc:"numbers of blog categories"`
	Excerpt         *string    `json:"excerpt,omitempty" doc:"the beginning of the content without tags"`
	CreatedAt       string     `json:"createdAt" shown:"time" about:"when it came into being, in UTC"`
	UpdatedAt       string     `json:"updatedAt" shown:"time" about:"when it last changed, in UTC"`
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
	ID              int64      `json:"id"`
	Name            string     `json:"name" about:"name that people read"`
	URLKey          string     `json:"urlKey" about:"last part of its address in the storefront"`
	ParentID        int64      `json:"parentId" doc:"0 for the top level"`
	Path            string     `json:"path" doc:"identifiers from the top level down, joined by /"`
	Level           int        `json:"level" doc:"1 for the top level"`
	Position        int64      `json:"position" about:"place among its neighbours; the smallest number comes first"`
	IsActive        bool       `json:"isActive" about:"whether it is in use"`
	MetaTitle       *string    `json:"metaTitle,omitempty" about:"title for search engines"`
	MetaDescription *string    `json:"metaDescription,omitempty" about:"description for search engines"`
	MetaKeywords    *string    `json:"metaKeywords,omitempty" about:"keywords for search engines"`
	MetaRobots      *string    `json:"metaRobots,omitempty" about:"what search engines may do with the page, such as INDEX,FOLLOW"`
	Stores          []int64    `json:"stores" doc:"numbers of the store views that show it; 0 for all"`
	CreatedAt       string     `json:"createdAt" shown:"time" about:"when it came into being, in UTC"`
	UpdatedAt       string     `json:"updatedAt" shown:"time" about:"when it last changed, in UTC"`
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
