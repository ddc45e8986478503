package content

import "tradelog/domain/change"

// Changes declares what the events of media files change.
func Changes() change.Area {
	return change.Area{
		Events: change.Records(Files, "media"), Scopes: map[string]change.ScopeFold{Files.Name: change.Everywhere},
	}
}
