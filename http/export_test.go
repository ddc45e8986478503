package http

// For tests of this package.
var (
	OpenAPI       = openAPI
	ContentPolicy = contentPolicy
	DocsPage      = docsPage
)
