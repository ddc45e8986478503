package content

import (
	"context"
	"errors"
	"slices"
	"strings"

	"tradelog/readmodels/catalog"

	"tradelog/adapters/media"
	"tradelog/domain/content"
	"tradelog/domain/settings"
)

// Served is a media file, or a smaller picture made from one, with its bytes.
type Served struct {
	content.File
	Version string // differs for different bytes
	Bytes   media.Stored
}

// smaller is the path of products' pictures in other sizes: catalog/product/cache/300x300/a/b/name.webp.
const smaller = content.Products + "/cache/"

// Serve opens the file or smaller picture at a path below the media root; nil if there is none.
func Serve(ctx context.Context, d Dependencies, path string) (*Served, error) {
	size, sized := media.Size{}, false
	if rest, ok := strings.CutPrefix(path, smaller); ok {
		name, file, _ := strings.Cut(rest, "/")
		if size, sized = media.ParseSize(name); !sized {
			return nil, nil
		}
		path = content.Products + "/" + file
	}
	if !content.Published(path) {
		return nil, nil
	}
	file, err := d.Reader.MediaFile(ctx, path)
	if err != nil || file == nil {
		return nil, err
	}
	if !sized {
		return served(file, file.SHA256)(d.Store.Get(ctx, file.Key))
	}
	shop, err := d.Shops.Shop(ctx)
	if err != nil {
		return nil, err
	}
	config := shop.Settings.In(0)
	if !slices.Contains(sizes(config), size) {
		return nil, nil
	}
	_, quality := pictureFormat(config)
	return served(file, file.SHA256+"-"+size.String())(d.Store.Smaller(ctx, file.Key, size, quality))
}

func served(f *catalog.MediaFile, version string) func(media.Stored, error) (*Served, error) {
	return func(bytes media.Stored, err error) (*Served, error) {
		if errors.Is(err, media.ErrNotExist) { // the file was just deleted, or its bytes were not restored
			return nil, nil
		}
		return &Served{File: f.File, Version: version, Bytes: bytes}, err
	}
}

// sizes returns the sizes in which clients may request products' pictures.
func sizes(config settings.View) (all []media.Size) {
	for _, text := range config.Codes("system/media_storage_configuration/image_sizes") {
		if s, ok := media.ParseSize(strings.ToLower(text)); ok {
			all = append(all, s)
		}
	}
	return all
}
