package folds

import (
	"tradelog/domain/content"
	"tradelog/readmodels/documents"
)

// NewMedia makes the document of a file. base is the URL of the media root, with a slash at its end.
func NewMedia(f content.File, base string) documents.Media {
	m := documents.Media{
		Type: "Media", URL: documents.MediaURL(base, f.Path), Directive: `{{media url="` + f.Path + `"}}`, Size: f.Size,
		Filename: f.Name(), Path: f.Path,
	}
	if f.Width > 0 && f.Height > 0 {
		m.Dimensions = &documents.MediaDimensions{Width: f.Width, Height: f.Height}
	}
	return m
}
