package documents

// ResolvedURL is the target of a path of the storefront (shapes-catalog §19).
type ResolvedURL struct {
	Type         string     `json:"@type"`
	Kind         string     `json:"type" enum:"cms_page,category,product,blog_post,blog_category,redirect" doc:"kind of target"`
	ID           *int64     `json:"id,omitempty" doc:"ID of the target; absent for redirect"`
	Identifier   *string    `json:"identifier,omitempty" doc:"last segment of the path without .html; absent for redirect"`
	RedirectURL  *string    `json:"redirectUrl,omitempty" doc:"target path; only for redirect"`
	RedirectType int64      `json:"redirectType" doc:"301 for redirect, otherwise 0"`
	Extensions   Extensions `json:"extensions"`
}
