package http

import "time"

// SetHeartbeat changes the time after which live answers without news show that they are there.
func (s *Server) SetHeartbeat(d time.Duration) { s.options.Heartbeat = d }

// These names are exported to the tests of this package.
var (
	OpenAPI       = openAPI
	ContentPolicy = contentPolicy
	DocsPage      = docsPage
)
