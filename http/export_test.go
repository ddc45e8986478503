package http

// These names are exported to the tests of this package.
var (
	OpenAPI       = openAPI
	ContentPolicy = contentPolicy
	DocsPage      = docsPage
)
