// Package content reads media files.
package content

import "tradelog/readmodels"

// Reader reads content. Make it with New.
type Reader struct {
	*readmodels.Reader
	media readmodels.Cache[string, *MediaFile]
}

// New makes a reader.
func New(engine *readmodels.Reader) *Reader {
	return &Reader{engine, readmodels.NewCache[string, *MediaFile](engine, 20_000)}
}
