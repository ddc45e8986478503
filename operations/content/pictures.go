package content

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"

	"tradelog/adapters/media"
	"tradelog/domain/catalog"
	"tradelog/domain/content"
	"tradelog/domain/fault"
	"tradelog/domain/settings"
)

// AddPicture stores an upload as a picture for a product. The picture has neither a number nor a position yet. An upload keeps its bytes if
// it is in the configured format already and contains only a picture.
func AddPicture(ctx context.Context, d Dependencies, config settings.View, name string, upload []byte) (i catalog.Image, err error) {
	format, quality := pictureFormat(config)
	picture, ready, err := d.Store.Ready(ctx, upload, format)
	if err == nil && !ready {
		picture, err = d.Store.Convert(ctx, upload, format, quality)
	}
	if err != nil {
		return i, (&handlers{d}).failed(err)
	}
	id, file, err := addPicture(ctx, d, content.ProductPath(strings.ToLower(name), format.Extension, picture.SHA256()), picture)
	return catalog.Image{FileID: id, File: strings.TrimPrefix(file.Path, content.Products), Source: Source(upload)}, err
}

// The formats of pictures with names of their own, by the names that callers use.
var ownFormats = map[string]*media.Format{
	"jpg": media.JPEG, "jpeg": media.JPEG, "png": media.PNG, "gif": media.GIF, "webp": media.WebP, "avif": media.AVIF,
}

// AddOwnPicture stores a picture as AddPicture does. The picture keeps its name and a format of its own, such as jpg.
func AddOwnPicture(ctx context.Context, d Dependencies, config settings.View, name, format string, upload []byte) (
	i catalog.Image, err error) {
	at, err := content.OwnPath(name, "."+format)
	if err != nil {
		return i, err
	}
	picture, err := converted(ctx, d, config, format, upload)
	if err != nil {
		return i, (&handlers{d}).failed(err)
	}
	id, file, err := addPicture(ctx, d, at, picture)
	return catalog.Image{FileID: id, File: strings.TrimPrefix(file.Path, content.Products), Source: Source(upload)}, err
}

func converted(ctx context.Context, d Dependencies, config settings.View, format string, upload []byte) (media.Picture, error) {
	to := ownFormats[format]
	if to == nil {
		return media.Picture{}, content.ErrExtension
	}
	_, quality := pictureFormat(config)
	picture, ready, err := d.Store.Ready(ctx, upload, to)
	if err == nil && !ready {
		picture, err = d.Store.Convert(ctx, upload, to, quality)
	}
	return picture, err
}

// ReplacePicture replaces the bytes of a picture. Its path and format stay.
func ReplacePicture(ctx context.Context, d Dependencies, config settings.View, i catalog.Image, upload []byte) error {
	p, err := converted(ctx, d, config, strings.TrimPrefix(path.Ext(i.File), "."), upload)
	if err != nil {
		return (&handlers{d}).failed(err)
	}
	file := content.File{Path: content.Products + i.File, Type: p.Format.Type, Width: int64(p.Width), Height: int64(p.Height)}
	key, file, err := store(ctx, d, file, p.Content)
	if err != nil {
		return err
	}
	err = d.Commands.ReplaceFile(ctx, i.FileID, file)
	if key != "" && err != nil && fault.KindOf(err) != fault.Internal {
		removeBytes(ctx, d, key)
	}
	return err
}

// Source returns the digest by which a repeated upload of a picture is recognised.
func Source(upload []byte) string {
	sum := sha256.Sum256(upload)
	return hex.EncodeToString(sum[:8])
}

// MadeOf tells whether a picture was made from an upload, or has its bytes.
func MadeOf(ctx context.Context, d Dependencies, i catalog.Image, upload []byte) (bool, error) {
	if i.Source == Source(upload) {
		return true, nil
	}
	file, err := d.Commands.File(ctx, i.FileID)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	sum := sha256.Sum256(upload)
	return file.SHA256 == hex.EncodeToString(sum[:]), err
}

// NamedByShop tells whether AddPicture, given the bytes of a file of a product, keeps them and makes the name of the file again.
func NamedByShop(config settings.View, sku string, file content.File) bool {
	format, _ := pictureFormat(config)
	return format == media.WebP && file.Path == content.ProductPath(strings.ToLower(sku), format.Extension, file.SHA256)
}

// DropPicture deletes the file of a picture that belongs to no product.
func DropPicture(ctx context.Context, d Dependencies, i catalog.Image) { drop(ctx, d, i.FileID) }

// drop deletes an unused file.
func drop(ctx context.Context, d Dependencies, id int64) {
	if err := d.Commands.DeleteFile(ctx, id); err != nil && fault.KindOf(err) != fault.NotFound {
		d.Logger.Warn("a file that nothing has remains", "file", id, "error", err)
	}
}
