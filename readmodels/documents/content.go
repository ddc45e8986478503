package documents

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
