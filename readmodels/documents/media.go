package documents

import (
	"net/url"
	"strings"

	"tradelog/domain/content"
)

// Media is a media file as the API shows it (shapes-catalog §20.2).
type Media struct {
	Type       string           `json:"@type"`
	URL        string           `json:"url" doc:"URL of the file"`
	Directive  string           `json:"directive" doc:"directive for descriptions and pages; expands to the URL"`
	Size       int64            `json:"size" doc:"size in bytes"`
	Dimensions *MediaDimensions `json:"dimensions,omitempty" about:"width and height"`
	Filename   string           `json:"filename" about:"name of the file"`
	Path       string           `json:"path" doc:"path below the media root; begins with wysiwyg/"`
	Extensions Extensions       `json:"extensions"`
}

// MediaDimensions holds the size of a picture in pixels.
type MediaDimensions struct {
	Width  int64 `json:"width" about:"width in pixels"`
	Height int64 `json:"height" about:"height in pixels"`
}

// ProductPictureURL returns the URL of a product's picture, from its path below catalog/product; nil without one.
func ProductPictureURL(base, file string) *string {
	if file == "" {
		return nil
	}
	at := MediaURL(base, content.Products+file)
	return &at
}

// MediaURL returns the URL of a path below the media root. base ends with a slash.
func MediaURL(base, path string) string {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		segments[i] = url.PathEscape(s)
	}
	return base + strings.Join(segments, "/")
}
