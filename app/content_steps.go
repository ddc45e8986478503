package app

import (
	"fmt"
	"strings"

	"tradelog/domain/content"
)

// contentSteps are commands: a random history has no pictures to upload.
var contentSteps = []Step{
	newFile, newFile,
	{Name: "delete a media file", Of: "media file", Ends: true, Do: func(w *Walk) (int64, error) {
		return 0, w.Commands.Content.DeleteFile(w.Context, DocumentID(w.Document))
	}},
}

// newFile adds facts about a file. Its name may be taken.
var newFile = Step{Name: "add a media file", Makes: "media file", Do: func(w *Walk) (int64, error) {
	path := fmt.Sprintf("%s/%d.webp", pick(w, "wysiwyg", "wysiwyg/a", "wysiwyg/a/b", "catalog/product/x/y"), w.IntN(5))
	id, _, err := w.Commands.Content.AddFile(w.Context, content.File{
		Path: path, Key: fmt.Sprint("key ", w.Moves), Type: "image/webp", Size: 1, Width: 1, Height: 1, SHA256: strings.Repeat("0", 64),
	})
	return id, err
}}
