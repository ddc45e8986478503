package folds

import (
	"tradelog/domain"
	"tradelog/domain/content"
	"tradelog/readmodels/documents"
)

// NewCmsPage makes the document of a page whose content is expanded. The back office also sees its design.
func NewCmsPage(p content.Page, text string, backend bool) documents.CmsPage {
	doc := documents.CmsPage{
		Type: "CmsPage", ID: p.ID, Identifier: p.Identifier, Title: p.Title, Heading: p.Heading, Content: text,
		MetaKeywords: p.MetaKeywords, MetaDescription: p.MetaDescription, MetaRobots: p.MetaRobots, PageLayout: p.PageLayout,
		SortOrder: p.SortOrder, Status: status(p.IsActive), IsActive: p.IsActive, Stores: p.Stores,
		CreatedAt: documents.Time(p.CreatedAt), UpdatedAt: documents.Time(p.UpdatedAt),
	}
	if backend {
		doc.LayoutUpdate, doc.CustomLayout, doc.CustomTheme, doc.CustomTemplate = p.LayoutUpdate, p.CustomLayout, p.CustomTheme,
			p.CustomTemplate
		doc.ThemeFrom, doc.ThemeTo = p.ThemeFrom, p.ThemeTo
	}
	return doc
}

// NewCmsBlock makes the document of a block whose content is expanded.
func NewCmsBlock(b content.Block, text string) documents.CmsBlock {
	return documents.CmsBlock{
		Type: "CmsBlock", ID: b.ID, Identifier: b.Identifier, Title: b.Title, Content: text, Status: status(b.IsActive),
		IsActive: b.IsActive,
		Stores:   b.Stores, CreatedAt: documents.Time(b.CreatedAt), UpdatedAt: documents.Time(b.UpdatedAt),
	}
}

// NewBlogPost makes the document of a post whose texts are expanded. mediaURL ends with a slash.
func NewBlogPost(p content.Post, text string, short *string, mediaURL string) documents.BlogPost {
	doc := documents.BlogPost{
		Type: "BlogPost", ID: p.ID, Title: p.Title, URLKey: p.URLKey, Content: text, ShortContent: short, Image: p.Image,
		PublishDate: p.PublishDate, MetaTitle: p.MetaTitle, MetaDescription: p.MetaDescription, MetaKeywords: p.MetaKeywords,
		MetaRobots: p.MetaRobots, Status: status(p.IsActive), IsActive: p.IsActive, Stores: p.Stores, CategoryIDs: []int64{},
		CreatedAt: documents.Time(p.CreatedAt), UpdatedAt: documents.Time(p.UpdatedAt),
	}
	for _, a := range p.Categories {
		doc.CategoryIDs = append(doc.CategoryIDs, a.CategoryID)
	}
	if image := domain.Value(p.Image); image != "" {
		url := documents.MediaURL(mediaURL, "blog/"+image)
		doc.ImageURL = &url
	}
	if excerpt := content.Excerpt(text); excerpt != "" {
		doc.Excerpt = &excerpt
	}
	return doc
}

// NewBlogCategory makes the document of a category. path leads from the top level down to it.
func NewBlogCategory(c content.Category, path []int64) documents.BlogCategory {
	return documents.BlogCategory{
		Type: "BlogCategory", ID: c.ID, Name: c.Name, URLKey: c.URLKey, ParentID: c.ParentID, Path: documents.Path(path),
		Level:    len(path),
		Position: c.Position, IsActive: c.IsActive, MetaTitle: c.MetaTitle, MetaDescription: c.MetaDescription,
		MetaKeywords: c.MetaKeywords, MetaRobots: c.MetaRobots, Stores: c.Stores, CreatedAt: documents.Time(c.CreatedAt),
		UpdatedAt: documents.Time(c.UpdatedAt),
	}
}

func status(active bool) string {
	if active {
		return "enabled"
	}
	return "disabled"
}
