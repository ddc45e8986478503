package content

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"tradelog/adapters/media"
	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/content"
	"tradelog/domain/fault"
	"tradelog/domain/settings"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

type listInput struct {
	Folder string `query:"folder" silent:"true" doc:"folder below wysiwyg/; wysiwyg/ itself by default"`
}

func (h *handlers) list(ctx context.Context, c *operations.Call, in listInput) (*documents.Page[documents.Media], error) {
	folder, err := content.ListedFolder(in.Folder)
	if err != nil {
		return nil, err
	}
	if folder != content.Root {
		exists, err := h.Reader.MediaFolderExists(ctx, folder)
		if err != nil {
			return nil, err
		}
		if !exists {
			return nil, content.ErrNoFolder
		}
	}
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	files, err := h.Reader.MediaFiles(ctx, folder)
	if err != nil {
		return nil, err
	}
	docs := make([]documents.Doc[documents.Media], len(files))
	for i, f := range files {
		if docs[i], err = documents.Ready(folds.NewMedia(f.File, mediaURL(c))); err != nil {
			return nil, err
		}
	}
	return documents.All(docs), nil
}

type uploadInput struct {
	File     *inputs.Upload `json:"file" required:"true" doc:"picture"`
	Folder   *string        `json:"folder" doc:"folder below wysiwyg/, created if missing; wysiwyg/ itself by default"`
	Filename *string        `json:"filename" doc:"stored name without extension; the file's own by default"`
}

func (h *handlers) upload(ctx context.Context, c *operations.Call, in uploadInput) (documents.Media, error) {
	file, err := h.store(ctx, c, in)
	return folds.NewMedia(file, mediaURL(c)), err
}

func (h *handlers) store(ctx context.Context, c *operations.Call, in uploadInput) (file content.File, err error) {
	if in.File == nil || len(in.File.Content) == 0 || len(in.File.Content) > media.MaxBytes {
		return file, content.ErrNoFile
	}
	folder, err := content.UploadFolder(domain.Trimmed(in.Folder))
	if err != nil {
		return file, err
	}
	if err := content.CheckExtension(in.File.Name); err != nil {
		return file, err
	}
	format, quality := pictureFormat(c.Config())
	picture, err := h.Store.Convert(ctx, in.File.Content, format, quality)
	if err != nil {
		return file, h.failed(err)
	}
	name := content.FileName(domain.Trimmed(in.Filename), in.File.Name)
	_, file, err = addPicture(ctx, h.Dependencies, content.Candidate(folder, name, format.Extension, 0), picture)
	return file, err
}

// failed returns the fault for a failed upload that is not the caller's fault.
func (h *handlers) failed(err error) error {
	if f, ok := fault.As(err); ok {
		return f
	}
	h.Logger.Error("upload failed", "error", err)
	return content.ErrUploadFailed.WithCause(err)
}

// pictureFormat returns the configured format of pictures, and its quality in percent.
func pictureFormat(config settings.View) (*media.Format, int) {
	const at = "system/media_storage_configuration/"
	format := media.Configured[config.Int(at+"image_file_type")]
	if format == nil { // another version of the program has configured an unknown format
		format = media.WebP
	}
	return format, config.Int(at + "image_quality")
}

// addPicture stores a picture as a media file at a path, or at the path with _1, _2 and so on if that is taken. A dry run stores nothing.
func addPicture(ctx context.Context, d Dependencies, path string, p media.Picture) (id int64, file content.File, err error) {
	return add(ctx, d, content.File{Path: path, Type: p.Format.Type, Width: int64(p.Width), Height: int64(p.Height)}, p.Content)
}

// add stores bytes as a media file.
func add(ctx context.Context, d Dependencies, file content.File, bytes []byte) (id int64, added content.File, err error) {
	key, file, err := store(ctx, d, file, bytes)
	if err != nil {
		return 0, file, err
	}
	id, file, err = d.Commands.AddFile(ctx, file)
	if key != "" && (file.Key != key || fault.KindOf(err) != fault.Internal && err != nil) {
		// The path belongs to the file of an earlier attempt, or to none, so these bytes are not needed.
		removeBytes(ctx, d, key)
	}
	return id, file, err
}

// store stores the bytes of a file, and returns their key and the file with size, digest and key. A dry run stores nothing, and its key is
// empty.
func store(ctx context.Context, d Dependencies, file content.File, bytes []byte) (key string, noted content.File, err error) {
	sum := sha256.Sum256(bytes)
	file.Size, file.SHA256 = int64(len(bytes)), hex.EncodeToString(sum[:])
	if commands.RequestFrom(ctx).Trial == nil {
		if file.Key, err = d.Store.Put(ctx, content.StoredAt(file.Path), file.Type, bytes); err != nil {
			return "", file, (&handlers{d}).failed(err)
		}
	}
	return file.Key, file, nil
}

func removeBytes(ctx context.Context, d Dependencies, key string) {
	if err := d.Store.Remove(context.WithoutCancel(ctx), key); err != nil {
		d.Logger.Warn("bytes without a file remain", "key", key, "error", err)
	}
}

type removeInput struct {
	Path string `path:"path" deep:"true" doc:"path of the file, such as wysiwyg/a.webp"`
}

func (h *handlers) remove(ctx context.Context, _ *operations.Call, in removeInput) (operations.Nothing, error) {
	var none operations.Nothing
	path, ok := content.FilePath(in.Path)
	if !ok {
		return none, content.ErrFileNotFound
	}
	file, err := h.Reader.MediaFile(ctx, path)
	if err != nil {
		return none, err
	}
	if file == nil {
		return none, content.ErrFileNotFound
	}
	// A reaction removes the bytes. Earlier readers may still have them open, and a crash must not leave them.
	err = h.Commands.DeleteFile(ctx, file.ID)
	if fault.KindOf(err) == fault.NotFound && err != nil {
		err = content.ErrFileNotFound
	}
	return none, err
}
