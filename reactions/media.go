package reactions

import (
	"context"
	"errors"

	"tradelog/adapters/media"
	"tradelog/commands/catalog"
	"tradelog/commands/checkout"
	"tradelog/domain"
	"tradelog/domain/cart"
	domaincatalog "tradelog/domain/catalog"
	domaincontent "tradelog/domain/content"
	"tradelog/domain/record"
)

// RemoveMedia removes the stored bytes of media files that were deleted or replaced.
func RemoveMedia(c *catalog.MediaFiles, store *media.Store) Reaction {
	return finish("remove-media", func(ctx context.Context, e Event) error {
		keys, err := c.FormerKeys(ctx, domain.StreamID(e.Stream))
		if err != nil {
			return err
		}
		for _, key := range keys {
			if err := store.Remove(ctx, key); err != nil {
				return err
			}
		}
		return nil
	}, domaincontent.Files.Title+"Changed", domaincontent.Files.Title+"Deleted")
}

// ReleasePictures deletes the media files of pictures that a product no longer has.
func ReleasePictures(c *catalog.Catalog, media *catalog.MediaFiles) Reaction {
	return finish("release-pictures", func(ctx context.Context, e Event) error {
		if !catalog.ChangesPictures(e.Payload) {
			return nil
		}
		gone, err := c.FormerPictures(ctx, domain.StreamID(e.Stream))
		if err != nil {
			return err
		}
		return deleteFiles(ctx, media, gone)
	}, domaincatalog.Products.Title+"Changed", domaincatalog.Products.Title+"Deleted")
}

// ReleaseOptionFiles deletes files that buyers sent for custom options of lines that a cart no longer has. Files of a cart that became an
// order, or a part of another cart, stay.
func ReleaseOptionFiles(c *checkout.Checkout, media *catalog.MediaFiles) Reaction {
	return finish("release-option-files", func(ctx context.Context, e Event) error {
		gone, err := c.FormerFiles(ctx, domain.StreamID(e.Stream))
		if err != nil {
			return err
		}
		return deleteFiles(ctx, media, gone)
	}, cart.ItemRemoved{}.EventName(), cart.Expired{}.EventName())
}

func deleteFiles(ctx context.Context, media *catalog.MediaFiles, ids []int64) error {
	return each(ids, "media file", func(id int64) error {
		if err := media.DeleteFile(ctx, id); !errors.Is(err, record.ErrNotFound) {
			return err
		}
		return nil
	})
}
