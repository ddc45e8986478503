package content

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"tradelog/domain/catalog"
	"tradelog/domain/content"
	"tradelog/domain/fault"
	"tradelog/domain/settings"
	"tradelog/internal/media"
)

// AddPicture stores an upload as a picture that a product can have. The picture has neither a number nor a position yet. An upload that
// is in the configured format already, and is nothing but a picture, keeps its bytes.
func AddPicture(ctx context.Context, d Dependencies, config settings.View, name string, upload []byte) (i catalog.Image, err error) {
	format, quality := Format(config)
	picture, ready, err := media.Ready(upload, format)
	if err == nil && !ready {
		picture, err = media.ConvertImage(ctx, upload, format, quality)
	}
	if err != nil {
		return i, (&handlers{d}).failed(err)
	}
	id, file, err := Add(ctx, d, content.ProductPath(strings.ToLower(name), format.Extension, picture.SHA256()), picture)
	return catalog.Image{FileID: id, File: strings.TrimPrefix(file.Path, content.Products), Source: Source(upload)}, err
}

// Source is the digest by which the upload of a picture is known again.
func Source(upload []byte) string {
	sum := sha256.Sum256(upload)
	return hex.EncodeToString(sum[:8])
}

// MadeOf tells whether a picture was made of an upload, or has its bytes.
func MadeOf(i catalog.Image, upload string) bool {
	return i.Source == upload || strings.Contains(i.File, "-"+upload)
}

// DropPicture deletes the file of a picture that no product got.
func DropPicture(ctx context.Context, d Dependencies, i catalog.Image) { drop(ctx, d, i.FileID) }

// drop deletes a file that nothing got.
func drop(ctx context.Context, d Dependencies, id int64) {
	if err := d.Commands.DeleteFile(ctx, id); err != nil && fault.KindOf(err) != fault.NotFound {
		d.Logger.Warn("a file that nothing has remains", "file", id, "error", err)
	}
}
