package documents

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
