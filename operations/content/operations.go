// Package content declares pages, blocks, the blog and media files (shapes-catalog §20), and the templates of e-mails. It shows texts with
// their directives expanded for the store of a call, and sanitised.
package content

import (
	"log/slog"

	"tradelog/adapters/media"
	"tradelog/commands/catalog"
	"tradelog/eventstore"
	"tradelog/operations"
	readcatalog "tradelog/readmodels/catalog"
	"tradelog/readmodels/directory"
)

// mediaResource is the resource of media files. Its list and its upload belong to another section of tools than its deletion.
var mediaResource = &operations.Resource{
	Name: "Media", Section: "cms", Permission: "media", ACL: "cms/media_gallery", Label: "media file",
	Doc: "A picture for pages and descriptions. Its directive expands to its URL.",
}

// Dependencies are the commands, readers and stores that the operations use.
type Dependencies struct {
	Commands *catalog.MediaFiles
	Reader   *readcatalog.MediaFiles
	Shops    *directory.Reader
	Store    *media.Store
	Sealer   *eventstore.Codec // seals files of buyers
	Logger   *slog.Logger
}

type handlers struct{ Dependencies }

// New makes the operations.
func New(d Dependencies) []*operations.Operation {
	h := &handlers{d}
	return []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: mediaResource, Verb: operations.List, Method: "GET", Path: "/media", Access: operations.Backend.Access("media/read"),
			Summary: "List media files",
			Doc:     "Lists the pictures of a folder, without subfolders, by name.",
		}, h.list),
		operations.Define(operations.Declaration{
			Resource: mediaResource, Verb: operations.Create, Method: "POST", Path: "/media", Access: operations.Backend.Access("media/write"),
			Summary: "Upload a media file", Body: operations.Body{Max: media.MaxBytes + 1<<20},
			Doc: "Stores a picture: JPEG, PNG, GIF, WebP or AVIF of at most 20 MB and 40 megapixels. It is converted into the configured " +
				"format; of an animation only the first frame is kept. A name in use gets _1, _2 and so on.",
		}, h.upload),
		operations.Define(operations.Declaration{
			Resource: mediaResource, Verb: operations.Delete, Method: "DELETE", Path: "/media/{path}",
			Access: operations.Backend.Access("media/delete"), Tool: operations.Tool{Name: "content_media_delete"}, Summary: "Delete a media file",
			Effect: operations.Effect{Irreversible: operations.Deleted},
			Doc:    "Deletes a picture with its smaller versions. The path is that of the list; the prefix wysiwyg/ is optional.",
		}, h.remove),
	}
}
