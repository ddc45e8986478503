package documents

// ResolvedURL is the target of a path of the storefront (shapes-catalog §19).
type ResolvedURL struct {
	Type         string     `json:"@type"`
	Kind         string     `json:"type" enum:"cms_page,category,product,blog_post,blog_category,redirect" doc:"what the path leads to"`
	ID           *int64     `json:"id,omitempty" doc:"its number; absent for redirect"`
	Identifier   *string    `json:"identifier,omitempty" doc:"last part of the path without .html; absent for redirect"`
	RedirectURL  *string    `json:"redirectUrl,omitempty" doc:"the path to go to; only for redirect"`
	RedirectType int64      `json:"redirectType" doc:"301 for redirect, otherwise 0"`
	Extensions   Extensions `json:"extensions"`
}
